"""JSON Schemas from the tables of our files' keys; every scalar of our YAML is read as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from layerlaw.model.algebra.infinite import INFINITE
from layerlaw.model.files.format import (
    Anything,
    Entries,
    Flag,
    Items,
    Key,
    OneOf,
    Shape,
    Table,
    Text,
    TextList,
    Whole,
)

Json = Mapping[str, "Json"] | Sequence["Json"] | str | int | None
"""What a schema is made of; nothing in it changes once it is there."""
Schema = dict[str, "Json"]

WHOLE = r"^[+-]?\d{1,15}$"

# What YAML takes for numbers is text to the loaders. (Truths are, too, but then editors would
# offer `true` for every title.)
_SCALAR = ("string", "number")
_WORDS_OF_YAML: Mapping[str, Json] = {"true": True, "false": False}


NOTHING: Mapping[str, Schema] = {}


def schema_of(shape: Shape[object], offered: Mapping[str, Schema] = NOTHING) -> Schema:
    """The schema of what a table of keys, or one of its keys, holds.

    offered: what stands for texts that name something, by what they name ("clause"), and for
    tables by the names of their definitions.
    """
    match shape:
        case OneOf(says, words=words, meanings=meanings):
            said = None if meanings is None else dict(zip(words, meanings, strict=True))
            return choice(says, words, said)
        case Text(says, flag=True):
            return {"description": says, "type": ["boolean", "string"]}
        case Text(names=names) if names in offered:
            return offered[names]
        case Text(says, examples, pattern, empty=empty):
            return text(says, examples=examples, pattern=pattern, empty=empty)
        case Whole(says, numbers, endless, split):
            return whole(says, examples=numbers, endless=endless, split=split)
        case Anything(says, kinds):
            return {"description": says, "type": [*kinds]}
        case Flag(says):
            return flag(says)
        case TextList(says, item, once=once, number=number, examples=examples):
            lists = [[*words] for words in examples]
            schema = listed(says, schema_of(item, offered), once=once, examples=lists)
            return schema if number is None else schema | {"minItems": number, "maxItems": number}
        case Items(says, item, examples=examples):
            lists = [[*words] for words in examples]
            return listed(says, schema_of(item, offered), examples=lists)
        case Entries(says, value, least=least, known=known):
            if known:
                return closed(says, properties(known, offered))
            schema = entries(says, schema_of(value, offered))
            return schema | {"minProperties": least} if least else schema
        case Table(defined=name) if name:
            return offered.get(name, ref(name))
        case Table():
            return table(shape, offered)
    raise TypeError(shape)


def table(of: Table, offered: Mapping[str, Schema] = NOTHING) -> Schema:
    """The schema of a mapping, even if references to it suffice elsewhere."""
    rest = None if of.rest is None else schema_of(of.rest, offered)
    required = [key.name for key in of.keys if key.required]
    schema = fields(of.says, properties(of.keys, offered), required=required, rest=rest)
    if isinstance(of.line, OneOf):
        return {"description": of.says, "anyOf": [schema_of(of.line, offered), schema]}
    return schema if of.line is None else {**schema, "type": ["object", "string"]}


def properties(
    keys: Iterable[Key[object]], offered: Mapping[str, Schema] = NOTHING
) -> dict[str, Schema]:
    """The schemas of what stands behind keys, by their names."""
    return {key.name: schema_of(key.shape, offered) for key in keys}


def text(
    says: str, *, examples: Iterable[str] = (), pattern: str = "", empty: bool = False
) -> Schema:
    """Free text. empty: the key may stand there with nothing behind it."""
    kinds: list[Json] = [*_SCALAR, *(["null"] if empty else [])]
    schema: Schema = {"description": says, "type": kinds}
    if pattern:
        schema["pattern"] = pattern
    return schema | _examples(examples)


def whole(
    says: str, *, examples: Iterable[int] = (), endless: bool = False, split: bool = False
) -> Schema:
    """A whole number; endless: it may be infinite; split: it may be printed as two."""
    shown: list[Json] = [*examples]
    pattern = f"{WHOLE}|^{INFINITE}$" if endless else WHOLE
    pattern += r"|^\d{1,9} ?/ ?\d{1,9}$" if split else ""
    schema: Schema = {"description": says, "type": ["integer", "string"], "pattern": pattern}
    return schema | ({"examples": shown} if shown else {})


def flag(says: str) -> Schema:
    """`true` or `false`."""
    return {"description": says, "enum": [True, False, "true", "false"], "default": True}


def choice(says: str, words: Iterable[str], meanings: Mapping[str, str] | None = None) -> Schema:
    """One of the words. meanings: what editors say of each."""
    spelt = [*words]
    values: list[Json] = [*spelt]
    schema: Schema = {"description": says, "enum": values}
    if meanings is not None:
        schema["enumDescriptions"] = [meanings.get(word, "") for word in spelt]
    for word in spelt:
        # A layer called 9 may be written without quotes.
        if word.isdecimal() and str(int(word)) == word:
            values.append(int(word))
        elif word in _WORDS_OF_YAML:
            values.append(_WORDS_OF_YAML[word])
    # Without a kind editors would leave a required key of this kind out of what they insert.
    schema["type"] = "string" if len(values) == len(spelt) else ["string", "integer", "boolean"]
    return schema


def suggested(says: str, words: Iterable[str], meanings: Mapping[str, str] | None = None) -> Schema:
    """Free text, for which editors offer these words."""
    spelt = [*words]
    if not spelt:
        return text(says)
    offered = choice(says, spelt, meanings)
    return {"description": says, "anyOf": [offered, {"type": [*_SCALAR]}]}


def listed(says: str, item: Schema, *, once: bool = False, examples: Sequence[Json] = ()) -> Schema:
    """A list; one item may stand without it, and nothing is an empty one."""
    schema: Schema = {"description": says, "items": item}
    if once:
        schema["uniqueItems"] = True
    if examples:
        schema["examples"] = [*examples]
    kinds = item.get("type")
    plain = {"description", "type", "examples"}
    if isinstance(kinds, list) and item.keys() <= plain:
        return schema | {"type": ["array", "null", *(kind for kind in kinds if kind != "null")]}
    many: Schema = {"type": ["array", "null"]} | {
        key: schema.pop(key) for key in ("items", "uniqueItems") if key in schema
    }
    return schema | {"anyOf": [many, item]}


def fields(
    says: str,
    keys: Mapping[str, Schema],
    *,
    required: Iterable[str] = (),
    rest: Schema | None = None,
) -> Schema:
    """A mapping with these keys. rest: what stands behind any other key; without it none may."""
    schema: Schema = {"description": says, "type": "object", "properties": {**keys}}
    needed: list[Json] = [*required]
    if needed:
        schema["required"] = needed
    schema["additionalProperties"] = False if rest is None else rest
    return schema


def entries(says: str, each: Schema, *, known: Mapping[str, Schema] | None = None) -> Schema:
    """A mapping whose keys are names; nothing is an empty one. known: keys editors offer."""
    schema: Schema = {"description": says, "type": ["object", "null"]}
    if known:
        schema["properties"] = {**known}
    return schema | {"additionalProperties": each}


def closed(says: str, keys: Mapping[str, Schema]) -> Schema:
    """A mapping with no other keys than these; nothing is an empty one."""
    return {
        "description": says,
        "type": ["object", "null"],
        "properties": {**keys},
        "additionalProperties": False,
    }


def ref(name: str) -> Schema:
    """What stands under that name in the schema's definitions."""
    return {"$ref": f"#/definitions/{name.replace(' ', '-')}"}


def defined(definitions: Mapping[str, Schema]) -> Schema:
    """The definitions under names that references can hold."""
    return {name.replace(" ", "-"): each for name, each in definitions.items()}


def _examples(examples: Iterable[str]) -> Schema:
    shown: list[Json] = [*examples]
    return {"examples": shown} if shown else {}
