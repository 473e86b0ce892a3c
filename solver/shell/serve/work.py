"""The work behind the page: turns typed text into a picture, reasons, or another order."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.errors import BadInput, LayerlawError, Problem, plain
from layerlaw.model.files.yaml_text import Mapping as YamlMapping
from layerlaw.model.files.yaml_text import Scalar, parse
from layerlaw.model.rulebooks.load import loads_rulebook
from layerlaw.model.scenarios.load import is_file, loads_scenario
from layerlaw.model.shipped import shipped_rulebook
from layerlaw.solver.answer.expectations import Judged, judge_all
from layerlaw.solver.answer.explain import why
from layerlaw.solver.certainty.readings.explore import readings
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.shell.report.page import Panel, html_page, readings_page
from layerlaw.solver.shell.report.settled import QUICK, SMALL, verdict_line
from layerlaw.solver.shell.report.words import clause_line, value_text
from layerlaw.solver.shell.serve.choice import with_choice
from layerlaw.solver.shell.serve.lines import SCENARIO, entries, in_order

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.answer.expectations import ExpectationResult
    from layerlaw.solver.answer.explain import Reason
    from layerlaw.solver.certificate import Verdict
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.shell.report.json_form import Json
    from layerlaw.solver.shell.serve.asked import Request

BOOK = "own rulebook"
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
        return reply | {"problems": [_problem(problem) for problem in error.problems]}
    except LayerlawError as error:
        return reply | {"problems": [_problem(Problem("", 0, 0, str(error)))]}
    except RecursionError:
        text = "the text is nested too deeply to be read"
        return reply | {"problems": [_problem(Problem("", 0, 0, text))]}


def _problem(one: Problem) -> Json:
    return {
        "where": "scenario" if one.file == SCENARIO else "book" if one.file == BOOK else "",
        "line": one.line,
        "column": one.column,
        "message": plain(one.message),
        "expected": plain(one.expected),
        "suggestion": plain(one.suggestion),
    }


# --- what is typed ------------------------------------------------------------------------


def _books(asked: Request) -> dict[str, Rulebook]:
    """The user's own rulebook, by its id and by the path that the scenario gives."""
    if not asked.book.strip():
        return {}
    book = loads_rulebook(asked.book, BOOK)
    if book.cards and not re.fullmatch(r"[\w-]+", book.cards):
        # It names a file of shipped cards, and nothing else may be reached by it.
        raise LayerlawError(f"there are no cards '{plain(book.cards)}' for a rulebook")
    books = {book.id: book}
    root = parse(asked.text, SCENARIO).root
    for key, node in root.entries if isinstance(root, YamlMapping) else ():
        if key.text == "rulebook" and isinstance(node, Scalar) and is_file(node.text):
            books[node.text] = book
    return books


def _loaded(asked: Request, *, own: bool = False) -> Scenario:
    """The scenario under the choices of the page or, with `own`, under the text's own."""
    books = _books(asked)
    other: Rulebook | None = None
    if asked.rulebook and not own:
        other = books.get(asked.rulebook) or _shipped(asked.rulebook)
    scenario = loads_scenario(asked.text, SCENARIO, rulebook=other, books=books)
    chosen = {} if own else _chosen(scenario, asked)
    scenario.rulebook.settled(chosen)
    return replace(scenario, readings={**scenario.readings, **chosen})


def _chosen(scenario: Scenario, asked: Request) -> dict[str, str]:
    """The readings chosen in the page, for points that the rulebook has."""
    return {p: r for p, r in asked.readings.items() if p in scenario.rulebook.points}


def _shipped(name: str) -> Rulebook:
    if is_file(name):
        raise LayerlawError("a rulebook is chosen by its id here: no file is read from disk")
    return shipped_rulebook(name)


# --- the picture --------------------------------------------------------------------------


def _picture(asked: Request, reply: Reply) -> Reply:
    _note_events(asked, reply)
    scenario = _loaded(asked)
    judged = judge_all(scenario)
    chosen = [f"{point} = {reading}" for point, reading in _chosen(scenario, asked).items()]
    label = ", ".join([scenario.rulebook.id, *chosen])
    panels = [_panel(label, judged.derivation)]
    lead: list[str] = []
    if asked.beside and (asked.rulebook or asked.readings):
        own = _loaded(asked, own=True)
        panels.insert(0, _panel(f"{own.rulebook.id}, as written", judge_all(own).derivation))
    elif asked.rulebook:
        lead.append(f"Shown under {scenario.rulebook.id}, which is not the file's own rulebook.")
    page = html_page(scenario.title, panels, lead=lead)
    if len(page) > LONGEST_PAGE:
        raise LayerlawError("the picture would be too large to show: use `layerlaw solve`")
    book = scenario.rulebook
    shown: Reply = {
        "page": page,
        "title": scenario.title,
        "rulebook": {"id": book.id, "title": book.title, "version": book.version},
        "points": _points(scenario, asked),
        "expected": _expected(judged),
        "cells": _cells(judged.derivation),
        "certified": None if panels[-1].verdict is None else panels[-1].verdict.outcome,
    }
    return shown


def _note_events(asked: Request, reply: Reply) -> None:
    """Adds the events as cards, even where something else is wrong with the text."""
    reply["events"] = [
        {"label": plain(item.label), "line": item.line, "last": item.last, "event": item.event}
        for item in entries(asked.text)
    ]


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
    return _loaded(asked, own=True).readings


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
    scenario = _loaded(asked)
    runs = judge_all(scenario).derivation.runs
    if sum(len(run.turns) for run in runs) > SMALL:
        return {"line": ""}
    line = verdict_line(readings(scenario, limit=QUICK, refuted=False)).plain
    return {"line": line.partition(" (")[0]}


def _readings(asked: Request, reply: Reply) -> Reply:
    scenario = _loaded(asked)
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
    derivation = judge_all(_loaded(asked)).derivation
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
    new = in_order(asked.text, asked.order)
    try:
        _loaded(asked)
    except LayerlawError:
        # Something is wrong already, so it can't be said what the order makes wrong.
        return {"text": new}
    judge_all(_loaded(replace(asked, text=new)))
    return {"text": new}


def _write(asked: Request, reply: Reply) -> Reply:
    """The text with the rulebook and the readings that are chosen in the page."""
    chosen = dict(asked.readings)
    if not asked.rulebook:
        chosen = {**_written_readings(asked), **chosen}
    book = _loaded(asked).rulebook
    kept = {p: r for p, r in chosen.items() if p in book.points and r != book.points[p].default}
    return {"text": with_choice(asked.text, asked.rulebook, kept)}


_WORK: Mapping[str, Callable[[Request, Reply], Reply]] = {
    "picture": _picture,
    "settled": _settled,
    "readings": _readings,
    "why": _why,
    "order": _order,
    "write": _write,
}
