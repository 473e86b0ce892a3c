"""Whether the order of effects matters: the search through all orders, and its verdict."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.collecting import uncollected
from layerlaw.solver.board.kinds import LayerNumber
from layerlaw.solver.certainty.orders.ages import after_the_rules, by_groups
from layerlaw.solver.certainty.orders.exploration import Budget
from layerlaw.solver.certainty.orders.linear_extensions import OrderCount
from layerlaw.solver.certainty.orders.reasons import reasons_of
from layerlaw.solver.certainty.orders.search import OrderSearch
from layerlaw.solver.certainty.orders.simultaneous_orders import decide_together
from layerlaw.solver.certainty.orders.transition_system import TransitionSystem
from layerlaw.solver.certainty.orders.verdict import (
    Judgement,
    LayerVerdict,
    OrderReason,
    OrderVerdict,
    Scope,
)
from layerlaw.solver.certainty.orders.witness import find_aged_pair, find_pair
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.derivation.derive import derive
from layerlaw.solver.effects.parts import Effect
from layerlaw.solver.facts.situation import Situation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.solver.certainty.orders.layer_orders import ExploredLayer


LIMIT = 20_000
"""The most turns that are tried before a search ends with what it has."""


@checked(Scope="Literal['all', 'unordered']")
def order_matters(
    of: Answer | Situation,
    scope: Scope = "all",
    *,
    limit: int = LIMIT,
    age: Callable[[Effect], tuple[int, ...]] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> OrderVerdict:
    """Whether another order of the effects leads elsewhere, with the proof.

    of: an answer, or the situation itself.
    scope: which orders. limit: the most turns that are tried. age: how old an effect is, for the
    scope `unordered` (see `ages`); the timestamp if it is not given. progress: called with the
    numbers of states and turns after every turn. A `KeyboardInterrupt`, raised by it or by the
    user, ends the search; the verdict then says what was found, and that it was `interrupted`.
    Raises `LayerlawError` where the situation itself has no answer.

    >>> from layerlaw import load_scenario, order_matters, shipped_scenarios, solve
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> order_matters(solve(load_scenario(path)))
    <OrderVerdict: The order matters: 4 orders, 2 outcomes>
    """
    derivation = of if isinstance(of, Answer) else derive(of)
    older = after_the_rules(None if scope == "all" else age or by_groups({}))
    budget = Budget(limit, progress)
    with uncollected():
        if derivation.rulebook.policy("process") != "layered":
            return decide_together(derivation, scope, older, budget)
        return _Layered(derivation, scope, older, budget).verdict()


class _Layered:
    """The orders of one layered derivation."""

    def __init__(
        self,
        derivation: Answer,
        scope: Scope,
        age: Callable[[Effect], tuple[int, ...]],
        budget: Budget,
    ) -> None:
        self.derivation = derivation
        self.scope: Scope = scope
        self.age = age
        self.budget = budget
        numbers = {layer.id: LayerNumber(n) for n, layer in enumerate(derivation.rulebook.layers)}
        self.own = {
            numbers[record.layer]: [t.effect for t in record.turns if t.why != "gone"]
            for record in derivation.layers
        }
        self.search = OrderSearch(TransitionSystem(derivation.situation, age), self.own, budget)

    def verdict(self) -> OrderVerdict:
        """Run the search and sum it up."""
        search = self.search
        try:
            search.run()
            search.weigh(self.age)
        except KeyboardInterrupt:
            self.budget.interrupted = True
            search.complete = False
        finished = bool(search.ends)
        by_course = {end.outcome for end in search.ends}
        outcomes = max(len(by_course | {one.outcome for one in search.aged_ends}), 1)
        pair = None
        if outcomes > 1 and not self.budget.interrupted:
            try:
                pair = find_pair(search) if len(by_course) > 1 else find_aged_pair(search)
            except KeyboardInterrupt:
                self.budget.interrupted = True
        complete = finished and search.complete
        judgement: Judgement = "not known"
        if outcomes > 1:
            judgement = "differs"
        elif complete:
            by_reading = search.proven and not search.rivals
            judgement = "same: reads and writes" if by_reading else "same: all courses"
        layers = tuple(
            self._layer(layer, explored)
            for layer, explored in sorted(search.layers_explored.items())
        )
        orders = search.orders if finished else self._so_far()
        return OrderVerdict(
            self.scope,
            orders.number,
            orders.exact,
            judgement,
            layers,
            tuple(reason for layer in layers for reason in layer.reasons),
            self.budget.states,
            self.budget.steps,
            outcomes,
            pair,
            complete,
            self.budget.interrupted,
        )

    def _so_far(self) -> OrderCount:
        """A lower bound on the orders, if the search was cut short."""
        most = [explored.orders.number for explored in self.search.layers_explored.values()]
        return OrderCount(max(most, default=1), exact=False)

    def _layer(self, layer: LayerNumber, explored: ExploredLayer) -> LayerVerdict:
        explorations = [
            group.exploration for group in explored.groups if group.exploration is not None
        ]
        boards = {
            None if layer_end.entry is None else layer_end.entry.board
            for layer_end in explored.ends
        }
        judgement: Judgement = "not known"
        if len(boards) > 1:
            judgement = "differs"
        elif explored.proven:
            judgement = "same: reads and writes"
        elif explored.complete:
            judgement = "same: all courses"
        id = self.derivation.rulebook.layers[layer].id
        parts = self._parts(explored) if len(boards) > 1 else 0
        reasons = reasons_of(explored, id, self.search.rivals)
        turns = tuple(self.own.get(layer, ()))
        deciding = self._deciding(turns)
        if judgement != "differs" and deciding:
            judgement = "differs"
            parts = min(turns.index(effect) for effect in deciding) + 1
            reasons = (
                OrderReason(id, deciding, "which of them is the newer decides what may be done"),
            )
        return LayerVerdict(
            id,
            turns,
            *explored.orders,
            judgement,
            parts,
            reasons,
            sum(one.states for one in explorations),
            sum(one.steps for one in explorations),
        )

    def _deciding(self, turns: Sequence[str]) -> tuple[str, ...]:
        """The effects of a layer of whose ages it depends what is decided in the end."""
        pairs = [set(one.ages.last) for one in self.search.aged_ends]
        both = [pair for pair in pairs if pair <= set(turns)]
        return tuple(effect for effect in turns if any(effect in pair for pair in both))

    def _parts(self, explored: ExploredLayer) -> int:
        """The first turn at which an order that leaves another board goes another way."""
        own = explored.own
        there = {
            layer_end.path: layer_end.entry and layer_end.entry.board for layer_end in explored.ends
        }
        mine = there.get(own, explored.ends[0].entry and explored.ends[0].entry.board)
        found = []
        for path, board in there.items():
            if board != mine:
                same = 0
                while same < min(len(path), len(own)) and path[same] == own[same]:
                    same += 1
                found.append(same + 1)
        return min(found, default=0)
