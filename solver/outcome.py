"""What two answers are compared by: what is on the table in the end, and nothing of how."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from layerlaw.model.printing import print_ability
from layerlaw.solver.board import ABILITIES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.solver.derivation import Derivation
    from layerlaw.solver.records import Cell, FateRecord, Value

ZONE = "zone"
"""The cell that holds an object's zone."""

Cells = tuple[tuple["Cell", "Value"], ...]
"""Every cell with its value, sorted by the cells."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one derivation; equal outcomes are the same table. See docs/definition.md.

    answers: one for each answer, in no order of meaning (one alone where effects apply one after
    another, none in a paradox). fates: what the state-based checks would do. refused: why there
    is no answer at all (an event that cannot happen, conditions that never settle), else "".
    """

    answers: tuple[Cells, ...] = ()
    fates: tuple[FateRecord, ...] = ()
    refused: str = ""

    @property
    def cells(self) -> Mapping[Cell, Value]:
        """The cells that are the same in all answers; empty in a paradox and where refused."""
        if not self.answers:
            return {}
        first, *rest = (dict(answer) for answer in self.answers)
        return {
            cell: value
            for cell, value in first.items()
            if all(cell in other and other[cell] == value for other in rest)
        }


def outcome(derivation: Derivation) -> Outcome:
    """The outcome of a derivation."""
    return Outcome(
        # Their own order goes by age, and who is older is no part of what is on the table.
        tuple(sorted((_cells(state) for state in derivation.states), key=repr)),
        tuple(sorted(derivation.fates, key=lambda fate: (fate.object, fate.verdict, fate.zone))),
    )


def refusal(error: Exception) -> Outcome:
    """The outcome where there is no answer: the error's message."""
    return Outcome(refused=str(error))


def _cells(derivation: Derivation) -> Cells:
    found: dict[Cell, Value] = {}
    for (object, characteristic), value in derivation.final.items():
        if characteristic == ABILITIES:
            value = _abilities(derivation, object)
        found[object, characteristic] = value
    found.update(((thing.id, ZONE), thing.zone) for thing in derivation.situation.things)
    return tuple(sorted(found.items()))


def _abilities(derivation: Derivation, object: str) -> tuple[str, ...]:
    """What an object has, whatever gave it; a keyword that it has twice it has."""
    held = [derivation.instances[number].ability for number in derivation.abilities(object)]
    keywords = {ability.keyword for ability in held if ability.keyword is not None}
    texts = [print_ability(ability) for ability in held if ability.keyword is None]
    return tuple(sorted((*keywords, *texts)))
