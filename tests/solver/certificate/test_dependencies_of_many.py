"""Dependencies of many: a record in rows that tells as many of them, but others.

What is told of more than `MOST_EDGES` and was read by nobody is compared witness by witness.
"""

from __future__ import annotations

from dataclasses import replace

from layerlaw.model import algebra as a
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.certificate.shape import in_rows
from layerlaw.solver.facts.records import Facts, Witness
from layerlaw.solver.facts.rows import Found, SharedWitnesses
from situations import CREATURES, answer, line, plus, rulebook, thing

READERS, WRITERS = 15, 15
STRONG = a.Compared(a.Read("power", a.It()), ">=", a.Number(3))


def strengthening() -> Facts:
    """Each of many strengthens one weak creature, and each of many looks for the strong ones.

    The oldest of all, F, looks at X1 alone; the youngest, Z, at nobody.
    """
    weak = [thing(f"X{number}", power=1) for number in range(WRITERS)]
    costly = line(a.Both((CREATURES, STRONG)), plus(1, "cost"))
    first = line(a.Both((a.Identified("X1"), STRONG)), plus(1, "cost"))
    readers = (thing(f"R{number}", costly, power=1, cost=1) for number in range(READERS))
    writers = (
        thing(f"W{number}", line(a.Identified(one.id), plus(5)), power=1)
        for number, one in enumerate(weak)
    )
    last = thing("Z", line(a.Self(), plus(0)), power=1)
    return answer(rulebook(), thing("F", first, power=1), *weak, *readers, *writers, last).facts


def setting() -> Facts:
    """By results: many set the power of X, each to another number, but not the youngest."""
    one = a.Identified("X")
    things = [
        thing(f"S{number}", line(one, a.SetNumber("power", a.Number(number + 2))), power=1)
        for number in range(READERS + 1)
    ]
    last = thing("Z", line(a.Self(), plus(0)), power=1)
    return answer(rulebook({"test": "result"}), thing("X", power=1), *things, last).facts


def graph_of(facts: Facts) -> Found:
    """The first graph of power, which nobody has read."""
    [record] = [one for one in facts.layers if one.layer == "power"]
    found = record.graphs[0].found
    assert isinstance(found, Found) and in_rows(found)
    return found


def with_graph(facts: Facts, found: Found) -> Facts:
    """The facts with this for the first graph of power."""
    layers = []
    for record in facts.layers:
        if record.layer == "power":
            first, *others = record.graphs
            record = replace(record, graphs=(replace(first, found=found), *others))
        layers.append(record)
    return replace(facts, layers=tuple(layers))


def refused(facts: Facts, found: Found) -> bool:
    """Whether the facts are refused with these dependencies, for what they say themselves."""
    wrong = Found(found.names, found.gone, found.other)
    assert in_rows(wrong)
    failures = Certificate(with_graph(facts, wrong)).check().failures
    return any(f" {how} " in one.message for one in failures for how in ("depend on", "depends on"))


def moved_by_one(found: Found) -> Found:
    """The same of each part's neighbour."""
    other = {(who + 1, on): witness for (who, on), witness in found.other.items()}
    assert max(other)[0] < len(found.names)
    return Found(found.names, found.gone, other)


def test_dependencies_of_many_that_are_told_otherwise_are_refused() -> None:
    """In what they are of, and in why."""
    facts = strengthening()
    assert Certificate(facts).check().ok
    found = graph_of(facts)
    assert not found.read and isinstance(found.other, SharedWitnesses)
    names, gone, blocks, other = found.names, found.gone, found.other.blocks, dict(found.other)
    assert refused(facts, moved_by_one(found))
    assert refused(facts, Found((names[-1], *names[1:-1], names[0]), gone, other))
    assert refused(facts, Found(names, gone, {**other, next(iter(other)): Witness("scope", 7)}))
    assert refused(facts, Found(names, gone, SharedWitnesses([*blocks, blocks[0]])))


def test_results_of_many_that_are_told_of_others_are_refused() -> None:
    """The youngest depends on nobody; told is that the oldest does, and it does instead."""
    facts = setting()
    found = graph_of(facts)
    assert found.names[-1] == "Z.1" and max(found.other)[0] == len(found.names) - 2
    assert refused(facts, moved_by_one(found))


def test_the_oldest_depends_on_what_it_depends_on() -> None:
    """F on the one that strengthens X1, and not on another, though all others depend on both."""
    facts = strengthening()
    found = graph_of(facts)
    place = {name: number for number, name in enumerate(found.names)}
    other = dict(found.other)
    reader, first = place["R3.1"], place["F.1"]
    assert first == 0 and (first, place["W1.1"]) in other and (first, place["W2.1"]) not in other
    assert other[first, place["W1.1"]] == other[reader, place["W1.1"]]
    del other[first, place["W1.1"]]
    other[first, place["W2.1"]] = other[reader, place["W2.1"]]
    assert len(other) == len(found)
    assert refused(facts, Found(found.names, found.gone, other))
