"""`layerlaw what-if`: the same history under other circumstances, against the real answer."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType

import click

from layerlaw.model.errors import LayerlawError
from layerlaw.solver.certainty.what_if import Question
from layerlaw.solver.certainty.what_if import what_if as answer_to
from layerlaw.solver.shell.cli.options import scenario_options
from layerlaw.solver.shell.cli.output import Output, output_options
from layerlaw.solver.shell.cli.pictures import picture_options
from layerlaw.solver.shell.cli.scenario_files import file_argument, scenario_of
from layerlaw.solver.shell.cli.stopping import limit_options
from layerlaw.solver.shell.report.json_form import document
from layerlaw.solver.shell.report.what_if import what_if_blocks

ASKED = """nothing is asked. What can be otherwise (all of it together):
  --timestamps-only        nothing depends on anything
  --without ID             an effect (K1.2, rules.ID), or all of an object or event (K1)
  --swap A,B               two arrivals change places
  --order A,B,C            several arrivals come in this order
  --rulebook ID            another rulebook
  --reading POINT=READING  another reading of an open point"""


def _ids(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[str, ...]:
    return tuple(id.strip() for id in (value or "").split(",") if id.strip())


def _pairs(
    context: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    pairs = []
    for value in values:
        ids = _ids(context, parameter, value)
        if len(ids) != 2:
            raise click.BadParameter(f"'{value}' is not of the form A,B, such as K1,K2")
        pairs.append((ids[0], ids[1]))
    return tuple(pairs)


@click.command("what-if")
@file_argument
@click.option("--timestamps-only", is_flag=True, help="Nothing depends on anything.")
@click.option(
    "--without",
    multiple=True,
    metavar="ID",
    help="An effect never exists; with the id of an object or an event, all of its effects. "
    "May be repeated.",
)
@click.option(
    "--swap",
    "swaps",
    multiple=True,
    metavar="A,B",
    callback=_pairs,
    help="Two arrivals (cards played, abilities used) change places. May be repeated.",
)
@click.option("--order", metavar="A,B,C", callback=_ids, help="These arrivals come in this order.")
@scenario_options
@picture_options("html")
@limit_options
@output_options
def what_if(
    file: Path,
    timestamps_only: bool,
    without: tuple[str, ...],
    swaps: tuple[tuple[str, str], ...],
    order: tuple[str, ...],
    rulebook: str | None,
    readings: dict[str, str],
    out: Output,
) -> int:
    """Say what would be otherwise in FILE's answer, and at which step the two answers part.

    For example: layerlaw what-if FILE --without K1.2, or: layerlaw what-if FILE --swap K1,K2
    """
    under = None if rulebook is None else scenario_of(file, rulebook=rulebook)
    question = Question(
        timestamps_only,
        tuple(dict.fromkeys(without)),
        swaps,
        order,
        under,
        MappingProxyType(readings),
    )
    if question.nothing:
        raise LayerlawError(ASKED)
    answer = answer_to(scenario_of(file), question)
    out.report(what_if_blocks, document, answer)
    if out.pictures:
        from layerlaw.solver.shell.report.notebook_pages import what_if as page

        out.draw({"html": page(answer)})
    return 0
