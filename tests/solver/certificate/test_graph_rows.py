"""Dependencies in rows of bits: turned round, in components, and read from records of all forms."""

from __future__ import annotations

from random import Random

import pytest

from layerlaw.solver.certificate.graph import Rows, components_of, turned_round
from layerlaw.solver.certificate.shape import in_rows
from layerlaw.solver.facts.records import Dependency, Witness
from layerlaw.solver.facts.rows import Found, SharedWitnesses

GONE = Witness("existence")


def drawn(seed: int) -> list[int]:
    """A graph of up to nine places, from nothing to nearly everything; none is on itself."""
    random = Random(seed)
    count = random.randint(1, 9)
    dense = random.choice((0, 0.1, 0.2, 0.3, 0.5, 0.9))
    return [
        sum(1 << y for y in range(count) if y != x and random.random() < dense)
        for x in range(count)
    ]


def reached(rows: list[int], place: int) -> int:
    """What it depends on in chains."""
    found, border = 0, rows[place]
    while border & ~found:
        found |= border
        border = 0
        for other, row in enumerate(rows):
            if found >> other & 1:
                border |= row
    return found


@pytest.mark.parametrize("first", range(0, 120, 30))
def test_components_are_those_who_depend_on_each_other_in_chains(first: int) -> None:
    """Each with what it depends on outside; turned round a row has those whose rows hold it."""
    for seed in range(first, first + 30):
        rows = drawn(seed)
        found = components_of(rows)
        far = [reached(rows, place) for place in range(len(rows))]
        for place in range(len(rows)):
            held = sum(1 << x for x, row in enumerate(rows) if row >> place & 1)
            assert found.back[place] == turned_round(rows)[place] == held
            own = 1 << place
            for other in range(len(rows)):
                if far[place] >> other & 1 and far[other] >> place & 1:
                    own |= 1 << other
            outside = 0
            for other in range(len(rows)):
                if own >> other & 1:
                    outside |= rows[other]
            assert (found.together[place], found.waits[place]) == (own, outside & ~own), seed


def recorded(names: str, rows: list[int], form: str) -> Found | tuple[Dependency, ...]:
    """These dependencies: one by one, or in rows, with a witness for each or shared ones."""
    pairs = [(x, y) for x, row in enumerate(rows) for y in range(len(rows)) if row >> y & 1]
    gone, other = pairs[::2], pairs[1::2]
    if form == "one by one":
        return tuple(Dependency(names[x], names[y], GONE) for x, y in pairs)
    told = [sum(1 << y for one, y in gone if one == x) for x in range(len(rows))]
    witness = Witness("scope", entered=("A",))
    if form == "apart":
        return Found(tuple(names), told, dict.fromkeys(other, witness))
    blocks = [
        (1 << x, on, witness)
        for x in range(len(rows))
        if (on := sum(1 << y for one, y in other if one == x))
    ]
    return Found(tuple(names), told, SharedWitnesses(blocks))


@pytest.mark.parametrize("form", ["one by one", "apart", "shared"])
@pytest.mark.parametrize("known", ["", "ABC", "CBA", "XA"])
def test_records_of_every_form_are_taken_in_alike(
    form: str, known: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever names are known before, and in which order; what was taken in stays."""
    monkeypatch.setattr("layerlaw.solver.certificate.shape.MOST_EDGES", -1)
    for seed in range(40):
        rows = drawn(seed)
        names = "ABCDEFGHI"[: len(rows)]
        found = recorded(names, rows, form)
        assert not isinstance(found, Found) or in_rows(found)
        graph = Rows(known)
        graph.add("A", "Y")
        before = graph.copy()
        graph.take(found)
        pairs = {
            (names[x], names[y])
            for x, row in enumerate(rows)
            for y in range(len(rows))
            if row >> y & 1
        }
        assert graph.pairs == pairs | {("A", "Y")}, seed
        assert before.pairs == {("A", "Y")}
        assert Rows.of(names, pairs).pairs == pairs
        assert graph.components.back == turned_round(graph.rows)
