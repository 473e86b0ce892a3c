"""From the parser's tree to what a property states, and what no property can speak of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lark import Token, Tree

from layerlaw.model import algebra as a
from layerlaw.model.algebra.canonical import both
from layerlaw.model.algebra.chosen import CHOSEN_OBJECT, CHOSEN_PLAYER
from layerlaw.model.algebra.claims import (
    AlwaysSo,
    Claim,
    ForEvery,
    NeverSo,
    NoSuch,
    OrderFree,
)
from layerlaw.model.algebra.trees import nodes
from layerlaw.model.errors import NotationError
from layerlaw.model.notation.words import text_of, trees

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.notation.binding_operations import OperationBinder

_NOBODY: tuple[tuple[type, str], ...] = (
    (a.Self, "self"),
    (a.Target, "target"),
    (a.Bearer, "bearer"),
    (a.ChosenName, "the chosen name"),
    (a.ChosenNumber, "chosen number"),
    (a.Times, "number of times"),
)
"""What only an effect can speak of: it has a source, targets and choices, and once began."""


def claims_of(binder: OperationBinder, tree: Tree[Token]) -> tuple[Claim, ...]:
    """What the tree of `always` or `never` states.

    `always: A is B` speaks of every A and is fulfilled where there is none; so does each part of
    what is joined by `and`. `never: A is B` speaks of any A. Raises `NotationError` for what means
    something only in an effect.
    """
    claims = tuple(_claims(binder, tree))
    for claim in claims:
        _check(claim)
    return claims


def _claims(binder: OperationBinder, tree: Tree[Token]) -> Iterator[Claim]:
    (inner,) = trees(tree.children)
    if inner.data == "order_free":
        yield OrderFree(tuple(_subject(binder, each) for each in trees(inner.children)))
        return
    if inner.data == "for_every":
        who, condition = trees(inner.children)
        yield ForEvery(binder.selector(who), binder.condition(condition))
        return
    if tree.data == "never":
        if inner.data == "selector":
            yield NoSuch(binder.selector(inner))
            return
        denied = binder.condition(inner)
        if isinstance(denied, a.Matches):
            yield NoSuch(both((denied.subject, denied.what)))
        else:
            yield NeverSo(denied)
        return
    stated = binder.condition(inner)
    for part in stated.inner if isinstance(stated, a.AllOf) else (stated,):
        if isinstance(part, a.Matches):
            yield ForEvery(part.subject, a.Matches(a.It(), part.what))
        else:
            yield AlwaysSo(part)


def _subject(binder: OperationBinder, tree: Tree[Token]) -> str | a.Ability:
    (inner,) = tree.children
    return text_of(inner) if isinstance(inner, Token) else binder.ability_tree(inner)


def _check(claim: Claim) -> None:
    """Raise for pronouns that mean nobody here."""
    if isinstance(claim, OrderFree):
        return
    for node in nodes(claim):
        for kind, word in _NOBODY:
            if isinstance(node, kind):
                _refuse(word)
        if isinstance(node, a.Did) and node.period == "since then":
            _refuse("since then")
        if isinstance(node, a.Identified) and node.id == CHOSEN_OBJECT:
            _refuse("the chosen object")
        if isinstance(node, a.NamedPlayer) and node.name == CHOSEN_PLAYER:
            _refuse("the chosen player")
    bound = claim.who if isinstance(claim, ForEvery | NoSuch) else claim.condition
    if any(isinstance(node, a.It) for node in nodes(bound, closed=a.Compared)):
        raise NotationError(
            "'it' means nothing here",
            suggestion="write `for every OBJECT: ... it ...`",
        )


def _refuse(word: str) -> None:
    raise NotationError(
        f"'{word}' means nothing in a property, which belongs to no effect",
        suggestion="name the objects instead: `always: A is B`, `for every A: its power >= 1`",
    )
