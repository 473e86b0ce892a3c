"""What stands beside a paradox that nothing reads is what would be the answers without it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import pytest
from literal_states import boards, drawn, is_added, stands

from layerlaw.model import LayerlawError
from layerlaw.solver import derive
from layerlaw.solver.facts.records import Cell, Value
from layerlaw.solver.facts.situation import Situation
from together import game, table

Cells = frozenset[tuple[Cell, Value]]

TORN = table({"C": "relic 2 | self: cost := 1 as long as not cost of self = 1"}).things[0]
"""Its cost is one as long as it is not; nobody else looks at a relic."""


def beside_a_paradox(situation: Situation) -> Situation:
    """The situation with what contradicts itself besides."""
    return replace(situation, things=(*situation.things, replace(TORN, entered=(9, 0))))


def of_the_two(final: Mapping[Cell, Value]) -> Cells:
    """The cells of the creatures."""
    return frozenset((cell, value) for cell, value in final.items() if cell[0] in "PQ")


@cache
def answers(grounds: str, first: int) -> list[tuple[int, frozenset[Cells]]]:
    """Boards drawn, with the cells of every answer: found by trying everything."""
    found = []
    for seed, settling, known in boards(range(first, first + 4), grounds=grounds):
        plain = settling.plain
        kept = []
        for board in known.values():
            if grounds == "all deeds":
                so = stands(plain, board)
            else:
                so = grounds == "all fixed points" or is_added(plain, board)
            if so is None:
                break
            if so:
                kept.append(of_the_two(settling.shown.final(board, settling.candidates.start)))
        else:
            if kept:
                found.append((seed, frozenset(kept)))
    return found


@pytest.mark.parametrize("grounds", ["all deeds", "what is added", "all fixed points"])
@pytest.mark.parametrize("first", range(0, 48, 4))
def test_what_stands_beside_a_paradox_are_the_answers(grounds: str, first: int) -> None:
    """Whatever is not looked at by the check that a state agrees with itself comes out here."""
    for seed, wanted in answers(grounds, first):
        try:
            found = derive(beside_a_paradox(drawn(seed, grounds=grounds)))
        except LayerlawError as error:
            assert "feed on each other" in str(error)
            continue
        assert found.verdict == "paradox" and found.stuck == ("C.1",), seed
        assert not found.rest or {of_the_two(one.final) for one in found.rest} == wanted, seed


ONE = "self: power := 1 as long as not power of self = 1"


def test_a_number_that_is_read_of_each_object_waits_for_its_own_alone() -> None:
    """The power of P is what it is, whatever that of a relic is."""
    found = derive(table({"P": "2 | creatures: cost := its power", "C": f"relic | {ONE}"}))
    assert found.verdict == "paradox" and found.value("P", "cost") == 2
    found = derive(table({"P": "2 | objects: cost := its power", "C": f"relic | {ONE}"}))
    assert found.without == {("C", "power"), ("C", "base power"), ("C", "cost")}
    torn = f"relic | {ONE.replace('power', 'cost')}"
    found = derive(table({"P": "2 | creatures: cost += its cost", "C": torn}))
    assert found.without == {("C", "cost")}


def test_what_is_swapped_stands_or_falls_together() -> None:
    """Whether or not anybody else does anything to a cost."""
    cards = {"P": "2 | relics: swap power and cost", "C": f"relic | {ONE}"}
    assert {("C", "power"), ("C", "cost")} <= derive(table(cards)).without


def test_of_three_whose_colours_are_passed_on_as_many_states_stand_as_there_are_answers() -> None:
    """What was guessed for the second and third and is worked out otherwise is none of them."""
    theirs = "creatures controlled by controller of it"
    passing = f"other creatures: colours += colours of {theirs}"
    cards = {
        "P": f"dark light 1 | {passing} | creatures with power >= 3: colours += light",
        "Q": f"dark 2 | other creatures: power += number of {theirs}",
        "R": "me dark light 3 | creatures that are not light: colours := fire",
    }
    situation = table(cards, rulebook=game({"groundedness": "all fixed points"}))
    answers = derive(situation).answers or ()
    rest = derive(beside_a_paradox(situation)).rest
    wanted, stands_too = (
        {frozenset((cell, one.final[cell]) for cell in answers[0].final) for one in found}
        for found in (answers, rest)
    )
    assert len(wanted) == 15 and stands_too == wanted
