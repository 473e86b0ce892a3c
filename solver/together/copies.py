"""Copies: those that put all that is copiable in the place of what was, and what they change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.solver.board.columns import ABILITIES, NAME
from layerlaw.solver.board.kinds import NO_OBJECTS
from layerlaw.solver.together.keys import COPY

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.board.kinds import Objects
    from layerlaw.solver.effects.context import Instances
    from layerlaw.solver.together.keys import Key, Keys


def replaces_all(operation: a.Operation) -> bool:
    """Whether the operation puts all that is copiable in the place of what was there."""
    if not isinstance(operation, a.CopyOf):
        return False
    return not (operation.text or operation.merging or operation.itself)


class OpenCopies:
    """The copies that may still be made on a board. They come before everything else that is done.

    base: the board with the copies that are certain, and nothing else. made: what the board is with
    each of the open ones, and the objects for which that one is open.
    """

    def __init__(
        self, keys: Keys, instances: Instances, base: Board, made: Sequence[tuple[Board, Objects]]
    ) -> None:
        self._keys = keys
        self._named = instances.keyword
        self._base = base
        self._made = made
        self._told: dict[Key, tuple[Objects, Objects]] = {}

    def bringing(self, key: Key) -> Objects:
        """The objects to which a copy may bring what is looked at under the key."""
        return self._both(key)[0]

    def taking(self, key: Key) -> Objects:
        """The objects from which a copy may take it."""
        return self._both(key)[1]

    def changing(self, key: Key) -> Objects:
        """The objects on which a copy may change it."""
        brought, taken = self._both(key)
        return brought | taken

    def _both(self, key: Key) -> tuple[Objects, Objects]:
        if key not in self._told:
            brought = taken = NO_OBJECTS
            if COPY in self._keys.behind(key):
                cells = list(self._cells(key))
                for board, mask in self._made:
                    for column, counts in cells:
                        before, after = self._base.column(column), board.column(column)
                        for value in {**before, **after}:
                            if counts is None or counts(value):
                                had = before.get(value, NO_OBJECTS) & mask
                                has = after.get(value, NO_OBJECTS) & mask
                                brought |= has & ~had
                                taken |= had & ~has
            self._told[key] = brought, taken
        return self._told[key]

    def _cells(self, key: Key) -> Iterable[tuple[str, Callable[[Hashable], bool] | None]]:
        """The columns that are looked at under a key, and which of their values (None: all)."""
        match key:
            case ("number" | "depth", _):
                # A number may be swapped with another one afterwards.
                for kind, *name in self._keys.behind(key):
                    if kind == "number":
                        yield str(name[0]), None
            case ("any word", str(name)):
                yield name, None
            case ("word", str(name), _):
                # A word may become another one afterwards.
                words = {one[2] for one in self._keys.behind(key) if one[0] == "word"}
                yield name, words.__contains__
            case ("keyword", keyword):
                yield ABILITIES, lambda number: self._named(number) == keyword
            case ("instance", instance, _):
                yield ABILITIES, lambda number: number == instance
            case ("name",):
                yield NAME, None
            case _:
                yield ABILITIES, None
