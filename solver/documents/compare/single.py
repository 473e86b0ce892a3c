"""For each single difference of two documents the first board found that shows it."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, islice
from typing import TYPE_CHECKING

from layerlaw.solver.documents.boards.layer_boards import layer_boards
from layerlaw.solver.documents.compare.comparison import SingleDifference
from layerlaw.solver.documents.compare.differences import moved_groups
from layerlaw.solver.documents.compare.playing import NO_READINGS, ComparedEvents
from layerlaw.solver.documents.compare.sides import (
    lone_words,
    operations_in_words,
    said_of,
    spoken_of_alone,
    standing,
)
from layerlaw.solver.documents.compare.stock import about, relevant, stock_for, words_on

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.documents.boards.small_boards import SharedWords
    from layerlaw.solver.documents.compare.playing import BothDocuments
    from layerlaw.solver.documents.compare.shipped import ShippedBoard
    from layerlaw.solver.documents.compare.toggles import Toggle

MOST_BOARDS = 300
"""So many boards of the stock are looked at for one difference."""

MOST_CAUSES = 25
"""So many shipped boards on which the documents part are asked whether it is why."""

MOST_CAUSES_OF_STOCK = 100
"""So many boards of the stock for one difference are asked so."""

FEWER = 240
FEWER_CAUSES = 80
"""So many each for what is no question of order, whose boards are made of its own words."""

MOST_BETTER = 20
"""So many more are asked once one was found that shows the difference beside others."""

MOST_MADE_UP_FOR = 60
"""So many of them are looked at for another difference that makes up for it."""

MOST_READ = 40
"""So many of them, the first, under each reading that both documents admit."""

MOST_REAL = 100
"""So many boards of real cards on which the documents part are kept, the smallest."""


def single_differences(
    played: BothDocuments, words: SharedWords, shipped: Sequence[ShippedBoard]
) -> tuple[SingleDifference, ...]:
    """Every difference of procedure between two documents of one game, each with a board.

    shipped: the boards of both, the smallest first.

    None for documents of different games: what is different there is more than the procedure.
    """
    if not played.one_game:
        return ()
    before = played.looked
    lone = tuple(lone_words(*played.sides))
    every = played.toggles(NO_READINGS, NO_READINGS)
    real = _real_boards(played, shipped) if every else []
    with_words = [(board, words_on(board)) for board in real]
    tried = played.looked - before
    shown = []
    for toggle in every:
        if toggle.kind == "layers":
            for group in moved_groups(*played.sides, words):
                verbs = [tuple(dict.fromkeys(e.operations[n] for e in group)) for n in (0, 1)]
                what = " / ".join(operations_in_words(side) for side in verbs)
                fitting = [board for board in real if about(board, verbs)]
                fewer, more = sorted(verbs, key=len)
                stock = layer_boards(words, fewer, played.sides, more)
                made = tuple(board for board in stock if about(board, verbs))
                sides = standing(group[0], 0), standing(group[0], 1)
                shown.append(_shown(played, toggle, (what, sides), fitting, made, tried))
        else:
            named = toggle.what, said_of(toggle, played.sides)
            stock = stock_for(words, toggle, played.sides)
            fitting = relevant(with_words, toggle, played.sides)
            difference = _shown(played, toggle, named, fitting, stock, tried)
            spoken = spoken_of_alone(toggle, played.sides, lone)
            if difference.board is None and spoken:
                why = f"it speaks of {', '.join(spoken)}, which one of them does not know"
                difference = replace(difference, why=why)
            shown.append(difference)
    # No board can be played under both with a word that one of them does not know.
    for kind, word, side in lone:
        sides = (word, "") if side == 0 else ("", word)
        why = f"the word exists in {played.sides[side].id} only"
        shown.append(SingleDifference(f"{kind} {word}", sides, None, 0, why))
    return tuple(shown)


def _shown(
    played: BothDocuments,
    toggle: Toggle,
    named: tuple[str, tuple[str, str]],
    real: Sequence[Scenario],
    stock: Sequence[Scenario],
    tried: int,
) -> SingleDifference:
    """The difference with the first board of which it is the one cause, else with the first of
    which it is a cause, else with one where it is under a reading that both documents admit.

    named: what it is called, and what each side has of it. real: shipped boards on which the
    documents are known to part, of so many `tried`.
    """
    before = played.looked - tried
    of_order = toggle.kind in ("policy", "layers")
    most, most_causes = (MOST_BOARDS, MOST_CAUSES_OF_STOCK) if of_order else (FEWER, FEWER_CAUSES)
    boards = [ComparedEvents(board) for board in (*real, *stock[:most])]
    readings = _shared_readings(played.sides) if of_order else ()
    for chosen in (NO_READINGS, *readings):
        stocks: tuple[tuple[Iterable[ComparedEvents], int], ...]
        if chosen:
            some = (made for made in boards[:MOST_READ] if played.parts(made, chosen, chosen))
            stocks = ((some, MOST_CAUSES),)
        else:
            rest = (made for made in boards[len(real) :] if played.parts(made))
            # Shipped boards shall not use up what those that are about the difference need.
            stocks = ((boards[: len(real)], MOST_CAUSES), (rest, most_causes))
        second: ComparedEvents | None = None
        better = 0
        point = next(iter(chosen), "")
        for made in chain.from_iterable(islice(some, most) for some, most in stocks):
            cause = played.cause(made, toggle, point, chosen, chosen)
            if cause.sufficient and cause.necessary:
                second = made
                break
            if second is None and (cause.sufficient or cause.necessary):
                second = made
            better += second is not None
            if better > MOST_BETTER:
                break
        if second is not None:
            board = played.parted(second, point, chosen, chosen, about=toggle)
            return SingleDifference(*named, board, played.looked - before)
    why = _made_up_for(played, toggle, boards[len(real) :])
    return SingleDifference(*named, None, played.looked - before, why)


def _made_up_for(played: BothDocuments, toggle: Toggle, boards: Sequence[ComparedEvents]) -> str:
    """Which other difference makes up for this one, in words; empty where none is seen to.

    The documents agree on a board, and with this difference alone taken over, or all but this one,
    they would not; with the other one along they agree again.
    """
    every = played.toggles(NO_READINGS, NO_READINGS)
    rest = tuple(each for each in every if each != toggle)
    for made in boards[:MOST_MADE_UP_FOR]:
        if played.parts(made):
            continue
        if played.taken_over_parts(made, (), (toggle,)):
            pairs: list[tuple[Toggle, tuple[Toggle, ...]]]
            pairs = [(beside, (toggle, beside)) for beside in rest]
        elif played.taken_over_parts(made, (), rest):
            pairs = [(beside, tuple(each for each in rest if each != beside)) for beside in rest]
        else:
            continue
        for beside, chosen in pairs:
            if not played.taken_over_parts(made, (), chosen):
                return f"{beside.what} makes up for it on the boards where it would show"
        return "other differences together make up for it on the boards where it would show"
    return ""


def _shared_readings(sides: tuple[Rulebook, Rulebook]) -> Iterator[Mapping[str, str]]:
    """Each reading that both documents admit and neither has by default."""
    first, second = sides
    for id, point in first.points.items():
        theirs = second.points.get(id)
        if theirs is None:
            continue
        known = {reading.id for reading in theirs.readings}
        for reading in point.readings:
            if reading.id in known and reading.id not in (point.default, theirs.default):
                yield {id: reading.id}


def _real_boards(played: BothDocuments, shipped: Sequence[ShippedBoard]) -> list[Scenario]:
    """Those of the shipped boards on which the documents part, the smallest first."""
    parting = []
    for each in shipped:
        if played.parts(each.made) and not played.refused(each.made):
            parting.append(each.made.board)
        if len(parting) == MOST_REAL:
            break
    return parting
