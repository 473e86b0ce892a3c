"""What was done, as programs: who did it, to whom, and how often."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.board.kinds import NO_OBJECTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.algebra import Period
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.board.kinds import Objects
    from layerlaw.solver.effects.context import Context, Reach, SelectProgram


THE_BEGINNING = (-1, 0)
"""A moment before everything that an event says."""


@dataclass(frozen=True, slots=True)
class DeedsProgram:
    """Who did something, or had it done to them (`passive`), once for each time.

    whom: to whom, or by whom, as that is now.
    """

    deed: str
    passive: bool
    whom: SelectProgram | None
    period: Period

    def doers(self, context: Context, board: Board, it: int) -> Iterator[Objects]:
        """The bit of each, unless it is a new object since."""
        world = context.world
        since = context.began if self.period == "since then" else None
        if self.period == "at any time":
            since = THE_BEGINNING
        others = None if self.whom is None else self.whom.select(context, board, it)
        for deed in world.deeds(self.deed, since):
            one, other = deed.ends(self.passive)
            if one is None or one in deed.renewed or one not in world.index:
                continue
            if others is not None and not others & world.mask((other,) if other else ()):
                continue
            yield world.mask((one,)) & ~world.hidden


@dataclass(frozen=True, slots=True)
class SelectDid:
    """Those within reach that did something, or had it done to them.

    Players are, where they are asked: beside a word for players, or by a condition.
    """

    deeds: DeedsProgram
    reach: Reach

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        world = context.world
        bits = NO_OBJECTS
        for doer in self.deeds.doers(context, board, it):
            bits |= doer
        return bits & world.reaches[self.reach]


@dataclass(frozen=True, slots=True)
class ValueTimes:
    """How often those selected did something, or had it done to them."""

    of: SelectProgram
    deeds: DeedsProgram

    def number(self, context: Context, board: Board, it: int) -> int:
        """See `ValueProgram`."""
        meant = self.of.select(context, board, it)
        return sum(bool(doer & meant) for doer in self.deeds.doers(context, board, it))
