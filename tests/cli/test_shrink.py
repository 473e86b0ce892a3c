"""`layerlaw shrink`: what it prints, its JSON, the file it writes, its messages and exit codes."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from layerlaw.model.shipped import shipped_scenarios

Run = Callable[..., Any]

SHIPPED = {path.name.split(".")[0]: str(path) for path in shipped_scenarios()}
LOSE = ("--reading", "SORC-OPEN-LOSE=bar,momentary")

KINGS = """title: Three Kings
rulebook: sorcery-2026-01
players: [you, me]
play:
  - you: Foot Soldier as F at 3
  - you: King of the Realm as K1 at 8
  - me: King of the Realm as K2 at 12
"""

ENGINE = """
import json, sys
kings = open(sys.argv[1], encoding="utf-8").read().count("King of the Realm as")
print(json.dumps({"F": {"power": 1 + min(kings, 1), "sprite": "f.png"}}))
"""


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal in which no line is broken."""
    monkeypatch.setenv("COLUMNS", "200")


@pytest.mark.slow
@pytest.mark.usefixtures("wide")
def test_reduced_scenario_differences_and_both_sides_reasons_are_shown(run: Run) -> None:
    """The scenario, a table of what differs, and for each side why; exit code 0."""
    ran = run("shrink", SHIPPED["infiltrate-silenced"], *LOSE, "--inline")
    assert ran.code == 0
    lines = [line.strip() for line in ran.out.splitlines()]
    assert "SORC-OPEN-LOSE=bar against SORC-OPEN-LOSE=momentary" in lines
    assert lines[2].startswith("4 events and 3 cards became 3 events and 3 cards, with ")
    assert lines[2].endswith("no single step makes it smaller.")
    assert "- you: Infiltrate as I on K" in lines
    [row] = [line.split() for line in lines if line.startswith("abilities of K  ")]
    assert row == ["abilities", "of", "K", "none", "Stealth"]
    assert "Why, by SORC-OPEN-LOSE=bar" in lines
    assert "abilities of K is Stealth from I" in lines
    assert "and the same way for permissions of K (--cell, --json)" in lines


def test_out_is_a_scenario_that_expects_what_the_first_side_says(run: Run, tmp_path: Path) -> None:
    """The new file passes `check`, and a second time it is not written over."""
    out = tmp_path / "kleiner Köder.yaml"
    ask = ("shrink", SHIPPED["infiltrate-silenced"], *LOSE, "--cell", "K.abilities")
    assert run(*ask, "--out", str(out)).code == 0
    text = out.read_bytes().decode("utf-8")
    assert text.endswith("expect:\n  - K lacks Stealth\n")
    assert "\r" not in text
    assert "from: reduced from infiltrate-silenced.scenario.yaml by layerlaw shrink" in text
    checked = run("check", str(out))
    assert (checked.code, checked.out.splitlines()[-1]) == (
        0,
        "1 passed, 0 failed (1 expectations)",
    )
    again = run(*ask, "--out", str(out))
    assert (again.code, again.err) == (2, f"{out} is there already and is not written over\n")


def test_json_says_all_of_it(run: Run) -> None:
    """The scenario's text, values and reasons of both sides, counts, and whether it is minimal."""
    ran = run("shrink", SHIPPED["2021-no-layers"], "--rulebook", "grand-archive-2025-09", "--json")
    assert ran.code == 0
    document = json.loads(ran.out)
    assert (document["schema"], document["kind"]) == ("layerlaw/1", "shrink")
    assert document["sides"] == ["grand-archive-2021", "grand-archive-2025-09"]
    assert document["differs"] == [
        {"object": "F", "characteristic": "elements", "values": [["water"], ["norm"]]}
    ]
    assert document["events"] == [3, 2]
    assert document["minimal"] is True
    assert document["scenario"].startswith("title: A Lantern")
    assert [why[0]["value"] for why in document["why"]] == [["water"], ["norm"]]
    assert document["tries"] > len(document["removed"]) > 0


@pytest.mark.slow
def test_engine_is_reduced_against_ours(run: Run, tmp_path: Path) -> None:
    """A program with a bug gets files; two Kings and the Soldier are what it takes."""
    program = tmp_path / "my engine.py"
    program.write_text(ENGINE, encoding="utf-8")
    board = tmp_path / "kings.yaml"
    board.write_text(KINGS, encoding="utf-8")
    command = f'"{sys.executable}" -I -S "{program}" {{file}}'
    ran = run("shrink", str(board), "--engine", command, "--json")
    assert ran.code == 0
    document = json.loads(ran.out)
    assert document["sides"] == ["layerlaw", "the engine"]
    assert document["differs"][0]["values"] == [3, 2]
    assert document["why"][1] == []
    assert document["events"] == [3, 3]
    lacks = "the characteristic 'sprite', which sorcery-2026-01 lacks"
    assert document["not compared"] == [lacks]
    told = run("shrink", str(board), "--engine", command, "--limit", "1")
    assert f"Not compared: {lacks}" in " ".join(told.out.split())


def test_agreement_is_exit_code_1(run: Run) -> None:
    """Where both sides say the same there is nothing to reduce, in words and as JSON."""
    ask = ("shrink", SHIPPED["two-kings"], "--reading", "SORC-OPEN-LOOP=members,mutual-pairs")
    ran = run(*ask)
    assert (ran.code, ran.err) == (1, "")
    assert "there is no disagreement to reduce" in ran.out
    ran = run(*ask, "--json")
    assert (ran.code, json.loads(ran.out)["disagrees"]) == (1, False)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((), "who disagrees? One of:"),
        (("--rulebook", "sorcery-2026-01", "--engine", "x"), "who disagrees? One of:"),
        (("--rulebook", "a,b,c"), "--rulebook takes two rulebooks"),
        (("--reading", "SORC-OPEN-LOSE"), "is not of the form POINT=READING"),
        (("--reading", "SORC-OPEN-LOSE=bar,x"), "SORC-OPEN-LOSE has no reading 'x'"),
        (("--reading", "SORC-OPEN-LOS=bar"), "did you mean 'SORC-OPEN-LOSE'?"),
        ((*LOSE, "--against", "SORC-OPEN-SET=again"), "with --against every point has one"),
        ((*LOSE, "--engine", "x"), "SORC-OPEN-LOSE has one reading, not bar and momentary"),
        ((*LOSE, "--cell", "K.controllr"), "did you mean 'controller'?"),
        ((*LOSE, "--cell", "K"), "'K' is not of the form OBJECT.CHARACTERISTIC"),
        (("--rulebook", "duel-masters-1.28-en"), "unknown card 'King of the Realm'"),
        (("--engine", "no-such-program"), "'no-such-program' is no program that can be found"),
        (("--engine", f'"{sys.executable}" -c pass'), "the engine printed nothing"),
        (("--engine", f'"{sys.executable}" -c "print({{}})"'), "nothing that could be compared"),
    ],
)
def test_bad_questions_get_one_message(run: Run, options: tuple[str, ...], message: str) -> None:
    """What is missing, wrong or does not go together is said, with exit code 2."""
    ran = run("shrink", SHIPPED["infiltrate-silenced"], *options)
    assert (ran.code, ran.out) == (2, "")
    assert message in " ".join(ran.err.split())
