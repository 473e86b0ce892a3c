"""Why a turn came when it did is told alike by the short way and by going through all turns."""

from __future__ import annotations

import pytest

from layerlaw.model.scenarios.load import load_scenario, loads_scenario
from layerlaw.model.shipped import shipped_scenarios
from layerlaw.solver import solve
from layerlaw.solver.answer.explain import Reason, turn_reasons
from layerlaw.solver.answer.rivals import Rivals
from layerlaw.solver.derivation.answer import Answer

BOARDS = (
    "two-kings",
    "king-king-mesmerism-infiltrate",
    "silencers-chain-of-four",
    "becomes-dependent",
    "freed-effects",
    "ring-of-three",
    "2026-07-two-smokestacks",
    "humility-opalescence",
    "life-and-limb-urborg",
)


def solved(name: str) -> Answer:
    """The answer to a shipped scenario, or to twenty silencers and twenty that add power."""
    if name != "forty":
        found = {path.name.split(".")[0]: path for path in shipped_scenarios()}
        return solve(load_scenario(found[name]))
    text = "title: T\nrulebook: sorcery-2026-01\nplayers: [you, me]\ncards:\n"
    text += "  Drum: {is: [minion], power: 1, has: ['other minions: power += 1']}\n"
    text += "  Hush: {is: [minion], power: 1, has: ['other minions named \"Hush\": silenced']}\n"
    return solve(loads_scenario(f"{text}play:\n" + "  - you: Drum\n  - me: Hush\n" * 20))


@pytest.mark.parametrize("name", [*BOARDS, "forty"])
def test_the_short_way_says_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every turn of every layer has the same reasons where nothing is taken the short way."""
    answer = solved(name)

    def told() -> list[tuple[Reason, ...]]:
        return [
            turn_reasons(answer, run, number)
            for run in answer.runs
            for number in range(len(run.turns))
        ]

    short = told()
    monkeypatch.setattr(Rivals, "in_line", lambda self, place: False)
    assert told() == short
    assert any(short)
