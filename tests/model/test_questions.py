"""Questions of permission: what they ask, and what is said of those that ask nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerlaw.model.errors import BadInput, LayerlawError
from layerlaw.model.rulebooks.load import loads_rulebook
from layerlaw.model.scenarios.expectations import ExpectPermission
from layerlaw.model.scenarios.load import loads_scenario
from layerlaw.model.scenarios.questions import read_question

HERE = Path(__file__).parent
TEXT = """title: T
rulebook: ./rich.yaml
players: [A, B]
cards: {Foot: {is: minion}}
play:
  - A: Foot as H
  - B: Foot as S
"""
BOARD = loads_scenario(TEXT, folder=HERE)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("H attack", ExpectPermission("H", "attack", True)),
        ("may H attack S?", ExpectPermission("H", "attack", True, to="S")),
        ("H be attacked by S", ExpectPermission("H", "attacked", True, True, "S")),
        ("can A cast S", ExpectPermission("A", "cast", True, to="S")),
        ("H can't Attack", ExpectPermission("H", "attack", False)),
    ],
)
def test_what_is_asked(text: str, asked: ExpectPermission) -> None:
    """Who, what, and perhaps with whom."""
    assert read_question(BOARD, text) == asked


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("H", "'H' is no question: ask `F attack`, `F attack G`, `F be attacked`"),
        ("H be", "'H be' is no question"),
        ("", "'' is no question"),
        ("power of H is 3", "is no question"),
        ("H attack H", "'H attack H' speaks of 'H' twice: ask `F attack`"),
        ("H be attacked by H", "speaks of 'H' twice"),
    ],
)
def test_what_is_no_question(text: str, message: str) -> None:
    """It is said what a question looks like, not what an expectation does."""
    with pytest.raises(LayerlawError) as caught:
        read_question(BOARD, text)
    assert message in str(caught.value) and "power of F" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "place", "message", "help"),
    [
        ("H atack S", "1:7", "unknown verb 'atack'", "did you mean 'attack'?"),
        ("H be atacked", "1:10", "unknown verb 'atacked'", "did you mean 'attacked'?"),
        ("H be attack", "1:10", "unknown verb 'attack'", "did you mean 'attacked'?"),
        ("H fly", "1:7", "unknown verb 'fly'", "attack, cast, destroy"),
        ("X attack", "1:1", "unknown id 'X'", "H, S"),
        ("H attack X", "1:14", "unknown id 'X'", "H, S"),
    ],
)
def test_words_that_mean_nothing(text: str, place: str, message: str, help: str) -> None:
    """The word is named, with the closest one of the rulebook or the scenario."""
    with pytest.raises(BadInput) as caught:
        read_question(BOARD, text)
    (problem,) = caught.value.problems
    assert (f"{problem.line}:{problem.column}", problem.message) == (place, message)
    assert help in problem.suggestion + problem.expected


def test_verbs_are_those_of_the_rulebook() -> None:
    """On cards, in rules and in expectations too; a rulebook without `actions` takes all verbs."""
    for line, verb in (
        ("F can atack", "atack"),
        ("F can't be atacked by G", "atacked"),
        ("A can't summon F", "summon"),
    ):
        with pytest.raises(BadInput, match=f"unknown verb '{verb}'"):
            loads_scenario(f"{TEXT}expect: [H can attack, {line}]\n".replace("F", "H"), folder=HERE)
    for does, verb in (
        ("minions: can't atack", "atack"),
        ("minions: ignores can't be hit", "hit"),
        ("minions: gain [self: can be bloked by minions]", "bloked"),
    ):
        card = TEXT.replace("is: minion", f'is: minion, has: ["{does}"]')
        with pytest.raises(BadInput, match=f"unknown verb '{verb}'"):
            loads_scenario(card, folder=HERE)
    rich = (HERE / "rich.yaml").read_text(encoding="utf-8")
    with pytest.raises(BadInput, match=r"unknown verb 'atack'(.|\n)*did you mean 'attack'"):
        loads_rulebook(rich.replace("can't attack", "can't atack"))
    actions = "actions: {attack: attacked, cast: cast, destroy: destroyed}"
    silent = rich.replace(actions, "").replace(", obeys: destroyed", "")
    assert loads_rulebook(silent.replace("can't attack", "can't fly")).rules
