"""Plays one board and judges a property on it, under one reading of the rulebook or under all."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra.claims import OrderFree
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.answer.difference.cells import differences_of
from layerlaw.solver.answer.difference.outcome import Outcome, outcome
from layerlaw.solver.certainty.readings.explore import ReadingExploration
from layerlaw.solver.certainty.readings.kept import kept_examples
from layerlaw.solver.documents.boards.small_boards import TooLong, answered
from layerlaw.solver.documents.properties.judging import (
    BoardJudgement,
    Violation,
    judge_answer,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from layerlaw.model.properties.property import Property
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.documents.properties.tried_boards import TriedBoard

NO_ANSWER = BoardJudgement("no answer")
_VERDICT = ("property", "verdict")


def order_claim(what: Property) -> OrderFree | None:
    """What the property says about an order, if it does; it then says nothing else."""
    return next((claim for claim in what.claims if isinstance(claim, OrderFree)), None)


def judge_board(
    what: Property,
    board: TriedBoard,
    rulebook: Rulebook,
    readings: Mapping[str, str],
) -> BoardJudgement:
    """What the property comes to on the board, under that rulebook read so.

    Where an event cannot happen, or the answer takes too long, nothing is said of the board.
    """
    try:
        answers = [
            answered(replace(order, rulebook=rulebook, readings=readings)) for order in board.orders
        ]
    except TooLong:
        return NO_ANSWER
    known = [answer for answer in answers if not isinstance(answer, str)]
    if len(known) < len(answers):
        return NO_ANSWER
    claim = order_claim(what)
    if claim is None:
        return judge_answer(what, known[0])
    return _judge_orders(claim, board, known)


def _judge_orders(claim: OrderFree, board: TriedBoard, answers: list[Answer]) -> BoardJudgement:
    outcomes = [outcome(answer) for answer in answers]
    met = frozenset(
        number for number, id in enumerate(board.subjects) if any(_acts(id, one) for one in answers)
    )
    apart = next((n for n, each in enumerate(outcomes) if each != outcomes[0]), None)
    if apart is None:
        return BoardJudgement("kept" if answers[0].states else "no state", met=met)
    cells = differences_of([outcomes[0], outcomes[apart]])
    objects = tuple(dict.fromkeys(cell.object for cell in cells))
    failure = Violation(claim, 0, objects)
    return BoardJudgement("broken", (failure,), met, (0, apart))


def _acts(id: str, answer: Answer) -> bool:
    """Whether an effect of the object changes anything."""
    return any(
        turn.changes and state.effects[turn.effect].source == id
        for state in answer.states
        for record in state.layers
        for turn in record.turns
    )


class PropertyExploration(ReadingExploration):
    """A board under all readings of the rulebook, each history standing for as many as it can.

    All orders of arrival of a board are played before a reading is told from another.
    """

    def __init__(self, what: Property, board: TriedBoard) -> None:
        super().__init__(board.orders[0])
        self.what = what
        self.board = board
        self.examples = kept_examples(board.orders[0].rulebook)

    def _outcome(self, scenario: Scenario) -> Outcome:
        judged = judge_board(self.what, self.board, scenario.rulebook, scenario.readings)
        return Outcome(answers=(((_VERDICT, judged.verdict),),))


def verdict_of(observed: Outcome) -> str:
    """The verdict that an exploration found, out of the outcome that it is kept as."""
    return str(observed.cells[_VERDICT])


def failing(board: TriedBoard, judged: BoardJudgement) -> Iterator[Scenario]:
    """The scenarios that show how it is broken: one board, or the two orders that part."""
    numbers = judged.orders if len(board.orders) > 1 else (0,)
    yield from (board.orders[number] for number in numbers)


def judged_again(
    what: Property, board: TriedBoard, rulebook: Rulebook, readings: Mapping[str, str]
) -> BoardJudgement:
    """The judgement of a board that breaks the property, played anew; else an internal error."""
    judged = judge_board(what, board, rulebook, readings)
    if judged.verdict != "broken":
        raise LayerlawError(
            f"internal error: the board that breaks '{what.name}' does not play as it was found to"
        )
    return judged
