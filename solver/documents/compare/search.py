"""Looks for the smallest board on which two rulebooks part, and for what makes them part there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.solver.answer.difference.answers import difference
from layerlaw.solver.answer.difference.divergence import first_divergence
from layerlaw.solver.answer.difference.outcome import BEARER, PLACE
from layerlaw.solver.board.columns import PERMISSIONS
from layerlaw.solver.documents.audit.sentences import answers_in_words
from layerlaw.solver.documents.boards.layer_boards import layer_boards
from layerlaw.solver.documents.boards.procedure_boards import policy_boards
from layerlaw.solver.documents.boards.real_cards import shipped_boards
from layerlaw.solver.documents.boards.realise import applied_orders, instance_boards, realises
from layerlaw.solver.documents.boards.small_boards import (
    NAMES,
    SharedWords,
    TooLong,
    answered,
    size_of,
)
from layerlaw.solver.documents.compare.comparison import Cause, Comparison, Parted
from layerlaw.solver.documents.compare.differences import (
    alignment,
    lacking,
    layer_differences,
    open_differences,
    policy_differences,
)
from layerlaw.solver.documents.compare.toggles import taken_over, toggles

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.documents.axioms.instances import Instance, Order
    from layerlaw.solver.documents.compare.comparison import LayerDifference, OpenDifference

MOST_BOARDS = 300
"""So many boards of the stock are looked at for one difference."""

_ALWAYS = {"abilities", "name"}

MOST_EDGES = 2
"""Instances of four effects or more are looked at up to so many dependencies."""


@checked()
def compare(
    one: Rulebook,
    other: Rulebook,
    *,
    n: int = 4,
    progress: Callable[[int, int], None] | None = None,
) -> Comparison:
    """Where two rulebooks part: what they fix differently, and the smallest board that shows it.

    one, other: the rulebooks.

    The boards are made of the words that both know, so that the same cards mean the same on both
    sides; where the games share no number and no set of words there are none. n: the greatest
    number of effects of an abstract instance that is made into boards. progress: called after each
    board with the number of boards so far and 0. Outcomes are compared in the characteristics that
    both rulebooks know, permissions left out.

    Raises `WrongArgument` for anything but two rulebooks.

    >>> from layerlaw import shipped_rulebook
    >>> from layerlaw.solver.documents.compare import compare
    >>> book = shipped_rulebook("sorcery-2026-01")
    >>> compare(book, book, n=1).policies
    ()
    """
    search = _ComparisonSearch(one, other, n, progress)
    aligned = alignment(one, other)
    opened = open_differences(one, other)
    layers = layer_differences(one, other, search.words)
    parted = search.parted(layers)
    loose = tuple(found for each in opened if (found := search.loose(each)) is not None)
    return Comparison(
        one=one,
        other=other,
        aligned=aligned,
        lacking=lacking(one, other, aligned),
        policies=policy_differences(one, other),
        open=opened,
        layers=layers,
        parted=parted,
        loose=loose,
        bound=n,
        looked=search.looked,
        reason=search.reason,
    )


@dataclass(frozen=True, slots=True)
class _MadeBoard:
    board: Scenario
    instance: Instance | None


class _ComparisonSearch:
    """Two rulebooks, the words they share, and the boards made of these."""

    def __init__(
        self,
        one: Rulebook,
        other: Rulebook,
        n: int,
        progress: Callable[[int, int], None] | None,
    ) -> None:
        self.sides = one, other
        self.n = n
        self.words = SharedWords(one, other)
        self.progress = progress
        self.looked = 0
        self.reason = ""
        if not self.words.numbers and not self.words.sets:
            self.reason = "the games share no words that made-up cards could be written in"
        elif one.game != other.game:
            shared = ", ".join((*self.words.numbers, *self.words.sets))
            self.reason = f"boards are made of what both games know alone: {shared}, abilities"

    def parted(self, layers: Sequence[LayerDifference]) -> Parted | None:
        """The smallest board on which the default readings part.

        Where both have the same policies, layers, rules and checks by default, none can.
        """
        one, other = self.sides
        if not self.words.numbers or (one.game == other.game and not toggles(one, other)):
            return None
        for made in self._boards(layers):
            found = self._parts(made, {}, {})
            if found:
                return self._parted(made, "", {}, {})
        return None

    def loose(self, opened: OpenDifference) -> Parted | None:
        """The smallest board on which a reading that only one side admits parts from the other."""
        if not self.words.numbers:
            return None
        for side, (points, values) in enumerate(zip(opened.points, opened.values, strict=True)):
            foreign = opened.values[1 - side]
            for point in points:
                for reading in self.sides[side].points[point].readings:
                    value = reading.policies.get(opened.policy)
                    if value is None or value in foreign or value not in values:
                        continue
                    chosen = ({point: reading.id}, {}) if side == 0 else ({}, {point: reading.id})
                    for board in policy_boards(self.words, opened.policy)[:MOST_BOARDS]:
                        made = _MadeBoard(board, None)
                        if self._parts(made, *chosen) and not self._parts(made, {}, {}):
                            return self._parted(made, point, *chosen)
        return None

    # --- boards -----------------------------------------------------------------------------

    def _boards(self, layers: Sequence[LayerDifference]) -> Iterator[_MadeBoard]:
        """Boards of the stock of two effects at most and of instances, the smallest first."""
        stock: list[_MadeBoard] = []
        for each in policy_differences(*self.sides):
            boards = policy_boards(self.words, each.policy)[:MOST_BOARDS]
            stock += [_MadeBoard(board, None) for board in boards]
        verbs = tuple(dict.fromkeys(verb for each in layers for verb in each.operations))
        if verbs:
            boards = layer_boards(self.words, verbs, self.sides)[:MOST_BOARDS]
            stock += [_MadeBoard(board, None) for board in boards]
        layered = self.sides[0].policy("process") == "layered"
        for count in range(2, self.n + 1):
            made = instance_boards(self.words, count, most_edges=MOST_EDGES)
            stock += [
                _MadeBoard(board, instance)
                for board, instance, kinds in made
                if not layered or realises(board, instance, kinds)
            ]
            stock.sort(key=lambda made: (size_of(made.board), made.instance is None))
            yield from stock
            stock = []
        one, other = self.sides
        if one.game == other.game:
            shipped = shipped_boards(one, (one.id, other.id))
            yield from (_MadeBoard(board, None) for board in shipped)

    # --- answers ----------------------------------------------------------------------------

    def _under(
        self,
        made: _MadeBoard,
        chosen: Mapping[str, str],
        side: int,
        rulebook: Rulebook | None = None,
    ) -> Scenario:
        book = rulebook or self.sides[side]
        return replace(made.board, rulebook=book, readings=MappingProxyType(dict(chosen)))

    def _parts(self, made: _MadeBoard, first: Mapping[str, str], second: Mapping[str, str]) -> bool:
        self.looked += 1
        if self.progress is not None:
            self.progress(self.looked, 0)
        try:
            one = answered(self._under(made, first, 0))
            other = answered(self._under(made, second, 1))
        except TooLong:
            return False
        return _apart((one, other), self.sides)

    def _parted(
        self, made: _MadeBoard, point: str, first: Mapping[str, str], second: Mapping[str, str]
    ) -> Parted:
        boards = self._under(made, first, 0), self._under(made, second, 1)
        answers = answered(boards[0]), answered(boards[1])
        if not _apart(answers, self.sides):
            raise AssertionError(f"the board '{made.board.title}' does not play twice alike")
        one, other = answers
        differs = None
        if not isinstance(one, str) and not isinstance(other, str):
            differs = difference(one, other)
        alike = boards[0].rulebook.game == boards[1].rulebook.game
        shown = answers_in_words(answers, None if alike else _shared_words(self.sides))
        return Parted(
            boards=boards,
            point=point,
            instance=made.instance,
            orders=(_order(one, made.instance), _order(other, made.instance)),
            difference=differs,
            shown=(shown[0], shown[1]),
            divergence=first_divergence(*boards),
            causes=self._causes(made, point, answers, first, second),
        )

    def _causes(
        self,
        made: _MadeBoard,
        point: str,
        answers: tuple[Answer | str, Answer | str],
        first: Mapping[str, str],
        second: Mapping[str, str],
    ) -> tuple[Cause, ...]:
        one, other = (
            book.settled(chosen) for book, chosen in zip(self.sides, (first, second), strict=True)
        )
        every = toggles(one, other)
        if one.game != other.game:
            # Layers and checks speak of words that the other game does not have.
            every = tuple(each for each in every if each.policies)
        causes = []
        for toggle in every:
            rest = [each for each in every if each is not toggle]
            results: list[bool | None] = []
            for chosen in ([toggle], rest):
                book = taken_over(one, other, chosen)
                try:
                    answer = answered(self._under(made, {}, 0, book))
                except TooLong:
                    answer = "it takes too long"
                results.append(
                    None if isinstance(answer, str) else _apart((answers[0], answer), self.sides)
                )
            sufficient, still = results
            clauses = (*toggle.clauses, point) if point else toggle.clauses
            causes.append(
                Cause(toggle.what, clauses, sufficient, None if still is None else not still)
            )
        return tuple(causes)


def _order(answer: Answer | str, instance: Instance | None) -> Order:
    if instance is None or isinstance(answer, str):
        return ()
    number = {NAMES[effect]: effect for effect in range(instance.n)}
    return tuple(chain.from_iterable(applied_orders(answer, number)))


def _apart(
    answers: tuple[Answer | str, Answer | str], rulebooks: tuple[Rulebook, Rulebook]
) -> bool:
    """Whether two answers part; a text stands for the reason why there is none.

    Compared are the characteristics and statuses that both rulebooks know, what the abilities of
    an object are, how many answers there are, and, within one game, zones, places, bearers, the
    checks, and what may be done.
    """
    one, other = answers
    if isinstance(one, str) or isinstance(other, str):
        # What one of the games can't say at all is no difference in what is on the table.
        return isinstance(one, str) != isinstance(other, str) and _one_game(rulebooks)
    within_both = difference(one, other).within(_shared_words(rulebooks))
    if within_both.verdicts is not None or within_both.cells:
        return True
    return _one_game(rulebooks) and bool(within_both.zones or any(within_both.fates))


def _shared_words(rulebooks: tuple[Rulebook, Rulebook]) -> frozenset[str]:
    """The characteristics and statuses that both rulebooks know; within one game, what may be
    done, places and bearers too."""
    known = [{*each.characteristics, *each.statuses} for each in rulebooks]
    more = {PERMISSIONS, PLACE, BEARER} if _one_game(rulebooks) else set()
    return frozenset((known[0] & known[1]) | _ALWAYS | more)


def _one_game(rulebooks: tuple[Rulebook, Rulebook]) -> bool:
    return rulebooks[0].game == rulebooks[1].game
