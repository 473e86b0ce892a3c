"""What a census comes to, as plain facts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from layerlaw.model.arguments import checked
from layerlaw.model.dataclass import dataclass
from layerlaw.model.lazy import LazyModule
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.solver.facts.displays import registered
from layerlaw.solver.facts.rich import Rich

if TYPE_CHECKING:
    from matplotlib import axes
else:
    axes = LazyModule("matplotlib.axes")

Size = Literal[1, 2, 3]
Word = Literal["open", "loop", "one way", "order", "nothing"]
WORDS: tuple[Word, ...] = ("open", "loop", "one way", "order", "nothing")
"""What can be between two cards, the gravest first."""


@dataclass(frozen=True, slots=True, order=True)
class Between:
    """One card's effect depends on another's: the cards by their places, and the witness' kind."""

    layer: str
    who: int
    on: int
    kind: str


@dataclass(frozen=True, slots=True)
class Encounter:
    """What is between some cards on any of the boards on which they were looked at.

    loops: the layer, and the cards by their places. order: whether there are two orders of
    arrival with different outcomes. verdicts: `several` and `paradox`, where effects apply at
    the same time. open: the points that matter here and to none of the cards alone. unsure: on
    some board not all readings were played. refused: so many boards could not come about. boards:
    the titles of the first board with a dependency, a loop, different orders, an open point.
    """

    cards: tuple[str, ...]
    between: tuple[Between, ...] = ()
    loops: tuple[tuple[str, tuple[int, ...]], ...] = ()
    order: bool = False
    verdicts: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    unsure: bool = False
    refused: int = 0
    boards: tuple[tuple[str, str], ...] = ()

    @property
    def word(self) -> Word:
        """The gravest of what is between them."""
        if self.open:
            return "open"
        if self.loops or self.verdicts:
            return "loop"
        if self.between:
            return "one way"
        return "order" if self.order else "nothing"

    @property
    def anything(self) -> bool:
        """Whether there is anything between them."""
        return self.word != "nothing"


@dataclass(frozen=True, slots=True)
class Share:
    """How many sets of cards there are, of how many it is proved by what they read and write that
    nothing can be between them (of three: nothing new), and how many of the others were looked at.
    """

    total: int
    apart: int
    looked: int

    @property
    def whole(self) -> bool:
        """Whether nothing was left out."""
        return self.looked == self.total - self.apart


@dataclass(frozen=True, slots=True, repr=False)
class Census(Rich):
    """Every pair, and what is new in a triple, of the cards of a game.

    cards: those with continuous effects. idle: those without. singles, pairs: those with anything
    to tell. triples: only what none of their pairs has on the same board. shares: by size. boards:
    how many were solved. opened: how many of them under more than one reading. complete: False
    after an interrupt. troubles: boards that could not be worked out, with the message. damaged:
    how many lines of the file of results were not as a census had written them.
    """

    rulebook: Rulebook
    cards: tuple[str, ...]
    idle: tuple[str, ...]
    singles: tuple[Encounter, ...]
    pairs: tuple[Encounter, ...]
    triples: tuple[Encounter, ...]
    pair_share: Share | None
    triple_share: Share | None
    boards: int
    opened: int
    complete: bool
    troubles: tuple[tuple[str, str], ...]
    damaged: int = 0

    @checked()
    def plot(self, ax: axes.Axes | None = None) -> axes.Axes:
        """Draws a square for every two cards, coloured by the gravest that is between them.

        The most entangled come first; cards without anything between them and another are left
        out. ax: the matplotlib axes to draw on; None makes a figure. Returns the axes. Raises
        `LayerlawError` where no two cards are entangled, or matplotlib is not installed.
        """
        return registered().plot(self, ax, None)
