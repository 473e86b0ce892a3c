"""Readings of open points in words: which were chosen, which lead where, what was left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.certainty.readings.summary import fewest_boxes
from layerlaw.solver.shell.report.outcomes import told_apart
from layerlaw.solver.shell.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from layerlaw.solver.certainty.readings.boxes import Box
    from layerlaw.solver.certainty.readings.verdict import Readings, Refuted

BOXES = 2
"""So many ways to come to one outcome are told; JSON has them all."""


def not_looked_at(explored: Readings) -> list[str]:
    """The boxes that were not looked at, each by what keeps the default out of it."""
    points = explored.scenario.rulebook.points
    kept_out = [
        {id: " / ".join(ids) for id, ids in box if points[id].default not in ids}
        for box in explored.left
    ]
    return list(
        dict.fromkeys(chosen_text(departure) or "the default reading" for departure in kept_out)
    )


def refuted_says(explored: Readings, refuted: Sequence[Refuted]) -> tuple[tuple[str, ...], ...]:
    """For each of these outcomes what tells it from those that count."""
    outcomes = [group.outcome for group in explored.groups]
    outcomes += [one.outcome for one in refuted]
    return told_apart(outcomes, explored.scenario)[len(explored.groups) :]


def refuted_example(explored: Readings, refuted: Refuted) -> dict[str, str]:
    """The reading that departs least from the default, as its departures."""
    return min((departures(explored, box) for box in refuted.boxes), key=len)


def departures(explored: Readings, box: Box) -> dict[str, str]:
    """The reading of the box that departs least from the default, as its departures."""
    points = explored.scenario.rulebook.points
    return {id: readings[0] for id, readings in box if points[id].default not in readings}


def under_text(explored: Readings) -> tuple[str, ...]:
    """For each outcome the readings that lead to it, in few words.

    The one that takes the most words is what the others leave; where not all readings were
    looked at, an example.
    """
    described = fewest_boxes(explored)
    if not all(described):
        return tuple(f"such as {example_text(group.example)}" for group in explored.groups)
    texts = []
    for boxes in described:
        shown = "; or ".join(_box(box) for box in boxes[:BOXES])
        left = len(boxes) - BOXES
        more = f"; or in {counted(left, 'more way')}" if left > 0 else ""
        texts.append(shown + more)
    longest = max(range(len(texts)), key=lambda number: len(described[number]), default=None)
    if longest is not None and len(described[longest]) > 1:
        texts[longest] = "all other readings"
    return tuple(texts)


def example_text(example: Mapping[str, str]) -> str:
    """The departures of an example, or that there are none."""
    return chosen_text(example) or "the defaults"


def _box(box: Box) -> str:
    return chosen_text({point: " / ".join(readings) for point, readings in box})


def chosen_text(chosen: Mapping[str, str]) -> str:
    """ "SORC-OPEN-TEST = result, -GRAPH = once": points with their readings."""
    names = shortened(list(chosen))
    return ", ".join(
        f"{name} = {reading}" for name, reading in zip(names, chosen.values(), strict=True)
    )


def shortened(points: Sequence[str]) -> list[str]:
    """Names with the words before their last one told once: SORC-OPEN-TEST, -GRAPH, -LOOP."""
    if not points:
        return []
    first, *rest = points
    common = first.split("-")[:-1]
    while common and any(point.split("-")[: len(common)] != common for point in rest):
        common.pop()
    return [first, *(point.removeprefix("-".join(common)) for point in rest)]
