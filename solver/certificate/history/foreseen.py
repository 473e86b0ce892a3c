"""What the state-based checks could find, told from what stands and what is printed, with no state.

It says that nothing is found only where that is so in every state that effects could make of what
stands. A certificate holds no state where that is so.
"""

from __future__ import annotations

from operator import is_
from typing import TYPE_CHECKING, get_args

from layerlaw.model import algebra as a
from layerlaw.model.algebra.trees import conjuncts, parts
from layerlaw.model.scenarios.unnamed_ground import is_unnamed
from layerlaw.solver.certificate.history.outlook import ObjectOutlook, PossibleDeed
from layerlaw.solver.certificate.replay.operations import meaning_of
from layerlaw.solver.certificate.replay.words import wording_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook, StateCheck
    from layerlaw.solver.facts.situation import ResolvedEffect, Situation, Thing

_OPERATIONS = get_args(a.Operation)
_OfAbility = tuple[tuple[str, ...], tuple[PossibleDeed, ...]]
"""The zones in which an ability works, and what it does there."""


class ForeseenChecks:
    """What the checks of a rulebook could find in one situation after another.

    What was seen of a card, and of an object like that among the same cards and effects, is kept.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook
        self._rules = tuple(
            one for rule in rulebook.rules for one in self._done_in(parts(rule.ability), None)
        )
        self._of_cards: dict[int, tuple[Card, tuple[_OfAbility, ...]]] = {}
        self._cards: frozenset[tuple[int, str]] = frozenset()
        self._effects: tuple[ResolvedEffect, ...] = ()
        self._deeds: tuple[PossibleDeed, ...] | None = self._rules
        self._seen: dict[tuple[object, ...], tuple[frozenset[str], bool]] = {}

    def may_find(self, situation: Situation) -> bool:
        """Whether any check could find anything; False only where none does."""
        checks = self._rulebook.checks
        if not checks:
            return False
        # Ground without a name may be what is passed by, of several that are alike.
        counted = any(check.one_for_each for check in checks)
        things = [one for one in situation.things if counted or not is_unnamed(one.id)]
        if situation.kept or not all(map(_is_its_card, things)):
            return True
        self._gather(situation)
        if self._deeds is None:
            return True
        found: dict[str, list[tuple[Thing, bool]]] = {check.id: [] for check in checks}
        for thing in things:
            ids, renamed = self._foreseen(thing, self._deeds)
            for id in ids:
                found[id].append((thing, renamed))
        return any(self._may_hit(check, found[check.id], self._deeds) for check in checks)

    def _gather(self, situation: Situation) -> None:
        """What could be done to anything in the situation; None where that is not known."""
        for card in {id(thing.card): thing.card for thing in situation.things}.values():
            if id(card) not in self._of_cards:
                self._of_cards[id(card)] = card, tuple(self._done_by_card(card))
        cards = frozenset((id(thing.card), thing.zone) for thing in situation.things)
        effects = situation.effects
        same = len(effects) == len(self._effects) and all(map(is_, effects, self._effects))
        if same and self._cards == cards:
            return
        self._cards, self._effects = cards, effects
        self._seen = {}
        deeds = [*self._rules]
        for card_id in dict.fromkeys(card_id for card_id, _ in cards):
            for zones, done in self._of_cards[card_id][1]:
                if any((card_id, zone) in cards for zone in zones):
                    deeds += done
        for effect in effects:
            deeds += self._done_by_effect(effect)
        unknown = any(isinstance(one.operation, a.CopyOf | a.ReplaceInText) for one in deeds)
        copied = any(effect.copies for effect in effects)
        self._deeds = None if unknown or copied else tuple(deeds)

    def _foreseen(
        self, thing: Thing, deeds: tuple[PossibleDeed, ...]
    ) -> tuple[frozenset[str], bool]:
        """The checks that could find the object, and whether it could get another name."""
        meant = tuple(one for one in deeds if one.only is not None and thing.id in one.only)
        counters = tuple(sorted(thing.counters.items()))
        level = None if thing.place is None else (thing.place.level, bool(thing.place.void))
        told = thing.zone, level, counters, thing.statuses
        key = (id(thing.card), *told, tuple(map(id, meant)))
        if key not in self._seen:
            outlook = ObjectOutlook(self._rulebook, thing, deeds)
            playing = thing.zone == self._rulebook.in_play
            ids = frozenset(
                check.id
                for check in self._rulebook.checks
                if (playing or wording_of(check.who).zoned) and outlook.may_be(check.who)
            )
            self._seen[key] = ids, outlook.renamed
        return self._seen[key]

    def _may_hit(
        self, check: StateCheck, found: list[tuple[Thing, bool]], deeds: tuple[PossibleDeed, ...]
    ) -> bool:
        """Whether the check could hit any of those that it could find."""
        wording = wording_of(check.who)
        if wording.players or wording.rules or wording.named is not None:
            return True
        if check.cannot and not self._may_be_forbidden(check.cannot, deeds):
            return False
        if not check.one_for_each:
            return bool(found)
        # One of several that are alike is passed by.
        if "name" not in check.one_for_each or any(renamed for _, renamed in found):
            return len(found) > 1
        names = [name for thing, _ in found for name in _names(thing.card)]
        return len(set(names)) < len(names)

    def _may_be_forbidden(self, action: str, deeds: tuple[PossibleDeed, ...]) -> bool:
        """Whether anything could say that something cannot do that, or have it done to it."""
        verbs = (action, self._rulebook.actions.get(action))
        return any(
            isinstance(one.operation, a.Permission)
            and not one.operation.allowed
            and one.operation.action in verbs
            for one in deeds
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
