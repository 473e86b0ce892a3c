"""Reads YAML as text: a tree of scalars, sequences and mappings that know where they stand."""

from __future__ import annotations

import re
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

import yaml

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import BadInput, NotationError, Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

P = ParamSpec("P")
Parsed = TypeVar("Parsed")

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
    """Keys and their values, in the order written; no key occurs twice."""

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
class Problems:
    """Collects the problems of one file."""

    file: str
    lines: tuple[str, ...] = ()
    noted: list[Problem] = field(default_factory=list)

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
        if len(self.noted) == MOST_PROBLEMS:
            more = "there are more problems; the file was read no further"
            stop_if_bad([*self.noted, Problem(self.file, line, column, more)])
        source = ""
        if self.lines:
            # What is missing at the end of a file is missing behind its last letter.
            inside = line <= len(self.lines)
            line = min(line, len(self.lines))
            last = len(self.lines[line - 1]) + 1
            column = min(column, last) if inside else last
            source = self.lines[line - 1].rstrip()
        self.noted.append(Problem(self.file, line, column, message, expected, suggestion, source))

    def notation(self, node: Node, error: NotationError, start: int = 0) -> None:
        """Notes a piece of notation that does not parse and begins at `start` of the text."""
        self.add(
            node,
            error.message,
            expected=error.expected,
            suggestion=error.suggestion,
            offset=start + error.offset,
        )

    def parsed(
        self,
        node: Scalar,
        parse: Callable[Concatenate[str, P], Parsed],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Parsed | None:
        """What a piece of notation means; notes one that does not parse."""
        try:
            return parse(node.text, *args, **kwargs)
        except NotationError as error:
            self.notation(node, error)
            return None

    def stop_if_bad(self) -> None:
        """Raises `BadInput` with everything noted so far, if there is anything."""
        stop_if_bad(self.noted)


def stop_if_bad(problems: Iterable[Problem]) -> None:
    """Raises `BadInput` with the problems in reading order, if there are any."""
    once = list(dict.fromkeys(problems))
    if once:
        files = {problem.file: index for index, problem in reversed(list(enumerate(once)))}
        raise BadInput(sorted(once, key=lambda p: (files[p.file], p.line, p.column)))


def read(path: Path | str) -> Document:
    """The tree of a YAML file; raises `BadInput`."""
    return parse(text_of_file(path), str(path))


def text_of_file(path: Path | str) -> str:
    """The text of a file in UTF-8 that is not too large; raises `BadInput`."""
    path = Path(path)
    problems = Problems(str(path))
    try:
        if path.is_dir():
            problems.at(1, 1, "this is a folder, not a file")
        elif path.is_symlink() and not path.exists():
            problems.at(1, 1, "this is a link to what is not there")
        elif not path.exists():
            where = "" if path.is_absolute() else f": {path.absolute()}"
            problems.at(1, 1, f"there is no such file{where}")
        elif not path.is_file():
            problems.at(1, 1, "this is no ordinary file")
        elif path.stat().st_size > MOST_BYTES:
            problems.at(1, 1, f"the file is larger than {MOST_BYTES // 1_000_000} MB")
        problems.stop_if_bad()
        with path.open("rb") as file:
            # Some files are longer than they say.
            raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        problems.at(1, 1, f"the file can't be read: {error.strerror or error}")
        problems.stop_if_bad()
    return text_in(raw, str(path))


def text_in(raw: bytes, file: str) -> str:
    """The text that is written in UTF-8; `file` names it in messages. Raises `BadInput`."""
    problems = Problems(file)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        problems.at(
            before.count(b"\n") + 1,
            error.start - before.rfind(b"\n"),
            "the file is not UTF-8",
            suggestion="save it as UTF-8",
        )
        problems.stop_if_bad()
    return text


def parse(text: str, file: str = "<text>") -> Document:
    """The tree of YAML text; `file` names it in messages. Raises `BadInput`."""
    text = text.removeprefix("\ufeff")
    problems = Problems(file)
    if len(text) > MOST_BYTES:
        problems.at(1, 1, f"the text is larger than {MOST_BYTES // 1_000_000} MB")
        problems.stop_if_bad()
    lines = tuple(LINE_BREAK.split(text))
    problems.lines = lines
    for number, line in enumerate(lines, 1):
        if "\0" in line:
            problems.at(number, line.index("\0") + 1, "a NUL character")
    problems.stop_if_bad()
    root: Node | None = None
    try:
        root = _tree(yaml.parse(text, Loader=_LOADER), problems)
    except yaml.YAMLError as error:
        _note_yaml_error(error, text, problems)
    except UnicodeEncodeError as error:
        problems.at(1, 1, f"a character that UTF-8 does not have: {error.reason}")
    problems.stop_if_bad()
    if root is None:
        problems.at(1, 1, "there is nothing in it")
        problems.stop_if_bad()
        raise AssertionError
    return Document(file, lines, root)


def _tree(events: Iterator[yaml.Event], problems: Problems) -> Node | None:
    """Builds the tree without recursion; notes the parts of YAML that we do not read."""
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
                problems.at(line, column, "a second document begins here")
                return None
        if not isinstance(event, yaml.NodeEvent | yaml.CollectionEndEvent):
            continue
        nodes += isinstance(event, yaml.NodeEvent)
        if nodes > MOST_NODES:
            problems.at(line, column, f"more than {MOST_NODES} texts, lists and mappings")
            return None
        node: Node
        if isinstance(event, yaml.ScalarEvent):
            node = Scalar(event.value, line, column, event.style or "")
            _reject_extras(event, line, column, problems)
            if not check_text(node, problems):
                return None
        elif isinstance(event, yaml.AliasEvent):
            problems.at(line, column, f"an alias (*{event.anchor}) is not read here")
            node = Scalar("", line, column)
        elif isinstance(event, yaml.CollectionStartEvent):
            _reject_extras(event, line, column, problems)
            if len(stack) == DEEPEST:
                problems.at(line, column, f"nested deeper than {DEEPEST} levels")
                return None
            stack.append((isinstance(event, yaml.MappingStartEvent), line, column, []))
            continue
        else:
            is_mapping, line, column, held = stack.pop()
            if is_mapping:
                node = Mapping(_entries(held, problems), line, column)
            else:
                node = Sequence(tuple(held), line, column)
        if stack:
            stack[-1][3].append(node)
        else:
            root = node
    return root


def check_text(text: Scalar, problems: Problems) -> bool:
    """Notes characters that no text may have; returns whether to read on."""
    if len(text.text) > LONGEST_TEXT:
        message = f"a text of more than {LONGEST_TEXT} characters"
        problems.at(text.line, text.column, message)
        return False
    if hiding := _HIDING.search(text.text):
        message = f"the character U+{ord(hiding[0]):04X} is not read here"
        problems.add(text, message, offset=hiding.start())
    return True


def _entries(held: list[Node], problems: Problems) -> tuple[tuple[Scalar, Node], ...]:
    entries: dict[str, tuple[Scalar, Node]] = {}
    for key, value in zip(held[::2], held[1::2], strict=True):
        if not isinstance(key, Scalar):
            problems.add(key, "a key must be text")
        elif key.text in entries:
            first = entries[key.text][0].line
            problems.add(
                key, f"the key '{key.text}' stands here twice; the first is on line {first}"
            )
        else:
            entries[key.text] = (key, value)
    return tuple(entries.values())


def _reject_extras(
    event: yaml.ScalarEvent | yaml.CollectionStartEvent, line: int, column: int, problems: Problems
) -> None:
    if event.anchor is not None:
        problems.at(line, column, f"an anchor (&{event.anchor}) is not read here")
    if event.tag is not None:
        problems.at(
            line,
            column,
            f"a tag ({event.tag}) is not read here",
            suggestion="text that begins with '!' goes in quotes",
        )


def _note_yaml_error(error: yaml.YAMLError, text: str, problems: Problems) -> None:
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        # The C reader gives no place: find the first character that YAML does not allow.
        bad = re.search("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", text)
        before = LINE_BREAK.split(text[: bad.start()] if bad else "")
        what = f"the character {ord(bad[0]):#06x} is not allowed" if bad else str(error)
        problems.at(len(before), len(before[-1]) + 1, what)
        return
    problem = error.problem or "this is not YAML"
    suggestion = ""
    if "maximum nesting depth" in problem:
        # Newer readers have a bound of their own, far above ours.
        mark = error.problem_mark
        problems.at(mark.line + 1, mark.column + 1, f"nested deeper than {DEEPEST} levels")
        return
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
    problems.at(mark.line + 1, mark.column + 1, f"not YAML: {context}{problem}", "", suggestion)


def _stays_open(error: yaml.MarkedYAMLError, text: str) -> str:
    """Advice for a bracket that was not closed; "" if something else is wrong."""
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
