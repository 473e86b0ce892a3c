"""The standard board of a game: what stands there before the cards that are looked at arrive."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import chain
from statistics import median_low
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.infinite import is_infinite
from layerlaw.model.algebra.trees import nodes
from layerlaw.model.cards.card import Card, PrintedAbility, is_spell
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import Where
from layerlaw.model.scenarios.events import GetsStatus, Place, Play, Together
from layerlaw.solver.games.census.required_objects import Wanted, printed_words, wanted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.rulebooks.space import Space
from layerlaw.model.scenarios.events import Event

YOU, ME = "you", "me"
PLAYERS = (YOU, ME)
WHERE = Where("census", 1, 1)
_EVERY_ZONE = "*"
_GROUND_AROUND = 2
"""How many rows and columns around the middle have ground."""


@dataclass(frozen=True, slots=True)
class Stander:
    """One object of the standard board: a made-up card without text, whose it is, and where."""

    id: str
    card: Card
    player: str
    place: Place | None
    zone: str
    statuses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StandardBoard:
    """The standard board of a game.

    standers: what stands there, of both players alike. slots: the squares at which the cards
    that are looked at stand if they are ground, in this order; whatever else they are, they stand
    on the first. Empty where the game has no squares.
    """

    rulebook: Rulebook
    standers: tuple[Stander, ...]
    slots: tuple[int, ...]

    def events(self, taken: Iterable[int] = ()) -> tuple[Event, ...]:
        """How the board comes to be: everything at one moment.

        taken: squares on which there is no ground yet, because a card that is ground will come.
        """
        taken = frozenset(taken)
        there = [one for one in self.standers if not self._is_ground(one, taken)]
        entering = [
            Play(s.player, s.card, s.id, s.place, (), None, WHERE, s.zone or None) for s in there
        ]
        statuses = [
            GetsStatus(stander.id, status, True, WHERE)
            for stander in there
            for status in stander.statuses
        ]
        return (Together(tuple(entering), WHERE), *statuses)

    def _is_ground(self, stander: Stander, squares: frozenset[int]) -> bool:
        space = self.rulebook.space
        return (
            space is not None
            and space.ground in stander.card.sets[space.types]
            and stander.place is not None
            and stander.place.squares[0] in squares
        )

    def first(self, type: str, player: str) -> str:
        """The id of the player's first object of a type that is in play."""
        for stander in self.standers:
            mine = stander.player == player and not stander.zone and not stander.statuses
            if mine and (not type or type in stander.card.sets[self.rulebook.types]):
                return stander.id
        return ""


class BoardMaker:
    """The standard board of a game, as far as the cards that are looked at speak of it.

    For every selector in the text of a card there stands, for each of the two players, an object
    that it could select, and one without any words besides. They are made up: they have the words,
    keywords, statuses and numbers that the selectors ask for and no text. Numbers that nobody asks
    for are the middle one among the game's cards of the type, those that the rulebook's checks look
    at the greatest one. Where the game has squares there is ground all around the middle, and
    everything else stands on the two squares where cards that are ground would come first.
    """

    def __init__(self, rulebook: Rulebook, cards: Iterable[Card]) -> None:
        """cards: all of the game, which say what its objects are like."""
        self.rulebook = rulebook
        self.cards = tuple(cards)
        self.shared = printed_words(self.cards, rulebook.types)
        self.checked = {
            getattr(node, "characteristic", "") for each in rulebook.checks for node in nodes(each)
        }
        self.slots = _slots(rulebook.space)
        self.types = self._types()
        self._known: dict[str, frozenset[Wanted]] = {}
        self._made: dict[Wanted, Card] = {}

    def board(self, cards: Iterable[Card], more: Iterable[str] = ()) -> StandardBoard:
        """The board for these cards. more: types of which a plain object is needed besides."""
        kinds: set[Wanted] = {self._plain(type) for type in (*self.types[:1], *more)}
        for card in cards:
            kinds |= self.kinds(card)
        ground = self.rulebook.space.ground if self.rulebook.space is not None else ""
        plain = self._plain(self.types[0])
        of_ground = (self.rulebook.types, ground)
        grounds = sorted(kind for kind in kinds if of_ground in kind.words)
        others = sorted(kinds - set(grounds))
        standers = [
            self._stander(kind, number, player)
            for number, kind in enumerate(
                one
                for one in others
                if one == plain or not any(_stands_for(other, one) for other in others)
            )
            for player in PLAYERS
        ]
        return StandardBoard(self.rulebook, (*self._ground(grounds), *standers), self.slots)

    def kinds(self, card: Card) -> frozenset[Wanted]:
        """The objects that a card speaks of, each with a type."""
        if card.name not in self._known:
            typed = (self._typed(kind) for kind in wanted(card, self.shared))
            self._known[card.name] = frozenset(typed)
        return self._known[card.name]

    # --- what is wanted ----------------------------------------------------------------------

    def _typed(self, kind: Wanted) -> Wanted:
        """With a type, if it has none: the one that most cards have that print its words."""
        zones = {self.rulebook.in_play, _EVERY_ZONE}
        kind = replace(kind, zone="" if kind.zone in zones else kind.zone)
        types = self.rulebook.types
        if not types or any(characteristic == types for characteristic, _ in kind.words):
            return kind
        alike = [
            card
            for card in self.cards
            if all(word in card.sets.get(name, ()) for name, word in kind.words)
            and card.sets.get(types)
            and (kind.zone or not is_spell(card))
        ]
        counted = Counter(card.sets[types][0] for card in alike if kind.words)
        type = counted.most_common(1)[0][0] if counted else self.types[0]
        return replace(kind, words=tuple(sorted((*kind.words, (types, type)))))

    def _types(self) -> tuple[str, ...]:
        """The types of cards that stay in play, those that the checks speak of first.

        In a game without types all cards are of one, which has no name.
        """
        name = self.rulebook.types
        if not name:
            return ("",)
        asked = [
            node.word
            for check in self.rulebook.checks
            for node in nodes(check.who)
            if isinstance(node, a.Member) and node.characteristic == name
        ]
        types = [
            card.sets[name][0] for card in self.cards if card.sets.get(name) and not is_spell(card)
        ]
        spells = {card.sets[name][0] for card in self.cards if is_spell(card)}
        known = [type for type, _ in Counter(types).most_common() if type not in spells]
        found = tuple(dict.fromkeys((*(type for type in asked if type in known), *known)))
        return found or self.rulebook.characteristics[name].words[:1]

    def _plain(self, type: str) -> Wanted:
        return Wanted(words=((self.rulebook.types, type),) if type else ())

    # --- what is made of it ------------------------------------------------------------------

    def _stander(self, kind: Wanted, number: int, player: str) -> Stander:
        place = None
        if self.slots and not kind.zone:
            # Each kind on both squares, once for each player.
            place = Place((self.slots[(number + PLAYERS.index(player)) % 2],))
        return Stander(
            f"s{number}-{player}",
            self._card(kind),
            player,
            place,
            kind.zone,
            tuple(one for one in kind.statuses if self._harmless(one)),
        )

    def _harmless(self, status: str) -> bool:
        known = self.rulebook.statuses[status]
        return not (known.silences or known.disables or known.hides)

    def _card(self, kind: Wanted) -> Card:
        if kind not in self._made:
            self._made[kind] = self._make(kind)
        return self._made[kind]

    def _make(self, kind: Wanted) -> Card:
        types = self.rulebook.types
        sets: dict[str, tuple[str, ...]] = {types: ()} if types else {}
        for characteristic, word in kind.words:
            sets[characteristic] = (*sets.get(characteristic, ()), word)
        type = sets[types][0] if types else ""
        numbers = {**self._numbers(type), **dict(kind.numbers)}
        abilities = tuple(
            PrintedAbility("has", self.rulebook.with_keyword(keyword)) for keyword in kind.keywords
        )
        said = [word for name, words in sets.items() if name != types for word in words[:3]]
        said += [*sets.get(types, ()), *(f"with {keyword}" for keyword in kind.keywords[:2])]
        said += [f"of {name} {number}" for name, number in kind.numbers]
        said += [f"that is {status}" for status in kind.statuses]
        name = kind.name or f"A {' '.join(said)}"
        return Card(name, MappingProxyType(sets), MappingProxyType(numbers), abilities)

    def _numbers(self, type: str) -> dict[str, int]:
        types = self.rulebook.types
        alike = [card for card in self.cards if not type or type in card.sets.get(types, ())]
        found: dict[str, int] = {}
        for name in dict.fromkeys(chain.from_iterable(card.numbers for card in alike)):
            printed = [card.numbers[name] for card in alike if name in card.numbers]
            if 2 * len(printed) >= len(alike):
                # What is infinite stays as it is, so that no effect on it would be seen.
                finite = [number for number in printed if not is_infinite(number)] or printed
                found[name] = max(finite) if name in self.checked else median_low(finite)
        return found

    def _ground(self, kinds: list[Wanted]) -> list[Stander]:
        """Ground on every square around the middle, of each kind and both players in turn."""
        space = self.rulebook.space
        if space is None or not space.ground:
            return []
        kinds = [self._plain(space.ground), *kinds]
        row, column = divmod(self.slots[0] - 1, space.columns)
        around = [
            line * space.columns + place + 1
            for line in range(space.rows)
            for place in range(space.columns)
            if abs(line - row) < _GROUND_AROUND and abs(place - column) < _GROUND_AROUND
        ]
        return [
            Stander(
                f"g{square}",
                self._card(kinds[number // 2 % len(kinds)]),
                PLAYERS[number % 2],
                Place((square,)),
                "",
                (),
            )
            for number, square in enumerate(around)
        ]


def _slots(space: Space | None) -> tuple[int, ...]:
    """Three squares in the middle of the grid, each beside the first."""
    if space is None:
        return ()
    row, column = (space.rows - 1) // 2, (space.columns - 1) // 2
    middle = row * space.columns + column + 1
    left = middle - 1 if column else middle
    return (middle, left, middle + space.columns if row + 1 < space.rows else middle)


def _stands_for(one: Wanted, other: Wanted) -> bool:
    """Whether the one object will do where the other is spoken of too."""
    plain = one.plain and other.plain and one.zone == other.zone
    return plain and set(other.words) < set(one.words)
