"""Selectors, players, values and conditions, evaluated for the replay on sets of objects."""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING, assert_never

from layerlaw.model import algebra as a
from layerlaw.model.algebra.split import Split, parts_of
from layerlaw.model.dataclass import dataclass
from layerlaw.solver.certificate.replay.board import (
    ANY,
    BASE,
    KEYWORDS,
    NAME,
    ones,
    union,
)
from layerlaw.solver.certificate.replay.ways import grown
from layerlaw.solver.certificate.replay.words import (
    chosen_number,
    compare,
    deeds_of,
    is_called,
    means_players,
    of_it,
    policy,
    reckon,
    wording_of,
)

if TYPE_CHECKING:
    from layerlaw.solver.certificate.replay.board import ReplayBoard
    from layerlaw.solver.certificate.replay.space import ReplayTable
    from layerlaw.solver.facts.situation import Timestamp

_Designating = a.Target | a.Bearer | a.Identified


@dataclass(slots=True)
class View:
    """A board as one effect sees it. Sets of objects are bits; `it` is one bit, or none.

    source: `self`. player: `you` where it is fixed. targets: what is left of those chosen.
    zones: where `self` is meant as one of a scope (none at all: `orphaned`). choice: the number
    or name chosen. under: where given, what absences, numbers and players are read on, and only
    what asks for something's presence is read on the board.
    of_players: whether other words than those for players are asked of players, too.
    since: the timestamp of what resolved. has_copied: what it copies was read before. known: the
    anchors worked out so far.
    """

    table: ReplayTable
    board: ReplayBoard
    source: str | None = None
    player: str | None = None
    targets: frozenset[str] = frozenset()
    zones: tuple[str, ...] = ()
    orphaned: bool = False
    choice: str | None = None
    under: View | None = None
    of_players: bool = False
    since: Timestamp | None = None
    has_copied: bool = False
    known: dict[tuple[int, int], int] = field(default_factory=dict)

    @property
    def firm(self) -> View:
        """The view that absences, numbers and players are read on."""
        return self.under or self

    def over(self, board: ReplayBoard) -> View:
        """The same view, but what asks for a presence is read on another board."""
        return replace(self, board=board, under=self, known={})

    @property
    def asking_players(self) -> View:
        """The same view, with every word asked of players as of objects."""
        under = None if self.under is None else self.under.asking_players
        return replace(self, of_players=True, under=under, known={})

    @property
    def own(self) -> int:
        """The source, as a set of one or none."""
        return 0 if self.source is None else self.table.bits((self.source,))

    # --- which objects ---------------------------------------------------------------------

    def pool(self, selector: a.Selector) -> int:
        """The objects that the selector chooses among.

        Those in play, unless it names a zone; `self` where its ability works; players by a word
        for players only.
        """
        table = self.table
        wording = wording_of(selector)
        pool = table.visible_ones if wording.zoned else table.playing_ones
        if wording.own and not self.orphaned:
            pool |= self.own & table.where(self.zones)
        if wording.players:
            pool |= table.all_players
        elif wording.targets:
            pool |= table.all_players & table.bits(self.targets)
        if wording.rules:
            pool |= table.rules_bit
        return pool

    def select(self, selector: a.Selector, it: int = 0) -> int:
        """The objects selected."""
        return self.choose(self.pool(selector), selector, it)

    def choose(self, among: int, selector: a.Selector, it: int) -> int:
        """Those of the candidates that the selector selects.

        What is elsewhere than it speaks of is selected by a word for nothing but it (`self`).
        """
        wording = wording_of(selector)
        if wording.named is not None:
            return among & self.table.bits(wording.named)
        if wording.zoned:
            return self.matching(among, selector, it)
        here = among & self.table.playing_ones
        elsewhere = among & ~here
        selected = self.matching(here, selector, it)
        return selected | self._meant(elsewhere, selector, it) if elsewhere else selected

    def refer(self, selector: a.Selector, it: int) -> int:
        """What an anchor or the subject of a value means: `self` is meant wherever it is."""
        while isinstance(selector, a.Noun):
            selector = selector.meaning
        if isinstance(selector, a.It | a.Self):
            meant = it if isinstance(selector, a.It) else self.own
            return meant & ~self.table.hidden_ones
        key = (id(selector), it)
        if key not in self.known:
            if isinstance(selector, _Designating):
                everything = self.table.everyone & ~self.table.hidden_ones
                self.known[key] = self.matching(everything, selector, it)
            else:
                self.known[key] = self.select(selector, it)
        return self.known[key]

    def the_one(self, selector: a.Selector, it: int) -> int:
        """The one object that is meant; none if none or several are."""
        meant = self.refer(selector, it)
        return meant if meant and not meant & (meant - 1) else 0

    def matching(self, among: int, selector: a.Selector, it: int) -> int:
        """Those that the selector selects, zones aside."""
        if not among:
            return 0
        beyond = among & self.table.beyond_ones
        if beyond and not self.of_players:
            selected = self._meant(beyond, selector, it)
            return selected | self.matching(among & ~beyond, selector, it)
        board, table = self.board, self.table
        # The commonest come first, and without captures, which cost more than attributes.
        match selector:
            case a.Noun():
                return self.matching(among, selector.meaning, it)
            case a.Member():
                return board.having(selector.characteristic, selector.word, among)
            case a.Both():
                for part in selector.inner:
                    among = self.matching(among, part, it)
                return among
            case a.Self():
                return 0 if self.orphaned else among & self.own
            case a.Not():
                return among & ~self.firm.matching(among, selector.inner, it)
            case a.HasAbility():
                return self.able(among, selector.keyword)
            case a.Either():
                selected = 0
                for part in selector.inner:
                    selected |= self.matching(among & ~selected, part, it)
                return selected
            case a.InZone(zone):
                return among if zone == "*" else among & table.zones.get(zone, 0)
            case a.InRegion(region):
                return table.in_region(region, among, self.firm.board)
            case a.Controlled(by):
                return self.firm.controlled(among, self.players(by, it))
            case a.Placed(relation, anchor):
                return self._standing(among, relation, self.refer(anchor, it))
            case a.Connected(anchor, through):
                return self._hanging_together(among, anchor, through, it)
            case a.Compared(left, comparator, right):
                return self._comparing(among, left, comparator, right)
            case a.It():
                return among & it
            case a.Identified(id):
                return among & table.bits((id,))
            case a.Everything():
                return among
            case a.HasStatus(status):
                return board.having(status, True, among)
            case a.Named(name, part):
                return self._called(among, name, part=part)
            case a.ChosenName():
                return 0 if self.choice is None else self._called(among, self.choice, part=False)
            case a.Linked():
                return among & table.linked_ones
            case a.Owned(by):
                among &= ~table.all_players
                return among & union(table.owned.get(one, 0) for one in self.players(by, it))
            case a.Sharing(characteristic, with_):
                others = self.refer(with_, it)
                column = board.column(characteristic, among | others).values()
                return among & union(held for held in column if held & others)
            case a.Exceeding(characteristic, of):
                others = self.firm.refer(of, it)
                column = self.firm.board.column(characteristic, among | others).values()
                return among & union(held for held in column if not held & others)
            case a.Target():
                return among & table.bits(self.targets)
            case a.Bearer():
                bearer = None if self.source is None else self.bearer(self.source)
                # A player who carries something is within any reach.
                return 0 if bearer is None else (among | table.all_players) & table.bits((bearer,))
            case a.Bearing(borne):
                carried = table.named(self.refer(borne, it))
                return among & table.bits(table.bearer[id] for id in carried if id in table.bearer)
            case a.BorneBy(of):
                bearers = table.named(self.refer(of, it))
                return among & table.bits(id for id, by in table.bearer.items() if by in bearers)
            case a.AtSquares(squares):
                return among & union(table.squares_held.get(square, 0) for square in squares)
            case a.PrintedToken():
                return among & table.bits(
                    id for id, one in table.things.items() if (one.above or one.card).token
                )
            case a.CameFrom(zone):
                came = (id for id, thing in table.things.items() if thing.came_from == zone)
                return among & table.bits(came)
            case a.EnteredThisTurn():
                return among & table.fresh
            case a.Did():
                return among & union(self.doers(selector, it))
            case a.Players(who):
                return self._players(among, who, it)
            case _:
                assert_never(selector)

    def _called(self, among: int, name: str, *, part: bool) -> int:
        names = self.board.column(NAME, among)
        called = [one for one in names if is_called(str(one), name, part=part)]
        return among & union(names[one] for one in called)

    def _comparing(
        self, among: int, left: a.Value, comparator: a.Comparator, right: a.Value
    ) -> int:
        if isinstance(left, a.Read) and isinstance(left.of, a.It) and not of_it(right):
            limit = self.value(right, 0)
            numbers = self.firm.numbers(left.characteristic, among)
            return union(held for read, held in numbers.items() if compare(read, comparator, limit))
        ones_of = (1 << place for place in ones(among))
        return union(
            it for it in ones_of if compare(self.value(left, it), comparator, self.value(right, it))
        )

    def _standing(self, among: int, relation: a.Relation, anchors: int) -> int:
        """Those that stand in the relation to one of the anchors."""
        table, firm = self.table, self.firm
        among &= table.playing_ones
        turns = table.turns(relation)
        standing = 0
        for anchor in ones(anchors):
            ahead = firm.controller(table.ids[anchor]) if turns else None
            standing |= table.standing(among & ~standing, relation, anchor, firm.board, ahead)
        return standing

    def _hanging_together(
        self, among: int, anchor: a.Selector, through: a.Selector, it: int
    ) -> int:
        """Those at places joined to an anchor's by places with something that is selected."""
        table = self.table
        over = self.refer(through, it)
        open = {square for square, held in table.squares_held.items() if held & over}
        begin = {s for id in table.named(self.refer(anchor, it)) for s in table.squares(id)}
        return among & union(table.squares_held[s] for s in grown(table.space, begin & open, open))

    def _meant(self, among: int, selector: a.Selector, it: int) -> int:
        """Players, the rules, or what is elsewhere, that a word for just that means."""
        table = self.table
        match selector:
            case a.Both(parts):
                if any(means_players(part) for part in parts):
                    return self.asking_players.matching(among & table.all_players, selector, it)
                for part in parts:
                    among = self._meant(among, part, it)
                return among
            case a.Either(parts):
                selected = 0
                for part in parts:
                    selected |= self._meant(among, part, it)
                return selected
            case a.Noun(_, meaning):
                return self._meant(among, meaning, it)
            case a.Players(who):
                return self._players(among, who, it)
            case a.Identified(id):
                return among & table.bits((id,))
            case a.It():
                return among & it
            case a.Self():
                return 0 if self.orphaned else among & self.own
            case a.Target():
                return among & table.bits(self.targets)
        return 0

    def _players(self, among: int, who: a.Player | None, it: int) -> int:
        """Those that stand for the players meant (None: for any)."""
        players = among & self.table.all_players
        if who is None or not players:
            return players
        return players & self.table.bits(self.players(who, it))

    def doers(self, did: a.Did, it: int) -> list[int]:
        """Whoever did it, or had it done to them, once for each time."""
        among = None if did.whom is None else self.in_any_zone(did.whom, it)
        doers = []
        for deed in deeds_of(did, self.table.situation, self.began):
            one, other = (deed.to, deed.doer) if did.passive else (deed.doer, deed.to)
            if one is None or one in deed.renewed:
                continue
            if among is None or (other is not None and among & self.table.bits((other,))):
                doers.append(self.table.bits((one,)) & ~self.table.hidden_ones)
        return doers

    def in_any_zone(self, selector: a.Selector, it: int) -> int:
        """What the selector selects, wherever it is; what a pronoun means."""
        while isinstance(selector, a.Noun):
            selector = selector.meaning
        if isinstance(selector, a.It | a.Self | _Designating):
            return self.refer(selector, it)
        return self.matching(self.table.everyone & ~self.table.hidden_ones, selector, it)

    @property
    def began(self) -> Timestamp:
        """When the effect began: its timestamp, or when its source came to its zone."""
        if self.since is None and self.source is not None:
            return self.table.things[self.source].entered
        return self.since or (0, 0)

    # --- abilities and players -----------------------------------------------------------------

    def able(self, among: int, keyword: str | None) -> int:
        """Those that have the keyword, or any ability; nothing that is disabled has one."""
        for status in self.table.rulebook.disabling:
            among &= ~self.firm.board.having(status, True, among)
        return self.board.having(KEYWORDS, ANY if keyword is None else keyword, among)

    def controlled(self, among: int, players: frozenset[str]) -> int:
        """Those that one of the players controls: out of play the owner; of what is carried, or
        could be, who controls the bearer. Clause: SORC-CARRY-1."""
        if not players:
            return 0
        table = self.table
        selected = 0
        out = among & ~(table.zone_of_play | table.all_players)
        for player in players if out else ():
            selected |= out & table.owned.get(player, 0)
        here = among & table.zone_of_play
        carried = self.carriable(here) if table.rulebook.carried_control else 0
        for player in players:
            selected |= self.board.having(table.rulebook.control, player, here & ~carried)
        if carried:
            bearers = [(place, table.bearer.get(table.ids[place])) for place in ones(carried)]
            held = table.bits(one for _, one in bearers if one is not None)
            theirs = self.controlled(held, players)
            for place, one in bearers:
                if one is not None and theirs >> table.index[one] & 1:
                    selected |= 1 << place
        return selected

    def controller(self, object: str, carried: int | None = None) -> str | None:
        """Who controls it. carried: what `carriable` gives of all in play, where that is known."""
        thing = self.table.things[object]
        if thing.zone != self.table.rulebook.in_play:
            return thing.owner or None
        if self.table.rulebook.carried_control and (
            self.is_carriable(object)
            if carried is None
            else carried >> self.table.index[object] & 1
        ):
            bearer = self.table.bearer.get(object)
            return None if bearer is None else self.controller(bearer, carried)
        return self.board.player(object, self.table.rulebook.control)

    def bearer(self, object: str) -> str | None:
        """Who carries the object, while it is something that is carried, in whatever zone.

        Clause: SORC-CARRY-2.
        """
        table, carried = self.table, self.table.rulebook.carried
        if carried is not None and not self.matching(1 << table.index[object], carried, 0):
            return None
        return table.bearer.get(object)

    def carriable(self, among: int) -> int:
        """Those of which the rulebook says that such an object is carried."""
        carried = self.table.rulebook.carried
        if carried is None:
            return 0
        return self.matching(among & self.table.playing_ones, carried, 0)

    def is_carriable(self, object: str) -> bool:
        """Whether the rulebook says of such an object that it is carried."""
        return bool(self.carriable(1 << self.table.index[object]))

    def players(self, player: a.Player, it: int) -> frozenset[str]:
        """The players meant; empty for no one."""
        firm = self.firm
        match player:
            case a.NamedPlayer(name):
                return frozenset((name,)) & frozenset(self.table.players)
            case a.RecordedPlayer(players):
                known = (name for id, name in players if firm.table.bits((id,)) & it)
                return frozenset(known) & frozenset(self.table.players)
            case a.You():
                if self.player is not None:
                    return frozenset((self.player,))
                return firm._controller(self.own)
            case a.Opponent():
                you = self.players(a.You(), it)
                return frozenset(self.table.players) - you if you else frozenset()
            case a.ControllerOf(of):
                return firm._controller(firm.the_one(of, it))
            case a.OwnerOf(of):
                one = firm.the_one(of, it)
                owner = self.table.things[self._id(one)].owner if one else None
                return frozenset((owner,)) if owner else frozenset()

    def _controller(self, object: int) -> frozenset[str]:
        player = self.controller(self._id(object)) if object else None
        return frozenset() if player is None else frozenset((player,))

    def _id(self, object: int) -> str:
        return self.table.ids[object.bit_length() - 1]

    # --- values and conditions -------------------------------------------------------------

    def value(self, value: a.Value, it: int) -> int:
        """The value worked out; numbers and players are read on the firm view."""
        firm = self.firm
        match value:
            case a.Number():
                return value.value
            case a.Read():
                subject = firm.the_one(value.of, it)
                return next(iter(firm.numbers(value.characteristic, subject))) if subject else 0
            case a.ReadPart(characteristic, part, of):
                subject = firm.the_one(of, it)
                return firm.part(characteristic, part, subject) if subject else 0
            case a.KeywordNumber():
                return firm.keyword_number(value, firm.the_one(value.of, it))
            case a.ChosenNumber():
                return chosen_number(firm.choice)
            case a.Recorded(numbers):
                known = (number for id, number in numbers if firm.table.bits((id,)) & it)
                return next(known, 0)
            case a.Count(among):
                return firm.select(among, it).bit_count()
            case a.Times(who, did):
                meant = firm.select(who, it)
                return sum(bool(doer & meant) for doer in firm.doers(did, it))
            case a.Summary(how, characteristic, among):
                read = firm.numbers(characteristic, firm.select(among, it))
                if how == "total":
                    total = 0
                    for number, held in read.items():
                        total = reckon(total, "+", reckon(number, "*", held.bit_count()))
                    return total
                if how == "different":
                    return sum(1 for held in read.values() if held)
                return (max if how == "highest" else min)(read, default=0)
            case a.CountWords(characteristic, among, words):
                meant = firm.select(among, it)
                held_by = firm.board.column(characteristic, meant).items()
                counted = (word for word, held in held_by if held & meant)
                return sum(1 for word in counted if not words or word in words)
            case a.Arithmetic(left, sign, right):
                return reckon(firm.value(left, it), sign, firm.value(right, it))

    def keyword_number(self, value: a.KeywordNumber, subject: int) -> int:
        """What the numbers of a keyword come to that an object has; 0 if it is disabled."""
        if not self.able(subject, value.keyword):
            return 0
        abilities = [one.ability for one in self.board.held[subject.bit_length() - 1]]
        numbers = [
            int(each.number) if each.number else value.alone
            for each in abilities
            if each.keyword == value.keyword
        ]
        match value.several:
            case "total":
                return sum(numbers)
            case "highest":
                return max(numbers)
            case "lowest":
                return min(numbers)

    def numbers(self, characteristic: str, among: int) -> dict[int, int]:
        """The objects by their number as read: 0 if missing, and with policy `floor: when read` not
        below its floor."""
        rulebook = self.table.rulebook
        known = rulebook.characteristics.get(characteristic.removeprefix(BASE))
        floor = None
        if known is not None and policy(rulebook, "floor") == "when read":
            floor = known.floor
        numbers: dict[int, int] = {}
        missing = among
        for stored, held in self.board.column(characteristic, among).items():
            if held & among:
                assert isinstance(stored, int)
                first, second = parts_of(stored)
                if floor is not None:
                    first, second = max(first, floor), max(second, floor)
                number = (first + second) // 2 if isinstance(stored, Split) else first
                numbers[number] = numbers.get(number, 0) | held & among
                missing &= ~held
        if missing:
            numbers[0] = numbers.get(0, 0) | missing
        return numbers

    def part(self, characteristic: str, part: str, subject: int) -> int:
        """A part of an object's number as read; a number that is not split is both."""
        stored = self.board.value(characteristic, subject.bit_length() - 1)
        if stored is None:
            return 0
        assert isinstance(stored, int)
        rulebook = self.table.rulebook
        known = rulebook.characteristics[characteristic]
        number = parts_of(stored)[known.parts.index(part)]
        if known.floor is None or policy(rulebook, "floor") != "when read":
            return number
        return max(number, known.floor)

    def holds(self, condition: a.Condition, it: int = 0) -> bool:
        """Whether the condition holds."""
        match condition:
            case a.Matches(subject, what):
                # More subjects make it harder to hold, so who they are is no presence.
                meant = self.firm.select(subject, it)
                view = self.asking_players if meant & self.table.beyond_ones else self
                return bool(meant) and view.matching(meant, what, it) == meant
            case a.Exists(what):
                return bool(self.select(what, it))
            case a.Holds(left, comparator, right):
                return compare(self.value(left, it), comparator, self.value(right, it))
            case a.TurnOf(player):
                return self.table.situation.active in self.players(player, it)
            case a.Negation(inner):
                return not self.firm.holds(inner, it)
            case a.AllOf(parts):
                return all(self.holds(part, it) for part in parts)
            case a.AnyOf(parts):
                return any(self.holds(part, it) for part in parts)
