"""Findings that are told rather than drawn, as small pieces of HTML, and each of them in a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.shell.report.census import census_blocks, headline
from layerlaw.solver.shell.report.order_matters import counted
from layerlaw.solver.shell.report.orders import orders_lines
from layerlaw.solver.shell.report.orders import summary as orders_summary
from layerlaw.solver.shell.report.sheet_html import blocks_html, table, terminal_html, text
from layerlaw.solver.shell.report.sweep import summary as sweep_summary
from layerlaw.solver.shell.report.sweep import sweep_lines
from layerlaw.solver.shell.report.words import CERTIFIED, value_text

if TYPE_CHECKING:
    from layerlaw.solver.answer.explain import Explained, Reason
    from layerlaw.solver.certainty.orders import Orders, OrderVerdict
    from layerlaw.solver.certificate import Verdict
    from layerlaw.solver.derivation.permissions import Decision
    from layerlaw.solver.games.census.result import Census
    from layerlaw.solver.games.sweeps import Sweep


def explained_line(found: Explained) -> str:
    """The value that is explained."""
    kind = found.derivation.shown.kinds.get(found.characteristic, "")
    value = value_text(found.links[-1].value, kind)
    return f"{found.characteristic} of {found.object} is {value}, in {len(found.links)} steps"


def explained(found: Explained) -> str:
    """The chain of reasons as a table."""
    kind = found.derivation.shown.kinds.get(found.characteristic, "")
    rows = []
    for number, link in enumerate(found.links):
        verb = "begins as" if not number else "becomes" if link.changed else "stays"
        rows.append(
            (
                f"{number}. {verb} {value_text(link.value, kind)}",
                link.effect,
                "\n".join(_reason(reason) for reason in link.reasons),
            )
        )
    return table(explained_line(found), ("value", "by", "because"), rows)


def _reason(reason: Reason) -> str:
    clauses = ", ".join(dict.fromkeys(reason.clauses))
    return f"{reason.text} ({clauses})" if clauses else reason.text


def verdict_line(found: Verdict) -> str:
    """Whether the certificate is confirmed."""
    words, _ = CERTIFIED[found.outcome]
    counts = {
        "confirmed": f"{len(found.checked)} clauses",
        "refused": f"{len(found.failures)} breaches",
        "unknown": "; ".join(found.unknowns),
    }
    return f"Certificate: {words}, {counts[found.outcome]}"


def verdict(found: Verdict) -> str:
    """Every clause that was looked at, and every breach."""
    rows = [(one.clause, one.says, one.outcome, str(one.instances)) for one in found.checked]
    pieces = [table(verdict_line(found), ("clause", "says", "outcome", "cases"), rows)]
    if found.failures:
        breaches = [(one.clause, f"layer {one.layer}", one.message) for one in found.failures]
        pieces.append(table("Breaches", ("clause", "where", "what"), breaches))
    pieces += [f"<p>{text(note)}</p>" for note in (found.begins, *found.notes)]
    return "\n".join(pieces)


def orders_line(found: Orders) -> str:
    """How many orders are admissible, and how many outcomes they have."""
    return f"{found.scenario.title}: {orders_summary(found)}"


def orders(found: Orders) -> str:
    """The report on what is left to choose."""
    return terminal_html(orders_lines(found))


def order_line(found: OrderVerdict) -> str:
    """Whether the order matters."""
    orders_ = counted(found.orders, found.exact)
    match found.judgement:
        case "same: reads and writes":
            return f"The order does not matter, by what they read and write; {orders_}"
        case "same: all courses":
            return f"The order does not matter: all of them were followed; {orders_}"
        case "differs":
            least = "" if found.complete else "at least "
            return f"The order matters: {orders_}, {least}{found.outcomes} outcomes"
    return f"Not known whether the order matters; {orders_}"


def order_verdict(found: OrderVerdict) -> str:
    """The verdict layer by layer, and the least pair of orders that differs."""
    rows = [
        (one.layer, ", ".join(one.effects), counted(one.orders, one.exact), one.judgement)
        for one in found.layers
    ]
    labels = ("layer", "effects", "orders", "verdict")
    pieces = [table(order_line(found), labels, rows)]
    if found.pair is not None:
        pair = found.pair
        cells = [
            (
                f"{each.characteristic} of {each.object}",
                *map(value_text, each.values),
            )
            for each in pair.differences
        ]
        head = f"In layer {pair.layer}, {pair.first} first or {pair.second} first"
        pieces.append(table(head, ("", f"{pair.first} first", f"{pair.second} first"), cells))
    return "\n".join(pieces)


def permission_line(found: Decision) -> str:
    """Whether it can be done."""
    if not found.allowed:
        return f"It cannot be done, by {found.decided_by}"
    return f"It can be done: {found.means}"


def permission(found: Decision) -> str:
    """Every statement with its source and standing."""
    rows = [(one.standing, one.text, one.effect, one.why, one.clause) for one in found.statements]
    labels = ("standing", "says", "by", "why", "clause")
    return table(permission_line(found), labels, rows)


def sweep_line(found: Sweep) -> str:
    """The whole sweep in a sentence; of another task than the usual one, how many results."""
    if all(result.trouble or isinstance(result.value, dict) for result in found.results):
        return sweep_summary(found)
    return f"{len(found.results)} results{'' if found.complete else ' (interrupted)'}"


def swept(found: Sweep) -> str:
    """A line for each scenario."""
    return terminal_html(sweep_lines(found))


def census_line(found: Census) -> str:
    """The fact that a census came to."""
    return ": ".join(headline(found))


def census(found: Census) -> str:
    """The report of a census."""
    return blocks_html(census_blocks(found), top=3)
