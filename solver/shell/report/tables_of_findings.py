"""The tables of findings: readings, orders, what if, sweeps, censuses, audits, comparisons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.answer.difference.outcome import Outcome
from layerlaw.solver.certainty.orders import Orders, OrderVerdict
from layerlaw.solver.certainty.readings import Readings
from layerlaw.solver.certainty.readings.summary import letter, letters
from layerlaw.solver.certainty.what_if import WhatIf
from layerlaw.solver.documents.audit.findings import Finding
from layerlaw.solver.documents.compare import Comparison
from layerlaw.solver.documents.properties.results import PropertyResult
from layerlaw.solver.games.census.editions import EditionChanges
from layerlaw.solver.games.census.result import Census
from layerlaw.solver.games.sweeps import Sweep
from layerlaw.solver.shell.report.audit import Audit
from layerlaw.solver.shell.report.outcomes import told_apart
from layerlaw.solver.shell.report.sweep import came_out, loops_of, open_points
from layerlaw.solver.shell.report.table import Kind, Table, pairs_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from layerlaw.solver.answer.difference.cells import Difference
    from layerlaw.solver.games.census.editions import ChangedCards
    from layerlaw.solver.games.census.result import Encounter


def _outcome(outcome: Outcome) -> tuple[object, ...]:
    return len(outcome.answers), outcome.refused or None


def _apart(cells: Sequence[Difference[object]], sides: Sequence[str]) -> Table:
    """Cells that differ, with the value on each side."""
    columns: dict[str, Kind] = {"object": "text", "characteristic": "text"}
    columns |= dict.fromkeys(sides, "any")
    return Table(columns, [(one.object, one.characteristic, *one.values) for one in cells])


# --- readings, orders, what if --------------------------------------------------------------------


def readings_outcomes(found: Readings) -> Table:
    """Every outcome that the readings lead to."""
    columns: dict[str, Kind] = {
        "outcome": "text",
        "default": "truth",
        "reading": "text",
        "answers": "number",
        "refused": "text",
        "says": "list",
    }
    said = told_apart([group.outcome for group in found.groups], found.scenario)
    rows = [
        (
            letter(number),
            not group.example and not found.default_refuted,
            pairs_text(group.example),
            *_outcome(group.outcome),
            said[number],
        )
        for number, group in enumerate(found.groups)
    ]
    return Table(columns, rows)


def readings_matters(found: Readings) -> Table:
    """For each open point that decides, where each of its readings leads."""
    columns: dict[str, Kind] = {
        "point": "text",
        "reading": "text",
        "outcome": "text",
        "given": "text",
    }
    rows = [
        (matter.point, reading, letter(group), pairs_text(matter.given))
        for matter in found.matters
        for reading, group in matter.leads.items()
    ]
    return Table(columns, rows)


def orders_outcomes(found: Orders) -> Table:
    """Every outcome that the choices lead to."""
    columns: dict[str, Kind] = {
        "outcome": "text",
        "histories": "number",
        "condition": "text",
        "answers": "number",
        "refused": "text",
    }
    rows = [
        (
            letter(number),
            group.count,
            None if group.condition is None else str(group.condition),
            *_outcome(group.outcome),
        )
        for number, group in enumerate(found.groups)
    ]
    return Table(columns, rows)


def orders_histories(found: Orders) -> Table:
    """The histories, by outcome: what was picked at each choice; what nothing told as written."""
    columns: dict[str, Kind] = {"outcome": "text"}
    columns |= {f"choice {number}": "list" for number, _ in enumerate(found.choices, 1)}
    rows = [
        (letter(number), *picks)
        for number, group in enumerate(found.groups)
        for picks in group.picks
    ]
    return Table(columns, rows)


def orders_choices(found: Orders) -> Table:
    """Everything that is left to choose."""
    columns: dict[str, Kind] = {
        "kind": "text",
        "items": "list",
        "by": "text",
        "clause": "text",
        "ways": "number",
        "event": "number",
        "changes nothing": "truth",
    }
    rows = [
        (
            one.kind,
            one.items,
            one.by,
            one.clause,
            one.total,
            None if one.event is None else one.event + 1,
            number in found.idle,
        )
        for number, one in enumerate(found.choices)
    ]
    return Table(columns, rows)


def orders_differences(found: Orders) -> Table:
    """The cells that are not the same in all outcomes, each with the values of all its answers."""
    return _apart(found.differences, letters(len(found.groups)))


def order_layers(found: OrderVerdict) -> Table:
    """Whether the order matters, layer by layer."""
    columns: dict[str, Kind] = {
        "layer": "text",
        "effects": "list",
        "orders": "number",
        "exact": "truth",
        "judgement": "text",
    }
    rows = [(one.layer, one.effects, one.orders, one.exact, one.judgement) for one in found.layers]
    return Table(columns, rows)


def order_reasons(found: OrderVerdict) -> Table:
    """Why effects may go in any order."""
    columns: dict[str, Kind] = {"layer": "text", "effects": "list", "why": "text"}
    return Table(columns, [(one.layer, one.effects, one.why) for one in found.reasons])


def what_if_cells(found: WhatIf) -> Table:
    """The cells that would be otherwise."""
    cells = () if found.difference is None else found.difference.cells
    return _apart(cells, ("really", "then"))


# --- many boards ----------------------------------------------------------------------------------


def sweep_scenarios(found: Sweep) -> Table:
    """Every scenario and how it came out; of another task than the usual one its value alone."""
    columns: dict[str, Kind] = {
        "title": "text",
        "file": "text",
        "rulebook": "text",
        "came out": "text",
        "loops": "number",
        "open": "list",
        "trouble": "text",
        "value": "any",
    }
    rows = []
    for one in found.results:
        value = one.value if isinstance(one.value, dict) else {}
        usual = "verdict" in value
        rows.append(
            (
                one.title,
                one.file or None,
                value.get("rulebook"),
                came_out(one),
                loops_of(one) if usual else None,
                open_points(one) if usual else None,
                one.trouble or None,
                one.value,
            )
        )
    return Table(columns, rows)


def census_pairs(found: Census) -> Table:
    """Every pair with anything between its cards."""
    return _encounters(found.pairs, 2)


def census_triples(found: Census) -> Table:
    """Every triple in which there is something new."""
    return _encounters(found.triples, 3)


def census_singles(found: Census) -> Table:
    """Every card with anything to tell of it alone."""
    return _encounters(found.singles, 1)


def _encounters(found: Iterable[Encounter], size: int) -> Table:
    names = [f"card {number}" for number in range(1, size + 1)] if size > 1 else ["card"]
    columns: dict[str, Kind] = dict.fromkeys(names, "text")
    columns |= {
        "word": "text",
        "dependencies": "number",
        "loops": "number",
        "layers": "list",
        "order": "truth",
        "verdicts": "list",
        "open": "list",
        "unsure": "truth",
        "board": "text",
    }
    rows = [
        (
            *one.cards,
            one.word,
            len(one.between),
            len(one.loops),
            sorted({each.layer for each in one.between} | {layer for layer, _ in one.loops}),
            one.order,
            one.verdicts,
            one.open,
            one.unsure,
            next((title for _, title in one.boards), None),
        )
        for one in found
    ]
    return Table(columns, rows)


def edition_pairs(found: EditionChanges) -> Table:
    """Every pair that comes to something else under the other edition."""
    return _changed(found.pairs)


def edition_singles(found: EditionChanges) -> Table:
    """Every card that comes to something else under the other edition."""
    return _changed(found.singles)


def _changed(found: Iterable[ChangedCards]) -> Table:
    columns: dict[str, Kind] = {
        "cards": "list",
        "board": "text",
        "one": "text",
        "other": "text",
        "alone": "list",
    }
    return Table(columns, [(one.cards, one.board, *one.shown, one.alone) for one in found])


# --- documents ------------------------------------------------------------------------------------

_FINDING: dict[str, Kind] = {
    "severity": "text",
    "kind": "text",
    "title": "text",
    "clauses": "list",
    "point": "text",
    "policy": "text",
    "readings": "list",
    "to settle it": "list",
    "proved": "truth",
    "bound": "number",
    "reason": "text",
}


def one_finding(found: Finding) -> Table:
    """The finding in a row."""
    return Table(_FINDING, [_finding(found)])


def audit_findings(found: Audit) -> Table:
    """Every finding, the gravest first."""
    return Table(_FINDING, [_finding(one.finding) for one in found.shown])


def _finding(one: Finding) -> tuple[object, ...]:
    return (
        *(one.severity, one.kind, one.title, one.clauses, one.point or None, one.policy or None),
        *(one.readings, one.words, one.proved, one.bound, one.reason or None),
    )


def comparison_differences(found: Comparison) -> Table:
    """Everything that the documents fix differently, and whether a board shows it."""
    columns: dict[str, Kind] = {
        "what": "text",
        "one": "text",
        "other": "text",
        "shown": "truth",
        "boards looked at": "number",
        "why not": "text",
    }
    rows = [
        (
            one.what,
            one.sides[0] or None,
            one.sides[1] or None,
            one.board is not None,
            one.looked,
            one.why or None,
        )
        for one in found.differences
    ]
    return Table(columns, rows)


def property_result(found: PropertyResult) -> Table:
    """The result in a row."""
    columns: dict[str, Kind] = {
        "property": "text",
        "status": "text",
        "holds": "truth",
        "boards": "number",
        "n": "number",
        "reading": "text",
        "complete": "truth",
    }
    readings = None if found.example is None else pairs_text(found.example.readings)
    row = (found.what.name, found.status, found.holds, found.tried, found.n, readings)
    return Table(columns, [(*row, found.complete)])


OF_FINDINGS: Mapping[type, Mapping[str, Callable[..., Table]]] = {
    Readings: {"outcomes": readings_outcomes, "points": readings_matters},
    Orders: {
        "outcomes": orders_outcomes,
        "histories": orders_histories,
        "choices": orders_choices,
        "differences": orders_differences,
    },
    OrderVerdict: {"layers": order_layers, "reasons": order_reasons},
    WhatIf: {"cells": what_if_cells},
    Sweep: {"scenarios": sweep_scenarios},
    Census: {"pairs": census_pairs, "triples": census_triples, "singles": census_singles},
    EditionChanges: {"pairs": edition_pairs, "singles": edition_singles},
    Finding: {"finding": one_finding},
    Audit: {"findings": audit_findings},
    Comparison: {"differences": comparison_differences},
    PropertyResult: {"result": property_result},
}
