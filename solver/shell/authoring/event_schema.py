"""The schema of a scenario's events: one `key: value` line each."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.files.format import Key, Table, Text
from layerlaw.model.rulebooks.words import EVENT_WORDS
from layerlaw.model.scenarios.event_format import (
    ARRIVAL,
    EVENT_TABLE,
    EXPECT_NOW,
    INNER_EVENT_TABLE,
    STATED_NOW,
    TOGETHER,
)
from layerlaw.model.scenarios.write_events import name
from layerlaw.solver.shell.authoring.schema_parts import Schema, ref, table, text

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Rulebook

# The names that most scenarios give their players; others are as good.
_USUAL = ("you", "me")


def event_definitions() -> dict[str, Schema]:
    """The definitions of events under whatever rulebook."""
    only_outside = [word for word in EVENT_WORDS if word not in INNER_EVENT_TABLE.names]
    return {
        "event": _event(EVENT_TABLE),
        "inner event": {
            **_event(INNER_EVENT_TABLE),
            "propertyNames": {"not": {"enum": only_outside}},
        },
    }


def _event(of: Table) -> Schema:
    usual = tuple(Key(player, ARRIVAL) for player in _USUAL)
    return table(replace(of, keys=(*usual, *of.keys))) | {
        # In quotes as a whole an event is read, too.
        "pattern": ": ",
        "minProperties": 1,
        "maxProperties": 1,
    }


def events_under(book: Rulebook, cards: tuple[str, ...]) -> dict[str, Schema]:
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
    for word in book.stacking:
        says = f"A card is put on top of an object: ID into CARD as BELOW. ({book.id})"
        keys[word] = text(says, pattern=r"\sinto\s")
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
