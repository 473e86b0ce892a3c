"""How settled an answer is, in one or two sentences that say no more than was asked; as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.notation.spelling import listed
from layerlaw.solver.certainty.readings.refuting import ExampleStatement
from layerlaw.solver.shell.report.blocks import TextLine, line
from layerlaw.solver.shell.report.json_form import written_as
from layerlaw.solver.shell.report.outcomes import PARADOX, refusal_text
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


def settled_line(found: Readings | None) -> TextLine:
    """What a plain answer says of readings; None: they were not looked at."""
    if found is None:
        return line(("Readings: not looked at here (--readings does).", "dim"))
    if len(found.groups) < 2 and not found.complete:
        text = "Readings: those that were looked at give this; not all were (--readings goes on)."
        return line((" ".join([*_refuted_default(found), text]), "dim"))
    text = verdict_text(found)
    if not found.settled:
        text = f"{text[:-1]}; {_shown(found)} (--readings shows them)."
    return line((text, "green" if found.one_state and not _astray(found) else "yellow"))


def verdict_line(found: Readings) -> TextLine:
    """The first line of the report on readings."""
    fine = found.one_state and not _astray(found)
    return line((verdict_text(found), "bold green" if fine else "bold yellow"))


def verdict_short(found: Readings) -> str:
    """The verdict in a few words: "Settled as far as asked (19 points)"."""
    count = len(found.groups)
    asked = f"({counted(found.asked, 'point')})"
    if found.settled:
        verdict = (
            "Settled as far as asked" if found.one_state else f"Not settled: {_comes_out(found)}"
        )
        against = "; the reading shown is refuted" if found.default_refuted else ""
        return f"{verdict} {asked}{against}"
    least = "" if found.complete else "at least "
    return f"Open: {least}{count} outcomes {asked}" if count > 1 else f"Not known {asked}"


def verdict_text(found: Readings) -> str:
    """Settled as far as asked, open, or not known; what refutes the reading that is shown first."""
    return " ".join([*_refuted_default(found), _verdict(found)])


def _verdict(found: Readings) -> str:
    count = len(found.groups)
    if found.settled:
        return _settled(found)
    if count == 0:
        return "Not known: no reading was worked out."
    if count == 1:
        return (
            f"Not known: stopped after {_histories(found)}{_by(found)}; the readings seen agree, "
            f"but of {_points(found)} not all readings were seen."
        )
    if not found.complete:
        return (
            f"Open: the readings of {_points(found)} lead to at least {count} outcomes; stopped "
            f"after {_histories(found)}{_by(found)}."
        )
    points = listed([matter.point for matter in found.matters])
    decide = "decides" if len(found.matters) == 1 else "decide"
    held = " (not held against worked examples)" if found.examples is None else ""
    return f"Open: of {_points(found)} {points} {decide} between {count} outcomes{held}."


def _settled(found: Readings) -> str:
    what = _comes_out(found)
    if not found.scenario.rulebook.points:
        return (
            f"One reading: {what}. This rulebook asks no open point of its document "
            f"(what no rulebook asks: {UNASKED})."
        )
    notes = [f"what no rulebook asks: {UNASKED}"]
    if found.examples is None:
        notes.insert(0, "not held against worked examples")
    for group in found.silent:
        under = ", ".join(f"{point} = {reading}" for point, reading in group.example.items())
        notes.append(f"no answer with {under}")
    if not found.asked:
        return f"One reading: every point asked was chosen, and {what} ({'; '.join(notes)})."
    kept = [f"under every reading of {_points(found)}"]
    if _some_refuted(found):
        kept.append("that its own examples leave")
    if found.silent:
        kept.append("and that gives an answer" if len(kept) > 1 else "that gives an answer")
    verdict = "Settled as far as asked" if found.one_state else "Not settled"
    return f"{verdict}: {' '.join(kept)}, {what} ({'; '.join(notes)})."


def _comes_out(found: Readings) -> str:
    """What comes out, where all agree."""
    outcome = found.groups[0].outcome
    if outcome.refused:
        return refusal_text(outcome, found.scenario)
    if not outcome.answers:
        return PARADOX
    count = len(outcome.answers)
    return "this comes out" if count == 1 else f"there are {count} answers"


def _points(found: Readings) -> str:
    """ "the 19 points asked of this document"; those chosen beforehand are not among them."""
    other = "other " if found.chosen else ""
    if found.asked == 1:
        return f"the one {other}point asked of this document"
    return f"the {found.asked} {other}points asked of this document"


def _histories(found: Readings) -> str:
    return counted(found.runs, "history")


def _by(found: Readings) -> str:
    return {"time": ", out of time", "interrupt": ", interrupted"}.get(found.stopped, "")


def _some_refuted(found: Readings) -> bool:
    """Whether any reading that goes with those chosen is refuted, and others are left."""
    if found.examples is None or not found.examples.left(found.chosen):
        return False
    return bool(found.examples.refuted({point: (r,) for point, r in found.chosen.items()}))


def _refuted_default(found: Readings) -> list[str]:
    """A sentence on the reading that a plain answer shows, where the document refutes it."""
    by = found.default_refuted
    if not by:
        return []
    what = "the reading chosen is" if found.chosen else "the default reading is"
    also = " The readings left give another answer." if _astray(found) and found.settled else ""
    return [f"Refuted: {what} against the document's own example {statement_text(by[0])}.{also}"]


def _astray(found: Readings) -> bool:
    """Whether the answer shown is none of those that count."""
    by = found.default_refuted
    if not by or found.examples is None or not found.examples.left(found.chosen):
        return False
    points = found.scenario.rulebook.points
    for one in found.refuted:
        boxes = [dict(box) for box in one.boxes]
        if one.group is None and any(
            all(points[id].default in readings for id, readings in box.items()) for box in boxes
        ):
            return True
    return False


def _shown(found: Readings) -> str:
    if found.default_refuted:
        return "the one shown is the default's"
    return "the default's is shown"


def statement_text(one: ExampleStatement) -> str:
    """A statement of a worked example, with its place: 'TITLE ("K1 before K2"; place)'."""
    order = f", in the order {', '.join(one.order)}" if one.order else ""
    return f"'{one.title}'{order} (\"{one.says}\"; {one.place})"


def examples_text(by: Sequence[ExampleStatement]) -> str:
    """Statements in a line."""
    return "; ".join(statement_text(one) for one in by)


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


written_as(ExampleStatement, "example", "title", "place", "order", "kind", "says")
