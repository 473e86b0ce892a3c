"""The schema of scenarios, with the words of every shipped rulebook where one is named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.notation.vocabulary import EVENT_WORDS
from layerlaw.model.scenarios.write_events import name
from layerlaw.model.shipped import shipped_cards
from layerlaw.solver.shell.authoring.cards_schema import card_definitions, cards_under
from layerlaw.solver.shell.authoring.event_schema import event_definitions, events_under
from layerlaw.solver.shell.authoring.schema_parts import (
    Schema,
    choice,
    closed,
    defined,
    entries,
    fields,
    listed,
    ref,
    text,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook

_EXPECT = "What is expected at the end, one line each; see `layerlaw notation`."
_STATED = "What the document itself states of its worked example, one line each."
_BECAUSE = "The clauses (or open points) that the answer was worked out from."
_READINGS = "The reading of an open point, only where it departs from the rulebook's default."
_RULEBOOK = "A shipped rulebook's id, or a file beside this one: ./mine.yaml."
_PLAYER = r'^(?!\s)[^,:"\[\]{}]+(?<!\s)$'
EXPECTATIONS = (
    "power of F is 3",
    "controller of F is you",
    "subtypes of F is {beast}",
    "F is a minion",
    "F has Airborne",
    "F lacks Airborne",
    "F has no abilities",
    "F survives",
    "F dies",
    "F can attack",
    "F can't attack G",
    "F is in hand",
    "one answer",
    "paradox",
)


def scenario_schema(books: Sequence[Rulebook], only: Rulebook | None, called: str = "") -> Schema:
    """A scenario. only: the rulebook that it is under, called so in the scenario."""
    definitions: dict[str, Schema] = {
        "expectation": _expectation(),
        **event_definitions(),
        **card_definitions(),
    }
    which = choice(_RULEBOOK, [book.id for book in books], {book.id: book.title for book in books})
    rulebook: Schema = {
        "description": _RULEBOOK,
        "anyOf": [which, {"type": "string", "pattern": r"/|\.ya?ml$", "examples": ["./mine.yaml"]}],
    }
    if only is not None:
        rulebook = text(_RULEBOOK, examples=(called,))
    under: list[Schema] = []
    for book in books if only is None else (only,):
        definitions |= _under(book)
        then = ref(book.id)
        named: Schema = {"properties": {"rulebook": {"const": book.id}}, "required": ["rulebook"]}
        under.append({"if": named, "then": then} if only is None else then)
    found = fields(
        "A scenario: what happened on the table, and what is expected of it.",
        _keys(rulebook),
        required=("title", "rulebook", "players", "play"),
    )
    return {**found, "allOf": [*under], "definitions": defined(definitions)}


def _keys(rulebook: Schema) -> dict[str, Schema]:
    player = text("A player.", examples=("you", "me"), pattern=_PLAYER)
    player["not"] = {"enum": [*EVENT_WORDS]}
    return {
        "title": text("What the scenario shows, as a statement.", pattern=r"\S"),
        "rulebook": rulebook,
        "from": text("Where the example is from.", examples=("rule 608.3a",), empty=True),
        "because": listed(_BECAUSE, text("The id of a clause or of an open point.")),
        "players": listed("The players, in seating order.", player, once=True)
        | {"examples": [["you", "me"]]},
        "active": text("Whose turn it is, where that matters.", examples=("you", "me")),
        "readings": entries(_READINGS, text("The id of a reading of this open point.")),
        "cards": entries("Cards of this scenario only, by name.", ref("card")),
        "card files": listed("Files of cards beside this one.", text("./cards.yaml")),
        "play": listed("What happens, event after event.", ref("event")),
        "stated": listed(_STATED, ref("expectation")),
        "expect": listed(_EXPECT, ref("expectation")),
        "also": listed("The same in another order, or under other readings.", _variant()),
    }


def _variant() -> Schema:
    keys = {
        "title": text("What this variant shows, as a statement.", empty=True),
        "order": listed(
            "The ids of the arrivals in another order; what is not named keeps its place.",
            text("The id of an arrival."),
            once=True,
        ),
        "readings": entries(_READINGS, text("The id of a reading of this open point.")),
        "because": listed(_BECAUSE, text("The id of a clause or of an open point.")),
        "stated": listed(_STATED, ref("expectation")),
        "expect": listed(_EXPECT, ref("expectation")),
    }
    found = fields("Another order of arrival, or other readings.", keys)
    said: Schema = {"anyOf": [{"required": ["expect"]}, {"required": ["stated"]}]}
    other: Schema = {"anyOf": [{"required": ["order"]}, {"required": ["readings"]}]}
    return {**found, "allOf": [said, other]}


def _expectation() -> Schema:
    says = "One line such as `power of F is 3`; `layer NAME: A before B`; or one that fails yet."
    keys: dict[str, Schema] = {
        "xfail": {
            "description": "An expectation that is known not to be fulfilled yet.",
            "type": ["string", "object"],
        },
        "reason": text("Why it is not fulfilled yet.", pattern=r"\S"),
    }
    found = fields(says, keys)
    return {
        **found,
        "type": ["object", "string"],
        "patternProperties": {
            "^layer .": text(
                "What happened in this layer.",
                examples=(
                    "A before B",
                    "loop [A, B]",
                    "no loops",
                    "A depends on B",
                    "no dependencies",
                    "A is lost",
                    "A is lost to B",
                ),
            )
        },
        "dependencies": {"xfail": ["reason"], "reason": ["xfail"]},
        "minProperties": 1,
        "examples": [*EXPECTATIONS],
    }


def _under(book: Rulebook) -> dict[str, Schema]:
    """The definitions for scenarios under a rulebook; the one called by its id is the whole."""
    meanings = {id: f"{clause.says} ({clause.place})" for id, clause in book.clauses.items()}
    meanings |= {id: f"Open point: {point.question}" for id, point in book.points.items()}
    readings = closed(
        _READINGS,
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
        "because": listed(_BECAUSE, ref(f"{book.id} clause")),
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
        **events_under(book, tuple(shipped_cards(book))),
        **cards_under(book),
    }


def _expectation_under(book: Rulebook) -> Schema:
    """What editors offer for an expectation under a rulebook."""
    numbers = [x.name for x in book.characteristics.values() if x.kind == "number"]
    players = [x.name for x in book.characteristics.values() if x.kind == "player"]
    lines = [f"{number} of F is 1" for number in numbers]
    lines += [f"{player} of F is you" for player in players]
    lines += [f"F is {status}" for status in book.statuses]
    lines += [f"F has {name(keyword)}" for keyword in book.keywords]
    lines += ["F survives", *dict.fromkeys(f"F {check.verdict}" for check in book.checks)]
    lines += [f"F is in {zone}" for zone in book.zones[1:]]
    lines += [f"F can't {action}" for action in book.actions]
    found: Schema = {"examples": [*lines]}
    if book.policy("process") == "layered":
        found["properties"] = {
            f"layer {each}": {"description": f"Facts of layer {layer.id}: {', '.join(layer.does)}."}
            for layer in book.layers
            for each in dict.fromkeys((layer.name, layer.id))
        }
    return found
