"""Which parts of one graph looked at something that was written: parts as rows of bits.

A part is the bit of its place among the pending ones. One trial may touch all others, so that it
has to be told of all at once and not one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.certificate.replay.board import ABILITIES, ones, row_of
from layerlaw.solver.facts.lists import as_key

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from layerlaw.solver.certificate.replay.alike import Kind
    from layerlaw.solver.certificate.replay.board import Key, ReplayBoard
    from layerlaw.solver.certificate.replay.effects import ReplayEffects
    from layerlaw.solver.certificate.replay.parts import ReplayPart
    from layerlaw.solver.certificate.replay.tracking import ObservedParts, SharedLook

MOST_SHIFTS = 32
"""So many different distances between the places of sources and parts are worth a shift each."""


class Sources:
    """The parts of these sources. places: for each part the place of its source."""

    def __init__(self, places: Sequence[int]) -> None:
        self._everyone = 0
        self._of: dict[int, int] = {}
        self._by_shift: dict[int, int] = {}
        for part, source in enumerate(places):
            self._everyone |= 1 << source
            self._of[source] = self._of.get(source, 0) | 1 << part
            shift = part - source
            self._by_shift[shift] = self._by_shift.get(shift, 0) | 1 << source
        self._all = (1 << len(places)) - 1
        self._last = 0, 0

    def parts(self, objects: int) -> int:
        """The parts whose source is one of the objects."""
        objects &= self._everyone
        if objects == self._everyone:
            return self._all
        if objects != self._last[0]:
            self._last = objects, self._found(objects)
        return self._last[1]

    def _found(self, objects: int) -> int:
        found = 0
        rest = self._everyone & ~objects
        fewest = min(objects.bit_count(), rest.bit_count())
        if fewest > len(self._by_shift) <= MOST_SHIFTS:
            for shift, sources in self._by_shift.items():
                hit = objects & sources
                found |= hit << shift if shift >= 0 else hit >> -shift
            return found
        if objects.bit_count() > fewest:
            return self._all & ~self._found(rest)
        for source in ones(objects):
            found |= self._of[source]
        return found


class Readers:
    """The pending parts that exist, by what they looked at.

    parts: all pending ones. kinds: for each kind the parts of it.
    """

    def __init__(
        self, pending: Sequence[ReplayPart], watches: ObservedParts, effects: ReplayEffects
    ) -> None:
        self._effects = effects
        self.parts = pending
        index = effects.table.index
        self._sources = Sources([index[part.effect.source] for part in pending])
        self._of_players = 0
        self._doubtful = 0
        self._plain = 0
        self._ending = 0
        self._of_instance: dict[object, int] = {}
        self._of_itself: dict[Key, int] = {}
        self._of_one: dict[Key, dict[int, int]] = {}
        self._of_several: dict[Key, dict[bytes, tuple[int, int]]] = {}
        self.kinds: dict[Kind, int] = {}
        self._kind_of: list[Kind | None] = []
        looking: dict[SharedLook, list[int]] = {}
        for place, part in enumerate(pending):
            watch, bit = watches.of[part], 1 << place
            kind = watch.kind
            self._kind_of.append(kind)
            if watch.look is None:
                continue
            looking.setdefault(watch.look, []).append(place)
            if kind is not None:
                self.kinds[kind] = self.kinds.get(kind, 0) | bit
            if watch.of_player:
                self._of_players |= bit
            doubtful = effects.may_be_gone(part, 0)
            if doubtful:
                self._doubtful |= bit
            instance = part.effect.instance
            if instance is not None and effects.ends_with_ability(part):
                self._of_instance[instance] = self._of_instance.get(instance, 0) | bit
                self._ending |= bit
                self._plain |= 0 if doubtful else bit
            self._note(watch.standing, 1 << index[part.effect.source], bit)
        for look, places in looking.items():
            own = 1 << index[pending[places[0]].effect.source] if len(places) == 1 else 0
            self._note(look.reads, own, row_of(places))

    def _note(self, reads: Mapping[Key, int], own: int, bits: int) -> None:
        """These parts looked at these values. own: their source, where they have the same."""
        for key, among in reads.items():
            if not among:
                continue
            if among == own:
                self._of_itself[key] = self._of_itself.get(key, 0) | bits
            elif among & (among - 1):
                several = self._of_several.setdefault(key, {})
                who = as_key(among)
                _, row = several.get(who, (among, 0))
                several[who] = among, row | bits
            else:
                rows = self._of_one.setdefault(key, {})
                one = among.bit_length() - 1
                rows[one] = rows.get(one, 0) | bits

    def alike(self, place: int, board: ReplayBoard) -> int:
        """The parts that do on the board the same as that one, itself among them."""
        kind = self._kind_of[place]
        if kind is None:
            return 1 << place
        alike = self.kinds[kind]
        if self._of_players >> place & 1:
            # They did, by who controlled their sources; now that may be another player.
            player = self._effects.controller(self.parts[place], board)
            for other in ones(alike):
                if self._effects.controller(self.parts[other], board) != player:
                    alike ^= 1 << other
        return alike

    def touched(self, delta: Mapping[Key, int]) -> int:
        """Those that looked at something that was written."""
        touched = 0
        for key, written in delta.items():
            alone = self._of_itself.get(key, 0) & ~touched
            if alone:
                touched |= alone & self._sources.parts(written)
            for among, row in self._of_several.get(key, {}).values():
                if among & written:
                    touched |= row
            rows = self._of_one.get(key)
            if rows is None:
                continue
            if len(rows) < written.bit_count():
                for who, row in rows.items():
                    if written >> who & 1:
                        touched |= row
            else:
                for who in ones(written):
                    touched |= rows.get(who, 0)
        return touched

    def removed(self, among: int, delta: Mapping[Key, int], board: ReplayBoard) -> int:
        """Those among them whose ability is taken, or can no longer work, after such writes."""
        changed = self._effects.may_have_lost(delta)
        if not changed:
            return 0
        removed = self._sources.parts(changed & self._effects.disabled(board)) & self._ending
        for (characteristic, what), written in delta.items():
            if characteristic == ABILITIES and what in self._of_instance:
                removed |= self._of_instance[what] & self._sources.parts(written)
        return removed & among

    def gone(self, among: int, delta: Mapping[Key, int], board: ReplayBoard) -> int:
        """Those among them that do not exist any more on the board after such writes."""
        effects = self._effects
        gone = 0
        for (characteristic, what), written in delta.items():
            if characteristic == ABILITIES:
                row = self._of_instance.get(what, 0) & among
                if row:
                    gone |= row & self._sources.parts(written)
        changed = effects.may_have_lost(delta)
        doubt = self._doubtful | (self._sources.parts(changed) if changed else 0)
        doubt &= among & ~gone
        if plain := doubt & self._plain:
            # They have their abilities, and no condition: nothing else can end them.
            gone |= plain & self._sources.parts(effects.disabled(board))
        for place in ones(doubt & ~self._plain):
            if not effects.exists(self.parts[place], board):
                gone |= 1 << place
        return gone
