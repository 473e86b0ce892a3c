"""What the state-based checks could find, told from what stands and what is printed, with no state.

It says that nothing is found only where that is so in every state that effects could make of what
stands. A certificate holds no state where that is so.
"""

from __future__ import annotations

from operator import is_
from typing import TYPE_CHECKING, get_args

from layerlaw.model import algebra as a
from layerlaw.model.algebra.trees import conjuncts, parts
from layerlaw.model.dataclass import dataclass
from layerlaw.model.scenarios.unnamed_ground import is_unnamed
from layerlaw.solver.certificate.history.outlook import ObjectOutlook, PossibleDeed
from layerlaw.solver.certificate.replay.operations import meaning_of
from layerlaw.solver.certificate.replay.words import wording_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook, StateCheck
    from layerlaw.solver.facts.situation import ResolvedEffect, Situation, Thing

_OPERATIONS = get_args(a.Operation)
_OfAbility = tuple[tuple[str, ...], tuple[PossibleDeed, ...]]
"""The zones in which an ability works, and what it does there."""


class _Foreseen:
    """An object's outlook, with so many of the deeds; version: how often that changed it.

    number: from 1 on, one for each. asked: by the number of what carries the object (0: nothing
    known does), what was found in which versions of both.
    """

    __slots__ = ("asked", "deeds", "number", "outlook", "version")

    def __init__(self, outlook: ObjectOutlook, number: int) -> None:
        self.outlook = outlook
        self.number = number
        self.deeds = self.version = 0
        self.asked: dict[int, tuple[int, int, _Found]] = {}


@dataclass(frozen=True, slots=True)
class _Found:
    """The checks that could find an object.

    falls: whether, if it is carried, it could have to fall, by what it is and what carries it.
    obliged: the actions that it has to be able to do to what carries it.
    """

    checks: frozenset[str]
    falls: bool = False
    obliged: tuple[str, ...] = ()


_Looked = dict[str, "tuple[Thing, _Foreseen, _Found]"]
"""By its id, an object, its outlook, and what was found of it."""


class ForeseenChecks:
    """What the checks of a rulebook could find in one situation after another.

    What was seen of a card is kept, and of objects that stay as they are, as long as more and more
    may be done.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook
        self._rules = tuple(
            one for rule in rulebook.rules for one in self._done_in(parts(rule.ability), None)
        )
        self._of_cards: dict[int, tuple[Card, tuple[_OfAbility, ...]]] = {}
        self._cards: frozenset[tuple[int, str]] = frozenset()
        self._of_effects: dict[int, tuple[ResolvedEffect, tuple[PossibleDeed, ...]]] = {}
        self._effects: tuple[ResolvedEffect, ...] = ()
        # What may be done, in the order in which it came to be; and for some objects alone.
        self._deeds: dict[int, PossibleDeed] = {}
        self._meant: dict[str, list[int]] = {}
        self._unknown = False
        self._seen: dict[tuple[object, ...], _Foreseen] = {}
        self._made = 0
        self._looked: tuple[Situation, _Looked | None] | None = None

    def may_find(self, situation: Situation) -> bool:
        """Whether any check could find anything; False only where none does."""
        checks = self._rulebook.checks
        if not checks:
            return False
        looked = self._look(situation)
        if looked is None:
            return True
        # Ground without a name may be what is passed by, of several that are alike.
        counted = any(check.one_for_each for check in checks)
        found: dict[str, list[tuple[Thing, bool]]] = {check.id: [] for check in checks}
        for thing, own, seen in looked.values():
            for id in seen.checks if counted or not is_unnamed(thing.id) else ():
                found[id].append((thing, own.outlook.renamed))
        return any(self._may_hit(check, found[check.id]) for check in checks)

    def may_fall(self, situation: Situation) -> bool:
        """Whether anything that is carried could have to fall; False only where nothing has to."""
        looked = self._look(situation)
        if looked is None:
            return True
        seen = [one for _, _, one in looked.values()]
        obliged = {action for one in seen for action in one.obliged}
        return any(one.falls for one in seen) or any(map(self._may_be_forbidden, obliged))

    def outlook(self, situation: Situation, id: str) -> ObjectOutlook | None:
        """What could be true of the object in any state; None where that is not known."""
        looked = self._look(situation)
        return None if looked is None or id not in looked else looked[id][1].outlook

    def _look(self, situation: Situation) -> _Looked | None:
        """What is seen of each object; None where not all is known that could be true of it."""
        if self._looked is None or self._looked[0] is not situation:
            self._looked = situation, self._seen_in(situation)
        return self._looked[1]

    def _seen_in(self, situation: Situation) -> _Looked | None:
        things = situation.things
        if situation.kept or not all(map(_is_its_card, things)):
            return None
        self._gather(situation)
        if self._unknown:
            return None
        deeds = tuple(self._deeds.values())
        seen: dict[tuple[object, ...], _Foreseen] = {}
        playing = {one.id: one for one in things if one.zone == self._rulebook.in_play}
        looked: _Looked = {}
        for thing in things:
            own, by = self._foreseen(thing, deeds, seen), None
            if thing.bearer is not None and thing.id in playing and thing.bearer in playing:
                by = self._foreseen(playing[thing.bearer], deeds, seen)
            looked[thing.id] = thing, own, self._ask(thing, own, by)
        # Of what is none of these no more is known from now on.
        self._seen = seen
        return looked

    def _ask(self, thing: Thing, own: _Foreseen, by: _Foreseen | None) -> _Found:
        """What could find the object, or make it fall. by: what carries it, if that is known."""
        number, version = (0, 0) if by is None else (by.number, by.version)
        known = own.asked.get(number)
        if known is not None and known[:2] == (own.version, version):
            return known[2]
        bearer = None if by is None else by.outlook
        playing = thing.zone == self._rulebook.in_play
        checks = frozenset(
            check.id
            for check in self._rulebook.checks
            if (playing or wording_of(check.who).zoned) and own.outlook.may_be(check.who, bearer)
        )
        found = _Found(checks)
        if playing and thing.bearer is not None:
            found = self._carried(checks, own.outlook, bearer)
        own.asked[number] = own.version, version, found
        return found

    def _carried(
        self, checks: frozenset[str], outlook: ObjectOutlook, bearer: ObjectOutlook | None
    ) -> _Found:
        """What is found of what is carried."""
        rulebook = self._rulebook
        falls, carriers = rulebook.carried_falls, rulebook.carriers
        if bearer is None:
            return _Found(checks, falls=True)
        able = carriers is None or bearer.is_for_good(carriers)
        return _Found(
            checks,
            not able or (falls is not None and outlook.may_be(falls, bearer)),
            tuple(
                action
                for action, who in rulebook.carried_cannot.items()
                if outlook.may_be(who, bearer)
            ),
        )

    def _gather(self, situation: Situation) -> None:
        """What could be done to anything in the situation; `unknown` where that is not known."""
        for card in {id(thing.card): thing.card for thing in situation.things}.values():
            if id(card) not in self._of_cards:
                self._of_cards[id(card)] = card, tuple(self._done_by_card(card))
        cards = frozenset((id(thing.card), thing.zone) for thing in situation.things)
        effects = situation.effects
        same = len(effects) == len(self._effects) and all(map(is_, effects, self._effects))
        if same and self._cards == cards:
            return
        self._cards, self._effects = cards, effects
        deeds = [*self._rules]
        for card_id in dict.fromkeys(id(thing.card) for thing in situation.things):
            for zones, done in self._of_cards[card_id][1]:
                if any((card_id, zone) in cards for zone in zones):
                    deeds += done
        made: dict[int, tuple[ResolvedEffect, tuple[PossibleDeed, ...]]] = {}
        for effect in effects:
            known = self._of_effects.get(id(effect))
            made[id(effect)] = known or (effect, tuple(self._done_by_effect(effect)))
            deeds += made[id(effect)][1]
        self._of_effects = made
        self._note(deeds)
        unknown = any(isinstance(one.operation, a.CopyOf | a.ReplaceInText) for one in deeds)
        self._unknown = unknown or any(effect.copies for effect in effects)

    def _note(self, deeds: Iterable[PossibleDeed]) -> None:
        """What may be done now; what was seen before counts if that is no less."""
        now = {id(one): one for one in deeds}
        if not self._deeds.keys() <= now.keys():
            self._deeds = {}
            self._seen = {}
        self._deeds |= now
        self._meant = {}
        for key, one in now.items():
            for whose in one.only or ():
                self._meant.setdefault(whose, []).append(key)

    def _foreseen(
        self,
        thing: Thing,
        deeds: tuple[PossibleDeed, ...],
        seen: dict[tuple[object, ...], _Foreseen],
    ) -> _Foreseen:
        """What could be true of the object; noted among those that were seen."""
        meant = tuple(self._meant.get(thing.id, ()))
        counters = tuple(sorted(thing.counters.items()))
        level = None if thing.place is None else (thing.place.level, bool(thing.place.void))
        carried = thing.bearer is not None
        told = (level, counters, thing.statuses, thing.without, carried)
        key = (id(thing.card), thing.zone, *told, meant)
        known = seen.get(key) or self._seen.get(key)
        if known is None:
            self._made += 1
            known = _Foreseen(ObjectOutlook(self._rulebook, thing), self._made)
        seen[key] = known
        if known.deeds < len(deeds):
            theirs = (one for one in deeds[known.deeds :] if one.only is None or id(one) in meant)
            known.version += known.outlook.add(theirs)
            known.deeds = len(deeds)
        return known

    def _may_hit(self, check: StateCheck, found: list[tuple[Thing, bool]]) -> bool:
        """Whether the check could hit any of those that it could find."""
        wording = wording_of(check.who)
        if wording.players or wording.rules or wording.named is not None:
            return True
        if check.cannot and not self._may_be_forbidden(check.cannot):
            return False
        if not check.one_for_each:
            return bool(found)
        # One of several that are alike is passed by.
        if "name" not in check.one_for_each or any(renamed for _, renamed in found):
            return len(found) > 1
        names = [name for thing, _ in found for name in _names(thing.card)]
        return len(set(names)) < len(names)

    def _may_be_forbidden(self, action: str) -> bool:
        """Whether anything could say that something cannot do that, or have it done to it."""
        verbs = (action, self._rulebook.actions.get(action))
        return any(
            isinstance(one.operation, a.Permission)
            and not one.operation.allowed
            and one.operation.action in verbs
            for one in self._deeds.values()
        )

    # --- what is done ----------------------------------------------------------------------

    def _deed(
        self,
        operation: a.Operation,
        scope: a.Selector | None = None,
        of: Card | None = None,
        only: frozenset[str] | None = None,
    ) -> PossibleDeed:
        touched = meaning_of(operation, self._rulebook).touched
        return PossibleDeed(operation, touched, scope, of, only)

    def _done_in(self, trees: tuple[object, ...], of: Card | None) -> Iterator[PossibleDeed]:
        """Every operation in these trees, with what it is done to; those that it gives on as well.

        of: the card on which they are printed. What is done to `self` there is done to such objects
        alone; who is given an ability may be any object.
        """
        waiting = [(tree, of) for tree in trees]
        while waiting:
            tree, card = waiting.pop()
            if isinstance(tree, a.Instruction):
                own = card if a.Self() in conjuncts(tree.scope) else None
                for operation in tree.operations:
                    yield self._deed(operation, tree.scope, own)
                    waiting += ((part, None) for part in parts(operation))
                continue
            if isinstance(tree, _OPERATIONS):
                yield self._deed(tree)
                card = None
            waiting += ((part, card) for part in parts(tree))

    def _done_by_card(self, card: Card) -> Iterator[_OfAbility]:
        """What each ability of the card does by itself, where it works; events do the rest."""
        for printed in card.abilities:
            if printed.use == "has":
                zones = printed.ability.zones or (self._rulebook.in_play,)
                yield zones, tuple(self._done_in(parts(printed.ability), card))

    def _done_by_effect(self, effect: ResolvedEffect) -> Iterator[PossibleDeed]:
        """What an effect does that has resolved, to those that it keeps to."""
        for place, instruction in enumerate(effect.ability.instructions):
            locked = effect.locked[place] if place < len(effect.locked) else None
            words = [*conjuncts(instruction.scope)]
            scope: a.Selector | None = instruction.scope
            only: frozenset[str] | None = None
            if locked is not None:
                scope, only = None, frozenset(locked)
            elif any(isinstance(one, a.Target) for one in words):
                only = frozenset(effect.targets)
            elif a.Self() in words:
                only = frozenset((effect.source,))
            for operation in instruction.operations:
                yield self._deed(operation, scope, None, only)
                yield from self._done_in(parts(operation), None)
        yield from self._done_in(effect.ability.entering, None)


def _is_its_card(thing: Thing) -> bool:
    """Whether the object is its card, and nothing besides."""
    others = (thing.copied, thing.front, thing.listed, thing.above, thing.melded)
    return not thing.linked and all(one is None for one in others)


def _names(card: Card) -> set[str]:
    return {*card.name.split(a.SEVERAL_NAMES)} - {""}
