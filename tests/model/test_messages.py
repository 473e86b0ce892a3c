"""Messages speak in the words of the rulebook at hand and say what to write instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerlaw.model.errors import BadInput, NotationError, Problem, too_big
from layerlaw.model.notation.parsing import parse_condition, parse_operations, parse_selector
from layerlaw.model.rulebooks.load import load_rulebook, loads_rulebook
from layerlaw.model.rulebooks.words import vocabulary
from layerlaw.model.scenarios.events import ChangeCounters
from layerlaw.model.scenarios.load import loads_scenario
from layerlaw.model.shipped import shipped_rulebook

HERE = Path(__file__).parent
BIG = "9" * 40
DIGITS = "a number of 40 digits is too big: 15 at most"
SCENARIO = """title: T
rulebook: ./small.yaml
players: [A]
cards:
  Foot: {is: minion, power: 1, has: ["minions: power += 1"]}
  Twin: {is: minion, enters: [self: copy of target]}
play:
  - A: Foot as F at 3
  - damage: F 2
expect:
  - power of F is 2
"""


def problems(old: str, new: str) -> tuple[Problem, ...]:
    """What is wrong with the scenario once this is changed in it."""
    assert SCENARIO.count(old) == 1
    with pytest.raises(BadInput) as caught:
        loads_scenario(SCENARIO.replace(old, new), folder=HERE)
    return caught.value.problems


@pytest.mark.parametrize(
    ("name", "noun", "operation", "value"),
    [
        ("sorcery-2026-01", "'minions'", "'gain Airborne' or 'disabled'", "'number of minions'"),
        ("grand-archive-2025-09", "'champions'", "'gain ", "'number of champions'"),
        ("duel-masters-1.28-en", "'creatures'", "'gain Blocker' or 'tapped'", "of creatures'"),
    ],
)
def test_examples_are_in_the_words_of_the_rulebook(
    name: str, noun: str, operation: str, value: str
) -> None:
    """A noun, a keyword, a status or a number in a hint is one that can be written there."""
    words = vocabulary(shipped_rulebook(name))
    for text in ("xyzzy", "objects nearby or"):
        with pytest.raises(NotationError) as caught:
            parse_selector(text, words)
        assert noun in caught.value.expected
    with pytest.raises(NotationError) as caught:
        parse_operations("xyzzy", words)
    assert operation in caught.value.expected
    with pytest.raises(NotationError) as caught:
        parse_condition("power of self >=", words)
    assert value in caught.value.expected


def test_a_copy_is_no_target() -> None:
    """Where a card enters as a copy, `copying` is what was meant."""
    (found,) = problems("Foot as F at 3", "Foot as F at 3\n  - A: Twin as T at 3 on F")
    assert found.message == "nothing on 'Twin' speaks of a target"
    assert "`copying F`" in found.suggestion
    (found,) = problems("damage: F 2", "A: Foot as G at 3 on F")
    assert found.suggestion == ""


def test_missing_policies_come_with_their_values() -> None:
    """One a line, under the message."""
    text = (HERE / "small.yaml").read_text(encoding="utf-8")
    for line in ("  loop: {value: members", "  set: {value: kept"):
        text = text.replace(f"{line}, clause: C1}}\n", "")
    with pytest.raises(BadInput) as caught:
        loads_rulebook(text)
    lines = str(caught.value).splitlines()
    assert lines[0].endswith("no value for the policies: loop, set")
    assert lines[-3:] == [
        "      loop: members | mutual pairs",
        "      set: kept | again",
        "    `rests on: CLAUSE`, by which each has its first answer",
    ]


def test_a_file_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message shows where it was looked for."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput) as caught:
        loads_scenario(SCENARIO, rulebook="x.yaml")
    (found,) = caught.value.problems
    assert (found.file, found.message) == (
        "x.yaml",
        f"there is no such file: {tmp_path / 'x.yaml'}",
    )
    with pytest.raises(BadInput, match=r"x\.yaml:1:1: there is no such file$"):
        load_rulebook(tmp_path / "x.yaml")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("power: 1", f"power: {BIG}", f"'power': {DIGITS}"),
        ("power += 1", f"power += {BIG}", DIGITS),
        ("power += 1", f"power -= 1 to no less than -{BIG}", DIGITS),
        ("minions: power", f"minions at 1, {BIG}: power", DIGITS),
        ("F at 3", f"F at {BIG}", DIGITS),
        ("F 2", f"F {BIG}", DIGITS),
        ("F is 2", f"F is {BIG}", DIGITS),
        ("F is 2", f"F >= -{BIG}", DIGITS),
        ("minions: power += 1", "minions: power += chosen number", ""),
    ],
)
def test_numbers_that_are_too_big(old: str, new: str, message: str) -> None:
    """It is said how long the number is, not what it is."""
    if not message:
        event = "Foot as F at 3"
        chosen = SCENARIO.replace(old, new).replace(event, f"{event} choosing {BIG}")
        with pytest.raises(BadInput, match=DIGITS):
            loads_scenario(chosen, folder=HERE)
        return
    assert message in [each.message for each in problems(old, new)]


def test_which_numbers_are_too_big() -> None:
    """Those of more than fifteen digits, with a sign or without."""
    assert not any(map(too_big, ("9" * 15, "-" + "9" * 15, "x" * 99, "1.5" * 9, "")))
    assert too_big("-" + "9" * 16) == "a number of 16 digits is too big: 15 at most"


def test_counters_go_down_as_well() -> None:
    """A counter event may take away, also more than there is."""
    play = loads_scenario(SCENARIO.replace("F 2", "F -3"), folder=HERE).play
    assert isinstance(play[1], ChangeCounters) and play[1].amount == -3


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("F lacks all abilities", "Write `F has no abilities`."),
        ("F lacks abilities", "Write `F has no abilities`."),
        ("F has all abilities", "Write `F has abilities`."),
    ],
)
def test_all_abilities_are_no_keyword_and_it_is_said_how_to_ask(wrong: str, right: str) -> None:
    """Whoever asks for all abilities like for a keyword is told the words for it."""
    (problem,) = problems("power of F is 2", wrong)
    assert problem.message.startswith("unknown keyword")
    assert problem.suggestion == right
