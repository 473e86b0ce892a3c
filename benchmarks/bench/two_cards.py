"""Tiny scenarios: two shipped Sorcery cards with effects in a common layer, and a bystander."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import permutations

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
