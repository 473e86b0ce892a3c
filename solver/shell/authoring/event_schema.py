"""The schema of a scenario's events: one `key: value` line each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from layerlaw.model.notation.vocabulary import EVENT_WORDS
from layerlaw.model.scenarios.write_events import name
from layerlaw.solver.shell.authoring.schema_parts import Schema, fields, listed, ref, text

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Rulebook

_ARRIVES = (
    "What this player does. A card enters play, or a spell resolves: CARD as ID at PLACE on ID "
    "copying ID choosing NUMBER. Put somewhere else: CARD as ID in ZONE. Also: play ID, cast CARD "
    "as ID, use ID NAME as EFFECT on ID, activate ID as EFFECT, trigger ID as EFFECT."
)
_TOGETHER = "Several events at one moment: plays, uses, and moves to zones."
_SAYS = {
    "move": "To another place (`F to 8`) or zone (`F to hand`).",
    "attach": "A carried object passes to another bearer: `S to F`.",
    "drop": "A carried object is carried by nobody from now on: `S`.",
    "leave": "It leaves play: `F`, or, where to matters, `F to hand`.",
    "gets": "An event gives it a status: `F tapped`.",
    "loses": "It loses a status, or a keyword for good: `F tapped`, `F Stealth`.",
    "transform": "The same object with another printed form: `F into CARD`.",
    "link": "The second becomes a part of the first: `A with B`.",
    "resolve": "What was announced under that id resolves: `M`.",
    "turn": "The turn ends, and that player's begins: `you`.",
}
# Besides plays and uses.
_TOO = ("move", "leave")
_ONE_ID = r"""^("[^"]+"|\w[\w'-]*)$"""
_PATTERNS = {"drop": _ONE_ID, "resolve": _ONE_ID}
# The names that most scenarios give their players; others are as good.
_USUAL = ("you", "me")


def event_definitions() -> dict[str, Schema]:
    """The definitions of events under whatever rulebook."""
    keys: dict[str, Schema] = {
        word: text(says, pattern=_PATTERNS.get(word, "")) for word, says in _SAYS.items()
    }
    keys["together"] = listed(_TOGETHER, ref("inner event"))
    keys["expect"] = listed("What is expected at this moment.", ref("expectation"))
    keys["stated"] = listed("What the document states of this moment.", ref("expectation"))
    every = {word: keys[word] for word in EVENT_WORDS}
    return {
        "event": _event("One event, a `key: value` line.", every),
        "inner event": {
            **_event("One of several events of one moment.", {w: every[w] for w in _TOO}),
            "propertyNames": {"not": {"enum": [w for w in EVENT_WORDS if w not in _TOO]}},
        },
    }


def _event(says: str, keys: dict[str, Schema]) -> Schema:
    arrives = text(_ARRIVES)
    found = fields(says, {**dict.fromkeys(_USUAL, arrives), **keys}, rest=arrives)
    return found | {
        # In quotes as a whole an event is read, too.
        "type": ["object", "string"],
        "pattern": ": ",
        "minProperties": 1,
        "maxProperties": 1,
    }


def events_under(book: Rulebook, cards: tuple[str, ...]) -> dict[str, Schema]:
    """The definitions that a rulebook adds, under its id: counters, stacking, names of cards.

    cards: the names that editors offer.
    """
    keys: dict[str, Schema] = {word: text(says) for word, says in _SAYS.items()}
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
    keys["together"] = {"items": ref(f"{book.id} event")}
    keys |= {key: {"items": ref(f"{book.id} expectation")} for key in ("expect", "stated")}
    return {
        f"{book.id} arrival": arrival,
        f"{book.id} event": {
            "properties": {**keys},
            "additionalProperties": ref(f"{book.id} arrival"),
        },
    }


def _initials(card: str) -> str:
    return "".join(word[0] for word in re.findall(r"[^\W\d_][\w'\u2019]*", card)) or "X"
