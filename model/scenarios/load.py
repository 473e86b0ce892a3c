"""Loads a scenario from YAML, with its rulebook and cards, and checks that it can happen."""

from __future__ import annotations

import re
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.cards.load import CardReader, card_entries
from layerlaw.model.errors import BadInput, LayerlawError, Problem, Where, did_you_mean
from layerlaw.model.files.fields import Fields
from layerlaw.model.files.nodes import list_of, one_of, texts_of
from layerlaw.model.files.yaml_text import Problems, Scalar, parse, read, stop_if_bad
from layerlaw.model.notation.vocabulary import EVENT_WORDS
from layerlaw.model.rulebooks.load import load_rulebook, vocabulary
from layerlaw.model.scenarios.event_faults import faults
from layerlaw.model.scenarios.event_lines import EventLines, Line
from layerlaw.model.scenarios.load_events import EventReader
from layerlaw.model.scenarios.load_expectations import ExpectationReader
from layerlaw.model.scenarios.order import (
    effect_events,
    legal_orders,
    reordered,
    with_variant,
)
from layerlaw.model.scenarios.scenario import Scenario, Variant
from layerlaw.model.shipped import shipped_cards, shipped_rulebook

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from layerlaw.model.cards.card import Card
    from layerlaw.model.files.yaml_text import Document, Node
    from layerlaw.model.notation.vocabulary import Vocabulary
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.notation import Word
    from layerlaw.model.scenarios.scenario import Event, Expected

__all__ = ["effect_events", "legal_orders", "load_scenario", "loads_scenario", "with_variant"]

MOST_PLAYERS = 100
# What a player can't be called, because it means something else.
_NO_PLAYERS = (
    *EVENT_WORDS,
    "no one",
    "none",
    "opponent",
    "an opponent",
    "opponents",
    "owner",
    "player",
    "players",
    "rules",
    "the rules",
)


@checked()
def load_scenario(
    path: Path | str, *, rulebook: str | None = None, undecided: bool = False
) -> Scenario:
    """The scenario in a YAML file; raises `BadInput` with everything that is wrong with it.

    rulebook: a shipped one's id, or a file, to read it under instead of its own. Its own readings
    and clauses are then left out, and so are the facts of layers that this rulebook does not have,
    and the variants that name readings. Raises `LayerlawError` if there is no such rulebook.
    undecided: nobody has to be `active` where cards of several players enter together.
    """
    other = named_rulebook(rulebook) if rulebook is not None else None
    return _Reader(read(path), Path(path).parent, other, undecided=undecided).scenario()


@checked()
def loads_scenario(
    text: str,
    file: str = "<text>",
    folder: Path | str | None = None,
    *,
    rulebook: str | Rulebook | None = None,
    undecided: bool = False,
    books: Mapping[str, Rulebook] | None = None,
) -> Scenario:
    """The scenario in YAML text; raises `BadInput`.

    file: names it in messages. folder: what the files it names are relative to; without one it
    can't name files. rulebook, undecided: as in `load_scenario`; a rulebook can be one that is
    read already. books: those that it can name besides shipped ones; where they are given no file
    of the user's is read, whatever the text says.
    """
    other = named_rulebook(rulebook) if isinstance(rulebook, str) else rulebook
    beside = Path(folder) if folder is not None and books is None else None
    return _Reader(parse(text, file), beside, other, undecided=undecided, books=books).scenario()


def named_rulebook(name: str) -> Rulebook:
    """The shipped rulebook of that id, or that in the YAML file.

    Raises `LayerlawError` if there is none, `BadInput` for what is wrong with the file.
    """
    return load_rulebook(name) if is_file(name) else shipped_rulebook(name)


def is_file(name: str) -> bool:
    """Whether a rulebook's name is that of a file."""
    return "/" in name or name.endswith((".yaml", ".yml"))


class _Reader:
    """Reads one scenario."""

    def __init__(
        self,
        document: Document,
        folder: Path | None,
        other: Rulebook | None,
        *,
        undecided: bool = False,
        books: Mapping[str, Rulebook] | None = None,
    ) -> None:
        """other: the rulebook to read it under instead of its own. books: as `loads_scenario`."""
        self.other = other
        self.books = books
        self.undecided = undecided
        self.problems = Problems(document.file, document.lines)
        self.fields = Fields(document.root, self.problems, "a scenario")
        self.folder = folder
        # Problems of other files: the rulebook's, the cards'.
        self.foreign: list[Problem] = []
        self.cards: dict[str, Card] = {}
        self.shipped: Mapping[str, Card] = {}
        self._bad_cards: dict[str, str] = {}

    def scenario(self) -> Scenario:
        fields = self.fields
        title = fields.text("title", required=True)
        source = fields.text("from")
        rulebook = self._rulebook()
        players = self._players(rulebook)
        active = self._active(players)
        readings = self._readings(self.fields, rulebook)
        because = self._because(self.fields, rulebook)
        self.shipped = shipped_cards(rulebook)
        own = fields.entries("cards")
        words = vocabulary(rulebook).with_names(players, ())
        self._card_files(rulebook, words)
        counters = tuple(each.name for each in rulebook.characteristics.values() if each.by_events)
        names = {key.text for key, _ in own} | self.cards.keys() | self.shipped.keys()
        lines = EventLines(players, counters, names, self.problems, tuple(rulebook.stacking))
        read_lines = lines.read(fields.items("play", required=True))
        reader = CardReader(rulebook, words.with_names(players, lines.ids), self.problems)
        self.cards.update((key.text, reader.card(key, node)) for key, node in own)
        # Whether `active` has to be said may hang on the readings.
        read = rulebook.settled(readings)
        events = EventReader(read, players, lines.ids, self._card, self.problems)
        lenient = self.other is not None
        expectations = ExpectationReader(
            rulebook, players, lines.ids, events.uses, self.problems, lenient=lenient
        )
        for line in read_lines:
            if line.form == "stated":
                self._check_stated(line.key)
        play = events.read(read_lines, active, expectations.read, undecided=self.undecided)
        expect = self._expected(fields, expectations)
        also = (
            self._variant(node, read, play, lines, players, active, expectations)
            for node in fields.items("also")
        )
        variants = tuple(variant for variant in also if variant is not None)
        fields.finish()
        stop_if_bad([*self.problems.noted, *self.foreign])
        return Scenario(
            title=title,
            rulebook=rulebook,
            players=players,
            active=active,
            play=play,
            expect=expect,
            variants=variants,
            readings=readings,
            source=source,
            because=because,
            file=self.problems.file,
        )

    # --- what it rests on -----------------------------------------------------------------

    def _rulebook(self) -> Rulebook:
        node = self.fields.scalar("rulebook", required=self.other is None)
        if self.other is not None:
            return self.other
        if node is not None and self.books is not None and node.text in self.books:
            return self.books[node.text]
        if node is not None:
            try:
                if is_file(node.text):
                    path = self._path(node)
                    if path is not None:
                        return load_rulebook(path)
                else:
                    return shipped_rulebook(node.text)
            except BadInput as error:
                self.problems.add(node, f"the rulebook '{node.text}' can't be used")
                self.foreign += error.problems
            except LayerlawError as error:
                self.problems.add(node, str(error))
        # Nothing else means anything without a rulebook.
        stop_if_bad([*self.problems.noted, *self.foreign])
        raise AssertionError

    def _path(self, node: Scalar) -> Path | None:
        if self.books is not None:
            message = f"'{node.text}' can't be used: no file is read from disk here"
            self.problems.add(node, message, suggestion="put what it holds into the text itself")
            return None
        if self.folder is None:
            self.problems.add(node, "a scenario that is no file can't name files")
            return None
        return self.folder / node.text

    def _card_files(self, rulebook: Rulebook, words: Vocabulary) -> None:
        for name in self.fields.words("card files"):
            path = self._path(name)
            if path is None:
                continue
            try:
                document = read(path)
            except BadInput as error:
                self.problems.add(name, f"the card file '{name.text}' can't be read")
                self.foreign += error.problems
                continue
            problems = Problems(document.file, document.lines)
            reader = CardReader(rulebook, words, problems)
            for key, node in card_entries(document, problems).values():
                if key.text in self.cards:
                    problems.add(key, f"the card '{key.text}' stands in another card file as well")
                self.cards[key.text] = reader.card(key, node)
            self.foreign += problems.noted

    def _card(self, line: Line, name: Word) -> Card | None:
        """The card of that name: the scenario's own, one of its files', a shipped one."""
        if name.text in self.cards:
            return self.cards[name.text]
        if name.text in self.shipped:
            try:
                return self.shipped[name.text]
            except BadInput as error:
                self.foreign += error.problems
                message = f"the shipped card '{name.text}' does not fit the rulebook"
                self.problems.add(line.node, message, offset=name.offset)
                return None
        if name.text not in self._bad_cards:
            known = {**self.cards, **dict.fromkeys(self.shipped)}
            self._bad_cards[name.text] = did_you_mean(name.text, known)
        advice = self._bad_cards[name.text]
        message = f"unknown card '{name.text}'" + (f": {advice}" if advice else "")
        self.problems.add(line.node, message, offset=name.offset)
        return None

    # --- players and clauses --------------------------------------------------------------

    def _players(self, rulebook: Rulebook) -> tuple[str, ...]:
        counters = [each.name for each in rulebook.characteristics.values() if each.by_events]
        found: dict[str, Scalar] = {}
        named = self.fields.words("players", required=True)
        if len(named) > MOST_PLAYERS:
            self.problems.add(named[MOST_PLAYERS], f"more than {MOST_PLAYERS} players")
        for node in named[:MOST_PLAYERS]:
            if node.text in (*_NO_PLAYERS, *counters, *rulebook.stacking):
                self.problems.add(
                    node, f"no player can be called '{node.text}': it means something"
                )
            elif re.search(r'[,:"\[\]{}]|^\s|\s$', node.text):
                self.problems.add(node, f"'{node.text}' can't be a player: only words can")
            elif node.text in found:
                self.problems.add(node, f"two players with the name '{node.text}'")
            found.setdefault(node.text, node)
        players = self.fields.take("players")
        if players is not None and not found:
            self.problems.add(players, "there is no player")
        return tuple(found)

    def _active(self, players: tuple[str, ...]) -> str | None:
        node = self.fields.scalar("active")
        if node is None or not one_of(node, players, self.problems, "player"):
            return None
        return node.text

    def _readings(self, fields: Fields, rulebook: Rulebook) -> Mapping[str, str]:
        found: dict[str, str] = {}
        entries = fields.entries("readings")
        for key, node in entries if self.other is None else ():
            if one_of(key, rulebook.points, self.problems, "open point"):
                readings = [reading.id for reading in rulebook.points[key.text].readings]
                for text in texts_of([node], self.problems, "a reading"):
                    if one_of(text, readings, self.problems, "reading"):
                        found[key.text] = text.text
        return MappingProxyType(found)

    def _because(self, fields: Fields, rulebook: Rulebook) -> tuple[str, ...]:
        known = [*rulebook.clauses, *rulebook.points]
        words = fields.words("because")
        if self.other is not None:
            return ()
        return tuple(word.text for word in words if one_of(word, known, self.problems, "clause"))

    def _expected(
        self, fields: Fields, expectations: ExpectationReader, *, required: bool = False
    ) -> tuple[Expected, ...]:
        """What the document states of its example, then what is expected besides."""
        node = fields.take("stated")
        if node is not None:
            self._check_stated(node)
        stated = expectations.read(list_of(node), stated=True) if node is not None else ()
        needed = required and node is None
        return (*stated, *expectations.read(fields.items("expect", required=needed)))

    def _check_stated(self, node: Node) -> None:
        """A document's statement stands somewhere in it."""
        if not self.fields.text("from"):
            message = "it is not said where the document states this"
            self.problems.add(node, message, expected="the place under the scenario's key 'from'")

    # --- variants -------------------------------------------------------------------------

    def _variant(
        self,
        node: Node,
        rulebook: Rulebook,
        play: tuple[Event, ...],
        lines: EventLines,
        players: tuple[str, ...],
        active: str | None,
        expectations: ExpectationReader,
    ) -> Variant | None:
        """Another order, or other readings; None if it means nothing under another rulebook."""
        fields = Fields(node, self.problems, "another order")
        order_node = fields.take("order")
        if self.other is not None and fields.take("readings") is not None:
            return None
        order = tuple(self._order(fields, lines))
        readings = self._readings(fields, rulebook)
        title = fields.text("title")
        because = self._because(fields, rulebook)
        expect = self._expected(fields, expectations, required=True)
        fields.finish()
        if order_node is None and not fields.entries("readings"):
            self.problems.add(node, "it needs an 'order' or 'readings', else it is the same again")
        if order_node is not None and not self.problems.noted:
            try:
                there = reordered(play, order)
            except LayerlawError as error:
                self.problems.add(order_node, str(error))
                there = ()
            found = faults(
                there,
                players,
                active,
                (),
                rulebook.in_play,
                entry=rulebook.settled(readings).policy("simultaneous entry"),
                undecided=self.undecided,
            )
            for fault in found:
                self.problems.add(order_node, f"in this order {fault.message}")
        parts = [f"order {', '.join(order)}"] if order else []
        parts += [f"{point} {reading}" for point, reading in readings.items()]
        return Variant(
            title=title or "; ".join(parts),
            order=order,
            readings=readings,
            because=because,
            expect=expect,
            where=Where(self.problems.file, node.line, node.column),
        )

    def _order(self, fields: Fields, lines: EventLines) -> Iterator[str]:
        seen: set[str] = set()
        for word in fields.words("order"):
            if not one_of(word, lines.ids, self.problems, "id"):
                continue
            if word.text in seen:
                self.problems.add(word, f"'{word.text}' stands here twice")
                continue
            seen.add(word.text)
            yield word.text
