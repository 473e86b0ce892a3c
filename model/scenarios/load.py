"""Loads a scenario from YAML, with its rulebook and cards, and checks that it can happen."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.errors import BadInput, LayerlawError, Problem, Where
from layerlaw.model.files.nodes import one_of, texts_of
from layerlaw.model.files.yaml_text import Problems, Scalar, parse, read, stop_if_bad, text_of_file
from layerlaw.model.places import shipped_folder
from layerlaw.model.rulebooks.load import load_rulebook
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.rulebooks.words import EVENT_WORDS, vocabulary
from layerlaw.model.scenarios import scenario_format as keys
from layerlaw.model.scenarios.event_faults import faults
from layerlaw.model.scenarios.event_lines import EventLines, each_line
from layerlaw.model.scenarios.known_cards import KnownCards
from layerlaw.model.scenarios.load_events import EventReader
from layerlaw.model.scenarios.load_expectations import ExpectationReader
from layerlaw.model.scenarios.order import (
    effect_events,
    legal_orders,
    reordered,
    with_variant,
)
from layerlaw.model.scenarios.scenario import Scenario, Variant
from layerlaw.model.scenarios.scenario_format import STATED_NOW
from layerlaw.model.shipped import shipped_rulebook

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.files.format import Fields
    from layerlaw.model.files.yaml_text import Document, Node
    from layerlaw.model.scenarios.events import Event
    from layerlaw.model.scenarios.expectations import Expected

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
    """The scenario in a YAML file.

    path: of the file. Raises `BadInput` with everything that is wrong with it.
    rulebook: a shipped one's id, or a file, to read it under instead of its own. Its own readings
    and clauses are then left out, and so are the facts of layers that this rulebook does not have,
    and the variants that name readings. Raises `LayerlawError` if there is no such rulebook.
    undecided: nobody has to be `active` where cards of several players enter together.

    >>> from layerlaw import load_scenario, shipped_scenarios
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> load_scenario(path).title
    'Two Kings of the Realm'
    """
    return scenario_in(read(path), Path(path).parent, rulebook, undecided=undecided)


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
    """The scenario in YAML text.

    text: of the whole file.
    file: what messages call it. folder: what the files it names are relative to; without one it
    can't name files. rulebook, undecided: as in `load_scenario`; a rulebook can be one that is
    read already. books: those that it can name besides shipped ones; where they are given no file
    of the user's is read, whatever the text says. Raises as `load_scenario` does.

    >>> from layerlaw import loads_scenario, shipped_scenarios
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> loads_scenario(path.read_text(encoding="utf-8")).title
    'Two Kings of the Realm'
    """
    return scenario_in(parse(text, file), folder, rulebook, undecided=undecided, books=books)


def scenario_in(
    document: Document,
    folder: Path | str | None,
    rulebook: str | Rulebook | None,
    *,
    undecided: bool = False,
    books: Mapping[str, Rulebook] | None = None,
) -> Scenario:
    """The scenario in a document; what the parameters mean, `loads_scenario` says."""
    other = named_rulebook(rulebook) if isinstance(rulebook, str) else rulebook
    beside = Path(folder) if folder is not None and books is None else None
    return _Reader(document, beside, other, undecided=undecided, books=books).scenario()


_SCHEMA_LINE = re.compile(r"\A# yaml-language-server: .*\n")


def named_rulebook(name: str) -> Rulebook:
    """The shipped rulebook of that id, or that in the YAML file.

    Raises `LayerlawError` if there is none, `BadInput` for what is wrong with the file.
    """
    return load_rulebook(name) if is_file(name) else shipped_rulebook(name)


def rulebook_text(name: str) -> str:
    """The YAML of a rulebook, named as for `named_rulebook`, as it may be copied.

    It has no first line that tells editors where its schema is, for that names a file beside it.
    Raises as `named_rulebook` does.
    """
    named_rulebook(name)
    path = Path(name) if is_file(name) else shipped_folder() / "rulebooks" / f"{name}.yaml"
    return _SCHEMA_LINE.sub("", text_of_file(path))


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
        self.fields = keys.SCENARIO_TABLE.fields(document.root, self.problems)
        self.folder = folder

    def scenario(self) -> Scenario:
        fields = self.fields
        title = fields.text(keys.TITLE)
        rulebook, own_counters = self._with_counters(self._rulebook())
        players = self._players(rulebook)
        active = self._active(players)
        readings = self._readings(fields, rulebook)
        because = self._because(fields, rulebook)
        words = vocabulary(rulebook).with_names(players, ())
        cards = KnownCards(rulebook, self.problems)
        for name in fields[keys.CARD_FILES]:
            if (path := self._path(name)) is not None:
                cards.read_file(name, path, words)
        own = fields[keys.CARDS]
        counters = tuple(each.name for each in rulebook.characteristics.values() if each.by_events)
        own_names = {key.text for key, _ in own}
        names = cards.names | own_names
        lines = EventLines(players, counters, names, self.problems, rulebook.event_words, own_names)
        read_lines = lines.read(fields[keys.PLAY])
        rulebook = rulebook.with_given(*cards.given_names(own, each_line(read_lines)))
        words = vocabulary(rulebook)
        cards.read_own(own, words.with_names(players, lines.ids))
        # Whether `active` has to be said may hang on the readings.
        settled = rulebook.settled(readings)
        events = EventReader(
            settled, players, lines.ids, self.problems, cards.find, cards.given, cards.unread
        )
        lenient = self.other is not None
        expectations = ExpectationReader(
            rulebook, players, lines.ids, events.uses, self.problems, lenient=lenient
        )
        for line in read_lines:
            if line.form == STATED_NOW.name:
                self._check_stated(line.key)
        play = events.read(read_lines, active, expectations.read, undecided=self.undecided)
        expect = self._expected(fields, expectations)
        also = (
            self._variant(node, settled, play, lines, players, active, expectations)
            for node in fields[keys.ALSO]
        )
        scenario = Scenario(
            title=title,
            rulebook=rulebook,
            players=players,
            active=active,
            play=play,
            expect=expect,
            variants=tuple(variant for variant in also if variant is not None),
            readings=readings,
            source=fields.text(keys.FROM),
            because=because,
            file=self.problems.file,
            counters=own_counters,
        )
        stop_if_bad([*self.problems.noted, *cards.foreign])
        return scenario

    # --- what it rests on -----------------------------------------------------------------

    def _rulebook(self) -> Rulebook:
        key = keys.RULEBOOK if self.other is None else keys.RULEBOOK.optional()
        name = self.fields[key]
        if self.other is not None:
            return self.other
        foreign: tuple[Problem, ...] = ()
        if name is not None and self.books is not None and name.text in self.books:
            return self.books[name.text]
        if name is not None:
            try:
                if not is_file(name.text):
                    return shipped_rulebook(name.text)
                path = self._path(name)
                if path is not None:
                    return load_rulebook(path)
            except BadInput as error:
                self.problems.add(name, f"the rulebook '{name.text}' can't be used")
                foreign = error.problems
            except LayerlawError as error:
                self.problems.add(name, str(error))
        # Nothing else means anything without a rulebook.
        stop_if_bad([*self.problems.noted, *foreign])
        raise AssertionError

    def _with_counters(self, rulebook: Rulebook) -> tuple[Rulebook, tuple[str, ...]]:
        """The rulebook with the kinds of counters of this scenario, and their names."""
        taken = {*EVENT_WORDS, *rulebook.event_words, *rulebook.nouns}
        kinds: list[str] = []
        for node in self.fields[keys.COUNTERS]:
            if node.text in rulebook.characteristics:
                message = f"'{node.text}' is a characteristic of the rulebook already"
                self.problems.add(node, message)
            elif node.text in taken:
                self.problems.add(
                    node, f"no counter can be called '{node.text}': it means something"
                )
            elif not re.fullmatch(r"[^\W\d_][\w'-]*", node.text):
                self.problems.add(node, f"'{node.text}' can't be a counter: only a word can")
            else:
                kinds.append(node.text)
        return rulebook.with_counters(tuple(kinds)), tuple(kinds)

    def _path(self, node: Scalar) -> Path | None:
        if self.books is not None:
            message = f"'{node.text}' can't be used: no file is read from disk here"
            self.problems.add(node, message, suggestion="put what it holds into the text itself")
            return None
        if self.folder is None:
            self.problems.add(node, "a scenario that is no file can't name files")
            return None
        return self.folder / node.text

    # --- players and clauses --------------------------------------------------------------

    def _players(self, rulebook: Rulebook) -> tuple[str, ...]:
        counters = [each.name for each in rulebook.characteristics.values() if each.by_events]
        players: dict[str, Scalar] = {}
        named = self.fields[keys.PLAYERS]
        if len(named) > MOST_PLAYERS:
            self.problems.add(named[MOST_PLAYERS], f"more than {MOST_PLAYERS} players")
        for node in named[:MOST_PLAYERS]:
            if node.text in (*_NO_PLAYERS, *counters, *rulebook.event_words):
                self.problems.add(
                    node, f"no player can be called '{node.text}': it means something"
                )
            elif re.search(r'[,:"\[\]{}]|^\s|\s$', node.text):
                self.problems.add(node, f"'{node.text}' can't be a player: only words can")
            elif node.text in players:
                self.problems.add(node, f"two players with the name '{node.text}'")
            players.setdefault(node.text, node)
        listed = self.fields.node_of(keys.PLAYERS)
        if listed is not None and not players:
            self.problems.add(listed, "there is no player")
        return tuple(players)

    def _active(self, players: tuple[str, ...]) -> str | None:
        node = self.fields[keys.ACTIVE]
        if node is None or not one_of(node, players, self.problems, "player"):
            return None
        return node.text

    def _readings(self, fields: Fields, rulebook: Rulebook) -> Mapping[str, str]:
        chosen: dict[str, str] = {}
        entries = fields[keys.READINGS]
        for key, node in entries if self.other is None else ():
            if one_of(key, rulebook.points, self.problems, "open point"):
                readings = [reading.id for reading in rulebook.points[key.text].readings]
                for text in texts_of([node], self.problems, "a reading"):
                    if one_of(text, readings, self.problems, "reading"):
                        chosen[key.text] = text.text
        return MappingProxyType(chosen)

    def _because(self, fields: Fields, rulebook: Rulebook) -> tuple[str, ...]:
        known = [*rulebook.clauses, *rulebook.points]
        words = fields[keys.BECAUSE]
        if self.other is not None:
            return ()
        return tuple(word.text for word in words if one_of(word, known, self.problems, "clause"))

    def _expected(self, fields: Fields, expectations: ExpectationReader) -> tuple[Expected, ...]:
        """What the document states of its example, then what is expected besides."""
        node = fields.node_of(keys.STATED)
        if node is not None:
            self._check_stated(node)
        stated = expectations.read(fields[keys.STATED], stated=True)
        return (*stated, *expectations.read(fields[keys.EXPECT]))

    def _check_stated(self, node: Node) -> None:
        """A document's statement stands somewhere in it."""
        if not self.fields.text(keys.FROM):
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
        fields = keys.VARIANT_TABLE.fields(node, self.problems)
        order_node = fields.node_of(keys.ORDER)
        if self.other is not None and fields.node_of(keys.READINGS) is not None:
            return None
        order = tuple(self._order(fields, lines))
        readings = self._readings(fields, rulebook)
        title = fields.text(keys.VARIANT_TITLE)
        because = self._because(fields, rulebook)
        if fields.node_of(keys.STATED) is None and fields.node_of(keys.EXPECT) is None:
            fields.need(keys.EXPECT)
        expect = self._expected(fields, expectations)
        if order_node is None and not fields[keys.READINGS]:
            self.problems.add(node, "it needs an 'order' or 'readings', else it is the same again")
        if order_node is not None and not self.problems.noted:
            try:
                events = reordered(play, order)
            except LayerlawError as error:
                self.problems.add(order_node, str(error))
                events = ()
            impossible = faults(
                events,
                players,
                active,
                (),
                rulebook.in_play,
                anywhere=rulebook.kept_anywhere,
                circles=rulebook.carried_circles,
                entry=rulebook.settled(readings).policy("simultaneous entry"),
                undecided=self.undecided,
            )
            for fault in impossible:
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
        for word in fields[keys.ORDER]:
            if not one_of(word, lines.ids, self.problems, "id"):
                continue
            if word.text in seen:
                self.problems.add(word, f"'{word.text}' stands here twice")
                continue
            seen.add(word.text)
            yield word.text
