"""`layerlaw suite`: what other engines' tests read says the same as our answers."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from conftest import Run
from layerlaw.model.places import shipped_folder
from layerlaw.model.scenarios.load import load_scenario, with_variant
from layerlaw.model.shipped import shipped_scenarios
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.shell.authoring.schemas import shipped_schema
from layerlaw.solver.shell.engines import from_function, hold
from layerlaw.solver.shell.engines.event_json import event_json
from layerlaw.solver.shell.testing.histories import states_after

READER = '''
"""Reads a suite with the standard library alone; prints every value of every last state."""
import json, re, sys

with open(sys.argv[1], encoding="utf-8") as file:
    suite = json.load(file)
assert suite["schema"] == "layerlaw/1" and suite["kind"] == "suite"
wrong, held = [], 0
for scenario in suite["scenarios"]:
    assert len(scenario["states"]) == len(scenario["events"])
    clauses = suite["rulebooks"][scenario["rulebook"]]["clauses"]
    for number, states in enumerate(scenario["states"], 1):
        for answer, state in enumerate(states):
            for id, values in state.items():
                for name, value in values.items():
                    print(json.dumps([scenario["id"], number, answer, id, name, value]))
    # What the file itself expects, where that is a plain value and the object has not died.
    last = scenario["states"][-1]
    before = (scenario["states"][-2:-1] or [last])[0]
    gone = {
        id for state in last for id in state
        for one in before if id in one and one[id].get("zone") != state[id].get("zone")
    }
    for text in scenario["expect"]:
        found = re.fullmatch(r"(power|controller|cost|life) of (\\w+) is (-?\\d+|\\w+)", text)
        if not found:
            continue
        name, id, value = found.groups()
        for state in last if id not in gone else ():
            said = str(state[id][name])
            held += 1
            said = "none" if said == "None" else said
            if said != value and value not in said.split("/"):
                wrong.append([scenario["id"], text, said])
print(json.dumps([wrong, held]))
'''


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a suite is written once."""
    return tmp_path_factory.mktemp("suite")


def ours(game: str) -> Iterator[list[Any]]:
    """Every value after every event, taken from our answers and not from the suite's own code."""
    for path in shipped_scenarios(game):
        id = path.relative_to(shipped_folder() / "scenarios").as_posix()
        id = id.removesuffix(".scenario.yaml")
        scenario = load_scenario(path)
        orders = [(id, scenario)]
        orders += [
            (f"{id}#{number}", with_variant(scenario, variant))
            for number, variant in enumerate(scenario.variants, 2)
        ]
        for name, one in orders:
            for number, (_, derivation) in enumerate(states_after(one), 1):
                for answer, state in enumerate(derivation.states):
                    yield from ([name, number, answer, *cell] for cell in cells(state))


def cells(state: Answer) -> Iterator[tuple[str, str, Any]]:
    """Every characteristic as `solve --json` has it."""
    for (id, name), value in state.final.items():
        plain = list(value) if isinstance(value, tuple) else value
        # What is infinite, or printed as two numbers, is a text in JSON.
        as_it_is = plain is None or type(plain) in (list, str, int, bool)
        yield id, name, plain if as_it_is else str(plain)


@pytest.mark.parametrize("game", ["duel-masters", "grand-archive", "sorcery"])
@pytest.mark.slow
def test_a_reader_of_its_own_finds_our_values(run: Run, folder: Path, game: str) -> None:
    """Code that shares nothing with us reads the same value in every place as our answers have."""
    file, reader = folder / f"{game}.json", folder / "reader.py"
    assert run("suite", game, "--save", str(file)).code == 0
    reader.write_text(READER, encoding="utf-8")
    read = subprocess.run(
        [sys.executable, "-I", "-S", str(reader), str(file)],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    *lines, expected = read.stdout.splitlines()
    wrong, held = json.loads(expected)
    assert wrong == [] and held > 50
    theirs = {tuple(place): value for *place, value in map(json.loads, lines)}
    mine = {tuple(place): value for *place, value in ours(game)}
    assert len(mine) > 10_000
    differs = {place for place, value in mine.items() if theirs.get(place, "missing") != value}
    assert differs == set()
    more = {place[-1] for place in theirs.keys() - mine.keys()}
    assert more <= {"zone", "owner", "keywords"}


def test_a_suite_of_ones_own_follows_the_schema(run: Run, tmp_path: Path) -> None:
    """A folder's scenarios, each order one of its own, with cards, clauses and states."""
    (tmp_path / "a.scenario.yaml").write_text(
        """title: Two Kings
rulebook: sorcery-2026-01
because: [SORC-DEP-5]
players: [you, me]
cards: {Squire: {is: [minion, mortal], power: 2, has: "nearby minions: power += 1"}}
play:
  - you: Squire as F at 3
  - you: King of the Realm as K1 at 8
  - me: King of the Realm as K2 at 12
expect: [controller of F is you]
also:
  - order: [K2, K1]
    expect: [controller of F is me]
""",
        encoding="utf-8",
    )
    ran = run("suite", str(tmp_path))
    assert ran.code == 0
    found = json.loads(ran.out)
    schema = json.loads(shipped_schema("suite").read_text(encoding="utf-8"))
    jsonschema.Draft7Validator(schema).validate(found)
    first, second = found["scenarios"]
    assert second["id"] == f"{first['id']}#2"
    assert [event["id"] for event in second["events"]] == ["F", "K2", "K1"]
    assert [one["states"][-1][0]["F"]["controller"] for one in (first, second)] == ["you", "me"]
    assert first["states"][0][0]["F"]["power"] == 3
    assert first["because"] == ["SORC-DEP-5"]
    assert [*first["cards"]] == ["Squire"]
    book = found["rulebooks"]["sorcery-2026-01"]
    assert [*book["cards"]] == ["King of the Realm"]
    assert book["clauses"]["SORC-DEP-5"]["place"]


def test_states_of_a_suite_are_what_an_engine_is_held_against(run: Run, tmp_path: Path) -> None:
    """An engine that answers with the suite's last state is found to be right."""
    (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    [first, *_] = json.loads(run("suite", str(path)).out)["scenarios"]
    engine = from_function(lambda scenario: first["states"][-1][0])
    held = hold(load_scenario(path), engine, complete=True)
    assert (held.parting, held.unknown) == (None, ())
    scenario = load_scenario(path)
    assert first["events"] == [event_json(one, scenario.rulebook) for one in scenario.events]


def test_what_is_no_game_is_told_with_a_hint(run: Run) -> None:
    """Exit code 2 and one message."""
    ran = run("suite", "sorcry")
    assert (ran.code, ran.out) == (2, "")
    assert "no game called 'sorcry'" in ran.err and "did you mean 'sorcery'" in ran.err


def test_a_suite_says_what_is_printed(run: Run) -> None:
    """Each scenario has its cards with words, numbers and abilities, and clauses that are told."""
    (path,) = (p for p in shipped_scenarios("magic") if p.name == "blood-moon-urborg.scenario.yaml")
    found = json.loads(run("suite", str(path)).out)
    [scenario] = found["scenarios"]
    printed = scenario["printed"]
    assert {*printed} == {event["card"] for event in scenario["events"]}
    urborg = printed["Urborg, Tomb of Yawgmoth"]
    assert urborg["sets"] == {"supertypes": ["legendary"], "types": ["land"]}
    assert urborg["numbers"] == {"mana-value": 0}
    [ability] = urborg["abilities"]
    assert ability["notation"] == "lands: land-types += swamp"
    assert {*scenario["because"]} <= {*found["rulebooks"]["magic-2026-04"]["clauses"]}
