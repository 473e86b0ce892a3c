"""`layerlaw orders`: what the rules leave to choose, and which choice leads where."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from layerlaw.model.errors import LayerlawError
from layerlaw.solver.answer.difference.observed import Derivations
from layerlaw.solver.certainty.orders import cross_check
from layerlaw.solver.certainty.orders.ages import arrival_groups, by_groups
from layerlaw.solver.certainty.orders.confluence import order_matters
from layerlaw.solver.certainty.orders.grouping import LIMIT, orders_from
from layerlaw.solver.shell.cli.options import read_scenario, scenario_options
from layerlaw.solver.shell.cli.output import Output, output_options
from layerlaw.solver.shell.cli.scenario_files import file_argument
from layerlaw.solver.shell.cli.stopping import INTERRUPTED, limit_options
from layerlaw.solver.shell.report.json_form import document, json_of
from layerlaw.solver.shell.report.order_matters import order_blocks, route_blocks
from layerlaw.solver.shell.report.orders import orders_blocks

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.certainty.orders.verdict import OrderVerdict
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.shell.report.blocks import Block
    from layerlaw.solver.shell.report.json_form import Json

FAILED = 1


@click.command()
@file_argument
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=LIMIT,
    show_default=True,
    help="The most orders that are played.",
)
@click.option(
    "--cross-check",
    "crossed",
    is_flag=True,
    help="Find the orders of every small layer by python-constraint and by Z3 too; exit code 1 if "
    "they do not agree with the solver.",
)
@scenario_options
@limit_options
@output_options
def orders(
    file: Path,
    limit: int,
    crossed: bool,
    rulebook: str | None,
    readings: dict[str, str],
    out: Output,
) -> int:
    """Say what the rules leave to choose in FILE, and whether the order of effects matters.

    To choose is the order of what happens together, and of effects of one card or one spell that
    tie; where several players' cards enter together and nobody is `active`, it is that as well.
    Then it counts the orders in which the effects could go, and says whether all lead to the same.
    Interrupted, it shows what was found (exit code 130).
    """
    scenario = read_scenario(file, rulebook, readings, undecided=True)
    derivations = Derivations()
    with out.progress("orders") as report:
        outcomes = orders_from(scenario, derivations, limit, report)
    sections: list[Iterable[Block]] = []
    more: dict[str, Json] = {}
    stopped, agree = outcomes.interrupted, True
    if not stopped:
        try:
            derivation = derivations.solve(scenario)
        except LayerlawError:
            # What cannot be played as it is written is told among the outcomes.
            derivation = None
        if derivation is not None:
            verdicts = _verdicts(scenario, derivation, out)
            stopped = any(verdict.interrupted for verdict in verdicts)
            sections.append(order_blocks(verdicts, scenario))
            more["order"] = {verdict.scope: json_of(verdict) for verdict in verdicts}
            if crossed and not stopped:
                agree = _cross_check(derivation, sections, more, out)
    out.report(
        lambda: orders_blocks(outcomes, sections),
        lambda: document(outcomes) | more,
    )
    if stopped:
        return INTERRUPTED
    return 0 if agree else FAILED


def _verdicts(scenario: Scenario, derivation: Answer, out: Output) -> list[OrderVerdict]:
    """Whether the order matters, in both scopes; the second is left out after an interrupt."""
    age = by_groups(arrival_groups(scenario))
    with out.progress("ways to go") as report:
        first = order_matters(derivation, "unordered", age=age, progress=report)
        if first.interrupted:
            return [first]
        return [first, order_matters(derivation, "all", progress=report)]


def _cross_check(
    derivation: Answer,
    sections: list[Iterable[Block]],
    more: dict[str, Json],
    out: Output,
) -> bool:
    """Works out the orders by other routes; returns whether they agree."""
    with out.progress("routes") as report:
        routes = cross_check(derivation, progress=report)
    names = {layer.id: layer.name for layer in derivation.rulebook.layers}
    sections.append(route_blocks(routes, names))
    more["routes"] = json_of(routes)
    return routes.agree
