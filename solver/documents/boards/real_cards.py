"""Boards that are shipped, and boards of shipped cards that realise an abstract instance."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.trees import nodes, operations_of
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.load import load_scenario
from layerlaw.model.shipped import scenarios_for, shipped_cards, shipped_rulebooks
from layerlaw.solver.documents.boards.small_boards import ME, YOU, play, scenario
from layerlaw.solver.play.solve import solve

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.documents.axioms.instances import Instance
    from layerlaw.solver.documents.boards.small_boards import SharedWords

MOST_CARDS = 7
"""So many cards are tried with each other, those that interfere most first."""

MOST_BOARDS = 20
"""So many boards of three cards and more are made for one instance."""

# What needs a place, a target, a bearer or a choice does not simply enter.
_NEEDY = (
    a.Placed,
    a.InRegion,
    a.AtSquares,
    a.Bearer,
    a.Bearing,
    a.BorneBy,
    a.Target,
    a.ChosenName,
    a.ChosenNumber,
    a.InZone,
    a.CopyOf,
)
_INTERFERING: tuple[tuple[type, ...], ...] = (
    (a.LoseAll,),
    (a.SetPlayer,),
    (a.SetMembers, a.ReplaceMember),
    (a.Lose, a.CantHave),
    (a.SetNumber,),
    (a.Gain,),
)
_PLAYERS = (YOU, ME)


def shipped_boards(rulebook: Rulebook, ids: Collection[str]) -> Iterator[Scenario]:
    """The shipped scenarios of the rulebooks of these ids, under this one and its defaults."""
    if not set(ids) & set(shipped_rulebooks()):
        # Reading what none of them can come from would take longer than all the rest.
        return
    for path in scenarios_for(rulebook):
        try:
            shipped = load_scenario(path)
        except LayerlawError:
            continue
        if shipped.rulebook.id in ids:
            yield replace(shipped, rulebook=rulebook, readings=MappingProxyType({}))


def cards_that_enter(rulebook: Rulebook) -> tuple[Card, ...]:
    """The game's cards that need no place, target or choice to be played, the simplest first.

    A card without any ability is the simplest.
    """
    found = []
    shelf = shipped_cards(rulebook)
    for name in shelf:
        try:
            card = shelf[name]
        except LayerlawError:
            continue
        abilities = [each.ability for each in card.abilities]
        needs = any(each.use == "enters" for each in card.abilities) or any(
            isinstance(node, _NEEDY) for ability in abilities for node in nodes(ability)
        )
        if not needs:
            found.append(card)
    return tuple(sorted(found, key=lambda card: (len(card.abilities), card.name)))


@cache
def shared_cards(words: SharedWords) -> tuple[Card, ...]:
    """The cards of `cards_that_enter` that can be read under each of the rulebooks.

    A card may speak of a status, a zone or a verb that another edition does not know.
    """
    shelves = [shipped_cards(book) for book in words.books[1:]]
    return tuple(
        card
        for card in cards_that_enter(words.rulebook)
        if all(_read(shelf, card.name) for shelf in shelves)
    )


def _read(shelf: Mapping[str, Card], name: str) -> bool:
    try:
        return shelf[name] is not None
    except (LayerlawError, KeyError):
        return False


class RealCards:
    """The cards of a game that take or change what others rest on, tried two by two.

    The first card of a board is one player's, the next one the other's, and so on.
    """

    def __init__(self, words: SharedWords) -> None:
        self.words = words
        self.cards = tuple(self._pool())
        # For two cards and whether one player has both: the edges that are found, by layer.
        self._pairs: dict[tuple[str, str, bool], dict[str, frozenset[tuple[int, int]]]] | None
        self._pairs = None

    def boards(self, instance: Instance) -> Iterator[Scenario]:
        """Boards of real cards whose effects in one layer are exactly the instance."""
        if len(set(instance.layers)) > 1:
            return
        tried = 0
        for layer in self.words.rulebook.layers:
            for cards in self._fitting(instance, layer.id):
                board = self._board(cards, instance.words())
                tried += 1
                if tried > MOST_BOARDS:
                    return
                if self._edges(board, len(cards)).get(layer.id) == frozenset(instance.edges):
                    yield board

    def _pool(self) -> list[Card]:
        ranked: list[tuple[int, str, Card]] = []
        shelf = shipped_cards(self.words.rulebook)
        for name in shelf:
            try:
                card = shelf[name]
            except LayerlawError:
                continue
            rank = self._rank(card)
            if rank is not None:
                ranked.append((rank, name, card))
        return [card for _, _, card in sorted(ranked, key=lambda one: one[:2])[:MOST_CARDS]]

    def _rank(self, card: Card) -> int | None:
        """How much a card interferes, 0 the most; None where it does not, or needs more."""
        static = [each.ability for each in card.abilities if each.use == "has"]
        lines = [each for each in static if each.keyword is None and each.instructions]
        if self.words.noun not in card.sets.get(self.words.rulebook.types, ()) or any(
            e.zones for e in static
        ):
            return None
        if any(each.use == "enters" for each in card.abilities):
            return None
        if any(isinstance(node, _NEEDY) for line in lines for node in nodes(line)):
            return None
        done = [operation for line in lines for operation in operations_of(line)]
        statuses = self.words.rulebook.statuses
        if any(isinstance(one, a.SetStatus) and statuses[one.status].silences for one in done):
            return 0
        for rank, kinds in enumerate(_INTERFERING):
            if any(isinstance(one, kinds) for one in done):
                return rank
        return None

    def _board(self, cards: tuple[Card, ...], title: str) -> Scenario:
        events = [
            play(card, f"{card.name.split()[0].rstrip(',')}{number}", _PLAYERS[(number - 1) % 2])
            for number, card in enumerate(cards, 1)
        ]
        return scenario(self.words.rulebook, title, events, YOU)

    def _edges(self, board: Scenario, count: int) -> dict[str, frozenset[tuple[int, int]]]:
        """For each layer in which every card has one effect and nothing else: the edges."""
        try:
            answer = solve(board)
        except LayerlawError:
            return {}
        return _found(answer, count)

    def _fitting(self, instance: Instance, layer: str) -> Iterator[tuple[Card, ...]]:
        pairs = self._tried()
        wanted = frozenset(instance.edges)
        for cards in product(self.cards, repeat=instance.n):
            fits = True
            for low in range(instance.n):
                for high in range(low + 1, instance.n):
                    key = cards[low].name, cards[high].name, (high - low) % 2 == 0
                    edges = pairs[key].get(layer)
                    here = {(0, 1)} if (low, high) in wanted else set()
                    here |= {(1, 0)} if (high, low) in wanted else set()
                    fits = fits and edges == frozenset(here)
            if fits:
                yield cards

    def _tried(self) -> dict[tuple[str, str, bool], dict[str, frozenset[tuple[int, int]]]]:
        if self._pairs is None:
            self._pairs = {}
            for one, other in product(self.cards, repeat=2):
                for alike in (False, True):
                    cards = (one, other)
                    events = [
                        play(card, f"C{number}", _PLAYERS[0 if alike else number])
                        for number, card in enumerate(cards)
                    ]
                    board = scenario(self.words.rulebook, "a pair", events, YOU)
                    self._pairs[one.name, other.name, alike] = self._edges(board, 2)
        return self._pairs


def _found(answer: Answer, count: int) -> dict[str, frozenset[tuple[int, int]]]:
    if answer.answers is not None:
        return {}
    number = {thing.id: place for place, thing in enumerate(answer.situation.things)}
    edges_by_layer: dict[str, frozenset[tuple[int, int]]] = {}
    for record in answer.layers:
        sources = [
            number[answer.effects[turn.effect].source]
            for turn in record.turns
            if answer.effects[turn.effect].source in number
        ]
        if sorted(sources) != list(range(count)):
            continue
        edges = [
            tuple(number.get(answer.effects[id].source, -1) for id in (each.effect, each.on))
            for each in answer.dependencies(record.layer)
        ]
        edges_by_layer[record.layer] = frozenset((pair[0], pair[1]) for pair in edges)
    return edges_by_layer
