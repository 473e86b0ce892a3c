"""Reads YAML as text: a tree of scalars, sequences and mappings that know where they stand."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from layerlaw.model.errors import BadInput, NotationError, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST_BYTES = 5_000_000
MOST_NODES = 500_000
"""The most texts, lists and mappings in one file (an event is three of them)."""
LONGEST_TEXT = 250_000
"""The most characters of one text (the order of a layer with ten thousand effects)."""
DEEPEST = 50
MOST_PROBLEMS = 100
"""After so many problems a file is not read any further."""

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
LINE_BREAK = re.compile(r"\r\n|[\n\r\x85\u2028\u2029]")
# Control characters, and what turns the direction of writing: they show text as what it is not.
_HIDING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_ESCAPE = re.compile(r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)")


@dataclass(frozen=True, slots=True)
class Scalar:
    """A piece of text; `style` is its quote, `|` or `>` for a block, or nothing."""

    text: str
    line: int
    column: int
    style: str = ""


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list of nodes."""

    items: tuple[Node, ...]
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys and what stands behind them, in the order written; no key stands twice."""

    entries: tuple[tuple[Scalar, Node], ...]
    line: int
    column: int


Node = Scalar | Sequence | Mapping


def split_line(node: Node) -> Node:
    """`"key: value"` written in quotes as a whole, as the mapping it is without them."""
    if not isinstance(node, Scalar) or node.style not in ('"', "'") or ": " not in node.text:
        return node
    key, _, value = node.text.partition(": ")
    behind = node.column + len(key) + 3
    first = Scalar(key, node.line, node.column + 1)
    rest = Scalar(value, node.line, behind)
    return Mapping(((first, rest),), node.line, node.column)


@dataclass(frozen=True, slots=True)
class Document:
    """One file: its name for messages, its lines, and its tree."""

    file: str
    lines: tuple[str, ...]
    root: Node


@dataclass(slots=True)
class Report:
    """Collects the problems of one file."""

    file: str
    lines: tuple[str, ...] = ()
    problems: list[Problem] = field(default_factory=list)

    def add(
        self,
        node: Node,
        message: str,
        *,
        expected: str = "",
        suggestion: str = "",
        offset: int = 0,
    ) -> None:
        """Notes a problem at a node; `offset` counts characters inside a scalar's text."""
        line, column = node.line, node.column
        if isinstance(node, Scalar):
            line, column = place_in(node, offset, self.lines)
        self.at(line, column, message, expected, suggestion)

    def at(
        self, line: int, column: int, message: str, expected: str = "", suggestion: str = ""
    ) -> None:
        """Notes a problem at a line and a column, both counted from 1."""
        if len(self.problems) == MOST_PROBLEMS:
            more = "there are more problems; the file was read no further"
            stop_if_bad([*self.problems, Problem(self.file, line, column, more)])
        source = ""
        if self.lines:
            # What is missing at the end of a file is missing behind its last letter.
            inside = line <= len(self.lines)
            line = min(line, len(self.lines))
            last = len(self.lines[line - 1]) + 1
            column = min(column, last) if inside else last
            source = self.lines[line - 1].rstrip()
        self.problems.append(
            Problem(self.file, line, column, message, expected, suggestion, source)
        )

    def notation(self, node: Scalar, error: NotationError, start: int = 0) -> None:
        """Notes a piece of notation that does not parse and begins at `start` of the text."""
        self.add(
            node,
            error.message,
            expected=error.expected,
            suggestion=error.suggestion,
            offset=start + error.offset,
        )

    def stop_if_bad(self) -> None:
        """Raises `BadInput` with everything noted so far, if there is anything."""
        stop_if_bad(self.problems)


def stop_if_bad(problems: Iterable[Problem]) -> None:
    """Raises `BadInput` with the problems in reading order, if there are any."""
    found = list(dict.fromkeys(problems))
    if found:
        files = {problem.file: index for index, problem in reversed(list(enumerate(found)))}
        raise BadInput(sorted(found, key=lambda p: (files[p.file], p.line, p.column)))


def read(path: Path | str) -> Document:
    """The tree of a YAML file; raises `BadInput`."""
    path = Path(path)
    report = Report(str(path))
    try:
        if path.is_dir():
            report.at(1, 1, "this is a folder, not a file")
        elif path.is_symlink() and not path.exists():
            report.at(1, 1, "this is a link to what is not there")
        elif not path.exists():
            where = "" if path.is_absolute() else f": {path.absolute()}"
            report.at(1, 1, f"there is no such file{where}")
        elif not path.is_file():
            report.at(1, 1, "this is no ordinary file")
        elif path.stat().st_size > MOST_BYTES:
            report.at(1, 1, f"the file is larger than {MOST_BYTES // 1_000_000} MB")
        report.stop_if_bad()
        with path.open("rb") as file:
            # Some files are longer than they say.
            raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        report.at(1, 1, f"the file can't be read: {error.strerror or error}")
        report.stop_if_bad()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        report.at(
            before.count(b"\n") + 1,
            error.start - before.rfind(b"\n"),
            "the file is not UTF-8",
            suggestion="save it as UTF-8",
        )
        report.stop_if_bad()
    return parse(text, str(path))


def parse(text: str, file: str = "<text>") -> Document:
    """The tree of YAML text; `file` names it in messages. Raises `BadInput`."""
    text = text.removeprefix("\ufeff")
    report = Report(file)
    if len(text) > MOST_BYTES:
        report.at(1, 1, f"the text is larger than {MOST_BYTES // 1_000_000} MB")
        report.stop_if_bad()
    lines = tuple(LINE_BREAK.split(text))
    report.lines = lines
    for number, line in enumerate(lines, 1):
        if "\0" in line:
            report.at(number, line.index("\0") + 1, "a NUL character")
    report.stop_if_bad()
    root: Node | None = None
    try:
        root = _tree(yaml.parse(text, Loader=_LOADER), report)
    except yaml.YAMLError as error:
        _note_yaml_error(error, text, report)
    except UnicodeEncodeError as error:
        report.at(1, 1, f"a character that UTF-8 does not have: {error.reason}")
    report.stop_if_bad()
    if root is None:
        report.at(1, 1, "there is nothing in it")
        report.stop_if_bad()
        raise AssertionError
    return Document(file, lines, root)


def _tree(events: Iterator[yaml.Event], report: Report) -> Node | None:
    """Builds the tree without recursion and notes what this project does not read."""
    root: Node | None = None
    documents = nodes = 0
    # One entry for each open collection: is it a mapping, where it began, what it holds.
    stack: list[tuple[bool, int, int, list[Node]]] = []
    for event in events:
        mark = event.start_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                report.at(line, column, "a second document begins here")
                return None
        if not isinstance(event, yaml.NodeEvent | yaml.CollectionEndEvent):
            continue
        nodes += isinstance(event, yaml.NodeEvent)
        if nodes > MOST_NODES:
            report.at(line, column, f"more than {MOST_NODES} texts, lists and mappings")
            return None
        node: Node
        if isinstance(event, yaml.ScalarEvent):
            node = Scalar(event.value, line, column, event.style or "")
            _reject_extras(event, line, column, report)
            if len(event.value) > LONGEST_TEXT:
                report.at(line, column, f"a text of more than {LONGEST_TEXT} characters")
                return None
            if hiding := _HIDING.search(event.value):
                message = f"the character U+{ord(hiding[0]):04X} is not read here"
                report.add(node, message, offset=hiding.start())
        elif isinstance(event, yaml.AliasEvent):
            report.at(line, column, f"an alias (*{event.anchor}) is not read here")
            node = Scalar("", line, column)
        elif isinstance(event, yaml.CollectionStartEvent):
            _reject_extras(event, line, column, report)
            if len(stack) == DEEPEST:
                report.at(line, column, f"nested deeper than {DEEPEST} levels")
                return None
            stack.append((isinstance(event, yaml.MappingStartEvent), line, column, []))
            continue
        else:
            is_mapping, line, column, held = stack.pop()
            if is_mapping:
                node = Mapping(_entries(held, report), line, column)
            else:
                node = Sequence(tuple(held), line, column)
        if stack:
            stack[-1][3].append(node)
        else:
            root = node
    return root


def _entries(held: list[Node], report: Report) -> tuple[tuple[Scalar, Node], ...]:
    entries: dict[str, tuple[Scalar, Node]] = {}
    for key, value in zip(held[::2], held[1::2], strict=True):
        if not isinstance(key, Scalar):
            report.add(key, "a key must be text")
        elif key.text in entries:
            first = entries[key.text][0].line
            report.add(key, f"the key '{key.text}' stands here twice; the first is on line {first}")
        else:
            entries[key.text] = (key, value)
    return tuple(entries.values())


def _reject_extras(
    event: yaml.ScalarEvent | yaml.CollectionStartEvent, line: int, column: int, report: Report
) -> None:
    if event.anchor is not None:
        report.at(line, column, f"an anchor (&{event.anchor}) is not read here")
    if event.tag is not None:
        report.at(
            line,
            column,
            f"a tag ({event.tag}) is not read here",
            suggestion="text that begins with '!' goes in quotes",
        )


def _note_yaml_error(error: yaml.YAMLError, text: str, report: Report) -> None:
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        # The C reader gives no place: find the first character that YAML does not allow.
        bad = re.search("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", text)
        before = LINE_BREAK.split(text[: bad.start()] if bad else "")
        what = f"the character {ord(bad[0]):#06x} is not allowed" if bad else str(error)
        report.at(len(before), len(before[-1]) + 1, what)
        return
    problem = error.problem or "this is not YAML"
    suggestion = ""
    if "mapping values" in problem:
        suggestion = "text that holds ': ' goes in quotes as a whole"
    elif opened := _stays_open(error, text):
        suggestion = opened
    elif "but found '<scalar>'" in problem or "did not find expected" in problem:
        suggestion = "text that begins with a quote must end with it; put '...' around the whole"
    elif "cannot start any token" in problem:
        suggestion = "indent with spaces; text that begins with @, ` or % goes in quotes"
    mark = error.problem_mark
    context = f"{error.context}: " if error.context else ""
    report.at(mark.line + 1, mark.column + 1, f"not YAML: {context}{problem}", "", suggestion)


def _stays_open(error: yaml.MarkedYAMLError, text: str) -> str:
    """The advice where a bracket was not closed, or "" where something else is wrong."""
    begin, end = error.context_mark, error.problem_mark
    words = {
        "while parsing a flow sequence": ("[", "]"),
        "while parsing a flow mapping": ("{", "}"),
    }
    brackets = words.get(error.context or "")
    if brackets is None or begin is None or end is None:
        return ""
    lines = LINE_BREAK.split(text)
    before = lines[end.line][: end.column].rstrip() if end.line < len(lines) else ""
    if before.endswith(("'", '"')):
        # Text goes on behind its quote.
        return ""
    opening, closing = brackets
    return f"the '{opening}' on line {begin.line + 1} stays open: a '{closing}' is missing"


def place_in(scalar: Scalar, offset: int, lines: tuple[str, ...]) -> tuple[int, int]:
    """The line and column (from 1) of the character at `offset` of the scalar's text."""
    line, column = scalar.line - 1, scalar.column - 1
    if line >= len(lines):
        return scalar.line, scalar.column
    is_block = scalar.style in ("|", ">")
    column += 1 if scalar.style in ("'", '"') else 0
    blank, backslash = _ends(lines[line])
    # After a line break the text goes on at the first letter of the next line that has one.
    breaks = is_block
    for character in [*scalar.text[:offset], scalar.text[offset : offset + 1] or " "]:
        if breaks and not character.isspace():
            line = next((n for n in range(line + 1, len(lines)) if lines[n].strip()), line)
            column = len(lines[line]) - len(lines[line].lstrip())
            blank, backslash = _ends(lines[line])
            breaks = False
        here = (line + 1, column + 1)
        if breaks:
            continue
        folded = scalar.style == '"' and backslash <= column < blank
        if (character.isspace() and column >= blank) or folded:
            breaks = True
        else:
            column += _width(lines[line], column, scalar.style)
    return here


def _ends(line: str) -> tuple[int, int]:
    """Where nothing but blanks is left of a line, and where nothing but a backslash is."""
    written = line.rstrip()
    before = len(written[:-1].rstrip()) if written.endswith("\\") else len(line) + 1
    return len(written), before


def _width(line: str, column: int, style: str) -> int:
    """How many characters of the line stand for the next character of the text."""
    if style == '"' and (escape := _ESCAPE.match(line, column)):
        return len(escape[0])
    return 2 if style == "'" and line.startswith("''", column) else 1
