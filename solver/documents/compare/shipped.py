"""The boards in files, shipped ones and one's own, that can be played under two documents."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.load import loads_scenario
from layerlaw.model.shipped import scenarios_for
from layerlaw.solver.documents.boards.small_boards import size_of
from layerlaw.solver.documents.compare.playing import NO_READINGS, ComparedEvents, under

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from layerlaw.model.rulebooks.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class ShippedBoard:
    """A board in a file that means the same under both documents. text: of its file."""

    made: ComparedEvents
    text: str


def boards_of_both(
    one: Rulebook, other: Rulebook, own: Sequence[Path] = ()
) -> tuple[ShippedBoard, ...]:
    """One's own boards and the shipped ones of their game, of whatever edition, the smallest first.

    own: the files of one's own. Left out is what one of them cannot read, and what they read
    otherwise, keywords aside, which do under each document what it says.
    """
    if one.game != other.game:
        return ()
    boards = []
    # Scenarios of other games say nothing of one that has no cards shipped.
    for path in (*own, *(scenarios_for(one) if one.cards else ())):
        text = path.read_text(encoding="utf-8")
        try:
            first, second = (
                loads_scenario(text, file=str(path), rulebook=book, folder=path.parent)
                for book in (one, other)
            )
        except LayerlawError:
            continue
        if under(first, other).play == second.play:
            board = replace(first, readings=NO_READINGS)
            boards.append(ShippedBoard(ComparedEvents(board), text))
    return tuple(sorted(boards, key=lambda each: size_of(each.made.board)))
