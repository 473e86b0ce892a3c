"""A board of which not everything is known: what may still change, and who may be where.

The squares are known; what may be open is what is ground, where the ground passes the deep test,
and who controls what faces a way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import TYPE_CHECKING

from layerlaw.model.algebra.terms import SAME_PLACE
from layerlaw.model.dataclass import dataclass
from layerlaw.solver.board.columns import ALL, Board, bits
from layerlaw.solver.board.kinds import NO_OBJECTS, Index
from layerlaw.solver.effects.ways import HERE, either_way, faces
from layerlaw.solver.together.keys import control_key
from layerlaw.solver.together.read_sets import bearers, carried_looks

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping

    from layerlaw.model.algebra import Relation
    from layerlaw.solver.board.kinds import Objects
    from layerlaw.solver.effects.world import World
    from layerlaw.solver.together.copies import OpenCopies
    from layerlaw.solver.together.keys import Key, Keys
    from layerlaw.solver.together.read_sets import Looks


Interval = tuple["Objects", "Objects"]
"""The objects that certainly are meant, and those that possibly are."""

Range = tuple[int, int]
"""The least and the greatest number possible."""

Grouped = list[tuple["Range | None", "Objects"]]
"""Objects by the range of a number of theirs; None: it could be any number."""


@dataclass(slots=True)
class Partial:
    """A board some of whose cells may still change, with the objects of which, by written key.

    numbers: between which ends a number of each of some objects may come to be, where that is
    known. unsettled: the objects whose regions are not known, once that was asked. directed:
    whether what can only be gained, or only be lost, is told apart; else all that is looked at
    counts. told: what was told once, for it is asked again for many effects. copies: those that may
    still be made, if what they bring is known.
    """

    board: Board
    keys: Keys
    open: Mapping[Key, Objects]
    numbers: Callable[[str, Objects], Grouped] | None = None
    unsettled: Objects | None = None
    directed: bool = True
    told: dict[Hashable, Interval] = field(default_factory=dict)
    copies: OpenCopies | None = None

    def doubtful(self, key: Key) -> Objects:
        """The objects on which what is looked at under the key is not known yet."""
        doubt = self._open(self.keys.behind(key)) if self.open else NO_OBJECTS
        return doubt | self.copies.changing(key) if self.copies is not None else doubt

    def gaining(self, key: Key) -> Objects:
        """The objects that may yet come to have what is looked at under the key."""
        if not self.directed:
            return self.doubtful(key)
        doubt = self._open(self.keys.gaining(key)) if self.open else NO_OBJECTS
        return doubt | self.copies.bringing(key) if self.copies is not None else doubt

    def losing(self, key: Key) -> Objects:
        """The objects that may yet lose what is looked at under the key."""
        if not self.directed:
            return self.doubtful(key)
        doubt = self._open(self.keys.losing(key)) if self.open else NO_OBJECTS
        return doubt | self.copies.taking(key) if self.copies is not None else doubt

    def _open(self, written: Iterable[Key]) -> Objects:
        doubt = NO_OBJECTS
        for key in written:
            doubt |= self.open.get(key, NO_OBJECTS)
        return doubt

    def doubts(self, looks: Looks) -> Objects:
        """The candidates for which something that is looked at is not known yet."""
        doubt = NO_OBJECTS
        if self.open or self.copies is not None:
            for look in looks:
                mask = self.doubtful(look.key)
                if look.where is None:
                    doubt |= mask
                elif mask & look.where:
                    return ALL
        return doubt


def controller_doubts(partial: Partial, world: World) -> Objects:
    """The objects of which it is not known who is shown as controlling them.

    What is not in play is its owner's, whatever may be written on it.
    """
    doubt = partial.doubtful(control_key(world.rulebook))
    if world.rulebook.carried is not None:
        doubt |= partial.doubts(carried_looks(world.rulebook))
        for index in world.bearer if doubt else ():
            if bearers(1 << index, world) & doubt:
                doubt |= 1 << index
    return doubt & world.playing


def unsettled(partial: Partial, world: World) -> Objects:
    """The objects of which it is not known in which regions they are."""
    if partial.unsettled is None:
        partial.unsettled = _unsettled(partial, world)
    return partial.unsettled


def _unsettled(partial: Partial, world: World) -> Objects:
    space = world.rulebook.space
    if space is None or not space.ground:
        return NO_OBJECTS
    levels = world.levels
    somewhere = levels["surface"] | levels["deep"] | levels["void"]
    perhaps = partial.doubtful(("word", space.types, space.ground)) & somewhere
    ground = world.ground(partial.board) | perhaps
    depths = partial.doubtful(("number", space.deep_test)) & ground & ~perhaps
    for index in bits(depths):
        if _deep(partial, space.deep_test, index):
            depths &= ~(1 << index)
    doubt = perhaps | depths
    below = levels["deep"] & ~(ground & ~perhaps)
    for index in bits(doubt & world.in_play if below else NO_OBJECTS):
        doubt |= world.reach(HERE, index) & below
        # What has left play is below the ground too: it is still the source of effects.
        doubt |= below & ~world.in_play
    return doubt


def _deep(partial: Partial, test: str, index: int) -> bool:
    """Whether it is known that the ground passes the test, or does not, as it is on the board."""
    if partial.numbers is None:
        return False
    [(ends, _)] = partial.numbers(test, 1 << Index(index))
    if ends is None or ends[0] <= 0 < ends[1]:
        return False
    now = partial.board.value(test, index)
    return (isinstance(now, int) and now > 0) is (ends[0] > 0)


def placed_bounds(
    relation: Relation, anchors: Interval, partial: Partial, world: World
) -> Interval:
    """As `World.placed` for anchors that certainly, or possibly, are meant."""
    least = most = NO_OBJECTS
    doubt = NO_OBJECTS if relation == "atop" else unsettled(partial, world)
    space = world.rulebook.space
    turns = space is not None and faces(space, relation)
    facing = controller_doubts(partial, world) if turns else NO_OBJECTS
    for index in bits(anchors[1]):
        bit = 1 << index
        placed = world.placed(relation, index, partial.board)
        if space is not None and facing & bit:
            open = world.reach(either_way(space, relation), index)
        elif doubt:
            near = _near(relation, index, partial, world)
            open = near if doubt & bit else near & doubt
        else:
            open = NO_OBJECTS
        if anchors[0] & bit:
            least |= placed & ~open
        most |= placed | open
    return least, most


def _near(relation: Relation, index: int, partial: Partial, world: World) -> Objects:
    """The objects that may stand in the relation, whatever the regions are."""
    if relation in SAME_PLACE:
        return world.reach(HERE, index)
    return world.near(relation, index, partial.board)
