"""The boards on which a property is tried, the smallest first, real cards before made-up ones."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, combinations, islice, product
from typing import TYPE_CHECKING, Literal

from layerlaw.model import algebra as a
from layerlaw.model.algebra.reads import ReadAbility
from layerlaw.model.algebra.trees import nodes
from layerlaw.model.algebra.writes import LoseAbilities, WriteAbility
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.events import GetsStatus, Play
from layerlaw.model.shipped import shipped_rulebooks
from layerlaw.solver.documents.boards.descriptions import deeds, works
from layerlaw.solver.documents.boards.procedure_boards import (
    policy_boards,
    victim,
    with_spoken_numbers,
)
from layerlaw.solver.documents.boards.real_cards import cards_that_enter, shipped_boards
from layerlaw.solver.documents.boards.small_boards import (
    ME,
    NAMES,
    WHERE,
    YOU,
    SharedWords,
    play,
    scenario,
    size_of,
)
from layerlaw.solver.documents.properties.spoken import (
    effects_on,
    keywords_spoken,
    numbers_spoken,
    scopes_of,
    words_spoken,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.model.cards.card import Card
    from layerlaw.model.properties.property import Property
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.events import Event
    from layerlaw.model.scenarios.scenario import Scenario

BoardKind = Literal["real cards", "made-up cards", "shipped scenarios"]

MOST_BOARDS = 2500
"""So many boards are tried of one property."""

MOST_PAIRS = 300
"""So many pairs of real cards are played, those first that speak of the property's words."""

MOST_PLAIN = 5
"""So many real cards without an ability are tried alone."""

MOST_OF_POLICY = 15
"""So many boards of the stock for each question of procedure are tried."""

MOST_SCENARIOS = 100
"""So many shipped scenarios are tried, the smallest first."""

MOST_OF_SIZE = {1: 300, 2: 900, 3: 500, 4: 300}
"""So many made-up boards of so many effects are tried; of more effects as many as of four."""


@dataclass(frozen=True, slots=True)
class TriedBoard:
    """One board; of a property about order, the same cards in each order of arrival.

    orders: the scenarios, one for each order. subjects: the ids of the cards whose order changes.
    """

    kind: BoardKind
    orders: tuple[Scenario, ...]
    subjects: tuple[str, ...] = ()

    @property
    def size(self) -> tuple[tuple[int, int, int], bool]:
        """How big it is; of boards that are equally big, those of real cards come first."""
        return size_of(self.orders[0]), self.kind != "real cards"


class BoardStock:
    """The boards for properties of one rulebook that speak of objects and of the board."""

    def __init__(self, rulebook: Rulebook, n: int) -> None:
        self.rulebook = rulebook
        self.n = n
        self.words = SharedWords(rulebook)
        self.spoken: tuple[str, ...] = ()

    def boards(self, what: Property) -> tuple[TriedBoard, ...]:
        """Every board to try the property on, the smallest first."""
        claims = what.claims
        self.spoken = tuple(numbers_spoken(claims))
        made = chain(
            self._few(claims),
            *(self._several(claims, count) for count in range(1, self.n + 1)),
            self._stock(),
        )
        tried = [TriedBoard("real cards", (each,)) for each in self._real(claims)]
        tried += [TriedBoard("made-up cards", (each,)) for each in made]
        tried += [TriedBoard("shipped scenarios", (each,)) for each in self._shipped()]
        return tuple(sorted(tried, key=lambda board: board.size)[:MOST_BOARDS])

    # --- made-up cards ----------------------------------------------------------------------

    def victims(self, tree: object) -> tuple[tuple[Event, ...], ...]:
        """Groups of objects without effects of their own that effects can do something to.

        One prints a keyword and each number; one what the tree speaks of, and belongs to the other
        player; one has a line of text.
        """
        plain = victim(self.words)
        words = [word for _, word in dict.fromkeys(words_spoken(tree))]
        keywords = [
            keyword
            for keyword in dict.fromkeys(keywords_spoken(tree))
            if keyword not in self.rulebook.numbered
        ]
        spoken = self._card("Other", words, keywords)
        groups: list[tuple[Event, ...]] = [(), (play(plain, "V"),)]
        if spoken is not None and (words or keywords):
            groups.append((play(spoken, "O"),))
            groups.append((play(spoken, "O", ME),))
        return tuple(groups)

    def _card(self, name: str, words: list[str], keywords: list[str]) -> Card | None:
        known = self.words.vocabulary.members
        try:
            # A word that stands in two sets, or a type, has no place of its own on a card.
            printed = [word for word in words if word in known and known[word] in self.words.sets]
            numbers = dict.fromkeys(self.words.numbers, 5)
            types = [word for word in words if known.get(word) == self.rulebook.types]
            card = self.words.card(name, words=printed, numbers=numbers, has=keywords)
        except LayerlawError:
            return None
        if types:
            card = replace(card, sets={**card.sets, self.rulebook.types: tuple(types[:1])})
        return card

    def _few(self, tree: object) -> Iterator[Scenario]:
        """Objects alone, and objects that an event gave a status."""
        for group in self.victims(tree)[1:]:
            yield self._board("objects alone", group)
            (first,) = group
            assert isinstance(first, Play)
            for status in self.words.statuses:
                given = GetsStatus(first.id, status, True, WHERE)
                yield self._board(f"an object that is {status}", (*group, given))

    def lines(self, tree: object, *, broad: bool) -> tuple[str, ...]:
        """Lines of text that do something about the tree's words; broad: about anything."""
        effects = list(effects_on(self.words, tree))
        own = scopes_of(self.words, tree)
        scopes = [self.words.things, *own, "self", 'object named "V"']
        found = dict.fromkeys(
            f"({scope}): {effect}" if scope != "self" else f"self: {effect}"
            for scope in scopes
            for effect in effects
        )
        if broad:
            found |= dict.fromkeys(
                f"({self.words.things}): {deed.text}" for deed in deeds(self.words)
            )
        named = (line.replace('named "V"', 'named "Victim"') for line in found)
        return tuple(line for line in named if works(self.words, line))

    def _several(self, tree: object, count: int) -> Iterator[Scenario]:
        """Boards of so many effects, in every order of arrival."""
        most = MOST_OF_SIZE[min(count, max(MOST_OF_SIZE))]
        yield from islice(self._combined(tree, count), most)

    def _combined(self, tree: object, count: int) -> Iterator[Scenario]:
        lines = self.lines(tree, broad=count == 1)
        groups = self.victims(tree)
        for chosen in _spread(lines, count, MOST_OF_SIZE[min(count, max(MOST_OF_SIZE))]):
            cards = [
                self.words.card(NAMES[number], has=[line]) for number, line in enumerate(chosen)
            ]
            for group in groups if count < 3 else groups[1:2]:
                own = [play(card, card.name) for card in cards]
                yield self._board("effects that meet", (*group, *own))
                if count == 1 and group:
                    yield self._board("an object that comes later", (*own, *group))
                    spell = replace(self.words.card("Alpha", resolves=chosen), sets={}, numbers={})
                    yield self._board("a spell", (*group, play(spell, "Alpha")))

    def _stock(self) -> Iterator[Scenario]:
        """Boards that were made up for questions of procedure."""
        for policy in self.rulebook.policies:
            for made in policy_boards(self.words, policy)[:MOST_OF_POLICY]:
                if size_of(made)[0] <= self.n:
                    yield made

    def _board(self, title: str, events: Iterable[Event]) -> Scenario:
        shown = with_spoken_numbers(self.words, events, self.spoken)
        return scenario(self.rulebook, title, shown, YOU)

    # --- real cards -------------------------------------------------------------------------

    def _real(self, tree: object) -> Iterator[Scenario]:
        """Each card of the game alone, beside a plain one, and two by two in both orders."""
        acting = self.acting(tree)
        plain = [card for card in cards_that_enter(self.rulebook) if not card.abilities]
        for card in plain[:MOST_PLAIN]:
            yield self._of_cards((card, YOU))
        for card in acting:
            yield self._of_cards((card, YOU))
            for beside in plain[:1]:
                yield self._of_cards((beside, YOU), (card, YOU))
                yield self._of_cards((beside, ME), (card, YOU))
        if self.n > 1:
            pairs = chain(((card, card) for card in acting), combinations(acting, 2))
            for one, other in islice(pairs, MOST_PAIRS):
                orders = ((one, other),) if one is other else ((one, other), (other, one))
                for first, second in orders:
                    yield self._of_cards((first, YOU), (second, ME))

    def acting(self, tree: object) -> tuple[Card, ...]:
        """The game's cards that do something, those first that speak of the tree's words."""
        about = _about(tree)
        acting = [
            card
            for card in cards_that_enter(self.rulebook)
            if any(each.ability.instructions for each in card.abilities)
        ]
        return tuple(
            sorted(acting, key=lambda card: not about & _about([e.ability for e in card.abilities]))
        )

    def _of_cards(self, *cards: tuple[Card, str]) -> Scenario:
        events = [play(card, f"C{place}", player) for place, (card, player) in enumerate(cards, 1)]
        return scenario(self.rulebook, "real cards", events, YOU)

    def _shipped(self) -> tuple[Scenario, ...]:
        """Shipped scenarios of just this rulebook; of one that is not shipped there are none."""
        if self.rulebook.id not in shipped_rulebooks():
            return ()
        shipped = sorted(shipped_boards(self.rulebook, (self.rulebook.id,)), key=size_of)
        return tuple(replace(each, expect=(), variants=()) for each in shipped[:MOST_SCENARIOS])


def _spread(lines: tuple[str, ...], count: int, most: int) -> Iterator[tuple[str, ...]]:
    """Every choice of so many lines if there are not too many; else of the first lines."""
    while len(lines) > 1 and len(lines) ** count > most:
        lines = lines[: len(lines) - 1]
    yield from product(lines, repeat=count)


def _about(tree: object) -> frozenset[str]:
    """The words that are read or written, whatever is done with them."""
    found: set[str] = set()
    for node in nodes(tree):
        for cell in getattr(node, "reads", ()):
            found |= _names(cell)
        if isinstance(node, a.Operation):
            for write in node.writes:
                found |= _names(write)
    return frozenset(found)


def _names(cell: object) -> set[str]:
    named = {getattr(cell, name, "") for name in ("word", "status", "keyword")}
    if not any(named):
        named.add(getattr(cell, "characteristic", ""))
    if isinstance(cell, ReadAbility | LoseAbilities | WriteAbility):
        named.add("abilities")
    return {name for name in named if isinstance(name, str) and name}
