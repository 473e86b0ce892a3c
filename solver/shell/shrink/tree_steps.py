"""Makes an ability one step smaller: without one piece, or with one number nearer to 0."""

from __future__ import annotations

from dataclasses import is_dataclass, replace
from typing import TYPE_CHECKING, Any

from layerlaw.model import algebra as a
from layerlaw.model.algebra.canonical import all_of, any_of, both, either
from layerlaw.model.algebra.trees import field_names, nodes

if TYPE_CHECKING:
    from collections.abc import Iterator

# What makes a selector select less than everything, and is no pronoun.
_NARROWING = (
    a.Member,
    a.Named,
    a.HasStatus,
    a.Controlled,
    a.Owned,
    a.HasAbility,
    a.Compared,
    a.Placed,
    a.Connected,
    a.InRegion,
    a.InZone,
    a.Sharing,
    a.Exceeding,
    a.EnteredThisTurn,
    a.CameFrom,
    a.Linked,
    a.PrintedToken,
    a.Did,
    a.ChosenName,
    a.AtSquares,
    a.Bearing,
    a.BorneBy,
    a.Not,
)

Tree = Any
"""A frozen tree of the effect algebra, whatever stands at its root."""


def smaller_ability(ability: a.Ability) -> Iterator[a.Ability]:
    """The ability with one piece left out or one number nearer to 0, the larger pieces first.

    A keyword stays as the rulebook has it.
    """
    yield from _smaller(ability)


def nearer_to_nothing(number: int) -> Iterator[int]:
    """Numbers nearer to 0: 0 and 1 themselves, then ever smaller steps, down to one."""
    size, sign = abs(number), -1 if number < 0 else 1
    tried = {size}
    steps = [size - (size >> shift) for shift in range(1, size.bit_length())]
    for nearer in (0, 1, *steps):
        if nearer < size and nearer not in tried:
            tried.add(nearer)
            yield sign * nearer


def ids_named(tree: Tree) -> frozenset[str]:
    """The ids of objects that a tree mentions."""
    return frozenset(node.id for node in nodes(tree) if isinstance(node, a.Identified))


def _smaller(tree: Tree) -> Iterator[Tree]:
    if isinstance(tree, a.Noun):
        yield a.Everything()
    if isinstance(tree, a.Noun | a.Recorded | a.RecordedPlayer) or (
        isinstance(tree, a.Ability) and tree.keyword is not None
    ):
        # What the rulebook says, and what was written down on the way.
        return
    if isinstance(tree, _NARROWING):
        yield a.Everything()
    yield from _here(tree)
    for name in field_names(type(tree)) or ():
        part = getattr(tree, name)
        if isinstance(part, tuple):
            for index, item in enumerate(part):
                if is_dataclass(item):
                    for less in _smaller(item):
                        if less == a.Everything():
                            # That is a part less, and has been tried as such.
                            continue
                        yield replace(tree, **{name: (*part[:index], less, *part[index + 1 :])})
        elif is_dataclass(part):
            for less in _smaller(part):
                yield replace(tree, **{name: less})


def _here(tree: Tree) -> Iterator[Tree]:
    """The tree with a piece of its own left out."""
    match tree:
        case a.Ability(_, instructions, condition, until, zones):
            yield from (replace(tree, instructions=less) for less in one_less(instructions))
            if condition is not None:
                yield replace(tree, condition=None)
            if until is not None:
                yield replace(tree, until=None)
            if zones:
                yield replace(tree, zones=())
        case a.Instruction(_, operations, locked):
            yield from (replace(tree, operations=less) for less in one_less(operations))
            if locked is not None:
                yield replace(tree, locked=None)
        case a.Both(inner):
            yield from (both(less) for less in one_less(inner))
        case a.Either(inner):
            yield from (either(less) for less in one_less(inner))
        case a.AllOf(inner):
            yield from (all_of(less) for less in one_less(inner))
        case a.AnyOf(inner):
            yield from (any_of(less) for less in one_less(inner))
        case a.Arithmetic(left, _, right):
            yield left
            yield right
        case a.Number(value):
            yield from (a.Number(less) for less in nearer_to_nothing(value))
        case a.ChangeNumber(least=int()):
            yield replace(tree, least=None)
        case a.SetMembers(_, words) | a.AddMembers(_, words) | a.RemoveMembers(_, words):
            yield from (replace(tree, words=less) for less in one_less(words))
        case a.LoseAll(but) if but:
            yield from (a.LoseAll(less) for less in one_less(but, least=0))
        case a.Permission(to=to) if to is not None:
            yield replace(tree, to=None)
        case a.Ignore(source=source, partner=partner):
            if source is not None:
                yield replace(tree, source=None)
            if partner:
                yield replace(tree, partner="")
        case a.Redirect(instead_of=zone) if zone is not None:
            yield replace(tree, instead_of=None)


def one_less(items: tuple[Tree, ...], *, least: int = 1) -> Iterator[tuple[Tree, ...]]:
    """The items with one left out, as long as at least that many stay."""
    if len(items) > least:
        yield from (items[:index] + items[index + 1 :] for index in range(len(items)))
