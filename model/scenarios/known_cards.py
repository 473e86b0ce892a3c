"""The cards that a scenario can name: its own, those of its card files, and the shipped ones."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from layerlaw.model.candidates import advice
from layerlaw.model.cards.given import activated_names, given_names
from layerlaw.model.cards.load import CardReader, card_entries
from layerlaw.model.errors import BadInput
from layerlaw.model.files.yaml_text import Problems, read
from layerlaw.model.shipped import shipped_cards

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from layerlaw.model.cards.card import Card, PrintedAbility
    from layerlaw.model.errors import Problem
    from layerlaw.model.files.yaml_text import Node, Scalar
    from layerlaw.model.notation.vocabulary import Vocabulary
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.event_lines import EventLine
    from layerlaw.model.scenarios.notation import Word


class KnownCards:
    """The cards of one scenario by name.

    foreign: problems in files other than the scenario's. unread: the cards that have problems.
    """

    def __init__(self, rulebook: Rulebook, problems: Problems) -> None:
        self.rulebook = rulebook
        self.problems = problems
        self.foreign: list[Problem] = []
        self.unread: set[str] = set()
        self._shipped = shipped_cards(rulebook)
        self._cards: dict[str, Card] = {}
        self._named: list[str] = []
        self._unknown: dict[str, str] = {}

    @property
    def names(self) -> set[str]:
        """The names of the cards that have been read, and of the shipped ones."""
        return {*self._cards, *self._shipped}

    def read_own(self, entries: Iterable[tuple[Scalar, Node]], words: Vocabulary) -> None:
        """Reads the cards that stand in the scenario itself, which hide others of their names."""
        reader = CardReader(self.rulebook, words, self.problems)
        for key, node in entries:
            self._read(reader, key, node, self.problems)

    def read_file(self, name: Scalar, path: Path, words: Vocabulary) -> None:
        """Reads a file of cards; name: what stands for it in the scenario."""
        try:
            document = read(path)
        except BadInput as error:
            self.problems.add(name, f"the card file '{name.text}' can't be read")
            self.foreign += error.problems
            return
        problems = Problems(document.file, document.lines)
        reader = CardReader(self.rulebook, words, problems)
        for key, node in card_entries(document, problems).values():
            if key.text in self._cards:
                problems.add(key, f"the card '{key.text}' stands in another card file as well")
            self._read(reader, key, node, problems)
        self.foreign += problems.noted

    def _read(self, reader: CardReader, key: Scalar, node: Node, problems: Problems) -> None:
        before = len(problems.noted)
        self._cards[key.text] = reader.card(key, node)
        if len(problems.noted) > before:
            self.unread.add(key.text)

    def given_names(
        self, own: Iterable[tuple[Scalar, Node]], lines: Iterable[EventLine]
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names of the abilities that cards give: those read, the own ones, those in play.

        own: not read yet. lines: the events, which name shipped cards. Returns all of them, and
        those that are activated.
        """
        own = tuple(own)
        names = [name for _, node in own for name in given_names(node)]
        activated = [name for _, node in own for name in activated_names(node)]
        cards = [*self._cards.values()]
        for word in dict.fromkeys(word.text for line in lines for word in line.said.words):
            if word not in self._cards and word in self._shipped:
                with suppress(BadInput):  # What is wrong with the card is said where it is played.
                    cards.insert(0, self._shipped[word])
                    self._named.append(word)
        names += [given.name for card in cards for given in card.gives]
        activated += [
            given.name for card in cards for given in card.gives if given.use == "activates"
        ]
        return tuple(dict.fromkeys(names)), tuple(dict.fromkeys(activated))

    def given(self, name: str) -> tuple[PrintedAbility, ...]:
        """The abilities that cards of the scenario give by that name, each once."""
        shipped = (self._shipped[card] for card in self._named if card not in self._cards)
        cards = (*self._cards.values(), *shipped)
        return tuple(
            dict.fromkeys(given for card in cards for given in card.gives if given.name == name)
        )

    def find(self, line: EventLine, name: Word) -> Card | None:
        """The card that an event names; notes if there is none that can be used."""
        if name.text in self._cards:
            return self._cards[name.text]
        if name.text in self._shipped:
            try:
                return self._shipped[name.text]
            except BadInput as error:
                self.foreign += error.problems
                message = f"the shipped card '{name.text}' does not fit the rulebook"
                self.problems.add(line.node, message, offset=name.offset)
                return None
        if name.text not in self._unknown:
            known = {**self._cards, **dict.fromkeys(self._shipped)}
            self._unknown[name.text] = advice(name.text, known)
        hint = self._unknown[name.text]
        message = f"unknown card '{name.text}'" + (f": {hint}" if hint else "")
        self.problems.add(line.node, message, offset=name.offset)
        return None
