"""Observations that know what they looked at, so that few need to be made again.

Observing works through a board's columns one step after another, and every value looked at is
noted with the objects that it was looked at for. Where none of these has changed for any of those
objects, the same steps would find the same: so a part is observed again only if something it
looked at was written, and a trial of two parts is left out if the one could write nothing that the
other looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.certificate.replay.board import ones
from layerlaw.solver.facts.lists import as_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.solver.certificate.replay.board import Key, ReplayBoard
    from layerlaw.solver.certificate.replay.effects import ReplayEffects
    from layerlaw.solver.certificate.replay.parts import Observation, ReplayPart


class ObservedPart:
    """A part observed on a board, and what was looked at for it.

    current: whether nothing of that has been written since.
    """

    __slots__ = ("current", "part", "reads", "seen")

    def __init__(self, part: ReplayPart, board: ReplayBoard, effects: ReplayEffects) -> None:
        self.part = part
        self.current = True
        self.reads: dict[Key, int] = {}
        board.reads = self.reads
        try:
            self.seen: Observation | None = effects.observe(part, board)
        finally:
            board.reads = None


class ObservedParts:
    """Parts on watch, by what they looked at."""

    def __init__(self) -> None:
        self.of: dict[ReplayPart, ObservedPart] = {}
        self.widely: dict[str, int] = {}
        self._one: dict[Key, dict[int, list[ObservedPart]]] = {}
        self._several: dict[Key, dict[bytes, tuple[int, list[ObservedPart]]]] = {}

    def watch(self, part: ReplayPart, board: ReplayBoard, effects: ReplayEffects) -> ObservedPart:
        """The part as observed on the board, anew where something that it looks at has changed."""
        known = self.of.get(part)
        if known is not None:
            if known.current:
                return known
            self.drop(part)
        made = self.of[part] = ObservedPart(part, board, effects)
        for key, among in made.reads.items():
            if among:
                self.widely[key[0]] = self.widely.get(key[0], 0) | among
                if among & (among - 1):
                    several = self._several.setdefault(key, {})
                    several.setdefault(as_key(among), (among, []))[1].append(made)
                else:
                    self._one.setdefault(key, {}).setdefault(among.bit_length(), []).append(made)
        return made

    def drop(self, part: ReplayPart) -> None:
        """The part is no longer on watch."""
        known = self.of.pop(part, None)
        if known is not None:
            known.current = False

    def touched(self, delta: dict[Key, int]) -> Iterable[ObservedPart]:
        """Those that looked at something that was written."""
        touched: dict[ObservedPart, None] = {}
        for key, written in delta.items():
            for among, watches in self._several.get(key, {}).values():
                if among & written:
                    current = [watch for watch in watches if watch.current]
                    touched.update(dict.fromkeys(current))
                    if len(current) < len(watches):
                        watches[:] = current
            single = self._one.get(key)
            if single is not None:
                for place in ones(written):
                    for watch in single.get(place + 1, ()):
                        if watch.current:
                            touched[watch] = None
        return touched
