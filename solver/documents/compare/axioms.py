"""What the axioms of two documents demand differently: of which effects, and in which orders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.rulebooks.axiom_notation import written
from layerlaw.solver.documents.axioms.explicit import InstanceTable
from layerlaw.solver.documents.axioms.moments import Moments
from layerlaw.solver.documents.compare.comparison import AxiomDifference

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.axioms import Axiom
    from layerlaw.model.rulebooks.rulebook import Rulebook

MOST_EFFECTS = 3
"""Up to so many effects all instances are looked at; with four there are thousands."""


def axiom_differences(one: Rulebook, other: Rulebook, n: int) -> tuple[AxiomDifference, ...]:
    """One difference where their axioms are not alike or admit different orders, else none.

    What an axiom overrides is named by clauses of its own document, so it is compared by the
    orders alone. Where one of them has no axioms at all, there are no orders to compare.
    """
    books = one, other
    lines = [{_line(axiom): axiom.clause for axiom in book.axioms} for book in books]
    only = tuple(
        tuple(
            f"{line} ({clause})" for line, clause in lines[side].items() if line not in lines[~side]
        )
        for side in (0, -1)
    )
    if not one.axioms or not other.axioms:
        difference = AxiomDifference((only[0], only[1]), None, ((), ()), 0)
        return (difference,) if any(only) else ()
    looked = 0
    for row in InstanceTable(min(n, MOST_EFFECTS)).rows:
        looked += 1
        first, second = (set(Moments(book.axioms, row).orders()) for book in books)
        if first != second:
            orders = tuple(sorted(first - second)), tuple(sorted(second - first))
            return (AxiomDifference((only[0], only[1]), row.instance, orders, looked),)
    if any(only):
        return (AxiomDifference((only[0], only[1]), None, ((), ()), looked),)
    return ()


def _line(axiom: Axiom) -> str:
    """What the axiom demands, without the clauses that it names."""
    return f"where {written(axiom.when)}: {axiom.demand}"
