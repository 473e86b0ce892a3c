"""When there is nothing to look for: what the state-based checks and lost marks could not hit.

Judged by what is printed and by what the cards of the game could do at all, without a derivation.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.trees import conjuncts, nodes
from layerlaw.model.cards.printed import matches_print
from layerlaw.solver.derivation.possible import (
    is_certain,
    is_possible,
    may_be_forbidden,
    may_lose_abilities,
)
from layerlaw.solver.derivation.prospects import (
    NOTHING,
    abilities_it_gives,
    of_one,
    own,
    prospects_of,
)
from layerlaw.solver.effects.acts import takes_abilities
from layerlaw.solver.effects.context import names_zone
from layerlaw.solver.effects.own_keywords import gains_itself, given_by_counters

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.derivation.possible import Bearer
    from layerlaw.solver.derivation.prospects import Prospects
    from layerlaw.solver.facts.situation import Thing

    ByScope = tuple[tuple[a.Selector, ...], Prospects]


class Danger:
    """What could be hit in a game, by checks and by what takes keywords."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook
        rules = [rule.ability for rule in rulebook.rules]
        counters = [gains_itself(rulebook, each) for each in given_by_counters(rulebook).values()]
        self.rules = prospects_of(rulebook, [*rules, *counters])
        self._asked = NOTHING, self.rules
        # What a rule gives may work on anything; what else it does, on what it selects.
        given = [each for rule in rules for each in abilities_it_gives(rule)]
        self._always = prospects_of(rulebook, [*counters, *given])
        self._by_scope = tuple(
            (tuple(conjuncts(instruction.scope)), of_one(rulebook, rule, instruction))
            for rule in rules
            for instruction in rule.instructions
        )
        self._checks = tuple(
            (names_zone(check.who), tuple(conjuncts(check.who)), check.cannot)
            for check in rulebook.checks
        )
        falls = rulebook.carried_falls
        self._falls = None if falls is None else tuple(conjuncts(falls))
        self._unable = tuple(
            (tuple(conjuncts(who)), action) for action, who in rulebook.carried_cannot.items()
        )
        self._takers = tuple(
            tuple(conjuncts(instruction.scope))
            for ability in rules
            for instruction in ability.instructions
            if any(
                takes_abilities(rulebook, write)
                for operation in instruction.operations
                for write in operation.writes
            )
        )

    def may_hit(self, thing: Thing, coming: Prospects, bearer: Thing | None = None) -> bool:
        """Whether some check could hit the object, going by what no effect can change.

        coming: what the abilities of the cards in the game may do; rules may do more. bearer: what
        carries the object, if that is known. Counters and levels are made by events alone, so a
        check that asks for damage cannot hit what is not damaged, and no derivation is needed to
        see it. Nor can one that asks for a low number, if that is printed higher and nothing makes
        it lower.
        """
        # What no rule could bring about is asked first, and what comes about without any.
        at_most = self._at_most(coming)
        if not self._may_find(thing, at_most, None if bearer is None else (bearer, at_most)):
            return False
        by = self._with_its_rules(bearer, coming)
        return self._may_find(thing, coming, by) or self._may_find(
            thing, self._with_rules(thing, coming, self._by_scope), by
        )

    def may_fall(self, thing: Thing, coming: Prospects, bearer: Thing | None) -> bool:
        """Whether what is carried could have to fall, by what is said of it and of its bearer.

        coming, bearer: as for `may_hit`. What else it takes to carry is for others to ask.
        """
        by = self._with_its_rules(bearer, coming)
        if by is None:
            return True
        coming = self._with_rules(thing, coming, self._by_scope)
        falls = (self._falls,) if self._falls is not None else ()
        unable = (
            who
            for who, action in self._unable
            if may_be_forbidden(self._rulebook, action, thing, coming, by)
        )
        return any(
            all(is_possible(self._rulebook, one, thing, coming, by) for one in who)
            for who in (*falls, *unable)
        )

    def surely_is(self, thing: Thing, selector: a.Selector, coming: Prospects) -> bool:
        """Whether the selector selects the object in play, whatever effects do."""
        # What is so whatever all rules did is asked first.
        return is_certain(self._rulebook, selector, thing, self._at_most(coming), None) or (
            is_certain(
                self._rulebook,
                selector,
                thing,
                self._with_rules(thing, coming, self._by_scope),
                None,
            )
        )

    def keeps_abilities(self, thing: Thing, coming: Prospects) -> bool:
        """Whether the object in play has all that is printed on its card, and it works, as printed.

        True only where that is so whatever effects do.
        """
        coming = self._with_rules(thing, coming, self._by_scope)
        return (
            not (thing.linked or thing.without or coming.copies)
            and is_certain(self._rulebook, a.Everything(), thing, coming, None)
            and not may_lose_abilities(self._rulebook, thing, coming)
        )

    def _with_its_rules(self, bearer: Thing | None, coming: Prospects) -> Bearer | None:
        """What carries the object, with what may be done to that."""
        if bearer is None:
            return None
        return bearer, self._with_rules(bearer, coming, self._by_scope)

    def could_hit(self, thing: Thing, cards: Iterable[Card]) -> bool:
        """The same; of what these cards may do that alone counts which may be done to the object.

        It takes longer to tell. cards: all that are in the game.
        """
        rulebook, coming, by_scope = self._rulebook, NOTHING, [*self._by_scope]
        for card in cards:
            itself = own(card)
            for printed in card.every_ability:
                ability = printed.ability
                if printed.use != "has":
                    coming |= prospects_of(rulebook, [ability])
                    continue
                bare = replace(ability, instructions=())
                coming |= prospects_of(rulebook, [bare, *abilities_it_gives(ability)])
                by_scope += (
                    (tuple(conjuncts(one.scope)), of_one(rulebook, ability, one))
                    for one in ability.instructions
                    if card is thing.card or id(one) not in itself
                )
        if coming.copies or any(prospects.copies for _, prospects in by_scope):
            return True
        return self._may_find(thing, self._with_rules(thing, coming, by_scope))

    def _at_most(self, coming: Prospects) -> Prospects:
        """With all that rules may do; kept, for one table asks it of many objects."""
        known, with_rules = self._asked
        if known is not coming:
            with_rules = coming | self.rules
            self._asked = coming, with_rules
        return with_rules

    def _may_find(self, thing: Thing, coming: Prospects, bearer: Bearer | None = None) -> bool:
        """Whether some check could find the object. coming: what may be done to it."""
        rulebook = self._rulebook
        playing = thing.zone == rulebook.in_play
        return any(
            (playing or elsewhere)
            and (not cannot or may_be_forbidden(rulebook, cannot, thing, coming, bearer))
            and all(
                is_possible(rulebook, conjunct, thing, coming, bearer) for conjunct in conjuncts
            )
            for elsewhere, conjuncts, cannot in self._checks
        )

    def _with_rules(
        self, thing: Thing, coming: Prospects, by_scope: Sequence[ByScope]
    ) -> Prospects:
        """With what the rules may do to the object, by what it is and may come to be.

        by_scope: what they do, or others, to what they select.
        """
        coming |= self._always
        left = [*by_scope]
        while left:
            waiting = []
            for scope, prospects in left:
                if all(is_possible(self._rulebook, one, thing, coming) for one in scope):
                    coming |= prospects
                else:
                    waiting.append((scope, prospects))
            if len(waiting) == len(left):
                break
            left = waiting
        policy = self._rulebook.policy
        if not left or policy("process") == "layered":
            return coming
        together = self._holding_up(thing, coming, left)
        if together == NOTHING or policy("groundedness") == "all deeds":
            return coming
        return coming | together

    def _holding_up(self, thing: Thing, coming: Prospects, left: list[ByScope]) -> Prospects:
        """What rules bring that ask only for what comes, and for what they bring themselves.

        It is there where a state may hold itself up.
        """
        while True:
            together = NOTHING
            for _, prospects in left:
                together |= prospects
            kept = [
                (scope, prospects)
                for scope, prospects in left
                if all(is_possible(self._rulebook, one, thing, coming | together) for one in scope)
            ]
            if len(kept) == len(left):
                return together
            left = kept

    def may_lose_mark(self, thing: Thing, keyword: str, coming: Prospects) -> bool:
        """Whether the object could lose the mark of a keyword printed on it: be without the
        keyword, have it in vain, or not be what keeps the mark."""
        rulebook = self._rulebook
        given = (rulebook.statuses.get(name) for name in thing.statuses)
        stopped = any(one is not None and (one.silences or one.disables) for one in given)
        if stopped or thing.form is not thing.card:
            return True
        taking = coming.takes
        coming = coming | self.rules
        who = rulebook.mark_on.get(keyword)
        if who is not None:
            looks = {one.characteristic for one in nodes(who) if isinstance(one, a.Member)}
            if not matches_print(who, thing.form) or looks & coming.changed:
                return True
        return any(
            all(is_possible(rulebook, conjunct, thing, coming) for conjunct in conjuncts)
            for conjuncts in (*taking, *self._takers)
        )
