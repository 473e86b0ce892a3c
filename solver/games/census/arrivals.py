"""How two or three cards come to the standard board: players, targets, order of arrival."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from layerlaw.model import algebra as a
from layerlaw.model.algebra.mentions import (
    chooses_as_it_enters,
    chooses_name,
    chooses_number,
    speaks_of_target,
)
from layerlaw.model.algebra.trees import nodes
from layerlaw.model.algebra.writes import WriteNumber
from layerlaw.model.cards.card import is_spell
from layerlaw.model.cards.printed import matches_print
from layerlaw.model.dataclass import dataclass
from layerlaw.model.scenarios.events import Place, Play, UseAbility
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.games.census.board import ME, PLAYERS, WHERE, YOU

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.events import Event
    from layerlaw.solver.games.census.board import BoardMaker, StandardBoard

LETTERS = ("A", "B", "C")
"""The ids of the cards that are looked at."""

Aim = Literal["board", "each other"]
"""What cards choose: something that stands on the board, or the newest of the other cards."""

_CHOSEN = "1"


@dataclass(frozen=True, slots=True)
class Setup:
    """Some cards, who plays each of them, what they choose, and in which order they arrive.

    order: places in `cards`; a card that is left out of it does not arrive, and all else is as if
    it did.
    """

    cards: tuple[str, ...]
    players: tuple[str, ...]
    aim: Aim
    order: tuple[int, ...]

    @property
    def title(self) -> str:
        """What the board is called."""
        whose = ", ".join(f"{self.cards[i]} ({self.players[i]})" for i in self.order)
        return whose if self.aim == "board" else f"{whose}, aimed at each other"


class Setter:
    """Makes scenarios of setups."""

    def __init__(self, rulebook: Rulebook, cards: Mapping[str, Card], maker: BoardMaker) -> None:
        self.rulebook = rulebook
        self.cards = cards
        self.maker = maker

    def scenario(self, setup: Setup) -> tuple[Scenario, tuple[str, ...]]:
        """The scenario, and for each card, in the order of `setup.cards`, what it chooses."""
        cards = [self.cards[name] for name in setup.cards]
        more = sorted({type for card in cards for type in self._aims(card)})
        board = self.maker.board(cards, more)
        places = self._places(cards, board)
        events: list[Event] = []
        chosen = ["" for _ in cards]
        there: list[int] = []
        for number in setup.order:
            newest = there[-1] if there and setup.aim == "each other" else None
            aimed = "" if newest is None else LETTERS[newest]
            other = None if newest is None else cards[newest]
            arriving = Arriving(self, board, cards[number], LETTERS[number], setup.players[number])
            events += arriving.events(places[number], aimed, other)
            chosen[number] = " ".join(arriving.chosen)
            if self.stands(cards[number]):
                there.append(number)
        # The first player's turn if both play, so that everybody's turn is looked at.
        active = YOU if len(set(setup.players)) > 1 else ME
        taken = [
            place.squares[0]
            for place, card in zip(places, cards, strict=True)
            if place is not None and self.is_ground(card)
        ]
        made = Scenario(
            title=setup.title,
            rulebook=self.rulebook,
            players=PLAYERS,
            active=active,
            play=(*board.events(taken), *events),
            expect=(),
            variants=(),
            readings=MappingProxyType({}),
            source="",
            because=(),
            file="census",
        )
        return made, tuple(chosen)

    def chooses(self, card: Card) -> bool:
        """Whether the card chooses anything that could be another card."""
        return (
            self.is_carried(card)
            or any(printed.use == "enters" for printed in card.abilities)
            or any(speaks_of_target(printed.ability) for printed in card.abilities)
        )

    def asks(self, card: Card) -> bool:
        """Whether something has to stand there already for the card to choose from."""
        return self.chooses(card) or any(
            chooses_name(printed.ability) or chooses_number(printed.ability)
            for printed in card.abilities
        )

    def stands(self, card: Card) -> bool:
        """Whether the card is an object in play that can be chosen."""
        return self.zone(card) == "" and not is_spell(card)

    def is_carried(self, card: Card) -> bool:
        """Whether the card enters carried by another."""
        carried = self.rulebook.carried
        return carried is not None and bool(matches_print(carried, card)) and not is_spell(card)

    def is_ground(self, card: Card) -> bool:
        """Whether squares stand on the card."""
        space = self.rulebook.space
        return space is not None and space.ground in card.sets.get(space.types, ())

    def type_of(self, card: Card) -> str:
        """The first of its types, if it has any."""
        return next(iter(card.sets.get(self.rulebook.types, ())), "")

    def zone(self, card: Card) -> str:
        """The zone in which the card works, where that is not play; else an empty string."""
        working = [one.ability for one in card.abilities if one.ability.instructions]
        play = self.rulebook.in_play
        common = [
            zone
            for zone in self.rulebook.zones[1:]
            if working and all(zone in each.zones for each in working)
        ]
        fits_play = all(not each.zones or play in each.zones for each in working)
        stays = is_spell(card) or self.type_of(card) in self.maker.types
        return common[0] if common and not (fits_play and stays) else ""

    def target_type(self, ability: a.Ability) -> str:
        """The type of what an ability chooses: that of the cards with the numbers it changes."""
        space = self.rulebook.space
        for node in nodes(ability):
            on_it = isinstance(node, a.Placed) and isinstance(node.anchor, a.Target)
            if space is not None and space.ground and on_it:
                return space.ground
        changed = {
            write.characteristic
            for operation in nodes(ability)
            if isinstance(operation, a.Operation)
            for write in operation.writes
            if isinstance(write, WriteNumber) and write.how != "swap"
        }
        counts = {
            type: sum(
                len(changed & card.numbers.keys())
                for card in self.maker.cards
                if type in (card.sets.get(self.rulebook.types) or ("",)) and not is_spell(card)
            )
            for type in self.maker.types
        }
        return max(self.maker.types, key=lambda type: counts[type])

    def _aims(self, card: Card) -> Iterator[str]:
        """The types of which the card needs an object to choose."""
        for printed in card.abilities:
            if speaks_of_target(printed.ability):
                yield self.target_type(printed.ability)
            if printed.use == "enters":
                yield self.type_of(card)

    def _places(self, cards: Sequence[Card], board: StandardBoard) -> list[Place | None]:
        """Ground takes the board's squares one after another, all else is on the first."""
        if not board.slots:
            return [None for _ in cards]
        squares = iter(board.slots)
        found: list[Place | None] = []
        for card in cards:
            if self.zone(card) or is_spell(card) or self.is_carried(card):
                found.append(None)
            else:
                square = next(squares) if self.is_ground(card) else board.slots[0]
                found.append(Place((square,)))
        return found


class Arriving:
    """One card comes to the board and does what it does then."""

    def __init__(
        self, setter: Setter, board: StandardBoard, card: Card, id: str, player: str
    ) -> None:
        self.setter, self.board, self.card = setter, board, card
        self.id, self.player = id, player
        self.chosen: list[str] = []

    def events(self, place: Place | None, aimed: str, other: Card | None) -> Iterator[Event]:
        """aimed: the id of the card to choose, "" for the board. other: that card."""
        setter, card = self.setter, self.card
        zone = setter.zone(card) or None
        targets: tuple[str, ...] = ()
        copying = None
        entering = [one for one in card.abilities if one.use in ("on entry", "resolves")]
        if zone is None:
            if setter.is_carried(card):
                carriers = setter.rulebook.carriers
                fits = other is None or carriers is None or matches_print(carriers, other)
                targets = (self._choose(aimed if fits else "", setter.maker.types[0]),)
            for printed in entering:
                if speaks_of_target(printed.ability) and not targets:
                    targets = (self._choose(aimed, setter.target_type(printed.ability)),)
            if any(printed.use == "enters" for printed in card.abilities):
                copying = self._choose(aimed, setter.type_of(card))
        choice = self._choice([one.ability for one in card.abilities])
        yield Play(
            self.player, card, self.id, place, targets, copying, WHERE, zone, choosing=choice
        )
        names: set[str] = set()
        for printed in card.abilities:
            if printed.use not in ("activates", "triggers") or printed.name in names:
                continue
            if not printed.ability.instructions:
                continue
            names.add(printed.name)
            used: tuple[str, ...] = ()
            if speaks_of_target(printed.ability):
                used = (self._choose(aimed, setter.target_type(printed.ability)),)
            id = f"{self.id}{len(names)}"
            chosen = self._choice([printed.ability])
            yield UseAbility(self.player, self.id, printed.name, id, used, WHERE, chosen)

    def _choose(self, aimed: str, type: str) -> str:
        """The card aimed at, or the other player's first object of the type."""
        other = ME if self.player == YOU else YOU
        found = aimed or self.board.first(type, other) or self.board.standers[0].id
        self.chosen.append(found)
        return found

    def _choice(self, abilities: list[a.Ability]) -> str | None:
        """The number or the name that is chosen: one that something on the board has."""
        if any(chooses_name(ability) for ability in abilities):
            return self.board.standers[0].card.name
        if any(chooses_as_it_enters(ability) for ability in abilities):
            return _CHOSEN
        if not any(chooses_number(ability) for ability in abilities):
            return None
        numbers = self.board.standers[-1].card.numbers
        for node in nodes(tuple(abilities)):
            match node:
                case a.Compared(a.Read(characteristic, a.It()), _, a.ChosenNumber()):
                    return str(numbers.get(characteristic, _CHOSEN))
        return _CHOSEN
