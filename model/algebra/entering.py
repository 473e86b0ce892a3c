"""What objects enter play with: counters, and statuses such as tapped. It is done in no layer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra.terms import Number, Value
from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from layerlaw.model.algebra.entries import English, Notation, Verbs


@dataclass(frozen=True, slots=True)
class EnterWith:
    """So many counters are on the object as it enters play. Clause: CR-614.1c."""

    counter: str
    amount: Value

    def written(self, to: Notation) -> str:
        """`enters with 2 plus-one`, `enters with (chosen number) plus-one`"""
        amount = to.value(self.amount)
        amount = amount if isinstance(self.amount, Number) else f"({amount})"
        return f"enters with {amount} {self.counter}"

    def english(self, say: English, verbs: Verbs) -> str:
        """`enters with 2 plus-one`, `enters with as many plus-one as the chosen number`"""
        if isinstance(self.amount, Number):
            return f"enter{verbs.s} with {say.value(self.amount)} {self.counter}"
        return f"enter{verbs.s} with as many {self.counter} as {say.value(self.amount)}"


@dataclass(frozen=True, slots=True)
class EnterAs:
    """The object has a status as it enters play, one that events give. Clause: CR-614.1c."""

    status: str

    def written(self, to: Notation) -> str:
        """`enters tapped`"""
        return f"enters {to.keyword(self.status)}"

    def english(self, say: English, verbs: Verbs) -> str:
        """`enters tapped`"""
        return f"enter{verbs.s} {self.status}"


Arrival = EnterWith | EnterAs
"""One thing that is so of an object as it enters play."""
