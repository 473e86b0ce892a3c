"""Reads a mapping of Python values like a file; problems name the path of a value."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from layerlaw.model.errors import told
from layerlaw.model.files import yaml_text
from layerlaw.model.files.yaml_text import DEEPEST, MOST_NODES, Document, Problems, Scalar

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.model.errors import Problem
    from layerlaw.model.files.yaml_text import Node

_PLAIN_KEY = re.compile(r"\w+")
# What messages say of other places of a file: "the first is on line 3", "from line 3 on".
_LINE = re.compile(r"\bon line (\d+)|\bfrom line (\d+) on\b")


class Values(NamedTuple):
    """Values as a document that has one line for each value, and the path of each."""

    document: Document
    paths: tuple[str, ...]

    def with_paths(self, problems: Iterable[Problem]) -> list[Problem]:
        """The problems with paths where they have lines of this document."""
        file = self.document.file
        return [self._with_path(p) if p.file == file else p for p in problems]

    def _with_path(self, problem: Problem) -> Problem:
        message = _LINE.sub(self._place, problem.message)
        return replace(problem, path=self.paths[problem.line - 1], message=message)

    def _place(self, said: re.Match[str]) -> str:
        on, since = said[1], said[2]
        number = int(on or since)
        if not 0 < number <= len(self.paths):
            return said[0]
        return f"{'at' if on else 'since'} {self.paths[number - 1]}"


def document_of(values: Mapping[str, object], name: str) -> Values:
    """The values as a document; raises `BadInput` for what no file could hold.

    values: texts, whole numbers, truths, None, and lists and mappings of these. name: stands for
    the file in messages.
    """
    builder = _Builder(name)
    root = builder.node(values, "", 0)
    read = Values(Document(name, tuple(builder.lines), root), tuple(builder.paths))
    yaml_text.stop_if_bad(read.with_paths(builder.problems.noted))
    return read


class _Builder:
    """Builds the tree; each node gets a line of its own, which holds its text."""

    def __init__(self, name: str) -> None:
        self.lines: list[str] = []
        self.paths: list[str] = []
        self.problems = Problems(name)

    def node(self, value: object, path: str, depth: int) -> Node:
        """The node of a value and of all that it holds."""
        if isinstance(value, str):
            # As in a file, where text is empty, or looks like a key with its value, in quotes only.
            return self._scalar(value, path, "'" if not value or ": " in value else "")
        line = self._line("", path)
        if value is None:
            return Scalar("", line, 1)
        if isinstance(value, bool):
            return Scalar(str(value).lower(), line, 1)
        if isinstance(value, int):
            return Scalar(str(value), line, 1)
        if depth == DEEPEST:
            self.problems.at(line, 1, f"nested deeper than {DEEPEST} levels")
        elif line >= MOST_NODES:
            if line == MOST_NODES:
                many = f"more than {MOST_NODES} texts, lists and mappings"
                self.problems.at(line, 1, many)
        elif isinstance(value, Mapping):
            return yaml_text.Mapping(self._entries(value, path, depth + 1), line, 1)
        elif isinstance(value, Sequence) and not isinstance(value, bytes):
            items = (self.node(item, f"{path}[{i}]", depth + 1) for i, item in enumerate(value))
            return yaml_text.Sequence(tuple(items), line, 1)
        else:
            message = f"a value is text, a number, a truth, a list or a mapping, not {told(value)}"
            self.problems.at(line, 1, message)
        return Scalar("", line, 1)

    def _entries(
        self, values: Mapping[object, object], path: str, depth: int
    ) -> tuple[tuple[Scalar, Node], ...]:
        entries: list[tuple[Scalar, Node]] = []
        for key, value in values.items():
            if not isinstance(key, str):
                self.problems.at(self._line("", path), 1, f"a key must be text, not {told(key)}")
                continue
            dot = "." if path else ""
            inner = f"{path}{dot}{key}" if _PLAIN_KEY.fullmatch(key) else f'{path}["{key}"]'
            entries.append((self._scalar(key, inner, ""), self.node(value, inner, depth)))
        return tuple(entries)

    def _scalar(self, text: str, path: str, style: str) -> Scalar:
        shown = " ".join(yaml_text.LINE_BREAK.split(text))
        line = self._line("'" + shown.replace("'", "''") + "'" if style else shown, path)
        scalar = Scalar(text, line, 1, style)
        yaml_text.check_text(scalar, self.problems)
        return scalar

    def _line(self, text: str, path: str) -> int:
        """The number of a new line."""
        self.lines.append(text)
        self.paths.append(path)
        return len(self.lines)
