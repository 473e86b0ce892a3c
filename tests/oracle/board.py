"""The oracle's board: plain cells, marks and what is barred at one moment of a derivation."""

from __future__ import annotations

from dataclasses import dataclass, field

from layerlaw.model.algebra import Ability
from layerlaw.model.algebra.split import Split, split
from layerlaw.model.cards.card import Card
from oracle.world import RULES, Effect, Instance, Key, World

Cell = tuple[str, str]
"""An object and one of its characteristics."""


PRINTED: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class Permit:
    """A mark: the object can (can't) do something, or have it done to it; by: the effect.

    reach: to (by) which objects; None: no word about that.
    """

    allowed: bool
    action: str
    passive: bool
    reach: frozenset[str] | None
    by: Key


@dataclass(frozen=True)
class Disregard:
    """A mark: what is said about an action is ignored if its source is among these (None: all).

    partner: only if the other one concerned is one of the `players`, or of the `objects`.
    """

    action: str
    passive: bool
    sources: frozenset[str] | None
    partner: str
    by: Key


@dataclass(frozen=True)
class Redirection:
    """A mark: the object goes to one zone instead of another one (None: of any)."""

    to: str
    instead_of: str | None
    by: Key


Mark = Permit | Disregard | Redirection


@dataclass
class Board:
    """Every object's characteristics at one moment of a derivation.

    numbers: base values too, under `base NAME`. given: instance -> its place in the order of
    granting. makers: the effects that made marks. forms: what each is a copy of, if effects made it
    one. retold: whose whole text an effect changed. Bars: `keyword_bars` holds (object, keyword);
    `all_but_bars` (object, keywords that are not barred); `status_bars` (object, status, by whom).
    """

    world: World
    numbers: dict[Cell, int | None] = field(default_factory=dict)
    sets: dict[Cell, frozenset[str]] = field(default_factory=dict)
    players: dict[Cell, str | None] = field(default_factory=dict)
    statuses: dict[Cell, bool] = field(default_factory=dict)
    abilities: dict[str, list[Instance]] = field(default_factory=dict)
    given: dict[Instance, object] = field(default_factory=dict)
    grants: int = 0
    keyword_bars: set[tuple[str, str]] = field(default_factory=set)
    all_but_bars: set[tuple[str, tuple[str, ...]]] = field(default_factory=set)
    player_bars: set[tuple[str, str]] = field(default_factory=set)
    number_bars: set[Cell] = field(default_factory=set)
    status_bars: set[tuple[str, str, Key]] = field(default_factory=set)
    unmodifiable: set[tuple[str, Key]] = field(default_factory=set)
    names: dict[str, str] = field(default_factory=dict)
    marks: dict[str, frozenset[Mark]] = field(default_factory=dict)
    makers: dict[Key, Effect] = field(default_factory=dict)
    forms: dict[str, Card] = field(default_factory=dict)
    retold: set[str] = field(default_factory=set)

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
            status_bars=set(self.status_bars),
            unmodifiable=set(self.unmodifiable),
            names=dict(self.names),
            marks=dict(self.marks),
            makers=dict(self.makers),
            forms=dict(self.forms),
            retold=set(self.retold),
        )

    def with_floors(self) -> Board:
        """The board as the final answer shows it."""
        shown = self.copy()
        if self.world.policy("floor") != "none":
            for (object, name), value in self.numbers.items():
                if value is not None:
                    shown.numbers[object, name] = self.cut(name, value)
        return shown

    def read_number(self, object: str, characteristic: str) -> int:
        """A number as it reads: missing is 0, and the floor under policy `floor: when read`."""
        value = self.numbers[object, characteristic]
        if value is None:
            return 0
        if self.world.policy("floor") == "when read":
            value = self.cut(characteristic, value)
        if isinstance(value, Split):
            return sum(value.parts) // 2
        return value

    def read_part(self, object: str, characteristic: str, part: str) -> int:
        """One of the two numbers that a number is printed as; a plain one is both."""
        value = self.numbers[object, characteristic]
        if value is None:
            return 0
        if self.world.policy("floor") == "when read":
            value = self.cut(characteristic, value)
        place = self.world.rulebook.characteristics[characteristic].parts.index(part)
        return value.parts[place] if isinstance(value, Split) else value

    def cut(self, characteristic: str, value: int) -> int:
        """The value, raised to the characteristic's floor if it has one; a base value's is its."""
        name = characteristic.removeprefix("base ")
        floor = self.world.rulebook.characteristics[name].floor
        if floor is None:
            return value
        if isinstance(value, Split):
            first, second = value.parts
            return split(max(first, floor), max(second, floor))
        return max(value, floor)

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


def numbers_with_base(world: World) -> list[str]:
    """The number characteristics that have a base value."""
    return [each.name for each in world.rulebook.characteristics.values() if each.base]


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
    """The abilities printed on a card, as instances of the object that has it.

    The static ones' effects are counted, and those of the rules are called by the rules' ids.
    """
    instances, static = [], 0
    for number, printed in enumerate(card.abilities, start=1):
        if printed.use == "has" and printed.ability.instructions:
            static += 1
        name = printed.name if holder == RULES else str(static)
        instances.append(
            Instance(
                holder,
                printed.ability,
                "",
                card.name,
                number + printed.shift,
                name,
                printed.use,
                PRINTED,
                text=printed.made.text if printed.made else None,
                words=printed.made.words if printed.made else (),
                printed=None if printed.use == "has" else printed,
            )
        )
    return instances


def title(ability: Ability) -> str:
    """A keyword with its number; an empty string for a line of text."""
    if ability.keyword is None:
        return ""
    return f"{ability.keyword} {ability.number}" if ability.number else ability.keyword
