"""`layerlaw scenarios`: the shipped scenarios, found by words of titles, cards and clauses."""

from __future__ import annotations

import click

from layerlaw.model.candidates import with_advice
from layerlaw.model.errors import LayerlawError
from layerlaw.model.finding.scenarios import find_scenarios, scenario_names
from layerlaw.model.scenarios.load import named_rulebook
from layerlaw.solver.shell.cli.output import Output, output_options, show_json
from layerlaw.solver.shell.cli.searching import words_typed
from layerlaw.solver.shell.report.found_scenarios import scenarios_blocks, scenarios_json


@click.command()
@click.argument("words", nargs=-1)
@click.option("--rulebook", metavar="ID", help="Only those under this rulebook.")
@click.option("--paths", is_flag=True, help="The paths of their files, each on a line.")
@output_options
def scenarios(words: tuple[str, ...], rulebook: str | None, paths: bool, out: Output) -> int:
    """Find shipped scenarios by words of their titles, cards, rulebooks and clauses.

    WORDS go in any case and order, and all have to fit. card:king asks for a card that is played,
    clause:SORC-DEP-5 for a clause that the answer rests on, title: and rulebook: for these; a minus
    before a word leaves out what it finds (after `--`). The short name that stands first on a line
    goes wherever a scenario file does: layerlaw solve two-kings.
    """
    book = None if rulebook is None else named_rulebook(rulebook)
    text = words_typed(words)
    found = find_scenarios(text, rulebook=book)
    if not found:
        message = f"no scenario is found by '{text}'" if text else "there is no such scenario"
        raise LayerlawError(with_advice(message, text, scenario_names()))
    if paths:
        _show_paths([str(one.path) for one in found], out)
    else:
        out.report(scenarios_blocks, scenarios_json, found)
    return 0


def _show_paths(found: list[str], out: Output) -> None:
    if out.as_json:
        show_json([*found])
    else:
        click.echo("\n".join(found))
