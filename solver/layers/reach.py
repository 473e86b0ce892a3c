"""Which parts depend on which under the action test, trying only those that one can touch.

Applying y can matter to x only where it changes a cell that x reads. That x's source still has its
ability is read off for all x at once; the rest is tried, once for all x that do the same, and once
for all y that do.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from layerlaw.model.algebra import LoseAll, SetStatus
from layerlaw.solver.board.columns import (
    ABILITIES,
    ANY,
    FIXED,
    KEYWORD,
    NAME,
    VALUE,
    barred_status,
    bits,
    value_read,
)
from layerlaw.solver.board.kinds import NO_OBJECTS, NO_PARTS, PartNumber, Parts
from layerlaw.solver.effects.reads import merge
from layerlaw.solver.layers.flips import net_flips, touched_by
from layerlaw.solver.layers.graph import lowest, set_of
from layerlaw.solver.layers.holders import Holders
from layerlaw.solver.layers.observe import does_nothing

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from layerlaw.solver.board.columns import Board, Flip, Maker
    from layerlaw.solver.board.kinds import Objects
    from layerlaw.solver.effects.parts import Alike, BoundProgram, Observation, Part
    from layerlaw.solver.effects.reads import Reads
    from layerlaw.solver.layers.graph import Columns
    from layerlaw.solver.layers.observe import Observer
    from layerlaw.solver.layers.trial import Speaking

    _Observed = tuple[Parts, bool, list[tuple[PartNumber, Observation | None]]]
    """Parts that do the same, whether one speaks for all, and what those asked do after a trial."""

    _Kind = BoundProgram | int
    """What parts do: a program that they share, or what is the same for each player (`kin`)."""

    _Speaking = PartNumber | Speaking
    """Parts that do the same on a board: of a kind, or of a kind and a player; or one alone."""

    _Tried = tuple[Parts, Parts, frozenset[str]]
    """Who depends on a part, who of them is gone after it, and what it changed."""

_NOTHING: frozenset[str] = frozenset()


class Reach:
    """The dependencies among the parts pending on one board.

    parts: every part of the layer by number; pending: the numbers of those that exist on the
    board. alike: what both or neither of a pair have to do. acting: those that depend on each
    other by what they do; all others do by who no longer has their abilities. gone: for each part
    that was tried, those that plainly no longer have their abilities after it; changes: what it
    changed. looks: what is looked at by what parts do, besides whether their sources have the
    ability.
    """

    def __init__(
        self,
        observer: Observer,
        board: Board,
        parts: Sequence[Part],
        pending: Sequence[PartNumber],
        *,
        alike: Alike,
        acting: Parts,
    ) -> None:
        self.observer = observer
        self.board = board
        self.parts = parts
        self._seen: dict[_Speaking, Observation] = {}
        # What was tried on the board as it is; see `_speaking`.
        self._tried: dict[_Speaking, _Tried] = {}
        self._alike = alike
        self._acting = acting
        self._disabling = observer.world.disabling
        started = observer.begun.started
        continues = bool(started) and (
            observer.world.rulebook.policy("ability lost") == "continues"
        )
        # What looks at a characteristic: by what they do, the parts and the cells.
        self._readers: dict[str, dict[_Kind, tuple[Parts, int]]] = {}
        self._kind = self._everyone = NO_PARTS
        self.valued: set[str] = set()
        self.looks: dict[_Kind, frozenset[str]] = {}
        self.changes: dict[PartNumber, frozenset[str]] = {}
        mortal: list[PartNumber] = []
        doing: dict[_Kind, Parts] = {}
        reads: dict[_Kind, Reads] = {}
        for number in pending:
            part = parts[number]
            program = part.program
            kind: _Kind = program if program.kin is None else program.kin
            members = doing.get(kind)
            if members is None:
                doing[kind], reads[kind] = Parts(1 << number), program.reads
            else:
                doing[kind] = Parts(members | 1 << number)
                if kind is not program:
                    reads[kind] = merge(reads[kind], program.reads)
            if alike == "defining" and part.effect.ability.defines:
                self._kind |= 1 << number
            if part.exists and not (continues and part.identity in started):
                mortal.append(number)
        # Those that are not the only ones to do what they do.
        self._several = NO_PARTS
        of_players = NO_PARTS
        for kind, members in doing.items():
            self._everyone |= members
            if members & (members - 1):
                self._several |= members
                of_players |= members if isinstance(kind, int) else NO_PARTS
            if alike == "setting" and parts[lowest(members)].sets:
                self._kind |= members
            valued = {name.partition(VALUE)[0] for name in reads[kind] if VALUE in name}
            self.valued |= valued
            # Where values or keywords are told apart, their column is not looked at as a whole.
            looks = {
                characteristic: mask
                for characteristic, mask in reads[kind].items()
                if characteristic != ABILITIES and not (characteristic in valued and mask >= 0)
            }
            self.looks[kind] = frozenset(looks)
            for characteristic, mask in looks.items():
                self._readers.setdefault(characteristic, {})[kind] = members, mask
        self._of_players = Holders(parts, bits(of_players)) if of_players else None
        self._mortal = Holders(parts, mortal)
        existence = {ABILITIES, *self._disabling} if mortal else set[str]()
        self._keywords = [name for name in self._readers if name.startswith(KEYWORD)]
        if self._keywords:
            existence.add(ABILITIES)
        self._watched = existence.union(self._readers, self.valued)
        self._having: dict[str, Objects] | None = None
        self.gone: Columns = {}
        # Of the scopes that were kept: how many of them were looked at, and whose they are.
        self._scopes: object = None
        self._scopes_seen = 0
        self._scoped: dict[tuple[Maker, int], Parts] | None = None
        self._kept = NO_PARTS

    def forget(self, gone: Parts) -> None:
        """These parts are no longer pending."""
        self._everyone &= ~gone

    def touched_readers(self, touched: Reads) -> tuple[Parts, set[str]]:
        """The pending parts that look at one of these cells, which were written, and all that they
        look at; what they would do is not known."""
        readers = NO_PARTS
        looked_at: set[str] = set()
        for kind, members in self._touched(touched, self._everyone).items():
            readers |= members
            looked_at |= self.looks[kind]
            if not isinstance(kind, int):
                self._seen.pop(kind, None)
                continue
            for player in (*self.observer.world.players, None):
                self._seen.pop((kind, player), None)
        for number in bits(readers):
            self._seen.pop(number, None)
        self._tried.clear()
        if ABILITIES in touched:
            self._having = None
        return readers, looked_at

    def known(self, number: PartNumber, written: Collection[str]) -> Observation | None:
        """What the part was seen to do, unless it looks at what was written on the board since."""
        seen = self._seen.get(self._speaking(number))
        if seen is None or (
            written and not self.parts[number].program.reads.keys().isdisjoint(written)
        ):
            return None
        return seen

    def seen(self, number: PartNumber) -> Observation:
        """What the part would do on the board."""
        speaking = self._speaking(number)
        seen = self._seen.get(speaking)
        if seen is None:
            seen = self._seen[speaking] = self.observer.look(self.parts[number], self.board)
        return seen

    def _speaking(self, number: PartNumber) -> _Speaking:
        """What does the same on the board as the part: by what it is known what that would do."""
        if not self._several or not self._several >> number & 1:
            return number
        if self.board.columns.get(FIXED):
            return number
        if self._with_kept_scopes() >> number & 1:
            return number
        program = self.parts[number].program
        if program.kin is None:
            return program
        control = self.observer.world.rulebook.control
        return program.kin, self.board.value(control, self.parts[number].effect.holder)

    def columns_with(self, fresh: Sequence[PartNumber]) -> Columns:
        """For each part those that depend on it, where it or they are one of the fresh ones."""
        new = set_of(fresh)
        columns: Columns = {}
        for number in bits(self._everyone):
            mask = self.dependents(number)
            if not new >> number & 1:
                mask &= new
            if mask:
                columns[number] = mask
        return columns

    def harmless(self, part: Part) -> bool:
        """Whether the part writes nothing that any pending part looks at."""
        writes = part.writes
        if not writes.isdisjoint(self._watched):
            return False
        return (
            writes.isdisjoint(self.observer.world.decide_control)
            or self.observer.world.rulebook.control not in self._watched
        )

    def dependents(self, number: PartNumber) -> Parts:
        """The parts that would do something else if this one were applied first."""
        part = self.parts[number]
        if self.harmless(part):
            return NO_PARTS
        speaking = self._speaking(number)
        others = self._everyone & ~(1 << number)
        if isinstance(speaking, int):
            tried = self._try(number, part, others)
        elif speaking in self._tried:
            tried = self._tried[speaking]
        else:
            tried = self._tried[speaking] = self._try(number, part, self._everyone)
        dependents, self.gone[number], self.changes[number] = tried
        return dependents & others

    def _try(self, number: PartNumber, part: Part, others: Parts) -> _Tried:
        """What is seen if the part is applied first: who of the others depends on it, and how."""
        seen = self.seen(number)
        if does_nothing(seen):
            return NO_PARTS, NO_PARTS, _NOTHING
        if self._alike != "nothing":
            others &= self._kind if self._kind >> number & 1 else ~self._kind
        readers = others & self._acting if self._acting >> number & 1 else NO_PARTS
        marked = bool(self.board.column(FIXED))
        controlled = self._controlled()
        observed: list[_Observed] = []
        touched: dict[_Kind, Parts] = {}
        changes = self._plain_losses(part, seen)
        if changes is not None:
            lost = changes.get(ANY, NO_OBJECTS)
            for status in self._disabling:
                lost |= changes.get(status, NO_OBJECTS)
            gone = self._mortal.of(lost) & others
            touched = self._touched(changes, readers & ~gone)
        if changes is None or touched:
            journal = self.board.attempt()
            try:
                self.observer.write(part, seen, self.board)
                if changes is None:
                    net = net_flips(journal)
                    changes = touched_by(net, self.observer.instances, self.valued)
                    gone = self._gone(net) & others
                    touched = self._touched(changes, readers & ~gone)
                observed = self._observed(touched, controlled, marked=marked)
            finally:
                self.board.take_back()
        dependents = gone
        for members, alike, now in observed:
            differing = self._differing(now)
            dependents |= members if alike and differing else differing
        return dependents, gone, frozenset(changes)

    def _controlled(self) -> list[Objects]:
        """What each player controls on the board, where what is pending is told apart by that."""
        if self._of_players is None:
            return []
        return [*self.board.column(self.observer.world.rulebook.control).values()]

    def _plain_losses(self, part: Part, seen: Observation) -> Reads | None:
        """The cells that the part changes, if it takes all abilities and does little else."""
        if len(seen) != 1 or len(seen[0][1]) != 1:
            return None
        [step] = part.steps
        [prepared] = step.operations
        operation = prepared.operation
        if isinstance(operation, SetStatus):
            status = self.observer.world.rulebook.statuses[operation.status]
            emptied = (*status.empties, *((NAME,) if status.nameless else ()))
            if not status.silences or any(name in self._watched for name in emptied):
                return None
        elif not isinstance(operation, LoseAll) or operation.but:
            return None
        if self._having is None:
            self._having = self._who_has()
        cut = step.cuts[0]
        scope = seen[0][0] if cut is None else seen[0][0] & ~cut(self.board, -1)
        if isinstance(operation, SetStatus):
            scope &= ~barred_status(self.board, operation.status)
        changes: Reads = {name: hit for name, held in self._having.items() if (hit := held & scope)}
        if isinstance(operation, SetStatus):
            new = scope & ~self.board.column(operation.status).get(True, NO_OBJECTS)
            changes[operation.status] = changes[value_read(operation.status, True)] = new
        return changes

    def _who_has(self) -> dict[str, Objects]:
        """Who has any ability, and who has one of each keyword that is looked at."""
        having = dict.fromkeys([ANY, *self._keywords], NO_OBJECTS)
        for instance, held in self.board.column(ABILITIES).items():
            having[ANY] |= held
            keyword = self.observer.instances.keyword(instance)
            if keyword is not None and KEYWORD + keyword in having:
                having[KEYWORD + keyword] |= held
        return having

    def _gone(self, net: Sequence[Flip]) -> Parts:
        """The static parts whose sources lost their abilities, or on which none works now.

        net: what was written to the board.
        """
        gone = NO_PARTS
        for characteristic, value, flipped in net:
            if characteristic == ABILITIES:
                lost = flipped & ~self.board.column(ABILITIES).get(value, NO_OBJECTS)
                if lost:
                    assert isinstance(value, int)
                    gone |= self._mortal.of(lost, value)
            elif characteristic in self._disabling and value is True:
                gone |= self._mortal.of(
                    flipped & self.board.column(characteristic).get(True, NO_OBJECTS)
                )
        return gone

    def _touched(self, changes: Reads, among: Parts) -> dict[_Kind, Parts]:
        """By what they do, the parts that look at a cell which has changed."""
        touched: dict[_Kind, Parts] = {}
        if among:
            for characteristic, changed in changes.items():
                for kind, (members, mask) in self._readers.get(characteristic, {}).items():
                    if changed & mask and members & among:
                        touched[kind] = touched.get(kind, NO_PARTS) | members & among
        return touched

    def _observed(
        self, touched: dict[_Kind, Parts], controlled: Sequence[Objects], *, marked: bool
    ) -> list[_Observed]:
        """What those who look at what was written do now, on the board as it is written.

        controlled: what each player controlled before that. marked: whether anything could not be
        modified before.
        """
        observed: list[_Observed] = []
        for kind, those in touched.items():
            # Nothing in what they look at has to do with who they are of, but for marks, and of
            # some for who controls that; and whose scopes were kept goes on with them, and on
            # though a condition ends.
            alike = not (marked or self.board.column(FIXED) or those & self._with_kept_scopes())
            groups: Iterable[Parts] = (those,)
            if alike and isinstance(kind, int) and those & (those - 1):
                groups = self._by_player(those, controlled)
            for members in groups:
                asked = members & -members if alike else members
                now = [
                    (number, self.observer.observe(self.parts[number], self.board))
                    for number in bits(asked)
                ]
                observed.append((members, alike, now))
        return observed

    def _by_player(self, members: Parts, controlled: Sequence[Objects]) -> Iterator[Parts]:
        """The parts by who controlled their sources before, and who controls them now."""
        assert self._of_players is not None
        for had in controlled:
            for has in self.board.column(self.observer.world.rulebook.control).values():
                if mine := members & self._of_players.of(had & has):
                    members &= ~mine
                    yield mine
        for number in bits(members):
            yield Parts(1 << number)

    def _differing(self, now: Iterable[tuple[PartNumber, Observation | None]]) -> Parts:
        """Those of the parts that would do something else than now."""
        differing = NO_PARTS
        for number, other in now:
            if other != self.seen(number):
                differing |= 1 << number
        return differing

    def _with_kept_scopes(self) -> Parts:
        """The pending parts of which scopes were kept as their effects began."""
        scopes = self.observer.begun.scopes
        if scopes is not self._scopes:
            self._scopes, self._scopes_seen, self._kept = scopes, 0, NO_PARTS
        if self._scopes_seen < len(scopes):
            if self._scoped is None:
                self._scoped = {}
                for number in bits(self._everyone):
                    part = self.parts[number]
                    for step in part.steps:
                        key = part.identity, step.index
                        self._scoped[key] = self._scoped.get(key, NO_PARTS) | 1 << number
            for key in islice(scopes, self._scopes_seen, None):
                self._kept |= self._scoped.get(key, NO_PARTS)
            self._scopes_seen = len(scopes)
        return self._kept
