"""What notebooks show of answers and findings: one line, a picture, a page in a frame."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from html import unescape

import pytest

from layerlaw.model.scenarios.load import load_scenario, named_rulebook
from layerlaw.model.shipped import shipped_scenarios
from layerlaw.solver import (
    Answer,
    Question,
    judge_all,
    may,
    order_matters,
    orders,
    readings,
    solve,
    what_if,
)
from layerlaw.solver.answer.explain import explained
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.documents.audit.abstract import abstract_findings
from layerlaw.solver.documents.audit.findings import Finding
from layerlaw.solver.documents.compare import compare
from layerlaw.solver.documents.properties import check_property
from layerlaw.solver.facts.rich import Rich
from layerlaw.solver.games.census import Census, EditionChanges, Share
from layerlaw.solver.games.sweeps import sweep
from layerlaw.solver.shell.report.audit import Audit, AuditedFinding

SHIPPED = {path.name.split(".")[0]: path for path in shipped_scenarios()}
KINGS = load_scenario(SHIPPED["two-kings"])
ANSWER = solve(KINGS)
BOOK = ANSWER.rulebook


def census() -> Census:
    """A census without anything in it."""
    share = Share(3, 2, 1)
    return Census(BOOK, ("A", "B"), (), (), (), (), share, None, 1, 0, True, ())


def editions() -> EditionChanges:
    """Two documents that are one."""
    share = Share(3, 1, 2)
    return EditionChanges(BOOK, BOOK, ("A", "B"), (), (), share, 1, True, ())


def open_point() -> Finding:
    """A finding that plays on a board."""
    point = next(iter(BOOK.points.values()))
    ids = tuple(reading.id for reading in point.readings)
    return Finding("open", "A point", point=point.id, readings=ids, board=KINGS)


FOUND: dict[str, tuple[Callable[[], Rich], str]] = {
    "derivation": (
        lambda: ANSWER,
        "<Answer 'Two Kings of the Realm' under sorcery-2026-01: 4 turns, 1 loop>",
    ),
    "judged": (lambda: judge_all(KINGS), "Two Kings of the Realm: 12 of 12 expectations hold"),
    "readings": (
        lambda: readings(KINGS),
        "Two Kings of the Realm: Settled as far as asked (",
    ),
    "orders": (lambda: orders(KINGS), "Two Kings of the Realm: The rules leave nothing to choose"),
    "order": (lambda: order_matters(ANSWER), "The order matters: 4 orders, 2 outcomes"),
    "what if": (
        lambda: what_if(KINGS, Question(swaps=(("K1", "K2"),))),
        "What if K1 and K2 came in each other's place? 4 cells would be otherwise.",
    ),
    "certificate": (lambda: certificate_of(ANSWER).check(), "Certificate: confirmed, 13 clauses"),
    "why": (lambda: explained(ANSWER, "K2", "controller"), "controller of K2 is you, in 3 steps"),
    "may": (lambda: may(ANSWER, "F", "attack"), "It cannot be done, by rules.sickness"),
    "comparison": (
        lambda: compare(BOOK, named_rulebook("sorcery-2026-01"), n=1),
        "sorcery-2026-01 and sorcery-2026-01",
    ),
    "finding": (lambda: abstract_findings(BOOK, n=2)[0], "in order: All clauses can be kept"),
    "finding with a board": (open_point, "open point: A point"),
    "audit": (
        lambda: Audit(BOOK, (AuditedFinding(open_point(), None),), 2, 2),
        "Audit of sorcery-2026-01: ",
    ),
    "sweep": (lambda: sweep([KINGS], workers=1), "1 scenarios, 1 with a loop, 0 open"),
    "census": (census, "Sorcery: Contested Realm, ongoing effects, 2026-01-09: Of 3 pairs"),
    "editions": (editions, "What changes from sorcery-2026-01 to sorcery-2026-01 for the cards"),
    "property": (
        lambda: check_property(BOOK, "never: minions with power > 9", n=1),
        "Fails: never: minions with power > 9",
    ),
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", FOUND)
def test_everything_found_shows_itself(name: str) -> None:
    """A line of text that says what it is, and HTML in which nothing is asked of other machines."""
    make, line = FOUND[name]
    shown = make()._repr_mimebundle_()
    assert shown["text/plain"].startswith(line)
    assert "\n" not in shown["text/plain"] and len(shown["text/plain"]) < 300
    html = shown["text/html"]
    assert html.startswith(("<div", "<table", "<pre", "<h3"))
    for call in ('src="', "url(http", "@import", "<link"):
        assert call not in unescape(html), call


@pytest.mark.slow
def test_whatever_is_rich_has_a_form_of_its_own() -> None:
    """Nothing falls back on the line that Python has for any object."""
    made = {type(make()).__name__ for make, _ in FOUND.values()}
    assert {kind.__name__ for kind in Rich.__subclasses__()} == made


def test_an_answer_shows_its_page_and_its_picture() -> None:
    """A derivation has its page in a sandboxed frame, and its SVG for want of a page."""
    shown = ANSWER._repr_mimebundle_()
    assert list(shown) == ["text/plain", "text/markdown", "image/svg+xml", "text/html"]
    assert shown["text/markdown"].split("\n\n") == list(ANSWER.ruling)
    assert unescape(shown["text/html"]).index(ANSWER.ruling[0]) < shown["text/html"].index(
        "<iframe"
    )
    assert ElementTree.fromstring(shown["image/svg+xml"]).tag.endswith("}svg")
    assert shown["text/html"].count("<iframe ") == 1
    assert 'sandbox="allow-scripts"' in shown["text/html"]
    assert shown["text/plain"] == repr(ANSWER)


def test_only_what_is_asked_for_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the forms those that IPython includes, without those that it excludes."""
    from layerlaw.solver.shell.report import notebook_pages

    def never(answer: Answer) -> str:
        raise AssertionError("the page was made")

    monkeypatch.setattr(notebook_pages, "answer", never)
    assert list(ANSWER._repr_mimebundle_(include=["text/plain"])) == ["text/plain"]
    assert list(ANSWER._repr_mimebundle_(exclude=["text/html", "image/svg+xml"])) == [
        "text/plain",
        "text/markdown",
    ]


def test_a_page_that_is_too_large_is_not_put_into_a_notebook(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Beyond the bound a sentence says how to get it."""
    from layerlaw.solver.shell.report import notebook

    monkeypatch.setattr(notebook, "MOST", 1000)
    html = ANSWER._repr_mimebundle_()["text/html"]
    assert "iframe" not in html and "solve --html" in html


def test_answers_are_short_in_a_shell() -> None:
    """The plain form of an answer is a line, whatever is in it."""
    names = {"two-answers": "2 answers", "paradox": "paradox", "blockers-are-light": "one answer"}
    for name, end in names.items():
        said = repr(solve(load_scenario(SHIPPED[name])))
        assert said.endswith(f"under duel-masters-1.28-en: {end}>") and len(said) < 200
