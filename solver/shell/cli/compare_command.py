"""`layerlaw compare`: two rules documents side by side, and the smallest board where they part."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.load import is_file, named_rulebook
from layerlaw.solver.documents.compare import compare as comparison_of
from layerlaw.solver.shell.cli.options import scenario_files
from layerlaw.solver.shell.cli.output import Output, output_options
from layerlaw.solver.shell.cli.pictures import picture_options
from layerlaw.solver.shell.cli.saving import (
    file_name,
    named_once,
    save,
    saving_options,
    size_option,
    texts_to_save,
)
from layerlaw.solver.shell.cli.scenario_files import SCENARIO_PATH
from layerlaw.solver.shell.cli.stopping import limit_options
from layerlaw.solver.shell.report.compare import (
    ComparisonReport,
    compare_blocks,
    comparison_report,
)
from layerlaw.solver.shell.report.json_form import document
from layerlaw.solver.shell.report.played_scenarios import side_scenario

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.documents.compare import Comparison

PARTING = 1
QUESTION = 3
SECONDS = 120.0
"""The cards are looked at for so long if no time is said."""

SIZE = 4
"""Boards of up to so many effects are looked at if nothing is said."""


@click.command()
@click.argument("one")
@click.argument("other")
@size_option
@click.option(
    "--boards",
    "own",
    multiple=True,
    type=SCENARIO_PATH,
    metavar="PATH",
    help="Try the scenarios of this file or folder of yours, too; may be repeated.",
)
@click.option(
    "--cards",
    metavar="FILE",
    help="Say instead which cards and pairs of FILE come to something else under OTHER; "
    "`shipped`: those of the game.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True, max=1_000_000),
    metavar="SECONDS",
    help=f"With --cards: look for so long, {SECONDS:g} if nothing is said.",
)
@click.option(
    "--fail-on",
    type=click.Choice(["parting", "question"]),
    help=f"Exit code {PARTING} if the documents part by default; `question`: also {QUESTION} if "
    "they part under a reading only, or differ and no board shows it.",
)
@saving_options
@picture_options("html")
@limit_options
@output_options
def compare(
    one: str,
    other: str,
    size: int | None,
    own: tuple[Path, ...],
    cards: str | None,
    seconds: float | None,
    fail_on: str | None,
    folder: Path | None,
    out: Output,
) -> int:
    """Hold the rulebooks ONE and OTHER (ids or files) against each other.

    Says whether they come to the same on every board up to a size, or shows the smallest board
    on which they part, and which of their differences make it so.
    """
    books = named_rulebook(one), named_rulebook(other)
    if cards is not None:
        if folder is not None or size is not None or own or out.pictures:
            raise LayerlawError("--cards saves no boards and draws no page: leave the other out")
        return _cards_compared(books, cards, seconds or SECONDS, fail_on, out)
    if seconds is not None:
        raise LayerlawError("--seconds is for --cards; elsewhere say --timeout")
    with out.progress("boards under both rulebooks") as report:
        comparison = comparison_of(
            *books, n=size or SIZE, progress=report, boards=tuple(scenario_files(own))
        )
    same = books[0].id == books[1].id
    labels = (one, other) if same else (books[0].id, books[1].id)
    compared = comparison_report(comparison, labels)
    refused: LayerlawError | None = None
    try:
        compared = compared if folder is None else _saved(compared, folder, (one, other))
    except LayerlawError as error:
        # What took so long to find is shown all the same.
        refused = error
    out.report(compare_blocks, document, compared)
    if out.pictures:
        from layerlaw.solver.shell.report.notebook_pages import compared_page

        out.draw({"html": compared_page(compared)})
    if refused is not None:
        raise refused
    return _code(comparison, fail_on)


def _code(comparison: Comparison, fail_on: str | None) -> int:
    """The exit code: a parting by default, a question, or neither."""
    if fail_on is not None and comparison.parts_by_default:
        return PARTING
    return QUESTION if fail_on == "question" and not comparison.equivalent else 0


def _cards_compared(
    books: tuple[Rulebook, Rulebook], file: str, seconds: float, fail_on: str | None, out: Output
) -> int:
    """Which cards and pairs come to something else, as far as the time goes."""
    from layerlaw.solver.games.census import Means, changed_cards
    from layerlaw.solver.shell.cli.card_files import cards_for
    from layerlaw.solver.shell.report.editions import edition_blocks

    chosen = cards_for(books[0], () if file == "shipped" else (Path(file),))
    end = time.monotonic() + seconds
    with out.progress("boards of cards") as report:

        def look(_: str, done: int, total: int) -> None:
            report(done, total)
            if time.monotonic() > end:
                raise KeyboardInterrupt

        changes = changed_cards(*books, chosen, means=Means(progress=look))
    out.report(edition_blocks, document, changes)
    if not changes.complete:
        click.echo(f"stopped after {seconds:g} s (--seconds) or by an interrupt", err=True)
    changed = changes.singles or changes.pairs
    if fail_on is not None and changed:
        return PARTING
    return QUESTION if fail_on == "question" and not changes.share.whole else 0


def _saved(compared: ComparisonReport, folder: Path, books: tuple[str, str]) -> ComparisonReport:
    """The boards with the files that they were written to, one for each rulebook."""
    called = [Path(label).stem if is_file(label) else label for label in compared.labels]
    shown = [(board, board.parted.point) for board in compared.boards]
    shown += [(each.board, each.difference.what) for each in compared.single if each.board]
    stems = named_once([file_name("part", *called, name) for _, name in shown])
    scenarios = {}
    for stem, (board, _) in zip(stems, shown, strict=True):
        for number, (side, book) in enumerate(zip(board.played.sides, books, strict=True), 1):
            if side.derivation is not None:
                title = f"{side.label}: {board.parted.boards[0].title}"
                scenario = side_scenario(title, board.played, side)
                scenarios[f"{stem}.{number}"] = (scenario, book)
    texts = texts_to_save(scenarios, folder)
    save(texts)
    saved = iter(
        [
            replace(board, saved=tuple(str(f) for f in texts if f.name.startswith(f"{stem}.")))
            for stem, (board, _) in zip(stems, shown, strict=True)
        ]
    )
    return replace(
        compared,
        boards=tuple(next(saved) for _ in compared.boards),
        single=tuple(
            replace(each, board=next(saved)) if each.board else each for each in compared.single
        ),
    )
