"""`layerlaw ask`: a board and questions in a line, answered."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from pathlib import Path

import click

from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.load import loads_scenario, named_rulebook
from layerlaw.model.scenarios.write import written_scenario
from layerlaw.solver.answer.expectations import judge_all
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.shell.cli.all_readings import certified_code, readings_options
from layerlaw.solver.shell.cli.all_readings import explore as explored
from layerlaw.solver.shell.cli.card_files import cards_in
from layerlaw.solver.shell.cli.options import reading_option
from layerlaw.solver.shell.cli.output import Output, output_options
from layerlaw.solver.shell.cli.saving import book_from, save
from layerlaw.solver.shell.cli.stopping import limit_options
from layerlaw.solver.shell.report.asking import Replies, asked_blocks, asked_json, what_is_asked
from layerlaw.solver.shell.report.asking import ask as answered

_YES_OR_NO = re.compile(r"^(?:Yes|No): ")
# What made it so, and the clauses, do not belong to a title.
_STATEMENT = re.compile(r"[:;] | \([A-Z][^()]*-[^()]*\)|, by ")


@click.command()
@click.argument("question", nargs=-1, required=True)
@click.option(
    "--rulebook",
    metavar="ID",
    help="Under this rulebook (or a file); left out: the latest of the cards' game.",
)
@click.option(
    "--cards",
    "files",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Cards of your own that can be named, too; goes with --rulebook.",
)
@reading_option
@click.option(
    "--save",
    "file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the board as a scenario that expects what was answered.",
)
@readings_options
@click.option("-v", "--verbose", is_flag=True, help="Then all that `solve -v` says of the board.")
@limit_options
@output_options
def ask(
    question: tuple[str, ...],
    rulebook: str | None,
    files: tuple[Path, ...],
    readings: dict[str, str],
    file: Path | None,
    limit: int | None,
    all_readings: bool,
    verbose: bool,
    out: Output,
) -> int:
    """Answer a question on a board of cards, both in a line.

    For example: layerlaw ask "King of the Realm, King of the Realm (theirs), Foot Soldier: who
    controls Foot Soldier?" The cards come in order of arrival; behind a card may stand (theirs),
    (mine), a name in brackets, at 8, on X, in hand, copying X, choosing WORD, with 2 damage, as ID.
    Names go in any case, or by a part. Ask who controls X, what power has X, how strong is X, what
    is X, does X have Airborne, can X attack Y, does X die, where is X, with why before it, or in
    the words of expectations (power of X is 3); of several objects: who controls the kings, what
    power has each creature, which creatures do I control. Without a question the ruling is told.
    """
    if file is not None and (file.exists() or file.is_symlink()):
        raise LayerlawError(f"{file} is there already and was not written over")
    if files and rulebook is None:
        raise LayerlawError("--cards goes with --rulebook, in whose words the file is written")
    book = None if rulebook is None else named_rulebook(rulebook)
    own = cards_in(files, book) if files and book is not None else None
    found = answered(" ".join(question), rulebook=book, readings=readings, cards=own)
    if all_readings:
        asked = [reply.question for reply in found.replies]
        observe = partial(what_is_asked, questions=asked)
        found = replace(found, readings=explored(found.scenario, out, limit, observe))
    verdict = certificate_of(found.answer).check()
    out.report(
        lambda: asked_blocks(found, verdict, whole=verbose, looked_at=all_readings),
        lambda: asked_json(found, verdict),
    )
    if file is not None:
        save({file: _text(found, rulebook, file)})
        if not out.as_json:
            click.echo(f"The scenario is in {file}")
    return certified_code([verdict])


def _text(found: Replies, rulebook: str | None, file: Path) -> str:
    """The scenario as a file, called after the first reply, loaded and judged once."""
    said = _YES_OR_NO.sub("", found.replies[0].says[0])
    scenario = replace(found.scenario, title=_STATEMENT.split(said)[0].rstrip("."))
    name = None if rulebook is None else book_from(rulebook, file.parent)
    text = written_scenario(scenario, rulebook=name)
    for outcome in judge_all(loads_scenario(text, str(file), file.parent)).outcomes:
        if not outcome.right:
            raise LayerlawError(f"internal error: the saved scenario fails: {outcome.trouble}")
    return text
