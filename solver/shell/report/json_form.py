"""Every finding as JSON: by default the fields of its class, else the keys declared for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from operator import attrgetter
from typing import Any

from layerlaw.model.algebra.infinite import Infinite
from layerlaw.model.algebra.split import Split
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.solver.answer.difference.cells import Difference
from layerlaw.solver.certificate.verdict import Verdict
from layerlaw.solver.facts.records import Happening, Witness

Json = dict[str, "Json"] | list["Json"] | str | int | bool | None

SCHEMA = "layerlaw/1"
"""Named in every JSON document; the number goes up when a field changes its meaning or goes."""

Source = str | Callable[[Any], object]
"""Where a key comes from: an attribute, or what makes it of the object."""

_FORMS: dict[type, Callable[[Any], Json]] = {}
_DOCUMENTS: dict[type, str] = {}


def json_of(value: object) -> Json:
    """A value as JSON: a class by its form if it has one, else field by field.

    Blanks stand in a key where the field's name has underscores. Tuples become lists, the keys of
    a mapping, fractions, infinite and split numbers texts. Raises `TypeError` for what has no
    fields.

    >>> from layerlaw.solver.facts.records import FateRecord
    >>> json_of((FateRecord("D", "dies", "graveyard", "CR-1"), {"power": None}))[1]
    {'power': None}
    """
    if isinstance(value, Infinite | Split):
        return str(value)
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


def json_with(value: object, /, **more: object) -> dict[str, Json]:
    """The JSON of a value that has fields, and more of them; blanks for underscores as there."""
    written = json_of(value)
    assert isinstance(written, dict)
    return written | {key.strip("_").replace("_", " "): json_of(more[key]) for key in more}


def document(what: object, /, **more: object) -> dict[str, Json]:
    """A whole JSON document.

    what: a finding whose class is declared as one, or the word that says of what kind a document
    is that has no class. more: further fields. Raises `TypeError` for what is no document.

    >>> document("event", after=("A",))
    {'schema': 'layerlaw/1', 'kind': 'event', 'after': ['A']}
    """
    kind, fields = (what, {}) if isinstance(what, str) else (_DOCUMENTS.get(type(what)), what)
    if kind is None:
        raise TypeError(f"{type(what).__name__} is no document of its own")
    return {"schema": SCHEMA, "kind": kind, **json_with(fields, **more)}


def written_by(kind: type, form: Callable[[Any], Json]) -> None:
    """Declares the form of a class whose JSON is not just its fields."""
    _FORMS[kind] = form


def written_as(
    kind: type, *keys: str | tuple[str, Source], null: Sequence[str] = (), document: str = ""
) -> None:
    """Declares what a class is written as, key by key in their order.

    A key is the name of an attribute, with blanks for underscores, or comes with its source: the
    attribute's name (`rulebook.id`), or what makes it of the object. null: keys that are null where
    they would be empty. document: of what kind a whole document of it is.
    """
    sources = {
        key: source if callable(source) else attrgetter(source)
        for key, source in (
            (key, key.replace(" ", "_")) if isinstance(key, str) else key for key in keys
        )
    }

    def form(value: object) -> Json:
        shown = {key: source(value) for key, source in sources.items()}
        return {
            key: None if key in null and not inner else json_of(inner)
            for key, inner in shown.items()
        }

    _FORMS[kind] = form
    if document:
        _DOCUMENTS[kind] = document


def _witness(witness: Witness) -> Json:
    """The kind of evidence, and the fields that this kind has."""
    parts = {"scope": ("entered", "left"), "action": ("before", "after"), "result": ("cells",)}
    shown = {name: getattr(witness, name) for name in parts.get(witness.kind, ())}
    return json_of({"kind": witness.kind, **shown})


def clauses_json(rulebook: Rulebook, ids: Iterable[str]) -> list[Json]:
    """Clauses with their places and what they say; null for what the rulebook has no clause of."""
    clauses = rulebook.clauses
    return [
        {"id": id, "place": clauses[id].place, "says": clauses[id].says}
        if id in clauses
        else {"id": id, "place": None, "says": None}
        for id in ids
    ]


written_by(Witness, _witness)
written_as(Happening, "event", "object", "what", "clause")
written_as(Difference, "object", "characteristic", "values")
written_as(Verdict, "ok", ("verdict", "outcome"), "begins", "notes", "checked", "failures")
