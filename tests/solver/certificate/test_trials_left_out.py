"""Trials that are left out are of effects that could touch nothing that another one looks at."""

from __future__ import annotations

import pytest

from layerlaw.model import algebra as a
from layerlaw.solver.certificate import Certificate
from situations import answer, line, rulebook, thing

WARD = a.Gain(a.Ability("Ward"))
FLIES = a.Gain(a.Ability("Flying"))


@pytest.mark.parametrize("looks", [a.HasAbility("Flying"), a.Not(a.HasAbility("Flying"))])
def test_what_gives_a_keyword_touches_who_looks_for_it(looks: a.Selector) -> None:
    """A gives it to Z, which has no text that anybody would look for; B asks who has it."""
    facts = answer(
        rulebook(),
        thing("B", line(looks, WARD), power=1),
        thing("A", line(a.Identified("Z"), FLIES), power=1),
        thing("Z", power=1),
    ).facts
    [record] = facts.layers
    assert [(one.effect, one.on) for one in record.graphs[0].found] == [("B.1", "A.1")]
    assert [turn.effect for turn in record.turns] == ["A.1", "B.1"]
    assert Certificate(facts).check().ok
