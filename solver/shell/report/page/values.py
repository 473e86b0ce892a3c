"""Values, texts and sets of objects numbered, so that a page of many effects stays small."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.shell.report.json_form import json_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from layerlaw.solver.answer.explain import Reason
    from layerlaw.solver.facts.records import Value
    from layerlaw.solver.shell.report.json_form import Json


class Numbered:
    """Tables of values and reasons; each gets the number under which the page finds it again."""

    def __init__(self) -> None:
        self.values: list[Json] = []
        self.reasons: list[Json] = []
        self._values: dict[Hashable, int] = {}
        self._reasons: dict[Reason, int] = {}

    def value(self, value: Value) -> int:
        """The number of a value; 1 and yes are two."""
        key = (type(value), value)
        if key not in self._values:
            self._values[key] = len(self.values)
            self.values.append(json_of(value))
        return self._values[key]

    @property
    def named(self) -> dict[str, None]:
        """The clauses that the reasons rest on, in order."""
        return dict.fromkeys(clause for reason in self._reasons for clause in reason.clauses)

    def reason(self, reason: Reason) -> int:
        """The number of a reason."""
        if reason not in self._reasons:
            self._reasons[reason] = len(self.reasons)
            self.reasons.append([reason.text, list(reason.clauses)])
        return self._reasons[reason]


def runs(places: Iterable[int]) -> list[Json]:
    """Places in rising order as start and length of every run of neighbours."""
    found: list[Json] = []
    start = last = -2
    for place in places:
        if place != last + 1:
            if last >= 0:
                found += [start, last - start + 1]
            start = place
        last = place
    if last >= 0:
        found += [start, last - start + 1]
    return found
