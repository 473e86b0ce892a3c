"""The answer to "does the order matter?": how many orders there are, the verdict and its proof."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.facts.rich import Rich

if TYPE_CHECKING:
    from layerlaw.solver.answer.difference.cells import Difference
    from layerlaw.solver.answer.difference.outcome import Outcome
    from layerlaw.solver.facts.records import Value

Scope = Literal["all", "unordered"]
"""Which orders are looked at: all that the rules of dependency admit, or those that no rule
decides. See docs/definition.md, "Whether the order matters"."""

Judgement = Literal["same: reads and writes", "same: all courses", "differs", "not known"]
"""`same: reads and writes`: no effect touches what another reads, what they write adds up in any
order, and nothing that they write is decided by age. `same: all courses`: every state on the way
was visited and every order of ages weighed, and all end alike."""

Turns = tuple[tuple[str, str], ...]
"""An order: (layer id, effect id), turn after turn."""


@dataclass(frozen=True, slots=True)
class OrderReason:
    """Why effects of one layer may go in any order among themselves.

    why: a short sentence; effects: those it is about (ids, in the order of the derivation).
    """

    layer: str
    effects: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class LayerVerdict:
    """One layer, with the layers before it as in the derivation.

    effects: its turns in the derivation's own order. orders, exact: how many orders it has (at
    least so many, if not exact). judgement: whether they all leave one board (`differs` says
    nothing about whether later layers make up for it), and whichever of its effects is the newer,
    the same is decided. parts: the number of the first turn, from 1, after which what another order
    does shows in the end; 0 if none is known. reasons: for `same: reads and writes`, and where
    what is decided differs. states, steps: how many were visited.
    """

    layer: str
    effects: tuple[str, ...]
    orders: int
    exact: bool
    judgement: Judgement
    parts: int = 0
    reasons: tuple[OrderReason, ...] = ()
    states: int = 0
    steps: int = 0


@dataclass(frozen=True, slots=True)
class Pair:
    """Two orders that differ as little as possible, and where they lead.

    one: the derivation's own order if `own`. swaps: how many swaps of neighbours lead from one to
    the other, up to where the swaps make other effects have turns. layer, first, second: where
    the orders part: in that layer, after `after` turns of it, `one` goes on with `first` and
    `other` with `second`. differences: every cell that ends up different. ages: where it is the
    newer effect that decides in the end, those effects in both, oldest first; the turns may then
    be the same.
    """

    one: Turns
    other: Turns
    own: bool
    swaps: int
    layer: str
    after: int
    first: str
    second: str
    outcomes: tuple[Outcome, Outcome]
    differences: tuple[Difference[Value], ...]
    ages: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())

    @property
    def objects(self) -> tuple[str, ...]:
        """The objects that end up different."""
        return tuple(dict.fromkeys(each.object for each in self.differences))


@dataclass(frozen=True, slots=True, repr=False)
class OrderVerdict(Rich):
    """Whether the order matters.

    orders, exact: how many orders there are; at least so many, if not exact. layers: the layers
    in which some effect has a part (none where effects apply at the same time). states, steps: how
    many states were visited, and how many turns taken. outcomes: how many are known; all there are
    if `complete`. pair: for `differs`. complete: False if a limit or an interrupt ended the work
    before everything was seen (a verdict other than `not known` holds all the same).
    interrupted: whether that was an interrupt.
    """

    scope: Scope
    orders: int
    exact: bool
    judgement: Judgement
    layers: tuple[LayerVerdict, ...]
    reasons: tuple[OrderReason, ...] = ()
    states: int = 0
    steps: int = 0
    outcomes: int = 1
    pair: Pair | None = None
    complete: bool = True
    interrupted: bool = False

    @property
    def matters(self) -> bool | None:
        """True: it does. False: it does not. None: not known."""
        if self.judgement == "not known":
            return None
        return self.judgement == "differs"
