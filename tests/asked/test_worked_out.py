"""Questions whose answers were worked out by hand from the documents, asked end to end."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, cast

import pytest
import yaml

from layerlaw import ask, judge_all, load_scenario, loads_scenario
from layerlaw.model.scenarios.write import written_scenario

if TYPE_CHECKING:
    from conftest import Run

HERE = Path(__file__).parent
Worked = TypedDict(
    "Worked",
    {
        "ask": str,
        "rulebook": str,
        "says": str,
        "expect": str,
        "from": str,
        "because": list[str],
        "worked": str,
    },
    total=False,
)
QUESTIONS = [
    cast("Worked", each)
    for path in sorted(HERE.glob("*.yaml"))
    for each in yaml.safe_load(path.read_text(encoding="utf-8"))
]


@pytest.mark.sample(5)
@pytest.mark.parametrize("worked", QUESTIONS, ids=lambda worked: worked["expect"])
def test_the_answer_is_the_one_worked_out(worked: Worked) -> None:
    """The first sentence says it, the scenario expects it, and the clauses are the rulebook's."""
    found = ask(worked["ask"], rulebook=worked.get("rulebook"))
    assert found.replies[0].says[0].startswith(worked["says"])
    assert worked["expect"] in [each.text for each in found.scenario.expect]
    assert set(worked["because"]) <= set(found.scenario.rulebook.clauses)
    assert found.newest is ("rulebook" not in worked)
    assert worked["worked"] and worked["from"]


@pytest.mark.sample(5)
@pytest.mark.parametrize("worked", QUESTIONS, ids=lambda worked: worked["expect"])
def test_what_was_answered_is_a_scenario_that_holds(worked: Worked) -> None:
    """Written, read again and judged, it expects what was worked out, and that is so."""
    found = ask(worked["ask"], rulebook=worked.get("rulebook"))
    again = loads_scenario(written_scenario(found.scenario))
    assert [each.text for each in again.expect] == [each.text for each in found.scenario.expect]
    assert judge_all(again).fulfilled


def test_every_game_is_asked_at_least_four_times() -> None:
    """Of each game the newest document at least twice."""
    for path in HERE.glob("*.yaml"):
        of_game = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert len(of_game) >= 4
        assert sum("rulebook" not in each for each in of_game) >= 2


@pytest.mark.parametrize("worked", QUESTIONS[::5], ids=lambda worked: worked["expect"])
def test_the_command_line_says_the_same_first(run: Run, worked: Worked, tmp_path: Path) -> None:
    """Exit code 0, the sentence in the first line, and with --save a file that `check` passes."""
    file = tmp_path / "asked.scenario.yaml"
    book = ["--rulebook", worked["rulebook"]] if "rulebook" in worked else []
    ran = run("ask", worked["ask"], *book, "--save", str(file), "--no-color")
    assert ran.code == 0
    assert " ".join(ran.out.split()).startswith(worked["says"])
    assert "Certificate: confirmed" in ran.out
    assert run("check", str(file)).code == 0
    kept = [each.text for each in load_scenario(file).expect]
    assert worked["expect"] in kept
