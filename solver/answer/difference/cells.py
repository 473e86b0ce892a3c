"""One cell that differs: its values on all sides, and the cells that differ between outcomes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Literal, TypeVar

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.facts.records import Cell, Value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.solver.answer.difference.outcome import Outcome

V = TypeVar("V", covariant=True)

Gap = Literal["", "missing", "open"]
"""Why a side has no value: it has no such cell, or its answers have different ones there."""

FATE = "fate"
"""The cell that holds what the state-based checks would do to an object."""

Seen = tuple[Value, ...]
"""The values of a cell in all answers of an outcome, each once; empty where it is not there."""


@dataclass(frozen=True, slots=True)
class Difference(Generic[V]):
    """One cell whose values differ between the sides of a comparison.

    object: its id; "" where the answer as a whole differs. characteristic: as in `Answer.final`,
    or what else is compared, such as `zone` and `fate`. values: one for each side. gaps: for each
    side why its value is only a blank, or ""; empty where nothing is known of gaps.
    """

    object: str
    characteristic: str
    values: tuple[V, ...]
    gaps: tuple[Gap, ...] = ()

    @property
    def cell(self) -> Cell:
        """The object and the characteristic."""
        return (self.object, self.characteristic)

    @property
    def ours(self) -> V:
        """The value on the first side."""
        return self.values[0]

    @property
    def theirs(self) -> V:
        """The value on the last side."""
        return self.values[-1]


def same(left: Value, right: Value) -> bool:
    """Whether two values say the same; a missing value counts as empty, but not as zero."""
    return left == right or (not left and not right and 0 not in (left, right))


def differences_of(
    outcomes: Sequence[Outcome], *, fates: bool = False
) -> tuple[Difference[Seen], ...]:
    """The cells that differ between outcomes, sorted, each with the values seen in every outcome.

    An outcome without an answer (a paradox, a refused event) is not compared. fates: also what the
    checks would do, as the cell `fate`.
    """
    tables = [_values(outcome, fates=fates) for outcome in outcomes]
    differences = []
    for object, characteristic in sorted({cell for table in tables for cell in table}):
        seen = tuple(table.get((object, characteristic), ()) for table in tables)
        if differ(seen, outcomes):
            differences.append(Difference(object, characteristic, seen))
    return tuple(differences)


def differ(seen: Sequence[Seen], outcomes: Sequence[Outcome]) -> bool:
    """Whether the values seen are not the same in all outcomes that have an answer."""
    known = [values for values, one in zip(seen, outcomes, strict=True) if one.answers]
    return any(values != known[0] for values in known[1:])


def _values(outcome: Outcome, *, fates: bool) -> dict[Cell, Seen]:
    table: dict[Cell, Seen] = {}
    for answer in outcome.answers:
        for cell, value in answer:
            seen = table.get(cell, ())
            # True is 1 for Python, but not here.
            if not any(value == known and type(value) is type(known) for known in seen):
                table[cell] = (*seen, value)
    if fates:
        for fate in outcome.fates:
            cell = (fate.object, FATE)
            table[cell] = (*table.get(cell, ()), fate.verdict)
    return table
