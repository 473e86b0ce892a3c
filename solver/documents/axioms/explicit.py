"""The first route: every instance up to a size, and the relation that is demanded of it."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from layerlaw.solver.documents.axioms.instances import instances
from layerlaw.solver.documents.axioms.moments import CheckedInstance, Moments

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from layerlaw.model.rulebooks.axioms import Axiom
    from layerlaw.solver.documents.axioms.demands import InstanceFacts, Pair
    from layerlaw.solver.documents.axioms.instances import Instance
    from layerlaw.solver.documents.axioms.moments import Pending

Kinds = tuple[str, str, bool]
"""What two effects left open are, the words sorted, and whether a chain leads from one to the
other; the words are those of `KINDS`."""
KINDS = ("independent", "dependent", "in a free loop", "in a waiting loop")


class InstanceTable:
    """All instances of 2 to n effects, the smallest first; what holds in them is kept."""

    def __init__(self, n: int) -> None:
        self.n = n
        self._known: dict[Instance, CheckedInstance] = {}
        every = (instance for size in range(2, n + 1) for instance in instances(size))
        self.rows = [self.row(instance) for instance in every]

    def row(self, instance: Instance) -> CheckedInstance:
        """The row of an instance, of whatever size."""
        if instance not in self._known:
            self._known[instance] = CheckedInstance(instance, self._known)
        return self._known[instance]


def conflicts(
    axioms: Sequence[Axiom], table: InstanceTable, *, loops: bool = True
) -> dict[frozenset[str], Instance]:
    """Each minimal set of clauses in conflict on some instance -> the smallest such instance.

    loops: whether instances with loops of dependencies count.
    """
    smallest: dict[frozenset[str], Instance] = {}
    for row in table.rows:
        if loops or not row.facts.loops:
            for clauses in minimal(axioms, row):
                smallest.setdefault(clauses, row.instance)
    return smallest


def minimal(axioms: Sequence[Axiom], row: CheckedInstance) -> Iterator[frozenset[str]]:
    """The minimal sets of clauses that no order of the instance keeps."""
    moments = Moments(axioms, row)
    if moments.any_order:
        return
    # What demands nothing is in no conflict that is minimal.
    clauses = sorted(moments.demanding())
    sets: list[frozenset[str]] = []
    for many in range(1, len(clauses) + 1):
        for chosen in map(frozenset, combinations(clauses, many)):
            known = any(less <= chosen for less in sets)
            if not known and not moments.counting(chosen).any_order:
                sets.append(chosen)
                yield chosen


def without_order(axioms: Sequence[Axiom], table: InstanceTable) -> CheckedInstance | None:
    """The row of the smallest instance that has no order."""
    return next((row for row in table.rows if not Moments(axioms, row).any_order), None)


def kinds_of(facts: InstanceFacts, x: int, y: int) -> Kinds:
    """What two effects are."""
    first, second = sorted((kind_of(facts, x), kind_of(facts, y)))
    return (first, second, (x, y) in facts.chains or (y, x) in facts.chains)


def kind_of(facts: InstanceFacts, x: int) -> str:
    """What an effect is: one of `KINDS`."""
    if x not in facts.bound:
        return KINDS[0]
    if all(x != a for a, _ in facts.loops):
        return KINDS[1]
    return KINDS[3] if x in facts.waiting else KINDS[2]


def undetermined(
    axioms: Sequence[Axiom], table: InstanceTable
) -> dict[Kinds, tuple[Instance, Pair]]:
    """For each kind of pair left open: the smallest instance with an order, and its first pair."""
    smallest: dict[Kinds, tuple[Instance, Pair]] = {}
    for row in table.rows:
        for x, y in Moments(axioms, row).left_open:
            smallest.setdefault(kinds_of(row.facts, x, y), (row.instance, (x, y)))
    return smallest


def makes_difference(axioms: Sequence[Axiom], clause: str, table: InstanceTable) -> Instance | None:
    """The smallest instance whose admissible orders are others without the clause."""
    rest = [axiom for axiom in axioms if axiom.clause != clause]
    return next(
        (
            row.instance
            for row in table.rows
            if Moments(axioms, row).choices != Moments(rest, row).choices
        ),
        None,
    )


def condition_met(axioms: Sequence[Axiom], clause: str, table: InstanceTable) -> Instance | None:
    """The smallest instance with a moment at which some axiom of the clause has its condition."""

    def met(moments: Moments, pending: Pending) -> bool:
        return any(pairs and axiom.clause == clause for axiom, pairs in moments.held(pending))

    return _first(axioms, met, table)


def demand_left(axioms: Sequence[Axiom], clause: str, table: InstanceTable) -> Instance | None:
    """The smallest instance in which the clause demands something that is not overridden."""

    def left(moments: Moments, pending: Pending) -> bool:
        return any(clause in said for said in moments.barred(pending).values())

    return _first(axioms, left, table)


def _first(
    axioms: Sequence[Axiom], asked: Callable[[Moments, Pending], bool], table: InstanceTable
) -> Instance | None:
    """The smallest instance of which it is true at some moment, come to or not."""
    for row in table.rows:
        moments = Moments(axioms, row)
        sizes = range(1, row.instance.n + 1) if moments.by_step else (row.instance.n,)
        if any(
            asked(moments, pending) for size in sizes for pending in combinations(row.every, size)
        ):
            return row.instance
    return None
