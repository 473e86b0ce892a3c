"""Writes a scenario as YAML text in the notation, which loads to the same scenario."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from layerlaw.model.cards.card import Card
from layerlaw.model.cards.write import card_tree
from layerlaw.model.errors import LayerlawError
from layerlaw.model.files.write_yaml import written_yaml
from layerlaw.model.scenarios import scenario_format as keys
from layerlaw.model.scenarios.events import (
    EVENT_FORMS,
    Announce,
    ExpectNow,
    Place,
    Play,
    Together,
    UseAbility,
    named_cards,
)
from layerlaw.model.scenarios.expectations import expectation_trees
from layerlaw.model.shipped import shipped_cards

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.files.format import Key
    from layerlaw.model.files.write_yaml import Tree
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.events import Event, NextCopy
    from layerlaw.model.scenarios.expectations import Expected
    from layerlaw.model.scenarios.line_forms import Hole, OneLine
    from layerlaw.model.scenarios.scenario import Scenario, Variant


_WORD = re.compile(r"[^\W\d_][\w'\u2019-]*")
_NUMBER = re.compile(r"[+-]?(\d{1,15}|infinite)")
# Words that mean something in an event: as names they go in quotes.
_ARRIVAL_WORDS = "as|at|on|in|copying|then|says|choosing|play|cast|use|activate|trigger"
_FORM_WORDS = (word for forms in EVENT_FORMS.values() for _, form in forms for word in form.words)
_MEANT = re.compile("|".join((_ARRIVAL_WORDS, *_FORM_WORDS)), re.IGNORECASE)


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
        (keys.COUNTERS, scenario.counters),
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
    cards: dict[str, Card] = {}
    for card in named_cards(scenario.play):
        known = cards.setdefault(card.name, card)
        if known != card:
            raise LayerlawError(f"two cards called '{card.name}' cannot stand in one scenario")
        if any(printed.shift for printed in card.abilities):
            message = f"the order of the abilities of '{card.name}' was changed"
            raise LayerlawError(f"{message}, which has no notation")
    return {
        name: card for name, card in cards.items() if name not in shipped or shipped[name] != card
    }


def event_text(event: Event, rulebook: Rulebook) -> str:
    """The event on one line, as in `you: Foot Soldier as F at 3`."""
    tree = event_tree(event, rulebook)
    ((key, value),) = tree.items()
    if isinstance(event, Together):
        inner = "; ".join(event_text(each, rulebook) for each in event.events)
        return f"{key}: {inner}"
    return f"{key}: {value if isinstance(value, str | int) else ', '.join(map(str, value))}"


def event_tree(event: Event, rulebook: Rulebook) -> dict[str, Tree]:
    """The event as `key: value`; raises `LayerlawError` for a name that cannot be written."""
    match event:
        case Play():
            return {event.player: _play(event, rulebook)}
        case UseAbility():
            return {event.player: _use(event, "use")}
        case Announce(what):
            if isinstance(what, Play):
                return {what.player: _play(what, rulebook, cast=True)}
            return {what.player: _use(what, "activate")}
        case Together(events):
            return {"together": [event_tree(each, rulebook) for each in events]}
        case ExpectNow(expected):
            stated = bool(expected) and all(each.stated for each in expected)
            return {"stated" if stated else "expect": expectation_trees(expected)}
        case _:
            form = event.form
            key = form.key if form.key_field is None else getattr(event, form.key_field)
            return {key: form.filled(lambda hole: _piece(event, hole, rulebook))}


def _piece(event: OneLine, hole: Hole, rulebook: Rulebook) -> str:
    """What an event has in a hole of its form."""
    match getattr(event, hole.field):
        case Place() as place:
            return _place(place, rulebook)
        case Card() as card:
            return name(card.name)
        case int(amount):
            return f"choosing {amount}" if hole.kind == "choosing" else str(amount)
        case written:
            return f"as {name(written)}" if hole.kind == "new" else name(written)


def name(text: str) -> str:
    """A name as it stands in an event, in double quotes where it needs them."""
    words = text.split(" ")
    if all(_WORD.fullmatch(word) and not _MEANT.fullmatch(word) for word in words):
        return text
    if '"' in text or not text:
        raise LayerlawError(f"the name '{text}' cannot be written in an event")
    return f'"{text}"'


def _play(event: Play, rulebook: Rulebook, *, cast: bool = False) -> str:
    if event.known:
        text = f"{'cast' if cast else 'play'} {name(event.id)}"
    else:
        # A name that holds quotes is known by its card and stands as it is.
        card = event.card.name if '"' in event.card.name else name(event.card.name)
        text = f"{'cast ' if cast else ''}{card} as {name(event.id)}"
    if event.zone is not None:
        return f"{text} in {name(event.zone)}"
    if event.place is not None:
        text += f" at {_place(event.place, rulebook)}"
    text += _on(event.targets)
    if event.copies:
        text += f" copying {' then '.join(map(_copy, event.copies))}"
    return text + _choosing(event.choosing)


def _copy(copy: NextCopy) -> str:
    if copy.says:
        return f"as {name(copy.of)} says"
    return f"{name(copy.of)}{' that left' if copy.that_left else ''}"


def _use(event: UseAbility, verb: str) -> str:
    which = f" {name(event.ability)}" if event.ability else ""
    text = f"{verb} {name(event.source)}{which}"
    # An id that was left out is given again as the file is read: it can't be written.
    if not re.fullmatch(rf"{re.escape(event.source)}\.use\d+", event.id):
        text += f" as {name(event.id)}"
    return text + _on(event.targets) + _choosing(event.choosing)


def _on(targets: tuple[str, ...]) -> str:
    return f" on {', '.join(map(name, targets))}" if targets else ""


def _choosing(what: str | None) -> str:
    if what is None:
        return ""
    return f" choosing {what if _NUMBER.fullmatch(what) else name(what)}"


def _place(place: Place, rulebook: Rulebook) -> str:
    space = rulebook.space
    if place.void and space is not None:
        on_ground = ", ".join(str(one) for one in place.squares if one not in place.void)
        return f"{on_ground} and {', '.join(map(str, place.void))} {space.void}"
    squares = ", ".join(map(str, place.squares))
    if place.level == "surface" or space is None:
        return squares
    return f"{squares} {space.deep_yes if place.level == 'deep' else space.void}"
