"""A board of unknowns as one effect sees it: selectors, conditions and values as formulas."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never, cast

from layerlaw.model import algebra as a
from layerlaw.solver.certificate.fixpoints.board import NAME_KEY, control_key
from layerlaw.solver.certificate.fixpoints.places import Places
from layerlaw.solver.certificate.replay.board import BASE
from layerlaw.solver.certificate.replay.words import (
    chosen_number,
    deeds_of,
    is_called,
    looks_beyond_play,
    means_players,
    of_it,
    policy,
)

if TYPE_CHECKING:
    from layerlaw.solver.certificate.fixpoints.board import Coding, UnknownBoard
    from layerlaw.solver.certificate.replay.instances import ReplayInstance
    from layerlaw.solver.certificate.replay.select import View
    from layerlaw.solver.certificate.terms import Amount, Truth


_DESIGNATES = (a.Target, a.Bearer, a.Identified)
_OF_PLAYERS_TOO = (a.Noun, a.Both, a.Either, a.Players)


class Outlook:
    """What an effect sees on a board of unknowns.

    plain: the starting board as the effect sees it, for what no effect can change.
    """

    def __init__(self, plain: View, unknown: UnknownBoard, coding: Coding) -> None:
        self.plain = plain
        self.table = plain.table
        self.unknown = unknown
        self.terms = unknown.terms
        self.coding = coding
        self.places = Places(self.table, unknown)
        self._referred: dict[tuple[int, str | None], dict[str, Truth]] = {}
        self._values: dict[tuple[int, str | None], Amount] = {}
        self._asking_players = self.plain.asking_players

    def _bit(self, object: str | None) -> int:
        return 0 if object is None else self.table.bits((object,))

    # --- which objects ---------------------------------------------------------------------

    def select(self, selector: a.Selector, it: str | None) -> dict[str, Truth]:
        """The objects that may be selected, each with whether it is."""
        pool = self.table.named(self.plain.pool(selector))
        return _possible({object: self.chooses(object, selector, it) for object in pool})

    def chooses(self, object: str, selector: a.Selector, it: str | None) -> Truth:
        """Whether the selector selects one of its candidates."""
        table = self.table
        if object in table.playing or object in table.players or looks_beyond_play(selector):
            return self.matches(object, selector, it)
        return bool(self.plain.choose(self._bit(object), selector, self._bit(it)))

    def refer(self, selector: a.Selector, it: str | None) -> dict[str, Truth]:
        """What an anchor may mean."""
        while isinstance(selector, a.Noun):
            selector = selector.meaning
        if isinstance(selector, a.It | a.Self):
            return dict.fromkeys(self.table.named(self.plain.refer(selector, self._bit(it))), True)
        key = (id(selector), it)
        if key not in self._referred:
            if isinstance(selector, _DESIGNATES):
                pool = tuple(o for o in self.table.things if o not in self.table.hidden)
                belonging = {object: self.matches(object, selector, it) for object in pool}
                self._referred[key] = _possible(belonging)
            else:
                self._referred[key] = self.select(selector, it)
        return self._referred[key]

    def the_one(self, selector: a.Selector, it: str | None) -> dict[str, Truth]:
        """Each object that may be the one that is meant, with whether it is."""
        meant = self.refer(selector, it)
        return {
            object: self.terms.all(
                (belongs, *(self.terms.no(meant[other]) for other in meant if other != object))
            )
            for object, belongs in meant.items()
        }

    def matches(
        self, object: str, selector: a.Selector, it: str | None, *, asked: bool = False
    ) -> Truth:
        """Whether the selector selects the object, zones aside.

        asked: whether every word is asked of players, as of objects.
        """
        terms, unknown = self.terms, self.unknown
        if isinstance(selector, a.Both) and any(map(means_players, selector.inner)):
            asked = True
        beyond = object in self.table.beyond and not asked
        plain = self._asking_players if asked else self.plain
        if beyond and not isinstance(selector, _OF_PLAYERS_TOO):
            return bool(plain.matching(self._bit(object), selector, self._bit(it)))
        match selector:
            case a.Noun():
                return self.matches(object, selector.meaning, it, asked=asked)
            case a.Member():
                key = ("word", selector.characteristic, selector.word)
                return unknown.truth(object, key)
            case a.Both():
                parts = (self.matches(object, part, it, asked=asked) for part in selector.inner)
                return terms.all(parts)
            case a.Either():
                parts = (self.matches(object, part, it, asked=asked) for part in selector.inner)
                return terms.any(parts)
            case a.Not():
                return terms.no(self.matches(object, selector.inner, it, asked=asked))
            case a.Players(who):
                if object not in self.table.players:
                    return False
                return who is None or self.players(who, it).get(object, False)
            case a.Named(name, part):
                called = [one for one in self.coding.called if is_called(one, name, part=part)]
                return terms.any(self._is_named(object, one) for one in called)
            case a.ChosenName():
                choice = self.plain.choice
                if choice is None:
                    return False
                called = [one for one in self.coding.called if is_called(one, choice, part=False)]
                return terms.any(self._is_named(object, one) for one in called)
            case a.HasStatus(status):
                return unknown.truth(object, ("status", status))
            case a.Controlled() | a.Owned() if object in self.table.players:
                return False
            case a.Controlled(by):
                players, controller = self.players(by, it), self.controller(object)
                return terms.any(
                    terms.all((controller[player], meant))
                    for player, meant in players.items()
                    if player in controller
                )
            case a.Owned(by):
                return self.players(by, it).get(self.table.things[object].owner, False)
            case a.HasAbility(keyword):
                return self._has_ability(object, keyword)
            case a.Compared(left, comparator, right):
                return terms.compare(
                    self.value(left, object), comparator, self.value(right, object)
                )
            case a.Sharing(characteristic, with_):
                return self._shares(object, characteristic, with_, it)
            case a.Exceeding(characteristic, of):
                return self._exceeds(object, characteristic, of, it)
            case a.Bearer():
                source = self.plain.source
                if source is None or self.table.bearer.get(source) != object:
                    return False
                kind = self.table.rulebook.carried
                return kind is None or self.matches(source, kind, None)
            case a.Placed() | a.InRegion():
                return self._stands(object, selector, it)
            case a.Connected(anchor, through):
                return self.places.connected(
                    object, self.refer(anchor, it), self.refer(through, it)
                )
            case a.Bearing(borne):
                carried = self.refer(borne, it)
                return terms.any(
                    belongs
                    for one, belongs in carried.items()
                    if self.table.bearer.get(one) == object
                )
            case a.BorneBy(bearer):
                by_whom = self.table.bearer.get(object)
                return False if by_whom is None else self.refer(bearer, it).get(by_whom, False)
            case a.Everything() | a.Identified() | a.It() | a.Self() | a.Target():
                return bool(plain.matching(self._bit(object), selector, self._bit(it)))
            case a.Did():
                return terms.any(self.done(object, selector, it))
            case (
                a.InZone()
                | a.AtSquares()
                | a.EnteredThisTurn()
                | a.CameFrom()
                | a.Linked()
                | a.PrintedToken()
            ):
                # These, too, ask for nothing that an effect can change.
                return bool(plain.matching(self._bit(object), selector, self._bit(it)))
            case _:
                assert_never(selector)

    def done(self, object: str, did: a.Did, it: str | None) -> list[Truth]:
        """Each time that the object did it, or had it done to it."""
        times: list[Truth] = []
        for deed in deeds_of(did, self.table.situation, self.plain.began):
            one, other = (deed.to, deed.doer) if did.passive else (deed.doer, deed.to)
            if one != object or one in deed.renewed:
                continue
            if did.whom is None:
                times.append(True)
            elif other is not None:
                times.append(self.is_one(other, did.whom, it))
        return times

    def is_one(self, object: str, selector: a.Selector, it: str | None) -> Truth:
        """Whether the object is one that the selector selects, wherever it is."""
        while isinstance(selector, a.Noun):
            selector = selector.meaning
        if object in self.table.hidden:
            return False
        if isinstance(selector, (a.It, a.Self, *_DESIGNATES)):
            return self.refer(selector, it).get(object, False)
        return self.matches(object, selector, it)

    def _is_named(self, object: str, name: str) -> Truth:
        number = self.coding.name(name)
        return self.terms.compare(self.unknown.amount(object, NAME_KEY), "=", number)

    def _has_ability(self, object: str, keyword: str | None) -> Truth:
        terms, unknown = self.terms, self.unknown
        disabling = self.table.rulebook.disabling
        free = [terms.no(unknown.truth(object, ("status", status))) for status in disabling]
        held = [
            unknown.truth(object, key)
            for key in unknown.keys(object, "has")
            if keyword is None or cast("ReplayInstance", key[1]).ability.keyword == keyword
        ]
        if unknown.reach is not None:
            held.append(unknown.truth(object, ("any with", keyword)))
        return terms.all((*free, terms.any(held)))

    def _shares(self, object: str, characteristic: str, with_: a.Selector, it: str | None) -> Truth:
        terms, unknown = self.terms, self.unknown
        others = self.refer(with_, it)
        return terms.any(
            terms.all((unknown.truth(object, key), belongs, unknown.truth(one, key)))
            for key in unknown.keys(object, "word")
            if key[1] == characteristic
            for one, belongs in others.items()
        )

    def _exceeds(self, object: str, characteristic: str, of: a.Selector, it: str | None) -> Truth:
        terms, unknown = self.terms, self.unknown
        others = self.refer(of, it).items()
        keys = [key for key in unknown.keys(object, "word") if key[1] == characteristic]
        theirs = {
            key: terms.any(terms.all((there, unknown.truth(one, key))) for one, there in others)
            for key in keys
        }
        return terms.any(
            terms.all((unknown.truth(object, key), terms.no(theirs[key]))) for key in keys
        )

    def _stands(self, object: str, selector: a.Placed | a.InRegion, it: str | None) -> Truth:
        """A question of places."""
        if isinstance(selector, a.InRegion):
            return self.places.regions(object).get(selector.region, False)
        relation, standing = selector.relation, []
        for one, belongs in self.refer(selector.anchor, it).items():
            ahead = self.controller(one) if self.table.turns(relation) else {}
            nobody = self.terms.no(self.terms.any(ahead.values()))
            there = self.places.stands(object, relation, one, None)
            standing.append(self.terms.all((belongs, nobody, there)))
            for player, controls in ahead.items():
                there = self.places.stands(object, relation, one, player)
                standing.append(self.terms.all((belongs, controls, there)))
        return self.terms.any(standing)

    # --- players ---------------------------------------------------------------------------

    def controller(self, object: str) -> dict[str, Truth]:
        """The players that may control the object, each with whether it does."""
        thing = self.table.things[object]
        if thing.zone != self.table.rulebook.in_play:
            return {thing.owner: True} if thing.owner else {}
        number = self.unknown.amount(object, control_key(self.table.rulebook))
        written = {
            player: self.terms.compare(number, "=", self.coding.player(player))
            for player in self.table.players
        }
        carried = self.table.rulebook.carried_control and self.is_carriable(object)
        if carried is False:
            return written
        bearer = self.table.bearer.get(object)
        shown = {} if bearer is None else self.controller(bearer)
        return {
            player: self.terms.choose(carried, shown.get(player, False), own)
            for player, own in written.items()
        }

    def is_carriable(self, object: str) -> Truth:
        """Whether the rulebook says of such an object that it is carried."""
        carried = self.table.rulebook.carried
        if carried is None or object not in self.table.playing:
            return False
        return self.matches(object, carried, None)

    def players(self, player: a.Player, it: str | None) -> dict[str, Truth]:
        """The players that may be meant, each with whether it is."""
        terms = self.terms
        match player:
            case a.NamedPlayer(name):
                return {name: True} if name in self.table.players else {}
            case a.RecordedPlayer():
                return dict.fromkeys(self.plain.players(player, self._bit(it)), True)
            case a.You():
                if self.plain.player is not None:
                    return {self.plain.player: True}
                return {} if self.plain.source is None else self.controller(self.plain.source)
            case a.Opponent():
                you = self.players(a.You(), it)
                someone = terms.any(you.values())
                return {
                    other: terms.all((someone, terms.no(you.get(other, False))))
                    for other in self.table.players
                }
            case a.ControllerOf(of) | a.OwnerOf(of):
                players: dict[str, list[Truth]] = {}
                for one, meant in self.the_one(of, it).items():
                    theirs = self.controller(one)
                    if isinstance(player, a.OwnerOf):
                        owner = self.table.things[one].owner
                        theirs = {owner: True} if owner else {}
                    for name, is_it in theirs.items():
                        players.setdefault(name, []).append(terms.all((meant, is_it)))
                return {name: terms.any(parts) for name, parts in players.items()}

    def the_player(self, player: a.Player, it: str | None) -> dict[str, Truth]:
        """The same where one is needed: nobody if several are meant."""
        meant, terms = self.players(player, it), self.terms
        others = {name: [meant[other] for other in meant if other != name] for name in meant}
        return {
            name: terms.all((is_it, *map(terms.no, others[name]))) for name, is_it in meant.items()
        }

    # --- values and conditions -------------------------------------------------------------

    def value(self, value: a.Value, it: str | None) -> Amount:
        """The value as a formula; one that is the same for all objects is worked out once."""
        key = id(value), it if of_it(value) else None
        if key not in self._values:
            self._values[key] = self._value(value, it)
        return self._values[key]

    def _value(self, value: a.Value, it: str | None) -> Amount:
        terms = self.terms
        match value:
            case a.Number(constant):
                return constant
            case a.ChosenNumber():
                return chosen_number(self.plain.choice)
            case a.Recorded():
                return self.plain.value(value, self._bit(it))
            # Where effects apply at the same time no number is split.
            case a.Read(characteristic, of) | a.ReadPart(characteristic, _, of):
                read: Amount = 0
                for subject, meant in self.the_one(of, it).items():
                    read = terms.pick(meant, self._number(subject, characteristic), read)
                return read
            case a.KeywordNumber(of=of):
                number: Amount = 0
                for subject, meant in self.the_one(of, it).items():
                    number = terms.pick(meant, self._keyword_number(subject, value), number)
                return number
            case a.Count(among):
                count: Amount = 0
                for belongs in self.select(among, it).values():
                    count = terms.reckon(count, "+", terms.pick(belongs, 1, 0))
                return count
            case a.Times(who, did):
                times: Amount = 0
                for object, belongs in self.select(who, it).items():
                    for done in self.done(object, did, it):
                        once = terms.pick(terms.all((belongs, done)), 1, 0)
                        times = terms.reckon(times, "+", once)
                return times
            case a.Summary(how, characteristic, among):
                return self._summary(how, characteristic, self.select(among, it))
            case a.CountWords(characteristic, among, words):
                return self._words(characteristic, words, self.select(among, it))
            case a.Arithmetic(left, sign, right):
                return terms.reckon(self.value(left, it), sign, self.value(right, it))

    def _keyword_number(self, object: str, value: a.KeywordNumber) -> Amount:
        """What the numbers of the instances come to that the object has."""
        terms, unknown = self.terms, self.unknown
        number: Amount = 0
        some: Truth = False
        for key in unknown.keys(object, "has"):
            ability = cast("ReplayInstance", key[1]).ability
            if ability.keyword != value.keyword:
                continue
            own = int(ability.number) if ability.number else value.alone
            has = unknown.truth(object, key)
            joined: Amount = own
            if value.several == "total":
                joined = terms.reckon(number, "+", own)
            else:
                better = terms.highest if value.several == "highest" else terms.lowest
                joined = terms.pick(some, better(number, own), own)
            number = terms.pick(has, joined, number)
            some = terms.any((some, has))
        if unknown.reach is not None:
            # Which numbers could come besides is not known yet.
            more = unknown.truth(object, ("any with", value.keyword))
            number = terms.pick(more, terms.variable("Int"), number)
        return terms.pick(self._has_ability(object, value.keyword), number, 0)

    def _words(self, name: str, words: tuple[str, ...], among: dict[str, Truth]) -> Amount:
        """How many words of the set there are on what is selected."""
        terms, unknown = self.terms, self.unknown
        there: dict[object, list[Truth]] = {}
        for object, belongs in among.items():
            for key in unknown.keys(object, "word"):
                if key[1] == name and (not words or key[2] in words):
                    held = terms.all((belongs, unknown.truth(object, key)))
                    there.setdefault(key, []).append(held)
        count: Amount = 0
        for truths in there.values():
            count = terms.reckon(count, "+", terms.pick(terms.any(truths), 1, 0))
        return count

    def _different(self, characteristic: str, among: dict[str, Truth]) -> Amount:
        """How many different numbers there are; the first object that has one stands for it."""
        terms = self.terms
        count: Amount = 0
        before: list[tuple[Truth, Amount]] = []
        for object, belongs in among.items():
            read = self._number(object, characteristic)
            seen = [terms.all((other, terms.compare(known, "=", read))) for other, known in before]
            new = terms.all((belongs, terms.no(terms.any(seen))))
            count = terms.reckon(count, "+", terms.pick(new, 1, 0))
            before.append((belongs, read))
        return count

    def _summary(self, how: str, characteristic: str, among: dict[str, Truth]) -> Amount:
        terms = self.terms
        if how == "different":
            return self._different(characteristic, among)
        summary: Amount = 0
        some: Truth = False
        for object, belongs in among.items():
            read = self._number(object, characteristic)
            if how == "total":
                summary = terms.reckon(summary, "+", terms.pick(belongs, read, 0))
                continue
            better = terms.highest if how == "highest" else terms.lowest
            summary = terms.pick(belongs, terms.pick(some, better(summary, read), read), summary)
            some = terms.any((some, belongs))
        return summary

    def _number(self, object: str, characteristic: str) -> Amount:
        """A number as read: 0 if missing; with policy `floor: when read` not below its floor."""
        value = self.unknown.amount(object, ("number", characteristic))
        rulebook = self.table.rulebook
        known = rulebook.characteristics.get(characteristic.removeprefix(BASE))
        floor = None if known is None else known.floor
        if floor is not None and policy(rulebook, "floor") == "when read":
            value = self.terms.highest(value, floor)
        return self.terms.pick(self.unknown.truth(object, ("is", characteristic)), value, 0)

    def holds(self, condition: a.Condition, it: str | None = None) -> Truth:
        """Whether the condition holds."""
        terms = self.terms
        match condition:
            case a.Matches(subject, what):
                meant = self.select(subject, it)
                each = (
                    terms.any((terms.no(belongs), self.matches(one, what, it, asked=True)))
                    for one, belongs in meant.items()
                )
                return terms.all((terms.any(meant.values()), *each))
            case a.Exists(what):
                return terms.any(self.select(what, it).values())
            case a.Holds(left, comparator, right):
                return terms.compare(self.value(left, it), comparator, self.value(right, it))
            case a.TurnOf(player):
                active = self.table.situation.active
                return active is not None and self.players(player, it).get(active, False)
            case a.Negation(inner):
                return terms.no(self.holds(inner, it))
            case a.AllOf(parts):
                return terms.all(self.holds(part, it) for part in parts)
            case a.AnyOf(parts):
                return terms.any(self.holds(part, it) for part in parts)


def _possible(candidates: dict[str, Truth]) -> dict[str, Truth]:
    return {object: belongs for object, belongs in candidates.items() if belongs is not False}
