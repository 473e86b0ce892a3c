"""Regions and relations of place where not everything is known: who may be where.

The squares are known; what may be open is what is ground, where the ground passes the deep test,
and who controls what faces a way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.board.columns import bits
from layerlaw.solver.board.kinds import NO_OBJECTS
from layerlaw.solver.together.read_sets import controller_doubts

if TYPE_CHECKING:
    from layerlaw.model.algebra import Relation
    from layerlaw.solver.effects.world import World
    from layerlaw.solver.together.partial import Partial


def unsettled(partial: Partial, world: World) -> int:
    """The objects of which it is not known in which regions they are."""
    if partial.unsettled is None:
        partial.unsettled = _unsettled(partial, world)
    return partial.unsettled


def _unsettled(partial: Partial, world: World) -> int:
    space = world.rulebook.space
    if space is None:
        return 0
    levels = world.levels
    somewhere = levels["surface"] | levels["deep"] | levels["void"]
    perhaps = partial.doubtful(("word", "types", space.ground)) & somewhere
    ground = world.ground(partial.board) | perhaps
    depths = partial.doubtful(("number", space.deep_test)) & ground & ~perhaps
    for index in bits(depths):
        if _deep(partial, space.deep_test, index):
            depths &= ~(1 << index)
    doubt = perhaps | depths
    below = levels["deep"] & ~(ground & ~perhaps)
    for index in bits(doubt & world.in_play if below else NO_OBJECTS):
        doubt |= world.reach("square", index) & below
        # What has left play is below the ground too: it is still the source of effects.
        doubt |= below & ~world.in_play
    return doubt


def _deep(partial: Partial, test: str, index: int) -> bool:
    """Whether it is known that the ground passes the test, or does not, as it is on the board."""
    found = None if partial.number is None else partial.number(test, index)
    if found is None or found[0] <= 0 < found[1]:
        return False
    now = partial.board.value(test, index)
    return (isinstance(now, int) and now > 0) is (found[0] > 0)


def placed_bounds(
    relation: Relation, anchors: tuple[int, int], partial: Partial, world: World
) -> tuple[int, int]:
    """As `World.placed` for anchors that certainly, or possibly, are meant."""
    least = most = 0
    doubt = 0 if relation == "atop" else unsettled(partial, world)
    facing = controller_doubts(partial, world) if relation == "in front of" else 0
    for index in bits(anchors[1]):
        bit = 1 << index
        near: int
        open: int
        found = world.placed(relation, index, partial.board)
        if facing & bit:
            near = world.reach("forward", index) | world.reach("backward", index)
            open = near
        elif doubt:
            near = _near(relation, index, found, partial, world)
            open = near if doubt & bit else near & doubt
        else:
            open = 0
        if anchors[0] & bit:
            least |= found & ~open
        most |= found | open
    return least, most


def _near(relation: Relation, index: int, found: int, partial: Partial, world: World) -> int:
    """The objects that may stand in the relation, whatever the regions are."""
    if relation in ("nearby", "adjacent"):
        return world.reach(relation, index)
    if relation == "in front of":
        controller = partial.board.value("controller", index)
        if controller is None:
            return found
        forward = "forward" if controller == world.players[0] else "backward"
        return world.reach(forward, index)
    return world.reach("square", index)
