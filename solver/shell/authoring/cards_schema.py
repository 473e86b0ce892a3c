"""The schema of cards: a file of them, and those that stand in a scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.cards.load import USES
from layerlaw.model.rulebooks.load import vocabulary
from layerlaw.solver.shell.authoring.schema_parts import (
    Schema,
    choice,
    defined,
    entries,
    fields,
    flag,
    listed,
    ref,
    suggested,
    text,
    whole,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.model.rulebooks.rulebook import Rulebook

_USE_SAYS = {
    "has": "Static abilities and keywords, while the card is in play. One item is one ability.",
    "enters": "What applies as the card enters: a copy. The scenario names it with `copying`.",
    "on entry": "What the card's own entry triggers; it resolves at once.",
    "activates": "What is activated: by an event `use ID` of the scenario.",
    "triggers": "What is triggered, when an event `use ID` of the scenario says so.",
    "resolves": "What a spell that leaves no object does when it resolves.",
}
_EXAMPLES = {
    "has": "other mortals: power += 1",
    "enters": "self: copy of nearby minions",
    "on entry": "nearby minions: silenced until end of turn",
    "activates": "target: gain Airborne until end of turn",
    "triggers": "self: power += 1",
    "resolves": "target: power *= 2 until end of turn",
}
_OF_SET = "The {}; `is` takes these words as well."
_IS = "Types and subtypes, as words of the rulebook."
_ABILITY = (
    "One ability: a keyword, `selector: operations`, or spread out over several keys, of which "
    "those not named here are selectors."
)
_OPERATIONS = "What is done to the objects that the key selects, as `power += 1, gain Airborne`."


def card_definitions() -> dict[str, Schema]:
    """The definitions of cards under whatever rulebook."""
    rest: Schema = {
        "description": "A number, or words of a set, as the rulebook has them.",
        "type": ["integer", "string", "array", "null"],
    }
    return {
        "ability": _ability(text("A zone.", examples=("hand", "cemetery", "anywhere"))),
        "card": fields(
            "A card: what is printed on it.",
            _card(text("A type or subtype.", examples=("minion", "site")), ref("ability")),
            required=("is",),
            rest=rest,
        ),
    }


def cards_under(book: Rulebook) -> dict[str, Schema]:
    """The definitions of cards under one rulebook, whose words they have to use."""
    members = vocabulary(book).members
    words: dict[str, Schema] = {}
    says = {word: f"one of the {kind}" for word, kind in members.items()}
    keys = _card(ref(f"{book.id} type"), ref(f"{book.id} ability"))
    for each in book.characteristics.values():
        if each.kind == "number" and not each.counter:
            keys[each.name] = whole(f"The {each.name} printed on the card.", examples=(1,))
        elif each.kind == "set":
            words[f"{book.id} {each.name}"] = choice(f"One of the {each.name}.", each.words)
            keys[each.name] = listed(_OF_SET.format(each.name), ref(f"{book.id} {each.name}"))
    zones = choice("A zone, `play`, or `anywhere`.", (*book.zones, "play", "anywhere"))
    ability = _ability(zones)
    ability["examples"] = [*book.keywords]
    return {
        f"{book.id} type": choice(_IS, members, says),
        **words,
        f"{book.id} ability": ability,
        f"{book.id} card": fields(f"A card, in the words of {book.id}.", keys, required=("is",)),
    }


def cards_schema(books: Iterable[Rulebook], only: Rulebook | None) -> Schema:
    """A file of cards. only: the rulebook in whose words; else editors offer those of `books`."""
    definitions = card_definitions()
    if only is not None:
        definitions |= cards_under(only)
        each = ref(f"{only.id} card")
    else:
        definitions |= _of_any(books)
        each = ref("any card")
    examples: Schema = {"King of the Realm": {"is": ["minion", "mortal"], "power": 3}}
    found = entries("Cards by their names.", each)
    return {**found, "examples": [examples], "type": "object", "definitions": defined(definitions)}


def _of_any(books: Iterable[Rulebook]) -> dict[str, Schema]:
    """Definitions of a card of any shipped game, or of a rulebook that nobody knows here."""
    found = card_definitions()["card"]
    definitions: dict[str, Schema] = {}
    keys: dict[str, Schema] = {}
    sets: dict[str, dict[str, str]] = {}
    for book in books:
        for each in book.characteristics.values():
            if each.kind == "number" and not each.counter:
                keys[each.name] = whole(f"The {each.name} printed on the card.", examples=(1,))
            elif each.kind == "set":
                words = sets.setdefault(each.name, {})
                words |= dict.fromkeys(each.words, f"one of the {each.name} ({book.game})")
    for kind, words in sets.items():
        definitions[f"any {kind}"] = suggested(f"One of the {kind}.", words, words)
        keys[kind] = listed(_OF_SET.format(kind), ref(f"any {kind}"))
    every = {word: says for words in sets.values() for word, says in words.items()}
    definitions["any type"] = suggested(_IS, every, every)
    own = _card(ref("any type"), ref("ability"))
    return {**definitions, "any card": {**found, "properties": {**keys, **own}}}


def _card(word: Schema, ability: Schema) -> dict[str, Schema]:
    """The keys that cards of every game have. word: one under `is`."""
    keys = {"is": listed(_IS, word, examples=(["minion", "mortal"],))}
    for use in USES:
        keys[use] = listed(_USE_SAYS[use], ability, examples=([_EXAMPLES[use]],))
    left_out = "What the card does that is no continuous effect, in a few words each."
    return keys | {
        "left out": listed(left_out, text("A few words.", examples=("draws a card",))),
        "edition": text(
            "The first edition and its date.", examples=("Alpha, 2023-04-19",), empty=True
        ),
        "token": flag("Whether it is a token, which is no printed card."),
    }


def _ability(zone: Schema) -> Schema:
    keys = {
        "name": text("A name to use it by, on a card with several to use.", examples=("flood",)),
        "other": text("An ability that is no continuous effect, in a few words."),
        "as long as": text(
            "When it works (static abilities only).", examples=("self is underground",)
        ),
        "unless": text("When it does not work.", examples=("there are adjacent minions",)),
        "until": text("How long what resolved lasts.", examples=("end of turn", "your next turn")),
        "while in": listed("The zones where it works; left out: the zone of play.", zone),
    }
    found = fields(_ABILITY, keys, rest=listed(_OPERATIONS, text(_OPERATIONS)))
    return {**found, "type": ["object", "string"]}
