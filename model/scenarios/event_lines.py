"""Reads the events of a scenario as written and gives each its id; binds no other word."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import NotationError, did_you_mean
from layerlaw.model.files.nodes import is_empty, list_of
from layerlaw.model.files.yaml_text import Mapping as YamlMapping
from layerlaw.model.files.yaml_text import Node, Problems, Scalar, split_line
from layerlaw.model.notation.bounds import check_length
from layerlaw.model.rulebooks.words import EVENT_WORDS
from layerlaw.model.scenarios.notation import Said, Word, parse_event
from layerlaw.model.scenarios.scenario_format import (
    EXPECT_NOW,
    INNER_EVENT_TABLE,
    STATED_NOW,
    TOGETHER,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

MOST_EVENTS = 100_000
_ID = re.compile(r"[^\W\d_][\w'\u2019-]*")
# Words that would be something else where an expectation names an effect.
_NO_IDS = ("no", "loop")
_VERBS = {"use": "used", "activate": "used", "trigger": "used", "play": "known", "cast": "cast"}
_CARDS = ("played", "cast")
_CALLED = re.compile(r"\bas (\w[\w-]*)")
GIVES_ID = ("played", "cast", "used", "stacking", "uncovering")
"""The forms of events that give an id to something new."""


@dataclass(slots=True)
class EventLine:
    """One event as written; `inner` are the events of a `together`.

    form: one of `scenario_notation.FORMS`, or `together`, `expect` or `stated`. key, node: what it
    was read from. announced: it does not resolve yet.
    """

    form: str
    key: Scalar
    node: Node
    said: Said
    inner: list[EventLine] = field(default_factory=list)
    id: str = ""
    announced: bool = False


@dataclass
class EventLines:
    """Reads the lines of one scenario's `play`.

    card_names: for names that hold a word such as "at", and for those in another case. own_names:
    those among them that win where several differ only in case. own_words: the rulebook's words for
    events of its own, each with its form. ids: each id with its line in the file, those of lines
    that could not be read among them, so that nothing else is said of these.
    """

    players: Sequence[str]
    counters: Sequence[str]
    card_names: Collection[str]
    problems: Problems
    own_words: Mapping[str, str] = field(default_factory=dict)
    own_names: Collection[str] = ()
    ids: dict[str, int] = field(default_factory=dict, init=False)
    _count: int = field(default=0, init=False)
    _unread: dict[str, int] = field(default_factory=dict, init=False)

    def read(self, nodes: Sequence[Node]) -> list[EventLine]:
        """The events in their order, with an id for all that get one."""
        lines = [line for node in nodes if (line := self._line(node, inner=False))]
        every = [each for line in lines for each in (line.inner or [line])]
        for line in every:
            if line.said.name is not None and line.form != "known":
                self._take_id(line, line.said.name)
        for id, at in self._unread.items():
            self.ids.setdefault(id, at)
        numbers: Counter[str] = Counter()
        for line in every:
            first = line.said.words[0].text if line.said.words else ""
            if line.form == "cast" and first in self.ids and first not in self.card_names:
                # What is cast from another zone is named by its id.
                line.form = "known"
            elif line.form in _CARDS and first not in self.card_names:
                line.said = self._spelt(line.said)
                first = line.said.words[0].text
            if line.form in ("known", "resolve"):
                line.id = first
            elif line.form in GIVES_ID and not line.id:
                stem = _stem(line)
                while not line.id or line.id in self.ids or line.id in self.players:
                    numbers[stem] += 1
                    line.id = f"{stem}{numbers[stem]}"
                self.ids[line.id] = line.key.line
        return lines

    def _line(self, node: Node, *, inner: bool) -> EventLine | None:
        self._count += 1
        if self._count > MOST_EVENTS:
            if self._count == MOST_EVENTS + 1:
                self.problems.add(node, f"more than {MOST_EVENTS} events")
            return None
        node = split_line(node)
        if not isinstance(node, YamlMapping) or len(node.entries) != 1:
            self.problems.add(node, "an event is one `key: value` line", expected=self._keys(inner))
            return None
        ((key, value),) = node.entries
        if key.text in self.players:
            form = _form(value)
        elif key.text not in self._known(inner):
            what = "player" if inner else "event or player"
            suggestion = did_you_mean(key.text, self._known(inner))
            if key.text in _VERBS and self.players:
                suggestion = f"say who first: `{self.players[0]}: {key.text} ...`"
            self._leave_unread(value)
            self.problems.add(
                key,
                f"unknown {what} '{key.text}'",
                expected=self._keys(inner),
                suggestion=suggestion,
            )
            return None
        elif key.text == TOGETHER.name:
            return self._together(key, value)
        elif key.text in (EXPECT_NOW.name, STATED_NOW.name):
            return EventLine(key.text, key, value, Said(()))
        else:
            form = "counter" if key.text in self.counters else key.text
            form = self.own_words.get(key.text, form)
        if not isinstance(value, Scalar):
            advice = "text that holds ': ' or begins with a bracket goes in quotes"
            self.problems.add(value, "an event is one piece of text", suggestion=advice)
            return None
        said = self._said(form, value)
        if said is None:
            self._leave_unread(value)
        announced = form == "cast" or value.text.startswith(("activate ", "trigger "))
        announced = announced and key.text in self.players
        if inner and announced:
            self.problems.add(value, "what is announced stands alone, not in a 'together'")
        return EventLine(form, key, value, said, announced=announced) if said else None

    def _leave_unread(self, value: Node) -> None:
        if isinstance(value, Scalar):
            self._unread |= dict.fromkeys(_CALLED.findall(value.text), value.line)

    def _together(self, key: Scalar, value: Node) -> EventLine | None:
        items = list_of(value)
        if not items or is_empty(value):
            self.problems.add(value, "no events stand together here")
            return None
        inner = [line for node in items if (line := self._line(node, inner=True))]
        return EventLine("together", key, value, Said(()), inner)

    def _keys(self, inner: bool) -> str:
        return "one of the keys " + ", ".join(self._known(inner))

    def _known(self, inner: bool) -> tuple[str, ...]:
        if inner:
            return (*self.players, *INNER_EVENT_TABLE.names, *self.own_words, *self.counters)
        return (*self.players, *EVENT_WORDS, *self.own_words, *self.counters)

    def _said(self, form: str, node: Scalar) -> Said | None:
        try:
            check_length(node.text)
        except NotationError as error:
            self.problems.notation(node, error)
            return None
        try:
            said = parse_event(form, node.text)
        except NotationError as error:
            again = self._with_known_name(form, node.text)
            if again is None:
                self.problems.notation(node, error)
            return again
        if form in _CARDS and said.words[0].text not in self.card_names:
            return self._with_known_name(form, node.text) or said
        return said

    def _with_known_name(self, form: str, text: str) -> Said | None:
        """The event, if it begins with a card's name that holds a word of the notation."""
        if form not in _CARDS:
            return None
        start = len("cast ") if form == "cast" else 0
        for cut in reversed([match.start() for match in re.finditer(r"(?=\s)|$", text)]):
            name = text[start:cut]
            if name in self.card_names or self._spelling(name):
                try:
                    said = parse_event(form, text[:start] + "X" * len(name) + text[cut:])
                except NotationError:
                    continue
                return replace(said, words=(Word(name, start),))
        return None

    def _spelt(self, said: Said) -> Said:
        """The event with the card's name as the card has it, if it is written in another case."""
        first, *rest = said.words
        name = self._spelling(first.text)
        return replace(said, words=(first._replace(text=name), *rest)) if name else said

    def _spelling(self, name: str) -> str:
        """The one card's name that differs from this only in case, own ones first; else nothing."""
        found = self._by_lower.get(name.lower(), [])
        found = [each for each in found if each in self.own_names] or found
        return found[0] if len(found) == 1 else ""

    @cached_property
    def _by_lower(self) -> dict[str, list[str]]:
        by_lower: dict[str, list[str]] = {}
        for name in self.card_names:
            by_lower.setdefault(name.lower(), []).append(name)
        return by_lower

    def _take_id(self, line: EventLine, word: Word) -> None:
        line.id = word.text
        if not _ID.fullmatch(word.text) or word.text in _NO_IDS:
            self.problems.add(
                line.node,
                f"'{word.text}' can't be an id",
                expected="a letter, then letters, digits, '-', '_'",
                offset=word.offset,
            )
        elif word.text in (*self.players, "rules"):
            what = "a player" if word.text in self.players else "the rules"
            message = f"'{word.text}' means {what}, so nothing else can have it as an id"
            self.problems.add(line.node, message, offset=word.offset)
        elif word.text in self.ids:
            what = "events" if line.form == "used" else "objects"
            self.problems.add(
                line.node,
                f"two {what} with the id '{word.text}'; the first is on line {self.ids[word.text]}",
                offset=word.offset,
            )
        else:
            self.ids[word.text] = line.key.line


def each_line(lines: Sequence[EventLine]) -> Iterator[EventLine]:
    """The lines, and after a `together` those in it."""
    for line in lines:
        yield line
        yield from line.inner


def _form(node: Node) -> str:
    """What a player does, by the first word."""
    first = re.match(r"(\w+)\s", node.text) if isinstance(node, Scalar) else None
    return _VERBS.get(first[1], "played") if first else "played"


def _stem(line: EventLine) -> str:
    """What the number follows in an id that was left out: initials, `SOURCE.use`, `TOP-`."""
    if line.form == "used":
        return f"{line.said.words[0].text}.use"
    if line.form in ("stacking", "uncovering"):
        return f"{line.said.words[0].text}-"
    words = re.findall(r"[^\W\d_][\w'\u2019]*", line.said.words[0].text)
    return "".join(word[0] for word in words) or "X"
