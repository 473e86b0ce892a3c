"""Selectors, players and conditions, evaluated one object at a time for the replay."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra import (
    AllOf,
    AnyOf,
    AtSquares,
    Bearer,
    Bearing,
    BorneBy,
    Both,
    ChosenName,
    Compared,
    Condition,
    Controlled,
    ControllerOf,
    Either,
    EnteredThisTurn,
    Everything,
    Exists,
    HasAbility,
    HasStatus,
    Holds,
    Identified,
    InRegion,
    InZone,
    It,
    Matches,
    Member,
    Named,
    NamedPlayer,
    Negation,
    Not,
    Noun,
    Opponent,
    Owned,
    OwnerOf,
    Placed,
    Player,
    Players,
    Selector,
    Self,
    Sharing,
    Target,
    TurnOf,
    You,
)
from layerlaw.solver.certificate.replay_board import CONTROLLER
from layerlaw.solver.certificate.replay_values import number, worked_out
from layerlaw.solver.certificate.replay_words import (
    RULES,
    compare,
    is_called,
    looks_beyond_play,
    names,
    names_rules,
)

if TYPE_CHECKING:
    from layerlaw.model.algebra import Value
    from layerlaw.solver.certificate.replay_board import Board
    from layerlaw.solver.certificate.replay_space import Table
    from layerlaw.solver.records import Cell

_DESIGNATES = (Target, Bearer, Identified)


@dataclass(slots=True)
class View:
    """A board as one effect sees it.

    source: `self`. player: `you` where it is fixed. targets: what is left of those chosen.
    zones: where `self` is meant as one of a scope (none at all: `orphaned`). choice: the number
    or name chosen. under: where given, what absences, numbers and players are read on, and only
    what asks for something's presence is read on the board.
    known: the anchors worked out so far. shared: where given, the cells looked at for them.
    """

    table: Table
    board: Board
    source: str | None = None
    player: str | None = None
    targets: frozenset[str] = frozenset()
    zones: tuple[str, ...] = ()
    orphaned: bool = False
    choice: str | None = None
    under: View | None = None
    known: dict[tuple[int, str | None], tuple[str, ...]] = field(default_factory=dict)
    shared: set[Cell] | None = None

    @property
    def firm(self) -> View:
        """The view that absences, numbers and players are read on."""
        return self.under or self

    def over(self, board: Board) -> View:
        """The same view, but what asks for a presence is read on another board."""
        return replace(self, board=board, under=self, known={})

    # --- which objects ---------------------------------------------------------------------

    def candidates(self, selector: Selector) -> tuple[str, ...]:
        """The objects that the selector chooses among, in order of entry.

        Those in play, unless it names a zone; `self` where its ability works; players by a word
        for players only.
        """
        table = self.table
        zoned = looks_beyond_play(selector)
        own = self.source if names(selector, Self) and self._is_itself() else None
        pool = table.visible if zoned else table.in_play
        if own is not None and own not in pool:
            pool = table.in_order({*pool, own})
        if names(selector, Players):
            pool = (*pool, *table.players)
        elif names(selector, Target):
            pool = (*pool, *(player for player in table.players if player in self.targets))
        if names_rules(selector):
            pool = (*pool, RULES)
        return pool

    def _is_itself(self) -> bool:
        """Whether `self` means the source as one of a scope."""
        source = self.source
        return (
            source is not None
            and not self.orphaned
            and source in self.table.things
            and self.table.is_where(source, self.zones)
        )

    def select(self, selector: Selector, it: str | None = None) -> tuple[str, ...]:
        """The objects selected, in order of entry."""
        return tuple(id for id in self.candidates(selector) if self.chooses(id, selector, it))

    def chooses(self, object: str, selector: Selector, it: str | None) -> bool:
        """Whether the selector selects one of its candidates.

        What is elsewhere than it speaks of is selected by a word for nothing but it (`self`).
        """
        if object not in self.table.playing and not looks_beyond_play(selector):
            return self._means(object, selector, it)
        return self.matches(object, selector, it)

    def refer(self, selector: Selector, it: str | None) -> tuple[str, ...]:
        """What an anchor or the subject of a value means: `self` is meant wherever it is."""
        while isinstance(selector, Noun):
            selector = selector.meaning
        if isinstance(selector, It | Self):
            meant = it if isinstance(selector, It) else self.source
            return () if meant is None or meant in self.table.hidden else (meant,)
        key = (id(selector), it)
        if key not in self.known:
            reads = self.board.reads
            if self.shared is not None:
                self.board.reads = self.shared
            if isinstance(selector, _DESIGNATES):
                pool = (o for o in self.table.things if o not in self.table.hidden)
                found = tuple(o for o in pool if self.matches(o, selector, it))
            else:
                found = self.select(selector, it)
            self.known[key] = found
            self.board.reads = reads
        return self.known[key]

    def the_one(self, selector: Selector, it: str | None) -> str | None:
        """The one object that is meant; None if none or several are."""
        found = self.refer(selector, it)
        return found[0] if len(found) == 1 else None

    def matches(self, object: str, selector: Selector, it: str | None) -> bool:
        """Whether the selector selects the object, zones aside."""
        table, board = self.table, self.board
        if object in table.beyond:
            return self._means(object, selector, it)
        match selector:
            case Member(characteristic, word):
                return word in board.words(object, characteristic)
            case Both(parts):
                return all(self.matches(object, part, it) for part in parts)
            case Not(inner):
                return not self.firm.matches(object, inner, it)
            case Self():
                return object == self.source and not self.orphaned
            case Noun(_, meaning):
                return self.matches(object, meaning, it)
            case Either(parts):
                return any(self.matches(object, part, it) for part in parts)
            case Everything():
                return True
            case It():
                return object == it
            case Target():
                return object in self.targets
            case Bearer():
                return self.source is not None and self.bearer(self.source) == object
            case Identified(id):
                return object == id
            case Named(name, part):
                return is_called(str(board.name(object)), name, part=part)
            case ChosenName():
                return self.choice is not None and board.name(object) == self.choice
            case HasStatus(status):
                return board.flag(object, status)
            case Controlled(by):
                controller = self.firm.controller(object)
                return controller is not None and controller in self.players(by, it)
            case Owned(by):
                return table.things[object].owner in self.players(by, it)
            case Players():
                return False
            case HasAbility(keyword):
                return self.has_ability(object, keyword)
            case Sharing(characteristic, with_):
                own = board.words(object, characteristic)
                others = self.refer(with_, it)
                return any(own & board.words(one, characteristic) for one in others)
            case EnteredThisTurn():
                return table.things[object].fresh
            case Compared(left, comparator, right):
                return compare(self.value(left, object), comparator, self.value(right, object))
            case Placed(relation, anchor):
                return any(
                    table.stands(
                        object,
                        relation,
                        one,
                        self.firm.board,
                        self.firm.controller(one) if relation == "in front of" else None,
                    )
                    for one in self.refer(anchor, it)
                )
            case InRegion(region):
                return region in table.regions(object, self.firm.board)
            case InZone(zone):
                at = table.things[object].zone
                return zone in ("*", at)
            case AtSquares(squares):
                return object in table.playing and any(
                    square in squares for square in table.squares(object)
                )
            case Bearing(borne):
                return any(table.bearer.get(one) == object for one in self.refer(borne, it))
            case BorneBy(bearer):
                return table.bearer.get(object) in self.refer(bearer, it)

    def _means(self, object: str, selector: Selector, it: str | None) -> bool:
        """Whether a player, the rules, or what is elsewhere is meant by a word for just that."""
        match selector:
            case Both(parts):
                return all(self._means(object, part, it) for part in parts)
            case Either(parts):
                return any(self._means(object, part, it) for part in parts)
            case Noun(_, meaning):
                return self._means(object, meaning, it)
            case Players(who):
                if object not in self.table.players:
                    return False
                return who is None or object in self.players(who, it)
            case Identified(id):
                return object == id
            case It():
                return object == it
            case Self():
                return object == self.source and not self.orphaned
            case Target():
                return object in self.targets
        return False

    def has_ability(self, object: str, keyword: str | None) -> bool:
        """Whether it has the keyword, or any ability; nothing that is disabled has one."""
        for status in self.table.rulebook.statuses.values():
            if status.disables and self.firm.board.flag(object, status.name):
                return False
        held = self.board.abilities(object)
        return any(keyword is None or one.ability.keyword == keyword for one in held)

    # --- players ---------------------------------------------------------------------------

    def controller(self, object: str) -> str | None:
        """Who controls it: out of play its owner; of what is carried, or could be, the bearer's.

        Clause: SORC-CARRY-1.
        """
        if self.table.things[object].zone != self.table.rulebook.in_play:
            return self.table.things[object].owner or None
        if self.is_carriable(object):
            bearer = self.table.bearer.get(object)
            return None if bearer is None else self.controller(bearer)
        return self.board.player(object, CONTROLLER)

    def bearer(self, object: str) -> str | None:
        """Who carries the object, while it is something that is carried. Clause: SORC-CARRY-2."""
        if self.table.rulebook.carried is not None and not self.is_carriable(object):
            return None
        return self.table.bearer.get(object)

    def is_carriable(self, object: str) -> bool:
        """Whether the rulebook says of such an object that it is carried."""
        carried = self.table.rulebook.carried
        if carried is None or object not in self.table.playing:
            return False
        return self.matches(object, carried, None)

    def players(self, player: Player, it: str | None) -> frozenset[str]:
        """The players meant; empty for no one."""
        firm = self.firm
        match player:
            case NamedPlayer(name):
                return frozenset((name,)) & frozenset(self.table.players)
            case You():
                if self.player is not None:
                    return frozenset((self.player,))
                return firm._controller(self.source)
            case Opponent():
                you = self.players(You(), it)
                return frozenset(self.table.players) - you if you else frozenset()
            case ControllerOf(of):
                return firm._controller(firm.the_one(of, it))
            case OwnerOf(of):
                one = firm.the_one(of, it)
                owner = None if one is None else self.table.things[one].owner
                return frozenset((owner,)) if owner else frozenset()

    def _controller(self, object: str | None) -> frozenset[str]:
        player = None if object is None else self.controller(object)
        return frozenset() if player is None else frozenset((player,))

    # --- values and conditions -------------------------------------------------------------

    def number(self, object: str, characteristic: str) -> int:
        """A number as read: 0 if missing, and with policy `floor: when read` not below it."""
        return number(self.firm, object, characteristic)

    def value(self, value: Value, it: str | None) -> int:
        """The value worked out."""
        return worked_out(value, self.firm, it)

    def holds(self, condition: Condition, it: str | None = None) -> bool:
        """Whether the condition holds."""
        match condition:
            case Matches(subject, what):
                # More subjects make it harder to hold, so who they are is no presence.
                meant = self.firm.select(subject, it)
                return bool(meant) and all(self.matches(object, what, it) for object in meant)
            case Exists(what):
                return bool(self.select(what, it))
            case Holds(left, comparator, right):
                return compare(self.value(left, it), comparator, self.value(right, it))
            case TurnOf(player):
                return self.table.situation.active in self.players(player, it)
            case Negation(inner):
                return not self.firm.holds(inner, it)
            case AllOf(parts):
                return all(self.holds(part, it) for part in parts)
            case AnyOf(parts):
                return any(self.holds(part, it) for part in parts)
