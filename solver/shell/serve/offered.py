"""What the editor completes and colours: the words of a rulebook, its cards, and event forms."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from layerlaw.model.cards.card import is_spell
from layerlaw.model.errors import LayerlawError
from layerlaw.model.notation.english import english_ability
from layerlaw.model.rulebooks.words import vocabulary
from layerlaw.model.scenarios.events import EVENT_FORMS
from layerlaw.model.scenarios.scenario_format import EVENT_TABLE, SCENARIO_TABLE
from layerlaw.model.scenarios.write import name
from layerlaw.model.shipped import shipped_cards, shipped_rulebook, shipped_rulebooks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.line_forms import Hole
    from layerlaw.solver.shell.report.json_form import Json

_LITERAL = re.compile(r"^[A-Z_]+(?:\.\d+)?: /(.*)/i?$|\"([a-z][a-z-]+)\"", re.MULTILINE)
_WORD = re.compile(r"(?<![\\\w])[a-z]{2,}(?![\w])")
_STACKING = {
    "stacking": "A card is put on top of an object.",
    "holding": "A card is put under an object that holds it.",
    "melding": "Two objects become one that is both their cards.",
    "uncovering": "The top card is taken off.",
}


def offered(book: Rulebook, own: Iterable[str]) -> Json:
    """All of it as JSON. own: the names of cards that stand in the scenario itself."""
    shipped = shipped_rulebooks()
    same = book.id in shipped and book == shipped_rulebook(book.id)
    there = _shipped(book.id) if same else _under(book)
    cards: list[Json] = [
        {"name": each, "written": name(each), "kind": "", "says": []} for each in own
    ]
    return {**there, "own": cards, "rulebooks": [*shipped]}


@cache
def _shipped(id: str) -> dict[str, Json]:
    return _under(shipped_rulebook(id))


def _under(book: Rulebook) -> dict[str, Json]:
    words = vocabulary(book)
    space = book.space
    levels = [] if space is None else [space.deep_yes, space.deep_no, space.void]
    kinds = {each.name: each.kind for each in book.characteristics.values()}
    return {
        "book": book.id,
        "keys": [{"word": key.name, "says": key.shape.says} for key in SCENARIO_TABLE.keys],
        "events": [*_events(book)],
        "cards": [*_cards(book)],
        "squares": 0 if space is None else space.size,
        "levels": [*dict.fromkeys(level for level in levels if level)],
        "zones": [*book.zones],
        "kinds": {**kinds},
        "members": {**words.members},
        "nouns": [*words.nouns],
        "plurals": [*words.plurals],
        "statuses": [*book.statuses],
        "keywords": [
            {"word": each, "title": book.with_keyword(each).title or each} for each in book.keywords
        ],
        "actions": [*book.actions],
        "counters": [each.name for each in book.characteristics.values() if each.by_events],
        "during": [book.rest.during] if book.rest else [],
        "verdicts": ["survives", *dict.fromkeys(check.verdict for check in book.checks)],
        "layers": []
        if book.policy("process") != "layered"
        else [*dict.fromkeys(x for layer in book.layers for x in (layer.id, layer.name))],
        "points": [
            {
                "id": point.id,
                "says": point.question,
                "readings": [{"id": each.id, "says": each.says} for each in point.readings],
            }
            for point in book.points.values()
        ],
        "clauses": [{"id": each.id, "says": each.says} for each in book.clauses.values()],
        "notation": [*_notation()],
    }


def _events(book: Rulebook) -> Iterator[Json]:
    """What an event may begin with besides a player, and the forms of the rest of its line."""
    own = [(word, form) for word, form in book.event_words.items()]
    counters = [each.name for each in book.characteristics.values() if each.by_events]
    for key in EVENT_TABLE.keys:
        yield _event(key.name, key.shape.says, key.name)
    for word, rule in own:
        yield _event(word, _STACKING[rule], rule)
    for counter in counters:
        yield _event(counter, f"So many more {counter}: `F 1`.", "counter")


def _event(word: str, says: str, rule: str) -> Json:
    forms = EVENT_FORMS.get(rule, ())
    return {"word": word, "says": says, "forms": [form.filled(_hole) for _, form in forms]}


def _hole(hole: Hole) -> str:
    return f"{{{hole.kind}}}"


def _cards(book: Rulebook) -> Iterator[Json]:
    """The shipped cards that the rulebook can read, each with what it is and says, in English."""
    shelf = shipped_cards(book)
    for each in shelf:
        try:
            card = shelf[each]
        except LayerlawError:
            # Made for another document of the same game.
            continue
        yield {
            "name": card.name,
            "written": name(card.name),
            "kind": _kind(card),
            "says": [*_says(card, book)],
            "stands": book.space is not None and not is_spell(card),
        }


def _kind(card: Card) -> str:
    """Its types and subtypes, and its numbers: "minion, mortal; power 1"."""
    words = dict.fromkeys(word for kind in card.sets.values() for word in kind)
    numbers = [f"{name} {value}" for name, value in card.numbers.items()]
    return "; ".join(filter(None, (", ".join(words), ", ".join(numbers))))


def _says(card: Card, book: Rulebook) -> Iterator[str]:
    for each in card.every_ability:
        yield english_ability(each.ability, card.name, book.plurals)


@cache
def _notation() -> tuple[str, ...]:
    """The words of the notation itself, as its grammar has them."""
    grammar = files("layerlaw.model.notation").joinpath("notation.lark").read_text(encoding="utf-8")
    texts = [pattern or word for pattern, word in _LITERAL.findall(grammar)]
    return tuple(sorted({word for text in texts for word in _WORD.findall(text)}))
