"""What belongs together: the line of an arrival, its object, its effects, and what they change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.scenarios.events import arrivals
from layerlaw.solver.answer.ruling import changed_values
from layerlaw.solver.facts.situation import RULES

if TYPE_CHECKING:
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.shell.report.json_form import Json


def ties(scenario: Scenario, answer: Answer) -> Json:
    """For every arrival its id, its line, its effects, and the objects that these change."""
    lines: dict[str, int] = {}
    for event in arrivals(scenario.play):
        lines.setdefault(event.id, event.where.line)
    things = answer.world.things
    effects: dict[str, list[str]] = {}
    for id, effect in answer.effects.items():
        # What is used or resolves has its own id in its effects; else it is the holder's.
        source = id.rpartition(".")[0]
        whose = source if source in lines else things[effect.holder].id
        if whose != RULES:
            effects.setdefault(whose, []).append(id)
    touched: dict[str, list[str]] = {}
    for change in changed_values(answer):
        for id in change.by:
            touched.setdefault(id, []).append(change.object)
    return [
        {
            "id": id,
            "line": line,
            "effects": list(effects.get(id, ())),
            "touches": list(
                dict.fromkeys(
                    object for effect in effects.get(id, ()) for object in touched.get(effect, ())
                )
            ),
        }
        for id, line in lines.items()
    ]
