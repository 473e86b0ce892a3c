"""State-based checks: reading them off a complete state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra.mentions import names_in
from layerlaw.solver.board.columns import NAME, bits
from layerlaw.solver.board.kinds import NO_OBJECTS
from layerlaw.solver.derivation.permissions import may_on
from layerlaw.solver.effects.context import no_effect
from layerlaw.solver.effects.evaluate import scoped
from layerlaw.solver.facts.records import FateRecord

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from layerlaw.model.rulebooks.rulebook import StateCheck
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.board.kinds import Index, Objects
    from layerlaw.solver.derivation.course import Marks
    from layerlaw.solver.derivation.makers import Makers
    from layerlaw.solver.effects.context import Instances
    from layerlaw.solver.effects.world import World
    from layerlaw.solver.facts.situation import Timestamp


_Kind = tuple[tuple[object, ...], str]
"""What several have in common, and a name of theirs."""
ANY_NAME = "any name"
"""Stands for the name where the check does not ask for it."""


def marked(board: Board, effects: Makers) -> Callable[[], Marks]:
    """The marks of a board that is there already; effects: by what these bear."""
    return lambda: (board, effects)


def fates(
    world: World, instances: Instances, board: Board, marks: Callable[[], Marks]
) -> tuple[FateRecord, ...]:
    """What the rulebook's state-based checks find on a fully derived board.

    marks: asked for where a check obeys any. What can't have done to it what a check obeys is
    passed by, and so is one for each controller or name where the check says so. Clause:
    SORC-SBA-1.
    """
    records: list[FateRecord] = []
    taken = 0
    asking = no_effect(world, instances)
    for check in world.rulebook.checks:
        found = scoped(check.who, asking)(board, -1) & ~taken & world.everyone
        if not found:
            continue
        hit = NO_OBJECTS
        for index in bits(found) if check.obeys else ():
            id = world.things[index].id
            if may_on(world, *marks(), id, check.obeys, passive=True).allowed:
                hit |= 1 << index
        hit = hit if check.obeys else found
        for index in bits(hit) if check.cannot else ():
            bearer = world.bearer.get(index)
            if bearer is None or _can(world, marks(), index, check.cannot, bearer):
                hit &= ~(1 << index)
        if check.one_for_each:
            first = NO_OBJECTS
            if check.prefers is not None:
                first = scoped(check.prefers, asking)(board, -1)
            hit &= ~_left_over(world, board, check, found, found & ~hit, first)
        taken |= hit
        for index in bits(hit):
            id = world.things[index].id
            records.append(FateRecord(id, check.verdict, check.zone, check.clause))
    return tuple(records)


def _can(world: World, marks: Marks, index: Index, action: str, to: Index) -> bool:
    """Whether the object can do that to the other."""
    ids = world.things[index].id, world.things[to].id
    return may_on(world, *marks, ids[0], action, ids[1]).allowed


def _left_over(
    world: World, board: Board, check: StateCheck, found: Objects, safe: Objects, first: Objects
) -> Objects:
    """The one of each group that the check passes by.

    found: all that it selects. safe: those to which it can't be done; a group that has one needs
    no other. first: those that are passed by before others. Two have the same name if they have
    one in common, so that each is seen among those that are like it (Magic 201.2a).
    """
    by_name = "name" in check.one_for_each
    alike: dict[_Kind, list[Index]] = {}
    kinds: dict[Index, tuple[_Kind, ...]] = {}
    left = NO_OBJECTS
    for index in bits(found):
        ways = {
            "controller": board.value(world.rulebook.control, index),
            "owner": world.things[index].owner,
            "name": None,
            "bearer": world.bearer.get(index),
            "game": None,
        }
        shared = tuple(ways[what] for what in check.one_for_each)
        called = str(board.value(NAME, index) or "") if by_name else ANY_NAME
        if not called:
            left |= 1 << index  # What has no name has no name in common with anything.
            continue
        kinds[index] = tuple((shared, name) for name in names_in(called))
        for kind in kinds[index]:
            alike.setdefault(kind, []).append(index)
    staying: dict[tuple[_Kind, ...], Index | None] = {}
    for index, its in kinds.items():
        if its not in staying:
            staying[its] = _staying(
                world, check, {one for kind in its for one in alike[kind]}, safe, first
            )
        if staying[its] == index:
            left |= 1 << index
    return left


def _staying(
    world: World, check: StateCheck, group: Iterable[Index], safe: Objects, first: Objects
) -> Index | None:
    """The one of these that is passed by; None where one is safe, or the check knows none."""
    if any(safe >> index & 1 for index in group):
        return None
    rank = sorted((first >> index & 1, world.things[index].entered, index) for index in group)
    if check.ties and rank[1:] and _moment(rank[-1]) == _moment(rank[-2]):
        return None
    return rank[-1][-1]


def _moment(rank: tuple[int, Timestamp, Index]) -> tuple[int, int]:
    """Whether it is passed by before others, and the moment at which it came."""
    return rank[0], rank[1][0]
