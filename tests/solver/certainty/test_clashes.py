"""Statements of worked examples that no reading keeps together, against trying every subset."""

from itertools import combinations, product
from random import Random

import pytest

from layerlaw.model.shipped import shipped_rulebook
from layerlaw.solver.certainty.readings import kept_examples
from layerlaw.solver.certainty.readings.refuting import ExampleStatement, ExampleTable
from layerlaw.solver.documents.audit.worked_examples import example_findings

POINTS = {"P": ("a", "b"), "Q": ("a", "b", "c"), "R": ("a", "b")}


def _table(rng: Random) -> ExampleTable:
    """Six statements, each broken by one or two boxes of readings."""
    statements = []
    for number in range(6):
        boxes = []
        for _ in range(rng.randint(0, 2)):
            points = sorted(rng.sample(sorted(POINTS), rng.randint(1, 3)))
            boxes.append(
                tuple(
                    (point, tuple(sorted(rng.sample(POINTS[point], rng.randint(1, 2)))))
                    for point in points
                )
            )
        statements.append(
            ExampleStatement(f"S{number}", "", "", (), "board", str(number), tuple(boxes))
        )
    return ExampleTable("made-up", "", "", POINTS, tuple(statements), ())


def _breaks(statement: ExampleStatement, reading: dict[str, str]) -> bool:
    return any(all(reading[point] in left for point, left in box) for box in statement.broken)


@pytest.mark.parametrize("seed", range(60))
def test_clashes_are_the_smallest_sets_that_no_reading_keeps(seed: int) -> None:
    """Every subset of the statements is held against every reading, one by one."""
    table = _table(Random(seed))
    every = [dict(zip(POINTS, chosen, strict=True)) for chosen in product(*POINTS.values())]
    smallest: list[set[str]] = []
    for many in range(1, 5):
        for chosen in combinations(table.statements, many):
            names = {one.example for one in chosen}
            kept = any(not any(_breaks(one, reading) for one in chosen) for reading in every)
            if not kept and not any(less <= names for less in smallest):
                smallest.append(names)
    alike = {
        one.example: frozenset(n for n, reading in enumerate(every) if _breaks(one, reading))
        for one in table.statements
    }
    found = [frozenset(alike[one.example] for one in clash) for clash in table.clashes()]
    assert len(found) == len(set(found))
    assert set(found) == {frozenset(alike[name] for name in names) for names in smallest}


def test_the_codex_of_january_contradicts_itself_on_what_depends_on_what() -> None:
    """Flood and Drought a loop, Mesmerism on a King independent: no reading says both."""
    (first, second) = example_findings(shipped_rulebook("sorcery-2026-01"))
    assert first.kind == second.kind == "examples"
    assert "loop [F, D]" in first.shown[0]
    assert "I does not depend on K2" in first.shown[1]
    assert len(second.shown) == 3
    assert "open points" in first.reason


@pytest.mark.parametrize("id", ["sorcery-2026-07", "grand-archive-2025-09"])
def test_examples_that_some_reading_keeps_are_said_to_be_kept(id: str) -> None:
    """There is such a reading among those that count."""
    book = shipped_rulebook(id)
    (finding,) = example_findings(book)
    table = kept_examples(book)
    assert finding.kind == "clean"
    assert table is not None
    assert table.kept_whole()
    assert not table.clashes()
