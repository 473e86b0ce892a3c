"""What is decided so far in a search: who exists, to whom what is done, and what follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.board.columns import ALL, bits
from layerlaw.solver.board.kinds import NO_OBJECTS, Index, Objects
from layerlaw.solver.together.copies import OpenCopies
from layerlaw.solver.together.deeds import by_object
from layerlaw.solver.together.keys import COPY
from layerlaw.solver.together.numbers import met
from layerlaw.solver.together.operands import UNKNOWN
from layerlaw.solver.together.partial import Partial
from layerlaw.solver.together.ranges import Decided, NumberRanges
from layerlaw.solver.together.replacing import changed, replaced

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.effects.writing import Operand
    from layerlaw.solver.together.candidates import Candidates
    from layerlaw.solver.together.deeds import Candidate, Deed
    from layerlaw.solver.together.immediate_consequence import Done, Plain
    from layerlaw.solver.together.keys import Key
    from layerlaw.solver.together.partial import Range


NARROWED = 64
"""So often the ends of numbers alone are brought closer to each other."""


class State:
    """Decisions, guessed or worked out; `propagate` draws what follows from them.

    exists: by candidate; None where open. done, spared: by deed, the objects that it is, or is
    not, done to. ready: those for which its operand is known or guessed. values: these operands, by
    object (-1: for all). limits: the same, of numbers: the ends between which they lie. guesses:
    the objects for which operands are only guessed. guessed: what is looked at again, for it was
    guessed. directed: as in `Partial`.
    """

    def __init__(self, candidates: Candidates, plain: Plain, *, directed: bool = True) -> None:
        self.candidates = candidates
        self.plain = plain
        self.directed = directed
        self.exists: dict[Candidate, bool | None] = dict.fromkeys(candidates.all)
        self.done = dict.fromkeys(plain.deeds, NO_OBJECTS)
        self.spared = dict.fromkeys(plain.deeds, NO_OBJECTS)
        self.ready = dict.fromkeys(plain.deeds, NO_OBJECTS)
        self.operands: dict[Deed, tuple[Objects, Operand]] = {}
        self.values: dict[Deed, dict[int, Operand]] = {}
        self.limits: dict[Deed, dict[int, Range]] = {}
        self.guesses: dict[Deed, Objects] = {}
        self.guessed: set[Candidate | Deed] = set()
        self._firm: State | None = None
        self.partial = Partial(candidates.start, candidates.keys, {}, directed=directed)

    def copy(self) -> State:
        """The same decisions, to decide more."""
        other = State.__new__(State)
        other.candidates = self.candidates
        other.plain = self.plain
        other.directed = self.directed
        other.exists = self.exists.copy()
        other.done = self.done.copy()
        other.spared = self.spared.copy()
        other.ready = self.ready.copy()
        other.operands = self.operands.copy()
        other.values = self.values.copy()
        other.limits = self.limits.copy()
        other.guesses = self.guesses.copy()
        other.guessed = self.guessed.copy()
        other._firm = self._firm
        other.partial = self.partial
        return other

    # A state does not refer to itself, nor does what it knows: no circle keeps it from going.

    @property
    def firm(self) -> State:
        """What was decided before anything was guessed on the way here; itself if nothing was."""
        return self._firm or self

    @property
    def supposed(self) -> bool:
        """Whether anything was ever guessed on the way here."""
        return self._firm is not None

    def suppose(self) -> State:
        """A copy in which something is guessed."""
        other = self.copy()
        other._firm = self.firm
        return other

    def open(self, deed: Deed) -> Objects:
        """The objects for which it is not decided whether, and how, this is done to them."""
        exists = self.exists[deed.candidate]
        if exists is False:
            return NO_OBJECTS
        possible = deed.step.allowed & ~self.spared[deed]
        if exists is None:
            return possible
        return possible & ~(self.done[deed] & self.ready[deed])

    def unscoped(self, deed: Deed) -> Objects:
        """The objects for which it is not decided whether this is done to them."""
        if self.exists[deed.candidate] is False:
            return NO_OBJECTS
        return deed.step.allowed & ~self.spared[deed] & ~self.done[deed]

    def any_open(self) -> bool:
        """Whether anything is not decided."""
        return None in self.exists.values() or any(self.open(deed) for deed in self.plain.deeds)

    def decisions(self) -> tuple[dict[object, object], ...]:
        """All that is decided by now, to be compared."""
        parts = (self.exists, self.done, self.spared, self.ready, self.limits)
        return tuple({**part} for part in parts)

    def propagate(self) -> bool:
        """Decide whatever follows; False if something decided contradicts itself."""
        narrowed = 0
        while True:
            self.rebuild()
            before = (self.exists.copy(), self.done.copy(), self.spared.copy(), self.ready.copy())
            limits = self.limits.copy()
            for one, known in self.exists.items():
                if (known is None or one in self.guessed) and not self._look_at(one):
                    return False
            for deed in self.plain.deeds:
                if not self._look_into(deed):
                    return False
            if before == (self.exists, self.done, self.spared, self.ready):
                narrowed += 1
                if limits == self.limits or narrowed > NARROWED:
                    return True

    def _look_at(self, one: Candidate) -> bool:
        known = one.maybe(self.partial)
        if known is not None:
            if self.exists[one] is (not known):
                return False
            self.exists[one] = known
            self.guessed.discard(one)
        return True

    def _look_into(self, deed: Deed) -> bool:
        if self.exists[deed.candidate] is False:
            self.guessed.discard(deed)
            self.guesses.pop(deed, None)
            return True
        if self.unscoped(deed) or deed in self.guessed:
            least, most = deed.bounds(self.partial)
            if least & self.spared[deed] or self.done[deed] & ~most:
                return self._without(deed.candidate)
            self.done[deed] |= least
            self.spared[deed] |= deed.step.allowed & ~most
            if least == most and deed not in self.guesses:
                self.guessed.discard(deed)
        wanted = deed.step.allowed & ~self.spared[deed]
        if deed in self.guesses or wanted & ~self.ready[deed]:
            return self._look_for_operand(deed, wanted)
        return True

    def _without(self, one: Candidate) -> bool:
        """Decide that it does not exist, for it would contradict itself; False if it has to."""
        if self.exists[one]:
            return False
        self.exists[one] = False
        self.guessed.add(one)
        return True

    def _look_for_operand(self, deed: Deed, wanted: Objects) -> bool:
        guessed = self.guesses.pop(deed, NO_OBJECTS)
        if not deed.each:
            operand = deed.known(self.partial, -1)
            if operand is UNKNOWN:
                if guessed:
                    self.guesses[deed] = guessed
                    return True
                return self._narrow(deed, -1, wanted)
            if guessed and wanted and operand != self.values[deed][-1]:
                return False
            return self._know_within(deed, -1, operand, wanted)
        for it in bits(wanted & (guessed | ~self.ready[deed])):
            operand = deed.known(self.partial, it)
            if operand is UNKNOWN:
                if not guessed >> it & 1 and not self._narrow(deed, it, Objects(1 << it)):
                    return False
                continue
            if guessed >> it & self.done[deed] >> it & 1 and operand != self.values[deed][it]:
                return False
            guessed &= ~(1 << it)
            if not self._know_within(deed, it, operand, Objects(1 << it)):
                return False
        if guessed & wanted:
            self.guesses[deed] = guessed & wanted
        return True

    def _narrow(self, deed: Deed, it: int, wanted: Objects) -> bool:
        """Note between which ends an operand lies; False if there are none."""
        ranged = None if deed.ranged is None else deed.ranged(self.partial, it)
        return ranged is None or self.limit(deed, it, ranged, wanted)

    def limit(self, deed: Deed, it: int, ends: Range, wanted: Objects) -> bool:
        """The operand lies between these ends, if it is done to one of these objects.

        False if it is, and lies elsewhere.
        """
        known = self.limits.get(deed, {})
        within = met(known.get(it), ends)
        assert within is not None
        if within[0] > within[1]:
            if self.done[deed] & wanted:
                return self._without(deed.candidate)
            self.spared[deed] |= wanted
            self.guessed.add(deed)
        elif known.get(it) != within:
            self.limits[deed] = {**known, it: within}
        return True

    def _know_within(self, deed: Deed, it: int, operand: Operand, wanted: Objects) -> bool:
        """The operand is this one, and within what was said of it; False if that can't be."""
        if it in self.limits.get(deed, ()):
            assert isinstance(operand, int)
            if not self.limit(deed, it, (operand, operand), wanted):
                return False
        self._know(deed, it, operand)
        return True

    def _know(self, deed: Deed, it: int, operand: Operand) -> None:
        # What is there is shared with other states, so it is not added to.
        self.values[deed] = {**self.values.get(deed, {}), it: operand}
        self.ready[deed] |= ALL if it < 0 else 1 << Index(it)

    def take(self, other: State, candidates: Iterable[Candidate], deeds: Iterable[Deed]) -> None:
        """Decide these as they are decided in the other state."""
        if other.supposed:
            self._firm = None if other.firm is self else other.firm
        for one in candidates:
            self.exists[one] = other.exists[one]
        for deed in deeds:
            self.done[deed] = other.done[deed]
            self.spared[deed] = other.spared[deed]
            self.ready[deed] = other.ready[deed]
            self.values[deed] = other.values.get(deed, {})
            self.limits[deed] = other.limits.get(deed, {})
            self.operands.pop(deed, None)

    def guess_operand(self, deed: Deed, it: int, operand: Operand) -> None:
        """Suppose that the operand is this one (it: for that object; -1: for all)."""
        self._know(deed, it, operand)
        self.guesses[deed] = self.guesses.get(deed, NO_OBJECTS) | (
            ALL if it < 0 else 1 << Index(it)
        )
        self.guessed.add(deed)

    def operand(self, deed: Deed, scope: Objects) -> Operand:
        """The operand for these objects, where it is known or guessed."""
        values = self.values[deed]
        return tuple((it, values[it]) for it in bits(scope)) if deed.each else values[-1]

    def settled_deeds(self) -> list[Done]:
        """What is certainly done, with its operands, in the order of the steps."""
        done: list[Done] = []
        for deed in self.plain.deeds:
            if self.exists[deed.candidate]:
                scope = self.done[deed] & self.ready[deed]
                if scope:
                    known = self.operands.get(deed)
                    if known is None or known[0] != scope:
                        known = (scope, self.operand(deed, scope))
                        self.operands[deed] = known
                    done.append((deed, scope, known[1]))
        return done

    def decided(self) -> Decided:
        """What ranges of numbers are worked out from, as it is decided from now on."""
        return Decided(
            self.candidates,
            self.plain,
            self.directed,
            self.supposed,
            self.exists,
            self.done,
            self.spared,
            self.ready,
            self.limits,
            self.values,
        )

    def rebuild(self) -> None:
        """The board that what is decided makes, and what may still change on it."""
        settled = self.settled_deeds()
        board = self.plain.write(settled)
        sure = {deed: (scope, operand) for deed, scope, operand in settled}
        replacing = self.plain.replacing if self.directed else {}
        open: dict[Key, Objects] = {}
        copying: dict[Deed, Objects] = {}
        for deed in self.plain.deeds:
            if deed in replacing and deed in sure:
                # What earlier ones may have written there is gone.
                over = replaced(deed, *sure[deed])
                key = replacing[deed]
                open[key] = open.get(key, NO_OBJECTS) & ~over
                for other in copying if key == COPY else ():
                    copying[other] &= ~over
            mask = self.open(deed) if deed.writes else NO_OBJECTS
            if not mask:
                continue
            if deed in replacing:
                known = mask & self.ready[deed]
                mask &= ~known
                if replacing[deed] == COPY:
                    copying[deed] = known
                elif known:
                    mask |= changed(board, deed, known, self.operand(deed, known))
            for key in deed.writes:
                open[key] = open.get(key, NO_OBJECTS) | mask
        open = {key: mask for key, mask in open.items() if mask}
        self.partial = Partial(
            board,
            self.candidates.keys,
            open,
            NumberRanges(self.decided()),
            directed=self.directed,
            copies=self._open_copies(settled, copying) if any(copying.values()) else None,
        )

    def _open_copies(self, settled: list[Done], copying: dict[Deed, Objects]) -> OpenCopies:
        """The copies that may still be made, with what is known to be copied."""
        candidates = self.candidates
        base = candidates.start.fork()
        for deed, scope, operand in settled:
            if COPY in deed.writes:
                deed.prepared.write(base, scope, operand)
        made: list[tuple[Board, Objects]] = []
        for deed, mask in copying.items():
            if mask:
                board = base.fork()
                deed.prepared.write(board, mask, self.operand(deed, mask))
                made.append((board, mask))
        return OpenCopies(candidates.keys, candidates.instances, base, made)

    def lift(self, candidates: list[Candidate], deeds: list[Deed]) -> None:
        """Decide these by the least state that they come to together, from nothing."""
        board = self.partial.board
        settled = self.settled_deeds()
        last: dict[Deed, tuple[Objects, Operand]] = {}
        while True:
            exists = {one: one.exists(board) for one in candidates}
            extra: dict[Deed, tuple[Objects, Operand]] = {}
            for deed in deeds:
                there = exists.get(deed.candidate, self.exists[deed.candidate])
                scope = deed.scope(board) if there else NO_OBJECTS
                if scope:
                    extra[deed] = (scope, deed.prepared.operand(board, scope))
            if extra == last:
                break
            last = extra
            rest = {deed: (scope, operand) for deed, scope, operand in settled} | extra
            board = self.plain.write(
                (deed, *rest[deed]) for deed in self.plain.deeds if deed in rest
            )
        for one in candidates:
            self.exists[one] = exists[one]
        for deed in deeds:
            scope, operand = extra.get(deed, (NO_OBJECTS, None))
            self.done[deed] = scope
            self.spared[deed] = deed.step.allowed & ~scope
            self.ready[deed] = ALL
            self.values[deed] = by_object(deed, operand)
            self.operands[deed] = (scope, operand)
