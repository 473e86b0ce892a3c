"""How settled an answer is: the verdict, the points that decide, the steps where readings part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.notation.spelling import listed
from layerlaw.solver.answer.difference.cells import differences_of
from layerlaw.solver.certainty.readings.summary import (
    backing,
    fewest_boxes,
    letters,
    reading_divergences,
)
from layerlaw.solver.certainty.readings.verdict import Readings
from layerlaw.solver.shell.report.blocks import BLANK, Grid, Inset, line
from layerlaw.solver.shell.report.json_form import clauses_json, json_with, written_as
from layerlaw.solver.shell.report.outcomes import told_apart
from layerlaw.solver.shell.report.parting import parting_blocks, parting_json
from layerlaw.solver.shell.report.reading_words import (
    chosen_text,
    example_text,
    not_looked_at,
    refuted_example,
    refuted_says,
    shortened,
    under_text,
)
from layerlaw.solver.shell.report.settled import is_settled, statement_text, verdict_line
from layerlaw.solver.shell.report.words import clause_line, counted, first_few, title_blocks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.solver.answer.difference.divergence import Divergence
    from layerlaw.solver.certainty.readings.summary import ReadingDivergence
    from layerlaw.solver.certainty.readings.verdict import Matter, Refuted
    from layerlaw.solver.shell.report.blocks import Block

SENTENCES = 4
"""So many sentences tell an outcome apart; JSON has all that differs."""
PARTED = 4
"""Of so many points the steps where readings part are shown; JSON has them all."""
LEFT = 3
"""So many kinds of readings that were not looked at are named; JSON has them all."""
REFUTED_LEFT = "Of the readings that the document's own examples refute not all were looked at."
GO_ON = "--limit N works out N histories, however long it takes."
OUTCOMES = 12
"""So many outcomes are listed; JSON has them all."""


def readings_blocks(title: str, explored: Readings) -> list[Block]:
    """The whole report."""
    parts = title_blocks(title, explored.scenario.rulebook, explored.chosen)
    parts += [BLANK, verdict_line(explored)]
    names = letters(len(explored.groups))
    # What matters by itself comes before what matters only where other points depart as well.
    matters = sorted(explored.matters, key=lambda matter: len(matter.given))
    if matters:
        parts += [line(said) for said in headlines(explored, matters)]
    parts.append(line((_counted(explored), "dim")))
    if len(explored.groups) > 1:
        parts += [BLANK, *_outcomes(explored, names)]
    parts += _left(explored)
    parts += _refuted(explored, names)
    parts += _silent(explored)
    told: set[str] = set()
    for number, matter in enumerate(matters):
        parted = reading_divergences(explored, matter) if number < PARTED else ()
        parts += [BLANK, *_matter(explored, matter, names, parted, told)]
    parts += _idle(explored)
    return parts


def _counted(explored: Readings) -> str:
    """What it took to know: "3 histories played; 12 points have no bearing here, ..."."""
    histories = f"{counted(explored.runs, 'history')} played"
    here = "here" if explored.complete else "so far"
    pieces = []
    for points, does, do in (
        (explored.matters, "matters", "matter"),
        (explored.untouched, f"has no bearing {here}", f"have no bearing {here}"),
        (explored.idle, "makes no difference", "make no difference"),
    ):
        if points:
            pieces.append(f"{counted(len(points), 'point')} {does if len(points) == 1 else do}")
    return f"{histories}; {', '.join(pieces)}" if pieces else histories


def headlines(explored: Readings, matters: Sequence[Matter]) -> Iterator[str]:
    """A sentence for each point that decides by itself between other outcomes; the rest by name."""
    told: list[frozenset[int]] = []
    others = []
    for matter in matters:
        groups = frozenset(matter.leads.values())
        if not told or (not matter.given and groups not in told):
            yield _headline(explored, matter)
            told.append(groups)
        else:
            others.append(matter.point)
    if others:
        yield f"{listed(others)} {'bears' if len(others) == 1 else 'bear'} on it too."


def _headline(explored: Readings, matter: Matter) -> str:
    """The point that decides in one sentence: what comes out with one reading and another."""
    clauses = backing(explored.scenario.rulebook, matter.point)
    said = _said(explored, matter)
    shown: dict[int, str] = {}
    for reading, group in matter.leads.items():
        shown.setdefault(group, reading)
    pieces = []
    for group, reading in shown.items():
        why = f" ({clauses[reading]})" if clauses[reading] else ""
        pieces.append(f"with {reading}{why} {said[group][0]}")
    return f"{matter.point}: {', '.join(pieces)}."


def _said(explored: Readings, matter: Matter) -> dict[int, tuple[str, ...]]:
    """For each group that the point leads to, what tells it from the others."""
    groups = sorted(set(matter.leads.values()))
    outcomes = [explored.groups[number].outcome for number in groups]
    return dict(zip(groups, told_apart(outcomes, explored.scenario), strict=True))


def _matter(
    explored: Readings,
    matter: Matter,
    names: Sequence[str],
    steps: Sequence[ReadingDivergence],
    told: set[str],
) -> Iterator[Block]:
    """One point that decides: the question, its clauses, its readings and where they lead.

    told: the clauses that the report has spelt out by now.
    """
    book = explored.scenario.rulebook
    point = book.points[matter.point]
    yield line((point.id, "bold yellow"), f": {point.question}")
    for clause in point.clauses:
        if clause not in told:
            yield line((clause_line(book, clause), "dim"), indent=2)
    if again := [clause for clause in point.clauses if clause in told]:
        yield line((f"{listed(again)}: see above", "dim"), indent=2)
    told.update(point.clauses)
    if matter.given:
        others = f"It matters with {chosen_text(matter.given)}:"
        yield line((others, "yellow"), indent=2)
    said = _said(explored, matter)
    clauses = backing(book, point.id)
    for reading in point.readings:
        if reading.id not in matter.leads:
            continue
        number = matter.leads[reading.id]
        facts = [word for word in (clauses[reading.id],) if word]
        if reading.id == point.default:
            facts.insert(0, "the default")
        yield line(
            (reading.id, "bold"),
            f" ({'; '.join(facts)})" if facts else "",
            f": {reading.says}",
            indent=2,
        )
        yield line((f"{names[number]}: ", "bold"), first_few(said[number], SENTENCES), indent=5)
    for step in steps:
        labels = (f"{step.one} ({_name(matter, step.one, names)})",)
        both = (*labels, f"{step.other} ({_name(matter, step.other, names)})")
        yield BLANK
        yield Inset(tuple(parting_blocks(step.divergence, both, told)), 2)
        told.update(_clauses_of(step.divergence))


def _clauses_of(parting: Divergence) -> Iterator[str]:
    for side in (parting.one, parting.other):
        for reason in side.reasons:
            yield from reason.clauses


def _name(matter: Matter, reading: str, names: Sequence[str]) -> str:
    return names[matter.leads[reading]]


def _outcomes(explored: Readings, names: Sequence[str]) -> Iterator[Block]:
    """Every outcome: what comes out, and under which readings; the default's is marked."""
    said = told_apart([group.outcome for group in explored.groups], explored.scenario)
    conditions = under_text(explored)
    rows = tuple(
        (
            (f"{names[number]}{'' if group.example else ' (default)'}", "bold"),
            first_few(said[number], SENTENCES),
            conditions[number],
        )
        for number, group in enumerate(explored.groups[:OUTCOMES])
    )
    yield Grid("", ("what comes out", "under"), rows)
    left = len(explored.groups) - OUTCOMES
    if left > 0:
        yield line((f"and {left} more (--json lists them)", "dim"))


def _left(explored: Readings) -> Iterator[Block]:
    """What was not looked at, where it was stopped."""
    if explored.complete:
        return
    unlike = not_looked_at(explored)
    more = len(unlike) - LEFT
    rest = f"; and in {more} more ways" if more > 0 else ""
    text = f"Not looked at: readings with {'; or with '.join(unlike[:LEFT])}{rest}."
    yield BLANK
    yield line((f"{text} {GO_ON}", "yellow"))


def _refuted(explored: Readings, names: Sequence[str]) -> Iterator[Block]:
    """What comes out under readings that the document's own examples refute, and which do."""
    uncounted = [refuted for refuted in explored.refuted if refuted.group is None]
    if uncounted:
        yield BLANK
        yield line(("Refuted by the document's own examples, so not counted:", "yellow"))
    for refuted, said in zip(
        uncounted[:OUTCOMES], refuted_says(explored, uncounted[:OUTCOMES]), strict=True
    ):
        yield line(f"{first_few(said, SENTENCES)}: with {_such_as(explored, refuted)}", indent=2)
        for statement in refuted.by:
            yield line((f"refuted by {statement_text(statement)}", "dim"), indent=5)
    same = sorted({refuted.group for refuted in explored.refuted if refuted.group is not None})
    if same and len(explored.groups) > 1:
        letters_of = listed([names[number] for number in same])
        yield line((f"Refuted readings come to {letters_of} too; they are left out.", "dim"))
    if explored.complete and explored.refuted_left:
        yield BLANK
        yield line((f"{REFUTED_LEFT} {GO_ON}", "dim"))


def _such_as(explored: Readings, refuted: Refuted) -> str:
    return chosen_text(refuted_example(explored, refuted)) or "the default reading"


def _silent(explored: Readings) -> Iterator[Block]:
    """The readings that never come to an end here, which give no answer to compare."""
    for group in explored.silent:
        yield BLANK
        text = f"No answer with {example_text(group.example)}, so nothing to compare: "
        yield line((text + group.outcome.refused.splitlines()[0], "yellow"))


def _idle(explored: Readings) -> Iterator[Block]:
    """The points that do not matter, by name alone."""
    here = "here" if explored.complete else "so far"
    for points, head in (
        (explored.idle, f"No difference {here}: "),
        (explored.untouched, f"Without bearing {here}, however they are read: "),
    ):
        if points:
            yield BLANK
            yield line((f"{head}{', '.join(shortened(points))}", "dim"))


# --- JSON ---------------------------------------------------------------------------------


def _refuted_json(explored: Readings) -> object:
    """The readings that do not count, by outcome; `outcome` is null where no other leads to it."""
    names = letters(len(explored.groups))
    return [
        {
            "outcome": None if refuted.group is None else names[refuted.group],
            "example": refuted_example(explored, refuted),
            "under": [dict(box) for box in refuted.boxes],
            "says": sentences,
            "by": refuted.by,
        }
        for refuted, sentences in zip(
            explored.refuted, refuted_says(explored, explored.refuted), strict=True
        )
    ]


def _matter_json(explored: Readings, matter: Matter) -> object:
    """A point that decides; what it is made of is looked up in the rulebook."""
    names = letters(len(explored.groups))
    book = explored.scenario.rulebook
    point = book.points[matter.point]
    clauses = backing(book, point.id)
    return {
        "point": point.id,
        "question": point.question,
        "clauses": clauses_json(book, (id for id in point.clauses if id in book.clauses)),
        "default": point.default,
        "given": matter.given,
        "readings": [
            {
                "reading": reading.id,
                "says": reading.says,
                "follows": reading.follows,
                "backing": clauses[reading.id] or None,
                "outcome": names[matter.leads[reading.id]],
            }
            for reading in point.readings
            if reading.id in matter.leads
        ],
        "differences": _differences_json(explored, sorted(set(matter.leads.values()))),
        "partings": [
            {
                "readings": [step.one, step.other],
                "parting": parting_json(step.divergence, (step.one, step.other)),
            }
            for step in reading_divergences(explored, matter)
        ],
    }


def _outcomes_json(explored: Readings) -> object:
    names = letters(len(explored.groups))
    said = told_apart([group.outcome for group in explored.groups], explored.scenario)
    described = fewest_boxes(explored)
    return [
        {
            "outcome": name,
            "default": not group.example and not explored.default_refuted,
            "example": group.example,
            "under": [dict(box) for box in boxes] or None,
            "answers": len(group.outcome.answers),
            "refused": group.outcome.refused or None,
            "checks": group.outcome.fates,
            "says": sentences,
        }
        for name, group, sentences, boxes in zip(
            names, explored.groups, said, described, strict=True
        )
    ]


def _differences_json(explored: Readings, groups: Sequence[int]) -> object:
    """The cells that are not the same in all outcomes, with the values of each one's answers."""
    names = letters(len(explored.groups))
    return [
        json_with(cell, values={names[n]: v for n, v in zip(groups, cell.values, strict=True)})
        for cell in differences_of([explored.groups[number].outcome for number in groups])
    ]


written_as(
    Readings,
    ("title", "scenario.title"),
    ("rulebook", "scenario.rulebook.id"),
    ("settled", is_settled),
    *("complete", "stopped", ("points asked", "asked"), ("worked out", "runs")),
    ("held against examples", lambda explored: explored.examples is not None),
    ("default refuted by", "default_refuted"),
    "chosen",
    ("matters", lambda explored: [_matter_json(explored, matter) for matter in explored.matters]),
    ("no difference", "idle"),
    ("never asked for", "untouched"),
    ("outcomes", _outcomes_json),
    ("differences", lambda explored: _differences_json(explored, range(len(explored.groups)))),
    ("not looked at", lambda explored: [dict(box) for box in explored.left]),
    ("refuted", _refuted_json),
    ("refuted and not looked at", lambda explored: [dict(box) for box in explored.refuted_left]),
    (
        "no answer",
        lambda explored: [
            {"example": group.example, "says": group.outcome.refused} for group in explored.silent
        ],
    ),
    null=("stopped",),
    document="readings",
)
