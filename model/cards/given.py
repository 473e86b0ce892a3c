"""Abilities that cards give by name: whoever has one may use it, whatever is printed on it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.cards import card_format as keys
from layerlaw.model.files.format import KeyedNode
from layerlaw.model.files.nodes import list_of
from layerlaw.model.files.yaml_text import Mapping, Scalar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.model.cards.card import PrintedAbility, Use
    from layerlaw.model.cards.load_abilities import AbilityReader
    from layerlaw.model.files.yaml_text import Node, Problems
    from layerlaw.model.rulebooks.rulebook import Rulebook


def given_names(card: Node) -> Iterator[str]:
    """The names of the abilities under `gives` of a card that is not read any further yet."""
    for key, node in card.entries if isinstance(card, Mapping) else ():
        if key.text == keys.GIVES.name:
            yield from (name.text for name in map(_name, list_of(node)) if name is not None)


def activated_names(card: Node) -> Iterator[str]:
    """Those of them that are activated."""
    for key, node in card.entries if isinstance(card, Mapping) else ():
        if key.text == keys.GIVES.name:
            for item in list_of(node):
                name, flag = _name(item), _flag(item)
                if name is not None and isinstance(flag, Scalar) and flag.text == "true":
                    yield name.text


def every_given_name(cards: Node) -> Iterator[str]:
    """The names of the abilities that the cards of a whole file give."""
    for _, card in cards.entries if isinstance(cards, Mapping) else ():
        yield from given_names(card)


def read_given(
    items: Iterable[Node], reader: AbilityReader, rulebook: Rulebook, problems: Problems
) -> Iterator[PrintedAbility]:
    """The abilities under `gives`; notes what is wrong with them."""
    taken: set[str] = set()
    for item in items:
        name = _name(item)
        if name is None:
            problems.add(item, "an ability that a card gives needs a 'name' to be gained by")
            continue
        if name.text in taken:
            problems.add(name, f"the card gives two abilities named '{name.text}'")
        # What other cards of a scenario give is a keyword there, too, and has no clause.
        if name.text in rulebook.keyword_clauses or name.text in rulebook.nouns:
            message = f"no ability that is given can be called '{name.text}': it means something"
            problems.add(name, message)
        taken.add(name.text)
        flag = _flag(item)
        if flag is None or not isinstance(item, Mapping):
            yield from reader.read(item, "triggers")
            continue
        at = KeyedNode(flag, keys.ACTIVATED.name, problems, required=False)
        use: Use = "activates" if keys.ACTIVATED.shape.read(at) else "triggers"
        rest = tuple(entry for entry in item.entries if entry[1] is not flag)
        yield from reader.read(replace(item, entries=rest), use)


def _flag(item: Node) -> Node | None:
    """What is said of an ability on whether it is activated."""
    for key, node in item.entries if isinstance(item, Mapping) else ():
        if key.text == keys.ACTIVATED.name:
            return node
    return None


def _name(item: Node) -> Scalar | None:
    for key, node in item.entries if isinstance(item, Mapping) else ():
        if key.text == keys.NAME.name and isinstance(node, Scalar) and node.text.strip():
            return node
    return None
