"""Selectors, values, players and conditions, evaluated one object at a time for the replay."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from layerlaw.model.algebra import (
    AllOf,
    AnyOf,
    Arithmetic,
    AtSquares,
    Bearer,
    Bearing,
    BorneBy,
    Both,
    Compared,
    Condition,
    Controlled,
    ControllerOf,
    Count,
    Either,
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
    Number,
    Opponent,
    Owned,
    OwnerOf,
    Placed,
    Player,
    Read,
    Selector,
    Self,
    Summary,
    Target,
    Value,
    You,
)
from layerlaw.solver.certificate.replay_board import CONTROLLER
from layerlaw.solver.certificate.replay_words import compare, names_zone

if TYPE_CHECKING:
    from layerlaw.solver.certificate.replay_board import Board
    from layerlaw.solver.certificate.replay_space import Table
    from layerlaw.solver.records import Cell

_DESIGNATES = (Target, Bearer, Identified)


@dataclass(slots=True)
class View:
    """A board as one effect sees it.

    source: `self`. player: `you` where it is fixed. targets: what is left of those chosen.
    known: the anchors worked out so far. shared: where given, the cells looked at for them.
    """

    table: Table
    board: Board
    source: str | None = None
    player: str | None = None
    targets: frozenset[str] = frozenset()
    known: dict[tuple[int, str | None], tuple[str, ...]] = field(default_factory=dict)
    shared: set[Cell] | None = None

    # --- which objects ---------------------------------------------------------------------

    def select(self, selector: Selector, it: str | None = None) -> tuple[str, ...]:
        """The objects selected, in order of entry: in play, unless the selector names a zone."""
        pool = self.table.things if names_zone(selector) else self.table.in_play
        return tuple(id for id in pool if self.matches(id, selector, it))

    def refer(self, selector: Selector, it: str | None) -> tuple[str, ...]:
        """What an anchor or the subject of a value means: `self` is meant wherever it is."""
        while isinstance(selector, Noun):
            selector = selector.meaning
        match selector:
            case It():
                return () if it is None else (it,)
            case Self():
                return () if self.source is None else (self.source,)
        key = (id(selector), it)
        if key not in self.known:
            reads = self.board.reads
            if self.shared is not None:
                self.board.reads = self.shared
            if isinstance(selector, _DESIGNATES):
                found = tuple(o for o in self.table.things if self.matches(o, selector, it))
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
        match selector:
            case Member(characteristic, word):
                return word in board.words(object, characteristic)
            case Both(parts):
                return all(self.matches(object, part, it) for part in parts)
            case Not(inner):
                return not self.matches(object, inner, it)
            case Self():
                return object == self.source
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
            case Named(name):
                return board.name(object) == name
            case HasStatus(status):
                return board.flag(object, status)
            case Controlled(by):
                controller = self.controller(object)
                return controller is not None and controller in self.players(by, it)
            case Owned(by):
                return table.things[object].owner in self.players(by, it)
            case HasAbility(keyword):
                return self.has_ability(object, keyword)
            case Compared(left, comparator, right):
                return compare(self.value(left, object), comparator, self.value(right, object))
            case Placed(relation, anchor):
                return any(
                    table.stands(
                        object,
                        relation,
                        one,
                        board,
                        self.controller(one) if relation == "in front of" else None,
                    )
                    for one in self.refer(anchor, it)
                )
            case InRegion(region):
                return region in table.regions(object, board)
            case InZone(zone):
                return table.things[object].zone == zone
            case AtSquares(squares):
                return object in table.playing and any(
                    square in squares for square in table.squares(object)
                )
            case Bearing(borne):
                return any(table.bearer.get(one) == object for one in self.refer(borne, it))
            case BorneBy(bearer):
                return table.bearer.get(object) in self.refer(bearer, it)

    def has_ability(self, object: str, keyword: str | None) -> bool:
        """Whether it has the keyword, or any ability; nothing that is disabled has one."""
        for status in self.table.rulebook.statuses.values():
            if status.disables and self.board.flag(object, status.name):
                return False
        held = self.board.abilities(object)
        return any(keyword is None or one.ability.keyword == keyword for one in held)

    # --- players ---------------------------------------------------------------------------

    def controller(self, object: str) -> str | None:
        """Who controls it: of what is carried, or could be, whoever controls the bearer.

        Clause: SORC-CARRY-1.
        """
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
        match player:
            case NamedPlayer(name):
                return frozenset((name,)) & frozenset(self.table.players)
            case You():
                if self.player is not None:
                    return frozenset((self.player,))
                return self._controller(self.source)
            case Opponent():
                you = self.players(You(), it)
                return frozenset(self.table.players) - you if you else frozenset()
            case ControllerOf(of):
                return self._controller(self.the_one(of, it))
            case OwnerOf(of):
                one = self.the_one(of, it)
                return frozenset() if one is None else frozenset((self.table.things[one].owner,))

    def _controller(self, object: str | None) -> frozenset[str]:
        player = None if object is None else self.controller(object)
        return frozenset() if player is None else frozenset((player,))

    # --- values ----------------------------------------------------------------------------

    def number(self, object: str, characteristic: str) -> int:
        """A number as read: 0 if missing, and with policy `floor: when read` not below it."""
        value = self.board.number(object, characteristic)
        if value is None:
            return 0
        rulebook = self.table.rulebook
        known = rulebook.characteristics.get(characteristic)
        if known is None or known.floor is None or rulebook.policy("floor") != "when read":
            return value
        return max(value, known.floor)

    def value(self, value: Value, it: str | None) -> int:
        """The value worked out."""
        match value:
            case Number(constant):
                return constant
            case Read(characteristic, of):
                one = self.the_one(of, it)
                return 0 if one is None else self.number(one, characteristic)
            case Count(among):
                return len(self.select(among, it))
            case Summary(how, characteristic, among):
                numbers = [self.number(one, characteristic) for one in self.select(among, it)]
                if not numbers:
                    return 0
                if how == "total":
                    return sum(numbers)
                return max(numbers) if how == "highest" else min(numbers)
            case Arithmetic(left, sign, right):
                first, second = self.value(left, it), self.value(right, it)
                if sign == "*":
                    return first * second
                return first + second if sign == "+" else first - second

    # --- conditions ------------------------------------------------------------------------

    def holds(self, condition: Condition, it: str | None = None) -> bool:
        """Whether the condition holds."""
        match condition:
            case Matches(subject, what):
                meant = self.select(subject, it)
                return bool(meant) and all(self.matches(object, what, it) for object in meant)
            case Exists(what):
                return bool(self.select(what, it))
            case Holds(left, comparator, right):
                return compare(self.value(left, it), comparator, self.value(right, it))
            case Negation(inner):
                return not self.holds(inner, it)
            case AllOf(parts):
                return all(self.holds(part, it) for part in parts)
            case AnyOf(parts):
                return any(self.holds(part, it) for part in parts)
