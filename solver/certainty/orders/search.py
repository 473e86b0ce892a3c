"""The search through all orders of a situation, layer by layer, with their ends."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.answer.difference.outcome import Outcome, refusal, sorted_fates, table
from layerlaw.solver.board.kinds import FIRST_LAYER
from layerlaw.solver.certainty.orders.ages import Ages, orders_of_ages, rivals
from layerlaw.solver.certainty.orders.later_layers import independent_orders
from layerlaw.solver.certainty.orders.layer_orders import explore_layer
from layerlaw.solver.certainty.orders.linear_extensions import OrderCount
from layerlaw.solver.certainty.orders.transition_system import TransitionSystem
from layerlaw.solver.certainty.orders.walks import along, by_names, walk
from layerlaw.solver.derivation.checks import fates, marked
from layerlaw.solver.derivation.derive import UnsettledConditions, holding
from layerlaw.solver.derivation.makers import Makers, makers_of
from layerlaw.solver.facts.situation import names_of
from layerlaw.solver.layers.cells import Shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from layerlaw.solver.board.kinds import LayerNumber
    from layerlaw.solver.certainty.orders.exploration import Budget
    from layerlaw.solver.certainty.orders.layer_orders import ExploredLayer
    from layerlaw.solver.certainty.orders.layer_states import Handle, LayerEntry
    from layerlaw.solver.effects.parts import Effect
    from layerlaw.solver.facts.situation import HeldCondition

MOST = 1024
"""The most boards that are followed from layer to layer."""

FEW = 16
"""As many boards are followed once the budget is spent."""

Path = tuple[tuple["LayerNumber", "Handle"], ...]
"""The turns of a course: layers with effects."""


@dataclass(frozen=True, slots=True)
class Prefix:
    """One end of the layers so far (None: `refused`). count: by how many orders. path: one of
    them, with the fewest swaps against the derivation's own. own: the derivation itself."""

    entry: LayerEntry | None
    count: OrderCount
    path: Path
    cost: int
    own: bool
    refused: str = ""


def first_prefix(system: TransitionSystem, *, own: bool = False) -> Prefix:
    """No layer yet."""
    return Prefix(system.start(), OrderCount(1), (), 0, own)


@dataclass(frozen=True, slots=True)
class CourseEnd:
    """Where one course leads. settled: False if conditions read at the checks came out otherwise
    than they were taken to hold, so that everything was derived again in the same order."""

    outcome: Outcome
    prefix: Prefix
    settled: bool = True


@dataclass(frozen=True, slots=True)
class AgedEnd:
    """Where a course leads with other ages than its effects have; the outcome is another."""

    outcome: Outcome
    end: CourseEnd
    ages: Ages


class OrderSearch:
    """The search through all courses.

    own: for each layer the ids of the derivation's turns. layers_explored: each layer that has
    parts, as the derivation comes to it.
    """

    def __init__(
        self, system: TransitionSystem, own: Mapping[LayerNumber, Sequence[str]], budget: Budget
    ) -> None:
        self.system = system
        self.own = own
        self.budget = budget
        self.layers_explored: dict[LayerNumber, ExploredLayer] = {}
        self.elsewhere: dict[LayerNumber, list[tuple[Prefix, ExploredLayer]]] = {}
        self.ends: list[CourseEnd] = []
        self.complete = True
        self.proven = True
        self.orders = OrderCount(1)
        self.aged_ends: list[AgedEnd] = []
        self.rivals: frozenset[frozenset[str]] = frozenset()

    def run(self) -> None:
        """OrderSearch; what is found stands in the fields even if this is interrupted."""
        prefixes = [first_prefix(self.system, own=True)]
        over: list[Prefix] = []
        for layer in self.system.layers:
            prefixes, refused = self._layer(layer, prefixes)
            over += refused
        over += prefixes
        counted = OrderCount(sum(prefix.count.number for prefix in over))
        exact = self.complete and all(prefix.count.exact for prefix in over)
        self.orders = OrderCount(counted.number, exact)
        if not exact:
            apart = independent_orders(self.system, self.layers_explored)
            if apart is not None and (apart.exact or apart.number > self.orders.number):
                self.orders = apart
        if not any(prefix.own for prefix in over):
            start = first_prefix(self.system, own=True)
            over.append(replace(follow(self.system, start, FIRST_LAYER, self.own), own=True))
        over.sort(key=lambda prefix: (not prefix.own, prefix.cost))
        for prefix in over:
            end = self.end_of(prefix)
            self.complete = self.complete and end.settled
            self.ends.append(end)

    def _layer(
        self, layer: LayerNumber, prefixes: list[Prefix]
    ) -> tuple[list[Prefix], list[Prefix]]:
        found: dict[LayerEntry, Prefix] = {}
        refused: dict[str, Prefix] = {}
        most = FEW if self.budget.spent else MOST
        if len(prefixes) > most:
            prefixes = sorted(prefixes, key=lambda prefix: (not prefix.own, prefix.cost))[:most]
            self.complete = False
        for prefix in prefixes:
            if prefix.entry is None:
                continue
            wanted = self.own.get(layer) if prefix.own else None
            explored = explore_layer(self.system, prefix.entry, layer, self.budget, wanted)
            if explored is None:
                self._add(found, prefix)
                continue
            if prefix.own:
                self.layers_explored[layer] = explored
            else:
                self.elsewhere.setdefault(layer, []).append((prefix, explored))
            self.complete = self.complete and explored.complete
            self.proven = self.proven and explored.proven
            own = self._own_end(explored) if prefix.own else None
            for layer_end in explored.ends:
                path = (*prefix.path, *((layer, handle) for handle in layer_end.path))
                after = Prefix(
                    layer_end.entry,
                    prefix.count.times(layer_end.count),
                    path,
                    prefix.cost + layer_end.cost,
                    prefix.own and layer_end.entry is not None and layer_end.entry == own,
                    layer_end.refused,
                )
                if after.entry is None:
                    known = refused.get(layer_end.refused)
                    if known is not None:
                        after = replace(known, count=known.count.plus(after.count))
                    refused[layer_end.refused] = after
                else:
                    self._add(found, after)
        return list(found.values()), list(refused.values())

    def _add(self, found: dict[LayerEntry, Prefix], prefix: Prefix) -> None:
        if prefix.entry is None:
            return
        known = found.get(prefix.entry)
        if known is not None:
            best = known if (known.own, -known.cost) >= (prefix.own, -prefix.cost) else prefix
            prefix = replace(best, count=known.count.plus(prefix.count))
        entry = prefix.entry
        assert entry is not None
        found[entry] = prefix

    def _own_end(self, explored: ExploredLayer) -> LayerEntry:
        """Where the derivation's own order leads."""
        state = self.system.begin(explored.entry, explored.layer)
        assert state is not None
        return self.system.ended(walk(self.system, state, along(explored.own), []))

    # --- ends --------------------------------------------------------------------------------

    def end_of(self, prefix: Prefix) -> CourseEnd:
        """The outcome of a course."""
        if prefix.entry is None:
            return CourseEnd(Outcome(refused=prefix.refused), prefix)
        situation = self.system.situation
        if situation.rulebook.policy("condition read") == "at checks":
            effects = self.system.interpreter(prefix.entry).effects
            now = holding(effects, self.system.board(prefix.entry))
            if now != situation.on:
                return CourseEnd(self._settled(prefix, now), prefix, settled=False)
        return CourseEnd(self.outcome(self.system, prefix), prefix)

    def outcome(
        self, system: TransitionSystem, prefix: Prefix, effects: Makers | None = None
    ) -> Outcome:
        """What is on the table in the end; as in `outcome.outcome`.

        effects: by what their marks bear, with the keys that decide by age (left out: their own).
        """
        assert prefix.entry is not None
        board = system.board(prefix.entry)
        effects = self.effects(system, prefix) if effects is None else effects
        final = Shown(system.world, system.instances).final(board, system.start_board)
        found = fates(system.world, system.instances, board, marked(board, effects))
        return Outcome(
            (table(system.world, system.instances, final, board, effects),), sorted_fates(found)
        )

    def effects(self, system: TransitionSystem, prefix: Prefix) -> Makers:
        """The effects that had a turn, by what their marks bear."""
        assert prefix.entry is not None
        interpreter = system.interpreter(prefix.entry)
        return makers_of(interpreter.parts(handle)[layer].effect for layer, handle in prefix.path)

    def weigh(self, age: Callable[[Effect], tuple[int, ...]]) -> None:
        """Look at the ends with every order of ages, where what decides goes by age."""
        seen: set[int] = set()
        for end in self.ends:
            entry = end.prefix.entry
            if entry is None or not end.settled or entry.board in seen:
                continue
            seen.add(entry.board)
            board, effects = self.system.board(entry), self.effects(self.system, end.prefix)
            between = rivals(self.system.world, board, effects, age)
            self.rivals |= {frozenset(one.id for one in pair) for pair in between}
            for ages in orders_of_ages(effects, between):
                if ages is None or self.budget.spent:
                    self.complete = False
                    break
                self.budget.step()
                found = self.outcome(self.system, end.prefix, ages.effects)
                if found != end.outcome:
                    self.aged_ends.append(AgedEnd(found, end, ages))

    def _settled(self, prefix: Prefix, on: frozenset[HeldCondition]) -> Outcome:
        """Where the same order leads if it is followed until the conditions agree."""
        wanted: dict[LayerNumber, list[str]] = {}
        for layer, handle in prefix.path:
            wanted.setdefault(layer, []).append(self.system.effect_id(handle, layer))
        seen = [self.system.situation.on]
        while True:
            if on in seen:
                again = seen[seen.index(on) :]
                restless = frozenset().union(*again).difference(frozenset.intersection(*again))
                return refusal(
                    UnsettledConditions(
                        "the conditions of these effects turn one another on and off without "
                        "end: " + ", ".join(names_of(restless).values())
                    )
                )
            seen.append(on)
            system = TransitionSystem(replace(self.system.situation, on=on), self.system.age)
            try:
                after = follow(system, first_prefix(system), FIRST_LAYER, wanted)
            except LayerlawError as error:
                return refusal(error)
            assert after.entry is not None
            now = holding(system.interpreter(after.entry).effects, system.board(after.entry))
            if now == on:
                return self.outcome(system, after)
            on = now


def follow(
    system: TransitionSystem,
    prefix: Prefix,
    layer: LayerNumber,
    wanted: Mapping[LayerNumber, Sequence[str]] | None = None,
) -> Prefix:
    """The course that goes on from the end of a prefix, at that layer, the oldest first.

    wanted: for each layer the ids of effects that go before others, in that order. Raises
    `LayerlawError` for what grows without end.
    """
    assert prefix.entry is not None
    entry = prefix.entry
    path = list(prefix.path)
    for number in system.layers[layer:]:
        state = system.begin(entry, number)
        if state is None:
            continue
        turns: list[Handle] = []
        state = walk(system, state, by_names(system, (wanted or {}).get(number, ())), turns)
        path += [(number, handle) for handle in turns]
        entry = system.ended(state)
    return replace(prefix, entry=entry, path=tuple(path), own=False)
