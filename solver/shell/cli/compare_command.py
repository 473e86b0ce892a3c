"""`layerlaw compare`: two rules documents side by side, and the smallest board where they part."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.load import is_file, named_rulebook
from layerlaw.solver.documents.compare import compare as comparison_of
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
from layerlaw.solver.shell.cli.stopping import limit_options
from layerlaw.solver.shell.report.compare import (
    ComparedBoard,
    ComparisonReport,
    compare_blocks,
)
from layerlaw.solver.shell.report.json_form import document
from layerlaw.solver.shell.report.played_boards import in_own_zones, play_sides
from layerlaw.solver.shell.report.played_scenarios import side_scenario

if TYPE_CHECKING:
    from layerlaw.solver.documents.compare import Comparison, Parted

SIZE = 4
"""Boards of up to so many effects are looked at if nothing is said."""


@click.command()
@click.argument("one")
@click.argument("other")
@size_option
@saving_options
@picture_options("html")
@limit_options
@output_options
def compare(
    one: str,
    other: str,
    size: int | None,
    folder: Path | None,
    out: Output,
) -> int:
    """Hold the rulebooks ONE and OTHER (ids or files) against each other.

    Says whether they come to the same on every board up to a size, or shows the smallest board
    on which they part, and which of their differences make it so.
    """
    books = named_rulebook(one), named_rulebook(other)
    with out.progress("boards under both rulebooks") as report:
        comparison = comparison_of(*books, n=size or SIZE, progress=report)
    same = books[0].id == books[1].id
    labels = (one, other) if same else (books[0].id, books[1].id)
    boards = tuple(_played(parted, labels) for parted in _parted(comparison))
    refused: LayerlawError | None = None
    try:
        boards = boards if folder is None else _saved(boards, folder, (one, other), labels)
    except LayerlawError as error:
        # What took so long to find is shown all the same.
        refused = error
    compared = ComparisonReport(comparison, labels, boards)
    out.report(compare_blocks, document, compared)
    if out.pictures:
        from layerlaw.solver.shell.report.notebook_pages import compared_page

        out.draw({"html": compared_page(compared)})
    if refused is not None:
        raise refused
    return 0


def _parted(comparison: Comparison) -> tuple[Parted, ...]:
    return (*((comparison.parted,) if comparison.parted is not None else ()), *comparison.loose)


def _played(parted: Parted, labels: tuple[str, str]) -> ComparedBoard:
    """The board played under both rulebooks; it is an error if the outcomes are the same."""
    one, other = (board.rulebook for board in parted.boards)
    boards = in_own_zones(parted.boards[0], other), in_own_zones(parted.boards[1], one)
    parted = replace(parted, boards=boards)
    played = play_sides(list(zip(labels, boards, strict=True)))
    if not played.outcome_parts and not played.order_parts and parted.divergence is None:
        title = parted.boards[0].title
        raise LayerlawError(f"internal error: the rulebooks do not part on the board '{title}'")
    return ComparedBoard(parted, played)


def _saved(
    boards: tuple[ComparedBoard, ...],
    folder: Path,
    books: tuple[str, str],
    labels: tuple[str, str],
) -> tuple[ComparedBoard, ...]:
    """The boards with the files that they were written to, one for each rulebook."""
    called = [Path(label).stem if is_file(label) else label for label in labels]
    stems = named_once([file_name("part", *called, board.parted.point) for board in boards])
    scenarios = {}
    for stem, board in zip(stems, boards, strict=True):
        for number, (side, book) in enumerate(zip(board.played.sides, books, strict=True), 1):
            if side.derivation is not None:
                title = f"{side.label}: {board.parted.boards[0].title}"
                scenario = side_scenario(title, board.played, side)
                scenarios[f"{stem}.{number}"] = (scenario, book)
    texts = texts_to_save(scenarios, folder)
    save(texts)
    return tuple(
        ComparedBoard(
            board.parted,
            board.played,
            tuple(str(file) for file in texts if file.name.startswith(f"{stem}.")),
        )
        for stem, board in zip(stems, boards, strict=True)
    )
