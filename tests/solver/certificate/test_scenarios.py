"""Derivations are certified: shipped scenarios under a fifth of the readings, and random ones."""

from __future__ import annotations

import ast
import os
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from picked import one_in

from comparing import assert_same
from layerlaw.model import LayerlawError, load_scenario, shipped_scenarios
from layerlaw.model.algebra import InZone, Opponent, SetPlayer, You
from layerlaw.model.scenarios.events import Event, MoveZone
from layerlaw.solver import certificate
from layerlaw.solver.certificate import Certificate, certificate_of, confirm
from layerlaw.solver.certificate.replay import trial as replay_trial
from layerlaw.solver.certificate.replay.layer import LayerReplay
from layerlaw.solver.certificate.replay.readers import Readers
from layerlaw.solver.certificate.replay.results import Results
from layerlaw.solver.certificate.replay.tracking import ObservedParts
from layerlaw.solver.play.solve import solve
from oracle.build import (
    WHERE,
    action_graph,
    card,
    play,
    scenario,
    scope_graph,
    silence_graph,
    text,
)
from oracle.generate import seeded_scenario
from oracle.small_rulebook import small_rulebook

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from layerlaw.model import Rulebook, Scenario
    from layerlaw.solver.certificate.replay.board import Key, ReplayBoard
    from layerlaw.solver.certificate.replay.parts import ReplayPart
    from layerlaw.solver.certificate.replay.tracking import ObservedPart
    from layerlaw.solver.certificate.replay.trial import ActionTrials, Edges
    from layerlaw.solver.facts.records import Facts

PATHS = shipped_scenarios()


@cache
def scenario_at(path: Path) -> Scenario:
    """The scenario of a file."""
    return load_scenario(path)


def certify(scenario: Scenario, readings: Mapping[str, str] | None = None) -> None:
    """Check the certificate of a scenario's derivation."""
    verdict = certificate_of(solve(scenario, readings=readings)).check()
    assert verdict.ok, (readings, verdict.failures)


def single_readings(rulebook: Rulebook) -> list[dict[str, str]]:
    """Every reading that is not the default, alone."""
    return [
        {point.id: reading.id}
        for point in rulebook.points.values()
        for reading in point.readings
        if reading.id != point.default
    ]


EVERY = 1 if os.environ.get("LAYERLAW_EXHAUSTIVE") else 5
"""Of the readings one in so many is taken for each scenario, another one for the next."""


@pytest.mark.sample(10)
@pytest.mark.parametrize("path", one_in(2, PATHS), ids=lambda path: path.name)
def test_shipped_scenarios_are_certified_under_readings(path: Path) -> None:
    """Under a fifth of the readings of all points, each reading with a fifth of the scenarios.

    By the default readings, and in every order that the files name, `test_scenarios.py` does it.
    """
    scenario = scenario_at(path)
    for readings in single_readings(scenario.rulebook)[PATHS.index(path) % EVERY :: EVERY]:
        certify(scenario, readings)


def random_case(seed: int) -> tuple[Scenario, dict[str, str]]:
    """A random scenario, and readings of up to three of its rulebook's open points."""
    rulebook = small_rulebook()
    chance = Random(seed)
    points = chance.sample(sorted(rulebook.points), chance.choice((0, 0, 1, 2, 3)))
    readings = {id: chance.choice(rulebook.points[id].readings).id for id in points}
    return seeded_scenario(seed, rulebook), readings


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 200, 50))
def test_random_scenarios_are_certified(first: int) -> None:
    """Random scenarios of all kinds, under random readings."""
    for seed in range(first, first + 50):
        scenario, readings = random_case(seed)
        try:
            derivation = solve(scenario, readings=readings)
        except LayerlawError:
            continue
        verdict = certificate_of(derivation).check()
        assert verdict.ok, (seed, readings, verdict.failures)


def random_graph(seed: int) -> Facts:
    """The facts of a random graph, its minions in a random order, under random readings."""
    rulebook = small_rulebook()
    chance = Random(seed)
    count = chance.randint(2, 7)
    numbers = range(1, count + 1)
    pairs = [(one, other) for one in numbers for other in numbers]
    edges = chance.sample(pairs, min(len(pairs), chance.randint(0, 2 * count)))
    order = chance.sample(numbers, count)
    readings = {
        id: chance.choice(rulebook.points[id].readings).id
        for id in sorted(rulebook.points)
        if id != "OPEN-PROCESS"
    }
    family = chance.choice((silence_graph, scope_graph, action_graph))
    return solve(family(count, edges, order, rulebook), readings=readings).facts


@pytest.mark.slow
def test_random_graphs_are_certified() -> None:
    """Graphs with loops, losses and joins, under every mixture of readings."""
    for seed in range(150):
        verdict = Certificate(random_graph(seed)).check()
        assert verdict.ok, (seed, verdict.failures)


@pytest.mark.slow
def test_any_two_neighbouring_turns_swapped_are_refused() -> None:
    """Of a random graph's record no other order passes, whatever the readings."""
    for seed in range(60):
        facts = random_graph(seed)
        for number, record in enumerate(facts.layers):
            for place in range(len(record.turns) - 1):
                turns = list(record.turns)
                turns[place : place + 2] = reversed(turns[place : place + 2])
                layers = list(facts.layers)
                layers[number] = replace(record, turns=tuple(turns))
                assert not Certificate(replace(facts, layers=tuple(layers))).check().ok, seed


@pytest.mark.slow
def test_any_edge_left_out_is_refused() -> None:
    """No dependency of a random graph can be kept quiet."""
    left_out = 0
    for seed in range(40):
        facts = random_graph(seed)
        for number, record in enumerate(facts.layers):
            for at, graph in enumerate(record.graphs):
                for edge in graph.found:
                    found = tuple(one for one in graph.found if one is not edge)
                    graphs = list(record.graphs)
                    graphs[at] = replace(graph, found=found)
                    layers = list(facts.layers)
                    layers[number] = replace(record, graphs=tuple(graphs))
                    assert not Certificate(replace(facts, layers=tuple(layers))).check().ok, seed
                    left_out += 1
    assert left_out > 50


@pytest.mark.slow
def test_what_is_not_observed_again_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The replay's first short cut: a part that looked at nothing that changed is left alone."""
    left_alone = 0
    touched, touched_in_trial = ObservedParts.touched, Readers.touched

    def watched(watches: ObservedParts, delta: dict[Key, int]) -> Iterable[ObservedPart]:
        nonlocal left_alone
        found = list(touched(watches, delta))
        for watch in watches.of.values():
            if watch.current and watch not in found:
                left_alone += 1
                run = runs[-1]
                assert run.effects.observe(watch.part, run.board) == watch.seen
        return found

    def watched_in_trial(readers: Readers, delta: dict[Key, int]) -> int:
        nonlocal left_alone
        found = touched_in_trial(readers, delta)
        run = runs[-1]
        for place, part in enumerate(readers.parts):
            watch = run.watches.of.get(part)  # None: it has had its turn by now.
            seen = None if watch is None else watch.seen
            if seen is not None and not found >> place & 1:
                left_alone += 1
                assert run.effects.observe(part, run.board) == seen
        return found

    runs: list[LayerReplay] = []
    run_layer = LayerReplay.run

    def running(run: LayerReplay, board: ReplayBoard, existing: list[ReplayPart]) -> None:
        runs.append(run)
        run_layer(run, board, existing)

    monkeypatch.setattr(ObservedParts, "touched", watched)
    monkeypatch.setattr(Readers, "touched", watched_in_trial)
    monkeypatch.setattr(LayerReplay, "run", running)
    for seed in range(120):
        scenario, readings = random_case(seed)
        try:
            assert certificate_of(solve(scenario, readings=readings)).check().ok
        except LayerlawError:
            continue
    assert left_alone > 1000


def shown_by_trials(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """The dependencies that the replay's trials show, of many scenarios."""
    told: list[tuple[object, ...]] = []
    trials = LayerReplay._trials

    def noted(
        run: LayerReplay, pending: list[ReplayPart], tested: set[ReplayPart]
    ) -> tuple[ActionTrials | None, Edges]:
        tried, found = trials(run, pending, tested)
        told.append((found.names, *sorted(found.pairs(), key=lambda one: one[0])))
        return tried, found

    with monkeypatch.context() as patched:
        patched.setattr(LayerReplay, "_trials", noted)
        for seed in range(120):
            scenario, readings = random_case(seed)
            test = {"OPEN-TEST": ("action", "result")[seed % 2]}
            try:
                assert certificate_of(solve(scenario, readings=readings | test)).check().ok
            except LayerlawError:
                continue
    return told


@pytest.mark.slow
def test_pairs_that_are_not_tried_would_show_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Left out are trials of what can write nothing that is looked at, and, under the result
    test, of two parts that are apart."""
    short = shown_by_trials(monkeypatch)
    monkeypatch.setattr(replay_trial, "_could_touch", lambda *_: True)
    monkeypatch.setattr(Results, "_apart", lambda *_: False)
    assert shown_by_trials(monkeypatch) == short
    assert sum(len(one) - 1 for one in short) > 50


@pytest.mark.parametrize("test", ["action", "result"])
@pytest.mark.parametrize("carrying", [True, False])
def test_what_is_out_of_play_is_its_owner_s_whatever_is_written(test: str, carrying: bool) -> None:
    """Neither a change nor a dependency, also where nothing can be carried."""
    rulebook = small_rulebook({"test": test})
    rulebook = rulebook if carrying else replace(rulebook, carried=None)
    takes = [text((InZone("*"), [SetPlayer("controller", who)])) for who in (Opponent(), You())]
    events: list[Event] = [play(card("Plain"), "F"), MoveZone("F", "cemetery", WHERE)]
    events += [play(card(f"Thief {one}", take), f"T{one}") for one, take in enumerate(takes)]
    board = scenario(rulebook, events)
    assert_same(board)
    certify(board)
    assert solve(board).value("F", "controller") == "you"


def test_checking_twice_says_the_same() -> None:
    """A verdict depends on the facts alone."""
    facts = solve(scenario_at(PATHS[0])).facts
    assert Certificate(facts).check() == Certificate(facts).check()


def imported(path: Path) -> set[str]:
    """The modules that a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.module == "layerlaw.model":
                found |= {f"layerlaw.model.{alias.name}" for alias in node.names}
            else:
                found.add(node.module or "")
    return found


def test_the_certificate_shares_no_code_with_the_solver() -> None:
    """Of the solver it imports the plain records, the input and how it is shown; Z3 where used.

    Of the model the algebra, with what was chosen in it, and the plain data, and of the notation
    what reads it, which nothing in the solver does: no sorting into layers, no printing. The replay
    of events walks trees, chooses and copies as the model does, and files of certificates hold
    scenarios and cards as theirs do.
    """
    data = {
        f"layerlaw.model.{name}"
        for name in (
            "algebra",
            "algebra.chosen",
            "algebra.infinite",
            "algebra.split",
            "arguments",
            "cards.card",
            "collecting",
            "dataclass",
            "errors",
            "lazy",
            "rulebooks.axioms",
            "rulebooks.policies",
            "rulebooks.rulebook",
            "rulebooks.space",
            "scenarios.events",
            "scenarios.unnamed_ground",
        )
    }
    playing = {
        f"layerlaw.model.{name}"
        for name in (
            "algebra.entries",
            "algebra.permissions",
            "algebra.terms",
            "algebra.trees",
            "algebra.writes",
            "cards.printed",
            "cards.write",
            "scenarios.as_dict",
            "scenarios.digests",
            "scenarios.held_events",
            "scenarios.scenario",
            "shipped",
        )
    }
    reading = {"layerlaw.model.rulebooks.words", "layerlaw.model.notation.parsing"}
    for path in Path(certificate.__file__).parent.rglob("*.py"):
        for module in imported(path):
            if module.startswith("layerlaw.model"):
                read = path.name == "spoken.py" and module in reading
                played = path.parent.name in ("history", "written") and module in playing
                assert read or played or module in data, (path.name, module)
            elif module.startswith("layerlaw"):
                own = module.startswith("layerlaw.solver.certificate")
                assert own or module.startswith("layerlaw.solver.facts"), (path.name, module)
            assert module != "z3" or path.name == "confirm.py"
            assert module != "networkx"
    assert "z3" not in vars(confirm)
