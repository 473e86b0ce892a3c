"""Ability instances: an ability together with what gave it, each known by one number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from layerlaw.solver.board.kinds import InstanceNumber

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from layerlaw.model.algebra import Ability
    from layerlaw.solver.facts.situation import Timestamp


@dataclass(frozen=True, slots=True)
class AbilityInstance:
    """An ability as one source gives it: printed on a card, or granted by an effect.

    name: what effects of it are called after the holder's id ("1" or "Flooded@FL").
    rank: its place among the abilities printed on the card; 0 for a granted one.
    giver: the granting effect's id and timestamp; None for a printed ability.
    static: whether it makes a continuous effect by itself while an object has it.
    """

    ability: Ability
    name: str
    rank: int
    giver: tuple[str, Timestamp] | None
    static: bool


class Instances:
    """The table of instances of one derivation; equal sources give equal numbers."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, InstanceNumber] = {}
        self._printed: dict[Hashable, list[InstanceNumber]] = {}
        self._table: list[AbilityInstance] = []

    def number(self, key: Hashable, instance: AbilityInstance) -> InstanceNumber:
        """The number of the instance that this key stands for; new keys get a new one."""
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = InstanceNumber(len(self._table))
            self._table.append(instance)
        return number

    def printed(self, place: Hashable, instance: AbilityInstance) -> InstanceNumber:
        """The number of an ability that is printed at a place of a card of some name.

        Cards of one name may differ; what is not the same gets a number of its own.
        """
        numbers = self._printed.setdefault(place, [])
        ability = instance.ability
        for number in numbers:
            known = self._table[number].ability
            if known is ability or known == ability:
                return number
        numbers.append(InstanceNumber(len(self._table)))
        self._table.append(instance)
        return numbers[-1]

    @property
    def any_granted(self) -> bool:
        """Whether any effect grants an ability that makes effects."""
        return any(one.giver is not None and one.static for one in self._table)

    def __iter__(self) -> Iterator[AbilityInstance]:
        return iter(self._table)

    def __getitem__(self, number: Hashable) -> AbilityInstance:
        assert isinstance(number, int)
        return self._table[number]

    def keyword(self, number: Hashable) -> str | None:
        """The instance's keyword, or None for a line of text."""
        return self[number].ability.keyword
