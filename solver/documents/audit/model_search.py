"""What all abstract questions about one rulebook's axioms start from, and how answers are told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.documents.audit.findings import Finding
from layerlaw.solver.documents.axioms.formulas import clauses_of
from layerlaw.solver.documents.boards.small_boards import NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from layerlaw.model.rulebooks.axioms import Axiom
    from layerlaw.solver.documents.axioms.explicit import InstanceTable
    from layerlaw.solver.documents.axioms.instances import Order
    from layerlaw.solver.documents.axioms.smt import Undecided

MOST_WORDS = 4
"""How many proposals of one sort a finding makes."""


class RoutesDisagree(LayerlawError):
    """The two routes came to different answers, which is a mistake of this program."""


@dataclass(frozen=True, slots=True)
class Study:
    """The axioms, up to how many effects to look, the table of the explicit route, whom to tell."""

    axioms: tuple[Axiom, ...]
    n: int
    table: InstanceTable
    progress: Callable[[str], None]

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of the axioms, in order."""
        return clauses_of(self.axioms)

    def in_order(self, clauses: Collection[str]) -> tuple[str, ...]:
        """These clauses in the order of the axioms."""
        return tuple(clause for clause in self.clauses if clause in clauses)


def agree(what: str, by_z3: object, by_hand: object) -> None:
    """Raises `RoutesDisagree` unless both routes came to the same."""
    if by_z3 != by_hand:
        raise RoutesDisagree(f"{what}: Z3 finds {by_z3}, the enumeration finds {by_hand}")


def unknown(question: str, reason: Undecided, n: int) -> Finding:
    """What is told where Z3 gave up."""
    return Finding("unknown", f"{question} is not known.", bound=n, reason=str(reason))


def name(effect: int) -> str:
    """What an effect is called, as its card on a made-up board is; the oldest is the first."""
    return NAMES[effect] if effect < len(NAMES) else f"effect {effect + 1}"


def told(order: Order) -> str:
    """An order in words."""
    return ", then ".join(name(effect) for effect in order)
