"""The checker's forms: what is no record is refused before anything is replayed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

import pytest

from layerlaw.solver import derive
from layerlaw.solver.certificate import STRUCTURE, Certificate
from layerlaw.solver.certificate.shape import FORMS, astray, misshapen, same_groups
from layerlaw.solver.facts.records import (
    AnswerRecord,
    Change,
    Dependency,
    Facts,
    GraphRecord,
    TurnRecord,
    Value,
    Witness,
)
from layerlaw.solver.facts.rows import Cells, Changes, Found, SharedWitnesses
from layerlaw.solver.facts.situation import Deed, Situation, Total
from together import game, table

Groups = Mapping[tuple[str, Value, Value], int]
WITNESS = Witness("scope", 1)
EDGE = Dependency("A", "B", WITNESS)


def wrong(value: object) -> Any:
    """What the type checker would not let through; facts read from a file can hold it."""
    return cast("Any", value)


TRUE_FOUND = (
    (EDGE,),
    [EDGE],
    (),
    Found(("A", "B"), (0b10, 0), {}),
    Found(("A", "B"), (0, 0), {(0, 1): WITNESS}),
    Found(("A", "B"), (0, 0), SharedWitnesses([(1, 2, WITNESS)])),
)
FALSE_FOUND = (
    (EDGE, "A"),
    [EDGE, "A"],
    "AB",
    EDGE,
    Found(wrong(("A", 1)), (0b10, 0), {}),
    Found(("A", "B"), wrong((True, 0)), {}),
    Found(("A", "B"), wrong((0b10, 1.0)), {}),
    Found(("A", "B"), (0, 0), wrong({(0, True): WITNESS})),
    Found(("A", "B"), (0, 0), wrong({(0, 1, 0): WITNESS})),
    Found(("A", "B"), (0, 0), wrong({(0, 1): "scope"})),
    Found(("A", "B"), (0, 0), SharedWitnesses(wrong([(True, 2, WITNESS)]))),
    Found(("A", "B"), (0, 0), SharedWitnesses(wrong([(1, 2.0, WITNESS)]))),
    Found(("A", "B"), (0, 0), SharedWitnesses(wrong([(1, 2, "scope")]))),
)
TRUE_CHANGES = (
    (Change("A", "power", 1, 2),),
    Changes(("A",), {("power", 1, 2): 1}),
    Changes(("A",), {}),
)
FALSE_CHANGES = (
    (Change("A", "power", wrong(1.5), 2),),
    (Change(wrong(1), "power", 1, 2),),
    ("A",),
    Changes(wrong(("A", 1)), {("power", 1, 2): 1}),
    Changes(("A",), wrong({(1, 1, 2): 1})),
    Changes(("A",), wrong({("power", 1, 2): True})),
    Changes(("A",), {("power", 1, 2): 1}, turn=wrong(True)),
    Changes(("A",), {("power", 1, 2): 1}, lists=wrong("lists")),
    Changes(("A",), {}, differences={("types", ("x",), ()): 1}),
    Changes(("A",), {}, differences=wrong({(1, ("x",), ()): 1}), lists=wrong("lists")),
)


@pytest.mark.parametrize("many", [1, 9])
def test_the_form_of_dependencies_and_changes(many: int) -> None:
    """As people write them or in rows; of few records as of many, all of which have to be right."""
    for form, right, others in (
        (FORMS[GraphRecord]["found"], TRUE_FOUND, FALSE_FOUND),
        (FORMS[TurnRecord]["changes"], TRUE_CHANGES, FALSE_CHANGES),
    ):
        for true in right:
            assert form(true), true
            if isinstance(true, tuple):
                assert form(true * many)
        for other in others:
            assert not form(other), other
            if isinstance(other, tuple):
                assert not form((*right[0] * many, *other))
                assert not form([*right[0] * many, *other])


def test_the_form_of_witnesses_and_cells() -> None:
    """Every field is of its exact type: a truth is no count, a list no tuple."""
    fields = FORMS[Witness]
    for name, true, false in (
        ("kind", "scope", ("other", 1, ["scope"], None)),
        ("instruction", 0, (True, 1.0, "1", None)),
        ("entered", ("A",), (("A", 1), ["A"], "A", None)),
        ("cells", (("A", "power"),), ((("A",),), (("A", "power", "B"),), (("A", 1),), ["A"])),
    ):
        assert fields[name](true)
        assert not any(map(fields[name], false)), name
    final = FORMS[AnswerRecord]["final"]
    assert final(Cells(("A",), {"power": {1: 1}}))
    assert final({("A", "power"): 1})
    for cells in (
        Cells(wrong((1,)), {"power": {1: 1}}),
        Cells(wrong((1,)), {}),
        Cells(("A",), wrong({"power": {1: True}})),
        {("A",): 1},
        {("A", "power"): 1.5},
        (("A", "power", 1),),
    ):
        assert not final(cells), cells
    assert FORMS[Facts]["texts"]({}) and not FORMS[Facts]["texts"]({"text": "ability"})


SAME: tuple[Groups, ...] = (
    {("power", 1, 2): 5},
    {("power", 1, 2): 5, ("cost", None, 0): 2},
)
OTHERS: tuple[Groups, ...] = (
    {("cost", 1, 2): 5},
    {("power", 0, 2): 5},
    {("power", 1, 3): 5},
    {("power", 1, 2): 4},
    {("power", True, 2): 5},
    {("power", 1, wrong(2.0)): 5},
    {("power", 1, 2): 5, ("cost", None, 1): 2},
    {("power", 1, 2): 5, ("cost", None, False): 2},
    {("power", 1, 2): 5, ("cost", None, 0): 3},
    {},
)


def test_groups_of_changes_are_the_same_in_everything_or_not_the_same() -> None:
    """The characteristic, both values with their types, and the objects."""
    for one in SAME:
        assert same_groups(one, dict(one))
        for other in (*SAME, *OTHERS):
            if other is not one:
                assert not same_groups(one, other)
                assert not same_groups(other, one)


CARDS = {"P": "light 3 | other creatures: power += 1", "Q": "2", "R": "me 1"}


def situation() -> Situation:
    """Three creatures, and a spell that has resolved with locked sets."""
    return table(CARDS, {"S": "creatures: power += 1"}, game())


def strayed(true: Situation) -> dict[str, Situation]:
    """The situation with one name in it of what is not there."""
    thing, *rest = true.things
    [effect] = true.effects
    deed = Deed("P", "attacked", "Q", (1, 0))
    return {
        "id": replace(true, things=(thing, *true.things)),
        "zone": replace(true, things=(replace(thing, zone="nowhere"), *rest)),
        "owner": replace(true, things=(replace(thing, owner="nobody"), *rest)),
        "no owner": replace(true, things=(replace(thing, owner=""), *rest)),
        "bearer": replace(true, things=(replace(thing, bearer="nobody"), *rest)),
        "source": replace(true, effects=(replace(effect, source="nobody"),)),
        "player": replace(true, effects=(replace(effect, player="nobody"),)),
        "target": replace(true, effects=(replace(effect, targets=("nobody",)),)),
        "locked": replace(true, effects=(replace(effect, locked=(("nobody",),)),)),
        "locked sets": replace(true, effects=(replace(effect, locked=(None, None)),)),
        "over for": replace(true, effects=(replace(effect, over_for=frozenset(("nobody",))),)),
        "doer": replace(true, deeds=(replace(deed, doer="nobody"),)),
        "done to": replace(true, deeds=(replace(deed, to="nobody"),)),
        "active": replace(true, active="nobody"),
        "total": replace(true, totals=(Total("nobody", "life", 1),)),
        "number": replace(true, totals=(Total("you", "wealth", 1),)),
    }


def test_a_situation_of_names_that_are_not_there_is_refused() -> None:
    """One that hangs together is not, whether its effects lock what they are about or not."""
    true = situation()
    assert astray(true) is None
    [effect] = true.effects
    assert astray(replace(true, effects=(replace(effect, locked=()),))) is None
    assert (
        astray(
            replace(
                true, deeds=(Deed("P", "attacked", "Q", (1, 0)), Deed("P", "cast", None, (1, 0)))
            )
        )
        is None
    )
    facts = derive(true).facts
    assert Certificate(facts).check().ok
    for name, other in strayed(true).items():
        assert astray(other) is not None, name
        verdict = Certificate(replace(facts, situation=other)).check()
        assert {failure.clause for failure in verdict.failures} == {STRUCTURE}, name


def test_every_cell_that_is_shown_is_of_its_kind() -> None:
    """In the answers and in their steps, as rows or one by one."""
    facts = derive(situation()).facts
    assert misshapen(facts) is None
    assert facts.answers is not None
    [answer] = facts.answers
    for value in (None, 1, "light", True):
        cells = {**answer.final, ("P", "colours"): value}
        other = replace(facts, answers=(replace(answer, final=cells),))
        assert misshapen(other) is not None, value
    rows = Cells(("P",), {"colours": {1: 1}})
    assert misshapen(replace(facts, answers=(replace(answer, final=rows),))) is not None
    step = next(step for step in answer.steps if step.turns)
    for changes in (
        (Change("P", "power", 1, "strong"),),
        (Change("P", "power", "weak", 1),),
        Changes(("P",), {("power", 1, "strong"): 1}),
        Changes(("P",), {("power", "weak", 1): 1}),
        Changes(("P",), {("no such word", 1, 2): 1}),
    ):
        turn = replace(step.turns[0], changes=changes)
        steps = tuple(replace(s, turns=(turn,)) if s is step else s for s in answer.steps)
        assert misshapen(replace(facts, answers=(replace(answer, steps=steps),))) is not None
        assert misshapen(replace(facts, layers=steps)) is not None
