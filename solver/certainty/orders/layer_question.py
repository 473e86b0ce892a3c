"""What each route is asked: a layer's parts, its dependencies, timestamps and policies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from layerlaw.solver.certificate.entries import GONE, course_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.solver.certificate.waiting import OrderPolicies
    from layerlaw.solver.facts.records import LayerRecord

Order = tuple[str, ...]
"""Effects by their turns; what left by itself took none."""

JOINED = "joined"
WAITING = "waiting"
FREED = "freed"
TIMESTAMPS = "timestamps"

AXIOMS = (JOINED, WAITING, FREED, TIMESTAMPS)
"""What every order must keep. `joined`: nobody goes before being pending. `waiting`: what has to
wait goes when all that it waits for is done. `freed`: independent and dependent parts go in their
policy's order. `timestamps`: of those that may go, the oldest does. What independent and waiting
mean, with loops, is no axiom: each route works it out from the dependencies."""


@dataclass(frozen=True, slots=True)
class Stay:
    """One stay among the pending parts.

    joined: how many turns had been taken. left: the turn at which it went by itself, None if it
    is to have a turn by choice.
    """

    effect: str
    joined: int
    left: int | None = None


@dataclass(frozen=True, slots=True)
class Epoch:
    """The turns `start` to `end` (not included), through which these dependencies held.

    edges: (x, y) for "x depends on y". What the graph does not speak of depends on nothing.
    """

    start: int
    end: int
    edges: frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Question:
    """Which orders are right?

    epochs: one after another, from the first turn to the last. turns: the numbers of the turns
    that are a choice. ages: of every effect, least is oldest.
    """

    stays: tuple[Stay, ...]
    epochs: tuple[Epoch, ...]
    turns: tuple[int, ...]
    ages: Mapping[str, int]
    policies: OrderPolicies

    @property
    def effects(self) -> tuple[str, ...]:
        """Every effect that is ever pending, once."""
        return tuple(dict.fromkeys(stay.effect for stay in self.stays))

    @property
    def static(self) -> bool:
        """Whether one graph holds from beginning to end, whatever the order."""
        return (
            self.policies.graph == "once"
            and len(self.epochs) <= 1
            and all(not stay.joined and stay.left is None for stay in self.stays)
        )

    def epoch(self, turn: int) -> Epoch:
        """The one that a turn falls into."""
        return next(one for one in reversed(self.epochs) if one.start <= turn)


def question_of(record: LayerRecord, ages: Mapping[str, int], policies: OrderPolicies) -> Question:
    """What is asked about a layer's record: the graphs, who joined when, and who left by itself.

    Raises `ValueError` if the record has a turn of something that was not pending.
    """
    anew = policies.graph == "each step"
    course = course_of(record, anew=anew)
    if course.strays:
        raise ValueError(f"{course.strays[0][1]} was not pending at its turn")
    stays = tuple(
        Stay(entry.effect, entry.joined, entry.turn if entry.why == GONE else None)
        for entry in course.entries
    )
    epochs = tuple(Epoch(epoch.start, epoch.end, epoch.edges) for epoch in course.epochs)
    turns = tuple(n for n, turn in enumerate(record.turns) if turn.why != GONE)
    return Question(stays, epochs, turns, ages, policies)


def order_of(record: LayerRecord) -> Order:
    """The order that the record has."""
    return tuple(turn.effect for turn in record.turns if turn.why != GONE)
