"""State-based checks: reading them off a complete state, and when there is nothing to look for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.solver.board import bits
from layerlaw.solver.evaluate import Context, scoped
from layerlaw.solver.records import FateRecord

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.rulebook import Rulebook
    from layerlaw.solver.abilities import Instances
    from layerlaw.solver.board import Board
    from layerlaw.solver.situation import Thing
    from layerlaw.solver.world import World


def fates(world: World, instances: Instances, board: Board) -> tuple[FateRecord, ...]:
    """What the rulebook's state-based checks find on a fully derived board. Clause: SORC-SBA-1."""
    found: list[FateRecord] = []
    taken = 0
    for check in world.rulebook.checks:
        select, _ = scoped(check.who, Context(world, instances, 0, None, 0))
        hit = select(board, -1) & ~taken
        taken |= hit
        found += [
            FateRecord(world.things[index].id, check.verdict, check.zone, check.clause)
            for index in bits(hit)
        ]
    return tuple(found)


def may_hit(rulebook: Rulebook, thing: Thing) -> bool:
    """Whether some check could hit the object, going by what no effect can change.

    Counters and levels are made by events alone, so a check that asks for damage cannot hit
    what is not damaged, and no derivation is needed to see it.
    """
    return thing.zone == rulebook.in_play and any(
        all(_possible(rulebook, conjunct, thing) for conjunct in _conjuncts(check.who))
        for check in rulebook.checks
    )


def _conjuncts(selector: a.Selector) -> Iterator[a.Selector]:
    match selector:
        case a.Both(parts):
            for part in parts:
                yield from _conjuncts(part)
        case a.Noun(_, meaning):
            yield from _conjuncts(meaning)
        case _:
            yield selector


def _possible(rulebook: Rulebook, conjunct: a.Selector, thing: Thing) -> bool:
    match conjunct:
        case a.InRegion(region):
            # An effect can turn what stands anywhere into ground, never into what is in the void.
            space = rulebook.space
            if space is None or thing.place is None:
                return False
            return region != space.void or thing.place.level == "void"
        case a.Compared(a.Read(characteristic, a.It()), ">=" | ">", a.Number(least)):
            known = rulebook.characteristics.get(characteristic)
            if known is not None and known.counter and least > 0:
                return thing.counters.get(characteristic, 0) > 0
    return True
