"""Drawn histories: of what was drawn that which may happen, and what it comes to."""

from __future__ import annotations

from layerlaw.model import loads_scenario
from layerlaw.model.errors import BadInput
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver import Answer, solve
from layerlaw.solver.shell.testing import state


def of_what_may_happen(head: str, events: list[str]) -> Scenario:
    """The scenario of those events that can be read behind the head, which ends with `play:`."""
    first = head.count("\n") + 1
    while True:
        try:
            return loads_scenario(head + "".join(f"  - {event}\n" for event in events))
        except BadInput as error:
            wrong = {problem.line - first for problem in error.problems}
            assert any(0 <= number < len(events) for number in wrong), error
            events = [event for number, event in enumerate(events) if number not in wrong]


def played(scenario: Scenario) -> object:
    """What it comes to: the last state, what happened on the way, and what the checks would do.

    The message, where an event cannot happen.
    """
    try:
        answer: Answer = solve(scenario)
    except BadInput as error:
        return str(error)
    if answer.verdict != "settled":
        return answer.verdict, answer.chronicle
    return state(answer), answer.chronicle, answer.fates
