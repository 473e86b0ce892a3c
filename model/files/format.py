"""The format of our files, declared once: the keys of each mapping and what stands behind them.

A table names the keys of one mapping in their usual order. Loaders read a mapping through it and
get typed values and messages; writers, JSON Schemas, the order of keys and the canonical form of
what is written in the notation are derived from it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar

from layerlaw.model.algebra.infinite import INFINITE
from layerlaw.model.algebra.split import read_split
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import did_you_mean, nearest
from layerlaw.model.files.nodes import (
    as_one_text,
    is_empty,
    list_of,
    one_of,
    quotes,
    texts_of,
    whole_number,
)
from layerlaw.model.files.yaml_text import Mapping, Node, Scalar

if TYPE_CHECKING:
    from collections import abc
    from collections.abc import Iterable, Sequence

    from layerlaw.model.files.write_yaml import Tree
    from layerlaw.model.files.yaml_text import Problems

    Known = abc.Mapping[str, Iterable[str]]

Value = TypeVar("Value", covariant=True)
Notation = Literal[
    "",
    "selector",
    "scope",
    "ability",
    "operations",
    "condition",
    "duration",
    "event",
    "expectation",
]
"""What a text is written in: a piece of the notation, or (empty) plain words."""


class KeyedNode(NamedTuple):
    """What stands behind a key, which messages name; problems: where they go."""

    node: Node | None
    key: str
    problems: Problems
    required: bool


@dataclass(frozen=True, slots=True)
class Shape(Generic[Value]):
    """The form of a key's value; says: its description in editors."""

    says: str

    def read(self, at: KeyedNode) -> Value:
        """The value of the node; notes what does not fit."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Anything(Shape[Node | None]):
    """Any value; the loader decides. kinds: the JSON types that it can have."""

    kinds: tuple[str, ...]

    def read(self, at: KeyedNode) -> Node | None:
        """What stands there."""
        return at.node


@dataclass(frozen=True, slots=True)
class Text(Shape[Scalar | None]):
    """One piece of text.

    pattern: what it matches. form: what stands there, in words; with a pattern, the loader checks
    it. empty: the key may have nothing behind it. names: what it is the name of: editors offer the
    names that there are, and loaders know them. flag: `true` or `false` may stand there as well.
    """

    examples: tuple[str, ...] = ()
    pattern: str = ""
    form: str = ""
    empty: bool = False
    names: str = ""
    notation: Notation = ""
    flag: bool = False

    def read(self, at: KeyedNode) -> Scalar | None:
        """The text with its place; a required text is not empty."""
        if at.node is None:
            return None
        if not isinstance(at.node, Scalar):
            joint = "or" if self.notation == "selector" else ""
            advice = quotes(at.node) or as_one_text(at.node, joint)
            at.problems.add(at.node, f"'{at.key}' is one piece of text", suggestion=advice)
            return None
        if at.required and not at.node.text.strip():
            at.problems.add(at.node, f"'{at.key}' is empty")
            return None
        if self.pattern and self.form and not re.search(self.pattern, at.node.text):
            at.problems.add(at.node, f"'{at.key}' is {self.form}, not '{at.node.text}'")
        return at.node


@dataclass(frozen=True, slots=True)
class OneOf(Text):
    """One of these words, each with what it means."""

    words: tuple[str, ...] = ()
    meanings: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Whole(Shape[int | None]):
    """A whole number; endless: it may be infinite; split: it may be printed as two."""

    examples: tuple[int, ...] = ()
    endless: bool = False
    split: bool = False

    def read(self, at: KeyedNode) -> int | None:
        """The number."""
        text = Text("").read(at)
        if text is not None and self.endless and text.text == str(INFINITE):
            return INFINITE
        if text is not None and self.split and (two := read_split(text.text)) is not None:
            return two
        return None if text is None else whole_number(text, at.problems, f"'{at.key}'")


@dataclass(frozen=True, slots=True)
class Flag(Shape[bool]):
    """`true` or `false`; a missing key is false."""

    def read(self, at: KeyedNode) -> bool:
        """Whether it is true."""
        text = Text("").read(at)
        if text is not None and text.text not in ("true", "false"):
            at.problems.add(text, f"'{at.key}' is true or false, not '{text.text}'")
        return text is not None and text.text == "true"


@dataclass(frozen=True, slots=True)
class TextList(Shape[tuple[Scalar, ...]]):
    """A list of texts; a single one needs no brackets.

    once: none stands there twice. number: so many there are. one_line: if they fit, they stand on
    one line, in brackets.
    """

    item: Text
    once: bool = False
    number: int | None = None
    one_line: bool = False
    examples: tuple[tuple[str, ...], ...] = ()

    def read(self, at: KeyedNode) -> tuple[Scalar, ...]:
        """The texts."""
        return tuple(texts_of(list_of(at.node), at.problems, f"'{at.key}'"))


@dataclass(frozen=True, slots=True)
class Items(Shape[tuple[Node, ...]]):
    """A list of anything; a single item needs no list."""

    item: Shape[object]
    examples: tuple[tuple[str, ...], ...] = ()

    def read(self, at: KeyedNode) -> tuple[Node, ...]:
        """The items."""
        return list_of(at.node)


@dataclass(frozen=True, slots=True)
class Entries(Shape[tuple[tuple[Scalar, Node], ...]]):
    """A mapping whose keys are names. least: so many there are. known: all keys, if others mean
    nothing, each with what stands behind it.
    """

    value: Shape[object]
    least: int = 0
    known: tuple[Key[object], ...] = ()

    def read(self, at: KeyedNode) -> tuple[tuple[Scalar, Node], ...]:
        """The entries, in the order written."""
        if isinstance(at.node, Mapping):
            return at.node.entries
        if at.node is not None and not is_empty(at.node):
            at.problems.add(at.node, f"'{at.key}' is written as `key: value` lines")
        return ()


@dataclass(frozen=True, slots=True)
class Key(Generic[Value]):
    """A key of a mapping and what stands behind it."""

    name: str
    shape: Shape[Value]
    required: bool = False

    def optional(self) -> Key[Value]:
        """The same key where it may be missing."""
        return replace(self, required=False)


@dataclass(frozen=True, slots=True)
class Table(Shape[Node | None]):
    """A mapping with these keys, in their usual order.

    what: names it in messages, with its article. rest: what stands behind any other key; without
    it there is none. name_of_rest: what the other keys are written in. line: what may stand there
    instead, as one piece of text. defined: the name under which schemas define it once.
    """

    what: str
    keys: tuple[Key[object], ...]
    rest: Shape[object] | None = None
    rest_keys: Notation = ""
    line: Text | None = None
    defined: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its keys."""
        return names_of(self.keys)

    def read(self, at: KeyedNode) -> Node | None:
        """The mapping, for `fields` to read; it may be missing."""
        return at.node

    def fields(self, node: Node, problems: Problems) -> Fields:
        """The mapping at a node; notes keys that the table does not have."""
        fields = Fields(node, problems, self)
        fields.note_unknown()
        return fields

    def only(self, *keys: Key[object]) -> Table:
        """The same mapping with only these keys; any other is unknown and counts as missing."""
        return replace(self, keys=keys)

    def written(self, *values: tuple[Key[object], Tree | None]) -> dict[str, Tree]:
        """The values of keys as a tree, in the usual order, without empty ones."""
        by_name = {key.name: value for key, value in values}
        tree: dict[str, Tree] = {}
        for key in self.keys:
            value = by_name.get(key.name)
            empty = value is None or value is False or value in ("", (), [], {})
            if value is not None and (key.required or not empty):
                tree[key.name] = value
        return tree


def names_of(keys: Iterable[Key[object]]) -> tuple[str, ...]:
    """The names of keys."""
    return tuple(key.name for key in keys)


class Fields:
    """The keys of one mapping, as its table reads them."""

    def __init__(self, node: Node, problems: Problems, table: Table) -> None:
        self.node = node
        self.problems = problems
        self.table = table
        self._known = frozenset(table.names)
        self._entries: dict[str, tuple[Scalar, Node]] = {}
        if isinstance(node, Mapping):
            self._entries = {key.text: (key, value) for key, value in node.entries}
        elif not is_empty(node):
            problems.add(node, f"{table.what} is written as `key: value` lines")

    def __getitem__(self, key: Key[Value]) -> Value:
        """What stands behind the key; a required key that is missing is a problem."""
        node = self.node_of(key)
        if node is None and key.required:
            self.need(key)
        return key.shape.read(KeyedNode(node, key.name, self.problems, key.required))

    def text(self, key: Key[Scalar | None]) -> str:
        """The text behind the key, or an empty one."""
        text = self[key]
        return text.text.strip() if text else ""

    def value(self, key: Key[Any], known: Known) -> Any:
        """What stands behind the key in plain values: texts for scalars.

        known: the names that there are, by what they name; others are noted and left out.
        """
        read, shape = self[key], key.shape
        item = shape.item if isinstance(shape, TextList) else shape
        if not isinstance(item, Text):
            return read
        names = known.get(item.names)
        scalars = read if isinstance(shape, TextList) else (read,) if read else ()
        texts = tuple(
            scalar.text.strip()
            for scalar in scalars
            if names is None or one_of(scalar, names, self.problems, item.names)
        )
        return texts if isinstance(shape, TextList) else "".join(texts)

    def node_of(self, key: Key[object]) -> Node | None:
        """The node behind the key."""
        known = key.name in self._known and key.name in self._entries
        return self._entries[key.name][1] if known else None

    def need(self, key: Key[object]) -> None:
        """Notes that the key is missing, unless it seems to be there and misspelt."""
        if self.table.rest is None and any(
            nearest(word.text, self.table.names) == key.name for word, _ in self.rest()
        ):
            return
        self.problems.add(self.node, f"{self.table.what} needs the key '{key.name}'")

    def rest(self) -> tuple[tuple[Scalar, Node], ...]:
        """The entries whose keys the table does not have."""
        return tuple(entry for name, entry in self._entries.items() if name not in self._known)

    def _is_torn_off(self, key: Scalar, value: Node) -> bool:
        """Whether it is no key, but what stands behind a comma of a text in braces."""
        lines = self.problems.lines
        if not isinstance(value, Scalar) or value.text or value.style or key.line > len(lines):
            return False
        return lines[key.line - 1][: key.column - 1].rstrip().endswith(",")

    def note_unknown(self) -> None:
        """Notes the keys that the table does not have, unless others are allowed."""
        known: Sequence[str] = self.table.names
        parted = False
        for key, value in self.rest() if self.table.rest is None else ():
            suggestion = did_you_mean(key.text, known)
            if not suggestion and self._is_torn_off(key, value):
                if not parted:
                    message = f"the comma before '{key.text}' ends the text"
                    self.problems.add(
                        key, message, suggestion="Write a text with commas in quotes."
                    )
                parted = True
                continue
            self.problems.add(
                key,
                f"{self.table.what} has no key '{key.text}'",
                expected="" if suggestion else ", ".join(known),
                suggestion=suggestion,
            )
