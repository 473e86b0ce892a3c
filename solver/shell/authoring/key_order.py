"""Puts the keys of a YAML text in their usual order, each with the comments above it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.cards.card_format import card_table
from layerlaw.model.files.format import names_of
from layerlaw.model.files.nodes import behind, entries_of, list_of
from layerlaw.model.files.yaml_text import Mapping, Node, parse
from layerlaw.model.rulebooks.rulebook_format import HEAD_KEYS
from layerlaw.model.scenarios.scenario_format import ALSO, CARDS, SCENARIO_TABLE, VARIANT_TABLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.shell.authoring.schemas import Kind


def in_order(text: str, kind: Kind, rulebook: Rulebook) -> str:
    """The text with the keys of scenarios, variants, cards and rulebooks in their usual order."""
    for depth in (0, 1):
        root = parse(text).root
        lines = text.split("\n")
        for mapping, order in _orders(root, kind, rulebook, depth):
            _reorder(lines, mapping, order)
        text = "\n".join(lines)
    return text


def _orders(
    root: Node, kind: Kind, rulebook: Rulebook, depth: int
) -> Iterator[tuple[Mapping, Sequence[str]]]:
    """The mappings that have a usual order, the file's own first."""
    top = {"scenario": SCENARIO_TABLE.names, "rulebook": names_of(HEAD_KEYS)}.get(kind)
    if depth == 0:
        if top is not None and isinstance(root, Mapping):
            yield root, top
        return
    cards = root if kind == "cards" else behind(root, CARDS.name)
    order = card_table(rulebook.characteristics.values()).names
    if kind != "rulebook":
        for _, card in entries_of(cards):
            if isinstance(card, Mapping):
                yield card, order
    also = behind(root, ALSO.name) if kind == "scenario" else None
    for variant in list_of(also):
        if isinstance(variant, Mapping):
            yield variant, VARIANT_TABLE.names


def _reorder(lines: list[str], mapping: Mapping, order: Sequence[str]) -> None:
    """Changes the order of the lines, unless there is no need, or two keys share a line."""
    keys = [key for key, _ in mapping.entries]
    ranks = {name: number for number, name in enumerate(order)}
    sorted_keys = sorted(keys, key=lambda key: ranks.get(key.text, len(ranks)))
    own_lines = len({key.line for key in keys}) == len(keys)
    if not own_lines or sorted_keys == keys or len({key.column for key in keys}) > 1:
        return
    column = keys[0].column - 1
    if lines[mapping.line - 1][mapping.column - 1 : mapping.column] == "{":
        return
    starts = [keys[0].line - 1]
    starts += [_start(lines, key.line - 1, column) for key in keys[1:]]
    end = _end(lines, keys[-1].line, column)
    blocks = {
        id(key): lines[start:stop]
        for key, start, stop in zip(keys, starts, [*starts[1:], end], strict=True)
    }
    first = blocks[id(keys[0])]
    head = first[0][:column]
    first[0] = " " * column + first[0][column:]
    new = [line for key in sorted_keys for line in blocks[id(key)]]
    # Where the first key stood behind a dash, the one that is first now does.
    while head.strip() and not _is_content(new[0]):
        new.append(new.pop(0))
    new[0] = head + new[0][column:]
    lines[starts[0] : end] = new


def _start(lines: Sequence[str], line: int, column: int) -> int:
    """The first of the comment lines above a key that belong to it."""
    while line > 0 and lines[line - 1].startswith(" " * column + "#"):
        line -= 1
    return line - 1 if line > 0 and not lines[line - 1].strip() else line


def _end(lines: Sequence[str], line: int, column: int) -> int:
    """The line behind the last one that belongs to a block whose last key ends at `line`."""
    last = line
    for number in range(line, len(lines)):
        text = lines[number]
        indent = len(text) - len(text.lstrip())
        if not text.strip():
            continue
        if indent < column or (indent == column and text[indent] not in "-#"):
            break
        if indent > column or text[indent] == "-":
            last = number + 1
    return last


def _is_content(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")
