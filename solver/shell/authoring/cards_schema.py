"""The schema of cards: a file of them, and those that stand in a scenario."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.cards.card_format import ABILITY, CARD, CARD_FILE, GIVEN_ABILITY, IS, card_table
from layerlaw.model.rulebooks.words import vocabulary
from layerlaw.solver.shell.authoring.schema_parts import (
    Schema,
    choice,
    defined,
    entries,
    ref,
    suggested,
    table,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.model.rulebooks.rulebook import Characteristic, Rulebook


def card_definitions() -> dict[str, Schema]:
    """The definitions of cards under whatever rulebook."""
    return {
        "ability": table(ABILITY),
        "given ability": table(GIVEN_ABILITY),
        "card": table(CARD),
    }


def cards_under(book: Rulebook) -> dict[str, Schema]:
    """The definitions of cards under one rulebook, whose words they have to use."""
    every = book.characteristics.values()
    sets = [each for each in every if each.kind == "set"]
    members = vocabulary(book).members
    says = {word: f"one of the {kind}" for word, kind in members.items()}
    offered = {
        "type": ref(f"{book.id} type"),
        "ability": ref(f"{book.id} ability"),
        "given ability": ref(f"{book.id} given ability"),
        "zone": choice("A zone, `play`, or `anywhere`.", (*book.zones, "play", "anywhere")),
        **{each.name: ref(f"{book.id} {each.name}") for each in sets},
    }
    keywords = (book.with_keyword(keyword).title for keyword in book.keywords)
    card = card_table(every, f"A card, in the words of {book.id}.")
    return {
        f"{book.id} type": choice(IS.shape.says, members, says),
        **{f"{book.id} {each.name}": choice(_one_of(each.name), each.words) for each in sets},
        f"{book.id} ability": table(ABILITY, offered) | {"examples": [*keywords]},
        f"{book.id} given ability": table(GIVEN_ABILITY, offered),
        f"{book.id} card": table(card, offered),
    }


def cards_schema(books: Iterable[Rulebook], only: Rulebook | None) -> Schema:
    """A file of cards. only: the rulebook in whose words; else editors offer those of `books`."""
    definitions = card_definitions()
    if only is not None:
        definitions |= cards_under(only)
        card = ref(f"{only.id} card")
    else:
        definitions |= _of_any(books)
        card = ref("any card")
    examples: Schema = {"King of the Realm": {"is": ["minion", "mortal"], "power": 3}}
    schema = entries(CARD_FILE.says, card)
    return {**schema, "examples": [examples], "type": "object", "definitions": defined(definitions)}


def _of_any(books: Iterable[Rulebook]) -> dict[str, Schema]:
    """Definitions of a card of any shipped game, or of a rulebook that nobody knows here."""
    characteristics: dict[str, Characteristic] = {}
    sets: dict[str, dict[str, str]] = {}
    for book in books:
        for each in book.characteristics.values():
            if not each.counter and (each.parts or each.name not in characteristics):
                # One that may be printed as two may be printed as one as well.
                characteristics[each.name] = each
            if each.kind == "set":
                words = sets.setdefault(each.name, {})
                words |= dict.fromkeys(each.words, f"one of the {each.name} ({book.game})")
    every = {word: says for words in sets.values() for word, says in words.items()}
    offered = {kind: ref(f"any {kind}") for kind in sets} | {"type": ref("any type")}
    card = replace(CARD, keys=card_table(characteristics.values()).keys)
    return {
        **{f"any {kind}": suggested(_one_of(kind), words, words) for kind, words in sets.items()},
        "any type": suggested(IS.shape.says, every, every),
        "any card": table(card, offered),
    }


def _one_of(kind: str) -> str:
    return f"One of the {kind}."
