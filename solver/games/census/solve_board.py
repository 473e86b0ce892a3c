"""The task of a census: one board solved, and what the cards looked at do to each other."""

from __future__ import annotations

from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.answer.difference.outcome import outcome
from layerlaw.solver.certainty.readings import readings
from layerlaw.solver.games.census.arrivals import LETTERS
from layerlaw.solver.play.solve import solve

if TYPE_CHECKING:
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.derivation.answer import Answer

PATIENCE = 20_000
"""So many turns are worth an answer."""


@dataclass(frozen=True, slots=True)
class BoardTask:
    """Solves a board and tells what is between the cards A, B and C.

    histories: so many are played to see whether the readings agree; 0: that is not looked at.
    """

    histories: int

    def __call__(self, scenario: Scenario) -> dict[str, object]:
        """Dependencies (layer, who, on whom, kind of witness), loops, the outcome, what is open.

        Where the cards cannot arrive like this, only `refused` says why.
        """
        turns = count()

        def stop() -> None:
            if next(turns) > PATIENCE:
                raise LayerlawError("it takes too long")

        try:
            answer = solve(scenario, stop=stop)
        except LayerlawError as error:
            return {"refused": str(error).partition("\n")[0]}
        found: dict[str, object] = {
            "verdict": answer.verdict,
            "dependencies": [list(one) for one in _dependencies(answer)],
            "loops": [[layer, list(cards)] for layer, cards in _loops(answer)],
            "outcome": sha256(repr(outcome(answer)).encode()).hexdigest()[:16],
        }
        if self.histories:
            agreed = readings(answer, limit=self.histories, refuted=False)
            found["open"] = {
                "points": [matter.point for matter in agreed.matters],
                "outcomes": len(agreed.groups),
                "complete": agreed.complete,
            }
        return found


def _card(answer: Answer, id: str) -> str:
    """The card that an effect comes from, also by what it gave another; "" for none of them."""
    for _ in range(len(answer.effects)):
        effect = answer.effects.get(id)
        if effect is None:
            break
        if effect.source in LETTERS:
            return effect.source
        if effect.giver is None:
            break
        id = effect.giver
    return ""


def _dependencies(answer: Answer) -> list[tuple[str, str, str, str]]:
    found = {
        (record.layer, who, on, one.witness.kind)
        for record in answer.layers
        for one in answer.dependencies(record.layer)
        if (who := _card(answer, one.effect)) and (on := _card(answer, one.on))
    }
    return sorted(found)


def _loops(answer: Answer) -> list[tuple[str, tuple[str, ...]]]:
    found: set[tuple[str, tuple[str, ...]]] = set()
    for record in answer.layers:
        for loop in answer.loops(record.layer):
            cards = sorted({_card(answer, id) for id in loop} - {""})
            if cards:
                found.add((record.layer, tuple(cards)))
    return sorted(found)
