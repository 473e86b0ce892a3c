"""What effects carry from layer to layer: that they began, their scopes, what is taken back.

A layer that is none of the document's makes no effect begun: what it does is only there ahead of
time. So it is gone once the ability is, unless the effect has begun by then, or takes the ability
away itself.
"""

from __future__ import annotations

from dataclasses import field
from itertools import chain
from typing import TYPE_CHECKING

from layerlaw.model.algebra import AddMembers, Animate
from layerlaw.model.algebra.trees import abilities_given, operations_of
from layerlaw.model.dataclass import dataclass
from layerlaw.solver.board.columns import (
    ABILITIES,
    ALL,
    BARS,
    FIXED,
    PERMISSIONS,
    Ignoring,
    Maker,
    Permit,
    Redirection,
)
from layerlaw.solver.board.kinds import NO_OBJECTS
from layerlaw.solver.effects.acts import takes_abilities

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.model.algebra import Operation
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.board.columns import Board, Flip
    from layerlaw.solver.board.kinds import Objects
    from layerlaw.solver.effects.parts import Observation, Part
    from layerlaw.solver.effects.programs import LayerProgram
    from layerlaw.solver.effects.world import World


@dataclass(slots=True)
class Begun:
    """What effects with parts in several layers carry from layer to layer.

    started: effects of which a part was applied (`Part.identity`). scopes: what their instructions
    selected. early: what static effects did in layers that do not make them begun. ahead: what was
    done before its own layer, which is given.
    """

    started: dict[Maker, None] = field(default_factory=dict)
    scopes: dict[tuple[Maker, int], Objects] = field(default_factory=dict)
    early: dict[Maker, Early] = field(default_factory=dict)
    ahead: dict[tuple[Maker, int], None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Early:
    """What one effect did in an early layer.

    maker: which one, as in `Part.identity`. source: its source, where the ability works.
    types: each type that it gave, with the objects that lacked it when the layer began.
    takes: whether it may have taken abilities.
    """

    maker: Maker
    source: Objects
    types: tuple[tuple[str, Objects], ...]
    takes: bool


def early_of(
    part: Part, seen: Observation, before: Board, done: Iterable[Early], world: World
) -> Early:
    """What the part's effect did early, once the part has had its turn on the board before.

    done: what effects did before it; what they gave was lacking when the layer began.
    """
    done = tuple(done)
    given = [pair for one in done for pair in one.types]
    own = [one for one in done if one.maker == part.identity]
    types = [pair for one in own for pair in one.types]
    for step, (scope, _) in zip(part.steps, seen, strict=True):
        for prepared in step.operations:
            if isinstance(prepared.operation, Animate):
                type = prepared.operation.type
                lacked = ~before.column(prepared.operation.characteristic).get(type, 0)
                for word, held in given:
                    lacked |= held if word == type else 0
                types.append((type, scope & lacked))
    takes = may_take(part, world) or any(one.takes for one in own)
    source = 1 << part.effect.holder if part.works else NO_OBJECTS
    return Early(part.identity, source, tuple(types), takes)


def may_take(part: Part, world: World) -> bool:
    """Whether the part may take what a static effect hangs on: its ability, or that this works."""
    return _takes(world, (one.operation for step in part.steps for one in step.operations))


def may_bring_about_taking(part: Part | LayerProgram, world: World) -> bool:
    """The same, of what the part may bring into existence too."""
    own = [one.operation for step in part.steps for one in step.operations]
    given = (ability for operation in own for ability in abilities_given(operation))
    return _takes(world, chain(own, *map(operations_of, given)))


def _takes(world: World, operations: Iterable[Operation]) -> bool:
    rulebook = world.rulebook
    return any(takes_abilities(rulebook, write) for one in operations for write in one.writes)


def settles_types(rulebook: Rulebook) -> int:
    """The first layer of the document that gives types; behind the last where none does.

    From there on, what was animated ahead of time is animated in its own time.
    """
    giving = rulebook.layers_listing(AddMembers(rulebook.types, ()).layer_words)
    late = (number for number in giving if not rulebook.layers[number].early)
    return next(late, len(rulebook.layers))


def take_back(part: Part, board: Board, begun: Begun, world: World) -> bool:
    """Take back what was done early by effects without their ability, now that the part is written.

    Returns whether anything was taken back. Clauses: SORC-SELF-1, SORC-OPEN-ANIMATE.
    """
    found = _to_take_back(part, board, begun, world)
    for characteristic, value, objects in found:
        board.remove(characteristic, value, objects)
    return bool(found)


def has_lost(early: Early, board: Board, world: World) -> bool:
    """Whether the source of a static effect that acted early lacks its ability, or is disabled."""
    has_it = board.column(ABILITIES).get(early.maker.instance, 0) & early.source
    for status in world.disabling:
        has_it &= ~board.column(status).get(True, 0)
    return early.maker.instance >= 0 and not has_it


def _to_take_back(part: Part, board: Board, begun: Begun, world: World) -> list[Flip]:
    """What there is on the board by early work that does not outlast the part's writing."""
    rulebook = world.rulebook
    if rulebook.layers[part.layer].early:
        return []
    # What others took in layers of the document's was looked at when they had been written.
    if not may_take(part, world) and not any(one.takes for one in begun.early.values()):
        return []
    stays: list[Early] = []
    ended: list[Early] = []
    for one in begun.early.values():
        goes_on = one.maker in begun.started or one.maker == part.identity
        (stays if goes_on or not has_lost(one, board, world) else ended).append(one)
    found: list[Flip] = []
    for one in ended:
        found.append((FIXED, one.maker, ALL))
        for bar in board.column(BARS):
            if isinstance(bar, tuple) and bar[0] == "status" and bar[1][1] == one.maker:
                found.append((BARS, bar, ALL))
        for mark in board.column(PERMISSIONS):
            assert isinstance(mark, Permit | Ignoring | Redirection)
            if mark.effect == one.maker:
                found.append((PERMISSIONS, mark, ALL))
        for type, objects in () if part.layer >= settles_types(rulebook) else one.types:
            given = 0
            for other in stays:
                for word, held in other.types:
                    given |= held if word == type else 0
            found.append((rulebook.types, type, objects & ~given))
    return [each for each in found if board.column(each[0]).get(each[1], 0) & each[2]]
