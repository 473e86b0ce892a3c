"""Where there is ground, and what might stand where there is none, kept as objects change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.facts.situation import printed_form

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.facts.situation import Thing


class GroundSquares:
    """The squares of what is printed as ground and in play.

    squares: how many of that lie on a square. in_void: the objects of which something lies in the
    void.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook
        self.squares: dict[int, int] = {}
        self.in_void: set[str] = set()
        # The squares of each object that is ground; what came or changed since ground was looked
        # for; whether all have to be looked at, as some ground left.
        self._of: dict[str, tuple[int, ...]] = {}
        self._changed: dict[str, None] = {}
        self._left = False

    def note(self, thing: Thing, before: Thing | None) -> None:
        """An object came, or is otherwise than before."""
        place, playing = thing.place, thing.zone == self._rulebook.in_play
        if thing.id in self.in_void and (
            before is None or (before.place, before.zone) != (place, thing.zone)
        ):
            self._left = True
        if playing and place is not None and place.in_void:
            self.in_void.add(thing.id)
        else:
            self.in_void.discard(thing.id)
        space = self._rulebook.space
        if space is None or (place is None and thing.id not in self._of):
            return
        self._changed[thing.id] = None
        squares: tuple[int, ...] = ()
        if place is not None and playing:
            types = printed_form(self._rulebook, thing, thing.form).sets.get(space.types, ())
            squares = place.squares if space.ground in types else ()
        self._lies_on(thing.id, squares)

    def forget(self, id: str) -> None:
        """The object is no longer there."""
        self._left = self._left or id in self.in_void
        self.in_void.discard(id)
        self._lies_on(id, ())

    def _lies_on(self, id: str, squares: tuple[int, ...]) -> None:
        """The object is ground on these squares."""
        before = self._of.get(id, ())
        if squares == before:
            return
        if squares:
            self._of[id] = squares
        else:
            del self._of[id]
        for square in squares:
            self.squares[square] = self.squares.get(square, 0) + 1
        for square in before:
            self.squares[square] -= 1
            if not self.squares[square]:
                del self.squares[square]
        self._left = self._left or bool(before)

    def changed(self) -> Iterable[str] | None:
        """What may stand where there is no ground since this was last asked; None: anything."""
        every, self._left = self._left, False
        ids, self._changed = self._changed, {}
        return None if every else ids
