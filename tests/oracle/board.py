"""The oracle's board: plain cells, what is barred, and the printed board a derivation begins on."""

from __future__ import annotations

from dataclasses import dataclass, field

from layerlaw.model.cards import Card
from oracle.world import Instance, World

Cell = tuple[str, str]
"""An object and one of its characteristics."""

Allowance = tuple[str, bool, frozenset[str] | None]
"""An action, whether it is allowed, and to which objects (None: no word about that)."""

PRINTED: tuple[int, int] = (0, 0)


@dataclass
class Board:
    """Every object's characteristics at one moment of a derivation.

    given: instance -> its place in the order of granting. Bars: `keyword_bars` holds (object,
    keyword); `all_but_bars` (object, keywords that are not barred).
    """

    world: World
    numbers: dict[Cell, int | None] = field(default_factory=dict)
    sets: dict[Cell, frozenset[str]] = field(default_factory=dict)
    players: dict[Cell, str | None] = field(default_factory=dict)
    statuses: dict[Cell, bool] = field(default_factory=dict)
    abilities: dict[str, list[Instance]] = field(default_factory=dict)
    given: dict[Instance, int] = field(default_factory=dict)
    grants: int = 0
    keyword_bars: set[tuple[str, str]] = field(default_factory=set)
    all_but_bars: set[tuple[str, tuple[str, ...]]] = field(default_factory=set)
    player_bars: set[tuple[str, str]] = field(default_factory=set)
    number_bars: set[Cell] = field(default_factory=set)
    unmodifiable: set[tuple[str, str]] = field(default_factory=set)
    names: dict[str, str] = field(default_factory=dict)
    permissions: dict[str, frozenset[Allowance]] = field(default_factory=dict)

    def copy(self) -> Board:
        """A board of its own with the same cells (what the cells hold never changes)."""
        return Board(
            world=self.world,
            numbers=dict(self.numbers),
            sets=dict(self.sets),
            players=dict(self.players),
            statuses=dict(self.statuses),
            abilities={thing: list(instances) for thing, instances in self.abilities.items()},
            given=dict(self.given),
            grants=self.grants,
            keyword_bars=set(self.keyword_bars),
            all_but_bars=set(self.all_but_bars),
            player_bars=set(self.player_bars),
            number_bars=set(self.number_bars),
            unmodifiable=set(self.unmodifiable),
            names=dict(self.names),
            permissions=dict(self.permissions),
        )

    def read_number(self, object: str, characteristic: str) -> int:
        """A number as it reads: missing is 0, and the floor under policy `floor: when read`."""
        value = self.numbers[object, characteristic]
        if value is None:
            return 0
        if self.world.policy("floor") == "when read":
            return self.cut(characteristic, value)
        return value

    def cut(self, characteristic: str, value: int) -> int:
        """The value, raised to the characteristic's floor if it has one."""
        floor = self.world.rulebook.characteristics[characteristic].floor
        return value if floor is None else max(value, floor)

    def is_disabled(self, object: str) -> bool:
        """Whether the object has a status under which no ability works."""
        statuses = self.world.rulebook.statuses.values()
        return any(each.disables and self.statuses[object, each.name] for each in statuses)

    def bars_ability(self, object: str, keyword: str | None) -> bool:
        """Whether the object can't have the keyword (None: a line of text)."""
        for barred, word in self.keyword_bars:
            if barred == object and word == keyword:
                return True
        for barred, allowed in self.all_but_bars:
            if barred == object and keyword not in allowed:
                return True
        return False


def changeable_numbers(world: World) -> list[str]:
    """The number characteristics that effects may change: all but counters."""
    kinds = world.rulebook.characteristics.values()
    return [each.name for each in kinds if each.kind == "number" and not each.counter]


def set_names(world: World) -> list[str]:
    """The set characteristics."""
    return [each.name for each in world.rulebook.characteristics.values() if each.kind == "set"]


def player_names(world: World) -> list[str]:
    """The player characteristics."""
    kinds = world.rulebook.characteristics.values()
    return [each.name for each in kinds if each.kind == "player"]


def status_names(world: World) -> list[str]:
    """The statuses that the rulebook defines, and status characteristics (tapped)."""
    names = list(world.rulebook.statuses)
    for each in world.rulebook.characteristics.values():
        if each.kind == "status" and each.name not in names:
            names.append(each.name)
    return names


def printed_instances(holder: str, card: Card) -> list[Instance]:
    """The abilities printed on a card, as instances of the object that has it."""
    instances, static = [], 0
    for number, printed in enumerate(card.abilities, start=1):
        if printed.use == "has" and printed.ability.instructions:
            static += 1
        instances.append(
            Instance(holder, printed.ability, "", card.name, number, static, printed.use, PRINTED)
        )
    return instances


def printed_board(world: World) -> Board:
    """The board before the first layer: what is printed, and what events changed for good."""
    board = Board(world)
    for thing in world.things.values():
        for each in world.rulebook.characteristics.values():
            cell = (thing.id, each.name)
            if each.kind == "number" and each.counter:
                board.numbers[cell] = thing.card.numbers.get(each.name, 0) + thing.counters.get(
                    each.name, 0
                )
            elif each.kind == "number":
                board.numbers[cell] = thing.card.numbers.get(each.name)
        for name in set_names(world):
            board.sets[thing.id, name] = frozenset(thing.card.sets.get(name, ()))
        for name in player_names(world):
            played_by = thing.owner if name in ("controller", "owner") else None
            board.players[thing.id, name] = played_by
        for name in status_names(world):
            board.statuses[thing.id, name] = thing.counters.get(name, 0) > 0
        board.abilities[thing.id] = [
            instance
            for instance in printed_instances(thing.id, thing.card)
            if instance.ability.keyword not in thing.forgone
        ]
        board.permissions[thing.id] = frozenset()
        board.names[thing.id] = thing.card.name
    return board
