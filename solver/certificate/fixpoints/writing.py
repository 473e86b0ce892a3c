"""Writing on a board of formulas: every operation, done where a truth holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never, cast

from layerlaw.model import algebra as a
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.certificate.fixpoints.board import (
    NAME_KEY,
    UnknownBoard,
    control_key,
    nothing,
    together,
)
from layerlaw.solver.certificate.replay.board import BASE
from layerlaw.solver.certificate.replay.cells import form_of
from layerlaw.solver.certificate.replay.instances import ReplayInstance
from layerlaw.solver.certificate.replay.otherwise import with_otherwise
from layerlaw.solver.certificate.replay.words import policy, speaks_of_it

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from layerlaw.model.cards.card import Card
    from layerlaw.solver.certificate.fixpoints.board import Coding, Place
    from layerlaw.solver.certificate.fixpoints.view import Outlook
    from layerlaw.solver.certificate.replay.effects import ReplayEffects
    from layerlaw.solver.certificate.replay.operations import CellKey
    from layerlaw.solver.certificate.replay.parts import Act, ReplayEffect
    from layerlaw.solver.certificate.terms import Amount, Terms, Truth

Cells = dict["Place", "Truth | Amount"]


class Draft:
    """A board on which formulas are written; `written`: the cells that may differ from before."""

    def __init__(self, terms: Terms, cells: Cells) -> None:
        self.terms = terms
        self.cells = cells
        self.written: dict[Place, None] = {}
        self._keys: dict[str, dict[CellKey, None]] = {}
        for object, key in cells:
            self._keys.setdefault(object, {})[key] = None

    def truth(self, object: str, key: CellKey) -> Truth:
        """Whether the object has it by now."""
        return cast("Truth", self.cells.get((object, key), False))

    def amount(self, object: str, key: CellKey) -> Amount:
        """The number in the cell by now."""
        return self.cells.get((object, key), nothing(key))

    def keys(self, object: str, kind: str) -> list[CellKey]:
        """What of this kind the object may have by now."""
        return [key for key in self._keys.get(object, ()) if key[0] == kind]

    def say(self, when: Truth, object: str, key: CellKey, value: Truth) -> None:
        """Where it holds, the object has it or has it not."""
        now = self.truth(object, key)
        self._put(object, key, self.terms.choose(when, value, now), now)

    def count(self, when: Truth, object: str, key: CellKey, value: Amount) -> None:
        """Where it holds, the cell has this number."""
        now = self.amount(object, key)
        self._put(object, key, self.terms.pick(when, value, now), now)

    def _put(self, object: str, key: CellKey, value: Truth | Amount, now: Truth | Amount) -> None:
        if value != now:
            self.cells[object, key] = value
            self.written[object, key] = None
            self._keys.setdefault(object, {})[key] = None


class DraftedBoard(UnknownBoard):
    """The board that is made by deeds of which it is unknown whether they are done."""

    def __init__(self, draft: Draft, start: dict[Place, bool | int]) -> None:
        super().__init__(draft.terms, start, draft.written)
        self.draft = draft

    def _cell(self, place: Place) -> Truth | Amount:
        if self.is_known(*place):
            return self.start.get(place, nothing(place[1]))
        return self.draft.cells.get(place, nothing(place[1]))


class Drafting:
    """Writes the operations of one effect, as seen on a board of unknowns."""

    def __init__(
        self,
        draft: Draft,
        effect: ReplayEffect,
        effects: ReplayEffects,
        outlook: Outlook,
        coding: Coding,
    ) -> None:
        self.draft = draft
        self.terms = draft.terms
        self.effect = effect
        self.effects = effects
        self.rulebook = effects.rulebook
        self.outlook = outlook
        self.coding = coding
        self.bars_loss = policy(self.rulebook, "loss") == "bar"
        self.cuts = policy(self.rulebook, "floor") == "each step"

    def write(self, when: Truth, object: str, act: Act) -> None:
        """Write one operation on one object, where it holds."""
        draft, terms, operation = self.draft, self.terms, act.operation
        match operation:
            case a.SetNumber(name, value) | a.FixNumber(name, value):
                number = self.outlook.value(value, object)
                self._number(when, object, name, True, number, base=True)
                if isinstance(operation, a.FixNumber):
                    self._bar(when, object, ("number", name))
            case a.RemoveNumber(name):
                self._number(when, object, name, False, 0, base=True)
            case a.ChangeNumber(name, sign, value, least):
                there, old = self._now(object, name)
                number = terms.reckon(old, sign, self.outlook.value(value, object))
                if least is not None:
                    number = terms.highest(number, terms.lowest(old, least))
                self._number(terms.all((when, there)), object, name, True, number)
            case a.Limit(name, how, value):
                self._limit(when, object, name, how, self.outlook.value(value, object))
            case a.Swap(first, second):
                free = terms.all((when, self._free(object, first), self._free(object, second)))
                one, other = self._now(object, first), self._now(object, second)
                self._number(free, object, first, *other)
                self._number(free, object, second, *one)
            case a.SetMembers(name, words):
                for key in draft.keys(object, "word"):
                    if key[1] == name and key[2] not in words:
                        draft.say(when, object, key, False)
                self._join(when, object, name, words)
            case a.AddMembers(name, words):
                self._join(when, object, name, words)
            case a.Animate(type, name):
                self._join(when, object, name, (type,))
            case a.GainActivated():
                raise LayerlawError("the activated abilities of others are gained in layers alone")
            case a.AddMembersOf(name, of):
                self._join_from(when, object, name, self.outlook.refer(of, object))
            case a.RemoveMembers(name, words):
                for word in words:
                    draft.say(when, object, ("word", name, word), False)
            case a.ReplaceMember(name, before, after):
                has = terms.all((when, draft.truth(object, ("word", name, before))))
                draft.say(has, object, ("word", name, before), False)
                draft.say(has, object, ("word", name, after), True)
            case a.SetPlayer(name, player):
                self._set_player(when, object, name, self.outlook.the_player(player, object))
            case a.Gain(ability):
                self._gain(when, object, self.effects.grants(self.effect, ability))
            case a.Lose(keyword):
                self._lose(when, object, keyword, bar=self.bars_loss)
            case a.CantHave(keyword):
                self._lose(when, object, keyword, bar=True)
            case a.LoseAll(but):
                self._lose_all(when, object, frozenset(but))
            case a.SetStatus(status):
                self._status(when, object, status)
            case a.CantBeStatus(status):
                self._bar(when, object, ("status", (status, self.effect)))
            case a.CopyOf():
                self._copies(when, object, act)
            case a.Rename():
                self._rename(when, object, operation)
            case a.CantBeControlledBy(player):
                players = self.outlook.players(player, object)
                for one_player in sorted(players):
                    self._forbid(terms.all((when, players[one_player])), object, one_player)
            case a.CantBeModified():
                draft.say(when, object, ("mark", self.effect), True)
            case a.ReplaceInText():
                raise AssertionError("a text changes only where effects apply in layers")
            case a.Permission() | a.Ignore() | a.Redirect():
                # Nothing that an effect can say looks at what objects may do.
                pass
            case _:
                assert_never(operation)

    # --- pieces ----------------------------------------------------------------------------

    def _now(self, object: str, name: str) -> tuple[Truth, Amount]:
        draft = self.draft
        return draft.truth(object, ("is", name)), draft.amount(object, ("number", name))

    def _bar(self, when: Truth, object: str, bar: object) -> None:
        self.draft.say(when, object, ("bar", bar), True)

    def _free(self, object: str, name: str) -> Truth:
        return self.terms.no(self.draft.truth(object, ("bar", ("number", name))))

    def _number(
        self,
        when: Truth,
        object: str,
        name: str,
        there: Truth,
        value: Amount,
        *,
        base: bool = False,
    ) -> None:
        known = self.rulebook.characteristics.get(name)
        if self.cuts and known is not None and known.floor is not None:
            value = self.terms.highest(value, known.floor)
        value = self.terms.pick(there, value, 0)
        free = self.terms.all((when, self._free(object, name)))
        based = base and known is not None and known.base
        for one in (name, BASE + name) if based else (name,):
            self.draft.say(free, object, ("is", one), there)
            self.draft.count(free, object, ("number", one), value)

    def _limit(self, when: Truth, object: str, name: str, how: str, limit: Amount) -> None:
        terms = self.terms
        there, old = self._now(object, name)
        if how == "at least":
            makes = terms.any((there, terms.compare(limit, ">", 0)))
            value = terms.pick(there, terms.highest(old, limit), limit)
            self._number(terms.all((when, makes)), object, name, True, value)
        else:
            value = terms.lowest(old, limit)
            self._number(terms.all((when, there)), object, name, True, value)

    def _join(self, when: Truth, object: str, name: str, words: Iterable[str]) -> None:
        for word in words:
            self.draft.say(when, object, ("word", name, word), True)

    def _join_from(self, when: Truth, object: str, name: str, others: dict[str, Truth]) -> None:
        unknown = self.outlook.unknown
        for other, meant in others.items():
            for key in unknown.keys(other, "word"):
                if key[1] == name:
                    has = self.terms.all((when, meant, unknown.truth(other, key)))
                    self.draft.say(has, object, key, True)

    def _set_player(self, when: Truth, object: str, name: str, meant: dict[str, Truth]) -> None:
        terms = self.terms
        now = self.draft.amount(object, ("player", name))
        for player, is_it in meant.items():
            free: Truth = True
            if name == self.effects.table.rulebook.control:
                free = terms.no(self.draft.truth(object, ("bar", ("player", player))))
            chosen = terms.all((when, is_it, free))
            now = terms.pick(chosen, self.coding.player(player), now)
        self.draft.count(True, object, ("player", name), now)

    def _rename(self, when: Truth, object: str, naming: a.Rename) -> None:
        """The names written, or those that it has and these."""
        coding, terms = self.coding, self.terms
        now = self.draft.amount(object, NAME_KEY)
        made: Amount = coding.name(together("", naming))
        if naming.besides:
            for had in coding.called:
                after = coding.name(together(had, naming))
                made = terms.pick(terms.compare(now, "=", coding.name(had)), after, made)
        self.draft.count(when, object, NAME_KEY, made)

    def _forbid(self, when: Truth, object: str, player: str) -> None:
        number = self.coding.player(player)
        key = control_key(self.effects.table.rulebook)
        controller = self.draft.amount(object, key)
        theirs = self.terms.all((when, self.terms.compare(controller, "=", number)))
        owner = self.coding.player(self.effects.table.things[object].owner)
        self.draft.count(theirs, object, key, owner)
        self._bar(when, object, ("player", player))

    def _may_have(self, object: str, keyword: str | None) -> Truth:
        """Whether no bar stands against an ability (None: a line of text)."""
        against = []
        for key in self.draft.keys(object, "bar"):
            kind, what = cast("tuple[str, Hashable]", key[1])
            if (kind == "keyword" and what == keyword) or (
                kind == "all but" and isinstance(what, frozenset) and keyword not in what
            ):
                against.append(self.draft.truth(object, key))
        return self.terms.no(self.terms.any(against))

    def _gain(self, when: Truth, object: str, instance: ReplayInstance) -> None:
        keyword = instance.ability.keyword
        if keyword is None or (object, keyword) not in self.effect.withheld:
            may = self.terms.all((when, self._may_have(object, keyword)))
            self.draft.say(may, object, ("has", instance), True)

    def _held(self, object: str) -> list[tuple[CellKey, ReplayInstance]]:
        return [(key, cast("ReplayInstance", key[1])) for key in self.draft.keys(object, "has")]

    def _lose(self, when: Truth, object: str, keyword: str, *, bar: bool) -> None:
        for key, instance in self._held(object):
            if instance.ability.keyword == keyword:
                self.draft.say(when, object, key, False)
        if bar:
            self._bar(when, object, ("keyword", keyword))

    def _lose_all(self, when: Truth, object: str, but: frozenset[str]) -> None:
        for key, instance in self._held(object):
            if instance.ability.keyword not in but:
                self.draft.say(when, object, key, False)
        if self.bars_loss:
            self._bar(when, object, ("all but", but))

    def _status(self, when: Truth, object: str, name: str) -> None:
        status = self.rulebook.statuses[name]
        bars = (key for key in self.draft.keys(object, "bar") if _bars_status(key[1], name))
        barred = self.terms.any([self.draft.truth(object, key) for key in bars])
        when = self.terms.all((when, self.terms.no(barred)))
        self.draft.say(when, object, ("status", name), True)
        if status.nameless:
            self.draft.count(when, object, NAME_KEY, self.coding.name(""))
        if status.silences:
            self._lose_all(when, object, frozenset())
        for number in status.empties:
            there, _ = self._now(object, number)
            self._number(self.terms.all((when, there)), object, number, True, 0)
            self._bar(when, object, ("number", number))

    def _copies(self, when: Truth, object: str, act: Act) -> None:
        operation = act.operation
        assert isinstance(operation, a.CopyOf)
        if self.effect.player is not None and not speaks_of_it(operation.of):
            if act.copy < len(self.effect.copies):
                self._copy(when, object, self.effect.copies[act.copy])
            return
        for one, meant in self.outlook.the_one(operation.of, object).items():
            form = form_of(self.effects.table.things[one], self.rulebook)
            form = with_otherwise(form, operation)
            self._copy(self.terms.all((when, meant)), object, form)

    def _copy(self, when: Truth, object: str, card: Card | None) -> None:
        if card is None or when is False:
            return
        draft = self.draft
        draft.count(when, object, NAME_KEY, self.coding.name(card.name))
        for one in self.rulebook.characteristics.values():
            if one.counter:
                continue
            if one.kind == "number":
                there, value = one.name in card.numbers, card.numbers.get(one.name, 0)
                self._number(when, object, one.name, there, value, base=True)
                counters = self.effects.table.things[object].counters
                if one.counted and there and one.name in counters:
                    self._number(when, object, one.name, True, counters[one.name])
            elif one.kind == "set":
                words = card.sets.get(one.name, ())
                for key in draft.keys(object, "word"):
                    if key[1] == one.name and key[2] not in words:
                        draft.say(when, object, key, False)
                self._join(when, object, one.name, words)
        lost = self.effects.table.things[object].without
        printed = self.effects.instances.printed(card)
        for key, instance in self._held(object):
            if instance not in printed:
                draft.say(when, object, key, False)
        for instance in printed:
            keyword = instance.ability.keyword
            may: Truth = False if keyword in lost else self._may_have(object, keyword)
            draft.say(when, object, ("has", instance), may)


def _bars_status(bar: object, status: str) -> bool:
    """Whether a bar keeps the status from an object."""
    return isinstance(bar, tuple) and bar[0] == "status" and bar[1][0] == status
