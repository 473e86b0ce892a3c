"""Whether the procedure that the solver runs keeps the axioms, under every reading."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.rulebooks.policies import POLICIES
from layerlaw.solver.board.kinds import NO_PARTS, PartNumber
from layerlaw.solver.documents.audit.findings import Finding
from layerlaw.solver.documents.audit.model_search import name, told
from layerlaw.solver.documents.axioms.moments import Moments, without
from layerlaw.solver.layers.graph import Queue, waiting
from layerlaw.solver.layers.procedure import Rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from layerlaw.model.rulebooks.rulebook import OpenPoint, Reading, Rulebook
    from layerlaw.solver.documents.audit.model_search import Study
    from layerlaw.solver.documents.axioms.demands import Pair
    from layerlaw.solver.documents.axioms.instances import Instance, Order
    from layerlaw.solver.layers.graph import Columns

DECIDING = ("graph", "freed", "dependents", "independent", "loop")
"""The policies on whose turn it is in a graph of dependencies."""

SMALL = 3
"""Under all readings at once instances of up to so many effects are played."""


@dataclass(frozen=True, slots=True)
class Turns:
    """Whose turn it is: the rules, and whether dependencies are looked for again at each step."""

    rules: Rules
    anew: bool

    @classmethod
    def of(cls, rulebook: Rulebook) -> Turns:
        """Those of a rulebook under its readings."""
        return cls(Rules.from_rulebook(rulebook), rulebook.policy("graph") == "each step")

    def order(self, instance: Instance) -> Order:
        """The order in which the solver applies the effects of the instance."""
        order: list[int] = []
        for layer in sorted(set(instance.layers)):
            order += self._layer(
                [x for x in range(instance.n) if instance.layers[x] == layer], instance
            )
        return tuple(order)

    def _layer(self, pending: list[int], instance: Instance) -> Iterator[int]:
        queue: Queue | None = None
        while pending:
            if queue is None or self.anew:
                numbers = [PartNumber(x) for x in pending]
                stand = waiting(_columns(pending, instance), self.rules)
                queue = Queue(numbers, stand, self.rules)
            chosen, _ = queue.next()
            queue.take(chosen)
            pending.remove(chosen)
            yield chosen


def _columns(pending: Sequence[int], instance: Instance) -> Columns:
    """The graph among what is pending: for each effect those that depend on it."""
    columns: Columns = {}
    for x, y in instance.edges:
        if x in pending and y in pending:
            columns[PartNumber(y)] = columns.get(PartNumber(y), NO_PARTS) | 1 << x
    return columns


def deciding_policies(rulebook: Rulebook, instance: Instance) -> dict[str, tuple[str, Order]]:
    """The policies of which another value leads to another order: the first such, and that order.

    Each alone, all else being as the rulebook has it.
    """
    order = Turns.of(rulebook).order(instance)
    other: dict[str, tuple[str, Order]] = {}
    for policy, value, changed in _other_values(rulebook):
        if (different := Turns.of(changed).order(instance)) != order:
            other.setdefault(policy, (value, different))
    return other


def _other_values(rulebook: Rulebook) -> Iterator[tuple[str, str, Rulebook]]:
    """Each policy on turns with each other value, and the rulebook that has it."""
    for policy in DECIDING:
        for value in POLICIES[policy]:
            if value != rulebook.policy(policy):
                given = replace(rulebook.policies[policy], value=value)
                policies = {**rulebook.policies, policy: given}
                yield policy, value, replace(rulebook, policies=policies)


def departures(study: Study, rulebook: Rulebook) -> Iterator[Finding]:
    """Sentences that the solver's order breaks where some order would keep them all.

    An open point that offers a reading by which the sentence is kept there explains it: then the
    rulebook says itself that it does not take the sentence at its word.
    """
    study.progress("the procedure against the axioms")
    run = _Run(study, rulebook)
    fine = True
    for clause in study.clauses:
        found = run.departure(clause)
        if found is not None:
            fine = False
            yield _departure(study, rulebook, run, clause, *found)
    for point in points_on_turns(rulebook):
        for reading in point.readings:
            for clause in reading.follows:
                case = run.belied(point, reading, clause)
                if case is not None:
                    fine = False
                    yield _belied(study, point, reading, clause, *case)
    if fine:
        title = (
            "Wherever all clauses can be kept, the procedure keeps them, or an open point says why "
            "it does not; and every reading keeps what it follows."
        )
        yield Finding("clean", title, clauses=study.clauses, bound=min(study.n, study.table.n))


class _Run:
    """The rulebook's procedure on every instance that has an order, and under every reading."""

    def __init__(self, study: Study, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.turns = Turns.of(rulebook)
        self.points = points_on_turns(rulebook)
        self.ways = ways(rulebook)
        self.courses = [
            moments for row in study.table.rows if (moments := Moments(study.axioms, row)).any_order
        ]
        self._breaking: dict[tuple[Turns, Instance], dict[str, Pair]] = {}

    def breaking(self, turns: Turns, moments: Moments) -> dict[str, Pair]:
        """The clauses that are broken on the instance if turns go like this."""
        key = turns, moments.row.instance
        if key not in self._breaking:
            self._breaking[key] = broken(moments, turns.order(moments.row.instance))
        return self._breaking[key]

    def departure(self, clause: str) -> tuple[Moments, Pair] | None:
        """The smallest instance on which the clause is broken and no open point says why.

        The points say why if it is kept there with a reading that follows it, or with several.
        """
        following = [
            turns
            for turns, chosen in self.ways.items()
            if any(self._follows(readings, clause) for readings in chosen)
        ]
        for moments in self.courses:
            pair = self.breaking(self.turns, moments).get(clause)
            if pair is not None and all(
                clause in self.breaking(turns, moments) for turns in following
            ):
                return moments, pair
        return None

    def _follows(self, readings: Mapping[str, str], clause: str) -> bool:
        """Whether each reading is the default or follows the clause."""
        return all(
            readings[point.id] == point.default
            or clause in point.reading(readings[point.id]).follows
            for point in self.points
        )

    def keeps(self, turns: Turns, clause: str) -> bool:
        """Whether the clause is kept on every instance if turns go like this."""
        return not any(clause in self.breaking(turns, moments) for moments in self.courses)

    def keeping(self, clause: str, moments: Moments) -> int:
        """Under how many ways to read the open points the clause is kept on the instance."""
        return sum(clause not in self.breaking(turns, moments) for turns in self.ways)

    def belied(
        self, point: OpenPoint, reading: Reading, clause: str
    ) -> tuple[Moments, Pair] | None:
        """The smallest instance on which the reading breaks the clause and another one keeps it.

        However the other points are read, it breaks it there.
        """
        turns = Turns.of(self.rulebook.settled({point.id: reading.id}))
        with_it = [
            each
            for each, chosen in self.ways.items()
            if any(readings[point.id] == reading.id for readings in chosen)
        ]
        for moments in self.courses:
            if moments.row.instance.n > SMALL:
                break
            pair = self.breaking(turns, moments).get(clause)
            if (
                pair is not None
                and all(clause in self.breaking(each, moments) for each in with_it)
                and self.keeping(clause, moments)
            ):
                return moments, pair
        return None


def _departure(
    study: Study, rulebook: Rulebook, run: _Run, clause: str, moments: Moments, pair: Pair
) -> Finding:
    instance = moments.row.instance
    taken, kept = run.turns.order(instance), moments.first_order()
    keeping, count = run.keeping(clause, moments), len(run.ways)
    under = ""
    if count > 1:
        under = f", and does so under {count - keeping} of the {count} ways to read the open points"
    if count > 1 and not keeping:
        under = ", however the open points are read"
    rests = (
        f"It rests on `{policy}: {rulebook.policy(policy)}` "
        f"({rulebook.policies[policy].clause}); by `{policy}: {value}` it is {told(order)}."
        for policy, (value, order) in deciding_policies(rulebook, instance).items()
    )
    mending = (
        f"`{policy}: {value}` (keeps {clause} wherever every clause can be kept, up to "
        f"{study.table.n} effects)"
        for policy, value, changed in _other_values(rulebook)
        if run.keeps(Turns.of(changed), clause)
    )
    return Finding(
        "departure",
        f"The procedure departs from {clause}: {_step(pair)}{under}; "
        "some order keeps every clause.",
        clauses=(clause,),
        instance=instance,
        orders=(taken, kept or ()),
        words=tuple(mending),
        shown=(
            f"The procedure: {told(taken)}.",
            f"Kept by every clause: {told(kept or ())}.",
            *rests,
        ),
        bound=study.table.n,
    )


def _belied(
    study: Study, point: OpenPoint, reading: Reading, clause: str, moments: Moments, pair: Pair
) -> Finding:
    return Finding(
        "departure",
        f"{point.id} = {reading.id} says that it follows {clause} and does not, however the other "
        f"open points are read: {_step(pair)}; some order keeps every clause.",
        clauses=(clause,),
        point=point.id,
        readings=(reading.id,),
        instance=moments.row.instance,
        bound=SMALL,
    )


def _step(pair: Pair) -> str:
    x, y = pair
    if x == y:
        return f"it applies {name(y)} where that may not be next"
    return f"it applies {name(y)} while {name(x)} is pending, which has to come first"


def broken(moments: Moments, order: Order) -> dict[str, Pair]:
    """The clauses that the order breaks: clause -> (x, y): y went though x was pending.

    (y, y) where y might not be next in any case.
    """
    first: dict[str, Pair] = {}
    pending = moments.row.every
    for effect in order:
        barring = [pair for pair in moments.barred(pending) if pair[1] == effect]
        for pair in sorted(barring, key=lambda pair: pair != (effect, effect)):
            for clause in moments.barred(pending)[pair]:
                first.setdefault(clause, pair)
        pending = without(pending, effect)
    return first


def points_on_turns(rulebook: Rulebook) -> tuple[OpenPoint, ...]:
    """The open points of which some reading decides whose turn it is."""
    return tuple(
        point for point in rulebook.points.values() if set(DECIDING).intersection(point.policies)
    )


def ways(rulebook: Rulebook) -> dict[Turns, list[Mapping[str, str]]]:
    """Every way to choose readings on whose turn it is, by what it comes to."""
    points = points_on_turns(rulebook)
    found: dict[Turns, list[Mapping[str, str]]] = {}
    for chosen in product(*(point.readings for point in points)):
        readings = {point.id: reading.id for point, reading in zip(points, chosen, strict=True)}
        found.setdefault(Turns.of(rulebook.settled(readings)), []).append(readings)
    return found
