"""Writes a scenario as YAML text in the notation, which loads to the same scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.cards.write import card_tree
from layerlaw.model.errors import LayerlawError
from layerlaw.model.files.write_yaml import written_yaml
from layerlaw.model.scenarios import scenario_format as keys
from layerlaw.model.scenarios.events import Announce, Play, Stack, Together, Transform
from layerlaw.model.scenarios.expectations import expectation_trees
from layerlaw.model.scenarios.write_events import event_tree
from layerlaw.model.shipped import shipped_cards

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.model.cards.card import Card
    from layerlaw.model.files.format import Key
    from layerlaw.model.files.write_yaml import Tree
    from layerlaw.model.scenarios.events import Event
    from layerlaw.model.scenarios.expectations import Expected
    from layerlaw.model.scenarios.scenario import Scenario, Variant


def written_scenario(scenario: Scenario, *, rulebook: str | None = None) -> str:
    """The scenario as YAML text that loads to an equal one, but for the places in its file.

    Cards that are not shipped with the rulebook's game in that form stand under `cards:`.
    rulebook: what to call the rulebook; its id if left out, or a file's name for one of yours.
    Raises `LayerlawError` for what has no notation (two cards of one name).
    """
    return written_yaml(scenario_tree(scenario, rulebook))


def scenario_tree(scenario: Scenario, rulebook: str | None = None) -> dict[str, Tree]:
    """What stands behind the keys of the scenario; rulebook: as in `written_scenario`."""
    cards = _own_cards(scenario)
    return keys.SCENARIO_TABLE.written(
        (keys.TITLE, scenario.title),
        (keys.RULEBOOK, scenario.rulebook.id if rulebook is None else rulebook),
        (keys.FROM, scenario.source),
        (keys.BECAUSE, tuple(scenario.because)),
        (keys.PLAYERS, tuple(scenario.players)),
        (keys.ACTIVE, scenario.active),
        # A rulebook for which readings are chosen already is written as the document and these.
        (keys.READINGS, {**scenario.rulebook.chosen, **scenario.readings}),
        (keys.CARDS, {name: card_tree(card, scenario.rulebook) for name, card in cards.items()}),
        (keys.PLAY, [event_tree(event, scenario.rulebook) for event in scenario.play]),
        *_expected(scenario.expect),
        (keys.ALSO, [_variant(variant) for variant in scenario.variants]),
    )


def _variant(variant: Variant) -> Tree:
    return keys.VARIANT_TABLE.written(
        (keys.VARIANT_TITLE, variant.title),
        (keys.ORDER, tuple(variant.order)),
        (keys.READINGS, dict(variant.readings)),
        (keys.BECAUSE, tuple(variant.because)),
        *_expected(variant.expect),
    )


def _expected(expected: tuple[Expected, ...]) -> Iterator[tuple[Key[object], Tree]]:
    """What the document states of its example, and what is expected besides."""
    yield keys.STATED, expectation_trees(each for each in expected if each.stated)
    yield keys.EXPECT, expectation_trees(each for each in expected if not each.stated)


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
