"""Numbers, for the replay: read off a view's board, counted, summed up, reckoned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.solver.certificate.replay.board import BASE
from layerlaw.solver.certificate.replay.words import policy

if TYPE_CHECKING:
    from layerlaw.solver.certificate.replay.sight import Sight


def numbers_of(view: Sight, characteristic: str, among: int) -> dict[int, int]:
    """The objects by their number as read: 0 if missing, and with policy `floor: when read` not
    below its floor."""
    rulebook = view.table.rulebook
    known = rulebook.characteristics.get(characteristic.removeprefix(BASE))
    floor = None
    if known is not None and policy(rulebook, "floor") == "when read":
        floor = known.floor
    found: dict[int, int] = {}
    rest = among
    for stored, held in view.board.column(characteristic, among).items():
        if held & among:
            assert isinstance(stored, int)
            value = stored if floor is None else max(stored, floor)
            found[value] = found.get(value, 0) | held & among
            rest &= ~held
    if rest:
        found[0] = found.get(0, 0) | rest
    return found


def number(view: Sight, object: int, characteristic: str) -> int:
    """The number of one object, as read."""
    return next(iter(numbers_of(view, characteristic, object)))


def worked_out(value: a.Value, view: Sight, it: int) -> int:
    """The value worked out on the view's board."""
    match value:
        case a.Number(constant):
            return constant
        case a.Read(characteristic, of):
            one = view.the_one(of, it)
            return number(view, one, characteristic) if one else 0
        case a.ChosenNumber():
            return chosen_number(view.choice)
        case a.Recorded(numbers):
            known = (n for object, n in numbers if view.table.bits((object,)) & it)
            return next(known, 0)
        case a.Count(among):
            return view.select(among, it).bit_count()
        case a.Summary(how, characteristic, among):
            read = numbers_of(view, characteristic, view.select(among, it))
            if how == "total":
                return sum(number * held.bit_count() for number, held in read.items())
            if not read:
                return 0
            return max(read) if how == "highest" else min(read)
        case a.Arithmetic(left, sign, right):
            return reckon(worked_out(left, view, it), sign, worked_out(right, view, it))


def reckon(first: int, sign: a.ArithmeticSign, second: int) -> int:
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
