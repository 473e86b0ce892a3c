"""Observations that know what they looked at, so that few need to be made again.

Observing works through a board's columns one step after another, and every value looked at is
noted with the objects that it was looked at for. Where none of these has changed for any of those
objects, the same steps would find the same: so a part is observed again only if something it
looked at was written, and a trial of two parts is left out if the one could write nothing that the
other looked at. Parts of one kind look at the same and see the same, so that one look is enough;
so do those that pass by nothing but their own source, for what they do to the others, and those
that ask of their sources only who controls them, if that is one player.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from layerlaw.solver.certificate.replay.board import FIXED, ones
from layerlaw.solver.certificate.replay.parts import passing_by
from layerlaw.solver.facts.lists import as_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from layerlaw.solver.certificate.replay.alike import Kind
    from layerlaw.solver.certificate.replay.board import Key, ReplayBoard
    from layerlaw.solver.certificate.replay.effects import ReplayEffects
    from layerlaw.solver.certificate.replay.parts import Observation, ReplayPart

Watcher = TypeVar("Watcher")


class SharedLook:
    """What parts that exist would do, and what was looked at to know that.

    nobody: whether it is what would be done if the source were none of the objects.
    """

    __slots__ = ("reads", "seen")

    def __init__(
        self, part: ReplayPart, board: ReplayBoard, effects: ReplayEffects, *, nobody: bool
    ) -> None:
        self.reads: dict[Key, int] = {}
        board.reads = self.reads
        look = effects.look_of_nobody if nobody else effects.look
        try:
            self.seen: Observation = look(part, board)
        finally:
            board.reads = None


class ObservedPart:
    """A part observed on a board, and what was looked at for it.

    standing: what was looked at to know whether it exists. seen: what it would do; None if it does
    not exist. look: by what look that is known. kind: what it has in common with those that do the
    same; None where that is not known. of_player: whether they do only as long as one player
    controls all their sources. current: whether nothing of what was looked at has been written
    since.
    """

    __slots__ = ("current", "kind", "look", "of_player", "part", "seen", "standing")

    def __init__(
        self,
        part: ReplayPart,
        board: ReplayBoard,
        effects: ReplayEffects,
        looks: dict[Kind, SharedLook],
    ) -> None:
        self.part = part
        self.current = True
        self.standing: dict[Key, int] = {}
        self.kind = effects.kind(part)
        self.of_player = False
        self.look: SharedLook | None = None
        self.seen: Observation | None = None
        board.reads = self.standing
        try:
            exists = effects.exists(part, board)
            if exists and self.kind is None:
                # Who controls its source is looked at for this part, and not for all by one look.
                self.kind = effects.kind_of_player(part, board)
                self.of_player = self.kind is not None
        finally:
            board.reads = None
        if not exists:
            return
        # Where cells are marked as fixed, parts of one kind may do different things.
        kind, others = self.kind, False
        if FIXED in board.columns:
            kind = None
        elif kind is None:
            kind = effects.kind_of_others(part)
            others = kind is not None
        look = None if kind is None else looks.get(kind)
        if look is None:
            look = SharedLook(part, board, effects, nobody=others)
            if kind is not None:
                looks[kind] = look
        self.look = look
        self.seen = look.seen
        if others:
            own = 1 << effects.table.index[part.effect.source]
            self.seen = passing_by(look.seen, part.steps, own)

    @property
    def reads(self) -> dict[Key, int]:
        """All that was looked at, with the objects that it was looked at for."""
        reads = dict(self.standing)
        for key, among in self.look.reads.items() if self.look is not None else ():
            reads[key] = reads.get(key, 0) | among
        return reads


class Watchers(Generic[Watcher]):
    """Who looked at what."""

    def __init__(self) -> None:
        self._one: dict[Key, dict[int, list[Watcher]]] = {}
        self._several: dict[Key, dict[bytes, tuple[int, list[Watcher]]]] = {}

    def note(self, reads: dict[Key, int], watcher: Watcher) -> None:
        """That one looked at these values, for these objects."""
        for key, among in reads.items():
            if among & (among - 1):
                several = self._several.get(key)
                if several is None:
                    several = self._several[key] = {}
                several.setdefault(as_key(among), (among, []))[1].append(watcher)
            elif among:
                single = self._one.get(key)
                if single is None:
                    single = self._one[key] = {}
                single.setdefault(among.bit_length() - 1, []).append(watcher)

    def of(self, delta: Mapping[Key, int]) -> list[list[Watcher]]:
        """Those that looked at something that was written."""
        found: list[list[Watcher]] = []
        for key, written in delta.items():
            several = self._several.get(key)
            if several is not None:
                found += [own for among, own in several.values() if among & written]
            single = self._one.get(key)
            if single is None:
                continue
            if len(single) < written.bit_count():
                found += [own for place, own in single.items() if written >> place & 1]
            else:
                found += [single[place] for place in ones(written) if place in single]
        return found


class ObservedParts:
    """Parts on watch, by what they looked at."""

    def __init__(self) -> None:
        self.of: dict[ReplayPart, ObservedPart] = {}
        self.widely: dict[str, int] = {}
        self._standing: Watchers[ObservedPart] = Watchers()
        self._looking: Watchers[SharedLook] = Watchers()
        self._looks: dict[Kind, SharedLook] = {}
        # Who is observed by a look, one of a kind or all of them. It is not the look that knows:
        # circles of objects would be there until somebody looks for garbage.
        self._by: dict[SharedLook, list[ObservedPart]] = {}

    def watch(self, part: ReplayPart, board: ReplayBoard, effects: ReplayEffects) -> ObservedPart:
        """The part as observed on the board, anew where something that it looks at has changed."""
        known = self.of.get(part)
        if known is not None:
            if known.current:
                return known
            self.drop(part)
        made = self.of[part] = ObservedPart(part, board, effects, self._looks)
        self._standing.note(made.standing, made)
        self._widen(made.standing)
        look = made.look
        if look is not None:
            by = self._by.get(look)
            if by is None:
                by = self._by[look] = []
                self._looking.note(look.reads, look)
                self._widen(look.reads)
            by.append(made)
        return made

    def _widen(self, reads: dict[Key, int]) -> None:
        for (characteristic, _), among in reads.items():
            known = self.widely.get(characteristic, 0)
            if among & ~known:
                self.widely[characteristic] = known | among

    def drop(self, part: ReplayPart) -> None:
        """The part is no longer on watch."""
        known = self.of.pop(part, None)
        if known is not None:
            known.current = False

    def written(self) -> None:
        """The board was written on for good: no part is any longer seen by a look from before."""
        self._looks.clear()

    def touched(self, delta: dict[Key, int]) -> Iterable[ObservedPart]:
        """Those that looked at something that was written."""
        touched: dict[ObservedPart, None] = {}
        widely = self.widely
        if not any(written & widely.get(name, 0) for (name, _), written in delta.items()):
            return touched
        for watches in self._standing.of(delta):
            _note_current(watches, touched)
        for looks in self._looking.of(delta):
            stale = False
            for look in looks:
                by = self._by.get(look, [])
                _note_current(by, touched)
                if not by:
                    self._by.pop(look, None)
                    stale = True
            if stale:
                looks[:] = [look for look in looks if look in self._by]
        return touched


def _note_current(watches: list[ObservedPart], touched: dict[ObservedPart, None]) -> None:
    """Add those that are on watch by now; the others are forgotten."""
    current = [watch for watch in watches if watch.current]
    touched.update(dict.fromkeys(current))
    if len(current) < len(watches):
        watches[:] = current
