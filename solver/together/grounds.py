"""Whether a state stands on its own ground: whether all its deeds can be gathered from none.

A deed is what an operation does to one object, with its operand. From no deeds, each deed of the
state joins that is done on *every* state made by a set of deeds between those gathered and all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.board.columns import ABILITIES, ALL, FIXED, bits
from layerlaw.solver.board.kinds import NO_OBJECTS, Index
from layerlaw.solver.together.charts import OutsideError
from layerlaw.solver.together.deeds import by_object
from layerlaw.solver.together.formulas import every
from layerlaw.solver.together.keys import COPY
from layerlaw.solver.together.partial import Partial
from layerlaw.solver.together.ranges import NumberRanges
from layerlaw.solver.together.replacing import changed, replaced
from layerlaw.solver.together.state import State
from layerlaw.solver.together.worded import Worded

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.board.kinds import Objects
    from layerlaw.solver.effects.writing import Operand
    from layerlaw.solver.together.deeds import Candidate, Deed
    from layerlaw.solver.together.immediate_consequence import Done, Plain
    from layerlaw.solver.together.keys import Key

SPLITS = 20_000
"""So often the deeds between two bounds are split in two before a state is given up."""

FEW = 64
"""If more splits than that do not tell whether one deed is always done, clingo is asked."""

Masks = dict["Deed", "Objects"]
"""For each operation the objects that it is done to."""


def gathered(plain: Plain, state: Board) -> bool:
    """Whether all that is done on a state that agrees with itself is gathered from nothing.

    Raises `LayerlawError` where that takes more than `SPLITS` splits.
    """
    exists = {one: one.exists(state) for one in plain.candidates.all}
    return gathered_from(plain, exists, plain.done(state))


def gathered_from(plain: Plain, exists: Mapping[Candidate, bool], done: Iterable[Done]) -> bool:
    """The same of what is done in a state, or in a part of it that waits for nothing else."""
    return _Gathering(plain, exists, done).complete()


class _Gathering:
    """The deeds of one state, and which of them are gathered by now."""

    def __init__(
        self, plain: Plain, exists: Mapping[Candidate, bool], done: Iterable[Done]
    ) -> None:
        self.plain = plain
        self.deeds: Masks = {}
        self.operands: dict[Deed, dict[int, Operand]] = {}
        self.exists = exists
        for deed, scope, operand in done:
            self.deeds[deed] = scope
            self.operands[deed] = by_object(deed, operand)
        self.gathered: Masks = dict.fromkeys(self.deeds, NO_OBJECTS)
        self.refuted: dict[tuple[Deed, Index], Masks] = {}
        self.splits = 0

    def complete(self) -> bool:
        """Gather what can be gathered; whether that is everything."""
        while True:
            between = _Between(self, self.gathered, self.deeds)
            waiting = between.waiting()
            if not waiting:
                return self.gathered == self.deeds
            certain = between.certain(waiting)
            if not certain:
                certain = self._proved(between, waiting)
            if not certain:
                return False
            self.gathered = {
                deed: mask | certain.get(deed, NO_OBJECTS) for deed, mask in self.gathered.items()
            }

    def _proved(self, between: _Between, waiting: Masks) -> Masks:
        """The first of the waiting deeds that is done on every state between."""
        for deed, mask in waiting.items():
            for it in bits(mask):
                refuter = self.refuted.get((deed, it))
                if refuter is not None and _within(self.gathered, refuter):
                    continue
                if self._always(deed, it, between):
                    return {deed: 1 << it}
        return {}

    def _always(self, deed: Deed, it: Index, between: _Between) -> bool:
        """Whether the deed is done on every state between; the least and the greatest included.

        Those with one more deed, and those without it, are looked at apart until what is read
        stays as it is.
        """
        stack = [between]
        asking = self.splits + FEW
        while stack:
            if self.splits == asking:
                asking = -1
                known = self._told(deed, it, between)
                if known is not None:
                    return known
            now = stack.pop()
            for masks, board in ((now.low, now.least), (now.high, now.most)):
                if not self.is_done(deed, it, board):
                    self.refuted[deed, it] = masks
                    return False
            varying = None if now.certain({deed: 1 << it}) else now.read_by(deed, it)
            if varying is None:
                continue
            self.splits += 1
            if self.splits > SPLITS:
                raise LayerlawError(
                    "it takes too long to find out whether a state of these effects holds itself "
                    "up: " + ", ".join(dict.fromkeys(one.candidate.effect.id for one in self.deeds))
                )
            other, index = varying
            more = {**now.low, other: now.low[other] | 1 << index}
            less = {**now.high, other: now.high[other] & ~(1 << index)}
            stack.append(_Between(self, now.low, less, least=now.least))
            stack.append(_Between(self, more, now.high, most=now.most))
        return True

    def _told(self, deed: Deed, it: Index, between: _Between) -> bool | None:
        """What clingo says to that; None if formulas do not know the words."""
        from layerlaw.solver.together.models import Refutation

        worded = Worded(between.interval)
        try:
            asked = (
                worded.is_there(deed.candidate),
                worded.done(deed, it),
                worded.always_with(deed, it if deed.each else -1, self.operand_of(deed, it)),
            )
            refuting = Refutation(every(asked)).found()
        except OutsideError:
            return None
        if refuting is None:
            return True
        masks = dict(between.low)
        for other, index in refuting:
            masks[other] |= 1 << index
        if self.is_done(deed, it, self.board(masks)):
            return None
        self.refuted[deed, it] = masks
        return False

    def is_done(self, deed: Deed, it: Index, board: Board) -> bool:
        """Whether this is done to the object on the board, with the operand it has on the state."""
        bit = 1 << it
        if not deed.candidate.exists(board) or not deed.scope(board) & bit:
            return False
        return self.operand_of(deed, it) == by_object(deed, deed.prepared.operand(board, bit)).get(
            it if deed.each else -1
        )

    def operand_of(self, deed: Deed, it: int) -> Operand:
        """The operand with which it is done to the object on the state."""
        return self.operands[deed].get(it if deed.each else -1)

    def board(self, masks: Masks) -> Board:
        """The state that these deeds make."""
        return self.plain.write(
            (deed, masks[deed], self.operand(deed, masks[deed]))
            for deed in self.plain.deeds
            if masks.get(deed)
        )

    def operand(self, deed: Deed, scope: Objects) -> Operand:
        known = self.operands[deed]
        return tuple((it, known[it]) for it in bits(scope)) if deed.each else known[-1]


class _Between:
    """The states made by the sets of deeds between two of them: what is certain on all of them."""

    def __init__(
        self,
        gathering: _Gathering,
        low: Masks,
        high: Masks,
        *,
        least: Board | None = None,
        most: Board | None = None,
    ) -> None:
        self.gathering = gathering
        self.low = low
        self.high = high
        self.least = gathering.board(low) if least is None else least
        self.most = gathering.board(high) if most is None else most
        self._varying: dict[Deed, tuple[tuple[Key, Objects], ...]] | None = None
        self._interval: State | None = None

    def waiting(self) -> Masks:
        """The deeds that are not gathered and are done on the least state."""
        waiting: Masks = {}
        there: dict[Candidate, bool] = {}
        for deed, mask in self.high.items():
            rest = mask & ~self.low[deed]
            if not rest:
                continue
            one = deed.candidate
            if one not in there:
                there[one] = one.exists(self.least)
            if there[one]:
                done = self._alike(deed, rest & deed.scope(self.least))
                if done:
                    waiting[deed] = done
        return waiting

    def _alike(self, deed: Deed, scope: Objects) -> Objects:
        """The objects for which the operand on the least state is the right one."""
        if not scope:
            return NO_OBJECTS
        operands = by_object(deed, deed.prepared.operand(self.least, scope))
        if not deed.each:
            return scope if operands[-1] == self.gathering.operand_of(deed, -1) else NO_OBJECTS
        for it in bits(scope):
            if operands[it] != self.gathering.operand_of(deed, it):
                scope &= ~(1 << it)
        return scope

    def certain(self, asked: Masks) -> Masks:
        """Those that are done on every state between by all that bounds tell."""
        partial = self.interval.partial
        certain: Masks = {}
        known: dict[Candidate, bool] = {}
        for deed, mask in asked.items():
            one = deed.candidate
            if one not in known:
                known[one] = one.maybe(partial) is True
            least = deed.bounds(partial)[0] & mask if known[one] else NO_OBJECTS
            if not least:
                continue
            if not deed.each:
                same = deed.known(partial, -1) == self.gathering.operand_of(deed, -1)
                least = least if same else NO_OBJECTS
            else:
                for it in bits(least):
                    if deed.known(partial, it) != self.gathering.operand_of(deed, it):
                        least &= ~(1 << it)
            if least:
                certain[deed] = least
        return certain

    @property
    def interval(self) -> State:
        """What is done in all of them, and what is open between them."""
        if self._interval is None:
            gathering = self.gathering
            interval = State(gathering.plain.candidates, gathering.plain)
            interval.exists = dict(gathering.exists)
            for deed in gathering.plain.deeds:
                interval.ready[deed] = ALL
                interval.spared[deed] = deed.step.allowed & ~self.high.get(deed, NO_OBJECTS)
                interval.done[deed] = self.low.get(deed, NO_OBJECTS)
                interval.values[deed] = gathering.operands.get(deed, {})

            open: dict[Key, Objects] = {}
            for own in self.varying().values():
                for key, mask in own:
                    open[key] = open.get(key, NO_OBJECTS) | mask
            numbers = NumberRanges(interval.decided())
            interval.partial = Partial(
                self.least, gathering.plain.candidates.keys, open, numbers, directed=False
            )
            self._interval = interval
        return self._interval

    def varying(self) -> dict[Deed, tuple[tuple[Key, Objects], ...]]:
        """The deeds in between that may change something, with the keys and the objects.

        What is only ever added to (or only ever taken from) stays as it is if it is the same on the
        least state and on the greatest one. What something else takes the place of changes nothing.
        """
        if self._varying is None:
            rest = {
                deed: mask & ~self.low[deed]
                for deed, mask in self.high.items()
                if mask & ~self.low[deed] and deed.writes
            }
            up: dict[Key, Objects] = {}
            down: dict[Key, Objects] = {}
            for deed, mask in rest.items():
                for key in deed.writes:
                    column = _column(key)
                    way = _way(deed.prepared.operation, column)
                    if way >= 0:
                        up[column] = up.get(column, NO_OBJECTS) | mask
                    if way <= 0:
                        down[column] = down.get(column, NO_OBJECTS) | mask
            changes = {
                column: up.get(column, NO_OBJECTS) & down.get(column, NO_OBJECTS)
                | self._differing(column)
                for column in {**up, **down}
            }
            replacing = self._replacing(rest)
            varying: dict[Deed, tuple[tuple[Key, Objects], ...]] = {}
            for deed, mask in rest.items():
                changing = replacing.get(deed)
                own = tuple(
                    (key, here)
                    for key in deed.writes
                    for here in (mask & changes[_column(key)] if changing is None else changing,)
                    if here
                )
                if own:
                    varying[deed] = own
            self._varying = varying
        return self._varying

    def _replacing(self, rest: Masks) -> Masks:
        """Of deeds that take the place of others the objects on which they may change something."""
        gathering = self.gathering
        replacing = gathering.plain.replacing
        left: Masks = {}
        for deed, low in self.low.items():
            if deed not in replacing:
                continue
            if low:
                over = replaced(deed, low, gathering.operand(deed, low))
                for other in left:
                    if replacing[other] == replacing[deed]:
                        left[other] &= ~over
            if deed in rest:
                left[deed] = rest[deed]
        changes: dict[Key, Objects] = {}
        copied: Board | None = None
        for deed, mask in left.items():
            key, board = replacing[deed], self.least
            if key == COPY:
                # Copies come first: what is done later may hide what they change.
                if copied is None:
                    copied = gathering.board(
                        {d: m for d, m in self.low.items() if COPY in d.writes}
                    )
                board = copied
            if mask:
                new = changed(board, deed, mask, gathering.operand(deed, mask))
                changes[key] = changes.get(key, NO_OBJECTS) | new
        return {
            deed: mask & changes.get(replacing[deed], NO_OBJECTS) for deed, mask in left.items()
        }

    def _differing(self, column: Key) -> Objects:
        """The objects on which the least and the greatest state differ in a column."""
        differing = NO_OBJECTS
        for name in column:
            one, other = self.least.column(str(name)), self.most.column(str(name))
            for value in {**one, **other}:
                differing |= one.get(value, NO_OBJECTS) ^ other.get(value, NO_OBJECTS)
        return differing

    def read_by(self, deed: Deed, it: Index) -> tuple[Deed, Index] | None:
        """One of the varying deeds that may change what decides on this one, or None."""
        behind = self.gathering.plain.candidates.keys.behind
        asked: dict[Key, Objects] = {}
        for look in (*deed.looks, *deed.candidate.looks):
            where = 1 << it if look.where is None else look.where
            for key in behind(look.key):
                asked[key] = asked.get(key, NO_OBJECTS) | where
        for other, own in self.varying().items():
            for key, mask in own:
                hit = mask & asked.get(key, NO_OBJECTS)
                if hit:
                    return other, next(bits(hit))
        return None


def _column(key: Key) -> Key:
    """The columns of a board that hold what is written under a key."""
    match key:
        case ("word" | "words" | "any word", characteristic, *_):
            return (characteristic,)
        case ("keyword" | "ability" | "instance" | "lose" | "lose all", *_):
            return (ABILITIES,)
        case ("status", status):
            return (status,)
        case ("fixed", _):
            return (FIXED,)
        case _:
            return ()


def _way(operation: a.Operation, column: Key) -> int:
    """1 if the operation only adds to the column, -1 if it only takes from it, 0 if neither."""
    if not column:
        return 0
    match operation:
        case a.Gain() | a.AddMembers() | a.AddMembersOf() | a.Animate() | a.CantBeModified():
            return 1
        case a.SetStatus():
            return -1 if column == (ABILITIES,) else 1
        case a.Lose() | a.LoseAll() | a.CantHave() | a.RemoveMembers():
            return -1
        case _:
            return 0


def _within(small: Masks, large: Masks) -> bool:
    return all(not mask & ~large.get(deed, NO_OBJECTS) for deed, mask in small.items())
