"""`layerlaw check`: scenarios as tests, each with its variants, and its certificate."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.load import with_variant
from layerlaw.model.shipped import shipped_scenarios
from layerlaw.solver.answer.expectations import judge_all
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.shell.cli.all_readings import certified_code
from layerlaw.solver.shell.cli.options import (
    read_scenario,
    scenario_files,
    scenario_options,
    with_readings,
)
from layerlaw.solver.shell.cli.output import Output, output_options
from layerlaw.solver.shell.cli.scenario_files import SCENARIO_PATH, shown
from layerlaw.solver.shell.cli.stopping import INTERRUPTED, limit_options
from layerlaw.solver.shell.report.checks import CheckedCase, case_blocks, cases_json, summary_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.scenarios.scenario import Scenario


@click.command()
@click.argument("paths", nargs=-1, type=SCENARIO_PATH, metavar="PATH...")
@click.option("--shipped", is_flag=True, help="Check the scenarios that come with Layerlaw.")
@click.option("--no-certificate", is_flag=True, help="Hold only the expectations.")
@click.option("-v", "--verbose", is_flag=True, help="Name every scenario, not only failures.")
@scenario_options
@limit_options
@output_options
def check(
    paths: tuple[Path, ...],
    shipped: bool,
    no_certificate: bool,
    verbose: bool,
    rulebook: str | None,
    readings: dict[str, str],
    out: Output,
) -> int:
    """Hold scenarios against their expectations, like a test runner.

    PATH is a scenario, or a folder with scenarios (*.scenario.yaml) at any depth. Interrupted, it
    shows what was found (exit code 130).
    """
    if not paths and not shipped:
        raise LayerlawError("name a scenario or a folder, or say --shipped")
    cases: list[CheckedCase] = []
    files = [*(shipped_scenarios() if shipped else ()), *scenario_files(paths)]
    whole = 0
    try:
        for file in files:
            for case in run_file(file, readings, rulebook, certify=not no_certificate):
                cases.append(case)
                if not out.as_json and (verbose or not case.passed):
                    out.show(case_blocks(case))
            whole += 1
    except KeyboardInterrupt:
        pass
    left = len(files) - whole
    out.report(lambda *counts: [summary_line(*counts)], cases_json, cases, left)
    if left:
        return INTERRUPTED
    if any(case.trouble for case in cases):
        return 2
    if all(case.passed or case.unknown for case in cases):
        return certified_code(case.verdict for case in cases)
    return 1


def run_file(
    file: Path, readings: dict[str, str], rulebook: str | None = None, *, certify: bool
) -> Iterator[CheckedCase]:
    """The scenario of the file and all its variants, solved and judged."""
    try:
        scenario = read_scenario(file, rulebook, readings)
    except LayerlawError as error:
        yield CheckedCase(shown(file), shown(Path(file.name)), None, (), None, str(error))
        return
    yield run_case(scenario, certify=certify)
    for variant in scenario.variants:
        changed = with_variant(scenario, variant)
        yield run_case(with_readings(changed, readings), certify=certify)


def run_case(scenario: Scenario, *, certify: bool) -> CheckedCase:
    """One scenario, solved and judged."""
    try:
        judged = judge_all(scenario)
    except LayerlawError as error:
        return CheckedCase(scenario.file, scenario.title, None, (), None, str(error))
    derivation = judged.derivation
    verdict = certificate_of(derivation).check() if certify else None
    return CheckedCase(scenario.file, scenario.title, derivation, judged.outcomes, verdict)
