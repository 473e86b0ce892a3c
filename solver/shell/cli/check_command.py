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
from layerlaw.solver.shell.cli.engine_options import EngineOptions, engine_options
from layerlaw.solver.shell.cli.options import (
    read_scenario,
    scenario_files,
    scenario_options,
    with_readings,
)
from layerlaw.solver.shell.cli.output import Output, output_options
from layerlaw.solver.shell.cli.scenario_files import SCENARIO_PATH, shown
from layerlaw.solver.shell.cli.stopping import INTERRUPTED, limit_options
from layerlaw.solver.shell.engines.playing import PlayedCase, play_files
from layerlaw.solver.shell.engines.report import played_blocks, played_json
from layerlaw.solver.shell.report.checks import CheckedCase, case_blocks, cases_json, summary_line
from layerlaw.solver.shell.report.said_once import SaidOnce

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.scenarios.scenario import Scenario


@click.command()
@click.argument("paths", nargs=-1, type=SCENARIO_PATH, metavar="PATH...")
@click.option("--shipped", is_flag=True, help="Check the scenarios that come with Layerlaw.")
@click.option("--no-certificate", is_flag=True, help="Hold only the expectations.")
@click.option("-v", "--verbose", is_flag=True, help="Name every scenario, not only failures.")
@engine_options
@scenario_options
@limit_options
@output_options
def check(
    paths: tuple[Path, ...],
    shipped: bool,
    no_certificate: bool,
    verbose: bool,
    engine: EngineOptions,
    rulebook: str | None,
    readings: dict[str, str],
    out: Output,
) -> int:
    """Hold scenarios against their expectations, like a test runner; or your engine against them.

    PATH is a scenario, or a folder with scenarios (*.scenario.yaml) at any depth. With --engine
    the engine's state is compared with ours after every event of each, whatever the file expects:
    exit code 1 if any differs, 2 if an engine gave no state. Interrupted, it shows what was found
    (exit code 130).
    """
    if not paths and not shipped:
        raise LayerlawError("name a scenario or a folder, or say --shipped")
    cases: list[CheckedCase] = []
    files = [*(shipped_scenarios() if shipped else ()), *scenario_files(paths)]
    if engine:
        if no_certificate:
            raise LayerlawError("--no-certificate has no meaning with --engine: leave one out")
        return _held_against(files, engine, rulebook, readings, verbose=verbose, out=out)
    whole, said = 0, SaidOnce()
    try:
        for file in files:
            for case in run_file(file, readings, rulebook, certify=not no_certificate):
                cases.append(case)
                if not out.as_json and (verbose or not case.passed):
                    out.show(case_blocks(case, said))
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


def _held_against(
    files: list[Path],
    options: EngineOptions,
    rulebook: str | None,
    readings: dict[str, str],
    *,
    verbose: bool,
    out: Output,
) -> int:
    """The scenarios of the files played by an engine, and the exit code."""
    cases: list[PlayedCase] = []
    begun = 0
    try:
        with options.engine() as engine, out.progress("scenarios") as report:
            for file in files:
                begun += 1
                report(begun, len(files))
                cases += play_files(
                    [file],
                    engine,
                    lambda one: read_scenario(one, rulebook, readings),
                    complete=options.complete,
                )
        left = 0
    except KeyboardInterrupt:
        left = len(files) - begun + 1
    out.report(
        lambda: played_blocks(cases, left, verbose=verbose),
        lambda: played_json(cases, left, verbose=verbose),
    )
    if left:
        return INTERRUPTED
    if any(case.trouble for case in cases) or not any(case.held for case in cases):
        return 2
    return 1 if any(case.parting is not None for case in cases) else 0


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
