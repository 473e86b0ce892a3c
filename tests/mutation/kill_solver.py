"""Quick tests of the ordering loop, trials and pruning: what no mutant of those should pass.

What the oracle says is worked out once; the solver is asked on every mutant.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from random import Random

import pytest

from comparing import in_oracle_words, looks_of
from exhaustive.both import (
    Table,
    differing,
    oracle_answer,
    oracle_states,
    solver_answer,
    solver_states,
)
from exhaustive.families import EVERY_RUN
from exhaustive.recorded import Recorder
from exhaustive.rules import Policies
from exhaustive.space import Board
from layerlaw.model.errors import LayerlawError
from layerlaw.model.rulebooks.policies import POLICIES
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.play.solve import solve
from mutation.boards import alike_on_the_way
from oracle.build import action_graph, scope_graph, silence_graph
from oracle.derive import NeverSettles
from oracle.generate import seeded_scenario
from oracle.small_rulebook import point_id, small_rulebook
from oracle.solve import OracleAnswer, answer
from oracle.zones import CannotHappen

SMALL = small_rulebook()
PER_FAMILY = {"at the same time": 12, "rings of three": 120, "three that silence": 120}
CHUNK = 8
NEVER: dict[str, object] = {"never settles": True}


@dataclass(frozen=True)
class Case:
    """One tiny scenario under some policies."""

    table: Table
    policies: Policies


def drawn_cases() -> dict[str, list[Case]]:
    """For each family some of its scenarios, drawn with a fixed seed; policies spread over all."""
    found: dict[str, list[Case]] = {}
    for family in EVERY_RUN:
        random = Random(family.name)
        boards = list(family.boards())
        cases = found.setdefault(family.name, [])
        tables: dict[Board, Table] = {}
        for _ in range(PER_FAMILY.get(family.name, 60)):
            board = random.choice(boards)
            table = tables.setdefault(board, Table(board))
            cases.append(Case(table, random.choice(family.policies(board))))
    return found


CASES = [
    pytest.param(cases[start : start + CHUNK], id=f"{name} {start // CHUNK + 1}")
    for name, cases in drawn_cases().items()
    for start in range(0, len(cases), CHUNK)
]


@cache
def by_definition(case: Case) -> dict[str, object]:
    """What the oracle says of a case."""
    recorder = Recorder(shared=False)
    with recorder.watching():
        found = case.table.by_definition(case.policies)
    if found is None:
        return NEVER
    return oracle_answer(found, recorder) if found.answers is None else oracle_states(found)


@pytest.mark.parametrize("cases", CASES)
def test_tiny_scenarios(cases: list[Case]) -> None:
    """Solver and oracle agree, pruned and not."""
    for case in cases:
        expected = by_definition(case)
        both = []
        for prune in (True, False):
            found = case.table.solved(case.policies, prune=prune)
            both.append(found)
            if found is None:
                assert expected == NEVER
                continue
            several = found.answers is not None
            mine = solver_states(found) if several else solver_answer(found)
            assert not differing(mine, expected)
        alike(*both)


@pytest.mark.parametrize("cases", CASES)
def test_certificates(cases: list[Case]) -> None:
    """The independent replay agrees, with the roles in which parts had their turns too."""
    for prune in (True, False):
        found = cases[0].table.solved(cases[0].policies, prune=prune)
        assert found is None or Certificate(found.facts).check().ok


def alike(quick: Answer | None, plain: Answer | None) -> None:
    """Fail unless both ways give the same records."""
    if quick is None or plain is None:
        assert quick is plain
        return
    if quick.answers is None:
        assert quick.facts == plain.facts
    assert (quick.layers, quick.final, quick.fates) == (plain.layers, plain.final, plain.fates)
    assert quick.late == plain.late
    alike_on_the_way(quick, plain)


# --- graphs and histories -------------------------------------------------------------------


def readings(seed: int) -> dict[str, str]:
    """Readings for up to three of the small rulebook's points, but not for its process."""
    random = Random(seed)
    known = sorted(set(SMALL.points) - {point_id("process")})
    points = random.sample(known, random.choice((0, 1, 2, 3)))
    return {id: random.choice([each.id for each in SMALL.points[id].readings]) for id in points}


def graph(seed: int, least: int, most: int) -> Scenario:
    """A graph of effects that end each other, or change each other's scope or action."""
    random = Random(seed)
    n = random.randint(least, most)
    pairs = [(a, b) for a in range(1, n + 1) for b in range(1, n + 1)]
    edges = random.sample(pairs, random.randint(n, 2 * n))
    family = random.choice([silence_graph, scope_graph, action_graph])
    policies = {
        name: random.choice(POLICIES[name])
        for name in ("test", "graph", "freed", "dependents", "independent", "loop", "parity")
        if random.random() < 0.4
    }
    return family(n, edges, random.sample(range(1, n + 1), n), small_rulebook(policies))


def history(seed: int) -> Scenario:
    """Objects, grants, zones, marks, durations, whatever happens."""
    return seeded_scenario(seed, SMALL)


@cache
def told(kind: str, seed: int) -> tuple[Scenario, OracleAnswer | None, dict[str, object]]:
    """What the oracle says of a graph or a history; None where it refuses."""
    scenario = graph(seed, 3, 5) if kind == "graph" else history(seed)
    recorder = Recorder(shared=False)
    try:
        with recorder.watching():
            found = answer(scenario, readings(seed) if kind == "history" else {})
    except (CannotHappen, NeverSettles):
        return scenario, None, {}
    return scenario, found, {layer: recorder.told(layer) for layer in recorder.looks}


@pytest.mark.parametrize("kind", ["graph", "history"])
@pytest.mark.parametrize("slice", range(12))
def test_graphs_and_histories(kind: str, slice: int) -> None:
    """Solver and oracle agree."""
    for seed in range(slice * 4, slice * 4 + 4):
        scenario, theirs, looks = told(kind, seed)
        point = readings(seed) if kind == "history" else {}
        if theirs is None:
            with pytest.raises(LayerlawError):
                solve(scenario, readings=point)
            continue
        quick = solve(scenario, readings=point)
        mine = in_oracle_words(quick, theirs.state.may)
        turns = {layer: turns for layer, turns in theirs.turns.items() if turns}
        assert {layer: found for layer, found in mine.turns.items() if layer in turns} == turns
        assert mine.state == theirs.state
        assert mine.fates == theirs.fates
        for record in quick.layers:
            assert looks_of(record) == looks[record.layer]
        alike(quick, solve(scenario, readings=point, prune=False))


@pytest.mark.parametrize("seed", range(24))
def test_larger_boards(seed: int) -> None:
    """Pruned and not, the same comes out where there are too many effects for the oracle."""
    scenario = graph(seed, 9, 14) if seed % 2 else seeded_scenario(seed, SMALL, 10, 6)
    random = Random(seed)
    policies = {"graph": random.choice(("once", "each step")), "test": "action"}
    if not seed % 2:
        scenario = replace(scenario, rulebook=small_rulebook(policies))
    try:
        plain = solve(scenario, prune=False)
    except LayerlawError:
        with pytest.raises(LayerlawError):
            solve(scenario)
        return
    alike(solve(scenario), plain)
