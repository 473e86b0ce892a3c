"""Lists that leave out a turn before, whose changes are told one by one, are refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model import loads_scenario
from layerlaw.solver import solve
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.certificate.shape import MOST_CHANGES
from layerlaw.solver.facts.lists import Difference, Lists
from layerlaw.solver.facts.records import Change, Facts, LayerRecord
from layerlaw.solver.facts.rows import Changes
from tampering import with_lists

SOME = MOST_CHANGES + 5


def crowd() -> Facts:
    """All become demons, and before that those of them undead that are mortal, which come last."""
    plain = "".join(f"  - you: Plain as P{one} at {one % 20 + 1}\n" for one in range(SOME))
    mortal = "".join(f"  - you: Mortal as M{one} at {one % 20 + 1}\n" for one in range(SOME))
    return solve(
        loads_scenario(
            f"""
title: A crowd
rulebook: sorcery-2026-01
players: [you, me]
cards:
  Plain: {{is: [minion], power: 1}}
  Mortal: {{is: [minion], power: 1, subtypes: [mortal]}}
  Undead: {{is: [minion], power: 1, has: ["mortals: subtypes += undead"]}}
  Demon: {{is: [minion], power: 1, has: ["minions: subtypes += demon"]}}
play:
{plain}{mortal}  - you: Undead as U at 1
  - you: Demon as D at 3
"""
        )
    ).facts


def is_of_types(layer: LayerRecord) -> bool:
    """Whether it is the layer in which the two have their turns."""
    return [turn.effect for turn in layer.turns if turn.changes] == ["U.1", "D.1"]


def with_changes(facts: Facts, *changes: Changes | tuple[Change, ...]) -> Facts:
    """The facts with other changes of the two turns."""
    [layer] = [one for one in facts.layers if is_of_types(one)]
    turns = tuple(
        replace(turn, changes=own) for turn, own in zip(layer.turns, changes, strict=True)
    )
    other = replace(layer, turns=turns)
    return replace(facts, layers=tuple(other if one is layer else one for one in facts.layers))


@pytest.mark.parametrize("number", [0, 1])
def test_a_turn_that_is_told_one_by_one_is_not_left_out_of_the_lists(number: int) -> None:
    """As if the first turn of the lists was the second one: they would tell too little."""
    facts = crowd()
    assert Certificate(facts).check().ok
    [layer] = [one for one in facts.layers if is_of_types(one)]
    first, second = (turn.changes for turn in layer.turns)
    assert isinstance(second, Changes) and second.lists is not None
    told = tuple(first)
    assert Certificate(with_changes(facts, told, tuple(second))).check().ok
    assert Certificate(with_changes(facts, told, second)).check().ok
    ahead: list[dict[Difference, int]] = [{}] * number
    skipping = Lists(second.lists.start, [*ahead, second.differences])
    wrong = with_lists(second, second.differences, skipping, number)
    assert ("M0", ("mortal",), ("demon", "mortal")) in [
        (one.object, one.before, one.after) for one in wrong
    ]
    assert not Certificate(with_changes(facts, told, wrong)).check().ok
    unread = with_lists(second, second.differences, skipping, number)
    assert not Certificate(with_changes(facts, told, unread)).check().ok
