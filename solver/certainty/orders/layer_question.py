"""What each route is asked: a layer's parts, its dependencies, timestamps and policies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.certificate.entries import GONE, course_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.solver.certificate.entries import RecordedCourse, RecordedEntry
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
class OrderQuestion:
    """Which orders of a layer are right?

    course: who was pending from when to when, and on whom everybody depended in which epoch.
    ages: of every effect, least is oldest. The entries of the course that take their turns by
    choice are `chosen`; the others leave by themselves.
    """

    course: RecordedCourse
    ages: Mapping[str, int]
    policies: OrderPolicies

    @property
    def entries(self) -> tuple[RecordedEntry, ...]:
        """Every stay among the pending parts."""
        return self.course.entries

    @property
    def chosen(self) -> tuple[int, ...]:
        """The numbers of the entries whose turns are a choice."""
        return tuple(n for n, entry in enumerate(self.entries) if entry.why != GONE)

    @property
    def turns(self) -> tuple[int, ...]:
        """The numbers of the turns that are a choice."""
        turns = [self.entries[number].turn for number in self.chosen]
        return tuple(sorted(turn for turn in turns if turn is not None))

    @property
    def effects(self) -> tuple[str, ...]:
        """Every effect that is ever pending, once."""
        return tuple(dict.fromkeys(entry.effect for entry in self.entries))

    @property
    def static(self) -> bool:
        """Whether one graph holds from beginning to end, whatever the order."""
        return (
            self.policies.graph == "once"
            and len(self.course.epochs) <= 1
            and all(not entry.joined and entry.why != GONE for entry in self.entries)
        )


def question_of(
    record: LayerRecord, ages: Mapping[str, int], policies: OrderPolicies
) -> OrderQuestion:
    """What is asked about a layer's record: the graphs, who joined when, and who left by itself.

    Raises `ValueError` if the record has a turn of something that was not pending.
    """
    course = course_of(record, anew=policies.graph == "each step")
    if course.strays:
        raise ValueError(f"{course.strays[0][1]} was not pending at its turn")
    return OrderQuestion(course, ages, policies)


def order_of(record: LayerRecord) -> Order:
    """The order that the record has."""
    return tuple(turn.effect for turn in record.turns if turn.why != GONE)
