"""Which readings a step does not tell apart: those under which it leaves the same.

The step is taken under the reading that is followed, and anew under those that its questions left
out. What is then cut off is only what leaves something else, or gives no result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from layerlaw.model.errors import LayerlawError
from layerlaw.solver.certainty.readings.boxes import common, outside

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.step import Step
    from layerlaw.solver.certainty.readings.boxes import Allowed
    from layerlaw.solver.certainty.readings.remaining_readings import RemainingReadings

T = TypeVar("T")

IN_VAIN = 3
"""So often a step tells the readings of a point apart before it is taken to do so."""


class Worth:
    """For which points it is worth looking whether a step tells their readings apart.

    Where it did so again and again it is taken to do so, which leaves out more than it need.
    """

    def __init__(self) -> None:
        self._in_vain: dict[str, int] = {}

    def __contains__(self, point: str) -> bool:
        """Whether it is worth looking."""
        return self._in_vain.get(point, 0) < IN_VAIN

    def note(self, point: str, *, told_apart: bool) -> None:
        """What came of looking."""
        self._in_vain[point] = self._in_vain.get(point, 0) + (1 if told_apart else -IN_VAIN)


def joined(remaining: RemainingReadings, step: Step[T], worth: Worth) -> T:
    """Take the step; of the readings that remain only those are left out that it tells apart."""
    before = dict(remaining.allowed)
    asked_before = len(remaining.narrowings)
    step.remember()
    left = step.take()
    followed = dict(remaining.allowed)
    open_to_it = {
        point: readings if point in worth else followed[point] for point, readings in before.items()
    }
    if open_to_it == followed:
        return left
    alike = _alike(remaining, step, open_to_it, step.state(left))
    for point in open_to_it:
        if open_to_it[point] != followed[point]:
            worth.note(point, told_apart=alike[point] == followed[point])
    remaining.follow(alike, asked_before, before)
    step.go_on(left)
    return left


def _alike(remaining: RemainingReadings, step: Step[T], within: Allowed, state: object) -> Allowed:
    """A box that holds what was followed, and no reading that leaves another state."""
    followed = dict(remaining.allowed)
    order = list(dict.fromkeys(one.point for one in remaining.narrowings))
    alike = dict(within)
    # Those that differ least from what was followed come first.
    waiting = outside(within, followed)
    while waiting:
        box = common(waiting.pop(), alike)
        if box is None:
            continue
        step.back()
        remaining.enter(box)
        try:
            same = step.state(step.take()) == state
        except LayerlawError:
            same = False
        reached = dict(remaining.allowed)
        waiting += outside(box, reached)
        if not same:
            _cut(alike, reached, followed, order)
    return alike


def _cut(alike: Allowed, away: Allowed, followed: Allowed, order: list[str]) -> None:
    """Make the box smaller, so that nothing of `away` is in it, and all that was followed."""
    apart = [point for point, left in away.items() if not set(left) & set(followed[point])]
    point = min(apart, key=lambda one: order.index(one) if one in order else len(order))
    alike[point] = tuple(one for one in alike[point] if one not in away[point])
