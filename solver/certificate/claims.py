"""Claims about the recorded order, as comparisons of whole numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.solver.certificate.entries import RecordedCourse

Comparison = tuple[int, str, int]
"""Two numbers and `<`, `<=` or `=` between them."""

ROLES = ("independent", "freed", "by timestamp only", "blocked")


class Claim(NamedTuple):
    """One instance of an axiom: true when one of the comparisons is (none: false).

    message: what is wrong when it is not, with the effects for its braces.
    """

    clause: str
    layer: str
    any_of: tuple[Comparison, ...]
    message: str
    effects: tuple[str, ...]

    def holds(self) -> bool:
        """Whether it is true."""
        return any(
            first < second if sign == "<" else first == second or (sign == "<=" and first < second)
            for first, sign, second in self.any_of
        )

    def breach(self) -> str:
        """What is wrong when it is false."""
        return self.message.format(*self.effects)


class Stays:
    """The numbers of one layer's entries.

    positions: the turn of each; one that has none comes after all turns. ages: the rank of its
    timestamp among all recorded. joined: how many turns had been taken when it joined.
    """

    def __init__(self, layer: str, course: RecordedCourse, ages: Mapping[str, int]) -> None:
        self.layer = layer
        self.course = course
        self.effects = [entry.effect for entry in course.entries]
        self.positions = [
            course.turns if entry.turn is None else entry.turn for entry in course.entries
        ]
        self.ages = [ages.get(effect, -1) for effect in self.effects]
        self.joined = [entry.joined for entry in course.entries]


def role(name: str) -> int:
    """A role as its place in `ROLES`; -1 for none of them."""
    return ROLES.index(name) if name in ROLES else -1
