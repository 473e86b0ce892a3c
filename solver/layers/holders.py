"""Which parts are of abilities that some objects have: read off for all at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.board.columns import bits
from layerlaw.solver.board.kinds import NO_OBJECTS, NO_PARTS, Index, PartNumber

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from layerlaw.solver.board.kinds import Objects, Parts
    from layerlaw.solver.effects.parts import Part


class Holders:
    """Static parts by the objects that have their abilities."""

    def __init__(self, parts: Sequence[Part], numbers: Iterable[PartNumber]) -> None:
        self._parts = parts
        self._runs: list[tuple[Index, PartNumber, int]] = []
        self._of: dict[Index, list[PartNumber]] = {}
        self._all = NO_OBJECTS
        last = -2, -2
        for number in numbers:
            holder = parts[number].effect.holder
            self._of.setdefault(holder, []).append(number)
            self._all |= 1 << holder
            if (holder, number) == (last[0] + 1, last[1] + 1):
                first, start, length = self._runs[-1]
                self._runs[-1] = first, start, length + 1
            else:
                self._runs.append((holder, number, 1))
            last = holder, number

    def of(self, holders: Objects, instance: int | None = None) -> Parts:
        """The parts of these objects, or of one ability instance of them."""
        holders &= self._all
        theirs = NO_PARTS
        if instance is None and len(self._runs) <= holders.bit_count():
            for holder, number, length in self._runs:
                theirs |= (holders >> holder & (1 << length) - 1) << number
            return theirs
        for holder in bits(holders):
            for number in self._of[holder]:
                if instance is None or self._parts[number].effect.instance == instance:
                    theirs |= 1 << number
        return theirs
