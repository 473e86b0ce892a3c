"""`layerlaw check --engine`: where an engine differs, what it passes over, and what breaks."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from conftest import Run

HEAD = "rulebook: sorcery-2026-01\nplayers: [you, me]\nplay:\n"
SOLDIER = f"title: A soldier\n{HEAD}  - you: Foot Soldier as F at 3\n"
KING = (
    f"title: A King\n{HEAD}  - me: Foot Soldier as F at 3\n  - you: King of the Realm as K at 8\n"
)
KINGS = f"""title: Two Kings
{HEAD}  - you: Foot Soldier as F at 3
  - you: King of the Realm as K1 at 8
  - me: King of the Realm as K2 at 12
also:
  - order: [K2, K1]
    expect: [controller of F is me]
"""
FROG = f"title: A Frog\n{HEAD}  - you: Frog as X at 3\n"

ENGINE = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    units, states = {}, []
    for event in asked["events"]:
        if event["card"] == "Frog":
            print(json.dumps({"id": asked["id"], "skip": "no Frogs here"}), flush=True)
            break
        units[event["id"]] = {"controller": event["player"], "art": "x.png"}
        kings = [id for id in units if id.startswith("K")]
        for unit in units.values():
            # The newest King has everybody, which is wrong.
            unit["controller"] = units[kings[-1]]["controller"] if kings else unit["controller"]
        states.append(json.loads(json.dumps(units)))
    else:
        if asked["scenario"]["title"] == "Boom":
            sys.exit("stack overflow")
        print(json.dumps({"id": asked["id"], "states": states}), flush=True)
"""


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """The command's beginning; scenarios and engine stand in the folder where one is."""
    for name, text in {"1-kings": KINGS, "2-king": KING, "3-frog": FROG, "4": SOLDIER}.items():
        (tmp_path / f"{name}.scenario.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "engine.py").write_text(ENGINE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    return ("check", "--engine", f'"{sys.executable}" -I -S engine.py', "--engine-lines")


def test_differences_are_told_smallest_first(run: Run, ask: tuple[str, ...]) -> None:
    """The event, the values, our reasons for the smallest, and a summary; exit code 1."""
    ran = run(*ask, ".")
    assert (ran.code, ran.err) == (1, "")
    lines = ran.out.splitlines()
    heads = [line for line in lines if line.startswith("DIFFERS")]
    assert heads == [
        "DIFFERS Two Kings  1-kings.scenario.yaml",
        "DIFFERS Two Kings: order K2, K1  1-kings.scenario.yaml",
    ]
    assert "after event 3 of 3: me: King of the Realm as K2 at 12" in lines[1]
    assert ran.out.count("Why controller of") == 3
    assert "Passed over: no Frogs here (1)" in lines
    assert "Not compared: the characteristic 'art', which sorcery-2026-01 lacks" in lines
    assert lines[-1] == "2 the same, 2 different, 1 passed over (16 values after 9 events)"


def test_json_has_all_of_it(run: Run, ask: tuple[str, ...]) -> None:
    """Counts, and what parts with its event, values and reasons; with -v what is the same."""
    ran = run(*ask, "--json", "-v", ".")
    found = json.loads(ran.out)
    assert (ran.code, found["schema"], found["kind"]) == (1, "layerlaw/1", "engine")
    assert (found["same"], found["different"], found["passed over"], found["trouble"]) == (
        *(2, 2, 1, 0),
    )
    first = found["cases"][0]
    assert (first["title"], first["parts"]["after event"]) == ("Two Kings", 3)
    assert {"object": "K1", "characteristic": "controller", "values": ["you", "me"]} in first[
        "parts"
    ]["differences"]
    assert any("because" in line or "becomes" in line for line in first["parts"]["why"])
    assert [case["passed over"] for case in found["cases"] if case["passed over"]] == [
        "no Frogs here"
    ]
    assert len(found["cases"]) == 5
    assert len(json.loads(run(*ask, "--json", ".").out)["cases"]) == 3


def test_the_same_is_exit_code_0(run: Run, ask: tuple[str, ...]) -> None:
    """Where nothing differs, also if something was passed over."""
    ran = run(*ask, "2-king.scenario.yaml", "3-frog.scenario.yaml")
    assert ran.code == 0
    assert "1 the same, 0 different, 1 passed over (3 values after 2 events)" in ran.out


def test_an_engine_that_breaks_spoils_one_scenario(run: Run, ask: tuple[str, ...]) -> None:
    """Its message names the scenario, the others are played all the same; exit code 2."""
    Path("2-boom.scenario.yaml").write_text(KING.replace("A King", "Boom"), encoding="utf-8")
    Path("5-bad.scenario.yaml").write_text("title: t\n", encoding="utf-8")
    ran = run(*ask, "2-boom.scenario.yaml", "2-king.scenario.yaml", "5-bad.scenario.yaml")
    assert ran.code == 2
    lines = [line.strip() for line in ran.out.splitlines()]
    at = lines.index("TROUBLE the engine ended (exit code 1) before it answered; it said:")
    assert lines[at + 1 : at + 3] == ["stack overflow", "in 2-boom.scenario.yaml (Boom)"]
    assert any("5-bad.scenario.yaml:1:1" in line for line in lines)
    assert lines[-1].startswith("1 the same, 0 different, 2 with trouble")


def test_nothing_compared_is_exit_code_2(run: Run, ask: tuple[str, ...]) -> None:
    """An engine that passes everything over has not been held against anything."""
    assert run(*ask, "3-frog.scenario.yaml").code == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--engine-lines",), "--engine-lines goes with --engine"),
        (("--adapter", "a:B"), "--adapter goes with --engine"),
        (("--complete",), "--complete goes with --engine"),
        (("--engine", "no-such-program"), "is no program that can be found"),
        (("--engine", "nowhere_at_all:X"), "cannot be imported"),
        (("--engine", "python", "--no-certificate"), "--no-certificate has no meaning"),
        (("--engine", "python", "--adapter", "x"), "not of the form MODULE:NAME"),
    ],
)
@pytest.mark.usefixtures("ask")
def test_bad_questions_get_one_message(run: Run, options: tuple[str, ...], message: str) -> None:
    """What is missing or does not go together is said, with exit code 2."""
    ran = run("check", "4.scenario.yaml", *options)
    assert (ran.code, ran.out) == (2, "")
    assert message in " ".join(ran.err.split())


def test_shrink_takes_an_engine_of_every_kind(
    run: Run, ask: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One process, and Python: two Kings without the soldier are what it takes."""
    name = f"shrunk_{tmp_path.name.replace('-', '_')}"
    Path(f"{name}.py").write_text(
        "def play(scenario):\n"
        "    for number, event in enumerate(scenario.events):\n"
        "        yield {event.id: {'controller': event.player}}\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(sys, "path", [*sys.path])
    for engine in (ask[1:], ("--engine", f"{name}:play")):
        ran = run("shrink", "1-kings.scenario.yaml", *engine, "--json")
        assert ran.code == 0, ran.err
        found = json.loads(ran.out)
        assert found["events"] == [3, 2]
        assert "controller of K" in found["scenario"].partition("expect:")[2]
