"""`layerlaw solve`, `layerlaw why` and `layerlaw demo`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from layerlaw.model.errors import LayerlawError
from layerlaw.model.load_scenario import load_scenario
from layerlaw.model.shipped import shipped_scenarios
from layerlaw.solver.cli.options import (
    one_rulebook_option,
    output_options,
    reading_option,
    rulebook_option,
    show,
    show_json,
)
from layerlaw.solver.explain import why as explain
from layerlaw.solver.history import History
from layerlaw.solver.report.json_form import derivation_json, why_json
from layerlaw.solver.report.on_the_way import each_json, each_lines
from layerlaw.solver.report.side_by_side import side_by_side, side_by_side_json
from layerlaw.solver.report.terminal import answer, explanation
from layerlaw.solver.solve import solve as solve_scenario

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.model.scenario import Scenario

FAILED = 1


def with_readings(scenario: Scenario, readings: dict[str, str]) -> Scenario:
    """The scenario under these readings besides its own; raises `LayerlawError` if unknown."""
    merged = {**scenario.readings, **readings}
    scenario.rulebook.settled(merged)
    return replace(scenario, readings=merged)


def fitting_readings(scenarios: Sequence[Scenario], readings: dict[str, str]) -> list[Scenario]:
    """Each scenario under those of the readings that its rulebook has.

    Raises `LayerlawError` for an open point that none of them has.
    """
    for point in readings:
        if all(point not in scenario.rulebook.points for scenario in scenarios):
            with_readings(scenarios[0], {point: readings[point]})
    return [
        with_readings(one, {p: r for p, r in readings.items() if p in one.rulebook.points})
        for one in scenarios
    ]


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@rulebook_option
@reading_option
@click.option("--each", is_flag=True, help="Show what every event of the history changes.")
@click.option("--no-certificate", is_flag=True, help="Leave out the certificate.")
@output_options
def solve(
    file: Path,
    rulebooks: tuple[str, ...],
    readings: dict[str, str],
    each: bool,
    no_certificate: bool,
    as_json: bool,
    no_color: bool,
) -> int:
    """Solve the scenario in FILE: order, reasons, dependencies, final state, certificate.

    With several rulebooks (--rulebook A,B) their answers stand side by side.
    """
    loaded = [load_scenario(file, rulebook=id) for id in rulebooks or (None,)]
    scenarios = fitting_readings(loaded, readings)
    title = scenarios[0].title
    if each and len(scenarios) == 1:
        return _each(scenarios[0], as_json=as_json, no_color=no_color)
    columns = []
    for scenario in scenarios:
        derivation = solve_scenario(scenario)
        columns.append((derivation, None if no_certificate else derivation.certificate.check()))
    if len(columns) == 1:
        derivation, verdict = columns[0]
        if as_json:
            show_json(derivation_json(title, derivation, verdict))
        else:
            show(answer(title, derivation, verdict), no_color=no_color)
    elif as_json:
        show_json(side_by_side_json(title, columns))
    else:
        show(side_by_side(title, columns), no_color=no_color)
    return 0 if all(verdict is None or verdict.ok for _, verdict in columns) else FAILED


def _each(scenario: Scenario, *, as_json: bool, no_color: bool) -> int:
    """What every event changes, one after another."""
    history = History(scenario)
    states = [(event, history.derivation()) for event in history.play()]
    if as_json:
        show_json(each_json(scenario.title, states))
    else:
        show(each_lines(scenario.title, states), no_color=no_color)
    return 0


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("value", metavar="OBJECT.CHARACTERISTIC")
@one_rulebook_option
@reading_option
@output_options
def why(
    file: Path,
    value: str,
    rulebook: str | None,
    readings: dict[str, str],
    as_json: bool,
    no_color: bool,
) -> int:
    """Say why a characteristic of an object is what it is, step by step, with the clauses.

    For example: layerlaw why FILE K2.controller
    """
    object, dot, characteristic = value.rpartition(".")
    if not dot or not object or not characteristic:
        raise LayerlawError(
            f"'{value}' is not of the form OBJECT.CHARACTERISTIC, such as K2.controller"
        )
    scenario = with_readings(load_scenario(file, rulebook=rulebook), readings)
    derivation = solve_scenario(scenario)
    links = explain(derivation, object, characteristic)
    if as_json:
        show_json(why_json(object, characteristic, links))
    else:
        kind = derivation.shown.kinds.get(characteristic, "")
        chain = explanation(derivation.rulebook, object, characteristic, links, kind)
        show(chain, no_color=no_color)
    return 0


DEMO = ("two-kings", "mordred-caliburn", "blockers-are-light")


@click.command()
@click.option("--no-color", is_flag=True, help="Plain text (also with NO_COLOR set).")
def demo(no_color: bool) -> int:
    """Solve shipped scenarios of real cards, with the reasons and the proof."""
    found = {path.name.split(".")[0]: path for path in shipped_scenarios()}
    failed = False
    for number, name in enumerate(DEMO):
        scenario = load_scenario(found[name])
        derivation = solve_scenario(scenario)
        verdict = derivation.certificate.check()
        failed = failed or not verdict.ok
        if number:
            click.echo()
        show(answer(scenario.title, derivation, verdict), no_color=no_color)
    click.echo()
    click.echo("Next: layerlaw scenarios   lists what is shipped; solve one by its path.")
    return FAILED if failed else 0
