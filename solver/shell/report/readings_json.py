"""How settled an answer is, as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.answer.difference.cells import differences_of
from layerlaw.solver.certainty.readings.summary import (
    backing,
    fewest_boxes,
    letters,
    reading_divergences,
)
from layerlaw.solver.shell.report.json_form import SCHEMA, json_of, json_with
from layerlaw.solver.shell.report.outcomes import told_apart
from layerlaw.solver.shell.report.parting import parting_json
from layerlaw.solver.shell.report.readings import refuted_example, refuted_says

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.solver.answer.difference.outcome import Outcome
    from layerlaw.solver.certainty.readings.summary import ReadingDivergence
    from layerlaw.solver.certainty.readings.verdict import Matter, Readings
    from layerlaw.solver.shell.report.json_form import Json


def settled_json(found: Readings | None) -> dict[str, Json]:
    """The two fields that say how settled a plain answer is: `settled` and `matters`."""
    if found is None:
        return {"settled": None, "points asked": None, "matters": []}
    return {
        "settled": is_settled(found),
        "points asked": found.asked,
        "matters": [matter.point for matter in found.matters],
    }


def is_settled(found: Readings) -> bool | None:
    """True, False, or None where not all readings were looked at and those that were agree.

    Several answers, or none, are no settled state, even where all readings agree on them.
    """
    if len(found.groups) != 1 or len(found.groups[0].outcome.answers) != 1:
        return False if found.groups else None
    return True if found.complete else None


def readings_json(title: str, found: Readings) -> dict[str, Json]:
    """The whole report."""
    names = letters(len(found.groups))
    outcomes = [group.outcome for group in found.groups]
    return {
        "schema": SCHEMA,
        "kind": "readings",
        "title": title,
        "rulebook": found.scenario.rulebook.id,
        "settled": is_settled(found),
        "complete": found.complete,
        "stopped": found.stopped or None,
        "points asked": found.asked,
        "worked out": found.runs,
        "held against examples": found.examples is not None,
        "default refuted by": json_of(found.default_refuted),
        "chosen": json_of(found.chosen),
        "matters": [
            _matter(found, matter, names, reading_divergences(found, matter))
            for matter in found.matters
        ],
        "no difference": json_of(found.idle),
        "never asked for": json_of(found.untouched),
        "outcomes": _outcomes(found, names),
        "differences": _differences(outcomes, names),
        "not looked at": [json_of(dict(box)) for box in found.left],
        "refuted": _refuted(found, names),
        "no answer": [
            {"example": json_of(group.example), "says": group.outcome.refused}
            for group in found.silent
        ],
    }


def _refuted(found: Readings, names: Sequence[str]) -> Json:
    """The readings that do not count, by outcome; `outcome` is null where no other leads to it."""
    said = refuted_says(found, found.refuted)
    return [
        {
            "outcome": None if one.group is None else names[one.group],
            "example": {**refuted_example(found, one)},
            "under": [json_of(dict(box)) for box in one.boxes],
            "says": json_of(says),
            "by": json_of(one.by),
        }
        for one, says in zip(found.refuted, said, strict=True)
    ]


def _matter(
    found: Readings, matter: Matter, names: Sequence[str], steps: Sequence[ReadingDivergence]
) -> Json:
    book = found.scenario.rulebook
    point = book.points[matter.point]
    clauses = backing(book, point.id)
    groups = sorted(set(matter.leads.values()))
    return {
        "point": point.id,
        "question": point.question,
        "clauses": [
            {"id": id, "place": book.clauses[id].place, "says": book.clauses[id].says}
            for id in point.clauses
            if id in book.clauses
        ],
        "default": point.default,
        "given": json_of(matter.given),
        "readings": [
            {
                "reading": reading.id,
                "says": reading.says,
                "follows": json_of(reading.follows),
                "backing": clauses[reading.id] or None,
                "outcome": names[matter.leads[reading.id]],
            }
            for reading in point.readings
            if reading.id in matter.leads
        ],
        "differences": _differences(
            [found.groups[number].outcome for number in groups],
            [names[number] for number in groups],
        ),
        "partings": [
            {
                "readings": [step.one, step.other],
                "parting": parting_json(step.divergence, (step.one, step.other)),
            }
            for step in steps
        ],
    }


def _outcomes(found: Readings, names: Sequence[str]) -> Json:
    said = told_apart([group.outcome for group in found.groups], found.scenario)
    described = fewest_boxes(found)
    return [
        {
            "outcome": name,
            "default": not group.example and not found.default_refuted,
            "example": json_of(group.example),
            "under": [json_of(dict(box)) for box in boxes] or None,
            "answers": len(group.outcome.answers),
            "refused": group.outcome.refused or None,
            "checks": json_of(group.outcome.fates),
            "says": json_of(sentences),
        }
        for name, group, sentences, boxes in zip(names, found.groups, said, described, strict=True)
    ]


def _differences(outcomes: Sequence[Outcome], names: Sequence[str]) -> Json:
    """The cells that are not the same in all outcomes, with the values of each one's answers."""
    return [
        json_with(cell, values=dict(zip(names, cell.values, strict=True)))
        for cell in differences_of(outcomes)
    ]
