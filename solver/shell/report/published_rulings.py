"""A publisher's rulings as they are sorted: counts, the table, and what a new card list changes."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from layerlaw.model.cards.rulings import BEARS, Drift, Ruling, RulingTable
from layerlaw.solver.shell.report.blocks import Bullets, Grid, Heading, Paragraph
from layerlaw.solver.shell.report.json_form import document, written_as
from layerlaw.solver.shell.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from layerlaw.model.cards.rulings import Published
    from layerlaw.solver.shell.report.blocks import Block
    from layerlaw.solver.shell.report.json_form import Json


def count_blocks(table: RulingTable) -> Iterator[Block]:
    """How many rulings bear on what, how many stand in scenarios, and which words others lack."""
    bearing = table.bearing(*BEARS[:-1])
    idle = len(table.rulings) - len(bearing)
    stated = [ruling for ruling in bearing if ruling.scenario]
    files = {ruling.scenario for ruling in stated}
    partly = sum(bool(ruling.lacks) for ruling in stated)
    yield Heading(f"Rulings on cards of {table.game}: {len(table.rulings)}", level=1)
    yield Paragraph(f"From {table.source}.")
    yield Paragraph(
        f"{len(bearing)} bear on a characteristic, a permission, a zone or a duration, "
        f"{idle} on none of these. {len(stated)} of the {len(bearing)} stand in "
        f"{counted(len(files), 'scenario')}, {partly} of them not in full; "
        f"{len(bearing) - len(stated)} lack a word."
    )
    yield Grid(
        "What they bear on",
        ("rulings", "in scenarios", "lack a word"),
        tuple(_row(on, table.bearing(on)) for on in BEARS[:-1]),
    )
    yield Grid(
        "The word they lack",
        ("rulings", "which is"),
        tuple(_by_number(Counter(ruling.lacks for ruling in bearing if ruling.lacks), table.words)),
    )
    yield Grid(
        "What the others are about",
        ("rulings", "which is"),
        tuple(_by_number(Counter(ruling.kind for ruling in table.bearing("nothing")), table.kinds)),
    )


def _row(on: str, rulings: Sequence[Ruling]) -> tuple[str, ...]:
    stated = sum(bool(one.scenario) for one in rulings)
    return on, str(len(rulings)), str(stated), str(len(rulings) - stated)


def _by_number(counts: Counter[str], meaning: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    for word, number in sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])):
        yield word, str(number), meaning[word]


def table_blocks(rulings: Sequence[Ruling]) -> Iterator[Block]:
    """The rulings, one a row: what it bears on, what it comes to, and where it stands."""
    yield Grid(
        counted(len(rulings), "ruling"),
        ("date", "bears on", "says, in our words", "stands in, or lacks"),
        tuple(
            (
                f"{ruling.card} {ruling.number}",
                ruling.date,
                ruling.bears,
                ruling.says,
                _place(ruling),
            )
            for ruling in rulings
        ),
    )


def _place(ruling: Ruling) -> str:
    if ruling.kind:
        return f"({ruling.kind})"
    lacks = f"lacks: {ruling.lacks}" if ruling.lacks else ""
    return "; ".join(piece for piece in (ruling.scenario, lacks) if piece)


def drift_blocks(drift: Drift, name: str) -> Iterator[Block]:
    """Where the table and a card list part. name: of the card list."""
    if drift.none:
        yield Paragraph(f"Every ruling of {name} is sorted, and none in the table is stale.")
        return
    sides = (
        (
            "Their text is another one now",
            [(ruling.card, ruling.number) for ruling in drift.changed],
        ),
        (f"No longer in {name}", [(ruling.card, ruling.number) for ruling in drift.gone]),
        ("Not sorted yet", [(ruling.card, ruling.number) for ruling in drift.unsorted]),
    )
    for head, rulings in sides:
        if rulings:
            yield Bullets(
                f"{head}: {len(rulings)}", tuple(f"{card} {number}" for card, number in rulings)
            )


def rulings_json(table: RulingTable, rulings: Sequence[Ruling], drift: Drift | None) -> Json:
    """The rulings as data, with the meaning of each kind and word; drift: against a card list."""
    return document(table, rulings=rulings, card_list=drift)


def _counts_json(table: RulingTable) -> Json:
    """Those of the whole table, whichever part of it is shown."""
    return {
        "bears on": {
            on: {
                "rulings": len(table.bearing(on)),
                "in scenarios": sum(bool(ruling.scenario) for ruling in table.bearing(on)),
            }
            for on in BEARS
        },
        "lacks": dict(Counter(ruling.lacks for ruling in table.rulings if ruling.lacks)),
        "about": dict(Counter(ruling.kind for ruling in table.rulings if ruling.kind)),
    }


def _places(side: Sequence[Ruling | Published]) -> Json:
    return [{"card": x.card, "number": x.number, "fingerprint": x.fingerprint} for x in side]


written_as(
    RulingTable, "game", "source", "kinds", "words", ("counts", _counts_json), document="rulings"
)
written_as(
    Ruling,
    *("card", "number", "date", "fingerprint", ("bears on", "bears"), "says", ("about", "kind")),
    *("scenario", "lacks"),
    null=("about", "scenario", "lacks"),
)
written_as(
    Drift,
    ("changed", lambda drift: _places(drift.changed)),
    ("gone", lambda drift: _places(drift.gone)),
    ("unsorted", lambda drift: _places(drift.unsorted)),
)
