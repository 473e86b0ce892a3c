"""What a cell calls an ability: in the notation, with the plurals of the rulebook."""

from __future__ import annotations

from typing import cast

import pytest

from layerlaw.model import algebra as a
from layerlaw.model import loads_scenario
from layerlaw.model.notation.parsing import parse_ability
from layerlaw.model.notation.printing import print_ability
from layerlaw.model.rulebooks.words import vocabulary
from layerlaw.solver import solve
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.layers.cells import text_of
from situations import CREATURES, line, plus, rulebook, thing
from situations import answer as derived

BOARD = """
title: An elf that speaks of plains and dwarves
rulebook: magic-2026-04
players: [you]
cards:
  Teacher:
    is: creature
    power: 1
    toughness: 1
    has: ['your elves: gain [your plains or your dwarves: power += 1]']
play:
  - you: Teacher as T
  - you: Llanowar Elves as E
"""


def test_irregular_plurals_are_printed_and_read_again() -> None:
    """Plains and dwarves are what they are in every text of the answer."""
    answer = solve(loads_scenario(BOARD))
    held = cast("tuple[str, ...]", answer.value("E", "abilities"))
    (told,) = (one for one in held if one.endswith(" from T.1"))
    text = told.removesuffix(" from T.1")
    assert "plains" in text and "dwarves" in text
    read = parse_ability(text, vocabulary(answer.rulebook))
    assert read == answer.effects["E.gained@T.1"].ability
    assert certificate_of(answer).check().ok


def test_a_text_is_printed_with_the_plurals_that_are_asked_for() -> None:
    """One ability, first with one rulebook's plurals, then with another's."""
    ability = line(a.Noun("elf", a.Member("types", "creature")), plus(1))
    told = [text_of(ability, plurals) for plurals in ({"elves": "elf"}, {"elven": "elf"}, {})]
    assert told == [
        print_ability(ability, plurals) for plurals in ({"elves": "elf"}, {"elven": "elf"}, {})
    ]
    assert len({*told}) == 3


@pytest.mark.parametrize(("floor", "power"), [("at the end", 0), ("none", -2)])
def test_one_cell_is_shown_as_it_is_among_all(floor: str, power: int) -> None:
    """A number below its floor too: cut at the end, and not on the way (policy `floor`)."""
    found = derived(
        rulebook({"floor": floor}),
        thing("X", power=1, cost=2, elements=("fire",)),
        thing("Y", power=2),
        thing("D", line(CREATURES, plus(-3))),
        thing("T", line(a.Identified("Y"), a.SetStatus("tapped"))),
    )
    shown = found.shown
    assert [shown.cell(found.end, found.index(id), "tapped") for id in "XY"] == [False, True]
    for (id, name), value in found.final.items():
        if name in shown.characteristics:
            assert shown.cell(found.end, found.index(id), name, final=True) == value
    index = found.index("X")
    assert shown.cell(found.end, index, "power", final=True) == power
    assert shown.cell(found.end, index, "power") == -2
    assert shown.cell(found.end, index, "base power") == 1
