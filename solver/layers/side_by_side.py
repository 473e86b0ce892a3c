"""One layer under several procedures at a time, for as long as they let the same effects go.

Where a document leaves open how a layer goes, its readings step the machine side by side on the
same boards; only where they would let different effects go next does it matter which one holds.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from layerlaw.solver.layers.commuting_pairs import CommutingPairs
from layerlaw.solver.layers.graph import Queue, waiting
from layerlaw.solver.layers.machine import LayerMachine, carry_out
from layerlaw.solver.layers.procedure import POLICIES, Procedure, Rules, in_layer
from layerlaw.solver.layers.runs import Boards
from layerlaw.solver.layers.trial import Dependents, Trials

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Mapping, Sequence

    from layerlaw.model.rulebooks.rulebook import Layer, Rulebook
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.board.kinds import LayerNumber, PartNumber
    from layerlaw.solver.effects.parts import Observation, Part
    from layerlaw.solver.layers.graph import Waiting
    from layerlaw.solver.layers.observe import Observer
    from layerlaw.solver.layers.procedure import ShortCuts, Why
    from layerlaw.solver.layers.runs import LayerRun


class SharedTrials(Trials):
    """Trials that several procedures ask for on the same board are made once."""

    def __init__(self, observer: Observer, procedure: Procedure, short_cuts: ShortCuts) -> None:
        super().__init__(observer, procedure, short_cuts)
        self._board: Board | None = None
        self._known: dict[Hashable, Dependents] = {}
        self._seen: dict[Part, Observation | None] = {}

    def _look_at(self, board: Board) -> None:
        if self._board is not board:
            self._board = board
            self._known = {}
            self._seen = {}

    def observe(self, part: Part, board: Board) -> Observation | None:
        """As in `Trials`."""
        self._look_at(board)
        if part not in self._seen:
            self._seen[part] = self.observer.observe(part, board)
        return self._seen[part]

    def dependents(
        self,
        board: Board,
        seen: Mapping[Part, Observation],
        new: frozenset[Part] | None,
        known: frozenset[Part],
    ) -> Dependents:
        """As in `Trials`."""
        self._look_at(board)
        key = (frozenset(seen), new, known if self.test == "result" else None)
        if key not in self._known:
            self._known[key] = super().dependents(board, seen, new, known)
        return self._known[key]


class SharedMachine(LayerMachine):
    """One layer under several sets of rules that have let the same parts go so far."""

    def __init__(
        self,
        observer: Observer,
        layer: LayerNumber,
        procedure: Procedure,
        *,
        trials: SharedTrials,
        several: Sequence[Rules],
    ) -> None:
        super().__init__(observer, layer, procedure, trials=trials)
        self.several = tuple(several)
        self._queues: list[tuple[Queue, tuple[Rules, ...]]] = []

    def advance(self) -> list[SharedMachine]:
        """Take turns up to the part that is applied next; one machine for every set that parts."""
        while self.chosen is None and self.pending:
            choices: dict[PartNumber, tuple[Why, list[Rules]]] = {}
            for queue, several in self._queues:
                number, why = queue.next()
                choices.setdefault(number, (why, []))[1].extend(several)
            if len(choices) > 1:
                machines = []
                for number, (why, rules) in choices.items():
                    machine = self._fork(rules)
                    machine.take(number, why)
                    machines += machine.advance()
                return machines
            [(number, (why, _))] = choices.items()
            self.take(number, why)
        return [self]

    def goes_next(self) -> str | None:
        """The id of the part that is applied next; None when there is none left."""
        return None if self.chosen is None else self.parts[self.chosen[0]].id

    def keep(self, possible: Collection[Rules]) -> bool:
        """Leave out the rules that are no longer possible; whether any are left."""
        self.several = tuple(rules for rules in self.several if rules in possible)
        kept = [
            (queue, tuple(rules for rules in several if rules in possible))
            for queue, several in self._queues
        ]
        self._queues = [(queue, several) for queue, several in kept if several]
        return bool(self.several)

    def _fork(self, several: Sequence[Rules]) -> SharedMachine:
        machine = copy(self)
        machine.several = tuple(several)
        machine.rules = machine.several[0]
        machine.parts = list(self.parts)
        machine.numbers = dict(self.numbers)
        machine.named = dict(self.named)
        machine.pending = dict(self.pending)
        machine.dormant = dict(self.dormant)
        machine.graphs = list(self.graphs)
        machine.turns = list(self.turns)
        machine._line_up(self.graphs[-1].when.waiting, self.by_age())
        return machine

    def _line_up(self, stand: Waiting, order: Sequence[PartNumber]) -> None:
        if not self.columns:
            # Nobody waits for anybody: all rules hand the parts out alike.
            self._queues = [(Queue(order, stand, self.rules), self.several)]
            return
        stands: dict[tuple[str, str], Waiting] = {}
        self._queues = []
        for rules in self.several:
            key = rules.independent, rules.loop
            if key not in stands:
                stands[key] = waiting(self.columns, rules)
            self._queues.append((Queue(order, stands[key], rules), (rules,)))

    def _taken(self, number: PartNumber) -> None:
        for queue, _ in self._queues:
            queue.take(number)


def run_together(
    observer: Observer,
    layer: LayerNumber,
    board: Board,
    short_cuts: ShortCuts,
    stop: Callable[[], None] | None,
) -> LayerRun | None:
    """Apply the layer's parts to the board under every procedure that is still possible.

    Asks the rulebook which procedure holds only where they part. Returns the run of one of those
    that then are left; None when no part of the layer exists.
    """
    if not observer.effects.standing(layer, board):
        return None
    rulebook = observer.world.rulebook
    here = rulebook.layers[layer]
    combinations = _combinations(rulebook, here)
    if short_cuts.commuting and _in_any_order(observer, layer, board):
        # Nobody depends on anybody, by whatever test, so that all of them go by age.
        _, procedure = _split(combinations[0])
        procedure = replace(procedure, test="none")
        apart = short_cuts.by_pairs()
        return LayerMachine(observer, layer, procedure, short_cuts=apart).run(board, stop)
    machines = _machines(observer, layer, short_cuts, combinations)
    boards = Boards(board, in_place=False)
    for machine in _all(machines):
        # Which parts there are is the same under all of them.
        if not machine.begin(boards):
            return None
    while True:
        if stop is not None:
            stop()
        machines = {
            key: [after for machine in several for after in machine.advance()]
            for key, several in machines.items()
        }
        if len({machine.goes_next() for machine in _all(machines)}) > 1:
            machines = _asked(rulebook, here, machines)
        first = _all(machines)[0]
        if first.chosen is None:
            return first.record()
        number, _, seen = first.chosen
        flips = carry_out(observer, first.parts[number], seen, boards)
        for machine in _all(machines):
            machine.applied(flips)


def _in_any_order(observer: Observer, layer: LayerNumber, board: Board) -> bool:
    """Whether the layer's parts plainly do in any order what each does alone."""
    every = observer.effects.standing(layer, board)
    parts = [part for part in every if observer.exists(part, board)]
    return CommutingPairs(observer, board, parts).all_certain(parts)


Key = tuple[str, str, str]
"""The test, the parity and the graph: what decides which dependencies there are."""

Machines = dict[Key, list[SharedMachine]]


def _all(machines: Machines) -> list[SharedMachine]:
    return [machine for several in machines.values() for machine in several]


def _machines(
    observer: Observer,
    layer: LayerNumber,
    short_cuts: ShortCuts,
    combinations: tuple[tuple[str, ...], ...],
) -> Machines:
    trials: dict[tuple[str, str], SharedTrials] = {}
    machines: Machines = {}
    for key, procedures in _by_key(combinations).items():
        test, parity, _ = key
        if (test, parity) not in trials:
            trials[test, parity] = SharedTrials(observer, procedures[0], short_cuts)
        several = [procedure.rules for procedure in procedures]
        shared = trials[test, parity]
        machines[key] = [
            SharedMachine(observer, layer, procedures[0], trials=shared, several=several)
        ]
    return machines


@lru_cache(maxsize=256)
def _by_key(combinations: tuple[tuple[str, ...], ...]) -> Mapping[Key, list[Procedure]]:
    procedures: dict[Key, list[Procedure]] = {}
    for values in combinations:
        key, procedure = _split(values)
        procedures.setdefault(key, []).append(procedure)
    return procedures


def _combinations(rulebook: Rulebook, layer: Layer) -> tuple[tuple[str, ...], ...]:
    """The values of `POLICIES` that are still possible in a layer."""
    possible = rulebook.combinations(POLICIES)
    if not layer.test:
        return possible
    return tuple(dict.fromkeys(in_layer(layer, values) for values in possible))


def _asked(rulebook: Rulebook, layer: Layer, machines: Machines) -> Machines:
    """Those of the machines that are left once the rulebook was asked which part goes next."""
    going = {
        (key, rules): machine
        for key, several in machines.items()
        for machine in several
        for rules in machine.several
    }

    def next_part(values: tuple[str, ...]) -> str | None:
        key, procedure = _split(in_layer(layer, values))
        return going[key, procedure.rules].goes_next()

    rulebook.decided(POLICIES, next_part)
    left: dict[Key, set[Rules]] = {}
    for values in _combinations(rulebook, layer):
        key, procedure = _split(values)
        left.setdefault(key, set()).add(procedure.rules)
    return {
        key: [machine for machine in several if machine.keep(left.get(key, ()))]
        for key, several in machines.items()
    }


@cache
def _split(values: tuple[str, ...]) -> tuple[Key, Procedure]:
    test, parity, graph, *_ = values
    return (test, parity, graph), Procedure.from_values(values)
