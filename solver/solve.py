"""The way in: a scenario in, its derivation out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.solver.derive import derive
from layerlaw.solver.history import History

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from layerlaw.model.scenario import Scenario
    from layerlaw.solver.derivation import Derivation


def solve(
    scenario: Scenario,
    *,
    readings: Mapping[str, str] | None = None,
    prune: bool = True,
    stop: Callable[[], None] | None = None,
) -> Derivation:
    """The derivation of the state after the scenario's last event.

    readings: open point -> reading, over and above the scenario's own. prune: see `derive`.
    stop: called before every turn; whatever it raises ends the work.
    Raises `BadInput` where an event cannot happen, `LayerlawError` for unknown readings.
    Clause: SORC-CLOCK-1.
    """
    if readings:
        scenario = replace(scenario, readings={**scenario.readings, **readings})
    history = History(scenario, stop=stop)
    for _ in history.play():
        pass
    if prune:
        return history.derivation()
    found = derive(history.table.situation, prune=False, stop=stop)
    return replace(found, scenario=scenario)
