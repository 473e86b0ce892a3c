"""Ability instances: an ability together with what gave it, each known by one number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable

    from layerlaw.model.algebra import Ability
    from layerlaw.solver.situation import Timestamp


@dataclass(frozen=True, slots=True)
class Instance:
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
        self._numbers: dict[Hashable, int] = {}
        self._table: list[Instance] = []

    def number(self, key: Hashable, instance: Instance) -> int:
        """The number of the instance that this key stands for; new keys get a new one."""
        if key not in self._numbers:
            self._numbers[key] = len(self._table)
            self._table.append(instance)
        return self._numbers[key]

    def __getitem__(self, number: Hashable) -> Instance:
        assert isinstance(number, int)
        return self._table[number]

    def keyword(self, number: Hashable) -> str | None:
        """The instance's keyword, or None for a line of text."""
        return self[number].ability.keyword
