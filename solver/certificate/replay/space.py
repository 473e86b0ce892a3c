"""Where things stand, for the replay: squares, levels, regions, and relations of place."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, cast

from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.solver.certificate.replay.board import (
    ABILITIES,
    BASE,
    FIXED,
    NAME,
    PERMISSIONS,
    ones,
    union,
)
from layerlaw.solver.certificate.replay.ways import SAME_PLACE, led, turns
from layerlaw.solver.certificate.replay.words import RULES
from layerlaw.solver.facts.lists import as_key
from layerlaw.solver.facts.situation import NOWHERE, Thing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.model.algebra import Relation
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.events import Level, Place
    from layerlaw.solver.certificate.replay.board import ReplayBoard
    from layerlaw.solver.facts.situation import Situation

PLAYERS = "players"
"""The zone of the players."""

MOST_NAMED = 64
"""The ids of so many sets of objects are kept: trials ask for the same ones again and again."""


def _player(name: str, situation: Situation) -> Thing:
    """A player as an object, older than everything, with the numbers that it has now."""
    every = situation.rulebook.characteristics.values()
    begins = {one.name: one.of_players for one in every if one.of_players is not None}
    now = {total.name: total.number for total in situation.totals if total.player == name}
    card = Card(name, {}, begins)
    return Thing(name, card, name, name, PLAYERS, None, None, (0, 0), now)


def _the_rules(rulebook: Rulebook) -> Thing:
    """The rules as an object, older than everything."""
    printed = tuple(PrintedAbility("has", rule.ability, rule.id) for rule in rulebook.rules)
    return Thing(RULES, Card(RULES, {}, {}, printed), "", "", RULES, None, None, (0, 0), {})


def shown_in(rulebook: Rulebook) -> tuple[str, ...]:
    """Everything that an object shows under a rulebook."""
    bases = (BASE + one.name for one in rulebook.characteristics.values() if one.base)
    marks = (ABILITIES, FIXED, PERMISSIONS)
    return (NAME, *rulebook.characteristics, *bases, *rulebook.statuses, *marks)


class ReplayTable:
    """What no effect changes: the objects, their zones and places, who owns and carries what.

    Sets of objects are bits, in order of entry; players and the rules come after all others.
    """

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.rulebook = situation.rulebook
        self.players = situation.players
        self.space = situation.rulebook.space
        self.things: dict[str, Thing] = {thing.id: thing for thing in situation.things}
        for name in situation.players:
            self.things.setdefault(name, _player(name, situation))
        self.things.setdefault(RULES, _the_rules(self.rulebook))
        self.ids = tuple(self.things)
        self.index = {id: place for place, id in enumerate(self.ids)}
        hiding = {status.name for status in self.rulebook.statuses.values() if status.hides}
        self.zones: dict[str, int] = {}
        self.owned: dict[str, int] = {}
        self.fresh = self.hidden_ones = self.linked_ones = 0
        self.levels: dict[Level, int] = {"surface": 0, "deep": 0, "void": 0}
        self.partly = 0
        self.bearer: dict[str, str] = {}
        for place, thing in enumerate(self.things.values()):
            bit = 1 << place
            self.zones[thing.zone] = self.zones.get(thing.zone, 0) | bit
            self.owned[thing.owner] = self.owned.get(thing.owner, 0) | bit
            if thing.fresh:
                self.fresh |= bit
            if thing.linked:
                self.linked_ones |= bit
            if thing.zone == NOWHERE or (thing.statuses and thing.statuses & hiding):
                self.hidden_ones |= bit
            if thing.place is not None:
                level = thing.place.level
                self.levels[level] |= bit
                if thing.place.void:
                    self.partly |= bit
            if thing.bearer is not None:
                self.bearer[thing.id] = thing.bearer
        self.everyone = (1 << len(self.ids)) - 1
        self.player_bits = {name: 1 << self.index[name] for name in situation.players}
        self.all_players = sum(self.player_bits.values())
        self.rules_bit = 1 << self.index[RULES]
        self.beyond_ones = self.zones.get(PLAYERS, 0) | self.zones.get(RULES, 0)
        self.hidden_ones &= ~self.beyond_ones
        self.visible_ones = self.everyone & ~self.hidden_ones & ~self.beyond_ones
        self.zone_of_play = self.zones.get(self.rulebook.in_play, 0)
        self.playing_ones = self.zone_of_play & self.visible_ones
        self._same: tuple[str, ...] = self.ids
        self._same_place: dict[int, int] = {}
        self._near: dict[tuple[str, int, bool | None], int] = {}
        self._named: dict[bytes, tuple[str, ...]] = {}
        self._where: dict[tuple[str, ...], int] = {(): self.playing_ones | self.all_players}

    @cached_property
    def shown(self) -> tuple[str, ...]:
        """Everything that an object shows."""
        return shown_in(self.rulebook)

    @cached_property
    def beyond(self) -> frozenset[str]:
        """The players, and the rules."""
        return frozenset(self.named(self.beyond_ones))

    @cached_property
    def hidden(self) -> frozenset[str]:
        """What is there for nothing but events."""
        return frozenset(self.named(self.hidden_ones))

    @cached_property
    def visible(self) -> tuple[str, ...]:
        """What is not hidden, players and rules aside."""
        return self.named(self.visible_ones)

    @cached_property
    def in_play(self) -> tuple[str, ...]:
        """What is in play and not hidden."""
        return self.named(self.playing_ones)

    @cached_property
    def playing(self) -> frozenset[str]:
        """The same, in no order."""
        return frozenset(self.in_play)

    @cached_property
    def on_square(self) -> dict[int, list[str]]:
        """The objects in play by square."""
        return {square: list(self.named(held)) for square, held in self.squares_held.items()}

    @cached_property
    def squares_held(self) -> dict[int, int]:
        """The same as bits."""
        held: dict[int, int] = {}
        for place in ones(self.playing_ones):
            for square in self.squares(self.ids[place]):
                held[square] = held.get(square, 0) | 1 << place
        return held

    def is_of(self, objects: tuple[str, ...]) -> bool:
        """Whether these are all objects, in order of entry."""
        if objects is not self._same and objects == self.ids:
            self._same = objects
        return objects is self._same

    def named(self, objects: int) -> tuple[str, ...]:
        """The ids of these objects, in order of entry; kept for the sets asked for last."""
        key = as_key(objects)
        named = self._named.get(key)
        if named is None:
            if len(self._named) >= MOST_NAMED:
                self._named.clear()
            named = self._named[key] = tuple(self.ids[place] for place in ones(objects))
        return named

    def bits(self, ids: Iterable[str]) -> int:
        """The objects with these ids; what is no object is left out."""
        return union(1 << self.index[id] for id in ids if id in self.index)

    def where(self, zones: tuple[str, ...]) -> int:
        """The objects on which an ability works that names these zones, or none."""
        if zones not in self._where:
            held = union(self.zones.get(zone, 0) for zone in zones)
            self._where[zones] = held & ~self.hidden_ones
        return self._where[zones]

    def is_where(self, object: str, zones: tuple[str, ...]) -> bool:
        """Whether it is in one of the zones and not hidden; no zones: in play, or a player."""
        return bool(self.where(zones) >> self.index[object] & 1)

    def place(self, object: str) -> Place | None:
        """The place of an object, also one it has left."""
        return self.things[object].place

    def squares(self, object: str) -> tuple[int, ...]:
        """The squares of its place."""
        place = self.place(object)
        return () if place is None else place.squares

    # --- regions ---------------------------------------------------------------------------

    def ground(self, among: int, board: ReplayBoard) -> int:
        """Those on which squares stand (sites), also what has left play (it may be `self`)."""
        if self.space is None or not self.space.ground:
            return 0
        return board.having(
            self.space.types, self.space.ground, among & union(self.levels.values())
        )

    def _wet(self, ground: int, board: ReplayBoard) -> int:
        """The sites below which it is underwater. Clause: SORC-REGION-1."""
        assert self.space is not None
        wet = 0
        for value, held in board.column(self.space.deep_test, ground).items():
            if cast("int", value) > 0:
                wet |= held & ground
        return wet

    def in_region(self, region: str, among: int, board: ReplayBoard) -> int:
        """Those in a region; a site is in that of its surface and in that below it."""
        space = self.space
        if space is None:
            return 0
        ground = self.ground(among, board)
        rest = among & ~ground
        inside = 0
        if region == space.surface:
            inside |= ground | self.levels["surface"] & rest
        if region == space.void:
            inside |= (self.levels["void"] | self.partly) & rest
        if region in (space.deep_yes, space.deep_no):
            wet = self._wet(ground, board)
            for place in ones(self.levels["deep"] & rest):
                squares = self.squares(self.ids[place])
                over = union(self.squares_held.get(square, 0) for square in squares)
                if self._wet(self.ground(over, board), board):
                    wet |= 1 << place
            below = ground | self.levels["deep"] & rest
            if region == space.deep_yes:
                inside |= wet
            if region == space.deep_no:
                inside |= below & ~wet
        return inside

    # --- relations -------------------------------------------------------------------------

    def same_place(self, anchor: int) -> int:
        """Objects in play on the squares of the object at a place."""
        if anchor not in self._same_place:
            squares = self.squares(self.ids[anchor])
            self._same_place[anchor] = union(self.squares_held.get(each, 0) for each in squares)
        return self._same_place[anchor]

    def near(self, relation: Relation, anchor: int, ahead: str | None) -> int:
        """Objects in play where a relation leads; ahead: the anchor's controller."""
        if self.space is None:
            return 0
        up = None if ahead is None else ahead == self.players[0]
        key = (relation, anchor, up)
        if key not in self._near:
            self._near[key] = union(
                self.squares_held.get(other, 0)
                for square in self.squares(self.ids[anchor])
                for other in led(self.space, relation, square, up)
            )
        return self._near[key]

    def turns(self, relation: Relation) -> bool:
        """Whether it matters for the relation who controls the anchor."""
        return turns(self.space, relation)

    def standing(
        self, among: int, relation: Relation, anchor: int, board: ReplayBoard, ahead: str | None
    ) -> int:
        """Those that stand in the relation to the object at a place.

        ahead: the anchor's controller, for a relation that turns.
        Clauses: SORC-NEAR-1, SORC-ADJ-1, SORC-FWD-1, SORC-HERE-1.
        """
        if self.partly:
            return self._standing_in_parts(among, relation, anchor, board, ahead)
        if relation not in SAME_PLACE:
            within = among & self.near(relation, anchor, ahead)
            ground = self.ground(within, board)
            return ground | self._sharing_region(within & ~ground, anchor, board)
        within = among & self.same_place(anchor)
        if not within:
            return 0
        place = self.place(self.ids[anchor])
        assert place is not None
        match relation:
            case "here":
                ground = self.ground(within, board) if place.level != "void" else 0
                return ground | self._sharing_region(within & ~ground, anchor, board)
            case "occupying":
                void = within & self.levels["void"]
                return within & ~void | self.ground(void, board)
            case "atop":
                return within & self.levels["surface"] & ~(1 << anchor)
            case "above":
                return self._between("surface", within, "deep", anchor, board)
            case _:
                return self._between("deep", within, "surface", anchor, board)

    def _standing_in_parts(
        self, among: int, relation: Relation, anchor: int, board: ReplayBoard, ahead: str | None
    ) -> int:
        """As `standing`, where something lies partly in the void: each part stands for itself."""
        assert self.space is not None
        up = None if ahead is None else ahead == self.players[0]
        within = among & (
            self.same_place(anchor)
            if relation in SAME_PLACE
            else self.near(relation, anchor, ahead)
        )
        standing = 0
        for square, level in self.parts(anchor):
            reached = {square}
            if relation not in SAME_PLACE:
                reached = set(led(self.space, relation, square, up))
            for candidate in ones(within & ~standing):
                for other, its_level in self.parts(candidate):
                    if other in reached and self._stands(
                        (candidate, its_level), relation, (anchor, level), board
                    ):
                        standing |= 1 << candidate
        return standing

    def parts(self, place: int) -> list[tuple[int, Level]]:
        """The squares of the object at a place, each with the level on which it lies there."""
        stands = self.place(self.ids[place])
        if stands is None:
            return []
        return [
            (square, "void" if square in stands.void else stands.level) for square in stands.squares
        ]

    def _stands(
        self,
        candidate: tuple[int, Level],
        relation: Relation,
        anchor: tuple[int, Level],
        board: ReplayBoard,
    ) -> bool:
        """Whether one part stands so to another, which the relation leads to."""
        one, level = candidate
        other, its_level = anchor
        is_ground = bool(self.ground(1 << one, board))
        match relation:
            case "occupying":
                return is_ground or level != "void"
            case "atop":
                return level == "surface" and one != other
            case "above":
                below = its_level == "deep" or bool(self.ground(1 << other, board))
                return below and (is_ground or level == "surface")
            case "below":
                above = its_level == "surface" or bool(self.ground(1 << other, board))
                return above and (is_ground or level == "deep")
        if is_ground and (relation != "here" or its_level != "void"):
            return True
        return bool(self._regions(*candidate, board) & self._regions(*anchor, board))

    def _regions(self, place: int, level: Level, board: ReplayBoard) -> set[str]:
        """The regions that an object is in with a part on this level."""
        space, bit = self.space, 1 << place
        assert space is not None
        if not space.ground:
            return {space.surface}
        every = (space.surface, space.void, space.deep_yes, space.deep_no)
        inside = {region for region in every if self.in_region(region, bit, board)}
        if self.partly & bit and not self.ground(bit, board):
            return {space.void if level == "void" else space.surface}
        return inside

    def _between(
        self, level: Level, among: int, other: Level, anchor: int, board: ReplayBoard
    ) -> int:
        """Those on one level, if the anchor is on the other one; a site is on both."""
        bit = 1 << anchor
        if not self.levels[other] & bit and not self.ground(bit, board):
            return 0
        on = among & self.levels[level]
        return on | self.ground(among & ~on, board)

    def _sharing_region(self, among: int, anchor: int, board: ReplayBoard) -> int:
        space = self.space
        sharing = 0
        if space is not None and not space.ground:
            return among
        if space is not None and among:
            for region in dict.fromkeys((space.surface, space.void, space.deep_yes, space.deep_no)):
                if self.in_region(region, 1 << anchor, board):
                    sharing |= self.in_region(region, among & ~sharing, board)
        return sharing
