"""The readings of a rulebook held against worked examples: what is refuted, and by what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.certainty.readings.refuting import default_refuted
from layerlaw.solver.shell.report.blocks import BLANK, Heading, line
from layerlaw.solver.shell.report.json_form import document, json_of, json_with
from layerlaw.solver.shell.report.settled import statement_text
from layerlaw.solver.shell.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.certainty.readings.refuting import ExampleTable
    from layerlaw.solver.shell.report.blocks import Block
    from layerlaw.solver.shell.report.json_form import Json

_STATES = {
    "": "",
    "kept": "The table kept with the rulebook is this one.",
    "kept now": "The table was written.",
    "out of date": "The table kept with the rulebook is out of date: --write makes it anew.",
}


def examples_blocks(book: Rulebook, table: ExampleTable, state: str) -> list[Block]:
    """The whole report. state: what became of the kept table, as `_STATES` names it."""
    examples = len({(one.example, one.order) for one in table.statements})
    of = f"{counted(len(table.statements), 'statement')} of {counted(examples, 'worked example')}"
    parts: list[Block] = [
        Heading(f"{book.title}, {book.version} ({book.id})", 1),
        line(f"{of}, {counted(len(book.points), 'open point')}"),
    ]
    parts += held_blocks(book, table)
    if state:
        style = "yellow" if state == "out of date" else "dim"
        parts += [BLANK, line((_STATES[state], style))]
    return parts


def held_blocks(book: Rulebook, table: ExampleTable | None) -> Iterator[Block]:
    """What the document's worked examples leave of its readings."""
    if table is None:
        yield line("Not held against worked examples: no table is kept for this rulebook.")
        return
    if not table.statements:
        yield line("The document has no worked example, so none refutes a reading.")
        return
    if by := default_refuted(table, book):
        yield line(("The default reading is refuted, though another is not:", "bold red"))
        for one in by:
            yield line(statement_text(one), indent=2)
    options = table.options()
    if options:
        yield line(("Refuted options, which no reading that counts has:", "yellow"))
    for point, refuted in options.items():
        for reading, by in refuted.items():
            yield line((f"{point} = {reading}", "bold"), indent=2)
            for one in by:
                yield line((f"refuted by {statement_text(one)}", "dim"), indent=4)
    if not table.refuted({}):
        yield line("Every reading keeps every statement.")
    elif len(table.standing) > 1 or not _options_alone(table):
        yield line("Readings that count:")
        for box in table.standing:
            chosen = ", ".join(f"{point} = {' / '.join(readings)}" for point, readings in box)
            yield line(chosen, indent=2)
    if given_up := table.given_up():
        yield line(("No reading that counts keeps what was given up:", "yellow"))
        for one in given_up:
            yield line(f"{one.kind}: {statement_text(one)}", indent=2)
    for clash in table.clashes():
        head = f"No reading keeps {'this statement' if len(clash) == 1 else 'these together'}:"
        yield line((head, "bold red"))
        for one in clash:
            yield line(f"{one.kind}: {statement_text(one)}", indent=2)


def _options_alone(table: ExampleTable) -> bool:
    """Whether the refuted options say all that there is to say."""
    options = table.options()
    [box] = map(dict, table.standing)
    return all(
        tuple(r for r in readings if r not in options.get(point, ())) == box.get(point, readings)
        for point, readings in table.points.items()
    )


def held_json(book: Rulebook, table: ExampleTable | None) -> dict[str, Json]:
    """The fields on what the worked examples leave."""
    if table is None:
        return {"held against examples": False}
    return {
        "held against examples": True,
        "default refuted by": json_of(default_refuted(table, book)),
        "refuted options": json_of(table.options()),
        "standing": json_of([dict(box) for box in table.standing]),
        "given up": json_of(table.given_up()),
        "clashes": json_of(table.clashes()),
    }


def examples_json(book: Rulebook, table: ExampleTable, state: str) -> Json:
    """The whole table."""
    return {
        **document("examples", rulebook=book.id, kept=state or None),
        **held_json(book, table),
        "statements": [
            json_with(statement, broken_by=[dict(box) for box in statement.broken])
            for statement in table.statements
        ],
    }
