"""Every finding as JSON: by default the fields of its class, else the keys declared for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from layerlaw.solver.answer.difference.cells import Difference
from layerlaw.solver.certificate.verdict import Verdict
from layerlaw.solver.facts.records import Witness

Json = dict[str, "Json"] | list["Json"] | str | int | bool | None

SCHEMA = "layerlaw/1"
"""Named in every JSON document; the number goes up when a field changes its meaning or goes."""

_FORMS: dict[type, Callable[[Any], Json]] = {}


def json_of(value: object) -> Json:
    """A value as JSON: a class by its form if it has one, else field by field.

    Blanks stand in a key where the field's name has underscores. Tuples become lists, the keys of
    a mapping and fractions texts. Raises `TypeError` for what has no fields.

    >>> from layerlaw.solver.facts.records import FateRecord
    >>> json_of((FateRecord("D", "dies", "graveyard", "CR-1"), {"power": None}))[1]
    {'power': None}
    """
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, float):
        return str(value)
    form = _FORMS.get(type(value))
    if form is not None:
        return form(value)
    if isinstance(value, Mapping):
        return {str(key): json_of(inner) for key, inner in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return json_of(value._asdict())
    if isinstance(value, Sequence):
        return [json_of(inner) for inner in value]
    if is_dataclass(value) and not isinstance(value, type):
        names = [field.name for field in fields(value)]
        return {name.replace("_", " "): json_of(getattr(value, name)) for name in names}
    raise TypeError(f"{type(value).__name__} has no JSON form")


def json_with(value: object, **more: object) -> dict[str, Json]:
    """The JSON of a value that has fields, and more of them; blanks for underscores as there."""
    written = json_of(value)
    assert isinstance(written, dict)
    return written | {key.replace("_", " "): json_of(inner) for key, inner in more.items()}


def written_by(kind: type, form: Callable[[Any], Json]) -> None:
    """Declares the form of a class whose JSON is not just its fields."""
    _FORMS[kind] = form


def written_as(
    kind: type, *keys: str, renamed: Mapping[str, str] | None = None, null: Sequence[str] = ()
) -> None:
    """Declares the keys under which a class is written, in their order.

    A key is the name of a field or property, with blanks for underscores. renamed: keys that show
    an attribute of another name. null: keys that are null where the attribute is empty.
    """
    attributes = {key: (renamed or {}).get(key, key.replace(" ", "_")) for key in keys}

    def form(value: object) -> Json:
        shown = {key: getattr(value, attribute) for key, attribute in attributes.items()}
        return {
            key: None if key in null and not inner else json_of(inner)
            for key, inner in shown.items()
        }

    _FORMS[kind] = form


def _witness(witness: Witness) -> Json:
    """The kind of evidence, and the fields that this kind has."""
    parts = {"scope": ("entered", "left"), "action": ("before", "after"), "result": ("cells",)}
    shown = {name: getattr(witness, name) for name in parts.get(witness.kind, ())}
    return json_of({"kind": witness.kind, **shown})


written_by(Witness, _witness)
written_as(Difference, "object", "characteristic", "values")
written_as(
    Verdict,
    *("ok", "verdict", "begins", "notes", "checked", "failures"),
    renamed={"verdict": "outcome"},
)
