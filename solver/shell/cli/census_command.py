"""`layerlaw census`: what is between every two, and every three, cards of a game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.load import named_rulebook
from layerlaw.solver.games.census.census import HISTORIES, Means
from layerlaw.solver.games.census.census import census as take_census
from layerlaw.solver.games.census.editions import changed_cards
from layerlaw.solver.shell.cli.card_files import cards_for
from layerlaw.solver.shell.cli.output import Output, no_color_option
from layerlaw.solver.shell.cli.stopping import INTERRUPTED, limit_options
from layerlaw.solver.shell.cli.workers import sweep_options, workplace
from layerlaw.solver.shell.report.census import census_blocks
from layerlaw.solver.shell.report.census_picture import check_picture, draw
from layerlaw.solver.shell.report.editions import edition_blocks
from layerlaw.solver.shell.report.json_form import document
from layerlaw.solver.shell.report.whole_file import replaced

if TYPE_CHECKING:
    from collections.abc import Callable

    from layerlaw.solver.games.census.census import Of


@click.command()
@click.argument("rulebook")
@click.option(
    "--of",
    type=click.Choice(("pairs", "triples", "both")),
    default="pairs",
    show_default=True,
    help="What is new in a triple is what none of its pairs has.",
)
@click.option(
    "--cards",
    "card_files",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The cards of this file instead of the shipped ones; may be repeated.",
)
@click.option(
    "--against",
    metavar="RULEBOOK",
    help="Say instead which cards and pairs come to something else under this edition.",
)
@click.option(
    "--histories",
    type=click.IntRange(min=0),
    default=HISTORIES,
    show_default=True,
    metavar="N",
    help="Play so many histories of an entangled board to see whether the readings agree; 0: none.",
)
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    metavar="N",
    help="Look at N pairs and N triples at most: picked by a hash of their names, and first of all "
    "triples whose pairs are entangled.",
)
@click.option(
    "--json",
    "json_file",
    metavar="FILE",
    help="Write everything into FILE as JSON; with - print it instead of the table.",
)
@click.option(
    "--picture",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="OUT",
    help="Draw the pairs as a matrix into OUT (.svg, .png or .pdf).",
)
@no_color_option
@sweep_options
@limit_options
def census(
    rulebook: str,
    of: Of,
    card_files: tuple[Path, ...],
    against: str | None,
    histories: int,
    limit: int | None,
    json_file: str | None,
    picture: Path | None,
    no_color: bool,
    workers: int | None,
    scheduler: str | None,
    results: Path | None,
) -> int:
    """Look at every pair (or triple) of a game's cards under RULEBOOK (an id or a file).

    They meet on a standard board: which depend on each other, which loops there are, where the
    order of arrival matters, and where the readings of the document lead to different answers.
    Interrupted, it shows what was found (exit code 130); with --results it goes on from there.
    """
    if against is not None and (picture is not None or of != "pairs"):
        raise LayerlawError("--against looks at pairs and draws no picture: leave the other out")
    if picture is not None:
        if of == "triples":
            raise LayerlawError("the picture shows pairs: say --of pairs or --of both")
        check_picture(picture)
    out = Output(as_json=json_file == "-", no_color=no_color)
    target = None if json_file in (None, "-") else Path(str(json_file))
    if target is not None and not target.parent.is_dir():
        raise LayerlawError(f"there is no folder '{target.parent}' for the JSON")
    book = named_rulebook(rulebook)
    cards = cards_for(book, card_files)
    with (
        workplace(workers, scheduler) as (executor, in_flight),
        out.progress("boards") as report,
    ):
        means = Means(executor, workers, in_flight, results, _without_words(report))
        if against is not None:
            changes = changed_cards(book, named_rulebook(against), cards, limit=limit, means=means)
        else:
            result = take_census(book, cards, of=of, histories=histories, limit=limit, means=means)
    if against is not None:
        out.report(edition_blocks, document, changes)
        _write(target, document(changes))
        return 0 if changes.complete else INTERRUPTED
    out.report(census_blocks, document, result)
    _write(target, document(result))
    if picture is not None and result.pairs:
        draw(result, picture)
    elif picture is not None:
        click.echo("nothing is drawn: no two cards are entangled", err=True)
    return 0 if result.complete else INTERRUPTED


def _write(target: Path | None, found: object) -> None:
    """The JSON into the file, if there is one to write to."""
    if target is not None:
        text = json.dumps(found, indent=2, ensure_ascii=False) + "\n"
        replaced(target, lambda part: part.write_text(text, encoding="utf-8", newline="\n"))


def _without_words(report: Callable[[int, int], None]) -> Callable[[str, int, int], None]:
    return lambda _, done, total: report(done, total)
