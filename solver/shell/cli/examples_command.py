"""`layerlaw examples`: the readings of a rulebook held against its document's worked examples."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.digests import procedure_digest
from layerlaw.model.scenarios.load import is_file, named_rulebook
from layerlaw.model.shipped import SCENARIO_ENDING, shipped_rulebook, shipped_rulebooks
from layerlaw.solver.certainty.readings.examples import hold
from layerlaw.solver.certainty.readings.kept import kept_examples, kept_file, written_table
from layerlaw.solver.certainty.readings.refuting import default_refuted
from layerlaw.solver.certainty.readings.statements import examples_of, shipped_examples
from layerlaw.solver.shell.cli.output import Output, output_options, show_documents
from layerlaw.solver.shell.cli.scenario_files import SCENARIO_PATH, scenario_of
from layerlaw.solver.shell.cli.stopping import limit_options
from layerlaw.solver.shell.report.examples import examples_blocks, examples_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.certainty.readings.statements import Example
    from layerlaw.solver.shell.report.json_form import Json

FAILED = 1


@click.command()
@click.argument("rulebook", required=False)
@click.argument("paths", nargs=-1, type=SCENARIO_PATH, metavar="[PATH...]")
@click.option("--write", is_flag=True, help="Keep the table with the shipped rulebook.")
@limit_options
@output_options
def examples(
    rulebook: str | None,
    paths: tuple[Path, ...],
    write: bool,
    out: Output,
) -> int:
    """Hold all readings of RULEBOOK against what its document states of its worked examples.

    Without RULEBOOK: of all shipped ones. The examples are the shipped scenarios with statements
    (`stated`), or those among PATHS (files and folders) under this rulebook. Exit code 1: the
    default reading is refuted while another is not, or what is kept is out of date.
    """
    names = shipped_rulebooks() if rulebook is None else (rulebook,)
    if write and (paths or any(is_file(name) for name in names)):
        raise LayerlawError("--write keeps tables of shipped rulebooks, from shipped scenarios")
    documents: list[Json] = []
    failed = False
    for number, name in enumerate(names):
        book = named_rulebook(name)
        held_against = _examples(book, paths, own=is_file(name))
        with out.progress(f"examples of {name}") as report:
            table = hold(book, held_against, progress=report)
        state = ""
        if write:
            kept_file(book.id).parent.mkdir(exist_ok=True)
            kept_file(book.id).write_text(written_table(table), encoding="utf-8", newline="\n")
            state = "kept now"
        elif not paths and not is_file(name):
            state = "kept" if kept_examples(shipped_rulebook(name)) == table else "out of date"
        failed = failed or bool(default_refuted(table, book)) or state == "out of date"
        if out.as_json:
            documents.append(examples_json(book, table, state))
            continue
        if number:
            click.echo()
        out.show(examples_blocks(book, table, state))
    if out.as_json:
        show_documents(documents)
    return FAILED if failed else 0


def _examples(book: Rulebook, paths: tuple[Path, ...], *, own: bool) -> tuple[Example, ...]:
    if not paths and own:
        raise LayerlawError("which scenarios are its document's worked examples? Name their files")
    if not paths:
        return shipped_examples(book)
    digest = procedure_digest(book)
    scenarios = [
        scenario for scenario in _loaded(paths) if procedure_digest(scenario.rulebook) == digest
    ]
    stated = examples_of(scenarios)
    if not stated:
        raise LayerlawError(f"nothing is stated there of a worked example under {book.id}")
    return stated


def _loaded(paths: Iterable[Path]) -> Iterator[Scenario]:
    for path in paths:
        if path.is_dir():
            yield from map(scenario_of, sorted(path.rglob(f"*{SCENARIO_ENDING}")))
        else:
            yield scenario_of(path)
