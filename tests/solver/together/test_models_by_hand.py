"""The models of a program, one by one, on boards small enough to be worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from layerlaw.solver.derivation.simultaneous import Settling
from layerlaw.solver.together.charts import OutsideError
from layerlaw.solver.together.deeds import Deed
from layerlaw.solver.together.graph import Group
from layerlaw.solver.together.models import Program
from layerlaw.solver.together.state import State
from together import table

LIT = "self: colours += light as long as self is light"
DARK = "self: colours += dark as long as self is dark"
EITHER = {
    "X": "relic 1 | Y: silenced | R: colours += light",
    "Y": "relic 1 | X: silenced | R: colours += dark",
}
"""One silences the other, so R is light or dark."""


def models(cards: Mapping[str, str]) -> tuple[State, list[State]]:
    """All that follows from nothing, and the models of the program of all that is open then."""
    settling = Settling(table(cards))
    root = State(settling.candidates, settling.plain)
    assert root.propagate()
    group = Group(settling.candidates.all, settling.plain.deeds)
    states = list(Program(root, group).states(None))
    assert not any(one.any_open() for one in states)
    return root, states


def first_deed(state: State, effect: str) -> Deed:
    """The first operation of an effect."""
    return next(d for d in state.plain.deeds if d.candidate.effect.id == effect)


def powers(states: list[State], index: int) -> list[int]:
    """The power that an object has in each of them."""
    found = []
    for state in states:
        power = state.plain.write(state.settled_deeds()).value("power", index)
        assert isinstance(power, int)
        found.append(power)
    return sorted(found)


@pytest.mark.parametrize(
    "line",
    [
        "self: colours += light as long as self is light",
        "self: power += 2 as long as power of self >= 3",
        "self: power -= 2 as long as power of self < 1",
        "creatures with power >= 3: power += 2",
        "creatures: gain blocker as long as number of (creatures with blocker) >= 1",
    ],
)
def test_what_only_lifts_itself_is_no_model(line: str) -> None:
    """Nothing is done, which agrees with itself too."""
    _, [state] = models({"P": f"2 | {line}"})
    assert state.settled_deeds() == [] and state.supposed


def test_a_number_that_is_counted_is_one_number_in_each_model() -> None:
    """P has as many as have 1: one or none, whether it has one itself or not."""
    root, states = models({"P": "0 | self: power := number of creatures with power = 1"})
    assert powers(states, 0) == [0, 1]
    deed = first_deed(root, "P.1")
    assert all(state.guesses[deed] for state in states)


def test_a_product_that_no_two_counts_make_is_left_out() -> None:
    """One is light or dark, and another one light and dark: 1 or 2 of one, times 1 or 2."""
    cards = {
        "P": "1 | self: power := number of light creatures * number of dark creatures",
        "Q": "light dark 1",
        "R": "1",
        **EITHER,
    }
    _, states = models(cards)
    assert powers(states, 0) == [2, 2]


@pytest.mark.parametrize("scope", ["creatures", "light creatures"])
def test_the_operand_of_each_object_is_guessed_where_it_is_not_known(scope: str) -> None:
    """P counts R if that is light; R counts nobody, whatever it is."""
    cards = {
        "P": "light 1",
        "R": "1",
        "S": f"relic 1 | {scope}: power := number of (light creatures but not it)",
        **EITHER,
        "Q": "light 1",
    }
    root, states = models(cards)
    deed = first_deed(root, "S.1")
    assert len(states) == 2
    for state in states:
        board = state.plain.write(state.settled_deeds())
        light = int(bool(board.column("colours")["light"] & 0b10))
        assert board.value("power", 0) == board.value("power", 5) == 1 + light
        assert board.value("power", 1) == (2 if light or scope == "creatures" else 1)
        assert state.guesses[deed] == 0b100001 and state.ready[deed] & 0b100011 == (0b100011)


def test_the_operand_of_what_is_not_done_is_not_guessed() -> None:
    """Only what is frozen counts; X or Y freezes P or R."""
    cards = {
        "P": "1",
        "R": "1",
        "S": "relic 1 | frozen creatures: power := number of (light creatures or it)",
        "X": "relic 1 | Y: silenced | R: colours += light, frozen",
        "Y": "relic 1 | X: silenced | P: colours += light, frozen",
        "Z": "light 1",
    }
    root, states = models(cards)
    deed = first_deed(root, "S.1")
    assert [state.guesses[deed] for state in states] == [state.done[deed] for state in states]
    assert sorted(state.done[deed] for state in states) == [1, 2]


def test_what_is_certain_is_no_part_of_a_program() -> None:
    """Programs have no words for numbers of others that are not known; here they are known."""
    cards = {"P": "1 | self: power := power of Q", "Q": f"2 | {LIT}"}
    _, [state] = models(cards)
    assert powers([state], 0) == [2]
    cards["Q"] += " | creatures: power += 1 as long as self is light"
    with pytest.raises(OutsideError):
        models(cards)
