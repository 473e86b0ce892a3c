"""Makes a scenario's cards one step smaller: an ability, a piece of one, a word, a number."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.algebra.trees import rebuilt
from layerlaw.model.cards.card import Card, PrintedAbility, cards_in
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.notation.printing import print_ability
from layerlaw.model.shipped import shipped_cards
from layerlaw.solver.shell.shrink.tree_steps import ids_named, nearer_to_nothing, smaller_ability

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.events import Event
    from layerlaw.model.scenarios.scenario import Scenario


@dataclass(frozen=True, slots=True)
class SmallerScenario:
    """A smaller scenario, and what was removed or changed, in words."""

    what: str
    scenario: Scenario


def card_steps(scenario: Scenario, *, inline: bool) -> Iterator[SmallerScenario]:
    """The scenario with one card made one step smaller.

    inline: shipped cards too, which then stand in the scenario itself.
    """
    for card in cards_of(scenario.play).values():
        if inline or not _is_shipped(card, scenario.rulebook):
            for what, smaller in _smaller(card, scenario.rulebook.plurals):
                yield SmallerScenario(what, with_card(scenario, smaller))


def cards_of(events: Iterable[Event]) -> dict[str, Card]:
    """The cards of the events by name, in the order in which they come."""
    by_name: dict[str, Card] = {}
    for card in cards_in(events):
        by_name.setdefault(card.name, card)
    return by_name


def with_card(scenario: Scenario, card: Card) -> Scenario:
    """The scenario with this card in the place of the one of its name."""

    def changed(node: object) -> object:
        return card if isinstance(node, Card) and node.name == card.name else node

    return replace(scenario, play=rebuilt(scenario.play, changed, closed=PrintedAbility))


def without_ids(scenario: Scenario, gone: Collection[str]) -> Scenario:
    """The scenario without those abilities of its own cards that mention these ids."""
    for card in cards_of(scenario.play).values():
        kept = tuple(
            printed for printed in card.abilities if ids_named(printed.ability).isdisjoint(gone)
        )
        if len(kept) < len(card.abilities):
            scenario = with_card(scenario, replace(card, abilities=kept))
    return scenario


def _is_shipped(card: Card, rulebook: Rulebook) -> bool:
    shelf = shipped_cards(rulebook)
    try:
        return card.name in shelf and shelf[card.name] == card
    except LayerlawError:
        # The shipped one of that name does not fit the rulebook.
        return False


def _smaller(card: Card, plurals: Mapping[str, str]) -> Iterator[tuple[str, Card]]:
    name = card.name
    if len(card.abilities) > 1:
        yield f"all abilities of {name}", replace(card, abilities=())
    for index, printed in enumerate(card.abilities):
        text = _short(printed, plurals)
        yield f"'{text}' of {name}", _with_ability(card, index, ())
    if len(card.numbers) > 1:
        yield f"all numbers of {name}", replace(card, numbers=MappingProxyType({}))
    for number in card.numbers:
        kept = {key: value for key, value in card.numbers.items() if key != number}
        yield f"the {number} of {name}", replace(card, numbers=MappingProxyType(kept))
    if card.left_out or card.edition:
        yield f"the remarks of {name}", replace(card, left_out=(), edition="")
    if card.token:
        yield f"that {name} is a token", replace(card, token=False)
    for characteristic, words in card.sets.items():
        for index, word in enumerate(words):
            left = words[:index] + words[index + 1 :]
            sets = _with_words(card.sets, characteristic, left)
            yield f"the word {word} of {name}", replace(card, sets=sets)
    for index, printed in enumerate(card.abilities):
        for ability in smaller_ability(printed.ability):
            said = print_ability(ability, plurals)
            text = f"'{_short(printed, plurals)}' of {name} became '{said}'"
            smaller = replace(printed, ability=ability)
            yield text, _with_ability(card, index, (smaller,))
        if printed.name:
            unnamed = replace(printed, name="")
            yield (
                f"the name '{printed.name}' of an ability of {name}",
                _with_ability(card, index, (unnamed,)),
            )
    for number, value in card.numbers.items():
        for less in nearer_to_nothing(value):
            numbers = MappingProxyType({**card.numbers, number: less})
            text = f"the {number} of {name} became {less}"
            yield text, replace(card, numbers=numbers)


def _with_words(
    sets: Mapping[str, tuple[str, ...]], characteristic: str, words: tuple[str, ...]
) -> Mapping[str, tuple[str, ...]]:
    sets_now = {**sets, characteristic: words}
    return MappingProxyType({name: held for name, held in sets_now.items() if held})


def _with_ability(card: Card, index: int, instead: tuple[PrintedAbility, ...]) -> Card:
    return replace(card, abilities=card.abilities[:index] + instead + card.abilities[index + 1 :])


def _short(printed: PrintedAbility, plurals: Mapping[str, str]) -> str:
    return printed.name or printed.ability.title or print_ability(printed.ability, plurals)
