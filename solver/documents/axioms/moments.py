"""The first route: what may be applied next at each moment of an instance, and so which orders."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from layerlaw.model.rulebooks.axioms import relations
from layerlaw.solver.documents.axioms.demands import InstanceFacts, of_pairs
from layerlaw.solver.documents.axioms.instances import Instance

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from layerlaw.model.rulebooks.axioms import Axiom, Condition
    from layerlaw.solver.documents.axioms.demands import Pair
    from layerlaw.solver.documents.axioms.instances import Order

Pending = tuple[int, ...]
"""The effects that are not applied yet, the oldest first."""


class CheckedInstance:
    """An instance, of which pairs the conditions asked for so far hold, and its later moments."""

    def __init__(
        self, instance: Instance, known: dict[Instance, CheckedInstance] | None = None
    ) -> None:
        """known: where the instances that are left at later moments are kept, to be shared."""
        self.instance = instance
        self.facts = InstanceFacts(instance)
        self.every: Pending = tuple(range(instance.n))
        self._holding: dict[Condition, frozenset[Pair]] = {}
        self._left: dict[Pending, CheckedInstance] = {}
        self._known = {} if known is None else known

    def pairs(self, condition: Condition) -> frozenset[Pair]:
        """The pairs of different effects of which the condition holds."""
        if condition not in self._holding:
            self._holding[condition] = self.facts.pairs(condition)
        return self._holding[condition]

    def left(self, pending: Pending) -> CheckedInstance:
        """What is left of the instance when only these are pending, its effects numbered anew."""
        if len(pending) == self.instance.n:
            return self
        if pending not in self._left:
            part = _part(self.instance, pending)
            if part not in self._known:
                self._known[part] = CheckedInstance(part, self._known)
            self._left[pending] = self._known[part]
        return self._left[pending]


def _part(instance: Instance, pending: Pending) -> Instance:
    """The instance of these effects alone, with the dependencies among them."""
    at = {effect: number for number, effect in enumerate(pending)}
    layers = [instance.layers[effect] for effect in pending]
    number = {layer: place for place, layer in enumerate(sorted(set(layers)))}
    edges = tuple((at[x], at[y]) for x, y in instance.edges if x in at and y in at)
    return Instance(len(pending), tuple(number[layer] for layer in layers), edges)


class Moments:
    """The moments of one instance, each known by what is pending, and what may be next at each.

    clauses: those that count, whatever others would ask for; None: all of them. What is
    overridden stays overridden, by whichever clause.
    """

    def __init__(self, axioms: Sequence[Axiom], row: CheckedInstance) -> None:
        self.row = row
        self.clauses: frozenset[str] | None = None
        self.axioms = tuple(axioms)
        self.by_step = any(axiom.by_step for axiom in axioms)
        self._said: dict[Pending, dict[Pair, tuple[str, ...]]] = {}
        self._next: dict[Pending, tuple[int, ...]] = {}
        self._ends: dict[Pending, bool] = {(): True}

    @cached_property
    def of_ready(self) -> list[Axiom]:
        """The axioms that speak of who is ready."""
        return [axiom for axiom in self.axioms if "ready" in relations(axiom.when)]

    @cached_property
    def settled(self) -> list[Axiom]:
        """All others."""
        return [axiom for axiom in self.axioms if axiom not in self.of_ready]

    def counting(self, clauses: Collection[str]) -> Moments:
        """The same where these clauses alone count."""
        moments = Moments(self.axioms, self.row)
        moments.clauses, moments._said = frozenset(clauses), self._said
        return moments

    def barred(self, pending: Pending) -> dict[Pair, tuple[str, ...]]:
        """(x, y) -> the clauses by which y is not next while x is pending; (y, y): in any case."""
        counted = self.clauses
        if counted is None:
            return self._asked(pending)
        asked = self._asked(pending).items()
        return {pair: said for pair, of in asked if (said := tuple(c for c in of if c in counted))}

    def _asked(self, pending: Pending) -> dict[Pair, tuple[str, ...]]:
        """What is barred by any clause."""
        if pending not in self._said:
            if self.by_step or pending == self.row.every:
                held = self.held(pending)
                asked = of_pairs([axiom for axiom, _ in held], [pairs for _, pairs in held])
            else:
                # Where nothing is said of each choice, what is barred is so at every moment.
                inside = frozenset(pending)
                first = self._asked(self.row.every)
                asked = {pair: said for pair, said in first.items() if inside.issuperset(pair)}
            self._said[pending] = asked
        return self._said[pending]

    def held(self, pending: Pending) -> list[tuple[Axiom, Collection[Pair]]]:
        """Each axiom, and the pairs of which its condition holds at this moment.

        Those that speak of who is ready come last: they are told by what the others bar.
        """
        left = self.row.left(pending)
        inside = frozenset(pending)
        held: list[tuple[Axiom, Collection[Pair]]] = []
        for axiom in self.settled:
            if axiom.by_step:
                pairs = _told(axiom, left.pairs(axiom.when), left.facts, pending)
            else:
                pairs = [each for each in self.row.pairs(axiom.when) if inside.issuperset(each)]
            held.append((axiom, pairs))
        if self.of_ready:
            said = of_pairs(self.settled, [pairs for _, pairs in held])
            kept_back = {y for _, y in said}
            ready = frozenset(at for at, y in enumerate(pending) if y not in kept_back)
            facts = InstanceFacts(left.instance, ready)
            for axiom in self.of_ready:
                held.append((axiom, _told(axiom, facts.pairs(axiom.when), facts, pending)))
        return held

    def next(self, pending: Pending) -> tuple[int, ...]:
        """Which of the pending effects may be applied next, the oldest first."""
        if pending not in self._next:
            kept_back = {y for _, y in self.barred(pending)}
            self._next[pending] = tuple(y for y in pending if y not in kept_back)
        return self._next[pending]

    def ends(self, pending: Pending) -> bool:
        """Whether all of them can be applied in some order."""
        if pending not in self._ends:
            self._ends[pending] = any(self.ends(without(pending, y)) for y in self.next(pending))
        return self._ends[pending]

    @property
    def any_order(self) -> bool:
        """Whether some order keeps the clauses."""
        return self.ends(self.row.every)

    def first_order(self, *given: Pair) -> Order | None:
        """The order that keeps them and comes first in dictionary order; None if there is none.

        given: pairs of which the first is to come before the second.
        """
        return next(self._orders(self.row.every, given), None)

    def orders(self) -> Iterator[Order]:
        """Every order that keeps the clauses, in dictionary order."""
        return self._orders(self.row.every, ())

    def _orders(self, pending: Pending, given: Sequence[Pair]) -> Iterator[Order]:
        if not pending:
            yield ()
        for y in self.next(pending) if self.ends(pending) else ():
            if not any(second == y and first in pending for first, second in given):
                yield from ((y, *rest) for rest in self._orders(without(pending, y), given))

    @cached_property
    def choices(self) -> Mapping[Pending, tuple[int, ...]]:
        """Each moment that an order comes to, and the effects with which an order goes on."""
        reached: dict[Pending, tuple[int, ...]] = {}
        moments = [self.row.every] if self.any_order else []
        for pending in moments:
            if pending in reached or not pending:
                continue
            on = tuple(y for y in self.next(pending) if self.ends(without(pending, y)))
            reached[pending] = on
            moments += [without(pending, y) for y in on]
        return reached

    @cached_property
    def left_open(self) -> tuple[Pair, ...]:
        """The pairs (older, younger) between which the clauses leave a choice, sorted."""
        return tuple(
            sorted(
                {
                    (x, y)
                    for on in self.choices.values()
                    for at, x in enumerate(on)
                    for y in on[at + 1 :]
                }
            )
        )

    def stuck(self) -> Pending:
        """A moment at which nothing can be next: that with the most pending; () if there is none.

        Of several the one that is come to by the older effects first.
        """
        moments = [self.row.every]
        for pending in moments:
            if pending and not self.next(pending):
                return pending
            moments += [without(pending, y) for y in self.next(pending)]
        return ()


def without(pending: Pending, effect: int) -> Pending:
    """What is pending when the effect has been applied."""
    return tuple(each for each in pending if each != effect)


def _told(
    axiom: Axiom, pairs: Collection[Pair], facts: InstanceFacts, pending: Pending
) -> Collection[Pair]:
    """The pairs by the names of the whole instance, and (y, y) where y is barred in any case."""
    told = [(pending[x], pending[y]) for x, y in pairs]
    if axiom.alone:
        told += [(y, y) for at, y in enumerate(pending) if facts.holds(axiom.when, at, at)]
    return told
