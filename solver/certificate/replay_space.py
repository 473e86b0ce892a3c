"""Where things stand, for the replay: squares, levels, regions, and relations of place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.cards import Card, PrintedAbility
from layerlaw.solver.certificate.replay_words import RULES
from layerlaw.solver.situation import NOWHERE, Thing

if TYPE_CHECKING:
    from layerlaw.model.algebra import Relation
    from layerlaw.model.rulebook import Rulebook
    from layerlaw.model.scenario import Level, Place
    from layerlaw.solver.certificate.replay_board import Board
    from layerlaw.solver.situation import Situation

PLAYERS = "players"
"""The zone of the players."""


def _beyond(name: str, zone: str, rulebook: Rulebook | None = None) -> Thing:
    """A player, or the rules, as an object; its own owner, and older than everything."""
    rules = () if rulebook is None else rulebook.rules
    printed = tuple(PrintedAbility("has", rule.ability, rule.id) for rule in rules)
    own = "" if zone == RULES else name
    return Thing(name, Card(name, {}, {}, printed), own, own, zone, None, None, (0, 0), {})


class Table:
    """What no effect changes: the objects, their zones and places, who owns and carries what."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.rulebook = situation.rulebook
        self.players = situation.players
        self.space = situation.rulebook.space
        self.things: dict[str, Thing] = {thing.id: thing for thing in situation.things}
        for name in situation.players:
            self.things.setdefault(name, _beyond(name, PLAYERS))
        self.things.setdefault(RULES, _beyond(RULES, RULES, self.rulebook))
        self.beyond = frozenset(
            id for id, thing in self.things.items() if thing.zone in (PLAYERS, RULES)
        )
        hiding = {status.name for status in self.rulebook.statuses.values() if status.hides}
        self.hidden = frozenset(
            t.id for t in situation.things if t.statuses & hiding or t.zone == NOWHERE
        )
        zone = self.rulebook.in_play
        self.visible = tuple(o for o in self.things if o not in self.hidden | self.beyond)
        self.in_play = tuple(o for o in self.visible if self.things[o].zone == zone)
        self.playing = frozenset(self.in_play)
        self.bearer = {t.id: t.bearer for t in situation.things if t.bearer is not None}
        self.on_square: dict[int, list[str]] = {}
        for id in self.in_play:
            for square in self.squares(id):
                self.on_square.setdefault(square, []).append(id)
        self._near: dict[tuple[str, str], frozenset[str]] = {}

    def is_where(self, object: str, zones: tuple[str, ...]) -> bool:
        """Whether it is in one of the zones and not hidden; no zones: in play, or a player."""
        if not zones:
            return object in self.playing or object in self.players
        return object not in self.hidden and self.things[object].zone in zones

    def place(self, object: str) -> Place | None:
        """The place of an object, also one it has left."""
        return self.things[object].place

    def squares(self, object: str) -> tuple[int, ...]:
        """The squares of its place."""
        place = self.place(object)
        return () if place is None else place.squares

    def in_order(self, objects: frozenset[str] | set[str]) -> tuple[str, ...]:
        """The objects in order of entry."""
        return tuple(id for id in self.things if id in objects)

    # --- regions ---------------------------------------------------------------------------

    def is_ground(self, object: str, board: Board) -> bool:
        """Whether squares stand on it: a site, also one that has left play (it may be `self`)."""
        space = self.space
        return (
            space is not None
            and self.place(object) is not None
            and space.ground in board.words(object, "types")
        )

    def _is_wet(self, ground: str, board: Board) -> bool:
        """Whether what is below a site is underwater. Clause: SORC-REGION-1."""
        assert self.space is not None
        return (board.number(ground, self.space.deep_test) or 0) > 0

    def regions(self, object: str, board: Board) -> frozenset[str]:
        """The regions it is in; a site is in that of its surface and in that below it."""
        place, space = self.place(object), self.space
        if place is None or space is None:
            return frozenset()
        if self.is_ground(object, board):
            below = space.deep_yes if self._is_wet(object, board) else space.deep_no
            return frozenset((space.surface, below))
        if place.level == "surface":
            return frozenset((space.surface,))
        if place.level == "void":
            return frozenset((space.void,))
        wet = any(
            self.is_ground(other, board) and self._is_wet(other, board)
            for square in place.squares
            for other in self.on_square.get(square, ())
        )
        return frozenset((space.deep_yes if wet else space.deep_no,))

    # --- relations -------------------------------------------------------------------------

    def reached(self, steps: str, anchor: str) -> frozenset[str]:
        """Objects in play on the squares these steps lead to from the anchor's."""
        key = (steps, anchor)
        if key not in self._near:
            found: set[str] = set()
            for square in self.squares(anchor):
                for down, right in STEPS[steps]:
                    found.update(self.on_square.get(self._walk(square, down, right), ()))
            self._near[key] = frozenset(found)
        return self._near[key]

    def _walk(self, square: int, down: int, right: int) -> int:
        """The square so many rows down and columns to the right; 0 if that is off the grid."""
        space = self.space
        if space is None:
            return 0
        row, column = (square - 1) // space.columns + down, (square - 1) % space.columns + right
        if not (0 <= row < space.rows and 0 <= column < space.columns):
            return 0
        return row * space.columns + column + 1

    def stands(
        self, candidate: str, relation: Relation, anchor: str, board: Board, ahead: str | None
    ) -> bool:
        """Whether the candidate stands in the relation to the anchor.

        ahead: for "in front of", the anchor's controller.
        Clauses: SORC-NEAR-1, SORC-ADJ-1, SORC-FWD-1, SORC-HERE-1.
        """
        if candidate not in self.playing:
            return False
        if relation in ("nearby", "adjacent", "in front of"):
            steps: str = relation
            if relation == "in front of":
                if ahead is None:
                    return False
                steps = "up" if ahead == self.players[0] else "down"
            return candidate in self.reached(steps, anchor) and (
                self.is_ground(candidate, board) or self._share_region(candidate, anchor, board)
            )
        if candidate not in self.reached("same", anchor):
            return False
        place, other = self.place(candidate), self.place(anchor)
        assert place is not None and other is not None
        match relation:
            case "here":
                if self.is_ground(candidate, board) and other.level != "void":
                    return True
                return self._share_region(candidate, anchor, board)
            case "occupying":
                return place.level != "void" or self.is_ground(candidate, board)
            case "atop":
                return place.level == "surface" and candidate != anchor
            case "above":
                return self._is_on("surface", candidate, board) and self._is_on(
                    "deep", anchor, board
                )
            case _:
                return self._is_on("deep", candidate, board) and self._is_on(
                    "surface", anchor, board
                )

    def _is_on(self, level: Level, object: str, board: Board) -> bool:
        """Whether the object is on the level; a site is on both."""
        place = self.place(object)
        return place is not None and (place.level == level or self.is_ground(object, board))

    def _share_region(self, one: str, other: str, board: Board) -> bool:
        return bool(self.regions(one, board) & self.regions(other, board))


STEPS = {
    "same": ((0, 0),),
    "up": ((-1, 0),),
    "down": ((1, 0),),
    "adjacent": ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)),
    "nearby": tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1)),
}
"""For each relation, the ways (down, right) from a square."""
