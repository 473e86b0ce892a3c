"""`layerlaw solve`, `layerlaw why` and `layerlaw demo`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from layerlaw.model.errors import LayerlawError
from layerlaw.model.load_scenario import load_scenario
from layerlaw.model.shipped import shipped_scenarios
from layerlaw.solver.cli.options import output_options, reading_option, show, show_json
from layerlaw.solver.explain import why as explain
from layerlaw.solver.report.json_form import derivation_json, why_json
from layerlaw.solver.report.terminal import answer, explanation
from layerlaw.solver.solve import solve as solve_scenario

if TYPE_CHECKING:
    from layerlaw.model.scenario import Scenario

FAILED = 1


def with_readings(scenario: Scenario, readings: dict[str, str]) -> Scenario:
    """The scenario under these readings besides its own; raises `LayerlawError` if unknown."""
    merged = {**scenario.readings, **readings}
    scenario.rulebook.settled(merged)
    return replace(scenario, readings=merged)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@reading_option
@click.option("--no-certificate", is_flag=True, help="Leave out the certificate.")
@output_options
def solve(
    file: Path, readings: dict[str, str], no_certificate: bool, as_json: bool, no_color: bool
) -> int:
    """Solve the scenario in FILE: order, reasons, dependencies, final state, certificate."""
    scenario = with_readings(load_scenario(file), readings)
    derivation = solve_scenario(scenario)
    verdict = None if no_certificate else derivation.certificate.check()
    if as_json:
        show_json(derivation_json(scenario.title, derivation, verdict))
    else:
        show(answer(scenario.title, derivation, verdict), no_color=no_color)
    return 0 if verdict is None or verdict.ok else FAILED


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("value", metavar="OBJECT.CHARACTERISTIC")
@reading_option
@output_options
def why(file: Path, value: str, readings: dict[str, str], as_json: bool, no_color: bool) -> int:
    """Say why a characteristic of an object is what it is, step by step, with the clauses.

    For example: layerlaw why FILE K2.controller
    """
    object, dot, characteristic = value.rpartition(".")
    if not dot or not object or not characteristic:
        raise LayerlawError(
            f"'{value}' is not of the form OBJECT.CHARACTERISTIC, such as K2.controller"
        )
    derivation = solve_scenario(with_readings(load_scenario(file), readings))
    links = explain(derivation, object, characteristic)
    if as_json:
        show_json(why_json(object, characteristic, links))
    else:
        kind = derivation.shown.kinds.get(characteristic, "")
        chain = explanation(derivation.rulebook, object, characteristic, links, kind)
        show(chain, no_color=no_color)
    return 0


DEMO = ("two-kings", "sisters-grievous-insult")


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
