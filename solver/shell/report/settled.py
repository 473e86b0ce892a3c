"""How settled an answer is, in one or two sentences that say no more than was asked; as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.notation.spelling import listed
from layerlaw.solver.certainty.readings.refuting import ExampleStatement
from layerlaw.solver.shell.report.blocks import TextLine, line
from layerlaw.solver.shell.report.json_form import written_as
from layerlaw.solver.shell.report.outcomes import PARADOX, refusal_text, told_apart
from layerlaw.solver.shell.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.solver.certainty.readings.verdict import Readings
    from layerlaw.solver.shell.report.json_form import Json

UNASKED = "docs/limits.md"
"""Where the list stands of what the documents leave open and no rulebook asks."""
QUICK = 64
"""So many histories are played for the one line of a plain answer."""
SMALL = 60
"""With more turns than this a plain answer does not look at other readings."""


def settled_line(
    explored: Readings | None, *, whole: bool = True, command: str = "--readings"
) -> TextLine:
    """What a plain answer says of readings; None: they were not looked at.

    whole: of one settled state with what that rests on, else in a few words. command: what looks at
    all of them; where no command was typed it is told in full.
    """
    if explored is None:
        return line((f"Readings: not looked at here ({command} does).", "dim"))
    if len(explored.groups) < 2 and not explored.complete:
        text = f"Readings: those that were looked at give this; not all were ({command} goes on)."
        return line((" ".join([*_refuted_default(explored), text]), "dim"))
    text = verdict_text(explored)
    plain = not (explored.default_refuted or explored.silent or _astray(explored))
    if explored.one_state and explored.settled and explored.asked and plain and not whole:
        text = f"{verdict_short(explored)}; what no rulebook asks: {UNASKED}."
    if not explored.settled:
        text = f"{text[:-1]}; {_shown(explored)}{_otherwise(explored)} ({command} shows them)."
    elif not explored.one_state and explored.asked and plain and not whole:
        left = " that its own examples leave" if _some_refuted(explored) else ""
        text = (
            f"Not settled, for so it is under every reading of {_points(explored)}{left}; "
            f"what no rulebook asks: {UNASKED}."
        )
    return line((text, "green" if explored.one_state and not _astray(explored) else "yellow"))


def verdict_line(explored: Readings) -> TextLine:
    """The first line of the report on readings."""
    fine = explored.one_state and not _astray(explored)
    return line((verdict_text(explored), "bold green" if fine else "bold yellow"))


def verdict_short(explored: Readings) -> str:
    """The verdict in a few words: "Settled as far as asked (19 points)"."""
    count = len(explored.groups)
    asked = f"({counted(explored.asked, 'point')})"
    if explored.settled:
        verdict = (
            "Settled as far as asked"
            if explored.one_state
            else f"Not settled: {_comes_out(explored)}"
        )
        against = "; the reading shown is refuted" if explored.default_refuted else ""
        return f"{verdict} {asked}{against}"
    least = "" if explored.complete else "at least "
    return f"Open: {least}{count} outcomes {asked}" if count > 1 else f"Not known {asked}"


def verdict_text(explored: Readings) -> str:
    """Settled as far as asked, open, or not known; what refutes the reading that is shown first."""
    return " ".join([*_refuted_default(explored), _verdict(explored)])


def _verdict(explored: Readings) -> str:
    count = len(explored.groups)
    if explored.settled:
        return _settled(explored)
    if count == 0:
        return "Not known: no reading was worked out."
    if count == 1:
        return (
            f"Not known: stopped after {_histories(explored)}{_by(explored)}; the readings "
            f"seen agree, but of {_points(explored)} not all readings were seen."
        )
    if not explored.complete:
        return (
            f"Open: the readings of {_points(explored)} lead to at least {count} outcomes; stopped "
            f"after {_histories(explored)}{_by(explored)}."
        )
    points = listed([matter.point for matter in explored.matters])
    decide = "decides" if len(explored.matters) == 1 else "decide"
    held = " (not held against worked examples)" if explored.examples is None else ""
    return f"Open: of {_points(explored)} {points} {decide} between {count} outcomes{held}."


def _settled(explored: Readings) -> str:
    what = _comes_out(explored)
    if not explored.scenario.rulebook.points:
        return (
            f"One reading: {what}. This rulebook asks no open point of its document "
            f"(what no rulebook asks: {UNASKED})."
        )
    notes = [f"what no rulebook asks: {UNASKED}"]
    if explored.examples is None:
        notes.insert(0, "not held against worked examples")
    for group in explored.silent:
        under = ", ".join(f"{point} = {reading}" for point, reading in group.example.items())
        notes.append(f"no answer with {under}")
    if not explored.asked:
        return f"One reading: every point asked was chosen, and {what} ({'; '.join(notes)})."
    kept = [f"under every reading of {_points(explored)}"]
    if _some_refuted(explored):
        kept.append("that its own examples leave")
    if explored.silent:
        kept.append("and that gives an answer" if len(kept) > 1 else "that gives an answer")
    verdict = "Settled as far as asked" if explored.one_state else "Not settled"
    return f"{verdict}: {' '.join(kept)}, {what} ({'; '.join(notes)})."


def _comes_out(explored: Readings) -> str:
    """What comes out, where all agree."""
    outcome = explored.groups[0].outcome
    if outcome.refused:
        return refusal_text(outcome, explored.scenario)
    if not outcome.answers:
        return PARADOX
    count = len(outcome.answers)
    return "this comes out" if count == 1 else f"there are {count} answers"


def _points(explored: Readings) -> str:
    """ "the 19 points asked of this document"; those chosen beforehand are not among them."""
    other = "other " if explored.chosen else ""
    if explored.asked == 1:
        return f"the one {other}point asked of this document"
    return f"the {explored.asked} {other}points asked of this document"


def _histories(explored: Readings) -> str:
    return counted(explored.runs, "history")


def _by(explored: Readings) -> str:
    return {"time": ", out of time", "interrupt": ", interrupted"}.get(explored.stopped, "")


def _some_refuted(explored: Readings) -> bool:
    """Whether any reading that goes with those chosen is refuted, and others are left."""
    if explored.examples is None or not explored.examples.left(explored.chosen):
        return False
    return bool(explored.examples.refuted({point: (r,) for point, r in explored.chosen.items()}))


def _refuted_default(explored: Readings) -> list[str]:
    """A sentence on the reading that a plain answer shows, where the document refutes it."""
    by = explored.default_refuted
    if not by:
        return []
    what = "the reading chosen is" if explored.chosen else "the default reading is"
    also = (
        " The readings left give another answer." if _astray(explored) and explored.settled else ""
    )
    return [f"Refuted: {what} against the document's own example {statement_text(by[0])}.{also}"]


def _astray(explored: Readings) -> bool:
    """Whether the answer shown is none of those that count."""
    by = explored.default_refuted
    if not by or explored.examples is None or not explored.examples.left(explored.chosen):
        return False
    points = explored.scenario.rulebook.points
    for refuted in explored.refuted:
        boxes = [dict(box) for box in refuted.boxes]
        if refuted.group is None and any(
            all(points[id].default in readings for id, readings in box.items()) for box in boxes
        ):
            return True
    return False


def _shown(explored: Readings) -> str:
    if explored.default_refuted:
        return "the one shown is the default's"
    return "the default's is shown"


def _otherwise(explored: Readings) -> str:
    """What the other readings come to, where there is one outcome besides the default's."""
    if len(explored.groups) != 2 or explored.default_refuted or not explored.complete:
        return ""
    said = told_apart([group.outcome for group in explored.groups], explored.scenario)
    other = [
        sentences for group, sentences in zip(explored.groups, said, strict=True) if group.example
    ]
    return f", otherwise {listed(other[0][:2])}" if len(other) == 1 and other[0] else ""


def by_default(explored: Readings | None) -> bool:
    """Whether it is known that other readings come to another outcome than the one shown."""
    return explored is not None and len(explored.groups) > 1


def statement_text(statement: ExampleStatement) -> str:
    """A statement of a worked example, with its place: 'TITLE ("K1 before K2"; place)'."""
    order = f", in the order {', '.join(statement.order)}" if statement.order else ""
    return f"'{statement.title}'{order} (\"{statement.says}\"; {statement.place})"


def examples_text(by: Sequence[ExampleStatement]) -> str:
    """Statements in a line."""
    return "; ".join(statement_text(statement) for statement in by)


def settled_json(explored: Readings | None) -> dict[str, Json]:
    """The two fields that say how settled a plain answer is: `settled` and `matters`."""
    if explored is None:
        return {"settled": None, "points asked": None, "matters": []}
    return {
        "settled": is_settled(explored),
        "points asked": explored.asked,
        "matters": [matter.point for matter in explored.matters],
    }


def is_settled(explored: Readings) -> bool | None:
    """True, False, or None where not all readings were looked at and those that were agree.

    Several answers, or none, are no settled state, even where all readings agree on them.
    """
    if len(explored.groups) != 1 or len(explored.groups[0].outcome.answers) != 1:
        return False if explored.groups else None
    return True if explored.complete else None


written_as(ExampleStatement, "example", "title", "place", "order", "kind", "says")
