"""Words of groups, for the replay: which make way, which go with types, and when a text is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra import SetMembers
from layerlaw.solver.certificate.replay.board import ones

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model import algebra as a
    from layerlaw.model.algebra import WordGroup
    from layerlaw.solver.certificate.replay.board import ReplayBoard


def set_words(board: ReplayBoard, operation: SetMembers, scope: int) -> None:
    """The words take the place of the words of their groups; of all, where none has types."""
    name = operation.characteristic
    making_way: set[object] = set()
    for group in operation.groups:
        appropriate = group.characteristic == name and bool(group.types)
        if appropriate and any(word in group.words for word in operation.words):
            making_way.update(group.words)
    for word in making_way or [*board.columns.get(name, {})]:
        board.remove(name, word, scope)
    for word in operation.words:
        board.add(name, word, scope)


def takes_text(operation: a.Operation) -> bool:
    """Whether the operation takes the abilities of the text."""
    return isinstance(operation, SetMembers) and any(
        one.loses_text and one.characteristic == operation.characteristic and word in one.words
        for one in operation.groups
        for word in operation.words
    )


def strip_text(board: ReplayBoard, scope: int) -> None:
    """What no effect has given is lost."""
    for place in ones(scope):
        held = board.held.get(place, ())
        given = tuple(one for one in held if one.giver is not None)
        if given != held:
            board.hold(place, given)


def of_types(operation: a.Operation) -> tuple[WordGroup, ...]:
    """The groups whose words go with the types that the operation writes."""
    groups: tuple[WordGroup, ...] = getattr(operation, "groups", ())
    name = getattr(operation, "characteristic", "")
    return tuple(one for one in groups if one.types and one.characteristic != name)


class WordsOfTypes:
    """Remembers who has which types, and takes the words of those that are gone since."""

    def __init__(self, board: ReplayBoard, operation: a.Operation, scope: int) -> None:
        self._board, self._groups, self._scope = board, of_types(operation), scope
        self._types: str = getattr(operation, "characteristic", "")
        self._before = [*self._having()]

    def _having(self) -> Iterator[int]:
        column = self._board.columns.get(self._types, {})
        for group in self._groups:
            having = 0
            for type in group.types:
                having |= column.get(type, 0)
            yield having & self._scope

    def take(self) -> None:
        """Take them."""
        for group, before, now in zip(self._groups, self._before, self._having(), strict=True):
            for word in group.words if before & ~now else ():
                self._board.remove(group.characteristic, word, before & ~now)
