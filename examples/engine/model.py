"""What there is in the little engine: cards with simple effects, and units on a table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class Effect:
    """What a card does all the time to every unit of one kind.

    does: `control` (the card's player gets them), `kind` (they become `kind` instead), or `power`
    (they get `power` more). others: not to the card itself.
    """

    does: Literal["control", "kind", "power"]
    to: str
    kind: str = ""
    power: int = 0
    others: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """A printed card; kinds: mortal, beast, undead and the like."""

    name: str
    kinds: tuple[str, ...]
    power: int
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Unit:
    """A card on the table. seat: who played it, from 0."""

    uid: str
    card: Card
    seat: int


@dataclass(slots=True)
class Table:
    """All units, the oldest first."""

    units: list[Unit] = field(default_factory=list)

    def play(self, seat: int, card: Card, uid: str) -> None:
        """A player puts a card on the table."""
        self.units.append(Unit(uid, card, seat))


SOLDIER = Card("Foot Soldier", ("mortal",), 1)
KING = Card(
    "King of the Realm",
    ("mortal",),
    3,
    (Effect("power", "mortal", power=1, others=True), Effect("control", "mortal")),
)
BEASTLORD = Card("Beastlord", ("demon",), 2, (Effect("kind", "mortal", kind="beast"),))
GRAVEDIGGER = Card("Gravedigger", ("demon",), 2, (Effect("kind", "beast", kind="undead"),))
