"""The first route: python-constraint goes through all orders, and whole orders are judged.

What is said of an order is written down from `docs/definition.md`, "Order", sentence by sentence;
nothing is taken from the solver's queue or from the route by Z3.
"""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.certainty.orders.enumeration import admissible
from layerlaw.solver.certainty.orders.layer_question import (
    AXIOMS,
    FREED,
    JOINED,
    TIMESTAMPS,
    WAITING,
)
from layerlaw.solver.certificate.entries import GONE

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from layerlaw.solver.certainty.orders.layer_question import Order, OrderQuestion
    from layerlaw.solver.certificate.waiting import OrderPolicies

Numbers = set[int]
"""Numbers of entries, in no order."""


def orders_by_constraint(
    question: OrderQuestion, most: int, without: Collection[str] = ()
) -> tuple[Order, ...]:
    """All orders that keep the axioms, sorted; where there are more, only `most` + 1 of them.

    without: axioms that are left out, by name.
    """
    if len(question.chosen) != len(question.turns):
        return ()
    judge = _Judge(question)
    holds = [axiom for name, axiom in judge.axioms().items() if name not in without]
    orders = {
        tuple(question.entries[number].effect for number in order)
        for order in islice(admissible(question.chosen, holds=holds), most + 1)
    }
    return tuple(sorted(orders))


class _Judge:
    """Says of a whole order whether it keeps an axiom."""

    def __init__(self, question: OrderQuestion) -> None:
        self.question = question
        self.policies = question.policies
        self.turns = question.turns
        self.ages = [question.ages[entry.effect] for entry in question.entries]
        graphs = [
            (epoch.start, _AwaitedEffects(question.effects, epoch.edges, question.policies))
            for epoch in question.course.epochs
        ]
        self.graph_at = [
            [graph for start, graph in graphs if start <= turn][-1] for turn in self.turns
        ]
        self._groups: dict[tuple[int, frozenset[int]], _Groups] = {}

    def axioms(self) -> dict[str, Callable[[tuple[int, ...]], bool]]:
        """Every axiom by name."""
        at_every_turn = {
            JOINED: lambda number, groups: number in groups.pending,
            WAITING: self._has_waited,
            FREED: self._is_its_kind_s_turn,
            TIMESTAMPS: self._is_oldest,
        }
        return {name: partial(self._always, at_every_turn[name]) for name in AXIOMS}

    def _always(self, axiom: Callable[[int, _Groups], bool], order: tuple[int, ...]) -> bool:
        return all(axiom(number, groups) for number, groups in self._turns(order))

    def _turns(self, order: tuple[int, ...]) -> Iterator[tuple[int, _Groups]]:
        """Each turn's part, and how things stood before it."""
        for place, number in enumerate(order):
            key = place, frozenset(order[:place])
            if key not in self._groups:
                self._groups[key] = self._before(*key)
            yield number, self._groups[key]

    def _before(self, place: int, done: frozenset[int]) -> _Groups:
        turn = self.turns[place]
        entries = self.question.entries
        pending = {
            number
            for number, entry in enumerate(entries)
            if number not in done
            and entry.joined <= turn
            and (entry.why != GONE or entry.turn is None or turn < entry.turn)
        }
        effects = {entries[number].effect for number in pending}
        graph = self.graph_at[place]
        independent = {n for n, entry in enumerate(entries) if entry.effect in graph.independent}
        freed = {n for n, entry in enumerate(entries) if not graph.awaited[entry.effect] & effects}
        return _Groups(pending, independent, freed, self._who_may_go(pending, independent, freed))

    def _who_may_go(self, pending: Numbers, independent: Numbers, freed: Numbers) -> Numbers:
        """The candidates for the next turn, of which the oldest goes; none in a deadlock."""
        if self.policies.freed == "compete":
            return pending & freed
        if self.policies.freed == "at once":
            return pending & freed - independent or pending & independent
        dependent = pending if self.policies.dependents == "timestamps" else pending & freed
        return pending & independent or dependent

    # --- the axioms, turn by turn --------------------------------------------------------------

    def _has_waited(self, number: int, now: _Groups) -> bool:
        """Whether what it waits for is done, if it had to wait and anybody could go at all."""
        if number in now.freed or not now.may_go:
            return True
        if self.policies.freed == "compete":
            return False
        by_timestamp = (self.policies.freed, self.policies.dependents) == (
            "after all",
            "timestamps",
        )
        return number in now.independent or by_timestamp

    def _is_its_kind_s_turn(self, number: int, now: _Groups) -> bool:
        """Whether it is the turn of the independent parts, or of the dependent ones."""
        independent = number in now.independent
        match self.policies.freed:
            case "after all":
                return independent or not now.pending & now.independent
            case "at once":
                return not independent or not now.pending & now.freed - now.independent
            case _:
                return True

    def _is_oldest(self, number: int, now: _Groups) -> bool:
        """Whether no candidate for the turn is older."""
        rivals = now.may_go or now.pending
        return all(self.ages[number] <= self.ages[rival] for rival in rivals)


@dataclass(frozen=True, slots=True)
class _Groups:
    """How things stand before a turn. freed: those that wait for nothing pending. may_go: those of
    which the oldest is next."""

    pending: Numbers
    independent: Numbers
    freed: Numbers
    may_go: Numbers


class _AwaitedEffects:
    """What each effect waits for over one graph, and which effects are independent."""

    def __init__(
        self,
        effects: Collection[str],
        edges: Collection[tuple[str, str]],
        policies: OrderPolicies,
    ) -> None:
        self.on = {x: {y for one, y in edges if one == x} for x in effects}
        mutual = {x: {y for y in self.on[x] if x in self.on[y]} for x in effects}
        if policies.loop == "members":
            self.awaited = {x: self._outside(self._loop(x)) for x in effects}
        else:
            self.awaited = {x: self.on[x] - mutual[x] for x in effects}
        held_up_by = {
            "outside its loop": self.awaited,
            "one-way": {x: self.on[x] - mutual[x] for x in effects},
            "nothing": self.on,
        }[policies.independent]
        self.independent = {x for x in effects if not held_up_by[x]}

    def _outside(self, loop: set[str]) -> set[str]:
        """What some member depends on that is no member."""
        return {y for member in loop for y in self.on[member] if y not in loop}

    def _loop(self, effect: str) -> set[str]:
        """The effect, and those that depend on it and on which it depends, over others or not."""
        return {effect, *(x for x in self._reached(effect) if effect in self._reached(x))}

    def _reached(self, effect: str) -> set[str]:
        found: set[str] = set()
        border = [effect]
        while border:
            new = self.on[border.pop()] - found
            found |= new
            border += sorted(new)
        return found
