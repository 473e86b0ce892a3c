"""Parses by LALR grammars, and keeps tables and trees on disk from one process to the next.

Building the tables of the notation takes half a second, reading them back a twentieth of that; a
text that was parsed before needs none.
"""

from __future__ import annotations

import atexit
import pickle
from contextlib import suppress
from functools import cached_property
from typing import IO, TYPE_CHECKING, Any

import lark
from lark import Token, Tree

from layerlaw.model.kept import find, keep, kept

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_TREES = 1_000
"""The trees of so many texts are kept for each grammar."""
LONGEST_KEPT = 500
"""The trees of longer texts are not kept."""


def parser_of(grammar: str, *, start: Sequence[str], places: bool = False) -> Parser:
    """The parser of a grammar.

    grammar: as Lark reads it. start: its rules that a text can be. places: whether trees, and not
    tokens alone, know where they begin.
    """
    return Parser(grammar, tuple(start), places=places)


class Parser:
    """The parser of a grammar, whose tables are made ready for the first text that is new."""

    def __init__(self, grammar: str, start: tuple[str, ...], *, places: bool) -> None:
        self._grammar = grammar
        self._start = start
        self._places = places
        self._made_of = (grammar, start, places, lark.__version__)
        self._kept = find(self._made_of, ".trees", _trees_in) or {}
        self._new: dict[tuple[str, str], bytes] = {}

    def parse(self, text: str, start: str = "") -> Tree[Token]:
        """The tree of a text. start: which rule it is. Raises `lark.UnexpectedInput`."""
        start = start or self._start[0]
        key = start, text
        # What is damaged raises what it likes; the text is parsed again.
        with suppress(Exception):
            if key in self._kept:
                return _tree(pickle.loads(self._kept[key]))
        tree = self._lark.parse(text, start=start)
        if len(text) <= LONGEST_KEPT and len(self._new) < MOST_TREES:
            if not self._new:
                atexit.register(self._keep)
            # Of what is nested too deeply whoever asks has a word to say.
            with suppress(RecursionError):
                self._new[key] = self._kept[key] = pickle.dumps(_plain(tree))
        return tree

    @cached_property
    def _lark(self) -> lark.Lark:
        return kept(
            self._made_of,
            ".lalr",
            make=lambda: lark.Lark(
                self._grammar,
                parser="lalr",
                start=list(self._start),
                maybe_placeholders=False,
                propagate_positions=self._places,
            ),
            read=lark.Lark.load,
            write=lark.Lark.save,
        )

    def _keep(self) -> None:
        """Keep the trees that are new, with those that other processes kept by now."""
        trees = {**(find(self._made_of, ".trees", _trees_in) or {}), **self._new}
        last = dict(list(trees.items())[-MOST_TREES:])
        keep(self._made_of, ".trees", last, pickle.dump)


def _trees_in(file: IO[bytes]) -> dict[tuple[str, str], bytes]:
    found: object = pickle.load(file)
    if not isinstance(found, dict):
        raise TypeError(type(found))
    return found


def _plain(tree: Tree[Token] | Token) -> tuple[Any, ...]:
    """A tree or a token as nothing but tuples: by itself a token forgets where it ends."""
    if isinstance(tree, Token):
        begin = (tree.start_pos, tree.line, tree.column)
        return tree.type, str(tree), *begin, tree.end_line, tree.end_column, tree.end_pos
    return (
        str(tree.data),
        [_plain(child) for child in tree.children],
        tree.meta.start_pos if not tree.meta.empty else None,
    )


def _tree(plain: tuple[Any, ...]) -> Tree[Token]:
    data, children, start = plain
    tree = Tree(data, [_tree(each) if len(each) == 3 else Token(*each) for each in children])
    if start is not None:
        tree.meta.empty = False
        tree.meta.start_pos = start
    return tree
