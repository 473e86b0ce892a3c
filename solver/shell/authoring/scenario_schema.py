"""The schema of scenarios, with the words of every shipped rulebook where one is named."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, get_args

from layerlaw.model.files.format import Key, Table, Text
from layerlaw.model.rulebooks.words import EVENT_WORDS
from layerlaw.model.scenarios import scenario_format as keys
from layerlaw.model.scenarios.expectations import FACTS, Expectation, OfBoard
from layerlaw.model.scenarios.scenario_format import (
    ARRIVAL,
    EVENT_TABLE,
    EXPECT_NOW,
    EXPECTATION_TABLE,
    INNER_EVENT_TABLE,
    LAYER_FACTS,
    STATED_NOW,
    TOGETHER,
)
from layerlaw.model.scenarios.write import name
from layerlaw.model.shipped import shipped_cards
from layerlaw.solver.shell.authoring.cards_schema import card_definitions, cards_under
from layerlaw.solver.shell.authoring.schema_parts import (
    Schema,
    choice,
    closed,
    defined,
    listed,
    ref,
    schema_of,
    table,
    text,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook

# The names that most scenarios give their players; others are as good.
_USUAL = ("you", "me")
_EXPECTATIONS = [
    example
    for what in get_args(Expectation)
    if issubclass(what, OfBoard)
    for example in what.examples
]


def scenario_schema(books: Sequence[Rulebook], only: Rulebook | None, called: str = "") -> Schema:
    """A scenario. only: the rulebook that it is under, called so in the scenario."""
    definitions: dict[str, Schema] = {
        "expectation": _expectation(),
        **_event_definitions(),
        **card_definitions(),
    }
    says = keys.RULEBOOK.shape.says
    which = choice(says, [book.id for book in books], {book.id: book.title for book in books})
    file: Schema = {"type": "string", "pattern": r"/|\.ya?ml$", "examples": ["./mine.yaml"]}
    offered: dict[str, Schema] = {
        "rulebook": {"description": says, "anyOf": [which, file]},
        "player": schema_of(keys.PLAYER) | {"not": {"enum": [*EVENT_WORDS]}},
        "variant": _variant(),
    }
    if only is not None:
        offered["rulebook"] = text(says, examples=(called,))
    under: list[Schema] = []
    for book in books if only is None else (only,):
        definitions |= _under(book)
        then = ref(book.id)
        named: Schema = {"properties": {"rulebook": {"const": book.id}}, "required": ["rulebook"]}
        under.append({"if": named, "then": then} if only is None else then)
    schema = table(keys.SCENARIO_TABLE, offered)
    return {**schema, "allOf": [*under], "definitions": defined(definitions)}


def _variant() -> Schema:
    said: Schema = {"anyOf": [{"required": ["expect"]}, {"required": ["stated"]}]}
    other: Schema = {"anyOf": [{"required": ["order"]}, {"required": ["readings"]}]}
    return table(keys.VARIANT_TABLE) | {"allOf": [said, other]}


def _expectation() -> Schema:
    schema = table(EXPECTATION_TABLE)
    # Either of the two needs the other.
    del schema["required"]
    return {
        **schema,
        "patternProperties": {
            "^layer .": text(
                LAYER_FACTS.says,
                examples=[form.says for _, form in FACTS.values() if form.says],
            )
        },
        "dependencies": {"xfail": ["reason"], "reason": ["xfail"]},
        "minProperties": 1,
        "examples": [*_EXPECTATIONS],
    }


def _under(book: Rulebook) -> dict[str, Schema]:
    """The definitions for scenarios under a rulebook; the one called by its id is the whole."""
    meanings = {id: f"{clause.says} ({clause.place})" for id, clause in book.clauses.items()}
    meanings |= {id: f"Open point: {point.question}" for id, point in book.points.items()}
    readings = closed(
        keys.READINGS.shape.says,
        {
            point.id: choice(
                f"{point.question} (default: {point.default})",
                [reading.id for reading in point.readings],
                {reading.id: reading.says for reading in point.readings},
            )
            for point in book.points.values()
        },
    )
    events: Schema = {"items": ref(f"{book.id} event")}
    expect: Schema = {"items": ref(f"{book.id} expectation")}
    own: dict[str, Schema] = {
        "because": listed(keys.BECAUSE.shape.says, ref(f"{book.id} clause")),
        "readings": ref(f"{book.id} readings"),
        "stated": expect,
        "expect": expect,
    }
    whole: Schema = {
        "properties": {
            **own,
            "play": events,
            "cards": {"additionalProperties": ref(f"{book.id} card")},
            "also": {"items": {"properties": {**own}}},
        }
    }
    return {
        book.id: whole,
        f"{book.id} clause": choice("A clause or an open point.", meanings, meanings),
        f"{book.id} readings": readings,
        f"{book.id} expectation": _expectation_under(book),
        **_events_under(book, tuple(shipped_cards(book))),
        **cards_under(book),
    }


def _expectation_under(book: Rulebook) -> Schema:
    """What editors offer for an expectation under a rulebook."""
    numbers = [x.name for x in book.characteristics.values() if x.kind == "number"]
    players = [x.name for x in book.characteristics.values() if x.kind == "player"]
    lines = [f"{number} of F is 1" for number in numbers]
    lines += [f"{player} of F is you" for player in players]
    lines += [f"F is {status}" for status in book.statuses]
    titles = (book.with_keyword(keyword).title or keyword for keyword in book.keywords)
    lines += [f"F has {name(title)}" for title in titles]
    lines += ["F survives", *dict.fromkeys(f"F {check.verdict}" for check in book.checks)]
    lines += [f"F is in {zone}" for zone in book.zones[1:]]
    lines += [f"F can't {action}" for action in book.actions]
    schema: Schema = {"examples": [*lines]}
    if book.policy("process") == "layered":
        schema["properties"] = {
            f"layer {each}": {"description": f"Facts of layer {layer.id}: {', '.join(layer.does)}."}
            for layer in book.layers
            for each in dict.fromkeys((layer.name, layer.id))
        }
    return schema


def _event_definitions() -> dict[str, Schema]:
    """The definitions of events under whatever rulebook."""
    only_outside = [word for word in EVENT_WORDS if word not in INNER_EVENT_TABLE.names]
    return {
        "event": _event_table(EVENT_TABLE),
        "inner event": {
            **_event_table(INNER_EVENT_TABLE),
            "propertyNames": {"not": {"enum": only_outside}},
        },
    }


def _event_table(of: Table) -> Schema:
    usual = tuple(Key(player, ARRIVAL) for player in _USUAL)
    return table(replace(of, keys=(*usual, *of.keys))) | {
        # In quotes as a whole an event is read, too.
        "pattern": ": ",
        "minProperties": 1,
        "maxProperties": 1,
    }


_OWN_EVENTS = {
    "stacking": ("A card is put on top of an object: ID into CARD as BELOW.", r"\sinto\s"),
    "holding": ("A card is put under an object that holds it: ID into ID.", r"\sinto\s"),
    "melding": ("Two objects become one: ID with ID into CARD.", r"\swith\s.*\sinto\s"),
    "uncovering": ("The top card is taken off: ID as TOP, or ID to ZONE as TOP.", ""),
}


def _events_under(book: Rulebook, cards: tuple[str, ...]) -> dict[str, Schema]:
    """The definitions that a rulebook adds, under its id: counters, stacking, names of cards.

    cards: the names that editors offer.
    """
    keys = {
        key.name: text(key.shape.says) for key in EVENT_TABLE.keys if isinstance(key.shape, Text)
    }
    for each in book.characteristics.values():
        if each.by_events:
            says = f"So many more (or, with a minus, fewer) {each.name} on an object: ID NUMBER."
            keys[each.name] = text(says, pattern=r"\s[+-]?\d{1,15}$")
    for word, form in book.event_words.items():
        says, pattern = _OWN_EVENTS[form]
        keys[word] = text(f"{says} ({book.id})", pattern=pattern)
    for word in ("gets", "loses"):
        statuses = tuple(book.statuses) + (tuple(book.keywords) if word == "loses" else ())
        if statuses:
            keys[word] = {"examples": [f"F {name(each)}" for each in statuses]}
    zones = [f"F to {zone}" for zone in book.zones]
    keys["move"] = {"examples": [*zones]}
    keys["leave"] = {"examples": [*zones[1:]]}
    offered = [f"{name(card)} as {_initials(card)}" for card in cards if '"' not in card]
    arrival: Schema = {"examples": [*offered]} if offered else {}
    keys |= dict.fromkeys(_USUAL, ref(f"{book.id} arrival"))
    keys[TOGETHER.name] = {"items": ref(f"{book.id} event")}
    keys[EXPECT_NOW.name] = keys[STATED_NOW.name] = {"items": ref(f"{book.id} expectation")}
    return {
        f"{book.id} arrival": arrival,
        f"{book.id} event": {
            "properties": {**keys},
            "additionalProperties": ref(f"{book.id} arrival"),
        },
    }


def _initials(card: str) -> str:
    return "".join(word[0] for word in re.findall(r"[^\W\d_][\w'\u2019]*", card)) or "X"
