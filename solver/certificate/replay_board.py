"""A board for the replay: one plain dictionary from (object, characteristic) to its value."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from layerlaw.model.printing import print_ability

if TYPE_CHECKING:
    from layerlaw.model.algebra import Ability
    from layerlaw.model.cards import Card
    from layerlaw.solver.records import Cell

NAME = "name"
CONTROLLER = "controller"
ABILITIES = "abilities"
FIXED = "can't be modified"
PERMISSIONS = "permissions"
BARS = "bars"
BASE = "base "
"""Before the name of a number: the base value of it."""

Bar = tuple[str, object]
"""("number", characteristic), ("player", name), ("keyword", K) or ("all but", keywords)."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What an object can or can't do, or ignores, or where it goes instead; and what says so.

    kind: `can`, `can't`, `ignore` or `goes`. action: a verb; for `goes` the zone it goes to.
    about: objects it is about (None: whatever); for `goes` the zone that was meant.
    by: the effect that made it.
    """

    kind: str
    action: str
    passive: bool
    about: tuple[str, ...] | None
    by: Hashable


@dataclass(frozen=True, slots=True, eq=False)
class Instance:
    """An ability as one thing gives it; the same ability from the same thing is one instance.

    number: which static ability of the card, or which line of text of the giver, from 1.
    name: what its effect is called instead (the id of a rule).
    rank: its place among all abilities of the card. giver: the granting effect's id.
    """

    ability: Ability
    number: int
    rank: int
    giver: str | None
    static: bool
    name: str = ""

    @property
    def label(self) -> str:
        """What it is called in a list of abilities."""
        label = self.ability.keyword or print_ability(self.ability)
        return f"{label} from {self.giver}" if self.giver is not None else label

    def effect_id(self, holder: str) -> str:
        """The id of the static effect it makes for an object that has it."""
        if self.giver is None:
            return f"{holder}.{self.name or self.number}"
        name = self.ability.keyword or ("gained" if self.number == 1 else f"gained{self.number}")
        return f"{holder}.{name}@{self.giver}"


class Instances:
    """Every ability instance of one replay."""

    def __init__(self) -> None:
        self._printed: dict[tuple[str, str, int, int, Ability], Instance] = {}

    def printed(self, card: Card, *, named: bool = False) -> tuple[Instance, ...]:
        """The instances printed on a card, in order; those under `has` with instructions work.

        named: their effects are called by the abilities' names.
        """
        found = []
        static = 0
        for place, one in enumerate(card.abilities):
            rank = place + one.shift
            works = one.use == "has" and bool(one.ability.instructions)
            static += works
            key = (card.name, card.edition, place, rank, one.ability)
            if key not in self._printed:
                name = one.name if named else ""
                self._printed[key] = Instance(one.ability, static, rank, None, works, name)
            found.append(self._printed[key])
        return tuple(found)


class Board:
    """The cells of one board; a cell that is missing, empty or false has no entry.

    reads: where given, every cell looked at is noted in it.
    written: every cell that was written since the board it was forked from. gained: the ability
    instances that were granted since then, with their holders, in the order of writing.
    """

    __slots__ = ("gained", "reads", "values", "written")

    def __init__(self, values: dict[Cell, object]) -> None:
        self.values = values
        self.reads: set[Cell] | None = None
        self.written: set[Cell] = set()
        self.gained: list[tuple[Instance, str]] = []

    def fork(self) -> Board:
        """A copy of it."""
        return Board(self.values.copy())

    def _look(self, object: str, characteristic: str) -> object:
        cell = (object, characteristic)
        if self.reads is not None:
            self.reads.add(cell)
        return self.values.get(cell)

    def number(self, object: str, characteristic: str) -> int | None:
        """A number, None if it is missing."""
        return cast("int | None", self._look(object, characteristic))

    def player(self, object: str, characteristic: str) -> str | None:
        """A player as written (what is carried has its bearer's), None for no one."""
        return cast("str | None", self._look(object, characteristic))

    def words(self, object: str, characteristic: str) -> frozenset[str]:
        """The words of a set."""
        return cast("frozenset[str]", self._look(object, characteristic) or frozenset())

    def flag(self, object: str, status: str) -> bool:
        """A status."""
        return self._look(object, status) is True

    def name(self, object: str) -> str:
        """The object's name."""
        return cast("str", self._look(object, NAME))

    def abilities(self, object: str) -> tuple[Instance, ...]:
        """The ability instances, in the order in which they came."""
        return cast("tuple[Instance, ...]", self._look(object, ABILITIES) or ())

    def markers(self, object: str) -> frozenset[Hashable]:
        """The effects that marked the object as one that can't be modified."""
        return cast("frozenset[Hashable]", self._look(object, FIXED) or frozenset())

    def bars(self, object: str) -> frozenset[Bar]:
        """What the object cannot have or be. Bars are nothing that an observation looks at."""
        return cast("frozenset[Bar]", self.values.get((object, BARS)) or frozenset())

    def marks(self, object: str) -> frozenset[Mark]:
        """What the object can and can't do, what it ignores, and where it goes instead."""
        return cast("frozenset[Mark]", self._look(object, PERMISSIONS) or frozenset())

    def put(self, object: str, characteristic: str, value: object) -> None:
        """Write a cell."""
        cell = (object, characteristic)
        self.written.add(cell)
        if value is None or value is False or value == () or value == frozenset():
            self.values.pop(cell, None)
        else:
            self.values[cell] = value

    def changed(self, before: Board) -> set[Cell]:
        """The cells written that now differ from those of the board before."""
        old, new = before.values, self.values
        return {cell for cell in self.written if old.get(cell) != new.get(cell)}
