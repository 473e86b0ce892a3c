"""The oracle's groups of words: what makes way, what goes with types, and when a text is lost."""

from __future__ import annotations

from layerlaw.model.algebra import (
    AddMembers,
    AddMembersOf,
    RemoveMembers,
    ReplaceMember,
    SetMembers,
)
from oracle.board import Board
from oracle.view import View

Writing = SetMembers | RemoveMembers | ReplaceMember


def words_after_setting(operation: SetMembers, before: frozenset[str]) -> frozenset[str]:
    """The words of an object when the operation has set them."""
    name, words = operation.characteristic, frozenset(operation.words)
    own = [each for each in operation.groups if each.characteristic == name and each.types]
    meant = [each for each in own if words & frozenset(each.words)]
    if not meant:
        return words
    return words | before.difference(*(each.words for each in meant))


def words_gained(
    operation: SetMembers | AddMembers | AddMembersOf, words: frozenset[str], view: View
) -> frozenset[str]:
    """Those of the words that `it` can gain: what belongs to types goes to one of these only."""
    assert view.it is not None
    if not operation.types:
        return words
    types = view.board.sets[view.it, operation.types]
    gained = set(words)
    for group in operation.groups:
        mine = group.characteristic == operation.characteristic and bool(group.needs_type)
        if mine and types.isdisjoint(group.types):
            gained -= set(group.words)
    return frozenset(gained)


def loses_its_text(operation: Writing) -> bool:
    """Whether one of the words that are set takes the abilities of the text."""
    if not isinstance(operation, SetMembers):
        return False
    own = [each for each in operation.groups if each.characteristic == operation.characteristic]
    return any(each.loses_text and word in each.words for word in operation.words for each in own)


def take_what_goes(object: str, operation: Writing, before: frozenset[str], board: Board) -> None:
    """Words go where the object had a type to which they belong, and has none of these now."""
    types = board.sets[object, operation.characteristic]
    for group in operation.groups:
        if not group.types or group.characteristic == operation.characteristic:
            continue
        if before & frozenset(group.types) and not types & frozenset(group.types):
            board.sets[object, group.characteristic] -= frozenset(group.words)


def lose_text(object: str, board: Board) -> None:
    """Every ability that nothing gave to the object is lost."""
    board.abilities[object] = [each for each in board.abilities[object] if each.giver]
