"""One layer under several procedures at a time, for as long as they let the same effects go.

Where a document leaves open how a layer goes, its readings are run side by side on the same
boards; only where they would let different effects go next does it matter which one holds.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from layerlaw.solver.layers.order import LayerOrder, LayerRun, Procedure, carry_out
from layerlaw.solver.layers.schedule import Rules, Standing, standing
from layerlaw.solver.layers.trial import Edges, Trials

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.effects.parts import Part
    from layerlaw.solver.layers.observe import Observation, Observer
    from layerlaw.solver.layers.schedule import Queue, Why

POLICIES = ("test", "parity", "graph", "freed", "dependents", "independent", "loop")
"""The policies that a procedure is made of."""


class SharedTrials(Trials):
    """Trials that several procedures ask for on the same board are made once."""

    def __init__(self, observer: Observer, test: str, *, alike: bool, prune: bool) -> None:
        super().__init__(observer, test, alike=alike, prune=prune)
        self._board: Board | None = None
        self._known: dict[Hashable, Edges] = {}
        self._seen: dict[Part, Observation | None] = {}
        self._standing: dict[Hashable, Standing] = {}

    def _look_at(self, board: Board) -> None:
        if self._board is not board:
            self._board = board
            self._known = {}
            self._seen = {}
            self._standing = {}

    def observe(self, part: Part, board: Board) -> Observation | None:
        """As in `Trials`."""
        self._look_at(board)
        if part not in self._seen:
            self._seen[part] = self.observer.observe(part, board)
        return self._seen[part]

    def edges(
        self,
        board: Board,
        seen: Mapping[Part, Observation],
        new: Iterable[Part] | None,
        known: frozenset[Part],
    ) -> Edges:
        """As in `Trials`."""
        self._look_at(board)
        fresh = None if new is None else frozenset(new)
        key = (frozenset(seen), fresh, known if self.test == "result" else None)
        if key not in self._known:
            self._known[key] = super().edges(board, seen, fresh, known)
        return self._known[key]

    def standing(self, names: Collection[str], edges: Edges, rules: Rules) -> Standing:
        """As in `Trials`."""
        drawn = frozenset((name, other) for name, on in edges.items() for other in on)
        key = (frozenset(names), drawn, rules.independent, rules.loop)
        if key not in self._standing:
            self._standing[key] = standing(names, edges, rules)
        return self._standing[key]


class SharedOrder(LayerOrder):
    """One layer under several sets of rules that have let the same parts go so far."""

    def __init__(
        self,
        observer: Observer,
        trials: SharedTrials,
        layer: int,
        anew: bool,
        several: Sequence[Rules],
    ) -> None:
        super().__init__(observer, trials, layer, Procedure(several[0], anew))
        self.several = tuple(several)
        self._queues: list[tuple[Queue, tuple[Rules, ...]]] = []

    def advance(self, board: Board) -> list[SharedOrder]:
        """Take turns up to the part that is applied next; one order for every set that parts."""
        while self.chosen is None and self.pending:
            choices: dict[str, tuple[Why, list[Rules]]] = {}
            for queue, several in self._queues:
                name, why = queue.next()
                choices.setdefault(name, (why, []))[1].extend(several)
            if len(choices) > 1:
                found = []
                for name, (why, rules) in choices.items():
                    one = self._fork(rules)
                    one.take(name, why, board)
                    found += one.advance(board)
                return found
            [(name, (why, _))] = choices.items()
            self.take(name, why, board)
        return [self]

    def keep(self, possible: Collection[Rules]) -> bool:
        """Leave out the rules that are no longer possible; whether any are left."""
        self.several = tuple(rules for rules in self.several if rules in possible)
        kept = [
            (queue, tuple(rules for rules in several if rules in possible))
            for queue, several in self._queues
        ]
        self._queues = [(queue, several) for queue, several in kept if several]
        return bool(self.several)

    def _fork(self, several: Sequence[Rules]) -> SharedOrder:
        assert isinstance(self.trials, SharedTrials)
        one = SharedOrder(self.observer, self.trials, self.layer, self.anew, several)
        one.pending = dict(self.pending)
        one.done = set(self.done)
        one.dormant = dict(self.dormant)
        one.graphs = list(self.graphs)
        one.turns = list(self.turns)
        one.boards = list(self.boards)
        one.edges = {name: dict(on) for name, on in self.edges.items()}
        one.named = dict(self.named)
        one._line_up(self.graphs[-1].standing)
        return one

    def _line_up(self, stand: Standing) -> None:
        if not any(self.edges.values()):
            # Nobody waits for anybody: all rules hand the parts out alike.
            queue = self.new_queue(stand, self.rules)
            self._queues = [(queue, self.several)]
            return
        names = self.named if not self.anew else [part.id for part in self.pending]
        self._queues = [
            (self.new_queue(self.trials.standing(names, self.edges, rules), rules), (rules,))
            for rules in self.several
        ]

    def _taken(self, name: str) -> None:
        for queue, _ in self._queues:
            queue.take(name)


def run_together(
    observer: Observer,
    layer: int,
    board: Board,
    prune: bool,
    stop: Callable[[], None] | None,
) -> LayerRun | None:
    """Apply the layer's parts to the board under every procedure that is still possible.

    Asks the rulebook which procedure holds only where they part. Returns the run of one of those
    that then are left; None when no part of the layer exists.
    """
    if not observer.effects.standing(layer, board):
        return None
    rulebook = observer.world.rulebook
    orders = _orders(observer, layer, prune, rulebook.combinations(POLICIES))
    for found in orders.values():
        for one in found:
            # Which parts there are is the same under all of them.
            there = one.begin(board)
    if not there:
        return None
    while True:
        if stop is not None:
            stop()
        orders = {
            key: [after for one in found for after in one.advance(board)]
            for key, found in orders.items()
        }
        if len({_chosen(one) for found in orders.values() for one in found}) > 1:
            orders = _asked(rulebook, orders)
        first = next(one for found in orders.values() for one in found)
        if first.chosen is None:
            return LayerRun(layer, tuple(first.graphs), tuple(first.turns), board)
        part, _, seen = first.chosen
        after = carry_out(observer, part, seen, board)
        for found in orders.values():
            for one in found:
                one.applied(board, after)
        board = after


Key = tuple[str, str, str]
"""The test, the parity and the graph: what decides which dependencies there are."""

Orders = dict[Key, list[SharedOrder]]


def _orders(
    observer: Observer, layer: int, prune: bool, combinations: tuple[tuple[str, ...], ...]
) -> Orders:
    trials: dict[tuple[str, str], SharedTrials] = {}
    found: Orders = {}
    for (test, parity, graph), several in _rules_by_key(combinations).items():
        if (test, parity) not in trials:
            alike = parity == "both or neither set"
            trials[test, parity] = SharedTrials(observer, test, alike=alike, prune=prune)
        shared = trials[test, parity]
        anew = graph == "each step"
        found[test, parity, graph] = [SharedOrder(observer, shared, layer, anew, several)]
    return found


@lru_cache(maxsize=256)
def _rules_by_key(combinations: tuple[tuple[str, ...], ...]) -> Mapping[Key, list[Rules]]:
    rules: dict[Key, list[Rules]] = {}
    for values in combinations:
        key, one = _split(values)
        rules.setdefault(key, []).append(one)
    return rules


def _asked(rulebook: Rulebook, orders: Orders) -> Orders:
    """Those of the orders that are left once the rulebook was asked which part goes next."""
    going = {
        (key, rules): one for key, found in orders.items() for one in found for rules in one.several
    }

    def next_part(values: tuple[str, ...]) -> str | None:
        return _chosen(going[_split(values)])

    rulebook.decided(POLICIES, next_part)
    left: dict[Key, set[Rules]] = {}
    for values in rulebook.combinations(POLICIES):
        key, rules = _split(values)
        left.setdefault(key, set()).add(rules)
    return {
        key: [one for one in found if one.keep(left.get(key, ()))] for key, found in orders.items()
    }


@cache
def _split(values: tuple[str, ...]) -> tuple[Key, Rules]:
    test, parity, graph, freed, dependents, independent, loop = values
    return (test, parity, graph), Rules(freed, dependents, independent, loop)


def _chosen(order: SharedOrder) -> str | None:
    """The part that goes next; None when there is none left."""
    return None if order.chosen is None else order.chosen[0].id
