"""What a document's worked examples say that no reading of it keeps together."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.solver.certainty.readings.kept import kept_examples
from layerlaw.solver.documents.audit.findings import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.solver.certainty.readings.refuting import ExampleStatement, ExampleTable

MOST_TOGETHER = 4
"""So many statements are looked at together."""


@checked()
def example_findings(rulebook: Rulebook) -> tuple[Finding, ...]:
    """The smallest sets of statements of the document's worked examples that no reading keeps.

    rulebook: a shipped one, for which a table of readings against examples is kept; of another
    nothing is said (`layerlaw examples FILE SCENARIOS` holds it against examples of its own).

    Raises `WrongArgument` for what is no rulebook.

    >>> from layerlaw import shipped_rulebook
    >>> found = example_findings(shipped_rulebook("sorcery-2026-01"))
    >>> (found[0].kind, len(found[0].shown))
    ('examples', 2)
    """
    table = kept_examples(rulebook)
    return () if table is None or not table.statements else tuple(_findings(table))


def _findings(table: ExampleTable) -> Iterator[Finding]:
    readings = prod(map(len, table.points.values()))
    known = (
        f"all {readings:,} readings of the {len(table.points)} open points were held against them"
    )
    clashes = table.clashes(MOST_TOGETHER)
    for clash in clashes:
        many = len(clash)
        what = "this statement of a worked example" if many == 1 else f"these {many} statements"
        yield Finding(
            "examples",
            f"No reading keeps {what}{'' if many == 1 else ' of worked examples together'}.",
            shown=tuple(map(_told, clash)),
            reason=known,
        )
    if clashes:
        return
    if table.kept_whole():
        title = f"Some reading keeps all {len(table.statements)} statements of the worked examples."
        yield Finding("clean", title, reason=known)
    else:
        title = "No reading keeps all statements of the worked examples."
        yield Finding("unknown", title, reason=f"no {MOST_TOGETHER} of them or fewer show it alone")


def _told(statement: ExampleStatement) -> str:
    order = f", in the order {', '.join(statement.order)}" if statement.order else ""
    return f"{statement.title}{order}: {statement.says} ({statement.place})"
