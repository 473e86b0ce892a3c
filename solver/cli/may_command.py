"""`layerlaw may`: whether something can be done on a board, and why not."""

from __future__ import annotations

from pathlib import Path

import click

from layerlaw.model.errors import LayerlawError
from layerlaw.model.load_scenario import load_scenario
from layerlaw.model.questions import read_question
from layerlaw.solver.cli.options import (
    output_options,
    reading_option,
    rulebook_option,
    show,
    show_json,
)
from layerlaw.solver.cli.solve_commands import with_readings
from layerlaw.solver.permissions import may as answer_to
from layerlaw.solver.report.permissions import permission, permission_json
from layerlaw.solver.solve import solve

REFUSED = 1


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("question", nargs=-1, required=True)
@rulebook_option
@reading_option
@output_options
def may(
    file: Path,
    question: tuple[str, ...],
    rulebooks: tuple[str, ...],
    readings: dict[str, str],
    as_json: bool,
    no_color: bool,
) -> int:
    """Say whether an object or a player may do something, or have it done to it, and why.

    For example: layerlaw may FILE F attack G, or: layerlaw may FILE you cast S, or: layerlaw may
    FILE F be attacked. Exit code 1 means that it can't.
    """
    code = 0
    documents = []
    for rulebook in rulebooks or (None,):
        scenario = with_readings(load_scenario(file, rulebook=rulebook), readings)
        asked = read_question(scenario, " ".join(question))
        derivation = solve(scenario)
        if not derivation.states:
            raise LayerlawError(
                f"under {scenario.rulebook.id} no state agrees with all effects, so nothing can be "
                "said of what may be done (`layerlaw solve` shows the paradox)"
            )
        for state in derivation.states:
            answer = answer_to(state, asked.object, asked.action, asked.to, asked.passive)
            if not answer.allowed:
                code = REFUSED
            verdict = None
            if derivation.verdict == "settled":
                verdict = state.certificate.check_may(
                    answer, asked.object, asked.action, asked.to, asked.passive
                )
                if not verdict.ok:
                    code = REFUSED
            documents.append(permission_json(state, asked, answer, verdict))
            if not as_json:
                show(permission(state, asked, answer, verdict), no_color=no_color)
    if as_json:
        show_json(documents[0] if len(documents) == 1 else documents)
    return code
