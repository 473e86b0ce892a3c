"""Whether the order matters where effects apply at the same time: other orders of timestamps."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import factorial
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.answer.difference.outcome import outcome, refusal
from layerlaw.solver.answer.difference.same_table import same_table
from layerlaw.solver.certainty.orders.commuting import Operations
from layerlaw.solver.certainty.orders.footprints import OperationFootprint, Unknown
from layerlaw.solver.certainty.orders.read_words import Bound, bound_of
from layerlaw.solver.certainty.orders.swaps import by_swaps, pieces_of_pairs, replaced
from layerlaw.solver.certainty.orders.verdict import (
    Judgement,
    OrderReason,
    OrderVerdict,
    Pair,
)
from layerlaw.solver.certainty.orders.witness import differences
from layerlaw.solver.derivation.simultaneous import Settling
from layerlaw.solver.effects.context import Instances
from layerlaw.solver.effects.indifference import BY_AGE
from layerlaw.solver.effects.world import World
from layerlaw.solver.together.candidates import Candidates

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from layerlaw.solver.answer.difference.outcome import Outcome
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.certainty.orders.exploration import Budget
    from layerlaw.solver.certainty.orders.verdict import Scope
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.effects.parts import Effect
    from layerlaw.solver.facts.situation import Situation
    from layerlaw.solver.together.deeds import Candidate

COSTLY = 50
"""Working out all answers anew counts for so many turns."""

Order = tuple[int, ...]
"""The effects that could exist, by their numbers when the oldest is 0, in another order."""


def decide_together(
    derivation: Answer,
    scope: Scope,
    age: Callable[[Effect], tuple[int, ...]] | None,
    budget: Budget,
) -> OrderVerdict:
    """As `confluence.order_matters`."""
    return _SimultaneousOrders(derivation, scope, age, budget).verdict()


class _Reordered(Settling):
    """The situation with its effects' timestamps in the order given.

    candidates: its effects, which are given these timestamps; one order is looked at at a time.
    """

    def __init__(
        self, situation: Situation, candidates: Candidates, effects: Iterable[Candidate]
    ) -> None:
        candidates.all = tuple(effects)
        for place, one in enumerate(candidates.all):
            one.effect = replace(one.effect, key=(place,))
            for part in one.parts:
                # What decides by age in the end asks the parts that had turns.
                part.effect = one.effect
        super().__init__(situation, candidates=candidates)
        self.grounded: list[Board] = []

    def states(self) -> list[Board]:
        """As in `Settling`."""
        self.grounded = super().states()
        return self.grounded

    def undecided(self) -> list[str]:
        """The effects that exist in some of the grounded states, and not in others."""
        return [
            one.effect.id
            for one in self.candidates.all
            if len({one.exists(board) for board in self.grounded}) > 1
        ]


class _SimultaneousOrders:
    """The orders of one derivation."""

    def __init__(
        self,
        derivation: Answer,
        scope: Scope,
        age: Callable[[Effect], tuple[int, ...]] | None,
        budget: Budget,
    ) -> None:
        self.situation = derivation.situation
        self.rulebook = derivation.rulebook
        self.scope: Scope = scope
        self.budget = budget
        self.newest = self.rulebook.policy("process") == "newest wins"
        self.candidates = Candidates(World(self.situation), Instances())
        self.effects: tuple[Candidate, ...] = self.candidates.all
        self.names = [one.effect.id for one in self.effects]
        self.ages = [() if age is None else age(one.effect) for one in self.effects]
        self._start = self.candidates.start
        self.clashes = self._clashes()
        self.outcomes: dict[frozenset[tuple[int, int]], Outcome] = {}
        self._first: tuple[Answer, Outcome] | None = None
        self.complete = True
        self.pair: Pair | None = None
        self._undecided: list[str] = []

    def verdict(self) -> OrderVerdict:
        """Run the search and sum it up."""
        own = tuple(range(len(self.effects)))
        try:
            self._outcome(own)
            if self.newest:
                self.clashes |= self._chosen_between
            self._search(own)
        except KeyboardInterrupt:
            self.budget.interrupted = True
            self.complete = False
        found = len(set(self.outcomes.values()))
        judgement: Judgement = "not known"
        reasons: tuple[OrderReason, ...] = ()
        if found > 1:
            judgement = "differs"
        elif not self._open() and self.complete:
            judgement = "same: reads and writes"
            reasons = self._reasons()
        elif self.complete:
            judgement = "same: all courses"
        return OrderVerdict(
            self.scope,
            self._orders(),
            True,
            judgement,
            (),
            reasons,
            len(self.outcomes),
            self.budget.steps,
            max(found, 1),
            self.pair,
            self.complete,
            self.budget.interrupted,
        )

    def _orders(self) -> int:
        found = 1
        for age in set(self.ages):
            found *= factorial(self.ages.count(age))
        return found

    def _reasons(self) -> tuple[OrderReason, ...]:
        why = "what they do in one step comes to the same in whatever order it is combined"
        return (OrderReason("", tuple(self.names), why),) if self.names else ()

    # --- which pairs' order can matter -------------------------------------------------------

    def _clashes(self) -> set[frozenset[int]]:
        """The pairs of effects that do something in one step which the order can change."""
        deeds: list[dict[int, list[OperationFootprint]]] = []
        for one in self.effects:
            by_step: dict[int, list[OperationFootprint]] = {}
            for part in one.parts:
                for step in part.steps:
                    locked = any(d.locked for d in self.candidates.deeds[one] if d.step is step)
                    mask = self._mask(one, locked, step.index) & step.allowed
                    if locked:
                        mask = step.select(self._start, -1) & step.allowed
                    for prepared in step.operations:
                        known = not prepared.reads and mask >= 0
                        operand = prepared.operand(self._start, mask) if known else None
                        by_step.setdefault(part.layer, []).append(
                            OperationFootprint(
                                prepared.operation,
                                mask,
                                operand if known else Unknown.UNKNOWN,
                                prepared.grants,
                                dict.fromkeys(sorted(prepared.writes), mask),
                            )
                        )
            deeds.append(by_step)
        every = [deed for steps in deeds for found in steps.values() for deed in found]
        operations = _UnknownOperands(self.rulebook, self._start, every)

        def clash(
            one: Mapping[int, list[OperationFootprint]],
            other: Mapping[int, list[OperationFootprint]],
        ) -> bool:
            marks, others = (list(_marks(deeds)) for deeds in (one, other))
            if any(self._rival(mine, theirs) for mine in marks for theirs in others):
                return True
            return any(
                not operations.deeds_commute(first, second)
                for step in one
                if step in other
                for first in one[step]
                for second in other[step]
            )

        return {
            frozenset((i, j))
            for i, j in combinations(range(len(deeds)), 2)
            if clash(deeds[i], deeds[j])
        }

    def _rival(self, one: a.Operation, other: a.Operation) -> bool:
        """Whether of two marks on one object the newer may decide."""
        if isinstance(one, a.Permission) and isinstance(other, a.Permission):
            pairs = self.rulebook.actions
            verbs = {pairs.get(mark.action, mark.action) for mark in (one, other)}
            by_age = self.rulebook.policy("prohibition") in BY_AGE
            return by_age and one.allowed is not other.allowed and len(verbs) == 1
        if isinstance(one, a.Redirect) and isinstance(other, a.Redirect):
            zones = {one.instead_of, other.instead_of}
            return one.to != other.to and (len(zones) == 1 or None in zones)
        return False

    def _mask(self, one: Candidate, locked: bool, index: int) -> int:
        """The objects to which an instruction could be done."""
        if locked:
            return 0
        bound = bound_of(one.effect.ability.instructions[index].scope, one.context, self._start)
        return _most(bound)

    @property
    def _chosen_between(self) -> set[frozenset[int]]:
        """Where the newest is in force: the pairs of effects that keep each other from being."""
        places = [self.names.index(name) for name in self._undecided]
        return {frozenset(pair) for pair in combinations(places, 2)}

    def _open(self) -> list[tuple[int, int]]:
        """The pairs whose order can matter, and is free, in order."""
        return sorted(
            (min(pair), max(pair))
            for pair in self.clashes
            if len({self.ages[number] for number in pair}) == 1
        )

    # --- the search --------------------------------------------------------------------------

    def _search(self, own: Order) -> None:
        """All orders that could differ, those with the fewest swaps first, to the first that does.

        Of every piece of effects whose order can matter, only the order among themselves counts.
        """
        edges = self._open()
        if not edges:
            self._outcome(own)
            return
        slots = pieces_of_pairs(edges)
        first = self._outcome(own)
        for swap in by_swaps(slots):
            if self.budget.spent:
                self.complete = False
                return
            found = self._outcome(_placed(own, slots, swap.after))
            if found != first:
                self.complete = False
                before = _placed(own, slots, swap.before)
                self._witness(own, before, (swap.first, swap.second), (first, found))
                return

    def _outcome(self, order: Order) -> Outcome:
        """The outcome of an order; orders alike in all that can matter are looked at once."""
        places = {number: place for place, number in enumerate(order)}
        key = frozenset(
            (one, other) if places[one] < places[other] else (other, one)
            for one, other in self._open()
        )
        if key not in self.outcomes:
            self.budget.steps += COSTLY - 1
            self.budget.step()
            effects = (self.effects[number] for number in order)
            settling = _Reordered(self.situation, self.candidates, effects)
            try:
                self.outcomes[key] = self._outcome_of(settling.derivation())
            except LayerlawError as error:
                self.outcomes[key] = refusal(error)
            self._undecided = settling.undecided()
            if self.newest and not self._chosen_between <= self.clashes and len(order) > 1:
                self.complete = self.complete and len(self.outcomes) == 1
        return self.outcomes[key]

    def _outcome_of(self, answer: Answer) -> Outcome:
        """The outcome of an answer; that of the first order, if the same is on the table."""
        if self._first is not None and same_table(self._first[0], answer):
            return self._first[1]
        found = outcome(answer)
        if self._first is None:
            self._first = answer, found
        return found

    def _witness(
        self,
        own: Order,
        one: Order,
        pair: tuple[int, int],
        outcomes: tuple[Outcome, Outcome],
    ) -> None:
        """The two that are to be swapped are brought together, past what does not matter."""
        first, second = pair
        # Whatever stands between them is free to go first: its order against them changes nothing.
        between = one[one.index(first) + 1 : one.index(second)]
        order = [n for n in one if n not in (first, second, *between)]
        place = one.index(first)
        before = between
        mine = (*order[:place], *before, first, second, *order[place:])
        theirs = (*order[:place], *before, second, first, *order[place:])
        self.pair = Pair(
            tuple(("", self.names[number]) for number in mine),
            tuple(("", self.names[number]) for number in theirs),
            mine == own,
            1,
            "",
            place + len(before),
            self.names[first],
            self.names[second],
            outcomes,
            differences(*outcomes),
        )


class _UnknownOperands(Operations):
    """Operations of which the operands are not known: as additions they commute all the same."""

    def deeds_commute(self, one: OperationFootprint, other: OperationFootprint) -> bool:
        """As in `Operations`."""
        return self.sums(one, other) or super().deeds_commute(one, other)


def _marks(steps: Mapping[int, list[OperationFootprint]]) -> Iterator[a.Operation]:
    """The operations that mark what may be done, or where things go."""
    for deeds in steps.values():
        for deed in deeds:
            if isinstance(deed.operation, a.Permission | a.Redirect):
                yield deed.operation


def _most(bound: Bound) -> int:
    """The objects that can be selected at most, whatever is written."""
    if bound.pieces:
        found = _most(bound.pieces[0])
        for piece in bound.pieces[1:]:
            found = found & _most(piece) if bound.all_of else found | _most(piece)
        return found
    return bound.ever if bound.reads else bound.now


def _placed(own: Order, slots: Sequence[Order], order: Sequence[Order]) -> Order:
    """The whole order with the members of every piece in the places that the piece has."""
    order_of_all = list(own)
    for place, member in replaced(slots, order):
        order_of_all[place] = member
    return tuple(order_of_all)
