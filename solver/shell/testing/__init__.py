"""For test suites of engines: our state and theirs, side by side, with pytest or without.

`assert_same_state` holds an engine's state against the answer to a scenario, `assert_same_history`
its states after every event, `Adapter` says how a state is to be read, `state` and `differences`
are the plain values behind it, and `Layerlaw` is what the pytest fixture `layerlaw` gives: it
solves scenarios that stand as text in a test.
"""

from layerlaw.solver.answer.difference.cells import Difference
from layerlaw.solver.shell.testing.adapter import Adapter, NotPlayed
from layerlaw.solver.shell.testing.histories import ComparedHistory, assert_same_history
from layerlaw.solver.shell.testing.inline import Layerlaw
from layerlaw.solver.shell.testing.same import ComparedState, assert_same_state
from layerlaw.solver.shell.testing.state import JsonValue, State, differences, state

__all__ = [
    "Adapter",
    "ComparedHistory",
    "ComparedState",
    "Difference",
    "JsonValue",
    "Layerlaw",
    "NotPlayed",
    "State",
    "assert_same_history",
    "assert_same_state",
    "differences",
    "state",
]
