"""Which operations and effects commute: either order gives the same on every board."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from layerlaw.model.algebra.infinite import is_infinite
from layerlaw.model.algebra.split import parts_of
from layerlaw.model.algebra.writes import (
    BarStatus,
    LoseAbilities,
    Write,
    WriteAbility,
    WriteCopy,
    WriteMark,
    WriteName,
    WriteNumber,
    WritePlayer,
    WriteStatus,
    WriteText,
    WriteWords,
)
from layerlaw.model.dataclass import dataclass
from layerlaw.solver.board.columns import ABILITIES, NAME
from layerlaw.solver.certainty.orders.footprints import EffectFootprint, OperationFootprint, Unknown
from layerlaw.solver.certainty.orders.read_write_sets import LayerFootprints
from layerlaw.solver.effects.writing import GREATEST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook, Status
    from layerlaw.solver.board.columns import Board


@dataclass(frozen=True, slots=True)
class _NumberChange:
    """What is done to a number. values: None where they are not known."""

    how: str
    values: frozenset[int] | None
    least: int | None = None


@dataclass(frozen=True, slots=True)
class _WordChange:
    """What is done to a set. words: None where they are not known; old: what is replaced."""

    how: str
    words: frozenset[str] | None
    old: str = ""


@dataclass(frozen=True, slots=True)
class _PlayerChange:
    """Who gets control, or (barring) can't have it; None where that is not known."""

    barring: bool
    players: frozenset[str] | None


@dataclass(frozen=True, slots=True)
class _AbilityChange:
    """What is given or taken. keyword: of what is given; but: what is not taken, or None."""

    gives: bool
    bars: bool
    keyword: str | None
    but: tuple[str, ...] | None

    def takes(self, keyword: str | None) -> bool:
        """Whether this takes an ability of that keyword."""
        if self.but is not None:
            return keyword not in self.but
        return keyword == self.keyword


@dataclass(frozen=True, slots=True)
class _StatusChange:
    """A status is given, or barred."""

    bars: bool


@dataclass(frozen=True, slots=True)
class _NameChange:
    """What an object is called from then on; adds: besides its own names."""

    adds: bool
    names: frozenset[str]


_Change = _NumberChange | _WordChange | _PlayerChange | _AbilityChange | _StatusChange | _NameChange


class Operations:
    """Decides which operations commute.

    board: before any of them. deeds: all that may be done. grants_show: whether the order in which
    abilities are granted can show.
    """

    def __init__(
        self,
        rulebook: Rulebook,
        board: Board,
        deeds: Sequence[OperationFootprint],
        *,
        grants_show: bool = False,
    ) -> None:
        self.rulebook = rulebook
        self.board = board
        self.each_step = rulebook.policy("floor") == "each step"
        self.bar = rulebook.policy("loss") == "bar"
        self._grants_show = grants_show
        self._huge = {name for name in self._numbers(deeds) if self._may_be_huge(name, deeds)}
        self._swapped = {
            name
            for deed in deeds
            if any(map(_moves_numbers, deed.operation.writes))
            for name in deed.writes
        }

    def deeds_commute(self, one: OperationFootprint, other: OperationFootprint) -> bool:
        """Whether two operations, each with its objects and operand, may change places."""
        both = one.mask & other.mask
        if not both:
            return True
        if one.copies or other.copies:
            return False
        if one.operation == other.operation and not one.gains:
            mine, theirs = _operands(one, both), _operands(other, both)
            if mine is not None and mine == theirs:
                return True
        mine_touched, theirs_touched = self.touched(one, both), self.touched(other, both)
        return all(
            self._commute(what, touch, theirs_touched[what])
            for what, touch in mine_touched.items()
            if what in theirs_touched
        )

    def sums(self, one: OperationFootprint, other: OperationFootprint) -> bool:
        """Whether both only add to numbers, and no floor cuts what they have added so far."""
        writes = (one.operation.writes, other.operation.writes)
        return not self.each_step and all(
            of_one
            and all(isinstance(w, WriteNumber) and w.how in ("add", "subtract") for w in of_one)
            for of_one in writes
        )

    # --- what is touched ---------------------------------------------------------------------

    def touched(self, deed: OperationFootprint, both: int) -> dict[str, _Change]:
        """For each characteristic what the operation does to it, on those objects.

        Marks are only ever added, and so no part of it.
        """
        found: dict[str, _Change] = {}
        for write in deed.operation.writes:
            found |= self._touches(write, deed, both)
        return found

    def _touches(self, write: Write, deed: OperationFootprint, both: int) -> dict[str, _Change]:
        match write:
            case WriteNumber(name, "swap" | "change" as how):
                return {name: _NumberChange(how, None)}
            case WriteNumber(name, "clear"):
                return {name: _NumberChange("clear", frozenset())}
            case WriteNumber(name, "subtract"):
                numbers = _numbers(deed, both)
                minus = None if numbers is None else frozenset(-number for number in numbers)
                return {name: _NumberChange("add", minus)}
            case WriteNumber(name, how, least):
                return {name: _NumberChange(how, _numbers(deed, both), least)}
            case WriteWords(name, how, words, old):
                known = _words(deed, both) if words is None else frozenset(words)
                return {name: _WordChange(how, known, old)}
            case WritePlayer(name, "set"):
                return {name: _PlayerChange(False, _words(deed, both))}
            case WritePlayer():
                barred = _PlayerChange(True, _words(deed, both))
                every = self.rulebook.characteristics.values()
                return {one.name: barred for one in every if one.kind == "player"}
            case WriteAbility(how, keyword):
                bars = how == "bar" or (how == "lose" and self.bar)
                return {ABILITIES: _AbilityChange(how == "gain", bars, keyword, None)}
            case LoseAbilities(but):
                return {ABILITIES: _AbilityChange(False, self.bar, None, but)}
            case WriteStatus(status):
                given = self._given(self.rulebook.statuses[status])
                return {**given, status: _StatusChange(bars=False)}
            case BarStatus(status):
                return {status: _StatusChange(bars=True)}
            case WriteName(how, names):
                return {NAME: _NameChange(how == "add", frozenset(names))}
            case WriteCopy() | WriteText() | WriteMark():
                # What a copy or a text writes commutes with nothing, which is asked before.
                return {}
            case _:
                assert_never(write)

    def _given(self, status: Status) -> dict[str, _Change]:
        found: dict[str, _Change] = {name: _NumberChange("empty", None) for name in status.empties}
        if status.silences:
            found[ABILITIES] = _AbilityChange(False, self.bar, None, ())
        if status.nameless:
            found[NAME] = _NameChange(adds=False, names=frozenset())
        return found

    # --- what commutes -----------------------------------------------------------------------

    def _commute(self, what: str, one: _Change, other: _Change) -> bool:
        match one, other:
            case _NumberChange(), _NumberChange():
                return self._numbers_commute(what, one, other)
            case _WordChange(), _WordChange():
                return _words_commute(one, other) or _words_commute(other, one)
            case _PlayerChange(), _PlayerChange():
                return _control_commutes(one, other)
            case _AbilityChange(), _AbilityChange():
                return self._abilities_commute(one, other)
            case _StatusChange(), _StatusChange():
                return one.bars is other.bars
            case _NameChange(), _NameChange():
                return one == other or (one.adds and other.adds)
        return False

    def _numbers_commute(self, name: str, one: _NumberChange, other: _NumberChange) -> bool:
        if one.how == other.how and one.how in ("empty", "clear"):
            return True
        if one.values is None or other.values is None or name in self._huge:
            return False
        both = one.values | other.values
        how = {one.how, other.how}
        if how <= {"set", "fix"}:
            return len(both) == 1
        if len(how) > 1:
            return False
        if how in ({"at least"}, {"at most"}):
            return True
        if how == {"lower"}:
            return one.least == other.least and min(both) >= 0
        floor = self._floor(name)
        if how == {"add"}:
            if floor is None or max(both) <= 0:
                return True
            return min(both) >= 0 and self._above(name, floor)
        if how == {"multiply"}:
            return floor is None or (floor == 0 and min(both) >= 0)
        return False

    def _abilities_commute(self, one: _AbilityChange, other: _AbilityChange) -> bool:
        if one.gives and other.gives:
            return not self._grants_show
        if one.gives:
            return other.bars or not other.takes(one.keyword)
        if other.gives:
            return one.bars or not one.takes(other.keyword)
        return True

    def _floor(self, name: str) -> int | None:
        """The floor at which a number is cut whenever it is written."""
        known = self.rulebook.characteristics.get(name)
        return known.floor if known and self.each_step else None

    def _above(self, name: str, floor: int) -> bool:
        """Whether no number is, or could come to be, below the floor."""
        column = self.board.column(name)
        stored = all(
            isinstance(number, int) and min(parts_of(number)) >= floor for number in column
        )
        return stored and name not in self._swapped

    def _numbers(self, deeds: Sequence[OperationFootprint]) -> set[str]:
        return {
            what
            for deed in deeds
            for what, touch in self.touched(deed, deed.mask).items()
            if isinstance(touch, _NumberChange)
        }

    def _may_be_huge(self, name: str, deeds: Sequence[OperationFootprint]) -> bool:
        """Whether a number could grow beyond what is worked out, in some order."""
        sum_of_all = max((abs(n) for n in self._stored(name) if not is_infinite(n)), default=0)
        factor = 1
        for deed in deeds:
            touch = self.touched(deed, deed.mask).get(name)
            if isinstance(touch, _NumberChange) and touch.how == "change":
                return True
            if isinstance(touch, _NumberChange) and touch.values:
                most = max((abs(n) for n in touch.values if not is_infinite(n)), default=0)
                if touch.how == "multiply":
                    factor *= max(most, 1)
                else:
                    sum_of_all += most
        return sum_of_all * factor > GREATEST

    def _stored(self, name: str) -> list[int]:
        column = self.board.column(name)
        return [part for n in column if isinstance(n, int) for part in parts_of(n)]


class Commuting(Operations):
    """Decides which effects of one layer commute.

    Sound: what it says commutes does so on every board on which courses could bring the two.
    """

    def __init__(self, footprints: LayerFootprints) -> None:
        self.footprints = footprints
        deeds = [deed for one in footprints.all for deed in one.deeds]
        grants_show = footprints.system.ordered_grants
        rulebook = footprints.world.rulebook
        super().__init__(rulebook, footprints.board, deeds, grants_show=grants_show)

    def apart(self, one: EffectFootprint, other: EffectFootprint) -> bool:
        """Whether neither touches the other, and their operations commute."""
        touches = self.footprints.touches
        return (
            not touches(one, other)
            and not touches(other, one)
            and all(
                self.deeds_commute(first, second) for first in one.deeds for second in other.deeds
            )
        )

    def overlap(self, one: EffectFootprint, other: EffectFootprint) -> bool:
        """Whether both may write one cell, and one of them could hide there what else differs."""
        for first in one.deeds:
            for second in other.deeds:
                writes = (*first.operation.writes, *second.operation.writes)
                if any(isinstance(write, WriteMark) for write in writes):
                    continue
                if self.sums(first, second):
                    continue
                if any(mask & second.writes.get(name, 0) for name, mask in first.writes.items()):
                    return True
        return False


def _moves_numbers(write: Write) -> bool:
    """Whether it may write a number that stood elsewhere, or that is made of the old one."""
    return isinstance(write, WriteCopy) or (
        isinstance(write, WriteNumber) and write.how in ("swap", "change")
    )


def _operands(deed: OperationFootprint, both: int) -> object:
    """The operand on those objects; None where it is not known."""
    if deed.operand is Unknown.UNKNOWN:
        return None
    if isinstance(deed.operand, tuple):
        return tuple((index, one) for index, one in deed.operand if both >> index & 1)
    return ("for all", deed.operand)


def _numbers(deed: OperationFootprint, both: int) -> frozenset[int] | None:
    operand = deed.operand
    if isinstance(operand, int):
        return frozenset((operand,))
    if not isinstance(operand, tuple):
        return None
    return frozenset(number for index, number in operand if both >> index & 1)


def _words(deed: OperationFootprint, both: int) -> frozenset[str] | None:
    """The words, or the players, of the operand for any of those objects."""
    operand = deed.operand
    if isinstance(operand, frozenset):
        return operand
    if not isinstance(operand, tuple):
        return None
    found: frozenset[str] = frozenset()
    for index, words in operand:
        if both >> index & 1:
            found |= words
    return found


def _words_commute(one: _WordChange, other: _WordChange) -> bool:
    """Whether they commute, by the cases in which `one` stands first."""
    match one.how, other.how:
        case "add", "add":
            return True
        case "remove", "remove":
            return True
        case "set", "set":
            return one.words == other.words
        case "add", "remove":
            return (
                one.words is not None
                and other.words is not None
                and one.words.isdisjoint(other.words)
            )
        case "add", "set":
            return one.words is not None and other.words is not None and one.words <= other.words
        case "remove", "set":
            return (
                one.words is not None
                and other.words is not None
                and one.words.isdisjoint(other.words)
            )
        case "replace", "set":
            return other.words is not None and one.old not in other.words
        case "replace", "add":
            return other.words is not None and one.old not in other.words
        case "replace", "remove":
            return (
                one.words is not None
                and other.words is not None
                and one.old not in other.words
                and one.words.isdisjoint(other.words)
            )
        case "replace", "replace":
            if one.words is None or other.words is None:
                return False
            if one.old == other.old:
                return one.words == other.words
            return one.old not in other.words and other.old not in one.words
    return False


def _control_commutes(one: _PlayerChange, other: _PlayerChange) -> bool:
    if one.barring and other.barring:
        # Whoever has it may lose it to the owner once; nobody gets it but the owner.
        return True
    if one.players is None or other.players is None:
        return False
    if one.barring or other.barring:
        return one.players.isdisjoint(other.players)
    # For each object alone one player at most is written.
    return len(one.players | other.players) <= 1
