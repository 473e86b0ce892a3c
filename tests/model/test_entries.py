"""The entries of the operations: what each class says of itself fits its fields."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any, get_args

import pytest

from layerlaw.model.algebra import Operation
from layerlaw.model.algebra.entries import operand_field
from layerlaw.model.algebra.phrasing import HOLE, Formed
from layerlaw.model.notation.forms import forms, grammar, leading_words

KINDS: tuple[Any, ...] = get_args(Operation)
OPERANDS = {
    "AddMembersOf": "of",
    "CantBeControlledBy": "player",
    "ChangeNumber": "value",
    "CopyOf": "of",
    "FixNumber": "value",
    "GainActivated": "of",
    "Ignore": "source",
    "Limit": "value",
    "Permission": "to",
    "SetNumber": "value",
    "SetPlayer": "player",
}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_an_operation_has_a_whole_entry(kind: Any) -> None:
    """Layer words, what it writes, its text and its English."""
    for piece in ("layer_words", "writes", "written", "english"):
        assert hasattr(kind, piece), piece


def test_the_operand_is_the_field_that_is_worked_out() -> None:
    """A value, a player or a selector; whatever it is called."""
    found = {kind.__name__: operand_field(kind) for kind in KINDS}
    assert {name: field for name, field in found.items() if field} == OPERANDS


@pytest.mark.parametrize("form", forms().values(), ids=lambda form: form.rule)
def test_a_form_fills_every_field_once(form: Any) -> None:
    """So that what is parsed and printed is the whole operation."""
    holes = [hole["field"] for hole in HOLE.finditer(form.kind.form)]
    holes += form.kind.unwritten
    assert sorted(holes) == sorted(field.name for field in fields(form.kind))
    assert issubclass(form.kind, Formed)


def test_every_form_is_a_rule_of_the_grammar() -> None:
    """And every word in it is a terminal there."""
    relations = ("nearby", "adjacent to", "in front of")
    text = grammar(relations, ("at rest",), ("attacked", "leveled up"))
    for form in forms().values():
        assert f"\n{form.rule}: " in text
        for place in form.places:
            if isinstance(place, str):
                assert re.search(rf"^{place}(\.\d+)?:", text, re.MULTILINE), place
    assert "swap" in leading_words()
