"""Facts are recorded as rows of bits: whatever is changed in one, the certificate refuses it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from layerlaw.solver.certificate import Certificate
from layerlaw.solver.facts.records import Facts, GraphRecord, LayerRecord, Witness
from layerlaw.solver.facts.rows import Cells, Found
from layerlaw.solver.play.solve import solve
from mutation.boards import rich_board

ON_ITSELF = (0, 0)


def tampered_dependencies(found: Found) -> list[Found]:
    """The dependencies with a row, a witness or a name changed."""
    gone, other, names = list(found.gone), dict(found.other), found.names
    changed = [
        Found(names, [row ^ 1 << place for row in gone], other) for place in range(len(names))
    ]
    changed += [
        Found(names, [0 if here == place else row for here, row in enumerate(gone)], other)
        for place, full in enumerate(gone)
        if full
    ]
    for pair in other:
        rest = {one: witness for one, witness in other.items() if one != pair}
        changed += [
            Found(names, gone, rest),
            Found(names, gone, {**other, pair: Witness("scope", 7)}),
        ]
    changed.append(Found(names, gone, {**other, ON_ITSELF: Witness("scope", 7)}))
    moved = {(place + 1, on): witness for (place, on), witness in other.items()}
    if moved and max(moved)[0] < len(names):
        changed.insert(0, Found(names, gone, moved))
    if len(names) > 1 and len(found):
        changed.append(Found((*names[1:], names[0]), gone, other))
    return changed


def in_graph(facts: Facts, layer: int, number: int, found: Found) -> Facts:
    """The facts with the dependencies of one graph changed."""

    def graph(at: int, one: GraphRecord) -> GraphRecord:
        return replace(one, found=found) if at == number else one

    def record(at: int, one: LayerRecord) -> LayerRecord:
        graphs = tuple(graph(place, each) for place, each in enumerate(one.graphs))
        return replace(one, graphs=graphs) if at == layer else one

    layers = tuple(record(place, one) for place, one in enumerate(facts.layers))
    return replace(facts, layers=layers)


def dependencies(facts: Facts) -> list[Facts]:
    """The facts with one thing changed in a row of dependencies."""
    return [
        in_graph(facts, at, number, changed)
        for at, layer in enumerate(facts.layers)
        for number, graph in enumerate(layer.graphs)
        if isinstance(graph.found, Found)
        for changed in tampered_dependencies(graph.found)
    ]


def cells(facts: Facts) -> list[Facts]:
    """The facts with one object moved between the values of a final cell."""
    final = facts.final
    assert isinstance(final, Cells)
    return [
        replace(
            facts,
            final=Cells(
                final.objects, {**final.columns, name: {**column, value: row & row - 1, "7": 1}}
            ),
        )
        for name, column in final.columns.items()
        for value, row in column.items()
        if row
    ]


@pytest.mark.parametrize("test", ["action", "result"])
@pytest.mark.parametrize("tamper", [dependencies, cells])
def test_rows_tampered_with_are_refused(tamper: Callable[[Facts], list[Facts]], test: str) -> None:
    """And what they were before is accepted, built anew."""
    count = 0
    for seed in range(6):
        facts = solve(rich_board(seed, test, immune=False)).facts
        assert Certificate(facts).check().ok
        for changed in tamper(facts)[:12]:
            assert not Certificate(changed).check().ok
            count += 1
    assert count > 20
