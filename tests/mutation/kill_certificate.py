"""Quick tests of the certificate's checker: what no mutant of it should pass.

The facts are worked out once; the checker is asked on every mutant. That each clause is named where
it should be is in `tests/solver/certificate/test_tampering.py`, which is run as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Literal

import pytest

from exhaustive.both import Table
from exhaustive.families import EVERY_RUN
from exhaustive.rules import Policies
from layerlaw.model.errors import LayerlawError
from layerlaw.model.rulebooks.policies import POLICIES
from layerlaw.solver.certificate import STRUCTURE, Certificate, Verdict
from layerlaw.solver.facts.records import Change, Dependency, Facts, LayerRecord, Witness
from layerlaw.solver.play.solve import solve
from mutation.boards import rich_board
from oracle.build import action_graph, scope_graph, silence_graph
from oracle.generate import seeded_scenario
from oracle.small_rulebook import small_rulebook

PER_FAMILY = {"rings of three": 80, "three that silence": 60, "at the same time": 8}
CHUNK = 8
SEEDS = range(60)


@dataclass(frozen=True)
class Case:
    """One tiny scenario under some policies."""

    table: Table
    policies: Policies


def drawn_cases() -> dict[str, list[Case]]:
    """For each family some of its scenarios, drawn with a fixed seed."""
    found: dict[str, list[Case]] = {}
    for family in EVERY_RUN:
        random = Random(family.name)
        boards = list(family.boards())
        for _ in range(PER_FAMILY.get(family.name, 40)):
            board = random.choice(boards)
            case = Case(Table(board), random.choice(family.policies(board)))
            found.setdefault(family.name, []).append(case)
    return found


CASES = [
    pytest.param(cases[start : start + CHUNK], id=f"{name} {start // CHUNK + 1}")
    for name, cases in drawn_cases().items()
    for start in range(0, len(cases), CHUNK)
]


@cache
def facts_of(case: Case) -> tuple[Facts, ...]:
    """What the solver recorded, with short cuts and without; nothing where it never settles."""
    both = (case.table.solved(case.policies, prune=prune) for prune in (True, False))
    return tuple(found.facts for found in both if found is not None)


@cache
def seeded(seed: int) -> tuple[Facts, ...]:
    """The facts of a graph of effects, or of a random history, under random policies."""
    random = Random(seed)
    policies = {name: random.choice(values) for name, values in POLICIES.items()}
    policies = {name: policies[name] for name in random.sample(sorted(policies), 4)}
    policies.pop("process", None)
    book = small_rulebook(policies)
    if seed % 2:
        n = random.randint(3, 7)
        pairs = [(a, b) for a in range(1, n + 1) for b in range(1, n + 1)]
        edges = random.sample(pairs, random.randint(n, 2 * n))
        family = random.choice([silence_graph, scope_graph, action_graph])
        scenario = family(n, edges, random.sample(range(1, n + 1), n), book)
    else:
        scenario = seeded_scenario(seed, book)
    if seed % 4 == 0:
        scenario = rich_board(seed, "result" if seed % 8 else "action", immune=False)
    try:
        return (solve(scenario).facts,)
    except LayerlawError:
        return ()


def check(facts: Facts) -> Verdict:
    """The verdict; what is said of the clauses fits what is said of the whole."""
    verdict = Certificate(facts).check()
    failing = {result.clause for result in verdict.checked if result.outcome == "fails"}
    assert failing == {failure.clause for failure in verdict.failures}
    assert verdict.ok == (not failing)
    return verdict


@pytest.mark.parametrize("cases", CASES)
def test_true_facts_are_accepted(cases: list[Case]) -> None:
    """Whatever the policies."""
    for case in cases:
        for facts in facts_of(case):
            assert check(facts).ok


@pytest.mark.parametrize("seed", SEEDS)
def test_true_facts_of_larger_boards_are_accepted(seed: int) -> None:
    """Graphs of effects, and histories."""
    for facts in seeded(seed):
        assert check(facts).ok


def tampered(facts: Facts) -> Iterator[tuple[str, bool, Facts]]:
    """Every way to change one thing: what it is, whether it is a matter of structure alone."""
    for (object, name), value in list(facts.final.items())[:6]:
        other = (not value) if isinstance(value, bool) else f"not {value}"
        yield name, True, replace(facts, final={**facts.final, (object, name): other})
        rest = {cell: kept for cell, kept in facts.final.items() if cell != (object, name)}
        yield f"no {name}", True, replace(facts, final=rest)
    for fate in facts.fates:
        yield "fate", False, replace(facts, fates=tuple(one for one in facts.fates if one != fate))
    for number, record in enumerate(facts.layers):
        for what, structure, changed in in_layer(record):
            layers = (*facts.layers[:number], changed, *facts.layers[number + 1 :])
            yield what, structure, replace(facts, layers=layers)
        rest_of = (*facts.layers[:number], *facts.layers[number + 1 :])
        yield "no layer", False, replace(facts, layers=rest_of)
    for number, effect in enumerate(facts.effects):
        stamp = (effect.timestamp[0] + 1, effect.timestamp[1])
        later = replace(effect, timestamp=stamp, key=(*stamp, *effect.key[2:]))
        others = facts.effects[:number], facts.effects[number + 1 :]
        yield "timestamp", False, replace(facts, effects=(*others[0], later, *others[1]))
        yield "no effect", True, replace(facts, effects=(*others[0], *others[1]))
        stolen = replace(effect, source="nobody")
        yield "source", True, replace(facts, effects=(*others[0], stolen, *others[1]))


def in_layer(record: LayerRecord) -> Iterator[tuple[str, bool, LayerRecord]]:
    """The same for one layer."""
    turns = record.turns
    for number, turn in enumerate(turns):
        before, after = turns[:number], turns[number + 1 :]
        if after:
            swapped = (*before, after[0], turn, *after[1:])
            yield "order", False, replace(record, turns=swapped)
        yield "no turn", False, replace(record, turns=(*before, *after))
        verdict: Literal["applied", "lost"] = "lost" if turn.verdict == "applied" else "applied"
        for what, structure, other in (
            ("verdict", True, replace(turn, verdict=verdict)),
            ("changes", True, replace(turn, changes=(*turn.changes, Change("A", "power", 7, 8)))),
            ("no change", True, replace(turn, changes=tuple(turn.changes)[1:])),
            ("role", False, replace(turn, why="freed" if turn.why != "freed" else "blocked")),
        ):
            if other.changes != turn.changes or what not in ("changes", "no change"):
                yield what, structure, replace(record, turns=(*before, other, *after))
    for number, graph in enumerate(record.graphs):
        found = tuple(graph.found)
        pending = graph.pending
        every = {(edge.effect, edge.on) for edge in found}
        made_up = [(x, y) for x in pending for y in pending if x != y and (x, y) not in every][:2]
        for what, structure, other_graph in (
            ("pending", True, replace(graph, pending=pending[1:])),
            ("tested", True, replace(graph, tested=(*graph.tested, "X.1"))),
            ("turn", True, replace(graph, turn=graph.turn + 1)),
            *(
                ("no edge", False, replace(graph, found=(*found[:at], *found[at + 1 :])))
                for at in range(len(found))
            ),
            *(
                ("edge", False, replace(graph, found=(*found, Dependency(x, y, Witness("scope")))))
                for x, y in made_up
            ),
            *(
                (
                    "witness",
                    False,
                    replace(
                        graph,
                        found=(
                            *found[:at],
                            replace(found[at], witness=Witness("scope", 5)),
                            *found[at + 1 :],
                        ),
                    ),
                )
                for at in range(len(found))
            ),
        ):
            graphs = (*record.graphs[:number], other_graph, *record.graphs[number + 1 :])
            yield what, structure, replace(record, graphs=graphs)


def refuse_all(facts: Facts, seed: int) -> None:
    """Every tampering is refused; some are drawn of each kind."""
    kinds: dict[str, list[tuple[bool, Facts]]] = {}
    for what, structure, changed in tampered(facts):
        kinds.setdefault(what, []).append((structure, changed))
    random = Random(seed)
    for what, all_of_kind in kinds.items():
        for structure, changed in random.sample(all_of_kind, min(2, len(all_of_kind))):
            verdict = check(changed)
            assert not verdict.ok, what
            if structure:
                assert STRUCTURE in {failure.clause for failure in verdict.failures}, what


@pytest.mark.parametrize("cases", CASES)
def test_tampered_facts_are_refused(cases: list[Case]) -> None:
    """Whatever is changed in them."""
    for number, case in enumerate(cases[:3]):
        for facts in facts_of(case)[:1]:
            if facts.answers is None:
                refuse_all(facts, number)


@pytest.mark.parametrize("seed", SEEDS)
def test_tampered_facts_of_larger_boards_are_refused(seed: int) -> None:
    """Whatever is changed in them."""
    for facts in seeded(seed):
        refuse_all(facts, seed)
