"""One panel as HTML: its head, its layers, the stage that the script fills, and how it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.write import event_text
from layerlaw.solver.derivation.remarks import remarks
from layerlaw.solver.shell.report.page.clauses import Glossary
from layerlaw.solver.shell.report.page.ending import fates_html, final_table, together_html
from layerlaw.solver.shell.report.page.layers import strata_html
from layerlaw.solver.shell.report.page.tags import Html, bdi, join, names, tag
from layerlaw.solver.shell.report.parting import written
from layerlaw.solver.shell.report.words import CERTIFIED, counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.events import Event
    from layerlaw.solver.certificate import Verdict
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.shell.report.page.course import Course
    from layerlaw.solver.shell.report.page.panel import Panel, Refused


def panel_html(
    number: int,
    panel: Panel,
    courses: Sequence[Course],
    marks: Mapping[tuple[str, str], Sequence[str]],
    *,
    alone: bool,
) -> Html:
    """A whole panel. alone: whether it is the only one, so that the page's title is its own."""
    derivation = panel.derivation
    glossary = Glossary(derivation.rulebook, number)
    pieces = [_head(panel, alone=alone)]
    if derivation.answers is not None:
        pieces.append(together_html(derivation, glossary))
    elif courses:
        pieces.append(_summary(courses[0]))
    if panel.verdict is not None:
        pieces.append(_certificate(panel.verdict, glossary))
    if derivation.chronicle:
        pieces.append(_chronicle(derivation, glossary))
    if remarks(derivation):
        pieces.append(_remarks(derivation))
    if derivation.scenario is not None:
        pieces.append(_history(derivation))
    bodies = [_course(course, glossary, marks) for course in courses]
    pieces.append(tag("div", *bodies, class_="courses", data_count=len(courses)))
    if derivation.verdict != "settled":
        pieces.append(fates_html(derivation, glossary))
    for course in courses:
        _name_all(course, glossary)
    summary = tag("summary", "What the clauses say")
    pieces.append(tag("details", summary, glossary.listed(), class_="clauses"))
    return tag(
        "section",
        *pieces,
        class_="panel",
        id=f"p{number}",
        data_panel=number,
        aria_label=panel.label or derivation.rulebook.title,
    )


def refused_html(number: int, refused: Refused) -> Html:
    """A column in which nothing was worked out, and why."""
    pieces = [tag("h2", bdi(refused.label)), tag("p", refused.says, class_="verdict bad")]
    if refused.note:
        pieces.insert(1, tag("p", refused.note, class_="note"))
    return tag(
        "section",
        *pieces,
        class_="panel",
        id=f"p{number}",
        data_panel=number,
        aria_label=refused.label,
    )


def _head(panel: Panel, *, alone: bool) -> Html:
    rulebook = panel.derivation.rulebook
    if alone and not panel.label:
        pieces = [tag("h2", "The answer", class_="aside")]
    else:
        pieces = [tag("h2", bdi(panel.label))]
    document = [bdi(rulebook.title), f", {rulebook.version} (", bdi(rulebook.id), ")"]
    pieces.append(tag("p", *document, class_="rulebook"))
    if rulebook.chosen:
        items = [
            tag("li", "under the reading ", bdi(point), " = ", bdi(reading))
            for point, reading in rulebook.chosen.items()
        ]
        pieces.append(tag("ul", *items, class_="chosen"))
    if panel.note:
        pieces.append(tag("p", panel.note, class_="note"))
    return tag("header", *pieces, class_="panel-head")


def _summary(course: Course) -> Html:
    """How many turns and layers there are, and what is out of the ordinary."""
    layers = [stratum for stratum in course.strata if stratum.rows]
    if not any(not row.routine for stratum in layers for row in stratum.rows):
        return tag("p", "No effect applies.", class_="verdict")
    shown = [one for one in layers if any(not row.routine for row in one.rows)]
    told = [row for stratum in layers for row in stratum.rows if not row.routine]
    pieces = [f"{counted(len(told), 'turn')} in {counted(len(shown), 'layer')}"]
    counts = (
        (sum(stratum.dependent for stratum in layers), "dependency"),
        (sum(len(stratum.loops) for stratum in layers), "loop"),
    )
    pieces += [counted(count, word) for count, word in counts if count]
    lost = sum(row.lost for row in told)
    pieces += [f"{lost} lost"] if lost else []
    late = len(course.derivation.late)
    pieces += [f"{late} too late"] if late else []
    return tag("p", ", ".join(pieces), ".", class_="verdict")


def _certificate(verdict: Verdict, glossary: Glossary) -> Html:
    state = CERTIFIED[verdict.outcome][0]
    summary = tag("summary", "Certificate: ", tag("b", state))
    rows = []
    for one in verdict.checked:
        clause = glossary.named([one.clause])
        cases = f"{one.outcome} ({counted(one.instances, 'case')})"
        rows.append(tag("li", clause, " ", one.says, " ", tag("span", cases, class_="outcome")))
    failures = [
        tag("li", glossary.named([f.clause]), f" layer {f.layer}: " if f.layer else " ", f.message)
        for f in verdict.failures
    ]
    pieces = [summary, tag("p", verdict.begins, class_="quiet")]
    if failures:
        pieces.append(tag("ul", *failures, class_="failures"))
    pieces += [tag("p", note, class_="quiet") for note in verdict.notes]
    pieces.append(tag("ul", *rows, class_="checked"))
    kind = {"confirmed": "ok", "refused": "bad", "unknown": "open"}[verdict.outcome]
    return tag("details", *pieces, class_=f"certificate {kind}")


def _chronicle(derivation: Answer, glossary: Glossary) -> Html:
    items = []
    for one in derivation.chronicle:
        clause = glossary.named([one.clause] if one.clause else [])
        items.append(
            tag("li", f"after event {one.event}: ", bdi(one.object), f" {one.what} ", clause)
        )
    return tag("div", tag("h3", "On the way"), tag("ul", *items), class_="chronicle")


def _remarks(derivation: Answer) -> Html:
    items = [
        tag("li", bdi(one.object), f" {one.what}" + (f" (event {one.event})" if one.event else ""))
        for one in remarks(derivation)
    ]
    head = tag("h3", "Said, and nothing comes of it")
    return tag("div", head, tag("ul", *items), class_="chronicle remarks")


def _history(derivation: Answer) -> Html:
    scenario = derivation.scenario
    assert scenario is not None
    events = [
        tag("li", tag("code", bdi(_told(event, scenario.rulebook)))) for event in scenario.events
    ]
    count = counted(len(events), "event")
    players = tag("p", "Players: ", names(scenario.players))
    active = [] if scenario.active is None else [tag("p", "Active: ", bdi(scenario.active))]
    summary = tag("summary", f"Players and {count}")
    return tag("details", summary, players, *active, tag("ol", *events), class_="history")


def _told(event: Event, rulebook: Rulebook) -> str:
    """The event in the notation, or where it stands if it has a name that the notation lacks."""
    try:
        return event_text(event, rulebook)
    except LayerlawError:
        return written(event)


def _course(
    course: Course, glossary: Glossary, marks: Mapping[tuple[str, str], Sequence[str]]
) -> Html:
    number = course.number
    title = [tag("h3", course.label, class_="answer")] if course.label else []
    stage = tag("div", class_="stage", data_stage=number, hidden=True)
    if course.derivation.verdict == "paradox":
        return tag(
            "section",
            *title,
            stage,
            class_="course",
            id=f"c{number}",
            data_course=number,
            aria_label=course.label,
        )
    head = "Layers" if course.ordered else "Effects, by the steps in which they are combined"
    layers = tag("section", tag("h3", head), strata_html(course, glossary, marks), class_="layers")
    final = tag(
        "section",
        tag("h3", "Final state"),
        final_table(course),
        fates_html(course.derivation, glossary),
        class_="final",
    )
    both = tag("div", layers, stage, class_="side")
    label = course.label or "The answer step by step"
    return tag(
        "section",
        *title,
        both,
        final,
        class_="course many" if course.many else "course",
        id=f"c{number}",
        data_course=number,
        aria_label=label,
    )


def _name_all(course: Course, glossary: Glossary) -> None:
    """All clauses that a chain of reasons may name besides those of the rows."""
    glossary.add(stratum.clause for stratum in course.strata if stratum.rows)
    glossary.add(course.named)


def lead_html(lead: Sequence[str]) -> Html:
    """Sentences above everything."""
    return join([tag("p", sentence, class_="lead") for sentence in lead])
