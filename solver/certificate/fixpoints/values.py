"""Numbers on a board of unknowns: read, counted, summed up and reckoned, as formulas."""

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
from layerlaw.solver.certificate.replay.board import BASE
from layerlaw.solver.certificate.replay.values import chosen_number
from layerlaw.solver.certificate.replay.words import policy

if TYPE_CHECKING:
    from layerlaw.model.algebra import Value
    from layerlaw.solver.certificate.fixpoints.view import Outlook
    from layerlaw.solver.certificate.terms import Amount, Truth


def number(outlook: Outlook, object: str, characteristic: str) -> Amount:
    """A number as read: 0 if missing, and with policy `floor: when read` not below its floor."""
    value = outlook.unknown.amount(object, ("number", characteristic))
    rulebook = outlook.table.rulebook
    known = rulebook.characteristics.get(characteristic.removeprefix(BASE))
    floor = None if known is None else known.floor
    if floor is not None and policy(rulebook, "floor") == "when read":
        value = outlook.terms.highest(value, floor)
    return outlook.terms.pick(outlook.unknown.truth(object, ("is", characteristic)), value, 0)


def worked_out(value: Value, outlook: Outlook, it: str | None) -> Amount:
    """The value as a formula."""
    terms = outlook.terms
    match value:
        case Number(constant):
            return constant
        case ChosenNumber():
            return chosen_number(outlook.plain.choice)
        case Recorded():
            return outlook.plain.value(value, 0 if it is None else outlook.table.bits((it,)))
        case Read(characteristic, of):
            found: Amount = 0
            for one, meant in outlook.the_one(of, it).items():
                found = terms.pick(meant, number(outlook, one, characteristic), found)
            return found
        case Count(among):
            found = 0
            for belongs in outlook.select(among, it).values():
                found = terms.reckon(found, "+", terms.pick(belongs, 1, 0))
            return found
        case Summary(how, characteristic, among):
            return _summary(how, characteristic, outlook.select(among, it), outlook)
        case Arithmetic(left, sign, right):
            first, second = worked_out(left, outlook, it), worked_out(right, outlook, it)
            return terms.reckon(first, sign, second)


def _summary(how: str, characteristic: str, among: dict[str, Truth], outlook: Outlook) -> Amount:
    terms = outlook.terms
    found: Amount = 0
    some: Truth = False
    for one, belongs in among.items():
        read = number(outlook, one, characteristic)
        if how == "total":
            found = terms.reckon(found, "+", terms.pick(belongs, read, 0))
            continue
        better = terms.highest if how == "highest" else terms.lowest
        found = terms.pick(belongs, terms.pick(some, better(found, read), read), found)
        some = terms.any((some, belongs))
    return found
