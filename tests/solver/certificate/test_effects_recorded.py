"""Which effects are recorded, as how old, and what stands at the end: one of it wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model import algebra as a
from layerlaw.model.rulebooks.rulebook import Clause, PolicyValue, Rulebook
from layerlaw.solver.certificate import STRUCTURE, Certificate
from layerlaw.solver.facts.records import EffectRecord, Facts, TurnRecord
from situations import CREATURES, answer, line, plus, rulebook, thing

Z = a.Identified("Z")


def refused_for(facts: Facts) -> set[str]:
    """The clauses that the facts are refused for."""
    return {failure.clause for failure in Certificate(facts).check().failures}


def growing() -> Facts:
    """A strengthens all, and B itself."""
    return answer(
        rulebook(),
        thing("A", line(CREATURES, plus(1)), power=1),
        thing("B", line(a.Self(), plus(2)), power=1),
    ).facts


def test_effects_are_recorded_once_and_no_others() -> None:
    """Those that had a turn."""
    facts = growing()
    one, other = facts.effects
    assert Certificate(facts).check().ok
    stranger = replace(one, id="C.1", source="C")
    for effects in ((one,), (one, other, other), (one, one), (one, other, stranger)):
        assert STRUCTURE in refused_for(replace(facts, effects=effects))


def test_what_was_printed_was_granted_by_none() -> None:
    """So that its key has no place among what was granted."""
    facts = growing()
    one, other = facts.effects
    key = (*one.key[:3], 1, *one.key[4:])
    assert not Certificate(replace(facts, effects=(replace(one, key=key), other))).check().ok


def test_final_cells_are_compared_one_by_one() -> None:
    """None may be another, missing or added, and it is said which is."""
    facts = growing()
    final = dict(facts.final)
    assert (final["B", "power"], final["B", "silenced"]) == (4, False)
    for cell, value in (
        (("B", "power"), 5),
        (("B", "silenced"), True),
        (("A", "tapped"), True),
    ):
        wrong = replace(facts, final={**final, cell: value})
        [failure] = Certificate(wrong).check().failures
        told = f"{cell[1]} of {cell[0]} is {final.get(cell)!r} at the end, and not {value!r}"
        assert (failure.clause, failure.message) == (STRUCTURE, told)
    left_out = {cell: value for cell, value in final.items() if cell != ("B", "power")}
    [failure] = Certificate(replace(facts, final=left_out)).check().failures
    assert failure.message == "power of B is 4 at the end, and not None"


# --- who was granted first -------------------------------------------------------------------


def with_clauses() -> Rulebook:
    """The small game, where each question of age has a clause of its own."""
    book = rulebook({"granted timestamp": "grant"})
    clauses = {"granted timestamp": "GRANTED", "several": "SEVERAL", "static timestamp": "STATIC"}
    own = {name: PolicyValue(book.policies[name].value, id) for name, id in clauses.items()}
    known = {id: Clause(id, "page 2", "A part of it.") for id in clauses.values()}
    return replace(book, policies={**book.policies, **own}, clauses={**book.clauses, **known})


def granted(first: int = 5, second: int = 3) -> Facts:
    """G grants Z an ability by which its power is 5, and then one by which it is 3."""
    one, other = (
        line(Z, a.Gain(line(a.Self(), a.SetNumber("power", a.Number(number)))))
        for number in (first, second)
    )
    return answer(with_clauses(), thing("G", one, other, power=1), thing("Z", power=1)).facts


def order_of_granting(effect: EffectRecord, order: int) -> EffectRecord:
    """The effect as if granted as another one."""
    return replace(effect, key=(*effect.key[:3], order, *effect.key[4:]))


def turned_round(facts: Facts) -> Facts:
    """The facts with the two turns of power, and what they come to, the other way round."""

    def setting(turn: TurnRecord, before: int, after: int) -> TurnRecord:
        changes = tuple(replace(one, before=before, after=after) for one in turn.changes)
        return replace(turn, changes=changes)

    layers = [*facts.layers]
    [at] = [at for at, layer in enumerate(layers) if layer.layer == "power"]
    one, other = layers[at].turns
    turns = setting(other, 1, 3), setting(one, 3, 5)
    layers[at] = replace(layers[at], turns=turns)
    final = {
        cell: 5 if cell[0] == "Z" and "power" in cell[1] else value
        for cell, value in facts.final.items()
    }
    return replace(facts, layers=tuple(layers), final=final)


@pytest.mark.parametrize(("first", "second"), [(2, 1), (1, 1), (2, 2)])
def test_of_what_is_as_old_the_order_of_granting_may_not_be_another(
    first: int, second: int
) -> None:
    """Of both: it counts how they stand to each other. The turns are told to fit."""
    facts = granted()
    assert facts.final["Z", "power"] == 3
    assert Certificate(facts).check().ok
    orders = {"Z.gained@G.1": first, "Z.gained@G.2": second}
    assert orders.keys() < {one.id for one in facts.effects}
    effects = tuple(
        order_of_granting(one, orders[one.id]) if one.id in orders else one for one in facts.effects
    )
    wrong = replace(turned_round(facts), effects=effects)
    assert refused_for(wrong) == {"SEVERAL"}


def test_the_clause_of_a_wrong_age_is_named() -> None:
    """What was granted, and what is printed, have one each."""
    facts = granted()
    for place, clause in ((0, "STATIC"), (-1, "GRANTED")):
        effects = [*sorted(facts.effects, key=lambda one: one.giver is not None)]
        effects[place] = replace(effects[place], timestamp=(7, 0))
        assert clause in refused_for(replace(facts, effects=tuple(effects)))
        other = {"STATIC", "GRANTED"} - {clause}
        assert not other & refused_for(replace(facts, effects=tuple(effects)))
