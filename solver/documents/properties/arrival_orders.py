"""Boards of which the same cards arrive in each order, one directly after another."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, islice, permutations, product
from typing import TYPE_CHECKING

from layerlaw.model.algebra.trees import with_keywords
from layerlaw.model.cards.card import PrintedAbility
from layerlaw.model.errors import LayerlawError, NotationError, with_hint
from layerlaw.model.shipped import shipped_cards
from layerlaw.solver.documents.boards.descriptions import works
from layerlaw.solver.documents.boards.real_cards import cards_that_enter
from layerlaw.solver.documents.boards.small_boards import ME, NAMES, YOU, play, scenario
from layerlaw.solver.documents.properties.tried_boards import (
    MOST_BOARDS,
    BoardStock,
    TriedBoard,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.algebra import Ability
    from layerlaw.model.algebra.claims import OrderFree
    from layerlaw.model.cards.card import Card
    from layerlaw.model.scenarios.events import Event, Play
    from layerlaw.solver.documents.properties.tried_boards import BoardKind

MOST_SUBJECTS = 4
"""So many cards may be named: of more there are too many orders."""

MOST_BESIDE = 60
"""So many effects, and so many real cards, are put beside the cards whose order changes."""


class OrderStock:
    """The boards for a property about the order of some cards.

    Raises `LayerlawError` for a subject that is neither a card nor an ability, or that needs a
    place, a target or a choice.
    """

    def __init__(self, stock: BoardStock, claim: OrderFree) -> None:
        self.stock = stock
        self.words = stock.words
        self.claim = claim
        if len(claim.subjects) > MOST_SUBJECTS:
            raise LayerlawError(
                f"the order of {len(claim.subjects)} cards is too much to try: {MOST_SUBJECTS} at "
                "most"
            )
        self.cards = self._cards()
        shelf = shipped_cards(self.words.rulebook)
        self.real = all(isinstance(each, str) and each in shelf for each in claim.subjects)

    def boards(self) -> tuple[TriedBoard, ...]:
        """The cards alone, then beside objects, effects and real cards; the smallest first.

        Each card may be either player's.
        """
        tried = [
            board
            for real, before, after in self._surroundings()
            for players in self._players()
            if (board := self._board(before, after, players, real=real)) is not None
        ]
        return tuple(sorted(tried, key=lambda board: board.size)[:MOST_BOARDS])

    # --- the cards --------------------------------------------------------------------------

    def _cards(self) -> tuple[Card, ...]:
        names = iter(NAMES)
        # Cards of one name are one card.
        made: dict[object, Card] = {}
        for subject in self.claim.subjects:
            if subject not in made:
                made[subject] = (
                    self._named(subject, names)
                    if isinstance(subject, str)
                    else replace(self.words.card(next(names)), abilities=self._has(subject))
                )
        return tuple(made[subject] for subject in self.claim.subjects)

    def _named(self, text: str, names: Iterator[str]) -> Card:
        """The card of that name, or one that has the ability."""
        shelf = shipped_cards(self.words.rulebook)
        if text in shelf:
            card = shelf[text]
            if card not in cards_that_enter(self.words.rulebook):
                raise LayerlawError(
                    f"'{text}' needs a place, a target or a choice as it enters, so that its order "
                    "cannot be tried"
                )
            return card
        try:
            ability = self.words.ability(text)
        except NotationError as error:
            message = f"'{text}' is no card of the game and no ability ({error.message})"
            raise LayerlawError(with_hint(message, text, list(shelf))) from None
        return replace(self.words.card(next(names)), abilities=self._has(ability))

    def _has(self, ability: Ability) -> tuple[PrintedAbility, ...]:
        return (PrintedAbility("has", with_keywords(ability, self.words.rulebook.keywords)),)

    def _ids(self) -> tuple[str, ...]:
        """An id for each card: its name, with a number where there are several of that name."""
        ids: list[str] = []
        for card in self.cards:
            word = "".join(letter for letter in card.name.split()[0] if letter.isalnum())
            number = sum(id.rstrip("0123456789") == word for id in ids) + 1
            several = sum(other.name.split()[0] == card.name.split()[0] for other in self.cards) > 1
            ids.append(f"{word}{number}" if several else word)
        return tuple(ids)

    # --- boards -----------------------------------------------------------------------------

    def _players(self) -> Iterator[tuple[str, ...]]:
        """Whose the cards are; who is called what makes no difference."""
        for others in product((YOU, ME), repeat=len(self.cards) - 1):
            yield (YOU, *others)

    def _surroundings(self) -> Iterator[tuple[bool, tuple[Event, ...], tuple[Event, ...]]]:
        """What arrives before the cards and after them, and whether all of it is real."""
        tree = [card.abilities for card in self.cards]
        groups = [*self.stock.victims(tree), *self._plain()]
        for group in groups:
            yield (not group, group, ())
        beside = [*self._effects(tree), *self._real(tree)]
        for real, event in beside if self.stock.n > len(self.cards) else ():
            for group in groups[:2]:
                for before, after in (((*group, event), ()), (group, (event,))):
                    yield (real and not group, before, after)

    def _plain(self) -> Iterator[tuple[Event, ...]]:
        """A real card without an ability, of either player."""
        plain = [card for card in cards_that_enter(self.words.rulebook) if not card.abilities]
        for card, player in product(plain[:2], (YOU, ME)):
            yield (play(card, "F", player),)

    def _effects(self, tree: object) -> Iterator[tuple[bool, Event]]:
        lines = self.stock.lines(tree, broad=True)
        for line in islice((line for line in lines if works(self.words, line)), MOST_BESIDE):
            yield False, play(self.words.card("Zeta", has=[line]), "Zeta")

    def _real(self, tree: object) -> Iterator[tuple[bool, Event]]:
        for card in islice(self.stock.acting(tree), MOST_BESIDE):
            yield True, play(card, "R", ME)

    def _board(
        self,
        before: tuple[Event, ...],
        after: tuple[Event, ...],
        players: tuple[str, ...],
        *,
        real: bool,
    ) -> TriedBoard | None:
        """The cards in each order; None where all orders are one, because they are all alike."""
        own = [
            play(card, id, player)
            for card, id, player in zip(self.cards, self._ids(), players, strict=True)
        ]
        orders = tuple(
            scenario(
                self.words.rulebook,
                "arriving as " + ", ".join(each.id for each in order),
                chain(before, order, after),
                YOU,
            )
            for order in _distinct(own)
        )
        if len(orders) < 2:
            return None
        kind: BoardKind = "real cards" if self.real and real else "made-up cards"
        return TriedBoard(kind, orders, tuple(each.id for each in own))


def _distinct(own: list[Play]) -> Iterator[tuple[Play, ...]]:
    """The orders; which of two cards that are alike in everything comes first is one order."""
    seen: list[list[tuple[str, str]]] = []
    for order in permutations(own):
        shown = [(each.card.name, each.player) for each in order]
        if shown not in seen:
            seen.append(shown)
            yield order
