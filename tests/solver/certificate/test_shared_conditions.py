"""What several do that share a condition is looked at once for all, or for each player."""

from __future__ import annotations

import pytest

from layerlaw.model import loads_scenario
from layerlaw.solver import certificate_of, solve
from layerlaw.solver.certificate.replay.board import ReplayBoard
from layerlaw.solver.certificate.replay.effects import ReplayEffects
from layerlaw.solver.certificate.replay.parts import Observation, ReplayPart

EACH = "creatures you control: power += 1 unless there is creatures you control with power >= 5"
ALL = "creatures: power += 1 unless there is creatures with power >= 5"


def board(line: str, each: int) -> str:
    """So many creatures of power 2 with that line, of each player."""
    plays = "".join(f"  - {who}: Anthem\n" for _ in range(each) for who in ("you", "me"))
    return (
        "title: t\nrulebook: magic-2026-04\nplayers: [you, me]\nactive: you\n"
        f"cards:\n  Anthem: {{is: [creature], power: 2, toughness: 2, has: ['{line}']}}\n"
        f"play:\n{plays}"
    )


@pytest.mark.parametrize(("line", "applied"), [(ALL, 3), (EACH, 6)])
def test_what_they_do_is_looked_at_once(
    line: str, applied: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three apply, which ends all others, or those of the player; of twice as many a few more."""
    looks: list[ReplayPart] = []
    look = ReplayEffects.look

    def noted(effects: ReplayEffects, part: ReplayPart, on: ReplayBoard) -> Observation:
        looks.append(part)
        return look(effects, part, on)

    counts = []
    for each in (4, 8):
        answer = solve(loads_scenario(board(line, each)))
        turns = [turn for record in answer.layers for turn in record.turns]
        done = [one for one in turns if one.verdict == "applied" and ".1" in one.effect]
        assert len(done) == applied
        with monkeypatch.context() as changed:
            changed.setattr(ReplayEffects, "look", noted)
            assert certificate_of(answer).check().ok
        counts.append(len(looks))
        looks.clear()
    assert counts[1] < 1.5 * counts[0], counts
