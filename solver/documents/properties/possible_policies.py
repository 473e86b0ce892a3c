"""What a policy can be under the readings of a rulebook that count, and why the others do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.certainty.readings.kept import kept_examples

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Rulebook


def readings_left(rulebook: Rulebook, point: str) -> tuple[str, ...]:
    """The readings of an open point that the document's worked examples leave.

    That is all of them where nothing is known of examples.
    """
    every = tuple(reading.id for reading in rulebook.points[point].readings)
    if point in rulebook.chosen:
        return (rulebook.chosen[point],)
    table = kept_examples(rulebook)
    if table is None:
        return every
    boxes = table.left(rulebook.chosen)
    if not boxes:
        return every
    left = {reading for box in boxes for reading in box.get(point, every)}
    return tuple(reading for reading in every if reading in left)


def possible(rulebook: Rulebook, policy: str) -> frozenset[str]:
    """Every value that the policy has under some reading that counts."""
    values = set()
    decided = False
    for point in rulebook.points.values():
        if policy not in point.policies:
            continue
        left = readings_left(rulebook, point.id)
        for reading in point.readings:
            if reading.id in left:
                decided |= policy in reading.policies
                values.add(reading.policies.get(policy, rulebook.policy(policy)))
    return frozenset(values) if decided else frozenset((rulebook.policy(policy),))


def refuted_readings(rulebook: Rulebook, policy: str) -> tuple[str, ...]:
    """Sentences on the readings of the policy that do not count."""
    sentences = []
    for point in rulebook.points.values():
        if policy not in point.policies:
            continue
        left = readings_left(rulebook, point.id)
        sentences += [
            f"{point.id} is not read as {reading.id}, which the document's worked examples refute"
            for reading in point.readings
            if reading.id not in left and point.id not in rulebook.chosen
        ]
    return tuple(sentences)
