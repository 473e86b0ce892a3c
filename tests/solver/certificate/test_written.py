"""Certificates in files: they say what the answer says, and every value in them counts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from picked import one_in

from layerlaw.model import (
    BadInput,
    LayerlawError,
    load_scenario,
    loads_scenario,
    shipped_rulebook,
    shipped_scenarios,
)
from layerlaw.model.scenarios.digests import rulebook_digest
from layerlaw.solver import (
    load_certificate,
    save_certificate,
    solve,
    verify,
    written_certificate,
)
from layerlaw.solver.certificate import (
    Certificate,
    WrittenCertificate,
    certificate_of,
    loads_certificate,
)
from layerlaw.solver.certificate.written.certificate import WrittenFacts, WrittenSituation
from layerlaw.solver.certificate.written.text import MOST_BYTES, parsed, place_of
from layerlaw.solver.certificate.written.writing import text_of
from layerlaw.solver.facts.records import Facts
from layerlaw.solver.facts.situation import Situation
from oracle.build import minions
from oracle.small_rulebook import small_rulebook

PATHS = {path.name.split(".")[0]: path for path in shipped_scenarios()}


def certificate(name: str) -> WrittenCertificate:
    """The certificate of a shipped scenario."""
    return written_certificate(solve(load_scenario(PATHS[name])))


KINGS = text_of(certificate("two-kings"))


@pytest.mark.sample(12)
@pytest.mark.parametrize("path", one_in(6, PATHS.values()), ids=lambda path: path.name)
def test_what_is_written_is_what_was_solved(path: Path) -> None:
    """Read back, situation and facts are the answer's, and so is what is said of them."""
    answer = solve(load_scenario(path))
    text = text_of(written_certificate(answer))
    read = loads_certificate(text)
    rulebook = read.rulebook.made_of(shipped_rulebook(read.rulebook.id))
    assert rulebook_digest(rulebook) == read.rulebook.digest
    situation = read.situation.under(answer.situation.rulebook)
    assert situation == answer.situation
    facts = read.facts.on(situation)
    assert facts.final == answer.facts.final
    assert Certificate(facts).check() == certificate_of(answer).check()
    assert text_of(read) == text


def test_all_of_situation_and_facts_is_written() -> None:
    """Nothing is left out but the rulebook, which is named, and the situation of the facts."""
    for written, whole, named in (
        (WrittenSituation, Situation, "rulebook"),
        (WrittenFacts, Facts, "situation"),
    ):
        names = {one.name for one in fields(whole)}
        assert {one.name for one in fields(written)} == names - {named}


@pytest.mark.parametrize("power", ["infinite", "3/5"])
def test_numbers_that_are_not_plain_stay_what_they_are(power: str) -> None:
    """A number beyond all others, and one of two parts."""
    board = f"""
title: A board
rulebook: duel-masters-1.28-en
players: [you, me]
cards:
  Odd: {{is: [creature], power: {power}}}
play:
  - you: Odd as O
"""
    if power == "3/5":
        board = board.replace("duel-masters-1.28-en", "sorcery-2026-01").replace(
            "creature", "minion"
        )
        board = board.replace("as O", "as O at 3")
    answer = solve(loads_scenario(board))
    read = loads_certificate(text_of(written_certificate(answer)))
    told = read.facts.on(answer.situation).final["O", "power"]
    assert (repr(told), type(told)) == (power, type(answer.value("O", "power")))


def test_a_file_is_written_and_loaded(tmp_path: Path) -> None:
    """What `save_certificate` writes is what `load_certificate` reads."""
    answer = solve(load_scenario(PATHS["two-kings"]))
    file = tmp_path / "kings.json"
    save_certificate(answer, file)
    assert load_certificate(file) == loads_certificate(KINGS)
    assert [one.name for one in tmp_path.iterdir()] == ["kings.json"]
    with pytest.raises(LayerlawError, match="cannot be written"):
        save_certificate(answer, tmp_path / "nowhere" / "kings.json")


# --- every value counts -------------------------------------------------------------------------

NAMES = {
    "made by": "says who wrote it, and nothing else",
    "history.title": "what the board is called",
}
"""What may be written otherwise without a word, and why."""

UNPLAYED = ("history.", "situation.", "cards.N.edition")
"""What only the history could refute."""


def leaves(tree: object, at: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Where every text, number, truth and null stands."""
    if isinstance(tree, dict | list):
        for key, value in tree.items() if isinstance(tree, dict) else enumerate(tree):
            yield from leaves(value, (*at, key))
    else:
        yield at


def changed(value: object) -> object:
    """Another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return f"{value}x" if isinstance(value, str) else "x"


def unnoticed(document: Any, every: int) -> set[str]:
    """The leaves that can be changed and `verify` says the same; list items without a number.

    every: one leaf in so many is tried.
    """
    before = verify(loads_certificate(json.dumps(document)))
    assert not before.failed
    silent = set()
    for at in tuple(leaves(document))[::every]:
        *way, last = at
        node = document
        for key in way:
            node = node[key]
        kept = node[last]
        node[last] = changed(kept)
        try:
            after = verify(loads_certificate(json.dumps(document)))
            if after.outcome == before.outcome and after.unchecked == before.unchecked:
                silent.add(re.sub(r"\.\d+", ".N", ".".join(map(str, at))))
        except LayerlawError:
            pass
        node[last] = kept
    return silent


@pytest.mark.slow
@pytest.mark.parametrize(("name", "every"), [("paradox", 4), ("king-mesmerism", 5)])
def test_no_value_can_be_changed_without_a_word(name: str, every: int) -> None:
    """But for names; of each file every fourth or fifth leaf is changed in turn."""
    silent = unnoticed(json.loads(text_of(certificate(name))), every)
    assert {one for one in silent if not one.startswith(UNPLAYED)} <= NAMES.keys()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"why": "independent"', '"why": "freed"', "SORC-OPEN-INDEPENDENT"),
        ('"after": "you"', '"after": "me"', "SORC-OPEN-TEST"),
        ("(< 0 1)", "(< 0 2)", "STRUCTURE"),
    ],
)
def test_what_is_wrong_is_named_with_its_clause(old: str, new: str, said: str) -> None:
    """And with the event after which it should be so."""
    text = KINGS.replace(old, new, 1)
    assert text != KINGS
    verification = verify(loads_certificate(text))
    assert verification.outcome == "refuted"
    assert said in [claim.clause for claim in verification.failed]
    assert {claim.event for claim in verification.failed} == {4}


def test_an_axiom_may_not_be_missing() -> None:
    """Nor stand there without a clause that says so."""
    read = loads_certificate(KINGS)
    for axioms in (read.axioms[1:], (*read.axioms, replace(read.axioms[0], clause="SORC-LAYER-1"))):
        verification = verify(replace(read, axioms=axioms))
        assert verification.outcome == "refuted"


# --- rulebooks ----------------------------------------------------------------------------------


def test_counters_of_one_table_are_the_rulebooks() -> None:
    """Older files name them in the history as well."""
    written = written_certificate(solve(load_scenario(PATHS["stage-depths"])))
    assert "ice" in written.rulebook.counters
    assert written.history is not None
    assert "counters" not in written.history
    older = replace(written, history={**written.history, "counters": ["ice"]})
    assert verify(older).outcome == verify(written).outcome == "verified"


def test_a_rulebook_of_ones_own_has_to_be_given() -> None:
    """And it has to be the very one: its digest is compared."""
    book = small_rulebook()
    read = written_certificate(solve(minions(book, {}, 2, (1, 2))))
    assert not verify(read, book).failed
    with pytest.raises(LayerlawError, match="is not shipped: name the file"):
        verify(read)
    other = replace(book, title="Another one")
    with pytest.raises(LayerlawError, match=r"the given rulebook .* is not the one"):
        verify(read, other)
    with pytest.raises(LayerlawError, match="the rulebook given is 'sorcery-2026-01'"):
        verify(read, shipped_rulebook("sorcery-2026-01"))


def test_a_certificate_under_other_readings_is_not_of_this_rulebook() -> None:
    """The digest is of the readings too."""
    read = loads_certificate(KINGS)
    named = replace(read.rulebook, readings={"SORC-OPEN-TEST": "result"})
    with pytest.raises(LayerlawError, match="its digest is"):
        verify(replace(read, rulebook=named))


# --- what is no certificate -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ('"kind": "certificate"', '"kind": "derivation"', 3, 'expected: "kind": "certificate"'),
        ('"schema": "layerlaw/1"', '"schema": "layerlaw/2"', 2, "no certificate of layerlaw/1"),
        ('"made by"', '"mode by"', None, "did you mean 'made by'?"),
        ('"zone": "realm"', '"zone": 3', None, "expected: a text"),
        ('"entered": [', '"entered": [1,', None, "expected: a list of"),
        ('"is": "Both"', '"is": "Bath"', None, "did you mean 'Both'?"),
        ('"card": 0', '"card": 9', None, "expected: the place in 'cards'"),
        ('"power": 3', '"power": 3.5', None, "3.5 does not belong here"),
        ('"power": 3', '"power": NaN', None, "NaN does not belong here"),
        ('"power": 3', '"power": 3, "power": 4', None, "the key 'power' stands here twice"),
        ('"power": 3', '"power": ' + "9" * 200, None, "a number with that many digits"),
        ('"power": 3', '"power": ' + "9" * 5000, 1, "a number with too many digits"),
        ('"verdict": "applied"', '"verdict": "aplied"', None, "did you mean 'applied'?"),
        ('"Foot Soldier"', '"\\ud800"', 1, "half a character"),
        ('"objects": [', '"objects": [], "o": [', None, "unknown key 'o'"),
        ("{", "[" * 100_000, None, "nested too deeply"),
    ],
)
def test_what_is_no_certificate_is_told_with_its_place(
    old: str, new: str, line: int | None, said: str
) -> None:
    """One message: file, line and column, what was expected, and advice."""
    text = KINGS.replace(old, new, 1)
    assert text != KINGS
    with pytest.raises(BadInput) as error:
        loads_certificate(text, "kings.json")
    [problem] = error.value.problems
    assert said in str(problem), str(problem)
    changed_at = KINGS[: KINGS.index(old)].count("\n") + 1
    assert problem.file == "kings.json"
    if line is None and "\n" in KINGS:
        assert abs(problem.line - changed_at) <= 1 or "nested" in said
    elif line is not None:
        assert problem.line == line


def test_what_was_cut_off_says_so() -> None:
    """At every place in the file."""
    for at in range(0, len(KINGS) - 3, 997):
        with pytest.raises(BadInput) as error:
            loads_certificate(KINGS[:at])
        assert len(error.value.problems) == 1


def test_a_large_file_is_not_read(tmp_path: Path) -> None:
    """By its size alone; no text is made of it."""
    file = tmp_path / "large.json"
    with file.open("wb") as opened:
        opened.truncate(100_000_000)
    assert MOST_BYTES < 100_000_000
    with pytest.raises(BadInput, match="larger than 50 MB"):
        load_certificate(file)


@pytest.mark.parametrize("raw", [b"", b"\xff\xfe", b"null", b"[]", b"{}", b"{", b'{"kind": 1}'])
def test_other_files_are_no_certificates(raw: bytes, tmp_path: Path) -> None:
    """Empty ones, other encodings, other JSON."""
    file = tmp_path / "other.json"
    file.write_bytes(raw)
    with pytest.raises(BadInput) as error:
        load_certificate(file)
    assert len(error.value.problems) == 1


def test_every_value_of_a_certificate_is_found_where_it_stands() -> None:
    """The place of a value in the text is where it begins, of one with a key where the key does."""
    document = parsed(KINGS, "kings.json")
    for at in leaves(document):
        spot: Any = None
        value: Any = document
        for key in at:
            spot, value = (spot, key), value[key]
        place = place_of(KINGS, spot)
        begin = f'"{at[-1]}": ' if isinstance(at[-1], str) else json.dumps(value)
        assert KINGS.startswith(begin, place), at
