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
    from layerlaw.solver.certainty.readings.recording_rulebook import RemainingReadings

T = TypeVar("T")


def joined(remaining: RemainingReadings, step: Step[T]) -> T:
    """Take the step; of the readings that remain only those are left out that it tells apart."""
    before = dict(remaining.allowed)
    asked_before = len(remaining.narrowings)
    left = step.take()
    if len(remaining.narrowings) == asked_before:
        return left
    followed = dict(remaining.allowed)
    after = step.present()
    state = step.state(left)
    alike = _alike(remaining, step, before, state)
    if alike == followed:
        remaining.follow(alike, asked_before, before)
        after()
        return left
    remaining.follow(alike, asked_before, before)
    step.go_on(left)
    return left


def _alike(remaining: RemainingReadings, step: Step[T], before: Allowed, state: object) -> Allowed:
    """A box that holds what was followed, and no reading that leaves another state."""
    followed = dict(remaining.allowed)
    order = list(dict.fromkeys(one.point for one in remaining.narrowings))
    alike = dict(before)
    # Those that differ least from what was followed come first.
    waiting = outside(before, followed)
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
