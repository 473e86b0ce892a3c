"""Parsing the notation (fixtures/README.md) into the algebra, with errors that say where and what.

Every function takes the text and the vocabulary that gives its words their meaning, and raises
`NotationError` with the place of the first mistake.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from lark import Token, Tree, UnexpectedInput

from layerlaw.model import algebra as a
from layerlaw.model.errors import LayerlawError, NotationError
from layerlaw.model.notation.binding_claims import claims_of
from layerlaw.model.notation.binding_operations import OperationBinder
from layerlaw.model.notation.bounds import check_depth, check_length, check_parts
from layerlaw.model.notation.forms import grammar
from layerlaw.model.notation.mistakes import explain
from layerlaw.model.notation.parser_tables import parser_of
from layerlaw.model.notation.words import trees

if TYPE_CHECKING:
    from layerlaw.model.algebra.claims import Claim
    from layerlaw.model.notation.binding_operations import Done
    from layerlaw.model.notation.parser_tables import Parser
    from layerlaw.model.notation.vocabulary import Vocabulary

Meaning = TypeVar("Meaning")

_STARTS = [
    "selector",
    "scope",
    "marked_scope",
    "operations",
    "condition",
    "duration",
    "ability",
    "player",
    "value",
    "always",
    "never",
]


def parse_selector(text: str, vocabulary: Vocabulary) -> a.Selector:
    """`other nearby minions`"""
    return _bounded(OperationBinder(vocabulary).selector(_tree(text, "selector", vocabulary)))


def parse_scope(text: str, vocabulary: Vocabulary) -> tuple[a.Selector, bool | None]:
    """`locked nearby units`: the selector, and True (locked), False (open) or None."""
    return _bounded(OperationBinder(vocabulary).scope(_tree(text, "scope", vocabulary)))


def parse_marked_scope(text: str, vocabulary: Vocabulary) -> tuple[a.Selector, bool | None, bool]:
    """The same of a scope that may stand behind `characteristic-defining`, and whether it does."""
    tree = _tree(text, "marked_scope", vocabulary)
    binder = OperationBinder(vocabulary)
    return *_bounded(binder.scope(trees(tree.children)[-1])), binder.defines(tree)


def parse_operations(
    text: str, vocabulary: Vocabulary
) -> tuple[tuple[Done, ...], a.Condition | None, a.Duration | None, tuple[str, ...]]:
    """`power += 1 as long as self is underground until end of turn while in hand`"""
    tree = _tree(text, "operations", vocabulary)
    binder = OperationBinder(vocabulary)
    condition, until = _bounded(binder.trailing(tree.children))
    operations = _bounded(binder.operations(tree.children))
    return operations, condition, until, binder.working(tree.children)


def parse_condition(text: str, vocabulary: Vocabulary) -> a.Condition:
    """`self is underground`"""
    return _bounded(OperationBinder(vocabulary).condition(_tree(text, "condition", vocabulary)))


def parse_duration(text: str, vocabulary: Vocabulary) -> a.Duration:
    """What stands behind "until": `end of turn`, `your next turn`, `it leaves`, a condition."""
    return _bounded(OperationBinder(vocabulary).duration(_tree(text, "duration", vocabulary)))


def parse_ability(text: str, vocabulary: Vocabulary) -> a.Ability:
    """`Airborne`, or `other mortals: power += 1; self: disabled as long as self is underground`"""
    return _ability(text, vocabulary, explained=True)


def readable_ability(text: str, vocabulary: Vocabulary) -> a.Ability | None:
    """The same; None if it cannot be read, which takes no time to explain."""
    try:
        return _ability(text, vocabulary, explained=False)
    except LayerlawError:
        return None


def _ability(text: str, vocabulary: Vocabulary, *, explained: bool) -> a.Ability:
    binder = OperationBinder(vocabulary)
    if vocabulary.with_number(text.strip()) is not None:
        return binder.ability(Token("STRING", text.strip()))
    return _bounded(binder.ability_tree(_tree(text, "ability", vocabulary, explained=explained)))


def parse_player(text: str, vocabulary: Vocabulary) -> a.Player:
    """`you`, `opponent`, `controller of X`, `owner of X`, a name"""
    return _bounded(OperationBinder(vocabulary).player_tree(_tree(text, "player", vocabulary)))


def parse_value(text: str, vocabulary: Vocabulary) -> a.Value:
    """`1 + number of nearby mortals`"""
    return _bounded(OperationBinder(vocabulary).value(_tree(text, "value", vocabulary)))


def parse_always(text: str, vocabulary: Vocabulary) -> tuple[Claim, ...]:
    """What stands behind "always:": `silenced minions have no abilities`. All of it has to hold."""
    return _bounded(claims_of(OperationBinder(vocabulary), _tree(text, "always", vocabulary)))


def parse_never(text: str, vocabulary: Vocabulary) -> tuple[Claim, ...]:
    """What stands behind "never:": `minions with power < 0`, or a condition."""
    return _bounded(claims_of(OperationBinder(vocabulary), _tree(text, "never", vocabulary)))


def _bounded(meaning: Meaning) -> Meaning:
    """The meaning, unless its words stand for too much."""
    check_parts(meaning)
    return meaning


@lru_cache(maxsize=16)
def _parser(
    relations: tuple[str, ...],
    behind: tuple[str, ...],
    deeds: tuple[str, ...],
    groups: tuple[str, ...],
) -> Parser:
    """The parser of games with these relations of place, nouns behind others, verbs, groups."""
    return parser_of(grammar(relations, behind, deeds, groups), start=_STARTS)


def _tree(text: str, start: str, vocabulary: Vocabulary, *, explained: bool = True) -> Tree[Token]:
    check_length(text)
    try:
        deeds = tuple(vocabulary.actions.values())
        groups = tuple(dict.fromkeys(one.name for one in vocabulary.groups if " " in one.name))
        parser = _parser(vocabulary.relations, vocabulary.behind, deeds, groups)
        tree = parser.parse(text, start=start)
    except UnexpectedInput as error:
        if not explained:
            raise NotationError("this cannot be read", error.pos_in_stream or 0) from None
        raise explain(error, text, start, vocabulary) from None
    check_depth(tree)
    return tree
