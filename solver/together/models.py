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
from layerlaw.solver.together.charts import OutsideError
from layerlaw.solver.together.formulas import Asked, AtLeast, Formula, pulls
from layerlaw.solver.together.worded import Worded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from layerlaw.solver.together.charts import Bit, Chart
    from layerlaw.solver.together.deeds import Candidate
    from layerlaw.solver.together.graph import Group
    from layerlaw.solver.together.state import State

CONFLICTS = 1_000_000
"""After so many contradictions the models of one group are given up."""

WAIT = 0.05
"""So many seconds pass between two looks at whether the work has to end."""

NOTHING: frozenset[Bit] = frozenset()
"""No decision."""


class Program:
    """The decisions of one group that are open in a state, as rules.

    Raises `OutsideError` if they rest on words that formulas do not know.
    """

    def __init__(self, state: State, group: Group) -> None:
        self._state, self._group = state, group
        worded = Worded(state)
        if any(state.open(deed) & ~state.ready[deed] for deed in group.deeds):
            raise OutsideError  # With what it is done is open, too.
        # All formulas first, so that words they do not know cost little.
        existing = {
            one: worded.exists(one) for one in group.candidates if state.exists[one] is None
        }
        done = {
            (deed, it): worded.done(deed, it)
            for deed in group.deeds
            for it in bits(state.open(deed))
        }
        self._control = clingo.Control(["--models=0", f"--solve-limit={CONFLICTS}"])
        self._charts: dict[tuple[int, frozenset[Bit]], dict[int, int]] = {}
        self._held: dict[Bit, int] = {}
        self._gathered: dict[Bit, int] = {}
        self._exist: dict[Candidate, int] = {}
        with self._control.backend() as self._rules:
            self._true = self._made([])
            for bit in done:
                self._held[bit] = self._rules.add_atom()
                self._rules.add_rule([self._held[bit]], [], choice=True)
                self._gathered[bit] = self._rules.add_atom()
            founded: dict[Candidate, int] = {}
            for one, formula in existing.items():
                self._exist[one] = self._literal(formula, None)
                founded[one] = self._literal(formula, NOTHING)
            for bit, formula in done.items():
                one, held = bit[0].candidate, self._held[bit]
                there = self._exist.get(one, self._true)
                says = self._made([there, self._literal(formula, None)])
                self._rules.add_rule([], [held, -says])
                self._rules.add_rule([], [-held, says])
                reasons = [founded.get(one, self._true), self._literal(formula, NOTHING)]
                self._rules.add_rule([self._gathered[bit]], [held, *reasons])
                self._rules.add_rule([], [held, -self._gathered[bit]])

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
        places = self._charts[key]
        atom = int(self._rules.add_atom())
        for place, value in chart.ends.items():
            if value in asked.among:
                self._rules.add_rule([atom], [places[place]])
        return atom

    def _places(self, chart: Chart, gathered: frozenset[Bit]) -> dict[int, int]:
        """The atoms of the places that are come to; the gathered ones need not be taken."""
        places = {0: self._true}
        for bit, edges in chart.steps:
            for before, after, way in edges:
                if after not in places:
                    places[after] = int(self._rules.add_atom())
                body = [places[before]]
                if way is not None and bit in gathered:
                    body += [self._gathered[bit]] if way else []
                elif way is not None:
                    body.append(self._held[bit] if way else -self._held[bit])
                self._rules.add_rule([places[after]], body)
        return places

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
        return state
