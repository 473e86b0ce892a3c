"""The way in: from a scenario to its answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from layerlaw.model.arguments import checked
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.play.history import History


@checked()
def solve(
    scenario: Scenario,
    *,
    readings: Mapping[str, str] | None = None,
    prune: bool = True,
    stop: Callable[[], None] | None = None,
) -> Answer:
    """The answer for the state after the scenario's last event.

    readings: open point -> reading, in addition to the scenario's own. prune: whether short cuts
    are taken, which change nothing in the answer (docs/shortcuts.md).
    stop: called before every turn; whatever it raises ends the work.
    Raises `BadInput` where an event cannot happen, `LayerlawError` for unknown readings,
    `WrongArgument` for anything but a scenario. Clause: SORC-CLOCK-1.

    >>> from layerlaw import load_scenario, shipped_scenarios, solve
    >>> [kings] = [path for path in shipped_scenarios() if path.name.startswith("two-kings.")]
    >>> solve(load_scenario(kings)).value("F", "power")
    3
    """
    if readings:
        scenario = replace(scenario, readings={**scenario.readings, **readings})
    history = History(scenario, stop=stop, prune=prune)
    for _ in history.play():
        pass
    return history.derivation()
