"""The message of a failing test: what was expected, what was found, and the steps to it."""

from __future__ import annotations

import os
import shlex
import subprocess
from typing import TYPE_CHECKING

from layerlaw.solver.shell.testing.steps import said, steps

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from layerlaw.model.errors import Where
    from layerlaw.solver.answer.expectations import ExpectationResult
    from layerlaw.solver.certificate import Verdict
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.shell.testing.cases import FileCase


def failure_text(
    case: FileCase,
    outcome: ExpectationResult,
    state: Answer,
    file: str = "",
    rulebook: str | None = None,
) -> str:
    """What was expected, what was found instead, and the steps that led there, with the clauses.

    state: what the expectation speaks of. file: what to call the scenario's file; without one there
    is no command that tells more. rulebook: the one that it was read under instead of its own.
    """
    expected = outcome.expected
    lines = [
        f"{place_text(file or expected.where.file, expected.where)}: {case.scenario.title}",
        f"  expected  {expected.text}",
        f"  found     {outcome.found}",
    ]
    if expected.xfail and outcome.fulfilled:
        lines[1:] = [
            f"  holds although marked xfail: {expected.text}",
            f"  the reason that was given: {expected.xfail}",
        ]
    led = steps(state, expected)
    if led.lines:
        lines += ["", "The steps that led there", *(f"  {line}" for line in led.lines)]
    if led.clauses:
        lines += ["", "What the clauses say", *said(state.rulebook, led.clauses)]
    if file:
        # The other commands speak of the end alone.
        more = led.more if expected in case.scenario.expect else ("solve", "--each")
        lines += ["", f"More: {_command(file, case, more, rulebook)}"]
    return "\n".join(lines)


def certificate_text(case: FileCase, verdict: Verdict, file: str = "") -> str:
    """What the certificate refused, or why it could not say."""
    place = place_text(file or case.where.file, case.where)
    lines = [f"{place}: {case.scenario.title}", f"  {certificate_line(verdict)}"]
    lines += [f"  {bad.clause}, layer {bad.layer}: {bad.message}" for bad in verdict.failures]
    lines += [f"  {unknown}" for unknown in verdict.unknowns]
    return "\n".join(lines)


def certificate_line(verdict: Verdict) -> str:
    """The outcome of the certificate, in a line."""
    if verdict.outcome == "unknown":
        return "the certificate is unknown: neither confirmed nor refused"
    return f"the certificate is {verdict.outcome}"


def place_text(file: str, where: Where) -> str:
    """The place in a form that editors can jump to."""
    return f"{file}:{where.line}"


def short(file: str | Path, start: str | Path | None = None) -> str:
    """The path relative to `start` (or to here), if that is not longer."""
    whole = str(file)
    try:
        relative = os.path.relpath(whole, start)
    except ValueError:
        # On Windows there is no way from one drive to another.
        return whole
    return relative if len(relative) < len(whole) else whole


def command_line(words: Sequence[str]) -> str:
    """A command line, quoted for this system's shell."""
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def _command(file: str, case: FileCase, more: tuple[str, ...], rulebook: str | None) -> str:
    """The command that explains it further."""
    options: list[str] = []
    if rulebook is not None:
        options += ["--rulebook", rulebook]
    variant = case.variant
    for point, reading in () if variant is None else variant.readings.items():
        options += ["--reading", f"{point}={reading}"]
    if variant is not None and variant.order:
        words = ["layerlaw", "what-if", file, "--order", ",".join(variant.order), *options]
    else:
        words = ["layerlaw", more[0], file, *more[1:], *options]
    return command_line(words)
