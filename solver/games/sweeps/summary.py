"""What a sweep says of a scenario if nobody asks for more: the answer in a few plain facts."""

from __future__ import annotations

from layerlaw.model.dataclass import dataclass
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.answer.expectations import judge_all
from layerlaw.solver.certainty.readings import readings

QUICK = 64


@dataclass(frozen=True, slots=True)
class SummaryTask:
    """The task of a sweep that only wants to know how scenarios come out.

    limit: so many histories are played to see whether the readings of the document agree.
    """

    limit: int = QUICK

    def __call__(self, scenario: Scenario) -> dict[str, object]:
        """The verdict, loops and dependencies by layer, expectations, and what is open.

        `open` names the points that matter, or says in `complete` that the limit was reached.
        Raises as `solve` does.
        """
        judged = judge_all(scenario)
        answer = judged.derivation
        layers = {
            record.layer: {
                "effects": len({turn.effect for turn in record.turns}),
                "dependencies": len(answer.dependencies(record.layer)),
                "loops": [list(loop) for loop in answer.loops(record.layer)],
            }
            for record in answer.layers
        }
        found = readings(answer, limit=self.limit, refuted=False)
        return {
            "rulebook": scenario.rulebook.id,
            "verdict": answer.verdict,
            "layers": layers,
            "expectations": {
                "held": sum(outcome.right for outcome in judged.outcomes),
                "failed": [
                    {"expected": outcome.expected.text, "found": outcome.found}
                    for outcome in judged.outcomes
                    if not outcome.right
                ],
            },
            "open": {
                "points": [matter.point for matter in found.matters],
                "outcomes": len(found.groups),
                "complete": found.complete,
            },
        }
