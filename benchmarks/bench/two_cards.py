"""Boards of shipped Sorcery cards: two with effects in a common layer and a bystander, or many."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import count, permutations

from bench.boards import RULEBOOK, WAYS, WHERE, empty
from layerlaw.model import Card, Scenario, shipped_cards
from layerlaw.model.scenarios.events import Place, Play

SQUARE = 8
STRIDE = 7919
"""A prime, so that neighbours in the list of pairs come far apart."""


def two_card(n: int, way: str) -> list[Scenario]:
    """n scenarios of two cards, from all over the list of pairs; after all they come again."""
    found = pairs()
    chosen = (found[number * STRIDE % len(found)] for number in range(n))
    return [replace(scenario, readings=WAYS[way]) for scenario in chosen]


@cache
def pairs() -> tuple[Scenario, ...]:
    """Every ordered pair of cards whose static effects work in a common layer, and a bystander."""
    cards = shipped_cards(empty().rulebook)
    layers = {name: _layers(card) for name, card in sorted(cards.items())}
    return tuple(
        _scenario(cards["Foot Soldier"], cards[one], cards[other])
        for one, other in permutations(layers, 2)
        if layers[one] & layers[other]
    )


def _layers(card: Card) -> frozenset[str]:
    """Where the card's static effects work; nowhere, if more happens as the card enters."""
    uses = {printed.use for printed in card.abilities if printed.ability.instructions}
    if not uses.isdisjoint({"enters", "on entry", "resolves"}):
        return frozenset()
    rulebook = empty().rulebook
    return frozenset(
        rulebook.layer_of(operation).id
        for printed in card.abilities
        if printed.use == "has"
        for instruction in printed.ability.instructions
        for operation in instruction.operations
    )


def _scenario(*cards: Card) -> Scenario:
    play = tuple(
        Play(
            ("you", "you", "me")[number],
            card,
            f"M{number}",
            Place((SQUARE,)),
            ("M0",) if number and "artifact" in card.sets["types"] else (),
            None,
            WHERE,
        )
        for number, card in enumerate(cards)
    )
    return replace(empty(), play=play, title=f"{RULEBOOK}: {cards[1].name}, {cards[2].name}")


def long_board(n: int) -> Scenario:
    """As many shipped cards as it takes to have n static effects, by name, each on a square."""
    cards = [card for _, card in sorted(shipped_cards(empty().rulebook).items()) if _layers(card)]
    play: list[Play] = []
    effects = 0
    for number in count():
        if effects >= n:
            break
        card = cards[number * STRIDE % len(cards)]
        effects += sum(printed.use == "has" for printed in card.abilities)
        where = Place((1 + number % 20,))
        play.append(Play(("you", "me")[number % 2], card, f"M{number}", where, (), None, WHERE))
    return replace(empty(), play=tuple(play), title=f"{RULEBOOK}: {n} effects")
