"""What hangs together as a program for clingo, whose models are candidates for its states.

Each open decision is an atom that is guessed, and has to be what its formula says. What is done
has to be gathered too: a second atom follows from a formula in which all that pulls towards it was
gathered before, and all else is as it is in the model. On the state that has just these deeds the
formula has to hold for the deed to be gathered, so no state that is gathered is left out; whether a
model is one is judged afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import clingo

from layerlaw.model.errors import LayerlawError
from layerlaw.solver.board.columns import bits
from layerlaw.solver.board.kinds import NO_OBJECTS
from layerlaw.solver.together.charts import choices
from layerlaw.solver.together.formulas import Asked, AtLeast, Formula, pulls
from layerlaw.solver.together.operands import UNKNOWN
from layerlaw.solver.together.worded import Worded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from layerlaw.solver.effects.writing import Operand
    from layerlaw.solver.together.charts import Bit, Chart
    from layerlaw.solver.together.deeds import Candidate, Deed
    from layerlaw.solver.together.graph import Group
    from layerlaw.solver.together.state import State

CONFLICTS = 1_000_000
"""After so many contradictions the models of one group are given up."""

WAIT = 0.05
"""So many seconds pass between two looks at whether the work has to end."""

NOTHING: frozenset[Bit] = frozenset()
"""No decision."""


class Rules:
    """Rules about what is done: an atom that is guessed for each open deed, and charts of cells."""

    _rules: clingo.Backend
    _true: int

    def __init__(self, models: int) -> None:
        self._control = clingo.Control([f"--models={models}", f"--solve-limit={CONFLICTS}"])
        self._charts: dict[tuple[int, frozenset[Bit]], dict[int, int]] = {}
        self._asking: dict[tuple[int, frozenset[Bit], frozenset[int]], int] = {}
        self._held: dict[Bit, int] = {}
        self._gathered: dict[Bit, int] = {}
        self._with: dict[tuple[Deed, int, Operand], int] = {}

    def _guessed(self) -> int:
        """An atom that may hold."""
        atom = self._rules.add_atom()
        self._rules.add_rule([atom], [], choice=True)
        return int(atom)

    def _made(self, body: list[int]) -> int:
        """An atom that follows from all of these."""
        atom = self._rules.add_atom()
        self._rules.add_rule([atom], body)
        return int(atom)

    def _literal(self, formula: Formula, read: frozenset[Bit] | None) -> int:
        """What stands for a formula: as it is in the model (read: None), or as far as gathered.

        read: the decisions that are read in the model all the same, for they pull both ways.
        """
        match formula:
            case bool():
                return self._true if formula else -self._true
            case Asked():
                return self._asked(formula, read)
            case AtLeast(number, parts):
                if read is not None and number < len(parts):
                    # All parts are read on one state, so what pulls both ways is as in the model.
                    read |= {bit for bit, ways in pulls(parts).items() if ways != {1}}
                literals = [self._literal(part, read) for part in parts]
                if number == len(parts):
                    return self._made(literals)
                atom = int(self._rules.add_atom())
                self._rules.add_weight_rule([atom], number, [(one, 1) for one in literals])
                return atom

    def _asked(self, asked: Asked, read: frozenset[Bit] | None) -> int:
        chart = asked.chart
        free = NOTHING
        if read is not None:
            free = frozenset(bit for bit in chart.bits - read if asked.pull(bit) > 0)
        key = (id(chart), free)
        if key not in self._charts:
            self._charts[key] = self._places(chart, free)
        asking = (*key, asked.among)
        if asking not in self._asking:
            atom = int(self._rules.add_atom())
            for place, value in chart.ends.items():
                if value in asked.among:
                    self._rules.add_rule([atom], [self._charts[key][place]])
            self._asking[asking] = atom
        return self._asking[asking]

    def _places(self, chart: Chart, gathered: frozenset[Bit]) -> dict[int, int]:
        """The atoms of the places that are come to; the gathered ones need not be taken."""
        places = {0: self._true}
        for bit, edges in chart.steps:
            for before, after, way, choice in edges:
                if after not in places:
                    places[after] = int(self._rules.add_atom())
                body = [places[before]]
                if way is not None and bit in gathered:
                    body += [self._gathered[bit]] if way else []
                elif way is not None:
                    body.append(self._held[bit] if way else -self._held[bit])
                if choice is not UNKNOWN:
                    deed, it = bit
                    body.append(self._with[deed, it if deed.each else -1, choice])
                self._rules.add_rule([places[after]], body)
        return places


class Program(Rules):
    """The decisions of one group that are open in a state, as rules.

    Raises `OutsideError` if they rest on words that formulas do not know.
    """

    def __init__(self, state: State, group: Group) -> None:
        self._state, self._group = state, group
        worded = Worded(state)
        # All formulas first, so that words they do not know cost little.
        existing = {
            one: worded.exists(one) for one in group.candidates if state.exists[one] is None
        }
        done = {
            (deed, it): worded.done(deed, it)
            for deed in group.deeds
            for it in bits(state.open(deed))
        }
        operands = {
            (deed, it, choice): worded.operand(deed, it, choice)
            for deed in group.deeds
            for it in _unknown(state, deed)
            for choice in choices(state, deed, it)
        }
        super().__init__(0)
        self._exist: dict[Candidate, int] = {}
        with self._control.backend() as self._rules:
            self._true = self._made([])
            for bit in done:
                self._held[bit] = self._guessed()
                self._gathered[bit] = self._rules.add_atom()
            by_deed: dict[tuple[Deed, int], list[int]] = {}
            for deed, it, choice in operands:
                atom = self._guessed()
                self._with[deed, it, choice] = atom
                by_deed.setdefault((deed, it), []).append(atom)
            for atoms in by_deed.values():
                # Two operands at once would bear each other out.
                several = self._rules.add_atom()
                self._rules.add_weight_rule([several], 2, [(atom, 1) for atom in atoms])
                self._rules.add_rule([], [several])
            founded: dict[Candidate, int] = {}
            for one, formula in existing.items():
                self._exist[one] = self._literal(formula, None)
                founded[one] = self._literal(formula, NOTHING)
            known: dict[tuple[Deed, int], int] = {}
            for key in by_deed:
                known[key] = self._rules.add_atom()
            for (deed, it, choice), formula in operands.items():
                chosen, says = self._with[deed, it, choice], self._literal(formula, None)
                self._rules.add_rule([], [chosen, -says])
                self._rules.add_rule([], [-chosen, says])
                gathered = self._literal(formula, NOTHING)
                self._rules.add_rule([known[deed, it]], [chosen, gathered])
            for bit, formula in done.items():
                one, held = bit[0].candidate, self._held[bit]
                there = self._exist.get(one, self._true)
                says = self._made([there, self._literal(formula, None)])
                self._rules.add_rule([], [held, -says])
                self._rules.add_rule([], [-held, says])
                reasons = [founded.get(one, self._true), self._literal(formula, NOTHING)]
                if not state.ready[bit[0]] >> bit[1] & 1:
                    place = (bit[0], bit[1] if bit[0].each else -1)
                    self._rules.add_rule([], [held, *(-atom for atom in by_deed[place])])
                    reasons.append(known[place])
                self._rules.add_rule([self._gathered[bit]], [held, *reasons])
                self._rules.add_rule([], [held, -self._gathered[bit]])

    def states(self, stop: Callable[[], None] | None) -> Iterator[State]:
        """The state with the decisions made as in each model.

        Raises `LayerlawError` where they can't all be found.
        """
        with self._control.solve(yield_=True, async_=True) as handle:
            while True:
                handle.resume()
                while not handle.wait(WAIT):
                    if stop is not None:
                        stop()
                model = handle.model()
                if model is None:
                    break
                yield self._read(model)
            if not handle.get().exhausted:
                raise LayerlawError(
                    "there are too many ways in which these effects may hang together: "
                    + ", ".join(self._group.effects)
                )

    def _read(self, model: clingo.Model) -> State:
        state = self._state.suppose()
        for one, atom in self._exist.items():
            state.exists[one] = model.is_true(atom)
            state.guessed.add(one)
        for deed in self._group.deeds:
            open = self._state.open(deed)
            if not open or not state.exists[deed.candidate]:
                continue
            done = NO_OBJECTS
            for it in bits(open):
                if model.is_true(self._held[deed, it]):
                    done |= 1 << it
            state.done[deed] = state.done[deed] & ~open | done
            state.spared[deed] |= open & ~done
            state.guessed.add(deed)
            wanted = state.done[deed]
            for key in _unknown(self._state, deed):
                if wanted >> key & 1 if key >= 0 else wanted:
                    [choice] = [
                        choice
                        for (one, other, choice), atom in self._with.items()
                        if one is deed and other == key and model.is_true(atom)
                    ]
                    state.guess_operand(deed, key, choice)
        return state


class Refutation(Rules):
    """Whether a formula may be wrong, whatever is done of what is open."""

    def __init__(self, formula: Formula) -> None:
        super().__init__(1)
        with self._control.backend() as self._rules:
            self._true = self._made([])
            for bit in pulls([formula]):
                self._held[bit] = self._guessed()
            self._rules.add_rule([], [self._literal(formula, None)])

    def found(self) -> frozenset[Bit] | None:
        """What is done where it is wrong; None if it never is.

        Raises `LayerlawError` where that is not found out.
        """
        with self._control.solve(yield_=True) as handle:
            for model in handle:
                return frozenset(bit for bit, atom in self._held.items() if model.is_true(atom))
            if not handle.get().exhausted:
                raise LayerlawError("it takes too long to find out whether a formula is ever wrong")
        return None


def _unknown(state: State, deed: Deed) -> Iterable[int]:
    """The objects for which the operand of a deed is not known; -1: for all of them."""
    unknown = state.open(deed) & ~state.ready[deed]
    return bits(unknown) if deed.each else (-1,) if unknown else ()
