"""What no effect changes during one derivation: who is where, who carries whom, who is who."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from layerlaw.model.algebra.mentions import names_in
from layerlaw.model.algebra.split import Split, each_part, parts_of
from layerlaw.model.algebra.terms import SAME_PLACE
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.solver.board.columns import Board, Losses, bits
from layerlaw.solver.board.kinds import NO_OBJECTS, Index, Objects
from layerlaw.solver.effects.constants import constants_of
from layerlaw.solver.effects.relevance import bars_losses, gives_several_names
from layerlaw.solver.effects.ways import HERE, facing, neighbours
from layerlaw.solver.facts.situation import NOWHERE, PLAYERS, RULES, Thing, printed_form

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.model.algebra import Relation
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.events import Level
    from layerlaw.solver.effects.constants import Constants
    from layerlaw.solver.facts.situation import Deed, Situation, Timestamp

MOST_RELATED = 4096
"""So many answers to who stands in a relation to whom are kept."""


class World:
    """Objects by index, and their geometry as bit masks over those indices.

    things: the situation's, then the stand-ins for players and rules. What hides is in no mask but
    `hidden`, and the stand-ins are in none but their own: `everyone` is what can be selected
    anywhere, `in_play` what can be selected in the zone of play.
    """

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.rulebook: Rulebook = situation.rulebook
        self.players = situation.players
        others = stand_ins(self.rulebook, self.players)
        self.things: tuple[Thing, ...] = (*situation.things, *others)
        self.index = {thing.id: Index(i) for i, thing in enumerate(self.things)}
        self.zones: dict[str, Objects] = {}
        self.owned: dict[str, Objects] = {}
        self.squares: dict[int, Objects] = {}
        self._covering: dict[int, Objects] = {}
        self.levels = dict.fromkeys(("surface", "deep", "void"), NO_OBJECTS)
        self.bearer: dict[Index, Index] = {}
        self.hidden = NO_OBJECTS
        self.partly_void = NO_OBJECTS
        self.void_at: dict[int, Objects] = {}
        self.fresh = NO_OBJECTS
        self.comers: dict[str, Objects] = {}
        self.linked = NO_OBJECTS
        self.printed_tokens = NO_OBJECTS
        self.without: dict[str, Objects] = {}
        self.constants = constants = constants_of(self.rulebook)
        playing = self._sort(situation.things, constants)
        self.in_play = self.zones.get(constants.in_play, NO_OBJECTS)
        self._somewhere = self.levels["surface"] | self.levels["deep"] | self.levels["void"]
        count = len(situation.things)
        self.everyone = Objects((1 << count) - 1) & ~self.hidden
        self.player_bit = {name: 1 << Index(count + i) for i, name in enumerate(self.players)}
        self.all_players = Objects((1 << len(self.players)) - 1 << count)
        self.rules = 1 << Index(len(self.things) - 1)
        self.out_of_play: dict[str, Objects] = dict(self.player_bit)
        for owner, held in self.owned.items():
            if held & ~playing:
                self.out_of_play[owner] = self.out_of_play.get(owner, 0) | held & ~playing
        self.reaches: dict[str, Objects] = {
            "in play": self.in_play,
            "anywhere": self.everyone,
            "players": self.all_players,
            "anything": self.everyone | self.all_players | self.rules,
        }
        self.playing = playing
        self._reach: dict[tuple[tuple[str, ...], int], Objects] = {}
        self._ways: dict[tuple[str, bool | None], tuple[str, ...]] = {}
        self._related: dict[tuple[object, ...], Objects] = {}
        self._wet: dict[tuple[Objects, Objects], Objects] = {}
        self._works: dict[tuple[str, ...], Objects] = {}
        self._forms: dict[int, Card] = {}
        self.disabling = constants.disabling
        # Whoever writes these may change who controls what; see `starting_board` for what else.
        self.decide_control = constants.decide_control
        # The same by value, where it is a value that decides.
        self.control_cells = constants.decide_control

    @cached_property
    def bars_losses(self) -> Losses:
        """Whether what is lost can't come back. Clause: SORC-LOSE-1."""
        return bars_losses(self.situation)

    @cached_property
    def several_names(self) -> bool:
        """Whether an object could have several names: its own, copied, or given ones."""
        copies = (card for effect in self.situation.effects for card in effect.copies if card)
        forms = (thing.form for thing in self.situation.things)
        return (
            bool(self.linked)
            or any(len(names_in(card.name)) > 1 for card in (*forms, *copies))
            or gives_several_names(self.situation)
        )

    def _sort(self, things: tuple[Thing, ...], constants: Constants) -> Objects:
        """Sort the situation's things into masks; returns what is in play, hidden or not."""
        here, hiding = constants.in_play, constants.hiding
        playing = NO_OBJECTS
        for number, thing in enumerate(things):
            i = Index(number)
            bit = 1 << i
            self.owned[thing.owner] = self.owned.get(thing.owner, NO_OBJECTS) | bit
            for keyword in thing.without:
                self.without[keyword] = self.without.get(keyword, NO_OBJECTS) | bit
            if thing.zone == here:
                playing |= bit
            if thing.bearer is not None:
                self.bearer[i] = self.index[thing.bearer]
            hides = thing.statuses and not hiding.isdisjoint(thing.statuses)
            if hides or thing.zone == NOWHERE:
                self.hidden |= bit
                continue
            self.zones[thing.zone] = self.zones.get(thing.zone, NO_OBJECTS) | bit
            if thing.fresh:
                self.fresh |= bit
            if thing.came_from:
                self.comers[thing.came_from] = self.comers.get(thing.came_from, NO_OBJECTS) | bit
            if thing.linked:
                self.linked |= bit
            if (thing.above or thing.card).token:
                self.printed_tokens |= bit
            if thing.place is not None:
                self.levels[thing.place.level] |= bit
                self.partly_void |= bit if thing.place.void else NO_OBJECTS
                for square in thing.place.void:
                    self.void_at[square] = self.void_at.get(square, NO_OBJECTS) | bit
                for square in thing.place.squares:
                    self._covering[square] = self._covering.get(square, NO_OBJECTS) | bit
                    if thing.zone == here:
                        self.squares[square] = self.squares.get(square, NO_OBJECTS) | bit
        return playing

    def deeds(self, deed: str, since: Timestamp | None) -> Iterator[Deed]:
        """What was done by that verb: since the timestamp, or this turn."""
        for done in self.situation.deeds:
            if done.deed == deed and (done.this_turn if since is None else done.moment > since):
                yield done

    def works(self, zones: tuple[str, ...]) -> Objects:
        """The objects on which an ability works that names these zones; none: in play, players."""
        if zones not in self._works:
            objects = self.rules if RULES in zones else NO_OBJECTS
            if not zones:
                objects = self.in_play | self.all_players
            for zone in zones:
                objects |= self.zones.get(zone, NO_OBJECTS)
            self._works[zones] = objects
        return self._works[zones]

    def form(self, index: int) -> Card:
        """What is printed on an object, with what is linked with it."""
        if index not in self._forms:
            thing = self.things[index]
            self._forms[index] = printed_form(self.rulebook, thing, thing.form)
        return self._forms[index]

    def mask(self, ids: Iterable[str]) -> Objects:
        """The bits of these objects."""
        objects = NO_OBJECTS
        for id in ids:
            objects |= 1 << self.index[id]
        return objects

    def ids(self, mask: int) -> tuple[str, ...]:
        """The ids of these bits, in order of entry."""
        return tuple(self.things[i].id for i in bits(mask))

    # --- numbers ---------------------------------------------------------------------------

    def as_read(self, number: int, floor: int | None) -> int:
        """What a number is read as: no less than its floor, if policy `floor` cuts when it is read.

        Clause: SORC-PWR-1.
        """
        # The policy is asked only where it matters: that tells which readings part.
        if floor is not None and min(parts_of(number)) < floor:
            least = floor
            if self.rulebook.policy("floor") == "when read":
                number = each_part(number, lambda part: max(part, least))
        return int(number) if isinstance(number, Split) else number

    def number(self, board: Board, characteristic: str, index: int, floor: int | None) -> int:
        """A number of an object, as it is read; a missing one reads as 0. floor: its floor."""
        number = board.value(characteristic, index)
        assert number is None or isinstance(number, int)
        return 0 if number is None else self.as_read(number, floor)

    def part(self, board: Board, number: str, part: str, index: int, floor: int | None) -> int:
        """A part of a number of an object, as it is read. Clause: SORC-SPLIT-1."""
        value = board.value(number, index)
        assert value is None or isinstance(value, int)
        if value is None:
            return 0
        place = self.rulebook.characteristics[number].parts.index(part)
        return self.as_read(parts_of(value)[place], floor)

    # --- regions ---------------------------------------------------------------------------

    def ground(self, board: Board) -> Objects:
        """Objects with a place that squares stand on (sites)."""
        space = self.rulebook.space
        if space is None or not space.ground:
            return NO_OBJECTS
        return board.column(space.types).get(space.ground, NO_OBJECTS) & self._somewhere

    def wet(self, board: Board) -> Objects:
        """Objects below ground in play, or ground itself, where the ground passes the deep test.

        What has left play is looked at too: it is still the source of effects.
        """
        space = self.rulebook.space
        if space is None or not space.ground:
            return NO_OBJECTS
        ground = self.ground(board)
        positive = NO_OBJECTS
        for value, held in board.column(space.deep_test).items() if ground else ():
            if isinstance(value, int) and value > 0:
                positive |= held
        known = self._wet.get((ground, positive))
        if known is None:
            known = self._wet[ground, positive] = self._under(ground & positive, ground)
        return known

    def _under(self, wet: Objects, ground: Objects) -> Objects:
        """This ground, and what is below it in play."""
        below = self.levels["deep"] & ~ground
        for i in bits(wet & self.in_play if below else NO_OBJECTS):
            place = self.things[i].place
            for square in place.squares if place else ():
                wet |= self._covering.get(square, 0) & below
        return wet

    def region(self, name: str, board: Board) -> Objects:
        """Objects in a region; ground is in the surface region and in the deep one it makes."""
        space = self.rulebook.space
        assert space is not None
        if name == space.surface:
            return self.levels["surface"] | self.ground(board)
        if name == space.void:
            return (self.levels["void"] | self.partly_void) & ~self.ground(board)
        deep = self.levels["deep"] | self.ground(board)
        wet = self.wet(board)
        return deep & wet if name == space.deep_yes else deep & ~wet

    def same_region(self, anchor: int, board: Board) -> Objects:
        """Objects that share a region with the anchor."""
        space = self.rulebook.space
        assert space is not None
        bit = 1 << Index(anchor)
        near = NO_OBJECTS if space.ground else self.levels["surface"]
        may_be_deep = (self.levels["deep"] | self.ground(board)) & bit
        for name in space.regions:
            # Where it is wet is worked out only for what may be there.
            if may_be_deep or name in (space.surface, space.void):
                members = self.region(name, board)
                if members & bit:
                    near |= members
        return near

    # --- relations of place ----------------------------------------------------------------

    def reach(self, ways: tuple[str, ...], anchor: int) -> Objects:
        """Objects on places where the ways lead from the anchor's, whatever the region."""
        key = (ways, anchor)
        if key not in self._reach:
            place = self.things[anchor].place
            within = NO_OBJECTS
            for square in place.squares if place is not None else ():
                near = self.rulebook.cache.of_value(_neighbours, self.rulebook, (ways, square))
                for other in near:
                    within |= self.squares.get(other, 0)
            self._reach[key] = within
        return self._reach[key]

    def near(self, relation: Relation, anchor: int, board: Board) -> Objects:
        """Objects on the places that a relation of the rulebook leads to, whatever the region."""
        if self.rulebook.space is None:
            return NO_OBJECTS
        return self.reach(self._leading(relation, anchor, board), anchor)

    def _leading(self, relation: Relation, anchor: int, board: Board) -> tuple[str, ...]:
        """The ways of a relation, as its anchor's controller sees them."""
        space = self.rulebook.space
        assert space is not None
        forward = None
        if relation in self.constants.facing:
            controller = board.value(self.rulebook.control, anchor)
            forward = None if controller is None else controller == self.players[0]
        key = (relation, forward)
        if key not in self._ways:
            self._ways[key] = facing(space, relation, forward)
        return self._ways[key]

    def related(self, relation: Relation, anchors: Objects, board: Board) -> Objects:
        """Objects in play that stand in the relation to any of the anchors; worked out once.

        It goes by who is ground on the board, which of that is wet, and who faces which way.
        """
        if not anchors:
            return NO_OBJECTS
        ground = self.ground(board)
        deep = (self.levels["deep"] | ground) & anchors
        wet = self.wet(board) if deep else NO_OBJECTS
        facing: tuple[object, ...] = ()
        if relation in self.constants.facing:
            facing = tuple(board.value(self.rulebook.control, one) for one in bits(anchors))
        key = relation, anchors, ground, wet, facing
        known = self._related.get(key)
        if known is None:
            known = NO_OBJECTS
            for anchor in bits(anchors):
                known |= self.placed(relation, anchor, board)
            if len(self._related) >= MOST_RELATED:
                self._related.clear()
            self._related[key] = known
        return known

    def placed(self, relation: Relation, anchor: int, board: Board) -> Objects:
        """Objects in play that stand in the relation to one anchor on this board.

        Clauses: SORC-NEAR-1, SORC-ADJ-1, SORC-HERE-1, SORC-FWD-1.
        """
        if self.partly_void:
            return self._placed_by_square(relation, anchor, board)
        if relation not in SAME_PLACE:
            near = self.near(relation, anchor, board)
            if not near:
                return near
            return near & (self.ground(board) | self.same_region(anchor, board))
        same = self.reach(HERE, anchor)
        bit = 1 << Index(anchor)
        if relation == "here":
            crossing = self.ground(board) if not self.levels["void"] & bit else NO_OBJECTS
            return same & (crossing | self.same_region(anchor, board))
        if relation == "occupying":
            return same & (~self.levels["void"] | self.ground(board))
        if relation == "atop":
            return same & self.levels["surface"] & ~bit
        ground = self.ground(board)
        upper, lower = self.levels["surface"] | ground, self.levels["deep"] | ground
        if relation == "above":
            return same & upper if lower & bit else NO_OBJECTS
        return same & lower if upper & bit else NO_OBJECTS

    def _placed_by_square(self, relation: Relation, anchor: int, board: Board) -> Objects:
        """As `placed`, where something lies partly in the void: what is so from some square."""
        place = self.things[anchor].place
        space = self.rulebook.space
        if space is None or place is None:
            return NO_OBJECTS
        ground = self.ground(board)
        is_ground = bool(ground >> anchor & 1)
        bit = 1 << Index(anchor)
        found = NO_OBJECTS
        for square in place.squares:
            level = place.level_at(square)
            if relation not in SAME_PLACE:
                for other in neighbours(space, self._leading(relation, anchor, board), square):
                    found |= self.squares.get(other, NO_OBJECTS) & (
                        ground | self._sharing(anchor, level, other, board)
                    )
                continue
            here = self.squares.get(square, NO_OBJECTS)
            surface = here & (self._on("surface", square) | ground)
            match relation:
                case "here":
                    crossing = ground if level != "void" else NO_OBJECTS
                    found |= here & (crossing | self._sharing(anchor, level, square, board))
                case "occupying":
                    found |= here & (~self._on("void", square) | ground)
                case "atop":
                    found |= here & self._on("surface", square) & ~bit
                case "above" if is_ground or level == "deep":
                    found |= surface
                case "below" if is_ground or level == "surface":
                    found |= here & (self._on("deep", square) | ground)
        return found

    def _on(self, level: Level, square: int) -> Objects:
        """Objects that lie on a level, of those on a square."""
        void = self.void_at.get(square, NO_OBJECTS)
        return self.levels[level] | void if level == "void" else self.levels[level] & ~void

    def _sharing(self, anchor: int, level: Level, square: int, board: Board) -> Objects:
        """Objects that share on the square a region that the anchor is in on a level."""
        space = self.rulebook.space
        assert space is not None
        if not space.ground:
            return self.levels["surface"]
        ground = self.ground(board)
        above, below = self._on("surface", square) | ground, self._on("void", square) & ~ground
        if ground >> anchor & 1:
            return above | self._same_depth(anchor, board)
        match level:
            case "surface":
                return above
            case "void":
                return below
            case "deep":
                return self._same_depth(anchor, board)

    def _same_depth(self, anchor: int, board: Board) -> Objects:
        """Ground, and what is below it, where it is under water as with the anchor, or is not."""
        deep, wet = self.levels["deep"] | self.ground(board), self.wet(board)
        return deep & wet if wet >> anchor & 1 else deep & ~wet

    def connected(self, anchors: Objects, through: Objects) -> Objects:
        """Objects in play at the places that hang together with the anchors'.

        through: each of these places holds one of these objects. Clause: SORC-WATER-1.
        """
        space = self.rulebook.space
        places = (self.things[index].place for index in bits(anchors) if through)
        waiting = [square for place in places if place for square in place.squares]
        reached: set[int] = set()
        objects = NO_OBJECTS
        while waiting and space is not None:
            square = waiting.pop()
            held = self.squares.get(square, NO_OBJECTS)
            if held & through and square not in reached:
                reached.add(square)
                objects |= held
                waiting += neighbours(space, space.connected, square)
        return objects


def _neighbours(rulebook: Rulebook, way_from: tuple[tuple[str, ...], int]) -> tuple[int, ...]:
    """The places where ways lead from a square; none without a space."""
    return () if rulebook.space is None else neighbours(rulebook.space, *way_from)


def stand_ins(rulebook: Rulebook, players: tuple[str, ...]) -> tuple[Thing, ...]:
    """One object for each player, under the player's name, and one for the rules.

    The effects of the rules are called after the rules: `rules.ID`.
    """
    return rulebook.cache.of_value(_stand_ins, rulebook, players)


def _stand_ins(rulebook: Rulebook, players: tuple[str, ...]) -> tuple[Thing, ...]:
    printed = tuple(PrintedAbility("has", rule.ability, rule.id) for rule in rulebook.rules)
    return (
        *(_stand_in(player, player, PLAYERS, Card(player, {}, {})) for player in players),
        _stand_in(RULES, "", RULES, Card(RULES, {}, {}, printed)),
    )


def _stand_in(id: str, owner: str, zone: str, card: Card) -> Thing:
    return Thing(id, card, owner, owner, zone, None, None, (0, 0), {})
