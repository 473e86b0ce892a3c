"""The page on all readings of a document: what decides, and an example of every outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.answer.difference.outcome import message_of
from layerlaw.solver.certainty.readings.summary import backing, letters, reading_divergences
from layerlaw.solver.certainty.readings.verdict import Readings
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.play.solve import solve
from layerlaw.solver.shell.report.outcomes import refusal_text, told_apart
from layerlaw.solver.shell.report.page.clauses import Glossary, said
from layerlaw.solver.shell.report.page.course import Course
from layerlaw.solver.shell.report.page.layers import changes_html, reasons_html
from layerlaw.solver.shell.report.page.opening import ruling_html
from layerlaw.solver.shell.report.page.panel import Group, Mark, Panel, Refused
from layerlaw.solver.shell.report.page.tags import Html, bdi, coded, comparison, join, tag
from layerlaw.solver.shell.report.page.writing import written_page
from layerlaw.solver.shell.report.parting import KINDS, whereabouts
from layerlaw.solver.shell.report.reading_words import (
    chosen_text,
    not_looked_at,
    refuted_example,
    refuted_says,
    under_text,
)
from layerlaw.solver.shell.report.readings import (
    LEFT,
    OUTCOMES,
    PARTED,
    REFUTED_LEFT,
    SENTENCES,
    headlines,
)
from layerlaw.solver.shell.report.ruling import BY_DEFAULT, ruling
from layerlaw.solver.shell.report.settled import examples_text, verdict_text
from layerlaw.solver.shell.report.words import counted, first_few, witness_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.answer.difference.divergence import Divergence
    from layerlaw.solver.answer.difference.diverging_turn import DivergentSide
    from layerlaw.solver.certainty.readings.summary import ReadingDivergence
    from layerlaw.solver.certainty.readings.verdict import Matter


@checked()
def readings_page(title: str, found: Readings) -> str:
    """One self-contained HTML document on how settled an answer is.

    title: of the document. found: what `readings` gives.

    Every outcome with an example side by side, the open points that decide with their clauses, and
    the step at which their readings part, marked in the examples too.

    Raises `WrongArgument` for anything but a title and readings.

    >>> from layerlaw import load_scenario, readings, shipped_scenarios, solve
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> from layerlaw.solver.shell.report.page import readings_page
    >>> "<title>Kings" in readings_page("Kings", readings(solve(load_scenario(path))))
    True
    """
    names = letters(len(found.groups))
    matters = sorted(found.matters, key=lambda matter: len(matter.given))
    parted = [(matter, reading_divergences(found, matter)) for matter in matters[:PARTED]]
    parted += [(matter, ()) for matter in matters[PARTED:]]
    panels = _panels(found, names)
    glossary = Glossary(found.scenario.rulebook, "r")
    lead = _lead(found)
    if len(panels) == 1 and isinstance(panels[0], Panel):
        # Its one panel opens the page on the ruling.
        below = join([*_refuted(found), *_idle(found)])
        return written_page(title, [Group("", tuple(panels), lead=lead)], below=below)
    above = [_ruling(found, panels, matters, glossary, lead)]
    if len(found.groups) > 1:
        above.append(_outcomes(found, names))
    above += _refuted(found)
    # The boards first, what each point asks and where its readings part below them.
    points = [_matter(found, matter, names, ways, glossary) for matter, ways in parted]
    if glossary.used:
        summary = tag("summary", "What the clauses say")
        points.append(tag("details", summary, glossary.listed(), class_="clauses"))
    points += _idle(found)
    marks = [
        mark for matter, ways in parted for step in ways for mark in _marks(found, matter, step)
    ]
    shown = [mark for mark in dict.fromkeys(marks) if mark.panel < len(panels)]
    group = Group("", tuple(panels), tuple(shown))
    return written_page(title, [group], join(above), below=join(points))


def _panels(explored: Readings, names: Sequence[str]) -> list[Panel | Refused]:
    """An example of every outcome, with its certificate."""
    panels: list[Panel | Refused] = []
    under = under_text(explored)
    for number, group in enumerate(explored.groups[:OUTCOMES]):
        if len(explored.groups) > 1:
            label = f"Outcome {names[number]}"
            note = under[number] if group.example else f"the default: {under[number]}"
        else:
            label, note = "", ""
        try:
            derivation = solve(explored.scenario, readings=group.example)
        except LayerlawError as error:
            says = refusal_text(group.outcome, explored.scenario)
            panels.append(Refused(label, says or message_of(error), note))
            continue
        panels.append(Panel(label, derivation, certificate_of(derivation).check(), note))
    return panels


def _ruling(
    explored: Readings,
    panels: Sequence[Panel | Refused],
    matters: Sequence[Matter],
    glossary: Glossary,
    lead: Sequence[str],
) -> Html:
    """What the first outcome comes to, in sentences, then which points decide and between what."""
    if not panels:
        return ruling_html([verdict_text(explored)], glossary, "ruling open", lead[1:])
    first, group = panels[0], explored.groups[0]
    head = f"With {chosen_text(group.example)}" if group.example else BY_DEFAULT
    said = ruling(first.derivation) if isinstance(first, Panel) else (f"{first.says}.",)
    kind = "ruling" if explored.one_state and not explored.default_refuted else "ruling open"
    sentences = [f"{head}: {said[0]}", *said[1:], *headlines(explored, matters)]
    return ruling_html(sentences, glossary, kind, lead)


def _lead(explored: Readings) -> tuple[str, ...]:
    """How settled it is, and what was not looked at."""
    said = [verdict_text(explored)]
    if not explored.settled:
        said[0] += f" {counted(explored.runs, 'history')} played."
    said += [f"under the reading {point} = {it}" for point, it in explored.chosen.items()]
    if not explored.complete:
        named = "; or with ".join(not_looked_at(explored)[:LEFT])
        said.append(f"Not all looked at: readings with {named}.")
    for group in explored.silent:
        why = group.outcome.refused.splitlines()[0]
        said.append(f"No answer with {chosen_text(group.example)}: {why}")
    return tuple(said)


def _refuted(explored: Readings) -> list[Html]:
    """What comes out under readings that the document's own examples refute, and which do."""
    uncounted = [refuted for refuted in explored.refuted if refuted.group is None][:OUTCOMES]
    left = explored.complete and explored.refuted_left
    rest = [tag("p", REFUTED_LEFT, class_="note")] if left else []
    if not uncounted:
        return rest
    items = []
    for refuted, says in zip(uncounted, refuted_says(explored, uncounted), strict=True):
        under = chosen_text(refuted_example(explored, refuted)) or "the default reading"
        by = f"refuted by {examples_text(refuted.by)}"
        items.append(
            tag(
                "li",
                f"{first_few(says, SENTENCES)}: with {under} ",
                tag("span", by, class_="quiet"),
            )
        )
    head = tag("h2", "Refuted by the document's own examples, so not counted")
    return [tag("section", head, tag("ul", *items), *rest, class_="refuted")]


def _outcomes(explored: Readings, names: Sequence[str]) -> Html:
    """What comes out, under which readings."""
    sentences = told_apart([group.outcome for group in explored.groups], explored.scenario)
    conditions = under_text(explored)
    rows = [
        (
            f"{names[number]}{'' if group.example else ' (default)'}",
            (first_few(sentences[number], SENTENCES), conditions[number]),
        )
        for number, group in enumerate(explored.groups[:OUTCOMES])
    ]
    table = comparison(("what comes out", "under"), rows, "told")
    left = len(explored.groups) - OUTCOMES
    more = (
        [
            tag(
                "p",
                coded(f"and {left} more: `layerlaw solve FILE --readings --json` lists them"),
                class_="quiet",
            )
        ]
        if left > 0
        else []
    )
    return tag("section", tag("h2", "What comes out"), table, *more, class_="outcomes")


def _matter(
    explored: Readings,
    matter: Matter,
    names: Sequence[str],
    ways: Sequence[ReadingDivergence],
    glossary: Glossary,
) -> Html:
    """One point that decides: the question, its clauses, its readings and where they part."""
    book = explored.scenario.rulebook
    point = book.points[matter.point]
    follows = backing(book, point.id)
    clauses = [entry for id in point.clauses for entry in _clause(book, id)]
    readings = []
    for reading in point.readings:
        if reading.id not in matter.leads:
            continue
        facts = [word for word in (follows[reading.id],) if word]
        if reading.id == point.default:
            facts.insert(0, "the default")
        group = matter.leads[reading.id]
        readings.append(
            tag(
                "li",
                tag("b", bdi(reading.id)),
                f" ({'; '.join(facts)})" if facts else "",
                f": {reading.says} ",
                tag("span", f"Outcome {names[group]}", class_="badge"),
            )
        )
    pieces = [
        tag("h2", bdi(point.id)),
        tag("p", point.question, class_="question"),
        tag("dl", *clauses, class_="glossary"),
    ]
    if matter.given:
        pieces.append(tag("p", f"It matters with {chosen_text(matter.given)}:", class_="note"))
    pieces.append(tag("ul", *readings, class_="choices"))
    last = len(explored.scenario.events)
    pieces += [
        _parting(step.divergence, _labels(matter, step, names), glossary, last) for step in ways
    ]
    return tag("section", *pieces, class_="matter", data_point=point.id)


def _clause(book: Rulebook, id: str) -> tuple[Html, ...]:
    if id in book.clauses or id in book.points:
        return tag("dt", id), tag("dd", said(book, id))
    return ()


def _labels(matter: Matter, step: ReadingDivergence, names: Sequence[str]) -> tuple[str, str]:
    one, other = (names[matter.leads[reading]] for reading in (step.one, step.other))
    return f"{step.one} (outcome {one})", f"{step.other} (outcome {other})"


def _parting(parting: Divergence, labels: tuple[str, str], glossary: Glossary, last: int) -> Html:
    """The step at which two readings part, side by side.

    last: the number of the last event. The columns show the layers after that one; of an earlier
    event the turns that led to the step stand here.
    """
    head = tag("p", tag("b", f"They part {whereabouts(parting)}: "), KINDS[parting.kind])
    sides = [
        tag(
            "div",
            tag("h4", bdi(label)),
            *_side(side, glossary, told=parting.event != last),
            class_="part-side",
        )
        for label, side in zip(labels, (parting.one, parting.other), strict=True)
    ]
    return tag("div", head, tag("div", *sides, class_="part-sides"), class_="parting")


def _side(side: DivergentSide, glossary: Glossary, *, told: bool) -> list[Html]:
    pieces = _turns(side) if told else []
    pieces += [tag("p", text, class_="says") for text in side.says]
    edges = [
        tag("li", bdi(edge.effect), " depends on ", bdi(edge.on), f": {witness_text(edge)}")
        for edge in side.edges
    ]
    if edges:
        pieces.append(tag("ul", *edges, class_="edges"))
    pieces.append(reasons_html(side.reasons, glossary))
    return pieces


def _turns(side: DivergentSide) -> list[Html]:
    """The layer's turns up to the step, with what they change."""
    if side.run is None or side.derivation is None:
        return []
    course = Course(0, 0, "", side.derivation)
    rows = course.strata[side.run.layer].rows
    shown = rows if side.number is None else rows[: side.number + 1]
    items = [
        tag(
            "li",
            bdi(row.effect, "effect"),
            " ",
            tag("code", bdi(row.text), class_="does"),
            " lost" if row.lost else "",
            changes_html(row.changes, course),
            class_="lost" if row.lost else None,
        )
        for row in shown
        if not row.routine or row is shown[-1]
    ]
    return [tag("ol", *items, class_="before")]


def _marks(explored: Readings, matter: Matter, step: ReadingDivergence) -> list[Mark]:
    """The step in the examples of the outcomes to which both readings lead.

    An example shows the end of the history: what parts before has no step there.
    """
    parting = step.divergence
    if parting.event != len(explored.scenario.events):
        return []
    marks = []
    sides = ((parting.one, step.one, step.other), (parting.other, step.other, step.one))
    taken = explored.scenario.rulebook.points
    for side, mine, others in sides:
        group = matter.leads[mine]
        example = {**explored.chosen, **explored.groups[group].example}
        under = {**matter.given, matter.point: mine}
        # The outcome's example may come about in another way.
        if any(example.get(id, taken[id].default) != reading for id, reading in under.items()):
            continue
        if side.run is None or side.derivation is None:
            continue
        layer = side.derivation.rulebook.layers[side.run.layer].id
        effect = "" if side.number is None else side.run.turns[side.number].part.id
        text = f"With {matter.point} = {others} it goes on differently from here"
        marks.append(Mark(group, layer, effect, text))
    return marks


def _idle(explored: Readings) -> list[Html]:
    """The points that do not matter, by name alone."""
    pieces = []
    here = "here" if explored.complete else "so far"
    for points, head in (
        (explored.idle, f"No difference {here}"),
        (explored.untouched, f"Without bearing {here}, however they are read"),
    ):
        if points:
            items = [tag("li", bdi(point)) for point in points]
            summary = tag("summary", f"{head}: {len(points)}")
            pieces.append(tag("details", summary, tag("ul", *items), class_="idle-points"))
    return pieces
