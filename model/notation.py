"""Parsing the notation (fixtures/README.md) into the algebra, with errors that say where and what.

Every function takes the text and the vocabulary that gives its words their meaning, and raises
`NotationError` with the place of the first mistake.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from lark import Lark, Token, Tree, UnexpectedInput

from layerlaw.model.errors import NotationError
from layerlaw.model.notation_mistakes import explain
from layerlaw.model.notation_operations import OperationBinder
from layerlaw.model.notation_words import trees

if TYPE_CHECKING:
    from layerlaw.model.algebra import (
        Ability,
        Condition,
        Duration,
        Operation,
        Player,
        Selector,
        Value,
    )
    from layerlaw.model.vocabulary import Vocabulary

LONGEST = 2000
"""The most characters of one piece of notation."""
DEEPEST = 200
"""The most rules of the grammar inside one another (some 40 pairs of parentheses)."""

_STARTS = [
    "selector",
    "scope",
    "operations",
    "condition",
    "duration",
    "ability",
    "player",
    "value",
]


def parse_selector(text: str, vocabulary: Vocabulary) -> Selector:
    """`other nearby minions`"""
    return OperationBinder(vocabulary).selector(_tree(text, "selector", vocabulary))


def parse_scope(text: str, vocabulary: Vocabulary) -> tuple[Selector, bool | None]:
    """`locked nearby units`: the selector, and True (locked), False (open) or None."""
    return OperationBinder(vocabulary).scope(_tree(text, "scope", vocabulary))


def parse_operations(
    text: str, vocabulary: Vocabulary
) -> tuple[tuple[Operation, ...], Condition | None, Duration | None, tuple[str, ...]]:
    """`power += 1 as long as self is underground until end of turn while in hand`"""
    tree = _tree(text, "operations", vocabulary)
    binder = OperationBinder(vocabulary)
    condition, until = binder.trailing(tree.children)
    return binder.operations(tree.children), condition, until, binder.working(tree.children)


def parse_condition(text: str, vocabulary: Vocabulary) -> Condition:
    """`self is underground`"""
    return OperationBinder(vocabulary).condition(_tree(text, "condition", vocabulary))


def parse_duration(text: str, vocabulary: Vocabulary) -> Duration:
    """What stands behind "until": `end of turn`, `your next turn`, `it leaves`, a condition."""
    return OperationBinder(vocabulary).duration(_tree(text, "duration", vocabulary))


def parse_ability(text: str, vocabulary: Vocabulary) -> Ability:
    """`Airborne`, or `other mortals: power += 1; self: disabled as long as self is underground`"""
    binder = OperationBinder(vocabulary)
    if keyword := vocabulary.keyword(text.strip()):
        return binder.ability(keyword)
    return binder.ability_tree(_tree(text, "ability", vocabulary))


def parse_player(text: str, vocabulary: Vocabulary) -> Player:
    """`you`, `opponent`, `controller of X`, `owner of X`, a name"""
    return OperationBinder(vocabulary).player_tree(_tree(text, "player", vocabulary))


def parse_value(text: str, vocabulary: Vocabulary) -> Value:
    """`1 + number of nearby mortals`"""
    return OperationBinder(vocabulary).value(_tree(text, "value", vocabulary))


@cache
def _parser() -> Lark:
    grammar = files("layerlaw.model").joinpath("notation.lark").read_text(encoding="utf-8")
    return Lark(
        grammar, parser="lalr", start=_STARTS, maybe_placeholders=False, propagate_positions=False
    )


def _tree(text: str, start: str, vocabulary: Vocabulary) -> Tree[Token]:
    if len(text) > LONGEST:
        raise NotationError(
            f"{len(text)} characters are too many", LONGEST, f"at most {LONGEST} characters"
        )
    try:
        tree = _parser().parse(text, start=start)
    except UnexpectedInput as error:
        raise explain(error, text, start, vocabulary) from None
    level, depth = [tree], 0
    while level:
        level, depth = [child for parent in level for child in trees(parent.children)], depth + 1
    if depth > DEEPEST:
        raise NotationError("too many parts inside one another", 0, "a simpler text")
    return tree
