"""Looks for the smallest board on which two rulebooks part, and for one for each difference."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.solver.documents.boards.layer_boards import layer_boards
from layerlaw.solver.documents.boards.procedure_boards import policy_boards
from layerlaw.solver.documents.boards.realise import instance_boards, realises
from layerlaw.solver.documents.boards.small_boards import SharedWords, size_of
from layerlaw.solver.documents.compare.axioms import axiom_differences
from layerlaw.solver.documents.compare.comparison import Comparison
from layerlaw.solver.documents.compare.differences import (
    alignment,
    lacking,
    layer_differences,
    policy_differences,
)
from layerlaw.solver.documents.compare.openings import open_differences
from layerlaw.solver.documents.compare.playing import NO_READINGS, BothDocuments, ComparedEvents
from layerlaw.solver.documents.compare.shipped import ShippedBoard, boards_of_both
from layerlaw.solver.documents.compare.single import MOST_BOARDS, single_differences
from layerlaw.solver.documents.compare.toggles import toggles

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.documents.compare.comparison import LayerDifference, Parted
    from layerlaw.solver.documents.compare.openings import Opening

FEW_SHIPPED = 60
"""So many shipped boards are tried for a reading before those made up for it."""

MOST_SHIPPED = 200
"""So many are tried in all."""

MOST_ALIKE = 200
"""So many boards are played under documents that fix the same by default."""

MOST_EDGES = 2
"""Instances of four effects or more are looked at up to so many dependencies."""


@checked()
def compare(
    one: Rulebook,
    other: Rulebook,
    *,
    n: int = 4,
    progress: Callable[[int, int], None] | None = None,
    boards: Sequence[Path] = (),
) -> Comparison:
    """Where two rulebooks part: what they fix differently, and the smallest board that shows it.

    one, other: the rulebooks.

    The boards are made of the words that both know, so that the same cards mean the same on both
    sides; where the games share no number and no set of words there are none. n: the greatest
    number of effects of an abstract instance that is made into boards. progress: called after each
    board with the number of boards so far and 0. boards: files with scenarios of one's own, which
    are tried as shipped ones are. Outcomes are compared in the characteristics that
    both rulebooks know, permissions left out.

    Raises `WrongArgument` for anything but two rulebooks.

    >>> from layerlaw import shipped_rulebook
    >>> from layerlaw.solver.documents.compare import compare
    >>> book = shipped_rulebook("sorcery-2026-01")
    >>> compare(book, book, n=1).policies
    ()
    """
    search = _ComparisonSearch(one, other, n, progress, boards)
    aligned = alignment(one, other)
    opened, openings = open_differences(one, other, search.words)
    layers = layer_differences(one, other, search.words)
    parted = search.parted(layers)
    differences = single_differences(search.played, search.words, search.shipped)
    found = [(each, search.loose(each)) for each in openings]
    return Comparison(
        one=one,
        other=other,
        aligned=aligned,
        lacking=lacking(one, other, aligned),
        policies=policy_differences(one, other),
        open=opened,
        layers=layers,
        parted=parted,
        loose=tuple(
            sorted(
                (board for _, board in found if board is not None),
                key=lambda parted: size_of(parted.boards[0]),
            )
        ),
        unshown=tuple(f"{each.point}={each.reading}" for each, board in found if board is None),
        bound=n,
        looked=search.played.looked,
        reason=search.reason,
        differences=differences,
        axioms=axiom_differences(one, other, n),
    )


def smallest_parting(one: Rulebook, other: Rulebook, *, n: int = 4) -> Parted | None:
    """The smallest board found on which two rulebooks part by default, as in `compare`.

    Its causes are told; boards for each single difference are not looked for, which takes most of
    the time where there are many.
    """
    search = _ComparisonSearch(one, other, n, None, ())
    return search.parted(layer_differences(one, other, search.words))


class _ComparisonSearch:
    """Two rulebooks, the words they share, and the boards made of these."""

    def __init__(
        self,
        one: Rulebook,
        other: Rulebook,
        n: int,
        progress: Callable[[int, int], None] | None,
        own: Sequence[Path] = (),
    ) -> None:
        self.sides = one, other
        self.own = own
        self.n = n
        self.words = SharedWords(one, other)
        self.played = BothDocuments(one, other, progress)
        self.reason = ""
        if not self.words.numbers and not self.words.sets:
            self.reason = "the games share no words that made-up cards could be written in"
        elif one.game != other.game:
            shared = ", ".join((*self.words.numbers, *self.words.sets))
            self.reason = f"boards are made of what both games know alone: {shared}, abilities"

    def parted(self, layers: Sequence[LayerDifference]) -> Parted | None:
        """The smallest board on which the default readings part.

        Where both fix the same by default, none should: some boards, the shipped ones first, are
        played all the same.
        """
        one, other = self.sides
        if not self.words.numbers:
            return None
        boards = self._boards(layers)
        if one.game == other.game and not toggles(one, other):
            boards = islice(chain((each.made for each in self.shipped), boards), MOST_ALIKE)
        for made in boards:
            if self.played.parts(made):
                return self.played.parted(made)
        return None

    def loose(self, opening: Opening) -> Parted | None:
        """The smallest board on which a reading that only one side admits parts from the other,
        and the defaults do not; else the smallest on which they part otherwise by default."""
        if not self.words.numbers:
            return None
        reading = {opening.point: opening.reading}
        chosen = _of_side(opening.side, reading)
        second: ComparedEvents | None = None
        for made in self._boards_about(opening, reading):
            if not self.played.parts(made, *chosen):
                continue
            if not self.played.parts(made):
                return self.played.parted(made, opening.point, *chosen)
            if second is None and self.played.changes(made, opening.side, reading):
                second = made
        return None if second is None else self.played.parted(second, opening.point, *chosen)

    def _about(self, opening: Opening, reading: Mapping[str, str]) -> tuple[Scenario, ...]:
        """Boards for the question that the reading answers."""
        if not opening.verbs:
            return policy_boards(self.words, opening.what)[:MOST_BOARDS]
        book = self.sides[opening.side]
        return layer_boards(self.words, opening.verbs, (book, book.settled(reading)))[:MOST_BOARDS]

    # --- boards -----------------------------------------------------------------------------

    def _boards(self, layers: Sequence[LayerDifference]) -> Iterator[ComparedEvents]:
        """Boards of the stock of two effects at most and of instances, the smallest first."""
        stock: list[ComparedEvents] = []
        for each in policy_differences(*self.sides):
            boards = policy_boards(self.words, each.policy)[:MOST_BOARDS]
            stock += [ComparedEvents(board) for board in boards]
        verbs = tuple(dict.fromkeys(verb for each in layers for verb in each.operations))
        if verbs:
            boards = layer_boards(self.words, verbs, self.sides)[:MOST_BOARDS]
            stock += [ComparedEvents(board) for board in boards]
        layered = self.sides[0].policy("process") == "layered"
        for count in range(2, self.n + 1):
            made = instance_boards(self.words, count, most_edges=MOST_EDGES)
            stock += [
                ComparedEvents(board, instance)
                for board, instance, kinds in made
                if not layered or realises(board, instance, kinds)
            ]
            stock.sort(key=lambda made: (size_of(made.board), made.instance is None))
            yield from stock
            stock = []
        yield from (each.made for each in self.shipped)

    @cached_property
    def shipped(self) -> tuple[ShippedBoard, ...]:
        """The boards in files, of documents of one game, the smallest first."""
        return boards_of_both(*self.sides, self.own)

    def _boards_about(
        self, opening: Opening, reading: Mapping[str, str]
    ) -> Iterator[ComparedEvents]:
        """Boards for a reading: shipped ones that name its point, small ones, made-up ones, then
        the other shipped ones."""
        named = [each.made for each in self.shipped if opening.point in each.text]
        others = [each.made for each in self.shipped if opening.point not in each.text]
        yield from named
        yield from others[:FEW_SHIPPED]
        yield from (ComparedEvents(board) for board in self._about(opening, reading))
        yield from others[FEW_SHIPPED:MOST_SHIPPED]


def _of_side(side: int, readings: Mapping[str, str]) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """The readings for one side, and none for the other."""
    return (readings, NO_READINGS) if side == 0 else (NO_READINGS, readings)
