"""Writes a scenario as YAML text in the notation, which loads to the same scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.cards.write import card_tree
from layerlaw.model.errors import LayerlawError
from layerlaw.model.files.write_yaml import written_yaml
from layerlaw.model.scenarios.scenario import Announce, Play, Stack, Together, Transform
from layerlaw.model.scenarios.write_events import event_tree
from layerlaw.model.scenarios.write_expectations import expectation_trees
from layerlaw.model.shipped import shipped_cards

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.model.cards.card import Card
    from layerlaw.model.files.write_yaml import Tree
    from layerlaw.model.scenarios.scenario import Event, Expected, Scenario, Variant


def written_scenario(scenario: Scenario, *, rulebook: str | None = None) -> str:
    """The scenario as YAML text that loads to an equal one, but for the places in its file.

    Cards that are not shipped with the rulebook's game in that form stand under `cards:`.
    rulebook: what to call the rulebook; its id if left out, or a file's name for one of yours.
    Raises `LayerlawError` for what has no notation (two cards of one name).
    """
    tree: dict[str, Tree] = {
        "title": scenario.title,
        "rulebook": scenario.rulebook.id if rulebook is None else rulebook,
    }
    if scenario.source:
        tree["from"] = scenario.source
    if scenario.because:
        tree["because"] = tuple(scenario.because)
    tree["players"] = tuple(scenario.players)
    if scenario.active is not None:
        tree["active"] = scenario.active
    # A rulebook for which readings are chosen already is written as the document and these.
    readings = {**scenario.rulebook.chosen, **scenario.readings}
    if readings:
        tree["readings"] = dict(readings)
    own = _own_cards(scenario)
    if own:
        tree["cards"] = {name: card_tree(card, scenario.rulebook) for name, card in own.items()}
    tree["play"] = [event_tree(event, scenario.rulebook) for event in scenario.play]
    tree |= _expected(scenario.expect)
    if scenario.variants:
        tree["also"] = [_variant(variant) for variant in scenario.variants]
    return written_yaml(tree)


def _variant(variant: Variant) -> Tree:
    tree: dict[str, Tree] = {"title": variant.title} if variant.title else {}
    if variant.order:
        tree["order"] = tuple(variant.order)
    if variant.readings:
        tree["readings"] = dict(variant.readings)
    if variant.because:
        tree["because"] = tuple(variant.because)
    return tree | _expected(variant.expect)


def _expected(expected: Iterable[Expected]) -> dict[str, Tree]:
    """What the document states of its example, and what is expected besides."""
    found: dict[str, list[Expected]] = {"stated": [], "expect": []}
    for each in expected:
        found["stated" if each.stated else "expect"].append(each)
    return {key: expectation_trees(each) for key, each in found.items() if each}


def _own_cards(scenario: Scenario) -> dict[str, Card]:
    """The cards that have to stand in the scenario itself, in the order in which they come."""
    shipped = shipped_cards(scenario.rulebook)
    found: dict[str, Card] = {}
    for card in _cards(scenario.play):
        known = found.setdefault(card.name, card)
        if known != card:
            raise LayerlawError(f"two cards called '{card.name}' cannot stand in one scenario")
        if any(printed.shift for printed in card.abilities):
            message = f"the order of the abilities of '{card.name}' was changed"
            raise LayerlawError(f"{message}, which has no notation")
    return {
        name: card for name, card in found.items() if name not in shipped or shipped[name] != card
    }


def _cards(events: Iterable[Event]) -> Iterator[Card]:
    for event in events:
        match event:
            case Together(inner):
                yield from _cards(inner)
            case Announce(Play(card=card)) | Play(card=card, known=False):
                yield card
            case Stack(card=card) | Transform(card=card):
                yield card
