"""Events: what happens on the table, one thing after another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from layerlaw.model.cards.card import Card
    from layerlaw.model.errors import Where
    from layerlaw.model.scenarios.expectations import Expected

Level = Literal["surface", "deep", "void"]


@dataclass(frozen=True, slots=True)
class Place:
    """Squares of the grid and the level of them: on the ground, below it, or in the void."""

    squares: tuple[int, ...]
    level: Level = "surface"


@dataclass(frozen=True, slots=True)
class Play:
    """A player's card enters play, or, if it is a spell that leaves nothing, resolves.

    id: names the object, and the effects of a spell. targets: ids chosen. copying: what it
    enters as a copy of. A card that is carried is attached to its first target. zone: another
    zone than that of play, where the card simply is from now on (nothing resolves). choosing:
    a number or a name that was chosen. known: the object was in another zone before, under this
    id, and has this card.
    """

    player: str
    card: Card
    id: str
    place: Place | None
    targets: tuple[str, ...]
    copying: str | None
    where: Where
    zone: str | None = None
    choosing: str | None = None
    known: bool = False


@dataclass(frozen=True, slots=True)
class UseAbility:
    """A player activates (or an object triggers) an ability; its effects bear the event's id."""

    player: str
    source: str
    ability: str
    id: str
    targets: tuple[str, ...]
    where: Where
    choosing: str | None = None


@dataclass(frozen=True, slots=True)
class Announce:
    """A spell is cast, or an ability activated or triggered, and does not resolve yet."""

    what: Play | UseAbility
    where: Where


@dataclass(frozen=True, slots=True)
class Resolve:
    """What was announced under this id resolves."""

    id: str
    where: Where


@dataclass(frozen=True, slots=True)
class Together:
    """Events at one moment; the active player's come first, in the order written.

    What is no player's event counts as its object's controller's.
    """

    events: tuple[Play | UseAbility | MoveZone | Leave, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class Move:
    """An object moves to another place."""

    object: str
    place: Place
    where: Where


@dataclass(frozen=True, slots=True)
class Attach:
    """A carried object passes to another bearer, or to none (dropped)."""

    object: str
    bearer: str | None
    where: Where


@dataclass(frozen=True, slots=True)
class Leave:
    """An object leaves play for a zone."""

    object: str
    zone: str
    where: Where


@dataclass(frozen=True, slots=True)
class MoveZone:
    """An object goes to another zone and is a new object there, under the same id.

    In the zone of play it is its owner's.
    """

    object: str
    zone: str
    where: Where


@dataclass(frozen=True, slots=True)
class Stack:
    """A card is put on top of an object, which stays the same object with a new printed form.

    word: the rulebook's word for it (level up, evolve). below: the id of the card that was on
    top, in the zone that the rulebook names for that word.
    """

    word: str
    object: str
    card: Card
    below: str
    where: Where


@dataclass(frozen=True, slots=True)
class Link:
    """Another object becomes part of this one: one object with both printed forms."""

    object: str
    other: str
    where: Where


@dataclass(frozen=True, slots=True)
class GetsStatus:
    """An object gets, or loses, a status by an event (it is rested, it is sealed)."""

    object: str
    status: str
    gets: bool
    where: Where


@dataclass(frozen=True, slots=True)
class ChangeCounters:
    """A counter characteristic of an object changes (damage, tapped)."""

    object: str
    characteristic: str
    amount: int
    where: Where


@dataclass(frozen=True, slots=True)
class LosesForGood:
    """An object loses a keyword for good, whatever gave it (a Stealth mark is removed)."""

    object: str
    keyword: str
    where: Where


@dataclass(frozen=True, slots=True)
class Transform:
    """An object takes the printed form of another card and stays the same object."""

    object: str
    card: Card
    where: Where


@dataclass(frozen=True, slots=True)
class TurnBegins:
    """The turn ends and this player's turn begins."""

    player: str
    where: Where


@dataclass(frozen=True, slots=True)
class ExpectNow:
    """What is expected of the state after the event before."""

    expect: tuple[Expected, ...]
    where: Where


Event = (
    Play
    | UseAbility
    | Announce
    | Resolve
    | Together
    | Move
    | MoveZone
    | Stack
    | Link
    | GetsStatus
    | ExpectNow
    | Attach
    | Leave
    | ChangeCounters
    | LosesForGood
    | Transform
    | TurnBegins
)
