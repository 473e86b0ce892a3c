"""The schema of rulebooks: their tables of keys, and the ids and operations that editors offer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from layerlaw.model.files.format import Entries, Items, Table
from layerlaw.model.rulebooks.game_format import CLAUSE, GAME_KEYS
from layerlaw.model.rulebooks.procedure_format import AXIOMS, PROCEDURE_KEYS
from layerlaw.model.rulebooks.rulebook import Characteristic
from layerlaw.model.rulebooks.rulebook_format import (
    BASED_ON,
    CARDS,
    HEAD_KEYS,
    LIKE,
    MORE_WORDS,
    RESTS_ON,
    RULEBOOK_ID,
    RULEBOOK_TABLE,
    WITHOUT,
)
from layerlaw.model.rulebooks.words import operation_words
from layerlaw.solver.shell.authoring.schema_parts import (
    Json,
    Schema,
    suggested,
    table,
    text,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from layerlaw.model.files.format import Key
    from layerlaw.model.rulebooks.rulebook import Rulebook

# With characteristics of every kind, for a layer's words name them.
OPERATIONS = operation_words(
    (
        Characteristic("power", "number"),
        Characteristic("types", "set"),
        Characteristic("controller", "player"),
    ),
    ("silenced",),
)


def _short(shape: Any) -> Any:
    """The shape with clauses that may be left out, where the whole rests on one."""
    match shape:
        case Table(keys=keys):
            short = tuple(replace(key, shape=_short(key.shape)) for key in keys)
            return shape.only(
                *(key.optional() if key.name == CLAUSE.name else key for key in short)
            )
        case Entries(value=value, known=known):
            short = tuple(replace(key, shape=_short(key.shape)) for key in known)
            return replace(shape, value=_short(value), known=short)
        case Items(item=item):
            return replace(shape, item=_short(item))
    return shape


_SHORT = RULEBOOK_TABLE.only(
    *(
        key if key is AXIOMS else replace(key, shape=_short(key.shape))
        for key in RULEBOOK_TABLE.keys
    )
)


def _whole() -> Schema:
    """That every entry names its clause, and none is of one piece of text."""
    whole: Schema = {"type": "object", "required": [CLAUSE.name]}
    found: dict[str, Json] = {}
    for key in RULEBOOK_TABLE.keys:
        match key.shape:
            case Entries(value=Table(keys=keys)) if CLAUSE in keys:
                found[key.name] = {"additionalProperties": whole}
            case Items(item=Table(keys=keys)) if CLAUSE in keys:
                found[key.name] = {"items": whole}
            case Table(keys=keys) if CLAUSE in keys:
                found[key.name] = whole
    return {"properties": found}


def rulebook_schema(books: Sequence[Rulebook], only: Rulebook | None, called: str = "") -> Schema:
    """A rulebook. only: the one that it is based on, or like, called so in the file."""
    titles = {book.id: book.title for book in books} if only is None else {called: only.title}
    offered: dict[str, Schema] = {
        "rulebook": suggested(LIKE.shape.says, titles, titles),
        "base": suggested(BASED_ON.shape.says, titles, titles),
        "cards": text(CARDS.shape.says, examples=[book.cards for book in books if book.cards][:1]),
        "operation": suggested("An operation.", OPERATIONS),
    }
    if only is not None:
        says = {id: clause.says for id, clause in only.clauses.items()}
        says |= {id: f"Open point: {point.question}" for id, point in only.points.items()}
        offered["clause"] = suggested(CLAUSE.shape.says, says, says)
        for key, ids in (("clauses", only.clauses), ("points", only.points)):
            offered[f"left out {key}"] = suggested("An id.", ids)
    schema = table(_SHORT, offered)
    # What it has from another rulebook it need not say itself.
    schema["required"] = [RULEBOOK_ID.name]
    no_after: Schema = {"layers": {"items": {"properties": {"after": False}}}}
    own = _required((*HEAD_KEYS, *PROCEDURE_KEYS))
    schema["allOf"] = [{"if": {"not": {"required": [RESTS_ON.name]}}, "then": _whole()}]
    schema["if"] = {"required": [BASED_ON.name]}
    schema["then"] = {"properties": {LIKE.name: False}}
    schema["else"] = {
        "required": [name for name in own if name != RULEBOOK_ID.name],
        "properties": {**no_after, WITHOUT.name: False, MORE_WORDS.name: False},
        "anyOf": [{"required": [LIKE.name]}, {"required": _required(GAME_KEYS)}],
    }
    return schema


def _required(keys: Iterable[Key[object]]) -> list[Json]:
    return [key.name for key in keys if key.required]
