"""Selectors that no effect can change what they select, as programs: ids, zones, targets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.board.kinds import NO_OBJECTS
from layerlaw.solver.effects.selections import union

if TYPE_CHECKING:
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.board.kinds import Objects
    from layerlaw.solver.effects.context import Context, Reach


@dataclass(frozen=True, slots=True)
class SelectEverything:
    """Everything within reach."""

    reach: Reach

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        return context.world.reaches[self.reach]


@dataclass(frozen=True, slots=True)
class SelectSource:
    """The source: within reach, or where its ability works; `direct`: wherever it is."""

    reach: Reach
    works: bool
    direct: bool = False

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        world = context.world
        if self.direct:
            return 1 << context.source & ~world.hidden
        if context.orphaned:
            return NO_OBJECTS
        among = world.reaches[self.reach]
        if self.works:
            among |= world.in_play if context.works is None else context.works
        return 1 << context.source & among


@dataclass(frozen=True, slots=True)
class SelectIds:
    """Objects by id. Players and rules are in no zone that could be named: whoever names them means
    them.
    """

    ids: tuple[str, ...]
    reach: Reach

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        world = context.world
        named = NO_OBJECTS
        for id in self.ids:
            index = world.index.get(id)
            if index is not None:
                named |= 1 << index
        return named & (world.reaches[self.reach] | world.all_players | world.rules)


@dataclass(frozen=True, slots=True)
class SelectIt:
    """The candidate that is looked at."""

    reach: Reach

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        return 1 << it & context.world.reaches[self.reach] if it >= 0 else NO_OBJECTS


@dataclass(frozen=True, slots=True)
class SelectTargets:
    """What was targeted."""

    reach: Reach

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        world = context.world
        return context.targets & (world.reaches[self.reach] | world.all_players)


@dataclass(frozen=True, slots=True)
class SelectZone:
    """Objects in a zone, or in any (`*`)."""

    zone: str
    reach: Reach

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        world = context.world
        here = (
            world.everyone | world.all_players
            if self.zone == "*"
            else world.zones.get(self.zone, NO_OBJECTS)
        )
        return here & world.reaches[self.reach]


@dataclass(frozen=True, slots=True)
class SelectFresh:
    """Objects that entered play this turn."""

    reach: Reach

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        return context.world.fresh & context.world.reaches[self.reach]


@dataclass(frozen=True, slots=True)
class SelectComers:
    """Objects that were in a zone before the one in which they are."""

    zone: str
    reach: Reach

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        world = context.world
        return world.comers.get(self.zone, NO_OBJECTS) & world.reaches[self.reach]


@dataclass(frozen=True, slots=True)
class SelectPrintedTokens:
    """Objects whose own card is a token."""

    reach: Reach

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        return context.world.printed_tokens & context.world.reaches[self.reach]


@dataclass(frozen=True, slots=True)
class SelectLinked:
    """Objects with which another one is linked."""

    reach: Reach

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        return context.world.linked & context.world.reaches[self.reach]


@dataclass(frozen=True, slots=True)
class SelectSquares:
    """Objects on one of the squares."""

    squares: tuple[int, ...]
    reach: Reach

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        world = context.world
        there = union(world.squares.get(square, 0) for square in self.squares)
        return there & world.reaches[self.reach]
