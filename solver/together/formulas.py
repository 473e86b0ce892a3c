"""What decisions rest on, as formulas over what is done to objects, with the way each one pulls."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from layerlaw.solver.together.charts import Bit, Chart


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """Whether what an object has in the end is one of some values."""

    chart: Chart
    among: frozenset[int]

    def pull(self, bit: Bit) -> int:
        """1 if doing it can only make this true, -1 if only false, 0 if neither is known."""
        sign = self.chart.signs.get(bit, 0)
        values = sorted(self.chart.values)
        chosen = [value in self.among for value in values]
        if chosen == sorted(chosen):
            return sign
        return -sign if chosen == sorted(chosen, reverse=True) else 0


@dataclass(frozen=True, slots=True, eq=False)
class AtLeast:
    """At least so many of these hold."""

    number: int
    parts: tuple[Formula, ...]


Formula = bool | Asked | AtLeast


def at_least(number: int, parts: Iterable[Formula]) -> Formula:
    """The formula, with what is known left out."""
    left: list[Formula] = []
    for part in parts:
        if part is True:
            number -= 1
        elif part is not False:
            left.append(part)
    if number <= 0 or number > len(left):
        return number <= 0
    return left[0] if len(left) == 1 else AtLeast(number, tuple(left))


def every(parts: Iterable[Formula]) -> Formula:
    """All of these hold."""
    known = tuple(parts)
    return at_least(len(known), known)


def some(parts: Iterable[Formula]) -> Formula:
    """One of these holds."""
    return at_least(1, parts)


def opposite(formula: Formula) -> Formula:
    """The formula that holds where this one does not, with no negation inside."""
    match formula:
        case bool():
            return not formula
        case Asked(chart, among):
            return Asked(chart, chart.values - among)
        case AtLeast(number, parts):
            return at_least(len(parts) - number + 1, map(opposite, parts))


def pulls(formulas: Sequence[Formula]) -> Mapping[Bit, set[int]]:
    """The ways in which each decision pulls somewhere in the formulas."""
    found: dict[Bit, set[int]] = {}
    for formula in formulas:
        match formula:
            case Asked(chart, _):
                for bit in chart.bits:
                    found.setdefault(bit, set()).add(formula.pull(bit))
            case AtLeast(_, parts):
                for bit, ways in pulls(parts).items():
                    found.setdefault(bit, set()).update(ways)
    return found
