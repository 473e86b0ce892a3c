"""The first route: what may be applied next at each moment of an instance, and so which orders."""

from __future__ import annotations

from functools import cache, cached_property, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.rulebooks.axioms import relations
from layerlaw.solver.board.columns import bits
from layerlaw.solver.documents.axioms.demands import InstanceFacts
from layerlaw.solver.documents.axioms.instances import Instance

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from layerlaw.model.rulebooks.axioms import Axiom
    from layerlaw.solver.documents.axioms.demands import Pair
    from layerlaw.solver.documents.axioms.instances import Order

Pending = tuple[int, ...]
"""The effects that are not applied yet, the oldest first."""
Pairs = int
"""Pairs of the n effects of an instance, as bits: x * n + y for (x, y)."""
NO_PAIRS: Pairs = 0


class CheckedInstance:
    """An instance, what can be said of its effects, and its later moments."""

    def __init__(
        self, instance: Instance, known: dict[Instance, CheckedInstance] | None = None
    ) -> None:
        """known: where the instances that are left at later moments are kept, to be shared."""
        self.instance = instance
        self.facts = InstanceFacts(instance)
        self.every: Pending = tuple(range(instance.n))
        self._left: dict[Pending, CheckedInstance] = {}
        self._known = {} if known is None else known

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
        self._begin(_sorted(tuple(axioms)), row)

    def _begin(self, axioms: _Sorted, row: CheckedInstance) -> None:
        self.row = row
        self.clauses: frozenset[str] | None = None
        self.axioms = axioms.every
        self._sorted = axioms
        self._said: dict[Pending, list[tuple[str, Pairs]]] = {}
        self._next: dict[Pending, tuple[int, ...]] = {}
        self._ends: dict[Pending, bool] = {(): True}

    @property
    def by_step(self) -> bool:
        """Whether any axiom speaks of each choice."""
        return self._sorted.by_step

    def counting(self, clauses: Collection[str]) -> Moments:
        """The same where these clauses alone count."""
        moments = Moments.__new__(Moments)
        moments._begin(self._sorted, self.row)
        moments.clauses, moments._said = frozenset(clauses), self._said
        return moments

    def demanding(self) -> frozenset[str]:
        """The clauses that bar anything at any moment, come to or not."""
        sizes = range(1, self.row.instance.n + 1) if self.by_step else (self.row.instance.n,)
        return frozenset(
            clause
            for size in sizes
            for pending in combinations(self.row.every, size)
            for clause, _ in self._asked(pending)
        )

    def barred(self, pending: Pending) -> dict[Pair, tuple[str, ...]]:
        """(x, y) -> the clauses by which y is not next while x is pending; (y, y): in any case.

        The clauses are in the order of the axioms; the pairs are sorted.
        """
        barred: dict[Pair, dict[str, None]] = {}
        n = self.row.instance.n
        for clause, pairs in self._counted(pending):
            for at in bits(pairs):
                barred.setdefault(divmod(at, n), {})[clause] = None
        return {pair: tuple(barred[pair]) for pair in sorted(barred)}

    def _counted(self, pending: Pending) -> list[tuple[str, Pairs]]:
        """What each axiom of the clauses that count bars, if that is anything."""
        counted, asked = self.clauses, self._asked(pending)
        return [each for each in asked if counted is None or each[0] in counted]

    def _asked(self, pending: Pending) -> list[tuple[str, Pairs]]:
        """What is barred by the axioms of any clause."""
        if pending not in self._said:
            if self.by_step or pending == self.row.every:
                asked = _left_by_overrides(self.held(pending), self.row.instance.n)
            else:
                # Where nothing is said of each choice, what is barred is so at every moment.
                inside = _inside(pending, self.row.instance.n)
                first = self._asked(self.row.every)
                asked = [(clause, left) for clause, pairs in first if (left := pairs & inside)]
            self._said[pending] = asked
        return self._said[pending]

    def held(self, pending: Pending) -> list[tuple[Axiom, Pairs]]:
        """Each axiom, and the pairs of which its condition holds at this moment.

        Those that speak of who is ready come last: they are told by what the others bar.
        """
        n = self.row.instance.n
        left = self.row.left(pending)
        inside = _inside(pending, n)
        held: list[tuple[Axiom, Pairs]] = []
        for axiom in self._sorted.settled:
            if axiom.by_step:
                pairs = self._told(axiom, left.facts, pending)
            else:
                pairs = self.row.facts.where(axiom.when) & inside & ~_same(n)
            held.append((axiom, pairs))
        if self._sorted.of_ready:
            kept_back = _second(_left_by_overrides(held, n), pending, n)
            ready = sum(1 << at for at, y in enumerate(pending) if not kept_back >> y & 1)
            for axiom in self._sorted.of_ready:
                held.append((axiom, self._told(axiom, left.facts, pending, ready)))
        return held

    def _told(self, axiom: Axiom, facts: InstanceFacts, pending: Pending, ready: int = 0) -> Pairs:
        """The pairs by the names of the whole instance; (y, y) where y is barred in any case.

        ready: see `InstanceFacts.where`.
        """
        n, size = self.row.instance.n, len(pending)
        where = facts.where(axiom.when, ready)
        if axiom not in self._sorted.alone:
            where &= ~_same(size)
        if size == n:
            return where & _inside(pending, n)
        named = _names(pending)
        pairs, row = NO_PAIRS, (1 << size) - 1
        for at, x in enumerate(pending):
            pairs |= named[where >> at * size & row] << x * n
        return pairs

    def next(self, pending: Pending) -> tuple[int, ...]:
        """Which of the pending effects may be applied next, the oldest first."""
        if pending not in self._next:
            kept_back = _second(self._counted(pending), pending, self.row.instance.n)
            self._next[pending] = tuple(y for y in pending if not kept_back >> y & 1)
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


# --- pairs as bits ------------------------------------------------------------------------


@cache
def _same(n: int) -> Pairs:
    """The pairs (x, x)."""
    return sum(1 << (x * n + x) for x in range(n))


@cache
def _inside(pending: Pending, n: int) -> Pairs:
    """The pairs of pending effects."""
    return sum(1 << (x * n + y) for x in pending for y in pending)


@cache
def _names(pending: Pending) -> tuple[int, ...]:
    """For each set of the effects that are left, by their places: the same by their names."""
    sets = range(1 << len(pending))
    return tuple(sum(1 << y for at, y in enumerate(pending) if some >> at & 1) for some in sets)


def _second(asked: Iterable[tuple[str, Pairs]], pending: Pending, n: int) -> int:
    """The second effects of pairs of pending ones, one bit each."""
    every = NO_PAIRS
    for _, pairs in asked:
        every |= pairs
    found = 0
    for x in pending:
        found |= every >> x * n
    return found & ((1 << n) - 1)


def _left_by_overrides(held: Sequence[tuple[Axiom, Pairs]], n: int) -> list[tuple[str, Pairs]]:
    """What each axiom demands, if anything.

    A clause overridden for a pair demands nothing of it, and overrides others there all the same.
    """
    silent: dict[str, Pairs] = {}
    for axiom, pairs in held:
        if axiom.overrides and pairs:
            either = pairs
            for at in bits(pairs):
                x, y = divmod(at, n)
                either |= 1 << (y * n + x)
            for clause in axiom.overrides:
                silent[clause] = silent.get(clause, NO_PAIRS) | either
    return [
        (axiom.clause, left)
        for axiom, pairs in held
        if (left := pairs & ~silent.get(axiom.clause, NO_PAIRS))
    ]


# --- axioms by when they are asked --------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Sorted:
    """Axioms by when they are asked.

    of_ready: those that speak of who is ready; settled: all others. alone: those that speak of the
    choice of one effect. by_step: whether any speaks of each choice.
    """

    every: tuple[Axiom, ...]
    settled: tuple[Axiom, ...]
    of_ready: tuple[Axiom, ...]
    alone: tuple[Axiom, ...]
    by_step: bool


@lru_cache(maxsize=256)
def _sorted(axioms: tuple[Axiom, ...]) -> _Sorted:
    of_ready = tuple(axiom for axiom in axioms if "ready" in relations(axiom.when))
    return _Sorted(
        axioms,
        tuple(axiom for axiom in axioms if axiom not in of_ready),
        of_ready,
        tuple(axiom for axiom in axioms if axiom.alone),
        any(axiom.by_step for axiom in axioms),
    )
