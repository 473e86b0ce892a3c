"""Numbers, for the replay: read off a view's board, counted, summed up, reckoned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra import (
    Arithmetic,
    ChosenNumber,
    Count,
    Number,
    Read,
    Recorded,
    Summary,
)
from layerlaw.solver.certificate.replay_board import BASE
from layerlaw.solver.certificate.replay_words import policy

if TYPE_CHECKING:
    from layerlaw.model.algebra import ArithmeticSign, Value
    from layerlaw.solver.certificate.replay_select import View


def number(view: View, object: str, characteristic: str) -> int:
    """A number as read: 0 if missing, and with policy `floor: when read` not below its floor."""
    value = view.board.number(object, characteristic)
    if value is None:
        return 0
    rulebook = view.table.rulebook
    known = rulebook.characteristics.get(characteristic.removeprefix(BASE))
    if known is None or known.floor is None or policy(rulebook, "floor") != "when read":
        return value
    return max(value, known.floor)


def worked_out(value: Value, view: View, it: str | None) -> int:
    """The value worked out on the view's board."""
    match value:
        case Number(constant):
            return constant
        case Read(characteristic, of):
            one = view.the_one(of, it)
            return 0 if one is None else number(view, one, characteristic)
        case ChosenNumber():
            return chosen_number(view.choice)
        case Recorded(numbers):
            return next((known for object, known in numbers if object == it), 0)
        case Count(among):
            return len(view.select(among, it))
        case Summary(how, characteristic, among):
            numbers_read = [number(view, one, characteristic) for one in view.select(among, it)]
            if not numbers_read:
                return 0
            if how == "total":
                return sum(numbers_read)
            return max(numbers_read) if how == "highest" else min(numbers_read)
        case Arithmetic(left, sign, right):
            return reckon(worked_out(left, view, it), sign, worked_out(right, view, it))


def reckon(first: int, sign: ArithmeticSign, second: int) -> int:
    """Two numbers reckoned; division rounds down, and by 0 it gives 0."""
    match sign:
        case "+":
            return first + second
        case "-":
            return first - second
        case "*":
            return first * second
        case "/":
            return first // second if second else 0
        case "%":
            return first % second if second else 0


def chosen_number(choice: str | None) -> int:
    """The number that was chosen; 0 for a name, and without a choice."""
    if choice is None:
        return 0
    digits = choice.removeprefix("-")
    return int(choice) if digits.isdecimal() else 0
