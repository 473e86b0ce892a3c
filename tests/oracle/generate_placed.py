"""Random boards of the other games' cards: on squares, carried, or where all applies at once."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from layerlaw.model.cards.card import Card, is_spell
from layerlaw.model.scenarios.events import Event, Move, Place, Play
from oracle.build import WHERE
from oracle.generate_boards import Drawing

NEAR = (7, 8, 9, 12, 13)
"""Squares next to each other, so that what is placed meets."""


@dataclass
class PlacedDrawing(Drawing):
    """Draws what enters with a place, where the rulebook has squares.

    free: the squares on which no ground was put.
    """

    free: set[int] = field(default_factory=lambda: set(range(1, 21)))

    def made_up(self, card: Card) -> Card:
        """As in `Drawing`; not every game has abilities of both kinds to take words from."""
        words = self.deck.static, self.deck.resolving
        enough = all(each.scopes and each.operations and each.durations for each in words)
        return super().made_up(card) if enough else card

    def place(self, card: Card | None = None) -> Place | None:
        """Ground on a square of its own, anything else on some of those that are near."""
        if self.deck.rulebook.space is None:
            return None
        if card is not None and "site" in card.sets["types"]:
            square = self.random.choice([*(self.free & {*NEAR}), *self.free])
            self.free.discard(square)
            return Place((square,))
        squares = self.random.choice(
            (*((square,) for square in NEAR), (8,), (7, 8), (7, 8, 12, 13))
        )
        return Place(squares, self.random.choice(("surface",) * 5 + ("deep", "void")))

    def arrives(self, card: Card, id: str, there: list[str], *, known: bool = False) -> Play:
        """As in `Drawing`; what is carried is where its bearer is."""
        entry = super().arrives(card, id, there, known=known)
        if entry.targets and self.deck.is_carried(card):
            return entry
        return replace(entry, place=self.place(card))

    def spell(self) -> Event:
        """As in `Drawing`, cast at a place; a turn, where the game has none."""
        if not any(map(is_spell, self.deck.cards)):
            return self.turn()
        entry = super().spell()
        assert isinstance(entry, Play)
        return replace(entry, place=self.place(entry.card))

    def status(self) -> Event:
        """As in `Drawing`; counters, where the game has no status."""
        return super().status() if self.deck.rulebook.statuses else self.count_up()

    @property
    def counts(self) -> bool:
        """Whether the game has counters, or numbers that are counted."""
        known = self.deck.rulebook.characteristics.values()
        return any(each.counter or each.counted for each in known)

    def count_up(self) -> Event:
        """As in `Drawing`; a turn, where the game counts nothing."""
        return super().count_up() if self.counts else self.turn()

    def together(self) -> Event:
        """As in `Drawing`; a turn, where the game counts nothing."""
        return super().together() if self.counts else self.turn()

    def moves(self) -> Event:
        """As in `Drawing`, or to another place."""
        some, place = self.one(), self.place()
        if place is None or "site" in self.cards[some].sets["types"] or self.random.random() < 0.5:
            return super().moves()
        return Move(some, place, WHERE)
