"""`layerlaw fuzz`: random boards of real cards against another engine, the first find reduced."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from layerlaw.model.errors import LayerlawError, with_hint
from layerlaw.model.scenarios.load import is_file, named_rulebook
from layerlaw.solver.games.drawn_boards import EVENTS, drawn_boards
from layerlaw.solver.shell.cli.card_files import cards_for
from layerlaw.solver.shell.cli.engine_options import EngineOptions, engine_options
from layerlaw.solver.shell.cli.output import Output, output_options
from layerlaw.solver.shell.cli.saving import book_from, save
from layerlaw.solver.shell.cli.stopping import INTERRUPTED, limit_options
from layerlaw.solver.shell.engines.fuzzing import Fuzzed
from layerlaw.solver.shell.engines.fuzzing import fuzz as fuzzed_with
from layerlaw.solver.shell.engines.report import played_blocks, played_json
from layerlaw.solver.shell.report.json_form import document
from layerlaw.solver.shell.shrink.against_engine import between_engines
from layerlaw.solver.shell.shrink.disagreement import Disagreement
from layerlaw.solver.shell.shrink.expected import text_to_keep
from layerlaw.solver.shell.shrink.report import shrunk_blocks, shrunk_json
from layerlaw.solver.shell.shrink.shrinking import shrink

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.model.cards.card import Card
    from layerlaw.solver.shell.engines.engine import Engine
    from layerlaw.solver.shell.report.blocks import Block
    from layerlaw.solver.shell.report.json_form import Json
    from layerlaw.solver.shell.shrink.shrinking import Shrunk

FOUND, TROUBLE = 1, 2


@click.command()
@click.argument("rulebook")
@click.option(
    "--count",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    metavar="N",
    help="Play so many boards, if none comes out otherwise before.",
)
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    metavar="S",
    help="Other boards; the same seed always draws the same ones.",
)
@click.option(
    "--from",
    "first",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Begin with board N of the seed.",
)
@click.option(
    "--events",
    type=click.IntRange(min=2, max=40),
    default=EVENTS,
    show_default=True,
    metavar="N",
    help="So many things happen on a board at most.",
)
@click.option(
    "--only",
    multiple=True,
    metavar="CARD",
    help="Draw this card and no others but those named likewise; may be repeated.",
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
    "--out",
    "kept",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the smallest scenario that comes out otherwise into a new file.",
)
@engine_options
@limit_options
@output_options
def fuzz(
    rulebook: str,
    count: int,
    seed: int,
    first: int,
    events: int,
    only: tuple[str, ...],
    card_files: tuple[Path, ...],
    kept: Path | None,
    engine: EngineOptions,
    out: Output,
) -> int:
    """Play random boards of real cards with your engine, and reduce the first that differs.

    RULEBOOK is an id or a file; cards are drawn from those of its game. The state is compared after
    every event. Exit code 0: nothing differs; 1: a board does, which is then made as small as it
    can be; 2: an engine gave no state, or nothing was compared.
    """
    if not engine:
        raise LayerlawError("which engine? Say --engine ENGINE; see docs/engines.md")
    if kept is not None and kept.exists():
        raise LayerlawError(f"{kept} is there already and is not written over")
    book = named_rulebook(rulebook)
    cards = _only(cards_for(book, card_files), only)
    boards = drawn_boards(rulebook, cards, seed=seed, first=first, events=events)
    smallest: Shrunk | None = None
    with engine.engine() as playing:
        with out.progress("boards") as report:
            found = fuzzed_with(boards, playing, count, complete=engine.complete, progress=report)
        if found.found is not None:
            smallest = _reduced(found, playing, rulebook, out, complete=engine.complete)
    text = ""
    if smallest is not None:
        assert isinstance(smallest.last, Disagreement)
        folder = (kept or Path("smallest")).parent
        shown = book_from(rulebook, folder) if is_file(rulebook) else None
        text = text_to_keep(smallest.last, rulebook=shown, folder=folder)
        if kept is not None:
            save({kept: text})
    out.report(_blocks, _json, found, smallest, text)
    if found.stopped or (smallest is not None and smallest.stopped == "interrupted"):
        return INTERRUPTED
    if smallest is not None:
        return FOUND
    held = any(case.held is not None for case in found.cases)
    return TROUBLE if not held or any(case.trouble for case in found.cases) else 0


def _only(cards: Mapping[str, Card], names: tuple[str, ...]) -> Mapping[str, Card]:
    for name in names:
        if name not in cards:
            raise LayerlawError(with_hint(f"there is no card '{name}' to draw", name, cards))
    return {name: cards[name] for name in names} if names else cards


def _reduced(
    found: Fuzzed, engine: Engine, rulebook: str, out: Output, *, complete: bool
) -> Shrunk:
    assert found.found is not None
    with out.progress("scenarios") as report:
        return shrink(
            found.found,
            between_engines(engine, complete=complete),
            progress=report,
            rulebook=book_from(rulebook, Path("/")) if is_file(rulebook) else None,
            folder=Path("/"),
        )


def _blocks(found: Fuzzed, smallest: Shrunk | None, text: str) -> list[Block]:
    if smallest is None:
        return played_blocks(found.cases)
    assert isinstance(smallest.last, Disagreement)
    return [
        *shrunk_blocks(smallest, smallest.last, text),
        *played_blocks(found.cases, only_count=True),
    ]


def _json(found: Fuzzed, smallest: Shrunk | None, text: str) -> Json:
    reduced: Json = None
    if smallest is not None:
        assert isinstance(smallest.last, Disagreement)
        reduced = shrunk_json(smallest, smallest.last, text)
    return document("fuzz", boards=played_json(found.cases), smallest=reduced)
