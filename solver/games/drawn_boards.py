"""Random boards of a game's real cards, each of which can happen; the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from random import Random
from types import MappingProxyType

from layerlaw.model.arguments import checked
from layerlaw.model.cards.card import Card, is_spell
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.events import (
    ChangeCounters,
    Event,
    Leave,
    Move,
    Place,
    Play,
    TurnBegins,
)
from layerlaw.model.scenarios.load import loads_scenario, named_rulebook
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.model.scenarios.write import written_scenario
from layerlaw.model.shipped import shipped_cards
from layerlaw.solver.games.census.arrivals import Arriving, Setter
from layerlaw.solver.games.census.board import PLAYERS, WHERE, BoardMaker, StandardBoard, Stander
from layerlaw.solver.play.history import History

EVENTS = 6
"""So many events a board has at most."""
_TRIES = 5
_OTHERS = 0.2
"""How often something else happens than that a card arrives."""
_PLAIN_FIRST = 0.5


@checked()
def drawn_boards(
    rulebook: str,
    cards: Mapping[str, Card] | None = None,
    *,
    seed: int = 0,
    first: int = 1,
    events: int = EVENTS,
) -> Iterator[Scenario]:
    """Random boards without end: cards arrive, move, leave, take damage, turns go by.

    rulebook: a shipped one's id, or a file. cards: the game's shipped ones if left out. seed,
    first: board number N of a seed is always the same, wherever one begins. events: so many each
    has at most (what a card does as it comes counts besides).

    Every one of them can happen: it was played. Raises `LayerlawError` for an unknown rulebook,
    and where there are no cards that a board could begin with.

    >>> from layerlaw.solver.games.drawn_boards import drawn_boards
    >>> board = next(drawn_boards("sorcery-2026-01", seed=1))
    >>> (board.title, 0 < len(board.events))
    ('Random board 1 of seed 1', True)
    """
    book = named_rulebook(rulebook)
    known = shipped_cards(book) if cards is None else cards
    drawing = _Drawing(rulebook, Setter(book, known, BoardMaker(book, known.values())), events)
    if not drawing.beginners:
        raise LayerlawError("none of the cards can come first: each needs something to choose from")
    return drawing.boards(seed, first)


@dataclass(slots=True)
class _Drawing:
    """Draws boards one after another."""

    name: str
    setter: Setter
    most: int
    cards: tuple[Card, ...] = field(init=False)
    beginners: tuple[Card, ...] = field(init=False)
    plain: tuple[Card, ...] = field(init=False)

    def __post_init__(self) -> None:
        setter = self.setter
        self.cards = tuple(setter.cards[name] for name in sorted(setter.cards))
        self.beginners = tuple(c for c in self.cards if setter.stands(c) and not setter.asks(c))
        self.plain = tuple(card for card in self.beginners if not card.abilities)

    def boards(self, seed: int, first: int) -> Iterator[Scenario]:
        number = first
        while True:
            yield self._board(Random(f"{seed}/{number}"), f"Random board {number} of seed {seed}")
            number += 1

    def _board(self, rng: Random, title: str) -> Scenario:
        """Events one after another, as long as they can happen."""
        book = self.setter.rulebook
        empty = Scenario(
            title=title,
            rulebook=book,
            players=PLAYERS,
            active=rng.choice(PLAYERS),
            play=(),
            expect=(),
            variants=(),
            readings=MappingProxyType({}),
            source="",
            because=(),
            file="<drawn>",
        )
        board: Scenario | None = None
        there = _Table(None, frozenset())
        length = rng.randint(2, self.most)
        happened = 0
        # The first card of all may turn out not to fit, too.
        for _ in range(_TRIES * length):
            events = tuple(self._events(rng, there))
            before = empty if board is None else board
            after = self._played(replace(before, play=(*before.play, *events)))
            if after is not None:
                board, there, happened = after.board, after, happened + 1
            if happened == length:
                break
        if board is None:
            return self._board(rng, title)
        return board

    def _played(self, made: Scenario) -> _Table | None:
        """The table after the scenario, if that can be written and happens."""
        try:
            loaded = loads_scenario(written_scenario(made), "<drawn>", rulebook=self.name)
            history = History(loaded)
            for _ in history.play():
                pass
            history.carry_out_checks()
            things = history.derivation().situation.things
        except LayerlawError:
            return None
        in_play = loaded.rulebook.in_play
        return _Table(loaded, frozenset(one.id for one in things if one.zone == in_play))

    def _events(self, rng: Random, there: _Table) -> Iterator[Event]:
        if there.standing and rng.random() < _OTHERS:
            yield self._something(rng, there)
            return
        if not there.standing:
            plain = self.plain if self.plain and rng.random() < _PLAIN_FIRST else self.beginners
            card = rng.choice(plain)
        else:
            card = rng.choice(self.cards)
        player = rng.choice(PLAYERS)
        aimed = rng.choice(sorted(there.standing)) if there.standing else ""
        board = StandardBoard(self.setter.rulebook, there.standers(), ())
        arriving = Arriving(self.setter, board, card, there.new_id(), player)
        yield from arriving.events(self._place(rng, card), aimed, there.standing.get(aimed))

    def _place(self, rng: Random, card: Card) -> Place | None:
        """A square near the middle, so that what stands there meets."""
        space, setter = self.setter.rulebook.space, self.setter
        if space is None or setter.zone(card) or is_spell(card) or setter.is_carried(card):
            return None
        return Place((self._square(rng),))

    def _square(self, rng: Random) -> int:
        space = self.setter.rulebook.space
        assert space is not None
        row = min(space.rows, rng.randint(1, 3)) - 1
        return row * space.columns + min(space.columns, rng.randint(1, 3))

    def _something(self, rng: Random, there: _Table) -> Event:
        """What else happens: a move, a death, damage, a turn."""
        book = self.setter.rulebook
        object = rng.choice(sorted(there.standing))
        counters = sorted(name for name, each in book.characteristics.items() if each.counter)
        choices: list[Event] = [
            TurnBegins(rng.choice(PLAYERS), WHERE),
            Leave(object, "", WHERE),
        ]
        if book.space is not None:
            choices.append(Move(object, Place((self._square(rng),)), WHERE))
        if counters:
            choices.append(ChangeCounters(object, rng.choice(counters), rng.randint(1, 3), WHERE))
        return rng.choice(choices)


class _Table:
    """The cards that came to a board by their ids, and those that stand there now."""

    def __init__(self, board: Scenario | None, in_play: frozenset[str]) -> None:
        self.board = board
        played = [event for event in (board.events if board else ()) if isinstance(event, Play)]
        self.plays = {event.id: event for event in played}
        self.standing = {id: event.card for id, event in self.plays.items() if id in in_play}

    def standers(self) -> tuple[Stander, ...]:
        """What stands there, to choose from."""
        return tuple(
            Stander(id, card, self.plays[id].player, self.plays[id].place, "", ())
            for id, card in self.standing.items()
        )

    def new_id(self) -> str:
        """A letter that is no id yet; A would be an article in an expectation."""
        number = len(self.plays)
        return chr(ord("B") + number) if number < 24 else f"Z{number}"
