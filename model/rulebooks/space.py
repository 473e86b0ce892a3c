"""Where things stand: the places of a game, and where its relations of place lead from each."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from layerlaw.model.dataclass import dataclass
from layerlaw.model.notation.vocabulary import TYPES

if TYPE_CHECKING:
    from collections.abc import Mapping

Shape = Literal["squares", "hexes", "places"]
"""A grid of squares, of hexes (every second row half a hex to the right), or places in a row."""

WAYS: Mapping[Shape, tuple[str, ...]] = MappingProxyType(
    {
        "squares": (
            *("same", "edges", "corners", "sides", "ahead", "behind", "row", "column"),
            *("top", "bottom"),
        ),
        "hexes": ("same", "edges", "sides", "ahead", "behind", "row", "top", "bottom"),
        "places": ("same",),
    }
)
"""The ways that lead from a place to others: docs/definition.md, "Places"."""

FACING = ("ahead", "behind", "top", "bottom")
"""The ways that go by which row the anchor's controller faces."""

Relations = tuple[tuple[str, tuple[str, ...]], ...]
"""Relations of place as they are written before an anchor, each with its ways."""

ON_SQUARES: Relations = (
    ("nearby", ("same", "edges", "corners")),
    ("adjacent to", ("same", "edges")),
    ("in front of", ("ahead",)),
)
"""Those of squares, unless the rulebook names its own."""


@dataclass(frozen=True, slots=True)
class UnnamedGround:
    """The ground that is there though no scenario names it.

    under: the types of what stands on ground, but in the void. numbers: those that it has, at 0.
    words: what ground could have that this is not known to have.
    """

    under: tuple[str, ...]
    numbers: tuple[str, ...]
    words: tuple[str, ...]
    clause: str


@dataclass(frozen=True, slots=True)
class Space:
    """Places, numbered row by row from 1, with the levels of each.

    ground: the type of the objects that a place stands on; they are on every level of it. Without
    ground there is one level and no regions. deep: the two names of the level below ground, by
    whether the ground there has the characteristic `deep_test` above 0 (underwater) or not
    (underground). types: the set that the ground's type stands in. unnamed: what stands where a
    scenario names no ground. paths: ways of the rulebook's own, each as the pairs of places that
    it joins. connected: the ways by which places hang together (`connected to X through Y`).
    """

    columns: int
    rows: int
    ground: str = ""
    surface: str = ""
    void: str = ""
    deep_yes: str = ""
    deep_no: str = ""
    deep_test: str = ""
    unnamed: UnnamedGround | None = None
    shape: Shape = "squares"
    relations: Relations = ON_SQUARES
    paths: tuple[tuple[str, tuple[tuple[int, int], ...]], ...] = ()
    connected: tuple[str, ...] = ("edges",)
    types: str = TYPES

    @property
    def size(self) -> int:
        """How many places there are."""
        return self.columns * self.rows

    @property
    def reads(self) -> tuple[str, ...]:
        """The characteristics that tell regions apart."""
        return (self.types, self.deep_test) if self.ground else ()

    @property
    def regions(self) -> tuple[str, ...]:
        """The names of all regions."""
        return (self.surface, self.deep_yes, self.deep_no, self.void) if self.ground else ()

    def ways(self, relation: str) -> tuple[str, ...]:
        """The ways of a relation of place; none for one that the game does not have."""
        return dict(self.relations).get(relation, ())

    def pairs(self, way: str) -> tuple[tuple[int, int], ...]:
        """The places that a way of the rulebook's own joins."""
        return dict(self.paths).get(way, ())
