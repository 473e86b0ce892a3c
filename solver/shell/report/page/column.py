"""One panel as HTML: its head, its layers, the stage that the script fills, and how it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.write import event_text
from layerlaw.solver.answer.ruling import changed_values
from layerlaw.solver.derivation.remarks import remarks
from layerlaw.solver.shell.report.names import happened
from layerlaw.solver.shell.report.page.clauses import Glossary
from layerlaw.solver.shell.report.page.ending import (
    answers_html,
    fates_html,
    final_table,
    lifted_html,
    paradox_html,
    rules_say,
)
from layerlaw.solver.shell.report.page.layers import strata_html
from layerlaw.solver.shell.report.page.opening import BRIEF, opening_html
from layerlaw.solver.shell.report.page.tags import Html, bdi, names, tag
from layerlaw.solver.shell.report.parting import written
from layerlaw.solver.shell.report.words import CERTIFIED, counted, happened_in_order, together_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.events import Event
    from layerlaw.solver.certificate import Verdict
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.shell.report.page.course import Course
    from layerlaw.solver.shell.report.page.packing import Packed
    from layerlaw.solver.shell.report.page.panel import Panel, Refused

LINES = 12
"""So many things that happened on the way are not folded away, in an overview `BRIEF`."""


def panel_html(
    number: int,
    panel: Panel,
    courses: Sequence[Course],
    marks: Mapping[tuple[str, str], Sequence[str]],
    store: Packed,
    *,
    alone: bool,
    one_book: bool = False,
    lead: Sequence[str] = (),
) -> Html:
    """A whole panel. alone: whether it is the only one, so that the page's title is its own.

    one_book: whether the page says by which document all panels go. store: what is packed away.
    lead: sentences that belong to its ruling besides its own.
    """
    derivation = panel.derivation
    glossary = Glossary(derivation.rulebook, number)
    pieces = [_head(panel, alone=alone, named=alone or one_book)]
    one = courses[0].number if courses and derivation.verdict == "settled" else None
    brief = any(course.long for course in courses)
    opening = [opening_html(derivation, glossary, one, (*panel.lead, *lead), brief=brief)]
    if derivation.chronicle:
        opening.append(_chronicle(derivation, glossary, BRIEF if brief else LINES))
    if remarks(derivation):
        opening.append(_remarks(derivation))
    if derivation.verdict == "several":
        opening.append(answers_html(derivation))
    told = tag("div", *opening, class_="opening")
    if one is None:
        pieces.append(told)
        if derivation.verdict == "paradox":
            pieces.append(paradox_html(derivation))
    bodies = [
        _course(course, glossary, marks, store, told if one is not None else Html(""))
        for course in courses
    ]
    pieces.append(tag("div", *bodies, class_="courses", data_count=len(courses)))
    if derivation.verdict != "settled":
        pieces.append(fates_html(derivation, glossary))
    pieces += [lifted_html(derivation), *_more(panel, courses, glossary)]
    return tag(
        "section",
        *pieces,
        class_="panel",
        id=f"p{number}",
        data_panel=number,
        aria_label=panel.label or derivation.rulebook.title,
    )


def _more(panel: Panel, courses: Sequence[Course], glossary: Glossary) -> Iterator[Html]:
    """What nobody needs for the ruling: the certificate, the history, what the clauses say."""
    if panel.verdict is not None:
        yield _certificate(panel.verdict, glossary)
    if panel.derivation.scenario is not None:
        yield _history(panel.derivation)
    for course in courses:
        _name_all(course, glossary)
    summary = tag("summary", "What the clauses say")
    yield tag("details", summary, glossary.listed(), class_="clauses")


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


def _head(panel: Panel, *, alone: bool, named: bool) -> Html:
    """What the panel is called; named: whether its document is named elsewhere."""
    rulebook = panel.derivation.rulebook
    if alone and not panel.label:
        pieces = [tag("h2", "The answer", class_="aside")]
    else:
        pieces = [tag("h2", bdi(panel.label))]
    if not named:
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
    told = [[row for row in stratum.rows if not row.routine] for stratum in course.strata]
    shown = [rows for rows in told if rows]
    late = len(course.derivation.late)
    if not shown and not late:
        return tag("p", "No card's effect applies.", class_="quiet")
    pieces = [f"{counted(sum(map(len, shown)), 'turn')} in {counted(len(shown), 'layer')}"]
    counts = (
        (sum(stratum.dependent for stratum in course.strata), "dependency"),
        (sum(len(stratum.loops) for stratum in course.strata), "loop"),
    )
    pieces += [counted(count, word) for count, word in counts if count]
    lost = sum(row.lost for rows in shown for row in rows)
    pieces += [f"{lost} lost"] if lost else []
    pieces += [f"{late} too late"] if late else []
    return tag("p", ", ".join(pieces), ".", class_="quiet")


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


def _chronicle(derivation: Answer, glossary: Glossary, most: int) -> Html:
    items = []
    for one in happened_in_order(derivation.chronicle):
        clause = glossary.named([one.clause] if one.clause else [])
        who, what = happened(derivation, one)
        items.append(tag("li", f"after event {one.event}: ", bdi(who), f" {what} ", clause))
    if len(items) > most:
        summary = tag("summary", f"On the way: {len(items)} things happened")
        return tag("details", summary, tag("ul", *items), class_="chronicle folded")
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
    course: Course,
    glossary: Glossary,
    marks: Mapping[tuple[str, str], Sequence[str]],
    store: Packed,
    opening: Html,
) -> Html:
    number = course.number
    stands = course.derivation.verdict == "paradox"
    # Of a paradox there is but the one board, which says itself what it shows.
    named = course.label and not stands
    title = [tag("h3", course.label, class_="answer")] if named else []
    stage = tag("div", class_="stage", data_stage=number, hidden=True)
    kind = "course many" if course.many else "course"
    label = course.label or "The answer step by step"
    if stands:
        body = [stage]
    else:
        came = tag(
            "section",
            tag("h2", "How it came about"),
            _process(course, glossary),
            _summary(course),
            strata_html(course, glossary, marks, store),
            class_="layers",
        )
        table = final_table(course)
        head = tag("h2", "Every value at the end")
        if course.long:
            kept = store.put(table) if course.many else table
            table = tag("details", tag("summary", _objects(course)), kept, class_="folded")
        final = tag(
            "section",
            head,
            table,
            rules_say(course),
            fates_html(course.derivation, glossary),
            class_="final",
        )
        body = [tag("div", opening, stage, came, class_="side"), final]
    return tag(
        "section",
        *title,
        *body,
        class_=kind,
        id=f"c{number}",
        data_course=number,
        aria_label=label,
    )


def _objects(course: Course) -> str:
    """How many objects the table of values has, and of how many something changed."""
    derivation = course.derivation
    objects = len({object for object, _ in derivation.final})
    changed = len({change.object for change in changed_values(derivation)})
    news = f"of {changed} something changed" if changed else "nothing changed"
    return f"{counted(objects, 'object')}: {news}"


def _process(course: Course, glossary: Glossary) -> Html:
    """Of effects that apply at the same time that they do, and how many answers that leaves."""
    if course.ordered:
        return Html("")
    derivation = course.derivation
    process = glossary.named([derivation.rulebook.clause_of("process")])
    return tag("p", f"{together_text(derivation)} ", process, class_="quiet")


def _name_all(course: Course, glossary: Glossary) -> None:
    """All clauses that a chain of reasons may name besides those of the rows."""
    glossary.add(stratum.clause for stratum in course.strata if stratum.rows)
    glossary.add(course.named)
