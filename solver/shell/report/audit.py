"""What an audit found, for people who know no logic: as a sheet of blocks, and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.rulebooks.policies import QUESTIONS
from layerlaw.model.scenarios.write import written_scenario
from layerlaw.solver.facts.rich import Rich
from layerlaw.solver.shell.report.blocks import Bullets, Heading, Paragraph
from layerlaw.solver.shell.report.board_words import (
    board_blocks,
    case_sentence,
    clash_lines,
    divergence_json,
    in_names,
    order_text,
    outcome_sentence,
    sides_blocks,
    sides_json,
)
from layerlaw.solver.shell.report.json_form import clauses_json, json_of, written_as
from layerlaw.solver.shell.report.sources import place_text
from layerlaw.solver.shell.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.documents.audit.findings import Finding, Kind, Severity
    from layerlaw.solver.shell.report.blocks import Block
    from layerlaw.solver.shell.report.json_form import Json
    from layerlaw.solver.shell.report.played_boards import Played

NAMES: dict[Kind, str] = {
    "conflict": "contradiction",
    "departure": "departure",
    "examples": "clash of examples",
    "against its clause": "departure from a clause",
    "rivals": "clauses that disagree",
    "reference to nothing": "reference to nothing",
    "wrong count": "wrong count",
    "two orders": "gap",
    "unasked": "question without an answer",
    "no state": "no state",
    "several states": "several states",
    "reference that moved": "reference that fits elsewhere",
    "defined twice": "term defined twice",
    "two senses": "word in two senses",
    "never defined": "term never defined",
    "two words": "two words, perhaps for one thing",
    "open": "open point",
    "redundant": "clause not needed",
    "vacuous": "clause without effect",
    "shadowed": "clause never in force",
    "allowed and forbidden": "allowed and forbidden",
    "never used": "term never used",
    "unknown": "not known",
    "clean": "in order",
}
"""What each kind of finding is called in a report."""

_STYLES: dict[Severity, str] = {
    "fault": "bold red",
    "gap": "bold yellow",
    "note": "bold cyan",
    "fine": "green",
}
_OF_TEXT: tuple[Kind, ...] = (
    *("reference to nothing", "wrong count", "reference that moved", "defined twice"),
    *("two senses", "never defined", "two words", "never used"),
)
_WITH_REASON: frozenset[Kind] = frozenset(
    (
        *("unknown", "redundant", "vacuous", "shadowed", "examples", "no state", "several states"),
        *_OF_TEXT,
    )
)
_ORDER: tuple[Severity, ...] = ("fault", "gap", "note", "fine")


@dataclass(frozen=True, slots=True)
class AuditedFinding:
    """A finding, what its board comes to under its readings, and the file it was saved in."""

    finding: Finding
    played: Played | None
    saved: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class Audit(Rich):
    """Everything that an audit of a rulebook found, the gravest first.

    n: instances of up to so many effects were looked at. boards: made-up boards of up to so many
    were played. complete: it was not interrupted.
    """

    rulebook: Rulebook
    shown: tuple[AuditedFinding, ...]
    n: int
    boards: int
    complete: bool = True

    def of(self, *severities: Severity) -> tuple[AuditedFinding, ...]:
        """The findings of these severities."""
        return tuple(one for one in self.shown if one.finding.severity in severities)

    def count(self, *kinds: Kind) -> int:
        """How many findings are of these kinds."""
        return sum(one.finding.kind in kinds for one in self.shown)


def ordered(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings, the gravest first, otherwise as they came."""
    return tuple(sorted(findings, key=lambda finding: _ORDER.index(finding.severity)))


def audit_verdict(audit: Audit) -> tuple[str, ...]:
    """What was found, and the gravest of it, each a sentence."""
    text = summary(audit)
    head = text[:1].upper() + text[1:]
    first = audit.of("fault", "gap")[:1]
    return (head, *(f"First of them: {title_text(one.finding)}" for one in first))


def audit_blocks(audit: Audit) -> Iterator[Block]:
    """The whole report: a summary, and the findings."""
    book = audit.rulebook
    yield Heading(f"Audit of {book.title}, {book.version} ({book.id})", 1)
    yield Paragraph(summary(audit), "bold" if audit.of("fault", "gap") else "bold green")
    yield Paragraph(audit_looked_at(audit), "dim")
    yield from audit_findings(audit)


def audit_findings(audit: Audit) -> Iterator[Block]:
    """Each finding, and what is as it should be."""
    book = audit.rulebook
    for number, shown in enumerate(audit.of("fault", "gap", "note"), 1):
        yield from _finding_blocks(book, number, shown)
    fine = [f"{one.finding.title} {certainty(one.finding)}" for one in audit.of("fine")]
    if fine:
        yield Heading("In order", 2, "bold green")
        yield Bullets("What was looked for and is not there", tuple(fine))


def summary(audit: Audit) -> str:
    """How much was found, in one sentence."""
    boards = sum(
        shown.finding.kind == "open" and shown.finding.board is not None for shown in audit.shown
    )
    pieces = [
        _some(audit.count("conflict"), "contradiction"),
        _some(audit.count("departure"), "departure"),
        *_if_any(audit, "examples", "against its clause", "rivals"),
        _some(audit.count("two orders"), "gap"),
        *_if_any(audit, "unasked", "no state", "several states"),
        *_of_text(audit),
        f"{_some(audit.count('open'), 'open point')} that can change an order or an outcome"
        + (f" ({boards} shown on a board)" if audit.count("open") else ""),
        _some(len(audit.of("note")), "further note"),
    ]
    head = "" if audit.complete else "Interrupted; found by then: "
    return f"{head}{', '.join(pieces[:-1])}, and {pieces[-1]}."


_IF_ANY: dict[Kind, tuple[str, str]] = {
    "examples": ("clash of worked examples", "clashes of worked examples"),
    "against its clause": ("departure from a clause's words", "departures from a clause's words"),
    "rivals": ("pair of clauses that disagree", "pairs of clauses that disagree"),
    "unasked": ("question without an answer", "questions without an answer"),
    "no state": ("board without a state", "boards without a state"),
    "several states": ("board with several states", "boards with several states"),
}
"""Kinds that the summary names only where there are some: one of them, and several."""


def _if_any(audit: Audit, *kinds: Kind) -> list[str]:
    counts = ((kind, audit.count(kind)) for kind in kinds)
    return [f"{count} {_IF_ANY[kind][count > 1]}" for kind, count in counts if count]


def _of_text(audit: Audit) -> list[str]:
    count = audit.count(*_OF_TEXT)
    return [f"{counted(count, 'finding')} in the text"] if count else []


def certainty(finding: Finding) -> str:
    """How sure a statement is: proved, or up to how many effects it was looked at."""
    if finding.proved:
        how = f": {finding.reason}" if finding.reason else ""
        return f"(proved for every number of effects{how})"
    if finding.reason and not finding.clauses:
        return f"({finding.reason})"
    return f"(none up to n = {finding.bound})" if finding.bound else ""


def audit_looked_at(audit: Audit) -> str:
    """Up to where was looked; what is proved is told where it stands."""
    text = (
        f"What the clauses demand was looked at in cases of up to {audit.n} effects, what is left "
        f"open on made-up boards of up to {audit.boards} and on the boards that come along"
    )
    proved = sum(shown.finding.proved for shown in audit.of("fine"))
    more = f"; {_some(proved, 'statement')} proved for every number of effects" if proved else ""
    return f"{text}{more}. No more than that is said."


# --- one finding --------------------------------------------------------------------------


def _finding_blocks(book: Rulebook, number: int, shown: AuditedFinding) -> Iterator[Block]:
    finding, played = shown.finding, shown.played
    name = NAMES[finding.kind]
    title = title_text(finding)
    yield Heading(f"{number}. {name.capitalize()}: {title}", 2, _STYLES[finding.severity])
    if finding.reason and finding.kind in _WITH_REASON:
        yield Paragraph(finding.reason)
    if finding.places:
        yield Bullets("Where", tuple(place_text(place) for place in finding.places))
    if finding.point in book.points:
        question = book.points[finding.point].question
        asked = "" if question in title else f": {question}"
        yield Paragraph(f"Open point {finding.point}{asked}")
    clauses = tuple(clause_text(book, id) for id in finding.clauses)
    if clauses:
        yield Bullets("The clauses", clauses)
    yield from _case_blocks(book, finding)
    if finding.board is not None:
        yield from board_blocks(finding.board)
    if played is not None:
        head, read = _sides_head(len(played.sides)), _read(book, finding)
        yield from sides_blocks(played, what=head, read=read)
        if len(played.sides) > 1:
            yield Paragraph(outcome_sentence(played), "bold")
    if finding.kind == "several states":
        yield Bullets("The states", finding.shown)
    elif finding.kind == "examples":
        yield Bullets("What the document says", finding.shown)
    elif played is None and finding.shown and not finding.orders:
        yield Bullets(_sides_head(len(finding.shown)), finding.shown)
    if finding.words:
        one_of = len(finding.words) > 1
        yield Bullets(f"To settle it{', one of these' if one_of else ''}", _advice(finding))
    if not finding.proved and finding.bound and finding.instance is None:
        yield Paragraph(f"Looked at up to n = {finding.bound}.", "dim")
    if shown.saved:
        yield Paragraph(f"Saved as {shown.saved}", "dim")


def _case_blocks(book: Rulebook, finding: Finding) -> Iterator[Block]:
    """The smallest case, and the orders that speak for and against each other."""
    instance = finding.instance
    if instance is None:
        return
    yield Paragraph(f"The smallest case: {case_sentence(instance)}.")
    if finding.demands:
        yield Bullets("What the clauses demand there, which cannot all be", clash_lines(finding))
    if finding.kind == "conflict" and finding.orders:
        yield Bullets("What is possible when one of them is struck", finding.shown)
    elif finding.kind == "two orders" and finding.orders:
        yield Bullets("The clauses allow several orders", finding.shown)
    elif finding.kind == "departure" and finding.orders:
        yield Bullets("The order that is taken, and one that keeps every clause", finding.shown)
    elif finding.orders:
        readings = finding.readings or ("",) * len(finding.orders)
        follows = {} if not finding.point else _follows(book, finding.point)
        lines = tuple(
            f"{reading}{follows.get(reading, '')}: {order_text(order)}"
            for reading, order in zip(readings, finding.orders, strict=False)
        )
        yield Bullets("The order under each reading", lines)


def _follows(book: Rulebook, point: str) -> dict[str, str]:
    """For each reading of the point the clauses that it takes at their word, in parentheses."""
    if point not in book.points:
        return {}
    return {
        reading.id: f" ({', '.join(reading.follows)} at its word)" if reading.follows else ""
        for reading in book.points[point].readings
    }


def _read(book: Rulebook, finding: Finding) -> dict[str, str]:
    """For each reading of the point what it says, and the clauses that it takes at their word.

    Of a question of procedure what each answer means.
    """
    if finding.policy:
        return dict(QUESTIONS[finding.policy].answers)
    if finding.point not in book.points:
        return {}
    follows = _follows(book, finding.point)
    return {
        reading.id: f"{reading.says}{follows[reading.id]}"
        for reading in book.points[finding.point].readings
    }


FEW = 2
"""So many axioms are told with a proposal; more of them stand in the JSON alone."""


def _advice(finding: Finding) -> tuple[str, ...]:
    """What could be said, each with the axioms that say so."""
    written = finding.written or ("",) * len(finding.words)
    lines = (text.removeprefix("- ").split("\n- ") if text else [] for text in written)
    return tuple(
        f"{words}; as axioms: {', '.join(axioms)}" if 0 < len(axioms) <= FEW else words
        for words, axioms in zip(finding.words, lines, strict=True)
    )


def title_text(finding: Finding) -> str:
    """The finding in one sentence, its effects called by their names."""
    return in_names(finding.title) if finding.instance is not None else finding.title


def clause_text(book: Rulebook, id: str) -> str:
    """A clause with its place and what it says, in our words."""
    if id not in book.clauses:
        return id
    clause = book.clauses[id]
    return f"{id} ({clause.place}): {clause.says}"


def _sides_head(number: int) -> str:
    return "The answer" if number == 1 else "Both answers" if number == 2 else "All answers"


def _some(count: int, what: str) -> str:
    return counted(count, what) if count else f"no {what}s"


# --- JSON ---------------------------------------------------------------------------------


def _finding_json(book: Rulebook, shown: AuditedFinding) -> Json:
    """A finding with what its clauses say, which only the rulebook knows."""
    finding, played = shown.finding, shown.played
    fields: dict[str, object] = {
        "kind": finding.kind,
        "severity": finding.severity,
        "title": title_text(finding),
        "clauses": clauses_json(book, finding.clauses),
        "point": finding.point or None,
        "policy": finding.policy or None,
        "readings": finding.readings,
        "instance": finding.instance,
        "orders": finding.orders,
        "demands": [
            {"clause": clause, "first": first, "then": then}
            for clause, first, then in finding.demands
        ],
        "words": finding.words,
        "written": finding.written,
        "shown": finding.shown,
        "board": None if finding.board is None else written_scenario(finding.board),
        "sides": None if played is None else sides_json(played),
        "outcome parts": finding.outcome_parts if played is None else _parts(played),
        "parting": None if played is None else divergence_json(played),
        "bound": finding.bound,
        "proved": finding.proved,
        "reason": finding.reason or None,
        "saved": shown.saved or None,
        "places": finding.places,
    }
    return json_of(fields)


def _parts(played: Played) -> bool | None:
    return played.outcome_parts if len(played.sides) > 1 else None


written_as(
    Audit,
    ("rulebook", "rulebook.id"),
    *("n", "boards", "complete"),
    (
        "summary",
        lambda audit: {
            "text": summary(audit),
            "conflicts": audit.count("conflict"),
            "departures": audit.count("departure"),
            "clashes of examples": audit.count("examples"),
            "against a clause": audit.count("against its clause"),
            "rivals": audit.count("rivals"),
            "gaps": audit.count("two orders"),
            "unasked": audit.count("unasked"),
            "no state": audit.count("no state"),
            "several states": audit.count("several states"),
            "open points": audit.count("open"),
            "of the text": audit.count(*_OF_TEXT),
            "notes": len(audit.of("note")),
            "proved": sum(shown.finding.proved for shown in audit.shown),
        },
    ),
    ("findings", lambda audit: [_finding_json(audit.rulebook, shown) for shown in audit.shown]),
    document="audit",
)
