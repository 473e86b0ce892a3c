"""Expectations: what a scenario says of its answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from layerlaw.model.errors import Where

if TYPE_CHECKING:
    from layerlaw.model.algebra import Comparator, Selector


@dataclass(frozen=True, slots=True)
class ExpectNumber:
    """A number characteristic of an object in the final state; None is "no number"."""

    object: str
    characteristic: str
    comparator: Comparator
    value: int | None


@dataclass(frozen=True, slots=True)
class ExpectPlayer:
    """A player characteristic of an object; None is "no one"."""

    object: str
    characteristic: str
    player: str | None


@dataclass(frozen=True, slots=True)
class ExpectMembers:
    """A set characteristic of an object, exactly (`exact`), or some words in it or not in it."""

    object: str
    characteristic: str
    words: tuple[str, ...]
    how: Literal["exactly", "has", "lacks"]


@dataclass(frozen=True, slots=True)
class ExpectAbility:
    """An object has, or lacks, a keyword; with no keyword, any ability."""

    object: str
    keyword: str | None
    has: bool


@dataclass(frozen=True, slots=True)
class ExpectStatus:
    """An object has, or lacks, a status."""

    object: str
    status: str
    has: bool


@dataclass(frozen=True, slots=True)
class ExpectNoun:
    """An object in play is, or is not, what the rulebook's nouns and regions say.

    noun: as it is written. meaning: what it selects.
    """

    object: str
    noun: str
    meaning: Selector
    has: bool


@dataclass(frozen=True, slots=True)
class ExpectFate:
    """An object survives the state-based checks, or is destroyed, or banished, by them."""

    object: str
    fate: str


@dataclass(frozen=True, slots=True)
class ExpectPermission:
    """An object or a player can, or can't, do something, or have it done to it.

    to: the id of the object or player that it does it to, or, if passive, that does it.
    """

    object: str
    action: str
    allowed: bool
    passive: bool = False
    to: str | None = None


@dataclass(frozen=True, slots=True)
class ExpectAnswers:
    """How many answers there are: 0 is a paradox, None is several."""

    number: int | None


@dataclass(frozen=True, slots=True)
class ExpectZone:
    """An object is in a zone."""

    object: str
    zone: str
    there: bool


@dataclass(frozen=True, slots=True)
class ExpectOrder:
    """In the layer, these effects are applied in this order."""

    layer: str
    effects: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExpectLoop:
    """In the layer, exactly these effects form a loop."""

    layer: str
    effects: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExpectDependency:
    """In the layer, the first effect depends, or does not depend, on the second."""

    layer: str
    effect: str
    on: str
    depends: bool


@dataclass(frozen=True, slots=True)
class ExpectNone:
    """In the layer there is no dependency, or no loop."""

    layer: str
    what: Literal["dependencies", "loops"]


@dataclass(frozen=True, slots=True)
class ExpectLost:
    """In the layer, the effect is lost before its turn (`to`: because of that effect), or not."""

    layer: str
    effect: str
    lost: bool
    to: str | None = None


StatementKind = Literal["board", "order", "remark"]
"""What a statement of a document's worked example speaks of, the weightiest first."""

Expectation = (
    ExpectNumber
    | ExpectPlayer
    | ExpectMembers
    | ExpectAbility
    | ExpectStatus
    | ExpectNoun
    | ExpectFate
    | ExpectPermission
    | ExpectAnswers
    | ExpectZone
    | ExpectOrder
    | ExpectLoop
    | ExpectDependency
    | ExpectNone
    | ExpectLost
)


@dataclass(frozen=True, slots=True)
class Expected:
    """One expectation as written, and where it stands.

    xfail: why it is known not to be fulfilled, else empty; once it is, that is a failure. stated:
    whether it is what the document itself says of its worked example.
    """

    text: str
    what: Expectation
    where: Where
    xfail: str = ""
    stated: bool = False

    @property
    def kind(self) -> StatementKind:
        """What it speaks of: the board, the order of effects, or what depends on what."""
        match self.what:
            case ExpectOrder() | ExpectLost():
                return "order"
            case ExpectLoop() | ExpectDependency() | ExpectNone():
                return "remark"
            case _:
                return "board"
