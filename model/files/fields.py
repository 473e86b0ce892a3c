"""Reads the keys of a YAML mapping one by one and notes what is missing, wrong or unknown."""

from __future__ import annotations

from layerlaw.model.errors import did_you_mean
from layerlaw.model.files.nodes import is_empty, list_of, quotes, texts_of, whole_number
from layerlaw.model.files.yaml_text import Mapping, Node, Problems, Scalar


class Fields:
    """The keys of one mapping; `finish` notes those that nothing asked for."""

    def __init__(self, node: Node, problems: Problems, what: str) -> None:
        """what: names the mapping in messages, with its article ("a card")."""
        self.node = node
        self.problems = problems
        self.what = what
        self._asked: list[str] = []
        self._entries: dict[str, tuple[Scalar, Node]] = {}
        if isinstance(node, Mapping):
            self._entries = {key.text: (key, value) for key, value in node.entries}
        elif not is_empty(node):
            problems.add(node, f"{what} is written as `key: value` lines")

    def take(self, key: str, *, required: bool = False) -> Node | None:
        """What stands behind the key; a required key that is missing is a problem."""
        self._asked.append(key)
        if key in self._entries:
            return self._entries[key][1]
        if required:
            self.problems.add(self.node, f"{self.what} needs the key '{key}'")
        return None

    def scalar(self, key: str, *, required: bool = False) -> Scalar | None:
        """The text behind the key with its place; a required text is not empty."""
        node = self.take(key, required=required)
        if node is None:
            return None
        if not isinstance(node, Scalar):
            self.problems.add(node, f"'{key}' is one piece of text", suggestion=quotes(node))
            return None
        if required and not node.text.strip():
            self.problems.add(node, f"'{key}' is empty")
            return None
        return node

    def text(self, key: str, *, required: bool = False) -> str:
        """The text behind the key, or an empty one."""
        node = self.scalar(key, required=required)
        return node.text.strip() if node else ""

    def whole(self, key: str, *, required: bool = False) -> int | None:
        """The whole number behind the key."""
        node = self.scalar(key, required=required)
        return None if node is None else whole_number(node, self.problems, f"'{key}'")

    def flag(self, key: str) -> bool:
        """`true` or `false`; a missing key is false."""
        node = self.scalar(key)
        if node is None:
            return False
        if node.text not in ("true", "false"):
            self.problems.add(node, f"'{key}' is true or false, not '{node.text}'")
        return node.text == "true"

    def items(self, key: str, *, required: bool = False) -> tuple[Node, ...]:
        """The items of the list behind the key; anything else counts as a list of one."""
        node = self.take(key, required=required)
        return () if node is None else list_of(node)

    def words(self, key: str, *, required: bool = False) -> tuple[Scalar, ...]:
        """The items of the list behind the key, all of them text."""
        return tuple(texts_of(self.items(key, required=required), self.problems, f"'{key}'"))

    def entries(self, key: str, *, required: bool = False) -> tuple[tuple[Scalar, Node], ...]:
        """The entries of the mapping behind the key."""
        node = self.take(key, required=required)
        if isinstance(node, Mapping):
            return node.entries
        if node is not None and not is_empty(node):
            self.problems.add(node, f"'{key}' is written as `key: value` lines")
        return ()

    def rest(self) -> tuple[tuple[Scalar, Node], ...]:
        """The entries that nothing has asked for."""
        return tuple(entry for key, entry in self._entries.items() if key not in self._asked)

    def finish(self) -> None:
        """Notes the keys that nothing has asked for."""
        for key, _ in self.rest():
            suggestion = did_you_mean(key.text, self._asked)
            self.problems.add(
                key,
                f"{self.what} has no key '{key.text}'",
                expected="" if suggestion else ", ".join(dict.fromkeys(self._asked)),
                suggestion=suggestion,
            )
