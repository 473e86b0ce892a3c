"""The canonical text of every piece of notation in a file: selectors, abilities, conditions.

What is gathered is a text for each scalar of the file's tree, by the scalar's identity.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.cards.load import USES
from layerlaw.model.errors import LayerlawError
from layerlaw.model.files.nodes import list_of
from layerlaw.model.files.yaml_text import Mapping, Node, Scalar
from layerlaw.model.notation.parsing import (
    parse_ability,
    parse_condition,
    parse_duration,
    parse_operations,
    parse_scope,
    parse_selector,
)
from layerlaw.model.notation.printing import (
    print_ability,
    print_condition,
    print_duration,
    print_operations,
    print_scope,
    print_selector,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from layerlaw.model.notation.vocabulary import Vocabulary

Texts = dict[int, str]
"""The new text of a scalar, by its identity."""

_NO_SELECTORS = ("name", "other", "as long as", "unless", "until", "while in")


class Quoted(str):
    """A text that has to stand in double quotes: an object's id, where selectors stand."""

    __slots__ = ()


class NotationTexts:
    """Finds the canonical texts under one vocabulary."""

    def __init__(self, words: Vocabulary) -> None:
        self.words = words
        self.texts: Texts = {}

    def cards(self, node: Node) -> None:
        """Everything in a mapping of cards by name."""
        for _, card in entries(node):
            for key, value in entries(card):
                for item in list_of(value) if key.text in USES else ():
                    self._item(item)

    def ability(self, node: Node) -> None:
        """An ability on one line."""
        self._replace(node, self._ability)

    def selector(self, node: Node) -> None:
        """A selector."""
        self._replace(node, self._selector)

    def _item(self, node: Node) -> None:
        if isinstance(node, Scalar):
            self.ability(node)
        for key, value in entries(node):
            if key.text in ("as long as", "unless"):
                self._replace(value, self._condition)
            elif key.text == "until":
                self._replace(value, self._duration)
            elif key.text not in _NO_SELECTORS:
                if key.style == '"' and key.text in (*self.words.ids, *self.words.players):
                    self.texts[id(key)] = Quoted(key.text)
                else:
                    self._replace(key, self._scope)
                for each in list_of(value):
                    self._replace(each, self._operations)

    def _replace(self, node: Node, again: Callable[[str], str]) -> None:
        """A text that prints as what it is read as; anything else stays as it is."""
        if not isinstance(node, Scalar):
            return
        try:
            new = again(node.text)
            # What prints as something else would be a different text each time.
            if new != node.text and again(new) == new:
                self.texts[id(node)] = new
        except LayerlawError:
            return

    def _ability(self, text: str) -> str:
        keyword = self.words.keyword(text)
        if keyword is not None:
            return keyword
        ability = parse_ability(text, self.words)
        new = print_ability(ability, self.words.plurals)
        return new if parse_ability(new, self.words) == ability else text

    def _selector(self, text: str) -> str:
        selector = parse_selector(text, self.words)
        new = print_selector(selector, self.words.plurals)
        return new if parse_selector(new, self.words) == selector else text

    def _condition(self, text: str) -> str:
        condition = parse_condition(text, self.words)
        new = print_condition(condition, self.words.plurals)
        return new if parse_condition(new, self.words) == condition else text

    def _duration(self, text: str) -> str:
        duration = parse_duration(text, self.words)
        new = print_duration(duration, self.words.plurals)
        return new if parse_duration(new, self.words) == duration else text

    def _scope(self, text: str) -> str:
        found = parse_scope(text, self.words)
        new = print_scope(*found, self.words.plurals)
        return new if parse_scope(new, self.words) == found else text

    def _operations(self, text: str) -> str:
        found = operations, condition, until, zones = parse_operations(text, self.words)
        if zones:
            return text
        new = print_operations(operations, condition, until, self.words.plurals)
        return new if parse_operations(new, self.words) == found else text


def entries(node: Node) -> Iterator[tuple[Scalar, Node]]:
    """The entries of a mapping; of anything else none."""
    yield from node.entries if isinstance(node, Mapping) else ()


def behind(node: Node, key: str) -> Node | None:
    """What stands behind a key of a mapping."""
    return next((value for word, value in entries(node) if word.text == key), None)
