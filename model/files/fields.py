"""Reads the keys of a YAML mapping one by one and notes what is missing, wrong or unknown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from layerlaw.model.errors import did_you_mean, too_big
from layerlaw.model.files.yaml_text import Mapping, Node, Report, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_WHOLE = re.compile(r"[+-]?\d{1,15}")


class Fields:
    """The keys of one mapping; `finish` notes those that nothing asked for."""

    def __init__(self, node: Node, report: Report, what: str) -> None:
        """what: names the mapping in messages, with its article ("a card")."""
        self.node = node
        self.report = report
        self.what = what
        self._asked: list[str] = []
        self._entries: dict[str, tuple[Scalar, Node]] = {}
        if isinstance(node, Mapping):
            self._entries = {key.text: (key, value) for key, value in node.entries}
        elif not is_empty(node):
            report.add(node, f"{what} is written as `key: value` lines")

    def take(self, key: str, *, required: bool = False) -> Node | None:
        """What stands behind the key; a required key that is missing is a problem."""
        self._asked.append(key)
        if key in self._entries:
            return self._entries[key][1]
        if required:
            self.report.add(self.node, f"{self.what} needs the key '{key}'")
        return None

    def scalar(self, key: str, *, required: bool = False) -> Scalar | None:
        """The text behind the key with its place; a required text is not empty."""
        node = self.take(key, required=required)
        if node is None:
            return None
        if not isinstance(node, Scalar):
            self.report.add(node, f"'{key}' is one piece of text", suggestion=_quotes(node))
            return None
        if required and not node.text.strip():
            self.report.add(node, f"'{key}' is empty")
            return None
        return node

    def text(self, key: str, *, required: bool = False) -> str:
        """The text behind the key, or an empty one."""
        node = self.scalar(key, required=required)
        return node.text.strip() if node else ""

    def whole(self, key: str, *, required: bool = False) -> int | None:
        """The whole number behind the key."""
        node = self.scalar(key, required=required)
        return None if node is None else whole_number(node, self.report, f"'{key}'")

    def flag(self, key: str) -> bool:
        """`true` or `false`; a missing key is false."""
        node = self.scalar(key)
        if node is None:
            return False
        if node.text not in ("true", "false"):
            self.report.add(node, f"'{key}' is true or false, not '{node.text}'")
        return node.text == "true"

    def items(self, key: str, *, required: bool = False) -> tuple[Node, ...]:
        """The items of the list behind the key; anything else counts as a list of one."""
        node = self.take(key, required=required)
        return () if node is None else list_of(node)

    def words(self, key: str, *, required: bool = False) -> tuple[Scalar, ...]:
        """The items of the list behind the key, all of them text."""
        return tuple(texts_of(self.items(key, required=required), self.report, f"'{key}'"))

    def entries(self, key: str, *, required: bool = False) -> tuple[tuple[Scalar, Node], ...]:
        """The entries of the mapping behind the key."""
        node = self.take(key, required=required)
        if isinstance(node, Mapping):
            return node.entries
        if node is not None and not is_empty(node):
            self.report.add(node, f"'{key}' is written as `key: value` lines")
        return ()

    def rest(self) -> tuple[tuple[Scalar, Node], ...]:
        """The entries that nothing has asked for."""
        return tuple(entry for key, entry in self._entries.items() if key not in self._asked)

    def finish(self) -> None:
        """Notes the keys that nothing has asked for."""
        for key, _ in self.rest():
            suggestion = did_you_mean(key.text, self._asked)
            self.report.add(
                key,
                f"{self.what} has no key '{key.text}'",
                expected="" if suggestion else ", ".join(dict.fromkeys(self._asked)),
                suggestion=suggestion,
            )


def is_empty(node: Node) -> bool:
    """Whether nothing stands there (`key:` with no value)."""
    return isinstance(node, Scalar) and not node.text and not node.style


def list_of(node: Node) -> tuple[Node, ...]:
    """The items of a list; anything else counts as a list of one, nothing as none."""
    if isinstance(node, Sequence):
        return node.items
    return () if is_empty(node) else (node,)


def texts_of(nodes: Iterable[Node], report: Report, what: str) -> Iterator[Scalar]:
    """Those nodes that are text with something in it; the others are problems."""
    for node in nodes:
        if isinstance(node, Scalar) and node.text.strip():
            yield node
        else:
            report.add(node, f"{what} is text here", suggestion=_quotes(node))


def whole_number(node: Node, report: Report, what: str) -> int | None:
    """The whole number that a node is."""
    if isinstance(node, Scalar) and _WHOLE.fullmatch(node.text):
        return int(node.text)
    if isinstance(node, Scalar) and (big := too_big(node.text)):
        report.add(node, f"{what}: {big}")
        return None
    shown = f", not '{node.text}'" if isinstance(node, Scalar) else ""
    report.add(node, f"{what} is a whole number{shown}")
    return None


def one_of(node: Scalar, known: Iterable[str], report: Report, what: str) -> bool:
    """Whether the text is one of the known words; if not, that is a problem."""
    known = list(known)
    if node.text in known:
        return True
    suggestion = did_you_mean(node.text, known)
    report.add(
        node,
        f"unknown {what} '{node.text}'",
        expected="" if suggestion or len(known) > 20 else ", ".join(known),
        suggestion=suggestion,
    )
    return False


def _quotes(node: Node) -> str:
    """Advice for text that YAML took for a mapping, because it holds a colon."""
    return "text that holds ': ' goes in quotes as a whole" if isinstance(node, Mapping) else ""
