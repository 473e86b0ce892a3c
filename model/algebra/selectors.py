"""Selectors: which objects are meant, as frozen trees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from layerlaw.model.algebra.values import Comparator, Player, Value

Relation = Literal[
    "nearby", "adjacent", "here", "occupying", "atop", "above", "below", "in front of"
]


@dataclass(frozen=True, slots=True)
class Everything:
    """Every object in play."""


@dataclass(frozen=True, slots=True)
class Self:
    """The source of the effect."""


@dataclass(frozen=True, slots=True)
class It:
    """The candidate that is being looked at (in conditions of durations: each target)."""


@dataclass(frozen=True, slots=True)
class Target:
    """What was chosen when the effect's spell or ability was used."""


@dataclass(frozen=True, slots=True)
class Bearer:
    """The object that carries the source."""


@dataclass(frozen=True, slots=True)
class Identified:
    """One object of a scenario, by its id."""

    id: str


@dataclass(frozen=True, slots=True)
class Member:
    """Objects whose set characteristic (types, subtypes) contains the word."""

    characteristic: str
    word: str


@dataclass(frozen=True, slots=True)
class Noun:
    """A word of the rulebook's vocabulary with its meaning."""

    word: str
    meaning: Selector


@dataclass(frozen=True, slots=True)
class Named:
    """Objects with this name; `part`: also those whose name goes on behind it, a word later."""

    name: str
    part: bool = False


@dataclass(frozen=True, slots=True)
class HasStatus:
    """Objects that have a status of the rulebook (silenced, disabled, tapped)."""

    status: str


@dataclass(frozen=True, slots=True)
class Controlled:
    """Objects controlled by a player."""

    by: Player


@dataclass(frozen=True, slots=True)
class Owned:
    """Objects owned by a player."""

    by: Player


@dataclass(frozen=True, slots=True)
class HasAbility:
    """Objects that have the keyword; with no keyword, objects that have any ability."""

    keyword: str | None


@dataclass(frozen=True, slots=True)
class Compared:
    """Objects for which a comparison holds; `It` in the values is the object itself."""

    left: Value
    comparator: Comparator
    right: Value


@dataclass(frozen=True, slots=True)
class Placed:
    """Objects standing in a relation of place to any object that `anchor` selects."""

    relation: Relation
    anchor: Selector


@dataclass(frozen=True, slots=True)
class InRegion:
    """Objects in a region of the space (surface, underground, underwater, void)."""

    region: str


@dataclass(frozen=True, slots=True)
class InZone:
    """Objects in a zone; a selector without one means the rulebook's zone of play."""

    zone: str


@dataclass(frozen=True, slots=True)
class Sharing:
    """Objects that have a word of a set characteristic in common with something selected."""

    characteristic: str
    with_: Selector


@dataclass(frozen=True, slots=True)
class EnteredThisTurn:
    """Objects that entered play this turn and have not been hidden since."""


@dataclass(frozen=True, slots=True)
class ChosenName:
    """Objects with the name that was chosen when the source entered or its ability was used."""


@dataclass(frozen=True, slots=True)
class Players:
    """The players meant, as objects of their own (`None`: every player)."""

    who: Player | None


@dataclass(frozen=True, slots=True)
class AtSquares:
    """Objects on at least one of these squares."""

    squares: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bearing:
    """Objects that carry something `borne` selects."""

    borne: Selector


@dataclass(frozen=True, slots=True)
class BorneBy:
    """Objects carried by something `bearer` selects."""

    bearer: Selector


@dataclass(frozen=True, slots=True)
class Not:
    """Objects that the inner selector does not select."""

    inner: Selector


@dataclass(frozen=True, slots=True)
class Both:
    """Objects that every inner selector selects."""

    inner: tuple[Selector, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """Objects that some inner selector selects."""

    inner: tuple[Selector, ...]


Selector = (
    Everything
    | Self
    | It
    | Target
    | Bearer
    | Identified
    | Member
    | Noun
    | Named
    | HasStatus
    | Controlled
    | Owned
    | HasAbility
    | Compared
    | Placed
    | InRegion
    | InZone
    | Sharing
    | EnteredThisTurn
    | ChosenName
    | Players
    | AtSquares
    | Bearing
    | BorneBy
    | Not
    | Both
    | Either
)
