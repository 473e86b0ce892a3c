"""`layerlaw rulings`: a publisher's rulings, sorted by what they bear on."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from layerlaw.model.cards.card_lists import newest_list, published_rulings
from layerlaw.model.cards.load_rulings import load_rulings, shipped_rulings
from layerlaw.model.cards.rulings import BEARS, drift
from layerlaw.model.errors import LayerlawError, with_hint
from layerlaw.solver.shell.cli.output import Output, output_options, show_json
from layerlaw.solver.shell.report.published_rulings import (
    count_blocks,
    drift_blocks,
    rulings_json,
    table_blocks,
)

if TYPE_CHECKING:
    from layerlaw.model.cards.rulings import Ruling

CARD_LISTS = "LAYERLAW_CARDS"
"""The environment variable that names a folder of card lists, `GAME.YYYY-MM.json`."""


@click.command()
@click.argument("game")
@click.option("--lacking", is_flag=True, help="Only those for which a word lacks.")
@click.option("--bears", type=click.Choice(BEARS), help="Only those that bear on this.")
@click.option("--card", metavar="NAME", help="Only those on this card.")
@click.option("--counts", is_flag=True, help="The counts without the table.")
@click.option(
    "--cards",
    "file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Hold the table against this card list (JSON), or the latest one of a folder.",
)
@output_options
def rulings(
    game: str,
    lacking: bool,
    bears: str | None,
    card: str | None,
    counts: bool,
    file: Path | None,
    out: Output,
) -> int:
    """Show the publisher's rulings on the cards of GAME: what each bears on, and where it stands.

    A ruling that bears on a characteristic, a permission, a zone or a duration stands in a
    scenario, or lacks a word of the notation. Against a card list (--cards, or the folder that
    LAYERLAW_CARDS names) it says which rulings are new or have another text; exit code 1 if any.
    GAME may also be a file of the same form (*.yaml).
    """
    table = load_rulings(game) if game.endswith(".yaml") else shipped_rulings(game)
    chosen = [ruling for ruling in table.rulings if _wanted(ruling, lacking, bears, card)]
    if card is not None and not chosen:
        names = sorted({ruling.card for ruling in table.rulings})
        if card not in names:
            message = f"there is no ruling on a card '{card}'"
            raise LayerlawError(with_hint(message, card, names))
    against = _card_list(file, table.game)
    changes = None if against is None else drift(table, published_rulings(against))
    if out.as_json:
        show_json(rulings_json(table, [] if counts else chosen, changes))
    else:
        if not counts:
            out.show(table_blocks(chosen))
        if not lacking and bears is None and card is None:
            out.show(count_blocks(table))
        if changes is not None and against is not None:
            out.show(drift_blocks(changes, against.name))
    return 0 if changes is None or changes.none else 1


def _wanted(ruling: Ruling, lacking: bool, bears: str | None, card: str | None) -> bool:
    return (
        (not lacking or bool(ruling.lacks))
        and bears in (None, ruling.bears)
        and card in (None, ruling.card)
    )


def _card_list(file: Path | None, game: str) -> Path | None:
    """The card list that is named; for a folder, or from the environment, the latest one."""
    named = os.environ.get(CARD_LISTS)
    if file is None and named:
        file = Path(named)
    if file is not None and file.is_dir():
        return newest_list(file, game)
    return file
