"""Players, values and conditions as programs, run as selections are."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.board.columns import ABILITIES
from layerlaw.solver.effects.context import only
from layerlaw.solver.facts.arithmetic import COMBINE, COMPARE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.model.algebra import Comparator, Several, SummaryKind
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.effects.context import (
        ConditionProgram,
        Context,
        PlayersProgram,
        SelectProgram,
        ValueProgram,
    )

NOBODY: frozenset[str] = frozenset()


# --- players -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayersNamed:
    """These players."""

    names: frozenset[str]

    def who(self, context: Context, board: Board, it: int) -> frozenset[str]:
        """See `PlayersProgram`."""
        return self.names


@dataclass(frozen=True, slots=True)
class PlayersUsing:
    """Who used the effect; of a static one, who controls its source."""

    def who(self, context: Context, board: Board, it: int) -> frozenset[str]:
        """See `PlayersProgram`."""
        if context.player is not None:
            return frozenset((context.player,))
        return _controller(context, board, context.source)


@dataclass(frozen=True, slots=True)
class PlayersOpposing:
    """Everybody else; of nobody, nobody."""

    players: PlayersProgram

    def who(self, context: Context, board: Board, it: int) -> frozenset[str]:
        """See `PlayersProgram`."""
        friends = self.players.who(context, board, it)
        return frozenset(context.world.players) - friends if friends else NOBODY


@dataclass(frozen=True, slots=True)
class PlayersControlling:
    """Who controls the one object selected."""

    of: SelectProgram

    def who(self, context: Context, board: Board, it: int) -> frozenset[str]:
        """See `PlayersProgram`."""
        return _controller(context, board, only(self.of.select(context, board, it)))


@dataclass(frozen=True, slots=True)
class PlayersOwning:
    """Who owns the one object selected."""

    of: SelectProgram

    def who(self, context: Context, board: Board, it: int) -> frozenset[str]:
        """See `PlayersProgram`."""
        index = only(self.of.select(context, board, it))
        name = "" if index is None else context.world.things[index].owner
        return frozenset((name,)) if name else NOBODY


def _controller(context: Context, board: Board, index: int | None) -> frozenset[str]:
    player = None if index is None else board.value(context.world.rulebook.control, index)
    return NOBODY if player is None else frozenset((str(player),))


# --- values --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ValueConstant:
    """A number."""

    constant: int

    def number(self, context: Context, board: Board, it: int) -> int:
        """See `ValueProgram`."""
        return self.constant


@dataclass(frozen=True, slots=True)
class ValueChosen:
    """The number that was chosen."""

    def number(self, context: Context, board: Board, it: int) -> int:
        """See `ValueProgram`."""
        return context.number


@dataclass(frozen=True, slots=True)
class PlayersRecorded:
    """A player for each candidate, by id."""

    by_id: Mapping[str, str]

    def who(self, context: Context, board: Board, it: int) -> frozenset[str]:
        """See `PlayersProgram`."""
        name = self.by_id.get(context.world.things[it].id, "") if it >= 0 else ""
        return frozenset((name,)) if name else frozenset()


@dataclass(frozen=True, slots=True)
class ValueRecorded:
    """A number for each candidate, by id."""

    by_id: Mapping[str, int]

    def number(self, context: Context, board: Board, it: int) -> int:
        """See `ValueProgram`."""
        return self.by_id.get(context.world.things[it].id, 0) if it >= 0 else 0


@dataclass(frozen=True, slots=True)
class ValueRead:
    """A number of the one object selected; 0 of none, or of several."""

    characteristic: str
    floor: int | None
    of: SelectProgram

    def number(self, context: Context, board: Board, it: int) -> int:
        """See `ValueProgram`."""
        index = only(self.of.select(context, board, it))
        if index is None:
            return 0
        return context.world.number(board, self.characteristic, index, self.floor)


@dataclass(frozen=True, slots=True)
class ValueOfKeyword:
    """The number of a keyword of the one object selected; on what is disabled none works."""

    keyword: str
    several: Several
    alone: int
    disabling: tuple[str, ...]
    of: SelectProgram

    def number(self, context: Context, board: Board, it: int) -> int:
        """See `ValueProgram`."""
        index = only(self.of.select(context, board, it))
        board = board.held
        if index is None or any(board.value(one, index) for one in self.disabling):
            return 0
        instances = context.instances
        numbers = [
            int(instances[instance].ability.number or self.alone)
            for instance, held in board.column(ABILITIES).items()
            if held >> index & 1 and instances.keyword(instance) == self.keyword
        ]
        if self.several == "total":
            return sum(numbers)
        return (max if self.several == "highest" else min)(numbers, default=0)


@dataclass(frozen=True, slots=True)
class ValuePart:
    """A part of a number of the one object selected; 0 of none, or of several."""

    characteristic: str
    part: str
    floor: int | None
    of: SelectProgram

    def number(self, context: Context, board: Board, it: int) -> int:
        """See `ValueProgram`."""
        index = only(self.of.select(context, board, it))
        if index is None:
            return 0
        return context.world.part(board, self.characteristic, self.part, index, self.floor)


@dataclass(frozen=True, slots=True)
class ValueCount:
    """How many objects are selected."""

    of: SelectProgram

    def number(self, context: Context, board: Board, it: int) -> int:
        """See `ValueProgram`."""
        return self.of.select(context, board, it).bit_count()


@dataclass(frozen=True, slots=True)
class ValueSummary:
    """The total, the highest or the lowest of the numbers of what is selected, or how many
    different ones there are."""

    how: SummaryKind
    characteristic: str
    floor: int | None
    of: SelectProgram

    def number(self, context: Context, board: Board, it: int) -> int:
        """See `ValueProgram`."""
        left = self.of.select(context, board, it)
        found: list[tuple[int, int]] = []
        for number, held in board.column(self.characteristic).items():
            if here := held & left:
                assert isinstance(number, int)
                if self.floor is not None or type(number) is not int:
                    number = context.world.as_read(number, self.floor)
                found.append((number, here))
                left &= ~held
        if left:
            found.append((0, left))
        if self.how == "total":
            products = [COMBINE["*"](number, here.bit_count()) for number, here in found]
            return reduce(COMBINE["+"], products, 0)
        numbers = [number for number, _ in found]
        if self.how == "different":
            return len({*numbers})
        return (max if self.how == "highest" else min)(numbers, default=0)


@dataclass(frozen=True, slots=True)
class ValueWords:
    """How many different words of a set what is selected has; words: the only ones that count."""

    characteristic: str
    words: frozenset[str]
    of: SelectProgram

    def number(self, context: Context, board: Board, it: int) -> int:
        """See `ValueProgram`."""
        meant = self.of.select(context, board, it)
        column = board.held.column(self.characteristic).items()
        return sum(
            1 for word, held in column if held & meant and (not self.words or word in self.words)
        )


@dataclass(frozen=True, slots=True)
class ValueArithmetic:
    """Arithmetic of two values."""

    left: ValueProgram
    sign: str
    right: ValueProgram

    def number(self, context: Context, board: Board, it: int) -> int:
        """See `ValueProgram`."""
        left = self.left.number(context, board, it)
        return COMBINE[self.sign](left, self.right.number(context, board, it))


# --- conditions ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ConditionTurn:
    """Whether it is the turn of one of the players."""

    players: PlayersProgram

    def holds(self, context: Context, board: Board, it: int) -> bool:
        """See `ConditionProgram`."""
        return context.world.situation.active in self.players.who(context, board.held, it)


@dataclass(frozen=True, slots=True)
class ConditionExists:
    """Whether anything is selected."""

    of: SelectProgram

    def holds(self, context: Context, board: Board, it: int) -> bool:
        """See `ConditionProgram`."""
        return self.of.select(context, board, it) != 0


@dataclass(frozen=True, slots=True)
class ConditionMatches:
    """Whether there are subjects, and all of them are selected too."""

    subjects: SelectProgram
    of: SelectProgram

    def holds(self, context: Context, board: Board, it: int) -> bool:
        """See `ConditionProgram`."""
        # More subjects make it harder to hold.
        meant = self.subjects.select(context, board.held, it)
        return meant != 0 and not meant & ~self.of.select(context, board, it)


@dataclass(frozen=True, slots=True)
class ConditionCompares:
    """Whether two values compare so."""

    left: ValueProgram
    comparator: Comparator
    right: ValueProgram

    def holds(self, context: Context, board: Board, it: int) -> bool:
        """See `ConditionProgram`."""
        board = board.held
        left = self.left.number(context, board, it)
        return COMPARE[self.comparator](left, self.right.number(context, board, it))


@dataclass(frozen=True, slots=True)
class ConditionNot:
    """Whether a condition does not hold."""

    of: ConditionProgram

    def holds(self, context: Context, board: Board, it: int) -> bool:
        """See `ConditionProgram`."""
        return not self.of.holds(context, board.held, it)


@dataclass(frozen=True, slots=True)
class ConditionJoined:
    """Whether all of the conditions hold, or any; all are asked, so that all are read."""

    of: tuple[ConditionProgram, ...]
    every: bool

    def holds(self, context: Context, board: Board, it: int) -> bool:
        """See `ConditionProgram`."""
        answers = [test.holds(context, board, it) for test in self.of]
        return all(answers) if self.every else any(answers)
