"""Which boards some cards are looked at on: players, aims, orders of arrival; and which of many."""

from __future__ import annotations

from dataclasses import field
from hashlib import sha256
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.games.census.arrivals import Setup
from layerlaw.solver.games.census.board import ME, YOU

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from layerlaw.model.cards.card import Card
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.games.census.arrivals import Aim, Setter

SINGLE: tuple[tuple[str, ...], ...] = ((YOU,),)
TWO: tuple[tuple[str, ...], ...] = ((YOU, YOU), (YOU, ME))
THREE: tuple[tuple[str, ...], ...] = ((YOU, YOU, YOU), (YOU, ME, YOU))


@dataclass(slots=True)
class Boards:
    """Scenarios of setups, made as they are needed; remembers what the cards chose."""

    setter: Setter
    setups: Sequence[Setup]
    chosen: list[tuple[str, ...]] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.setups)

    def __iter__(self) -> Iterator[Scenario]:
        for setup in self.setups:
            made, chosen = self.setter.scenario(setup)
            self.chosen.append(chosen)
            yield made


def setups_of(
    setter: Setter,
    names: tuple[str, ...],
    arrangements: Iterable[tuple[str, ...]],
    *,
    every_order: bool,
) -> Iterator[Setup]:
    """The setups of some cards, by name.

    arrangements: who plays each of them. every_order: all orders of arrival, not only the one
    written and its reverse. Cards aim at each other where one can choose another.
    """
    places = tuple(range(len(names)))
    orders = tuple(permutations(places)) if every_order else (places, places[::-1])
    cards = [setter.cards[name] for name in names]
    aims: tuple[Aim, ...] = ("board", "each other")
    for players in arrangements:
        for aim in aims:
            for order in orders:
                if aim == "board" or _aimed(setter, [cards[place] for place in order]):
                    yield Setup(names, players, aim, order)


def _aimed(setter: Setter, cards: Sequence[Card]) -> bool:
    """Whether a card chooses something, and one that can be chosen is there before it."""
    return any(
        setter.chooses(card) and any(setter.stands(one) for one in cards[:place])
        for place, card in enumerate(cards)
    )


def fewer(
    sets: list[tuple[str, ...]], limit: int | None, entangled: Collection[tuple[str, ...]] = ()
) -> list[tuple[str, ...]]:
    """Not more than the limit: those with most entangled pairs, then by a hash of their names."""
    if limit is None or len(sets) <= limit:
        return sets

    def rank(names: tuple[str, ...]) -> tuple[int, str]:
        inside = sum(pair in entangled for pair in combinations(names, 2))
        return -inside, sha256("\n".join(names).encode()).hexdigest()

    return sorted(sorted(sets, key=rank)[:limit])
