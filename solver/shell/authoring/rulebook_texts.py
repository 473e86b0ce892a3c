"""The canonical text of everything in a rulebook that is written in the notation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.files.nodes import list_of
from layerlaw.model.rulebooks.load import vocabulary
from layerlaw.solver.shell.authoring.notation_texts import NotationTexts, Texts, behind, entries

if TYPE_CHECKING:
    from layerlaw.model.files.yaml_text import Node
    from layerlaw.model.rulebooks.rulebook import Rulebook


def rulebook_texts(root: Node, rulebook: Rulebook) -> Texts:
    """A text for each scalar of the rulebook's tree that has a canonical one of another form."""
    notation = NotationTexts(vocabulary(rulebook))
    for key, value in entries(root):
        match key.text:
            case "nouns":
                for _, meaning in entries(value):
                    notation.selector(meaning)
            case "resets":
                notation.selector(value)
            case "carried":
                _selectors(notation, value, "who", "by")
            case "checks" | "immune":
                for item in list_of(value):
                    _selectors(notation, item, "who")
            case "rules":
                for item in list_of(value):
                    _ability(notation, item)
            case "keywords":
                for _, item in entries(value):
                    _ability(notation, item)
    return notation.texts


def _selectors(notation: NotationTexts, item: Node, *keys: str) -> None:
    for key in keys:
        node = behind(item, key)
        if node is not None:
            notation.selector(node)


def _ability(notation: NotationTexts, item: Node) -> None:
    node = behind(item, "does")
    if node is not None:
        notation.ability(node)
