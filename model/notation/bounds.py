"""How long a piece of notation may be, and how deep: reading it takes bounded time and memory."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from lark import Token, Tree

from layerlaw.model.algebra.trees import nodes
from layerlaw.model.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST = 2000
"""The most characters of one piece of notation."""
LONGEST_FACTS = 200_000
"""The most characters of the facts of one layer, which may name thousands of effects."""
DEEPEST = 200
"""The most rules of the grammar inside one another (some 40 pairs of parentheses)."""

MOST_PARTS = 1000
"""The most parts of a meaning, with all that its nouns and keywords stand for."""


def check_length(text: str, most: int = LONGEST) -> None:
    """Raises `NotationError` for a text that is too long to be read."""
    if len(text) > most:
        message = f"{len(text)} characters are too many"
        raise NotationError(message, most, f"at most {most} characters")


def check_depth(tree: Tree[Token]) -> None:
    """Raises `NotationError` for a tree that is too deep to be read by functions of itself."""
    level, depth = [tree], 0
    while level:
        level, depth = [child for parent in level for child in _trees(parent.children)], depth + 1
    if depth > DEEPEST:
        raise NotationError("too many parts inside one another", 0, "a simpler text")


def check_parts(meaning: object) -> None:
    """Raises `NotationError` for a meaning of too many parts.

    Words that are made of words that are made of words grow without bound in a few lines.
    """
    if sum(1 for _ in islice(nodes(meaning), MOST_PARTS + 1)) > MOST_PARTS:
        message = f"with what its words stand for it has more than {MOST_PARTS} parts"
        raise NotationError(message, 0, "simpler nouns and keywords")


def _trees(branches: Sequence[Token | Tree[Token]]) -> list[Tree[Token]]:
    return [branch for branch in branches if isinstance(branch, Tree)]
