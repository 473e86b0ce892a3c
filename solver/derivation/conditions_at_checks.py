"""Conditions that are read at the checks: those that hold on a complete state, until they agree."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError
from layerlaw.solver.board.columns import bits
from layerlaw.solver.effects.evaluate import condition

if TYPE_CHECKING:
    from collections.abc import Callable

    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.effects.effects import Effects
    from layerlaw.solver.facts.situation import Situation


class UnsettledConditions(LayerlawError):
    """Conditions that turn one another on and off without end."""


def holding(effects: Effects, board: Board) -> frozenset[str]:
    """The effects whose ability an object has where it works, and whose condition holds.

    On what is disabled no ability works.
    """
    found: set[str] = set()
    disabled = 0
    for status in effects.world.rulebook.disabling:
        disabled |= board.column(status).get(True, 0)
    for instance, holders in effects.held(board):
        tree = effects.instances[instance].ability.condition
        if tree is None:
            continue
        for holder in bits(holders & ~disabled):
            test = condition(tree, effects.context(instance, holder))
            if test(board, -1):
                found.add(effects.name(instance, holder))
    return frozenset(found)


def settled(
    situation: Situation, derived: Callable[[Situation], tuple[Effects, Board]]
) -> Situation:
    """The situation with the set `on` that the complete state it leads to agrees with.

    derived: works a situation out. Raises `UnsettledConditions` when a set of conditions comes
    back, with the effects that go on and off.
    """
    seen = [situation.on]
    while True:
        now = holding(*derived(situation))
        if now == situation.on:
            return situation
        if now in seen:
            again = seen[seen.index(now) :]
            restless = frozenset().union(*again).difference(frozenset.intersection(*again))
            raise UnsettledConditions(
                "the conditions of these effects turn one another on and off without end: "
                + ", ".join(sorted(restless))
            )
        seen.append(now)
        situation = replace(situation, on=now)
