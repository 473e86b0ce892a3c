"""All courses of a situation, layer by layer: how many there are, and where they lead."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError
from layerlaw.solver.answer.difference.outcome import Outcome, refusal, sorted_fates, table
from layerlaw.solver.certainty.orders.age_orders import Ages, Rivals, orders_of_ages, rivals
from layerlaw.solver.certainty.orders.later_layers import independent_orders
from layerlaw.solver.certainty.orders.layer_orders import explore_layer
from layerlaw.solver.certainty.orders.linear_extensions import Count
from layerlaw.solver.certainty.orders.transition_system import Courses
from layerlaw.solver.certainty.orders.walks import along, by_names, walk
from layerlaw.solver.derivation.answer import final_cells
from layerlaw.solver.derivation.checks import fates
from layerlaw.solver.derivation.conditions_at_checks import UnsettledConditions, holding
from layerlaw.solver.layers.cells import Shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from layerlaw.solver.certainty.orders.exploration import Budget
    from layerlaw.solver.certainty.orders.layer_orders import Finding
    from layerlaw.solver.certainty.orders.transition_system import Entry, Handle
    from layerlaw.solver.effects.parts import Effect

MOST = 1024
"""So many boards are followed up from layer to layer."""

FEW = 16
"""So many are when nothing may be done any more."""

Path = tuple[tuple[int, "Handle"], ...]
"""The turns of a course: layers with effects."""


@dataclass(frozen=True, slots=True)
class Node:
    """One end of the layers so far (None: `refused`). count: by how many orders. path: one of
    them, with the fewest swaps against the derivation's own. own: the derivation itself."""

    entry: Entry | None
    count: Count
    path: Path
    cost: int
    own: bool
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Led:
    """Where one course leads. settled: False if conditions read at the checks came out otherwise
    than they were taken to hold, so that everything was derived again in the same order."""

    outcome: Outcome
    node: Node
    settled: bool = True


@dataclass(frozen=True, slots=True)
class Weighed:
    """Where a course leads with other ages than its effects have; the outcome is another."""

    outcome: Outcome
    led: Led
    ages: Ages


class Search:
    """The search through all courses.

    own: for each layer the ids of the derivation's turns. findings: of each layer that has parts,
    as the derivation comes to it.
    """

    def __init__(self, courses: Courses, own: Mapping[int, Sequence[str]], budget: Budget) -> None:
        self.courses = courses
        self.own = own
        self.budget = budget
        self.findings: dict[int, Finding] = {}
        self.elsewhere: dict[int, list[tuple[Node, Finding]]] = {}
        self.ends: list[Led] = []
        self.complete = True
        self.proven = True
        self.orders = Count(1)
        self.weighed: list[Weighed] = []
        self.rivals: Rivals = frozenset()

    def run(self) -> None:
        """Search; what is found stands in the fields even if this is interrupted."""
        nodes = [Node(self.courses.start(), Count(1), (), 0, True)]
        over: list[Node] = []
        for layer in range(self.courses.layers):
            nodes, refused = self._layer(layer, nodes)
            over += refused
        over += nodes
        counted = Count(sum(node.count.number for node in over))
        exact = self.complete and all(node.count.exact for node in over)
        self.orders = Count(counted.number, exact)
        if not exact:
            apart = independent_orders(self.courses, self.findings)
            if apart is not None and (apart.exact or apart.number > self.orders.number):
                self.orders = apart
        if not any(node.own for node in over):
            start = Node(self.courses.start(), Count(1), (), 0, True)
            over.append(replace(follow(self.courses, start, 0, self.own), own=True))
        over.sort(key=lambda node: (not node.own, node.cost))
        for node in over:
            led = self.led(node)
            self.complete = self.complete and led.settled
            self.ends.append(led)

    def _layer(self, layer: int, nodes: list[Node]) -> tuple[list[Node], list[Node]]:
        found: dict[Entry, Node] = {}
        refused: dict[str, Node] = {}
        most = FEW if self.budget.spent else MOST
        if len(nodes) > most:
            nodes = sorted(nodes, key=lambda node: (not node.own, node.cost))[:most]
            self.complete = False
        for node in nodes:
            if node.entry is None:
                continue
            wanted = self.own.get(layer) if node.own else None
            finding = explore_layer(self.courses, node.entry, layer, self.budget, wanted)
            if finding is None:
                self._add(found, node)
                continue
            if node.own:
                self.findings[layer] = finding
            else:
                self.elsewhere.setdefault(layer, []).append((node, finding))
            self.complete = self.complete and finding.complete
            self.proven = self.proven and finding.proven
            own = self._own_end(finding) if node.own else None
            for way in finding.ways:
                path = (*node.path, *((layer, handle) for handle in way.path))
                after = Node(
                    way.entry,
                    node.count.times(way.count),
                    path,
                    node.cost + way.cost,
                    node.own and way.entry is not None and way.entry == own,
                    way.refused,
                )
                if after.entry is None:
                    known = refused.get(way.refused)
                    if known is not None:
                        after = replace(known, count=known.count.plus(after.count))
                    refused[way.refused] = after
                else:
                    self._add(found, after)
        return list(found.values()), list(refused.values())

    def _add(self, found: dict[Entry, Node], node: Node) -> None:
        if node.entry is None:
            return
        known = found.get(node.entry)
        if known is not None:
            best = known if (known.own, -known.cost) >= (node.own, -node.cost) else node
            node = replace(best, count=known.count.plus(node.count))
        entry = node.entry
        assert entry is not None
        found[entry] = node

    def _own_end(self, finding: Finding) -> Entry:
        """Where the derivation's own order leads."""
        state = self.courses.begin(finding.entry, finding.layer)
        assert state is not None
        return self.courses.ended(walk(self.courses, state, along(finding.own), []))

    # --- ends --------------------------------------------------------------------------------

    def led(self, node: Node) -> Led:
        """The outcome of a course."""
        if node.entry is None:
            return Led(Outcome(refused=node.refused), node)
        situation = self.courses.situation
        if situation.rulebook.policy("condition read") == "at checks":
            effects = self.courses.machine(node.entry).effects
            now = holding(effects, self.courses.board(node.entry))
            if now != situation.on:
                return Led(self._settled(node, now), node, settled=False)
        return Led(self.outcome(self.courses, node), node)

    def outcome(
        self, courses: Courses, node: Node, effects: Mapping[str, Effect] | None = None
    ) -> Outcome:
        """What is on the table in the end; as in `outcome.outcome`.

        effects: by id, with the keys that decide by age (left out: their own).
        """
        assert node.entry is not None
        board = courses.board(node.entry)
        effects = self.effects(courses, node) if effects is None else effects
        final = final_cells(courses.start_board, board, Shown(courses.world, courses.instances))
        found = fates(courses.world, courses.instances, board, effects)
        return Outcome(
            (table(courses.world, courses.instances, final, board, effects),), sorted_fates(found)
        )

    def effects(self, courses: Courses, node: Node) -> dict[str, Effect]:
        """The effects that had a turn, by id."""
        assert node.entry is not None
        machine = courses.machine(node.entry)
        return {
            part.id: part.effect
            for layer, handle in node.path
            for part in (machine.parts(handle)[layer],)
        }

    def weigh(self, age: Callable[[Effect], tuple[int, ...]]) -> None:
        """Look at the ends with every order of ages, where what decides goes by age."""
        seen: set[int] = set()
        for led in self.ends:
            entry = led.node.entry
            if entry is None or not led.settled or entry.board in seen:
                continue
            seen.add(entry.board)
            board, effects = self.courses.board(entry), self.effects(self.courses, led.node)
            between = rivals(self.courses.world, board, effects, age)
            self.rivals |= between
            for ages in orders_of_ages(effects, between):
                if ages is None or self.budget.spent:
                    self.complete = False
                    break
                self.budget.step()
                found = self.outcome(self.courses, led.node, ages.effects)
                if found != led.outcome:
                    self.weighed.append(Weighed(found, led, ages))

    def _settled(self, node: Node, on: frozenset[str]) -> Outcome:
        """Where the same order leads if it is followed until the conditions agree."""
        wanted: dict[int, list[str]] = {}
        for layer, handle in node.path:
            wanted.setdefault(layer, []).append(self.courses.effect_id(handle, layer))
        seen = [self.courses.situation.on]
        while True:
            if on in seen:
                again = seen[seen.index(on) :]
                restless = frozenset().union(*again).difference(frozenset.intersection(*again))
                return refusal(
                    UnsettledConditions(
                        "the conditions of these effects turn one another on and off without "
                        "end: " + ", ".join(sorted(restless))
                    )
                )
            seen.append(on)
            courses = Courses(replace(self.courses.situation, on=on), self.courses.age)
            try:
                after = follow(courses, Node(courses.start(), Count(1), (), 0, False), 0, wanted)
            except LayerlawError as error:
                return refusal(error)
            assert after.entry is not None
            now = holding(courses.machine(after.entry).effects, courses.board(after.entry))
            if now == on:
                return self.outcome(courses, after)
            on = now


def follow(
    courses: Courses,
    node: Node,
    layer: int,
    wanted: Mapping[int, Sequence[str]] | None = None,
) -> Node:
    """The course that goes on from a node before that layer, the oldest first.

    wanted: for each layer the ids of effects that go before others, in that order. Raises
    `LayerlawError` for what grows without end.
    """
    assert node.entry is not None
    entry = node.entry
    path = list(node.path)
    for number in range(layer, courses.layers):
        state = courses.begin(entry, number)
        if state is None:
            continue
        turns: list[Handle] = []
        state = walk(courses, state, by_names(courses, (wanted or {}).get(number, ())), turns)
        path += [(number, handle) for handle in turns]
        entry = courses.ended(state)
    return replace(node, entry=entry, path=tuple(path), own=False)
