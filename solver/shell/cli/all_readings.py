"""Deriving under all readings from the command line: options, progress, exit codes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from layerlaw.solver.answer.difference.outcome import outcome
from layerlaw.solver.certainty.readings.explore import readings
from layerlaw.solver.shell.cli.stopping import INTERRUPTED
from layerlaw.solver.shell.report.settled import QUICK, SMALL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.answer.difference.outcome import Outcome
    from layerlaw.solver.certainty.readings.verdict import Readings
    from layerlaw.solver.certificate import Verdict
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.shell.cli.options import Command
    from layerlaw.solver.shell.cli.output import Output

UNSETTLED = 1

SECONDS = 60.0
"""Without `--limit` no further history is begun after so long."""
REFUSED = 1
UNKNOWN = 3
"""The exit code where all else is fine and a certificate is neither confirmed nor refused."""


def readings_options(command: Command) -> Command:
    """`--readings` and `--limit N`."""
    command = click.option(
        "--limit",
        type=click.IntRange(min=1),
        metavar="N",
        help="With --readings: work out N histories at most (else it stops after a minute).",
    )(command)
    return click.option(
        "--readings",
        "all_readings",
        is_flag=True,
        help="Look at all readings of the document: do they agree, and what decides?",
    )(command)


def explore(
    scenario: Scenario,
    out: Output,
    limit: int | None = None,
    observe: Callable[[Answer], Outcome] = outcome,
) -> Readings:
    """Explores all readings, with progress on standard error; an interrupt keeps what was found.

    Without a limit it stops by itself after `SECONDS`; who sets one may wait for it.
    """
    seconds = SECONDS if limit is None else None
    with out.progress("readings") as report:
        return readings(scenario, limit=limit, seconds=seconds, observe=observe, progress=report)


def how_settled(
    scenario: Scenario, derivation: Answer, out: Output, *, strict: bool
) -> Readings | None:
    """What a plain answer says about readings: a quick look or, with `strict`, all of them.

    None for a large derivation that nobody asked to be strict about.
    """
    if strict:
        return explore(scenario, out)
    if sum(len(run.turns) for run in derivation.runs) > SMALL:
        return None
    return readings(scenario, limit=QUICK, refuted=False)


def interrupted(explored: Readings) -> bool:
    """Whether the user stopped it, not a limit."""
    return explored.stopped == "interrupt"


def certified_code(verdicts: Iterable[Verdict | None]) -> int:
    """1 if a certificate is refused; 3 if one is neither confirmed nor refused; else 0."""
    outcomes = {verdict.outcome for verdict in verdicts if verdict is not None}
    if "refused" in outcomes:
        return REFUSED
    return UNKNOWN if "unknown" in outcomes else 0


def settled_code(explored: Sequence[Readings | None], *, strict: bool) -> int:
    """130 after an interrupt; with `strict` 1 unless all are known to settle on one state."""
    if any(result is not None and interrupted(result) for result in explored):
        return INTERRUPTED
    if strict and not all(result is not None and result.one_state for result in explored):
        return UNSETTLED
    return 0
