"""`layerlaw lint` finds what loads but is not as it should be, and says where and what to do."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from layerlaw.model.places import shipped_folder
from layerlaw.solver.shell.authoring.lint_rules import RULES
from layerlaw.solver.shell.authoring.linting import lint

Run = Callable[..., Any]
BOOK = "sorcery-2026-01"
CLEAN = f"""title: A foot soldier has a power of one
rulebook: {BOOK}
from: the card
because: [SORC-LAYER-7]
players: [you, me]
play:
  - you: Foot Soldier as F at 3
expect: [power of F is 1]
"""
MINE = f"""rulebook: mine
based on: {BOOK}
title: Sorcery as we play it
version: "1"
clauses:
  - {{id: MINE-1, place: our table, says: We do it so.}}
points:
  - id: MINE-OPEN
    question: How is it?
    clauses: [MINE-1]
    default: so
    readings:
      so: {{says: So., policies: {{set: again}}}}
      other: {{says: Otherwise., policies: {{set: kept}}}}
"""


def write(folder: Path, **files: str) -> list[Path]:
    """Scenarios by name, written into the folder."""
    paths = []
    for name, text in files.items():
        path = folder / f"{name.replace('_', '-')}.scenario.yaml"
        path.write_text(text, encoding="utf-8")
        paths.append(path)
    return paths


def found(*paths: Path) -> list[str]:
    """The rules that were not kept, but for the schema's line, with the line of each place."""
    findings = lint(paths).findings
    return [f"{each.rule}:{each.line}" for each in findings if each.rule != "no-schema"]


def test_a_good_scenario_has_nothing_against_it(tmp_path: Path) -> None:
    """Only the missing line for editors is noted, and that with what to do."""
    (file,) = write(tmp_path, clean=CLEAN)
    (finding,) = lint([file]).findings
    assert (finding.rule, finding.severity) == ("no-schema", "note")
    assert "layerlaw schema scenario" in finding.suggestion


CHANGES = (
    ("title: A foot soldier has a power of one", "title: Is this a question?", "title:1"),
    ("title: A foot soldier has a power of one", "title: clean", "title:1"),
    ("title: A foot soldier has a power of one", "title: A test of foot soldiers", "title:1"),
    ("title: A foot soldier has a power of one", "title: Foot Soldier", "title:1"),
    ("expect: [power of F is 1]\n", "", "no-expectation:1"),
    ("because: [SORC-LAYER-7]\n", "", "no-because:1"),
    ("from: the card\n", "", "no-source:1"),
    ("play:", "cards: {Never: {is: [minion]}}\nplay:", "unused-card:6"),
    ("expect", "  - me: Foot Soldier as G at 4\nexpect", "unused-object:8"),
    ("play:", "readings: {SORC-OPEN-TEST: action}\nplay:", "default-reading:6"),
    (
        "expect: [power of F is 1]",
        "readings: {SORC-OPEN-TEST: result}\nstated: [power of F is 1]",
        "stated-reading:9",
    ),
    (
        "is 1]",
        "is 1]\nalso:\n  - {readings: {SORC-OPEN-TEST: result}, stated: [F survives]}",
        "stated-reading:10",
    ),
    ("is 1]", "is 1, controller of F is you, F survives, power of F is +1]", "same-expectation:8"),
    (
        "is 1]",
        "is 1]\nalso:\n  - {order: [F], expect: []}\n  - {order: [F], expect: []}",
        "same-variant:11",
    ),
    ("title", "# yaml-language-server: $schema=./none.schema.json\ntitle", "schema-gone:1"),
)


@pytest.mark.parametrize(("old", "new", "rule"), CHANGES)
def test_one_change_breaks_one_rule(tmp_path: Path, old: str, new: str, rule: str) -> None:
    """Each rule finds what it is for, at its place, and no other rule minds."""
    assert old in CLEAN
    (file,) = write(tmp_path, clean=CLEAN.replace(old, new, 1))
    assert found(file) == [rule]


def test_titles_are_told_apart_over_files(tmp_path: Path) -> None:
    """The second file with a title is an error that names the first."""
    one, other = write(tmp_path, one=CLEAN, other=CLEAN)
    (finding,) = [each for each in lint([tmp_path]).findings if each.severity == "error"]
    assert (finding.rule, finding.file) == ("same-title", str(other))
    assert str(one) in finding.message


def test_clauses_and_readings_want_a_case(tmp_path: Path) -> None:
    """What no scenario rests on or reads is named; citing it and reading it otherwise is enough."""
    book = tmp_path / "mine.yaml"
    book.write_text(MINE, encoding="utf-8")
    text = CLEAN.replace(BOOK, "./mine.yaml")
    (file,) = write(tmp_path, case=text)
    assert found(book, file) == ["clause-without-case:6", "reading-without-case:8"]
    more = text.replace("SORC-LAYER-7", "MINE-1, MINE-OPEN")
    more += "also:\n  - {readings: {MINE-OPEN: other}, expect: [power of F is 1]}\n"
    file.write_text(more, encoding="utf-8")
    assert found(book, file) == []


def test_ids_of_rulebooks_and_clauses_are_their_own(tmp_path: Path) -> None:
    """Two rulebooks of one id are an error, and clauses of one id in rulebooks that are no kin."""
    one, other = tmp_path / "one.yaml", tmp_path / "other.yaml"
    one.write_text(MINE, encoding="utf-8")
    other.write_text(MINE, encoding="utf-8")
    assert found(one, other) == ["same-id:1", "same-clause:6", "same-clause:8"]
    other.write_text(
        MINE.replace("rulebook: mine", "rulebook: other").replace(BOOK, "./one.yaml"), "utf-8"
    )
    assert found(one, other) == []
    third = tmp_path / "third.yaml"
    third.write_text(
        MINE.replace("rulebook: mine", "rulebook: third").replace(BOOK, "./other.yaml"), "utf-8"
    )
    assert found(one, other, third) == []


def test_cards_have_an_edition_and_stand_in_one_file(tmp_path: Path) -> None:
    """A card without a dated edition is noted, one that another file has, too, is warned of."""
    one, other = tmp_path / "one.yaml", tmp_path / "other.yaml"
    one.write_text("A:\n  is: [minion]\n  edition: Alpha, 2023-04-19\n", encoding="utf-8")
    other.write_text("A:\n  is: [minion]\n  edition: Alpha\nB: {is: [minion]}\n", encoding="utf-8")
    assert found(one, other) == ["no-edition:1", "same-card:1", "no-edition:4"]


def test_a_rule_is_switched_off_with_a_reason(tmp_path: Path) -> None:
    """A comment allows one rule in its file; without a reason, or for nothing, it is told of."""
    bad = CLEAN.replace("because: [SORC-LAYER-7]\n", "")
    (file,) = write(tmp_path, a=f"# layerlaw: allow no-because because no clause says it\n{bad}")
    assert found(file) == []
    (file,) = write(tmp_path, a=f"# layerlaw: allow no-because\n{bad}")
    assert found(file) == ["allow:1", "no-because:2"]
    (file,) = write(tmp_path, a=f"# layerlaw: allow no-becuase because I say so\n{CLEAN}")
    assert found(file) == ["allow:1"]
    (file,) = write(tmp_path, a=f"{CLEAN}# layerlaw: allow title because it is short\n")
    assert found(file) == ["allow-unused:9"]


def test_mistakes_are_errors_with_the_loaders_words(run: Run, tmp_path: Path) -> None:
    """A file that does not load is an error at its place, and the exit code is 1."""
    (file,) = write(tmp_path, bad=CLEAN.replace("[SORC-LAYER-7]", "[SORC-LAYER-77]"))
    ran = run("lint", str(file))
    assert ran.code == 1
    assert f"{file}:4:11: error: unknown clause 'SORC-LAYER-77' [mistake]" in ran.out
    assert "1 error, 0 warnings, 0 notes in 1 file" in ran.out


def test_strict_json_and_rules(run: Run, tmp_path: Path) -> None:
    """Warnings fail with --strict only; JSON has everything; --rules lists every rule."""
    (file,) = write(tmp_path, a=CLEAN.replace("expect: [power of F is 1]\n", ""))
    assert run("lint", str(file)).code == 0
    assert run("lint", "--strict", str(file)).code == 1
    document = json.loads(run("lint", "--json", str(file)).out)
    assert document["warnings"] == 1
    assert [each["rule"] for each in document["findings"]] == ["no-expectation", "no-schema"]
    listed = run("lint", "--rules").out
    assert all(rule in listed for rule in RULES)
    assert run("lint").code == 2


def test_only_what_is_shipped_has_to_name_its_clauses(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A scenario without `because:` is noted, and warned of among the shipped ones."""
    (file,) = write(tmp_path, a=CLEAN.replace("because: [SORC-LAYER-7]\n", ""))

    def severity() -> str:
        return next(e.severity for e in lint([file]).findings if e.rule == "no-because")

    assert severity() == "note"
    monkeypatch.setattr(
        "layerlaw.solver.shell.authoring.lint_scenarios.shipped_folder", lambda: tmp_path
    )
    assert severity() == "warning"


def test_a_folder_without_our_files_is_told_of(run: Run, tmp_path: Path) -> None:
    """Other people's YAML is left alone; a file that names our schema is looked at."""
    (tmp_path / "ci.yaml").write_text("jobs: {}\n", encoding="utf-8")
    assert run("lint", str(tmp_path)).code == 2
    line = "# yaml-language-server: $schema=./cards.schema.json\n"
    (tmp_path / "cards.yaml").write_text(f"{line}A: {{is: [minion]}}\n", encoding="utf-8")
    assert found(tmp_path) == ["schema-gone:1", "no-edition:2"]


@pytest.mark.slow
def test_what_is_shipped_has_no_errors_and_good_titles() -> None:
    """Over all shipped files there is no error, and no warning but clauses and readings."""
    report = lint([], shipped=True)
    assert report.files >= 352
    assert {each.rule for each in report.findings if each.severity != "note"} == {
        "clause-without-case",
        "reading-without-case",
    }
    assert all(each.file.startswith(str(shipped_folder())) for each in report.findings)


def test_mistakes_keep_the_loaders_advice_and_their_files_count(run: Run, tmp_path: Path) -> None:
    """What the loader suggests stands below its message; a file that cannot be read is a file."""
    book = tmp_path / "mine.yaml"
    book.write_text(MINE.replace(BOOK, f"{BOOK}-9"), encoding="utf-8")
    [mistake] = lint([book]).findings
    assert (mistake.rule, mistake.line) == ("mistake", 2)
    assert mistake.suggestion == f"did you mean '{BOOK}'?"
    files = write(tmp_path, empty="", twice="title: a\ntitle: b\n", good=CLEAN)
    ran = run("lint", *map(str, files))
    assert ran.code == 1
    assert ran.out.splitlines()[-1].startswith("2 errors, 0 warnings, ")
    assert ran.out.splitlines()[-1].endswith(" in 3 files")


HIDDEN = """rulebook: hidden
based on: magic-2026-04
statuses:
  veiled: {clause: H-1, copied as: {is: [creature], numbers: {power: 2, toughness: 2}}}
policies:
  a copy reads: {value: printed values, clause: H-1}
clauses:
  - {id: H-1, place: nowhere, says: Made up.}
"""


def test_what_no_copy_reads_is_a_warning(tmp_path: Path) -> None:
    """`copied as` where copies read what is printed, and no reading says otherwise."""
    book = tmp_path / "hidden.yaml"
    book.write_text(HIDDEN, encoding="utf-8")
    unasked = [each for each in lint([book]).findings if each.rule == "unasked"]
    # What the file inherits stands on none of its lines.
    named = {each.message.split("'")[1]: each.line for each in unasked}
    assert named == {"face-down": 1, "veiled": 4}
    assert {each.severity for each in unasked} == {"warning"}
    assert all("a copy reads: what the copy layer left" in each.suggestion for each in unasked)
    asks = HIDDEN.replace("printed values", "what the copy layer left")
    book.write_text(asks, encoding="utf-8")
    assert "unasked" not in {each.rule for each in lint([book]).findings}
    reading = (
        HIDDEN
        + """points:
  - id: H-OPEN
    question: What does a copy read?
    clauses: [H-1]
    default: printed
    readings:
      printed: {says: What is printed., policies: {a copy reads: printed values}}
      left: {says: What is left., policies: {a copy reads: what the copy layer left}}
"""
    )
    book.write_text(reading, encoding="utf-8")
    assert "unasked" not in {each.rule for each in lint([book]).findings}


def test_cards_of_a_game_of_ones_own_are_read_in_its_words(tmp_path: Path) -> None:
    """Of the rulebook that is looked at with them; without it they are of a shipped game."""
    book, cards = tmp_path / "mine.rulebook.yaml", tmp_path / "mine.cards.yaml"
    book.write_text(
        HIDDEN.replace("statuses:", "more words: {creature-types: [gossip]}\nstatuses:"),
        encoding="utf-8",
    )
    cards.write_text("Crier: {is: [creature, gossip], power: 1}\n", encoding="utf-8")
    assert "mistake" not in {each.rule for each in lint([book, cards]).findings}
    assert "mistake" in {each.rule for each in lint([cards]).findings}
    cards.write_text("Crier: {is: [creature, gosip], power: 1}\n", encoding="utf-8")
    [mistake] = [each for each in lint([book, cards]).findings if each.rule == "mistake"]
    assert mistake.suggestion == "did you mean 'gossip'?"
