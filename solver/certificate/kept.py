"""What follows from an ability or a rulebook alone is worked out once and kept for some time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from layerlaw.model.algebra import Ability

if TYPE_CHECKING:
    from collections.abc import Callable

One = TypeVar("One")
Worked = TypeVar("Worked")

MOST = 20_000
"""So many of them are kept; then it begins anew."""


class Kept(Generic[One, Worked]):
    """Works something out of one thing, and remembers it by what the thing is, not what it says.

    The thing is kept as well, so that no other comes to have its identity.
    """

    def __init__(self, work: Callable[[One], Worked], most: int = MOST) -> None:
        self._work = work
        self._most = most
        self._known: dict[int, tuple[One, Worked]] = {}

    def __call__(self, one: One) -> Worked:
        """What is worked out of it."""
        known = self._known.get(id(one))
        if known is None:
            if len(self._known) >= self._most:
                self._known.clear()
            known = self._known[id(one)] = one, self._work(one)
        return known[1]


class Hashed:
    """An ability as a key, equal to those that say the same; a tree takes long to be hashed."""

    __slots__ = ("_hash", "ability")

    def __init__(self, ability: Ability) -> None:
        self.ability = ability
        self._hash = hash(ability)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hashed) and self.ability == other.ability


hashed: Kept[Ability, Hashed] = Kept(Hashed)
"""An ability as a key, made once."""
