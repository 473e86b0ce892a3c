"""Dependencies between two kinds of parts, and loops that are told: by hand."""

from __future__ import annotations

from dataclasses import replace

from layerlaw.model import algebra as a
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.certificate.replay.trial import Edges
from layerlaw.solver.certificate.verdict import STRUCTURE
from layerlaw.solver.facts.records import Witness
from situations import CREATURES, answer, line, rulebook, thing

SEEN = Witness("existence")


def test_dependencies_across_are_between_one_of_some_and_one_of_the_others() -> None:
    """However they are kept: by rows, by blocks or one by one."""
    pairs = ((0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2))
    wanted = {(1, 2), (2, 1)}
    rows = [sum(1 << on for place, on in pairs if place == one) for one in range(4)]
    kept = (
        Edges(tuple("ABCD"), rows),
        Edges(tuple("ABCD"), [0] * 4, other=dict.fromkeys(pairs, SEEN)),
        Edges(tuple("ABCD"), [0] * 4, blocks=[(1 << one, on, SEEN) for one, on in pairs]),
    )
    for edges in kept:
        assert set(edges.across(0b0011)) == set(edges.across(0b1100)) == wanted
        assert not set(edges.across(0)) and not set(edges.across(0b1111))


def test_a_loop_left_out_or_made_up_is_refused() -> None:
    """Each takes what the other asks for; and a layer in which nobody waits for anybody."""
    flying, quick = a.Ability("Flying"), a.Ability("Quick")
    takes = (
        line(a.Both((CREATURES, a.HasAbility("Flying"))), a.Lose("Quick")),
        line(a.Both((CREATURES, a.HasAbility("Quick"))), a.Lose("Flying")),
    )
    found = answer(
        rulebook(), *(thing(id, one, flying, quick) for id, one in zip("AB", takes, strict=True))
    )
    [layer] = found.facts.layers
    assert layer.loops == (("A.1", "B.1"),)
    assert Certificate(found.facts).check().ok
    for loops in ((), (("A.1",),), (*layer.loops, ("A.1", "B.1"))):
        facts = replace(found.facts, layers=(replace(layer, loops=loops),))
        assert STRUCTURE in {failure.clause for failure in Certificate(facts).check().failures}
