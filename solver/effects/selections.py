"""Selectors as programs: each selects objects on a board, for whomever's effect it is run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra import Named
from layerlaw.model.algebra.mentions import is_named
from layerlaw.model.dataclass import dataclass
from layerlaw.solver.board.columns import ABILITIES, NAME, bits, shared
from layerlaw.solver.board.kinds import NO_OBJECTS, Objects
from layerlaw.solver.facts.arithmetic import COMPARE

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from layerlaw.model.algebra import Comparator, Relation
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.effects.context import (
        Context,
        PlayersProgram,
        Reach,
        SelectProgram,
        ValueProgram,
    )


def union(masks: Iterable[int]) -> Objects:
    """All objects of all sets."""
    joined = NO_OBJECTS
    for mask in masks:
        joined |= mask
    return joined


# --- columns of the board ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SelectValue:
    """Objects that have a value of a characteristic."""

    characteristic: str
    value: Hashable
    reach: Reach

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        column = board.columns.get(self.characteristic)
        if not column:
            return NO_OBJECTS
        held = column.get(self.value, NO_OBJECTS)
        return shared(held & context.world.reaches[self.reach], held)


@dataclass(frozen=True, slots=True)
class SelectName:
    """Objects whose name is the one meant, or goes on behind it."""

    meant: Named
    reach: Reach

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        names = board.column(NAME).items()
        named = union(held for name, held in names if is_named(str(name), self.meant))
        return named & context.world.reaches[self.reach]


@dataclass(frozen=True, slots=True)
class SelectChosenName:
    """Objects with the name that was chosen."""

    reach: Reach

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        if context.choice is None:
            return NO_OBJECTS
        return SelectName(Named(context.choice), self.reach).select(context, board, it)


@dataclass(frozen=True, slots=True)
class SelectHaving:
    """Objects with the ability (None: any); on what is disabled none works.

    Clause: SORC-DISABLED-1.
    """

    keyword: str | None
    disabling: tuple[str, ...]
    reach: Reach

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        if self.keyword is None:
            having = board.having(ABILITIES)
        else:
            having, column = NO_OBJECTS, board.column(ABILITIES)
            for instance in context.instances.of_keyword(self.keyword):
                having |= column.get(instance, NO_OBJECTS)
        for status in self.disabling:
            having &= ~board.held.column(status).get(True, 0)
        return having & context.world.reaches[self.reach]


@dataclass(frozen=True, slots=True)
class SelectControlled:
    """Objects that one of the players controls."""

    players: PlayersProgram
    reach: Reach

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        board = board.held
        column = board.column(context.world.rulebook.control)
        controlled = NO_OBJECTS
        for name in self.players.who(context, board, it):
            controlled |= column.get(name, NO_OBJECTS)
        # Nobody controls a player.
        world = context.world
        return controlled & world.reaches[self.reach] & ~world.all_players


@dataclass(frozen=True, slots=True)
class SelectSharing:
    """Objects that have a word of a characteristic in common with something selected."""

    characteristic: str
    of: SelectProgram
    reach: Reach

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        meant = self.of.select(context, board, it)
        column = board.column(self.characteristic)
        sharing = union(held for held in column.values() if held & meant)
        return sharing & context.world.reaches[self.reach]


@dataclass(frozen=True, slots=True)
class SelectExceeding:
    """Objects that have a word of a characteristic which nothing selected has."""

    characteristic: str
    of: SelectProgram
    reach: Reach

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        board = board.held
        meant = self.of.select(context, board, it)
        column = board.column(self.characteristic)
        exceeding = union(held for held in column.values() if not held & meant)
        return exceeding & context.world.reaches[self.reach]


# --- players, places, bearers --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SelectPlayers:
    """The objects that stand for players; None: for all of them."""

    players: PlayersProgram | None

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        world = context.world
        if self.players is None:
            return world.all_players
        return union(world.player_bit.get(p, 0) for p in self.players.who(context, board.held, it))


@dataclass(frozen=True, slots=True)
class SelectOwned:
    """Objects that one of the players owns."""

    players: PlayersProgram
    reach: Reach

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        world = context.world
        owners = self.players.who(context, board.held, it)
        owned = union(world.owned.get(player, 0) for player in owners)
        return owned & world.reaches[self.reach]


@dataclass(frozen=True, slots=True)
class SelectRegion:
    """Objects in a region."""

    region: str
    reach: Reach

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        world = context.world
        return world.region(self.region, board.held) & world.reaches[self.reach]


@dataclass(frozen=True, slots=True)
class SelectRelated:
    """Objects in a relation of place to any anchor.

    The source of an effect anchors it wherever it is now: its last place is remembered.
    """

    relation: Relation
    anchors: SelectProgram
    reach: Reach

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        world = context.world
        anchors = self.anchors.select(context, board, it)
        return world.related(self.relation, anchors, board.held) & world.reaches[self.reach]


@dataclass(frozen=True, slots=True)
class SelectConnected:
    """Objects at places that hang together with an anchor's through what is selected."""

    anchors: SelectProgram
    through: SelectProgram
    reach: Reach

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        world = context.world
        through = self.through.select(context, board, it)
        anchors = self.anchors.select(context, board, it)
        return world.connected(anchors, through) & world.reaches[self.reach]


@dataclass(frozen=True, slots=True)
class SelectBearer:
    """Who carries the source, while that is something that is carried (None: it always is).

    Clause: SORC-CARRY-2 (what is also a minion has no bearer).
    """

    carried: SelectProgram | None
    reach: Reach

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        bearer = context.bearer(self.reach)
        if not bearer or self.carried is None:
            return bearer
        carried = self.carried.select(context, board, -1)
        return bearer if carried >> context.source & 1 else NO_OBJECTS


@dataclass(frozen=True, slots=True)
class SelectCarriers:
    """Objects that carry something selected."""

    of: SelectProgram
    reach: Reach

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        world = context.world
        held = self.of.select(context, board, it)
        carriers = union(1 << b for i, b in world.bearer.items() if held >> i & 1)
        return carriers & world.reaches[self.reach]


@dataclass(frozen=True, slots=True)
class SelectCarried:
    """Objects that something selected carries."""

    of: SelectProgram
    reach: Reach

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        world = context.world
        held = self.of.select(context, board, it)
        carried = union(1 << i for i, b in world.bearer.items() if held >> b & 1)
        return carried & world.reaches[self.reach]


# --- combinations --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SelectOutside:
    """What is within reach and not selected."""

    of: SelectProgram
    reach: Reach

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        selected = self.of.select(context, board.held, it)
        return context.world.reaches[self.reach] & ~selected


@dataclass(frozen=True, slots=True)
class SelectAllOf:
    """What all of them select."""

    of: tuple[SelectProgram, ...]

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        common = Objects(-1)
        for part in self.of:
            common &= part.select(context, board, it)
            if not common:
                return NO_OBJECTS
        return common


@dataclass(frozen=True, slots=True)
class SelectAnyOf:
    """What any of them selects."""

    of: tuple[SelectProgram, ...]

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        selected = NO_OBJECTS
        for part in self.of:
            selected |= part.select(context, board, it)
        return selected


@dataclass(frozen=True, slots=True)
class SelectByNumber:
    """Objects whose number compares so with a value that is the same for all of them."""

    characteristic: str
    floor: int | None
    comparator: Comparator
    right: ValueProgram
    reach: Reach

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        board = board.held
        world, floor, compare = context.world, self.floor, COMPARE[self.comparator]
        reach = world.reaches[self.reach]
        limit = self.right.number(context, board, it)
        selected = reach if compare(0, limit) else NO_OBJECTS
        for number, held in board.column(self.characteristic).items():
            assert isinstance(number, int)
            if compare(world.as_read(number, floor), limit):
                selected |= held
            else:
                selected &= ~held
        return selected & reach


@dataclass(frozen=True, slots=True)
class SelectCompared:
    """Objects for each of which the comparison holds."""

    left: ValueProgram
    comparator: Comparator
    right: ValueProgram
    reach: Reach

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """See `SelectProgram`."""
        board = board.held
        compare = COMPARE[self.comparator]
        selected = NO_OBJECTS
        for index in bits(context.world.reaches[self.reach]):
            left = self.left.number(context, board, index)
            if compare(left, self.right.number(context, board, index)):
                selected |= 1 << index
        return selected
