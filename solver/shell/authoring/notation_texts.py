"""The canonical text of what stands in a file in the notation, wherever its table says so.

What is gathered is a text for each scalar of the file's tree, by the scalar's identity.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from layerlaw.model.errors import LayerlawError
from layerlaw.model.files.format import Entries, Items, Table, Text, TextList
from layerlaw.model.files.nodes import entries_of, list_of
from layerlaw.model.files.yaml_text import Scalar
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
    from collections.abc import Callable, Mapping

    from layerlaw.model.files.format import Notation, Shape
    from layerlaw.model.files.yaml_text import Node
    from layerlaw.model.notation.vocabulary import Vocabulary

Texts = dict[int, str]
"""The new text of a scalar, by its identity."""


class Quoted(str):
    """A text that has to stand in double quotes: an object's id, where selectors stand."""

    __slots__ = ()


def notation_texts(node: Node, shape: Shape[object], words: Vocabulary) -> Texts:
    """The canonical texts of a node, where they are others than those that stand there.

    shape: what the node is. Notation that means nothing without its scenario stays as it is.
    """
    texts: Texts = {}
    _gather(node, shape, words, texts)
    return texts


def _gather(node: Node, shape: Shape[object], words: Vocabulary, texts: Texts) -> None:
    match shape:
        case Text(notation=notation):
            _note(node, notation, words, texts)
        case TextList(item=item) | Items(item=item):
            for each in list_of(node):
                _gather(each, item, words, texts)
        case Entries(value=value):
            for _, each in entries_of(node):
                _gather(each, value, words, texts)
        case Table(line=line, rest=rest):
            if isinstance(node, Scalar) and line is not None:
                _gather(node, line, words, texts)
            shapes = {key.name: key.shape for key in shape.keys}
            for key, each in entries_of(node):
                if key.text in shapes:
                    _gather(each, shapes[key.text], words, texts)
                elif rest is not None:
                    _note(key, shape.rest_keys, words, texts)
                    _gather(each, rest, words, texts)


def _note(node: Node, notation: Notation, words: Vocabulary, texts: Texts) -> None:
    """Notes a text that prints as what it is read as; anything else stays as it is."""
    if not isinstance(node, Scalar) or not notation:
        return
    named = node.style == '"' and node.text in (*words.ids, *words.players)
    if notation == "scope" and named:
        texts[id(node)] = Quoted(node.text)
        return
    try:
        new = _canonical(notation, node.text, words)
        # What prints as something else would be a different text each time.
        if new != node.text and _canonical(notation, new, words) == new:
            texts[id(node)] = new
    except LayerlawError:
        return


def _canonical(notation: Notation, text: str, words: Vocabulary) -> str:
    """The text printed anew, if it is read as the same again."""
    if notation == "ability" and (known := words.with_number(text)) is not None:
        return " ".join(filter(None, known))
    if notation not in _FORMS:
        return text
    read, printed = _FORMS[notation]
    meant = read(text, words)
    new = printed(meant, words.plurals)
    return new if read(new, words) == meant else text


def _print_operations(parts: tuple[Any, ...], plurals: Mapping[str, str]) -> str:
    operations, condition, until, zones = parts
    if zones:
        raise LayerlawError("where an ability works has no place in a line of operations")
    return print_operations(operations, condition, until, plurals)


_FORMS: dict[
    Notation, tuple[Callable[[str, Vocabulary], Any], Callable[[Any, Mapping[str, str]], str]]
] = {
    "ability": (parse_ability, print_ability),
    "condition": (parse_condition, print_condition),
    "duration": (parse_duration, print_duration),
    "operations": (parse_operations, _print_operations),
    "scope": (parse_scope, lambda scope, plurals: print_scope(scope[0], scope[1], plurals)),
    "selector": (parse_selector, print_selector),
}
"""How each notation is read, and how what it means is printed."""
