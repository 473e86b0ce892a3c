"""What could be gathered at all: deeds that nothing could bring about are not done in any answer.

A grounded state is gathered from nothing, deed by deed, and what joins is done on the state made by
what was gathered before. So whatever is done in it lies within the closure of all that is possibly
done where only what is certain, and what the closure has by then, was ever done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.board.columns import bits
from layerlaw.solver.board.kinds import NO_OBJECTS, Objects
from layerlaw.solver.together.numbers import hull, met

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.solver.together.deeds import Candidate, Deed
    from layerlaw.solver.together.partial import Range
    from layerlaw.solver.together.state import State

WIDENED = 2
"""An operand that grew so much more often than there are objects may be any number that it is not
known not to be. What is counted grows less often."""


def keep_founded(state: State) -> bool:
    """Decide that what could not be gathered is not done; False if it was decided to be."""
    return _Closure(state).carried_over()


class _Closure:
    """All that is possibly done; `within` is the state of which it is asked.

    reached: a state that has what was decided before anything was guessed, and may have whatever is
    in the closure.
    """

    def __init__(self, within: State) -> None:
        self.within = within
        self.reached = reached = within.firm.copy()
        self.possible = {one for one, known in within.firm.exists.items() if known}
        for one, known in within.exists.items():
            if known is False:
                reached.exists[one] = False
        self.pending: list[Deed] = []
        for deed in within.plain.deeds:
            if reached.exists[deed.candidate] is False:
                continue
            done = NO_OBJECTS
            if deed.candidate in self.possible:
                done = reached.done[deed] & reached.ready[deed]
            reached.done[deed] = done
            reached.spared[deed] = deed.step.allowed & ~done
            if deed.ranged is not None:
                reached.limits[deed] = {}
            if deed.step.allowed & ~within.spared[deed] & ~done:
                self.pending.append(deed)
        self.most = WIDENED + len(within.candidates.world.things)
        self.grown: dict[tuple[Deed, int], int] = {}
        grows = True
        while grows:
            reached.rebuild()
            grows = self._grow()

    def _grow(self) -> bool:
        """Whether anything joined that may be done where the closure may have been done."""
        partial = self.reached.partial
        for one, known in self.within.exists.items():
            if known is not False and one not in self.possible and one.maybe(partial) is not False:
                self.possible.add(one)
        changes = [
            change
            for deed in self.pending
            if deed.candidate in self.possible
            for change in self._joining(deed)
        ]
        for deed, it, mask, ends in changes:
            self.reached.spared[deed] &= ~mask
            if ends is not None:
                self.reached.limits[deed] = {**self.reached.limits[deed], it: ends}
            elif deed.ranged is not None:
                self.reached.limits[deed] = {
                    other: known
                    for other, known in self.reached.limits[deed].items()
                    if other != it
                }
        return bool(changes)

    def _joining(self, deed: Deed) -> Iterable[tuple[Deed, int, Objects, Range | None]]:
        """For which objects it joins, or with which operands: the ends between which they lie."""
        reached, within = self.reached, self.within
        partial = reached.partial
        open = deed.step.allowed & ~within.spared[deed]
        old = deed.step.allowed & ~reached.spared[deed]
        scope = (open & ~old and open & deed.bounds(partial)[1]) | old
        scope &= ~(reached.done[deed])
        if not scope:
            return
        if deed.ranged is None:
            if scope & ~old:
                yield deed, -1, Objects(scope & ~old), None
            return
        for it in bits(scope) if deed.each else (-1,):
            mask = Objects(1 << it) if deed.each else Objects(scope)
            there = bool(old & mask)
            known = reached.limits[deed].get(it)
            if there and known is None and not mask & ~old:
                continue  # It may be any number already.
            ends = met(deed.ranged(partial, it), self._told(deed, it, mask))
            if ends is not None and ends[0] > ends[1]:
                continue
            if there and known is not None and ends is not None:
                ends = hull(known, ends)
                if ends != known:
                    self.grown[deed, it] = self.grown.get((deed, it), 0) + 1
                    if self.grown[deed, it] > self.most:
                        ends = self._told(deed, it, mask)
            elif there:
                ends = None
            if mask & ~old or ends != known:
                yield deed, it, Objects(mask & ~old), ends

    def _told(self, deed: Deed, it: int, mask: Objects) -> Range | None:
        """Between which ends the operand is known to lie."""
        within = self.within
        if within.ready[deed] & mask and it in within.values.get(deed, ()):
            value = within.values[deed][it]
            assert isinstance(value, int)
            return value, value
        return within.limits.get(deed, {}).get(it)

    def carried_over(self) -> bool:
        """Whether nothing that is decided contradicts that only the closure is done."""
        within, reached = self.within, self.reached
        for one, known in within.exists.items():
            if known is not False and one not in self.possible and not self._leave_out(one):
                return False
        for deed in self.pending:
            one = deed.candidate
            if within.exists[one] is False:
                continue
            never = deed.step.allowed & ~within.spared[deed] & reached.spared[deed]
            if never & within.done[deed]:
                if not self._leave_out(one):
                    return False
                continue
            if never:
                within.spared[deed] |= never
                within.guessed.add(deed)
            if deed.numbers is None:
                continue  # Of numbers that feed on each other it is not told which are gathered.
            left = deed.step.allowed & ~within.spared[deed]
            for it, ends in reached.limits[deed].items():
                mask = Objects(1 << it) & left if it >= 0 else left
                if mask & ~within.ready[deed] and not within.limit(deed, it, ends, Objects(mask)):
                    return False
        return True

    def _leave_out(self, one: Candidate) -> bool:
        """Decide that it does not exist; False if it is decided that it does."""
        within = self.within
        if within.exists[one]:
            return False
        within.exists[one] = False
        within.guessed.add(one)
        return True
