"""The work behind the page: turns typed text into a picture, reasons, or another order."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.errors import BadInput, LayerlawError, Problem, plain
from layerlaw.model.files.yaml_text import LINE_BREAK
from layerlaw.model.finding.cards import find_cards
from layerlaw.solver.answer.expectations import Judged, judge_all
from layerlaw.solver.answer.explain import why
from layerlaw.solver.certainty.readings.explore import readings
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.shell.report.page import Panel, html_page, readings_page
from layerlaw.solver.shell.report.settled import QUICK, SMALL, verdict_short
from layerlaw.solver.shell.report.words import clause_line, value_text
from layerlaw.solver.shell.serve.adding import with_card
from layerlaw.solver.shell.serve.choice import with_choice
from layerlaw.solver.shell.serve.fixes import fix, spot
from layerlaw.solver.shell.serve.lines import SCENARIO, entries, in_order
from layerlaw.solver.shell.serve.offered import offered
from layerlaw.solver.shell.serve.reading import (
    BOOK,
    chosen_readings,
    loaded,
    named_book,
    own_cards,
)
from layerlaw.solver.shell.serve.ties import ties

if TYPE_CHECKING:
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.answer.expectations import ExpectationResult
    from layerlaw.solver.answer.explain import Reason
    from layerlaw.solver.certificate import Verdict
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.shell.report.json_form import Json
    from layerlaw.solver.shell.serve.asked import Request
    from layerlaw.solver.shell.serve.lines import PlayItem

MOST_TURNS = 250
"""With more turns than this the certificate is left to the command line."""
LONGEST_PAGE = 12_000_000
READINGS_SECONDS = 12.0
"""After so long the readings found by then are shown."""

Reply = dict[str, "Json"]


def answer(asked: Request) -> Reply:
    """The answer to a request, as JSON; never raises for what was typed.

    `problems` holds everything that is wrong, each with its place where it has one; the rest is
    there only if there are none, but for `events`, which are there whenever the text is YAML.
    """
    reply: Reply = {"problems": [], "events": []}
    try:
        return reply | _WORK[asked.what](asked, reply)
    except BadInput as error:
        return reply | {"problems": [_problem(problem, asked) for problem in error.problems]}
    except LayerlawError as error:
        return reply | {"problems": [_problem(Problem("", 0, 0, str(error)), asked)]}
    except RecursionError:
        text = "the text is nested too deeply to be read"
        return reply | {"problems": [_problem(Problem("", 0, 0, text), asked)]}


def _problem(one: Problem, asked: Request) -> Json:
    """A problem with its place, the end of what is wrong there, and how to mend it."""
    where = {SCENARIO: "scenario", BOOK: "book"}.get(one.file, "")
    lines = LINE_BREAK.split(asked.book if where == "book" else asked.text) if where else ()
    mend = fix(one, lines)
    return {
        "where": where,
        "line": one.line,
        "column": one.column,
        "from": spot(one, lines)[0],
        "until": spot(one, lines)[1],
        "message": plain(one.message),
        "expected": plain(one.expected),
        "suggestion": plain(one.suggestion),
        "fix": None
        if mend is None
        else {"from": mend.column, "until": mend.until, "instead": list(mend.instead)},
    }


# --- the picture --------------------------------------------------------------------------


def _picture(asked: Request, reply: Reply) -> Reply:
    _note_events(asked, reply)
    scenario = loaded(asked)
    judged = judge_all(scenario)
    chosen = [f"{point} = {reading}" for point, reading in chosen_readings(scenario, asked).items()]
    departs = asked.rulebook or chosen
    label = ", ".join([scenario.rulebook.id, *chosen]) if departs else ""
    panels = [_panel(label, judged.derivation)]
    lead: list[str] = []
    if asked.beside and (asked.rulebook or asked.readings):
        own = loaded(asked, own=True)
        panels.append(_panel(f"{own.rulebook.id}, as written", judge_all(own).derivation))
    elif asked.rulebook:
        lead.append(f"Shown under {scenario.rulebook.id}, which is not the file's own rulebook.")
    page = html_page(scenario.title, panels, lead=lead)
    if len(page) > LONGEST_PAGE:
        raise LayerlawError("the picture would be too large to show: use `layerlaw solve`")
    book = scenario.rulebook
    shown: Reply = {
        "page": page,
        "title": scenario.title,
        "ties": ties(scenario, judged.derivation),
        "rulebook": {"id": book.id, "title": book.title, "version": book.version},
        "points": _points(scenario, asked),
        "expected": _expected(judged),
        "cells": _cells(judged.derivation),
        "certified": None if panels[0].verdict is None else panels[0].verdict.outcome,
    }
    return shown


def _note_events(asked: Request, reply: Reply) -> None:
    """Adds the events as cards, even where something else is wrong with the text."""
    reply["events"] = [_event(item) for item in entries(asked.text)]


def _event(item: PlayItem) -> Json:
    return {
        "label": plain(item.label),
        "line": item.line,
        "last": item.last,
        "event": item.event,
        "inner": [_event(each) for each in item.inner],
    }


def _panel(label: str, derivation: Answer) -> Panel:
    turns = sum(len(run.turns) for run in derivation.runs)
    verdict: Verdict | None = None
    note = ""
    if turns <= MOST_TURNS:
        verdict = certificate_of(derivation).check()
    else:
        note = "The certificate was not checked here: `layerlaw solve` does it."
    return Panel(label, derivation, verdict, note)


def _points(scenario: Scenario, asked: Request) -> Json:
    """The open points of the rulebook, with what the text and the page choose."""
    book = scenario.rulebook
    own = {} if asked.rulebook else _written_readings(asked)
    return [
        {
            "id": point.id,
            "question": point.question,
            "clauses": [clause_line(book, id) for id in point.clauses if id in book.clauses],
            "readings": [{"id": reading.id, "says": reading.says} for reading in point.readings],
            "default": point.default,
            "written": own.get(point.id, ""),
            "chosen": scenario.readings.get(point.id, point.default),
        }
        for point in book.points.values()
    ]


def _written_readings(asked: Request) -> Mapping[str, str]:
    return loaded(asked, own=True).readings


def _expected(judged: Judged) -> Json:
    return [
        {
            "text": plain(result.expected.text),
            "line": result.expected.where.line,
            "column": result.expected.where.column,
            "right": result.right,
            "known": result.right and not result.fulfilled,
            "note": plain(_note(result)),
        }
        for result in judged.outcomes
    ]


def _note(one: ExpectationResult) -> str:
    """What was found instead, and how that is known, if there is something to say."""
    known = one.expected.xfail
    if one.fulfilled:
        return f"holds although marked xfail: {known}" if known else ""
    return f"found: {one.found}" + (f" ({known})" if known else "")


def _cells(derivation: Answer) -> Json:
    """For each object the characteristics that can be asked for."""
    cells: Reply = {}
    for thing in derivation.situation.things:
        known = [c for c in derivation.shown.characteristics if (thing.id, c) in derivation.agreed]
        if known:
            cells[thing.id] = [*known]
    return cells


# --- the rest -----------------------------------------------------------------------------


def _settled(asked: Request, reply: Reply) -> Reply:
    """A quick look at whether the readings of the document agree, for small boards."""
    scenario = loaded(asked)
    runs = judge_all(scenario).derivation.runs
    if sum(len(run.turns) for run in runs) > SMALL:
        return {"line": ""}
    return {"line": verdict_short(readings(scenario, limit=QUICK, refuted=False))}


def _readings(asked: Request, reply: Reply) -> Reply:
    scenario = loaded(asked)
    until = time.monotonic() + READINGS_SECONDS

    def look_at_the_clock(known: int, total: int) -> None:
        if time.monotonic() > until:
            # As a user would stop it: what was found by then is what comes back.
            raise KeyboardInterrupt

    explored = readings(scenario, progress=look_at_the_clock)
    page = readings_page(scenario.title, explored)
    if len(page) > LONGEST_PAGE:
        raise LayerlawError("the page would be too large to show: use `layerlaw solve --readings`")
    return {"page": page, "settled": explored.settled, "complete": explored.complete}


def _why(asked: Request, reply: Reply) -> Reply:
    derivation = judge_all(loaded(asked)).derivation
    links = why(derivation, asked.object, asked.characteristic)
    kind = derivation.shown.kinds.get(asked.characteristic, "")
    book = derivation.rulebook
    used = dict.fromkeys(id for link in links for reason in link.reasons for id in reason.clauses)

    def said(reasons: tuple[Reason, ...]) -> Json:
        return [{"text": reason.text, "clauses": list(reason.clauses)} for reason in reasons]

    return {
        "links": [
            {
                "value": value_text(link.value, kind),
                "effect": link.effect,
                "changed": link.changed,
                "reasons": said(link.reasons),
            }
            for link in links
        ],
        "clauses": [clause_line(book, id) for id in used],
    }


def _order(asked: Request, reply: Reply) -> Reply:
    """The text with its events in that order, or the problem if that can't happen."""
    new = in_order(asked.text, asked.order, asked.within)
    try:
        loaded(asked)
    except LayerlawError:
        # Something is wrong already, so it can't be said what the order makes wrong.
        return {"text": new}
    judge_all(loaded(replace(asked, text=new)))
    return {"text": new}


def _write(asked: Request, reply: Reply) -> Reply:
    """The text with the rulebook and the readings that are chosen in the page."""
    chosen = dict(asked.readings)
    if not asked.rulebook:
        chosen = {**_written_readings(asked), **chosen}
    book = loaded(asked).rulebook
    kept = {p: r for p, r in chosen.items() if p in book.points and r != book.points[p].default}
    return {"text": with_choice(asked.text, asked.rulebook, kept)}


def _words(asked: Request, reply: Reply) -> Reply:
    """What the editor offers, whatever is wrong with the rest of the text."""
    return {"words": offered(named_book(asked), own_cards(asked))}


def _find(asked: Request, reply: Reply) -> Reply:
    """The shipped cards that the words find under the rulebook, by name."""
    return {"names": [one.card.name for one in find_cards(asked.card, rulebook=named_book(asked))]}


def _add(asked: Request, reply: Reply) -> Reply:
    """The text with a card more that arrives, and the line where it does."""
    text, line = with_card(asked)
    return {"text": text, "line": line}


_WORK: Mapping[str, Callable[[Request, Reply], Reply]] = {
    "picture": _picture,
    "settled": _settled,
    "readings": _readings,
    "why": _why,
    "order": _order,
    "write": _write,
    "words": _words,
    "find": _find,
    "add": _add,
}
