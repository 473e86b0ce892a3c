"""Spells out the short form of a rulebook: its one clause, and entries of one piece of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.files.format import Entries, Items, Table
from layerlaw.model.files.nodes import behind, is_empty, list_of, text_behind
from layerlaw.model.files.yaml_text import Mapping, Scalar, Sequence
from layerlaw.model.rulebooks.game_format import CLAUSE, ID
from layerlaw.model.rulebooks.procedure_format import AXIOMS, CLAUSES
from layerlaw.model.rulebooks.rulebook_format import RESTS_ON, RULEBOOK_TABLE

if TYPE_CHECKING:
    from layerlaw.model.files.format import Key, Shape
    from layerlaw.model.files.yaml_text import Node, Problems


_KEYS = tuple(key for key in RULEBOOK_TABLE.keys if key is not AXIOMS)


def spelled_out(root: Node, problems: Problems) -> Node:
    """The tree of a rulebook's file, in which every entry names its clause.

    What names none rests on the clause behind `rests on`. (An axiom states what a sentence
    demands, so it always names its own.) Without `rests on`, several entries that lack a clause
    are one problem, not one each.
    """
    if not isinstance(root, Mapping):
        return root
    spelling = _Spelling(behind(root, RESTS_ON.name))
    spelt = spelling.whole(root)
    if len(spelling.bare) < 2:
        return spelt
    lines = ", ".join(str(line) for line in dict.fromkeys(each.line for each in spelling.bare))
    first = next(iter(list_of(behind(root, CLAUSES.name))), None)
    id = text_behind(first, ID.name) or "ID"
    problems.add(
        spelling.bare[0],
        f"{len(spelling.bare)} entries name no clause (lines {lines})",
        expected="`clause: ID` in each",
        suggestion=f"`{RESTS_ON.name}: {id}`, for all that name none",
    )
    # As if the file rested on it, so that nothing else is said of the same.
    clause = behind(first, ID.name) or Scalar("", root.line, root.column)
    spelt = _Spelling(clause).whole(root)
    return Mapping((*spelt.entries, (_word(RESTS_ON, root), clause)), root.line, root.column)


class _Spelling:
    """Adds a clause to what has none; without one, `bare` are the entries that lack it."""

    def __init__(self, clause: Node | None) -> None:
        self.clause = clause
        self.bare: list[Node] = []

    def whole(self, root: Mapping) -> Mapping:
        """The rulebook's tree with what its keys leave out."""
        return self._under(root, {key.name: key.shape for key in _KEYS})

    def _under(
        self, node: Mapping, shapes: dict[str, Shape[object]], rest: Shape[object] | None = None
    ) -> Mapping:
        """The mapping with what stands behind each key. rest: the shape behind other keys."""
        entries = []
        for key, each in node.entries:
            shape = shapes.get(key.text, rest)
            entries.append((key, each if shape is None else self._of(shape, each)))
        return Mapping(tuple(entries), node.line, node.column)

    def _of(self, shape: Shape[object], node: Node) -> Node:
        if isinstance(shape, Entries) and isinstance(node, Mapping):
            known = {key.name: key.shape for key in shape.known}
            return self._under(node, known, shape.value)
        if isinstance(shape, Items) and isinstance(node, Sequence):
            items = tuple(self._of(shape.item, each) for each in node.items)
            return Sequence(items, node.line, node.column)
        return self._table(shape, node) if isinstance(shape, Table) else node

    def _table(self, table: Table, node: Node) -> Node:
        """An entry: a mapping, one piece of text in its place, or nothing but its name."""
        lacks = CLAUSE in table.keys and behind(node, CLAUSE.name) is None
        if isinstance(node, Mapping):
            whole = self._under(node, {key.name: key.shape for key in table.keys})
        elif is_empty(node) and lacks:
            whole = Mapping((), node.line, node.column)
        elif isinstance(node, Scalar) and (key := _of_line(table)) is not None:
            whole = Mapping(((_word(key, node), node),), node.line, node.column)
        else:
            return node
        if not lacks:
            return whole
        if self.clause is None:
            self.bare.append(node)
            return whole
        return Mapping((*whole.entries, (_word(CLAUSE, node), self.clause)), node.line, node.column)


def _of_line(table: Table) -> Key[object] | None:
    """The key that one piece of text, in place of the mapping, is the value of."""
    return next((key for key in table.keys if key.shape == table.line), None)


def _word(key: Key[object], node: Node) -> Scalar:
    """A key that nobody wrote, where the node stands."""
    return Scalar(key.name, node.line, node.column)
