"""The JSON of a finding follows from its class."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

import pytest

from layerlaw.solver.facts.records import FateRecord, Witness
from layerlaw.solver.shell.report.json_form import document, json_of, json_with, written_as


@dataclass(frozen=True)
class Verdict:
    """Something found."""

    as_expected: bool
    fates: tuple[FateRecord, ...]


class Pair(NamedTuple):
    """Two in order."""

    first: str
    then: str


class Answer(NamedTuple):
    """What is said and why."""

    says: str
    because: str


def test_a_class_is_written_field_by_field() -> None:
    """Fields come in their order, with blanks for underscores, whatever is in them likewise."""
    written = json_of(Verdict(True, (FateRecord("D", "dies", "graveyard", "CR-1"),)))
    assert written == {
        "as expected": True,
        "fates": [{"object": "D", "verdict": "dies", "zone": "graveyard", "clause": "CR-1"}],
    }
    assert isinstance(written, dict)
    assert list(written) == ["as expected", "fates"]


def test_plain_values_stay_as_they_are() -> None:
    """Tuples become lists, mappings objects with text keys, fractions texts."""
    value = MappingProxyType({1: ("a", None, True), "x": 0.25})
    assert json_of(value) == {"1": ["a", None, True], "x": "0.25"}
    assert json_of(Answer("A", "B")) == {"says": "A", "because": "B"}


def test_declared_keys_and_nulls() -> None:
    """A declared form gives the keys, and null for what is empty."""
    written_as(
        Pair,
        *("first", ("goes second", "then"), ("both", lambda pair: pair.first + pair.then)),
        null=("first",),
        document="pair",
    )
    assert json_of(Pair("", "B")) == {"first": None, "goes second": "B", "both": "B"}
    assert list(document(Pair("A", "B"), in_all=2)) == [
        *("schema", "kind", "first", "goes second", "both"),
        "in all",
    ]


def test_a_witness_shows_the_fields_of_its_kind() -> None:
    """Evidence of one kind has no fields of another."""
    assert json_of(Witness("existence")) == {"kind": "existence"}
    scope = Witness("scope", entered=("A",))
    assert json_of(scope) == {"kind": "scope", "entered": ["A"], "left": []}


def test_more_fields_come_last() -> None:
    """What only the report knows is added to the fields of the class."""
    fate = FateRecord("D", "dies", "graveyard", "CR-1")
    assert list(json_with(fate, broken_by=())) == [
        *("object", "verdict", "zone", "clause"),
        "broken by",
    ]


def test_what_has_no_fields_has_no_json() -> None:
    """Anything else is refused by the name of its type."""
    with pytest.raises(TypeError, match="object has no JSON form"):
        json_of(object())
