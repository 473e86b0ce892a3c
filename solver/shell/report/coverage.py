"""Clause coverage for people and as JSON: what scenarios exercise, and what nobody would miss."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.documents.coverage.coverage import ClauseCoverage, Coverage
from layerlaw.solver.documents.coverage.mutation import MutantResult, Mutation
from layerlaw.solver.shell.report.blocks import Bullets, Grid, Heading, Paragraph
from layerlaw.solver.shell.report.json_form import document, written_as
from layerlaw.solver.shell.report.words import counted, first_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.solver.shell.report.blocks import Block
    from layerlaw.solver.shell.report.json_form import Json

NAMED = 4
"""So many scenarios that notice a change are named."""


def coverage_blocks(covered: Coverage, mutation: Mutation | None) -> Iterator[Block]:
    """The report, for a terminal or Markdown. mutation: what became of changed rulebooks."""
    book = covered.rulebook
    yield Heading(f"Clause coverage of {book.title}, {book.version} ({book.id})", level=1)
    yield Paragraph(_summary(covered))
    if covered.failing:
        yield Bullets(
            "Scenarios that do not hold as they are, and so exercise nothing",
            tuple(f"{name}: {why}" for name, why in covered.failing),
        )
    labels = ["cited by", "used by"] + (["changes noticed"] if mutation else [])
    yield Grid(
        "Scenarios that cite each clause, and whose answers rest on it",
        tuple(labels),
        tuple(
            (
                clause.id,
                str(len(clause.cited)),
                str(len(clause.used)),
                *_noticed(clause.id, mutation),
            )
            for clause in covered.clauses
        ),
    )
    lacking = [clause for clause in covered.clauses if not clause.used]
    if lacking:
        yield Heading("Clauses that no scenario's answer rests on")
        yield Paragraph("A scenario that turns on one of these would show that it is understood.")
        yield Bullets(
            "Used by none",
            tuple(
                f"{clause.id}{'' if clause.cited else ' (nor cited)'}: {_says(covered, clause.id)}"
                for clause in lacking
            ),
        )
    if mutation is not None:
        yield from _mutation_blocks(mutation)


def _summary(covered: Coverage) -> str:
    clauses = [clause for clause in covered.clauses if not clause.point]
    points = [clause for clause in covered.clauses if clause.point]
    cases = (
        f"{covered.cases:,} {'order or reading' if covered.cases == 1 else 'orders or readings'}"
    )
    text = (
        f"{counted(len(covered.scenarios), 'scenario')} in {cases}"
        f"{'' if covered.complete else ' (interrupted)'}: "
        f"{sum(bool(clause.used) for clause in clauses)} of {counted(len(clauses), 'clause')} used"
    )
    if points:
        used = sum(bool(point.used) for point in points)
        text += f", {used} of {counted(len(points), 'open point')}"
    return f"{text}."


def _says(covered: Coverage, id: str) -> str:
    book = covered.rulebook
    return book.clauses[id].says if id in book.clauses else book.points[id].question


def _noticed(clause: str, mutation: Mutation | None) -> tuple[str, ...]:
    if mutation is None:
        return ()
    mine = mutation.of_clause(clause)
    return (f"{sum(bool(result.noticed) for result in mine)} of {len(mine)}" if mine else "-",)


def _mutation_blocks(mutation: Mutation) -> Iterator[Block]:
    covered = mutation.coverage
    yield Heading("What if a clause said something else?")
    yield Paragraph(_numbers(mutation))
    missed = mutation.clauses()
    if missed:
        yield Heading("Clauses that would not be missed if changed", level=3)
        yield Paragraph(
            "No scenario fails when what they fix is changed, in any way that was tried."
        )
        for id in missed:
            yield Bullets(
                f"{id}: {_says(covered, id)}",
                tuple(_told(result) for result in mutation.of_clause(id)),
            )
    rest = [result for result in mutation.unnoticed if not set(result.mutant.clauses) & set(missed)]
    if rest:
        yield Heading("Other changes that no scenario notices", level=3)
        yield Bullets(
            "The clauses are tested, but not on this",
            tuple(
                f"{_told(result)} ({', '.join(result.mutant.clauses) or 'no clause'})"
                for result in rest
            ),
        )
    noticed = [result for result in mutation.results if result.noticed]
    if noticed:
        yield Heading("Changes that scenarios notice", level=3)
        yield Bullets(
            f"{len(noticed)}, each with the scenarios that fail",
            tuple(
                f"{result.mutant.says}: {first_names(result.noticed, NAMED)}" for result in noticed
            ),
        )


def _numbers(mutation: Mutation) -> str:
    looked = len(mutation.results)
    noticed = looked - len(mutation.unnoticed)
    ran = sum(result.ran for result in mutation.results)
    skipped = sum(sum(result.skipped.values()) for result in mutation.results)
    of = f" of {mutation.total}" if looked < mutation.total else ""
    stopped = " (interrupted)" if mutation.interrupted else ""
    return (
        f"{looked}{of} changes of the rulebook were tried{stopped}: {noticed} noticed, "
        f"{looked - noticed} not. {ran:,} histories were played; {skipped:,} were not, because "
        "the change provably makes no difference there."
    )


def _told(result: MutantResult) -> str:
    """A change that nobody notices, and whether anything could have."""
    if result.ran:
        times = "once" if result.ran == 1 else f"in {result.ran} histories"
        return f"{result.mutant.says}: played {times}, all as expected"
    reasons = ", ".join(result.skipped) or "there was nothing to play"
    return f"{result.mutant.says}: it can make no difference to any scenario ({reasons})"


def coverage_json(covered: Coverage, mutation: Mutation | None) -> Json:
    """The same as data, with every scenario and every mutant by name."""
    whole = covered.complete and (mutation is None or mutation.complete)
    return document(covered, mutation=mutation) | {"complete": whole}


written_as(
    Coverage,
    ("rulebook", "rulebook.id"),
    *("scenarios", "cases", "complete"),
    ("failing", lambda covered: [{"scenario": name, "why": why} for name, why in covered.failing]),
    *("clauses", "unused"),
    document="coverage",
)
written_as(
    ClauseCoverage,
    "id",
    ("kind", lambda clause: "open point" if clause.point else "clause"),
    ("cited by", "cited"),
    ("used by", "used"),
)
written_as(
    Mutation,
    *("total", "interrupted"),
    ("mutants", "results"),
    ("would not be missed", lambda mutation: mutation.clauses()),
)
written_as(
    MutantResult,
    ("id", "mutant.id"),
    ("says", "mutant.says"),
    ("clauses", "mutant.clauses"),
    ("noticed by", "noticed"),
    ("played", "ran"),
    "skipped",
)
