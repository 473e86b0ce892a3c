"""`layerlaw what-if`: what it prints, its JSON, its messages and exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from layerlaw.model.shipped import shipped_scenarios

Run = Callable[..., Any]

SHIPPED = {path.name.split(".")[0]: str(path) for path in shipped_scenarios()}


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal in which no line is broken."""
    monkeypatch.setenv("COLUMNS", "220")


def rows(out: str) -> list[list[str]]:
    """The cells of every line, which at least two blanks part."""
    return [[cell for cell in line.strip().split("  ") if cell] for line in out.splitlines()]


@pytest.mark.usefixtures("wide")
def test_swap_shows_what_changes_and_where_the_histories_part(run: Run) -> None:
    """Question, differences with both values, orders, and the first turn of layer 3."""
    ran = run("what-if", SHIPPED["two-kings"], "--swap", "K1,K2")
    assert ran.code == 0
    lines = [[cell.strip() for cell in row] for row in rows(ran.out)]
    assert ["What if K1 and K2 came in each other's place?"] in lines
    assert ["controller of Foot Soldier (F)", "you", "me"] in lines
    assert ["order in layer 3 control", "K1.2, K2.2", "K2.2, K1.2"] in lines
    [head] = [line for line in ran.out.splitlines() if line.startswith("They part")]
    assert "event 4" in head
    assert "layer 3 control, turn 1" in head
    assert ["K1.2 goes next", "K2.2 goes next"] in lines


def test_nothing_that_changes_is_said(run: Run) -> None:
    """Two Sisters in a loop go by timestamps anyway."""
    ran = run("what-if", SHIPPED["two-sisters"], "--timestamps-only")
    assert ran.code == 0
    assert "What if effects went by timestamps only?" in ran.out
    assert "Nothing changes now, nor does the order." in ran.out
    assert "They part" not in ran.out


def test_order_that_changes_alone_is_said(run: Run, tmp_path: Path) -> None:
    """Two that add power in another order come to the same, and that is what is said."""
    file = tmp_path / "banners.scenario.yaml"
    file.write_text(
        """title: Two banners
rulebook: sorcery-2026-01
players: [you, me]
cards:
  Banner: {is: [minion, beast], power: 1, has: ["other beasts: power += 1"]}
play:
  - you: Banner as A at 1
  - you: Banner as B at 2
""",
        encoding="utf-8",
    )
    ran = run("what-if", str(file), "--order", "B, A")
    assert ran.code == 0
    assert "What if the order were B, A?" in ran.out
    assert "Nothing changes now, though the order of effects does:" in ran.out
    assert "A.1, B.1" in ran.out


@pytest.mark.usefixtures("wide")
def test_event_that_becomes_impossible_is_the_answer(run: Run) -> None:
    """Without what Lucid Dreamers gave it in the void the Troll is banished: exit code 0."""
    file = SHIPPED["lucid-dreamers-left-the-void"]
    ran = run("what-if", file, "--without", "V")
    assert ran.code == 0
    assert "Then event 4 cannot happen: 'T' is not in play" in ran.out
    assert "SORC-VOID-1" in ran.out
    document = json.loads(run("what-if", file, "--without", "V", "--json").out)
    assert document["refused"]["event"] == 4
    assert (document["changes"], document["difference"]) == (None, None)
    assert document["parting"]["event"] == 3


def test_json_has_question_difference_and_parting(run: Run) -> None:
    """Everything that is printed stands in the JSON, with both sides in order."""
    arguments = (SHIPPED["king-mesmerism"], "--timestamps-only", "--json")
    document = json.loads(run("what-if", *arguments).out)
    assert (document["schema"], document["kind"]) == ("layerlaw/1", "what-if")
    assert document["question"]["timestamps only"] is True
    assert document["changes"] is True
    cells = document["difference"]["cells"]
    assert {cell["object"]: cell["values"] for cell in cells} == {
        "F": ["you", "me"],
        "G": ["you", "me"],
    }
    assert document["difference"]["order"] == [
        {"layer": "3", "orders": [["M", "K.2"], ["K.2", "M"]]}
    ]
    parting = document["parting"]
    assert (parting["kind"], parting["layer"], parting["turn"]) == ("graph", "3", 1)
    assert [side["label"] for side in parting["sides"]] == ["really", "then"]
    assert [side["turns"][-1]["effect"] for side in parting["sides"]] == ["M", "K.2"]
    assert parting["sides"][0]["dependencies"][0]["effect"] == "K.2"
    assert run("what-if", *arguments).out == run("what-if", *arguments).out


def test_another_rulebook_can_be_asked_for(run: Run) -> None:
    """A board of the guide of 2021 under the page of 2025, as another process."""
    ran = run("what-if", SHIPPED["2021-mutual-silence"], "--rulebook", "grand-archive-2025-09")
    assert ran.code == 0
    assert "What if grand-archive-2025-09 were the rulebook?" in ran.out
    assert "abilities of B" in ran.out
    assert "They part after event 2" in ran.out


def test_reading_can_be_asked_for(run: Run) -> None:
    """Another reading names its point in the reasons of both sides."""
    ran = run(
        "what-if",
        SHIPPED["king-king-mesmerism-infiltrate"],
        "--reading",
        "SORC-OPEN-FREED=compete",
    )
    assert ran.code == 0
    assert "SORC-OPEN-FREED = after-all" in ran.out
    assert "SORC-OPEN-FREED = compete" in ran.out


def test_nothing_asked_says_what_can_be(run: Run) -> None:
    """Without a question there is no answer, but a list of questions, and exit code 2."""
    ran = run("what-if", SHIPPED["two-kings"])
    assert (ran.code, ran.out) == (2, "")
    for option in ("--timestamps-only", "--without", "--swap", "--order", "--rulebook"):
        assert option in ran.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--swap", "K1"), "is not of the form A,B"),
        (("--swap", "K1,K2,F"), "is not of the form A,B"),
        (("--without", "K1.3"), "did you mean 'K1.2'?"),
        (("--without", "K1."), "there is no effect 'K1.'"),
        (("--swap", "K1,Kl2"), "nothing arrives as 'Kl2'"),
        (("--rulebook", "sorcery"), "sorcery"),
        (("--reading", "SORC-OPEN-TEST=results"), "did you mean 'result'?"),
    ],
)
def test_bad_questions_are_bad_input(run: Run, arguments: tuple[str, ...], message: str) -> None:
    """What cannot be asked ends with exit code 2 and one message on the error stream."""
    ran = run("what-if", SHIPPED["two-kings"], *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


def test_impossible_swap_is_bad_input(run: Run) -> None:
    """A spell cannot be cast on what is yet to come."""
    ran = run("what-if", SHIPPED["king-mesmerism"], "--swap", "K,M")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "K and M cannot change places: 'K' is used here before it enters\n"


@pytest.mark.usefixtures("wide")
def test_turns_have_the_numbers_that_solve_gives_them(run: Run, tmp_path: Path) -> None:
    """Turns of the game's own rules that no report shows are not counted."""
    file = tmp_path / "sisters.scenario.yaml"
    file.write_text(
        """title: Insulted Sisters
rulebook: sorcery-2026-01
players: [you, me]
play:
  - me: Sisters of Silence as A at 13
  - you: House Arn Bannerman as H at 14
  - you: Grievous Insult as I on A
""",
        encoding="utf-8",
    )
    solved = run("solve", str(file), "-v").out
    headline = "1. Grievous Insult I: "
    assert f"  {headline}" in solved and "     target: silenced  [" in solved
    ran = run("what-if", str(file), "--timestamps-only")
    assert "layer 2 silence, turn 1: " in ran.out
    assert headline in ran.out
    raw = json.loads(run("what-if", str(file), "--timestamps-only", "--json").out)["parting"]
    assert raw["sides"][0]["turns"][raw["turn"] - 1]["effect"] == "I"
