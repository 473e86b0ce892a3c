"""Findings that a notebook shows as the blocks of their report: each in a line, and its blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.answer.explain import Explained
from layerlaw.solver.certainty.orders import Orders, OrderVerdict
from layerlaw.solver.certificate import Verdict
from layerlaw.solver.derivation.permissions import Decision
from layerlaw.solver.games.census.result import Census
from layerlaw.solver.games.sweeps import Sweep
from layerlaw.solver.shell.report.answer_blocks import certificate
from layerlaw.solver.shell.report.census import census_blocks, headline
from layerlaw.solver.shell.report.order_matters import number_of_orders, verdict_blocks
from layerlaw.solver.shell.report.orders import orders_blocks
from layerlaw.solver.shell.report.orders import summary as orders_summary
from layerlaw.solver.shell.report.permissions import decision_blocks
from layerlaw.solver.shell.report.sweep import summary as sweep_summary
from layerlaw.solver.shell.report.sweep import sweep_blocks
from layerlaw.solver.shell.report.why import explanation
from layerlaw.solver.shell.report.words import CERTIFIED, value_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from layerlaw.solver.shell.report.blocks import Blocks

Display = tuple[str, "Callable[[], Blocks]"]
"""A finding in one line, and what makes its blocks."""


def told(shown: object) -> Display | None:
    """How a finding is told; None for what has another form."""
    match shown:
        case Explained():
            return _explained(shown)
        case Verdict():
            return verdict_line(shown), lambda: certificate(shown)
        case Orders():
            line = f"{shown.scenario.title}: {orders_summary(shown)}"
            return line, lambda: orders_blocks(shown)
        case OrderVerdict():
            return _order_line(shown), lambda: verdict_blocks(shown)
        case Decision():
            can = f"It can be done: {shown.means}"
            line = can if shown.allowed else f"It cannot be done, by {shown.decided_by}"
            return line, lambda: decision_blocks(shown)
        case Sweep():
            return _sweep_line(shown), lambda: sweep_blocks(shown)
        case Census():
            return ": ".join(headline(shown)), lambda: census_blocks(shown)
    return None


def _explained(shown: Explained) -> Display:
    kind = shown.derivation.shown.kinds.get(shown.characteristic, "")
    value = value_text(shown.links[-1].value, kind)
    line = f"{shown.characteristic} of {shown.object} is {value}, in {len(shown.links)} steps"
    rulebook = shown.derivation.rulebook
    return line, lambda: explanation(
        rulebook, shown.object, shown.characteristic, shown.links, kind
    )


def verdict_line(shown: Verdict) -> str:
    """Whether the certificate is confirmed."""
    words, _ = CERTIFIED[shown.outcome]
    counts = {
        "confirmed": f"{len(shown.checked)} clauses",
        "refused": f"{len(shown.failures)} breaches",
        "unknown": "; ".join(shown.unknowns),
    }
    return f"Certificate: {words}, {counts[shown.outcome]}"


def _order_line(shown: OrderVerdict) -> str:
    """Whether the order matters."""
    orders = number_of_orders(shown.orders, shown.exact)
    match shown.judgement:
        case "same: reads and writes":
            return f"The order does not matter, by what they read and write; {orders}"
        case "same: all courses":
            return f"The order does not matter: all of them were followed; {orders}"
        case "differs":
            least = "" if shown.complete else "at least "
            return f"The order matters: {orders}, {least}{shown.outcomes} outcomes"
    return f"Not known whether the order matters; {orders}"


def _sweep_line(shown: Sweep) -> str:
    """The whole sweep in a sentence; of another task than the usual one, how many results."""
    if all(result.trouble or isinstance(result.value, dict) for result in shown.results):
        return sweep_summary(shown)
    return f"{len(shown.results)} results{'' if shown.complete else ' (interrupted)'}"
