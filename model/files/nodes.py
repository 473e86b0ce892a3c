"""What a node of a YAML tree holds: a list, texts, a whole number, one of several words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from layerlaw.model.errors import too_big, unknown
from layerlaw.model.files.yaml_text import Mapping, Node, Problems, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_WHOLE = re.compile(r"[+-]?\d{1,15}")


def is_empty(node: Node) -> bool:
    """Whether the node is empty (`key:` with no value)."""
    return isinstance(node, Scalar) and not node.text and not node.style


def list_of(node: Node | None) -> tuple[Node, ...]:
    """The items of a list; a single node counts as a list of one, an empty one as none."""
    if isinstance(node, Sequence):
        return node.items
    return () if node is None or is_empty(node) else (node,)


def entries_of(node: Node | None) -> tuple[tuple[Scalar, Node], ...]:
    """The entries of a mapping; none for anything else."""
    return node.entries if isinstance(node, Mapping) else ()


def behind(node: Node | None, key: str) -> Node | None:
    """What stands behind a key of a mapping."""
    return next((value for word, value in entries_of(node) if word.text == key), None)


def text_behind(node: Node | None, key: str) -> str:
    """The text behind a key of a mapping, or an empty one."""
    value = behind(node, key)
    return value.text if isinstance(value, Scalar) else ""


def texts_of(nodes: Iterable[Node], problems: Problems, what: str) -> Iterator[Scalar]:
    """The nodes that are non-empty text; notes the others as problems."""
    for node in nodes:
        if isinstance(node, Scalar) and node.text.strip():
            yield node
        else:
            problems.add(node, f"{what} is text here", suggestion=quotes(node))


def whole_number(node: Node, problems: Problems, what: str) -> int | None:
    """The whole number that a node is."""
    if isinstance(node, Scalar) and _WHOLE.fullmatch(node.text):
        return int(node.text)
    if isinstance(node, Scalar) and (big := too_big(node.text)):
        problems.add(node, f"{what}: {big}")
        return None
    shown = f", not '{node.text}'" if isinstance(node, Scalar) else ""
    problems.add(node, f"{what} is a whole number{shown}")
    return None


def one_of(node: Scalar, known: Iterable[str], problems: Problems, what: str) -> bool:
    """Whether the text is one of the known words; if not, that is a problem."""
    known = list(known)
    if node.text in known:
        return True
    problems.notation(node, unknown(what, node.text, known))
    return False


def quotes(node: Node) -> str:
    """Advice for text that YAML took for a mapping, because it holds a colon."""
    return "text that holds ': ' goes in quotes as a whole" if isinstance(node, Mapping) else ""


def as_one_text(node: Node, joint: str = "") -> str:
    """Advice for a list where one piece of text belongs; joint: the word that joins several."""
    items = [item.text for item in list_of(node) if isinstance(item, Scalar) and item.text.strip()]
    if not isinstance(node, Sequence) or not items or len(items) < len(node.items):
        return ""
    if len(items) == 1:
        return f"write it without brackets: {items[0]}"
    return f"write one, no list: {f' {joint} '.join(items)}" if joint else ""
