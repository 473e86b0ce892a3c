"""What was moved until something leaves, and goes back as that has left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.scenarios.events import MoveZone
from layerlaw.solver.play.ending import settle
from layerlaw.solver.play.moving import move_to_zone

if TYPE_CHECKING:
    from layerlaw.model.errors import Where
    from layerlaw.solver.play.table import GameTable


@dataclass(frozen=True, slots=True)
class Moved:
    """A move that lasts: `object`, which came from `zone`, goes back once `until` has left.

    lives: which new object either of the two is, so that one that left since is told apart.
    """

    object: str
    zone: str
    until: str
    lives: tuple[int, int]
    where: Where


class LastingMoves:
    """The moves of one history that may have to be undone, in the order they were made."""

    def __init__(self, table: GameTable) -> None:
        self._table = table
        self._moves: list[Moved] = []

    def move(self, event: MoveZone) -> None:
        """Moves the object; what is to last until something leaves that has left moves nothing."""
        table, until = self._table, event.until
        if until is None:
            move_to_zone(table, event)
            return
        table.need_a_zone(event.object, event.where)
        table.need_there((until,), event.where)
        if not table.playing(until) or table.hidden(until):
            table.note_idle(event.object, f"stays where it is: {until} has left play before")
            return
        before = table.things[event.object].zone
        lasting = table.lives[until]
        # Whatever it becomes goes back. Clauses: CR-712.21c, CR-730.3c.
        components = table.rulebook.components_in
        parts = [one.id for one in table.borne_by(event.object) if one.zone in components]
        move_to_zone(table, event)
        for id in (event.object, *parts):
            if before != event.zone == table.things[id].zone:
                lives = table.lives[id], lasting
                self._moves.append(Moved(id, before, until, lives, event.where))

    def undo(self) -> None:
        """Sends back what was moved until something left that has left, all of it at once."""
        table = self._table
        while over := [one for one in self._moves if table.lives[one.until] != one.lives[1]]:
            self._moves = [one for one in self._moves if one not in over]
            for one in over:
                if table.lives[one.object] == one.lives[0]:
                    table.place += 1
                    move_to_zone(table, MoveZone(one.object, one.zone, one.where))
            settle(table)
