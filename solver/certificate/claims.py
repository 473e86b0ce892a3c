"""Claims about the recorded order, as comparisons of whole numbers, and the names in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.solver.certificate.entries import Course

Comparison = tuple[str, str, str]
"""Two names and `<` or `<=` between them."""

ROLES = ("independent", "freed", "by timestamp only", "blocked")


@dataclass(frozen=True, slots=True)
class Claim:
    """One instance of an axiom: true when one of the comparisons is (none: false).

    message: what is wrong when it is not, with the effects for its braces.
    """

    clause: str
    layer: str
    any_of: tuple[Comparison, ...]
    message: str
    effects: tuple[str, ...]

    def holds(self, numbers: Mapping[str, int]) -> bool:
        """Whether it is true of these numbers."""
        for left, sign, right in self.any_of:
            first, second = numbers[left], numbers[right]
            if first < second or (first == second and sign == "<="):
                return True
        return False

    def breach(self) -> str:
        """What is wrong when it is false."""
        return self.message.format(*self.effects)


@dataclass(frozen=True, slots=True)
class Axioms:
    """The claims of one derivation, and what is recorded for every name in them."""

    claims: tuple[Claim, ...]
    numbers: Mapping[str, int]


class Names:
    """The names of one layer's numbers, written down with their values as they are asked for."""

    def __init__(
        self,
        at: str,
        layer: str,
        course: Course,
        ages: Mapping[str, int],
        numbers: dict[str, int],
    ) -> None:
        self.layer = layer
        self.at = at
        self.course = course
        self.numbers = numbers
        self.effects = [entry.effect for entry in course.entries]
        self.positions = [
            course.turns if entry.turn is None else entry.turn for entry in course.entries
        ]
        self.ages = [ages.get(effect, -1) for effect in self.effects]

    def position(self, entry: int) -> str:
        """Its turn; one that has none comes after all turns."""
        name = f"p{self.at}_{entry}"
        self.numbers[name] = self.positions[entry]
        return name

    def age(self, entry: int) -> str:
        """Its timestamp's rank."""
        name = f"t{self.at}_{entry}"
        self.numbers[name] = self.ages[entry]
        return name

    def joined(self, entry: int) -> str:
        """How many turns had been taken when it joined."""
        name = f"j{self.at}_{entry}"
        self.numbers[name] = self.course.entries[entry].joined
        return name

    def roles(self, entry: int, recorded: str, right: str) -> tuple[str, str]:
        """The role recorded for its turn and the right one, both as places in `ROLES`."""
        names = f"w{self.at}_{entry}", f"r{self.at}_{entry}"
        for name, role in zip(names, (recorded, right), strict=True):
            self.numbers[name] = ROLES.index(role) if role in ROLES else -1
        return names

    def turns(self) -> str:
        """How many turns there were."""
        name = f"n{self.at}"
        self.numbers[name] = self.course.turns
        return name
