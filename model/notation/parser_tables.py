"""Builds LALR parsers, and keeps their tables on disk from one process to the next.

Building the tables of the notation takes half a second, reading them back a twentieth of that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import lark

from layerlaw.model.kept import kept

if TYPE_CHECKING:
    from collections.abc import Sequence


def parser_of(grammar: str, *, start: Sequence[str], places: bool = False) -> lark.Lark:
    """The parser of a grammar, from kept tables if there are any.

    grammar: as Lark reads it. start: its rules that a text can be. places: whether trees know where
    they stand.
    """
    return kept(
        (grammar, tuple(start), places, lark.__version__),
        ".lalr",
        make=lambda: lark.Lark(
            grammar,
            parser="lalr",
            start=list(start),
            maybe_placeholders=False,
            propagate_positions=places,
        ),
        read=lark.Lark.load,
        write=lark.Lark.save,
    )
