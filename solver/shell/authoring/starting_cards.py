"""Chooses cards for a first scenario: one that changes something of another."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from layerlaw.model.algebra.mentions import (
    chooses_as_it_enters,
    chooses_name,
    chooses_number,
    speaks_of_target,
)
from layerlaw.model.candidates import with_advice
from layerlaw.model.cards.card import is_spell
from layerlaw.model.cards.printed import matches_print
from layerlaw.model.errors import LayerlawError
from layerlaw.model.notation.english import english_ability
from layerlaw.model.scenarios.write import name
from layerlaw.model.shipped import shipped_cards

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook

MOST_PLAIN = 3
MOST_ACTIVE = 25
"""So many cards with nothing to say are tried with so many that do something."""


class Arrival(NamedTuple):
    """Something that arrives: whose it is, its id, the event that says so, and what it does."""

    player: str
    id: str
    event: str
    says: tuple[str, ...]


def pairs(book: Rulebook) -> Iterator[tuple[Card, Card]]:
    """A card with nothing to say and one whose static ability may change it."""
    cards = [card for card in _cards(book) if card.numbers]
    plain = [card for card in cards if _stands(book, card) and _is_quiet(card)]
    # Those without any ability first, keywords and the like behind them.
    plain = sorted(plain, key=lambda card: len(card.abilities))[:MOST_PLAIN]
    active = [card for card in cards if _acts(book, card)][:MOST_ACTIVE]
    yield from ((still, acting) for acting in active for still in plain)


def named_cards(book: Rulebook, names: Sequence[str]) -> list[Card]:
    """The shipped cards of these names; raises `LayerlawError` for one that there is not."""
    shelf = shipped_cards(book)
    spelt = {each.lower(): each for each in shelf}
    found = []
    for each in names:
        if each.lower() not in spelt:
            raise LayerlawError(with_advice(f"{book.id} has no card '{each}'", each, shelf))
        found.append(shelf[spelt[each.lower()]])
    return found


def arrivals(book: Rulebook, cards: Sequence[Card], first: str = "me") -> list[Arrival]:
    """Events by which the cards arrive, those that need a target last, each with an id.

    first: the player whose the first of several is; the others are yours.
    """
    ordered = sorted(
        cards, key=lambda card: any(speaks_of_target(x.ability) for x in card.abilities)
    )
    found: list[Arrival] = []
    for number, card in enumerate(ordered):
        square = _square(book, number) if book.space is not None else None
        player = first if number == 0 and len(ordered) > 1 else "you"
        target = found[0].id if found else ""
        taken = [each.id for each in found]
        found.append(arrival(book, card, player, taken, square=square, target=target))
    return found


def arrival(
    book: Rulebook,
    card: Card,
    player: str,
    taken: Collection[str],
    *,
    square: int | None = None,
    target: str = "",
) -> Arrival:
    """The event by which a card arrives, under an id that is not taken yet.

    square: where, if it stands somewhere at all. target: what it is aimed at or carried by, if it
    wants something of the kind; none, if there is nothing yet.
    """
    id = _id(card, taken)
    event = f"{name(card.name)} as {id}" if '"' not in card.name else f"{card.name} as {id}"
    carried = (
        book.carried is not None and matches_print(book.carried, card, as_it_enters=True) is True
    )
    if square is not None and not carried and not is_spell(card):
        event += f" at {square}"
    wants = any(
        speaks_of_target(each.ability)
        for each in card.abilities
        if each.use in ("has", "on entry", "resolves")
    )
    if target and (wants or carried):
        event += f" on {target}"
    event += _choosing(card)
    said = [english_ability(x.ability) for x in card.abilities if x.ability.instructions]
    return Arrival(player, id, event, tuple(said))


def _choosing(card: Card) -> str:
    """What is chosen for a card that speaks of a number or a name: 1, or its own name."""
    abilities = [
        each.ability for each in card.abilities if each.use not in ("activates", "triggers")
    ]
    if any(map(chooses_name, abilities)):
        return f" choosing {name(card.name)}"
    numbered = any(chooses_number(one) or chooses_as_it_enters(one) for one in abilities)
    return " choosing 1" if numbered else ""


def printed_words(book: Rulebook) -> tuple[str | None, str | None]:
    """The first number and the first word that cards under the rulebook can print."""
    known = book.characteristics.values()
    numbers = (each.name for each in known if each.kind == "number" and each.on_cards)
    words = (each.words[0] for each in known if each.kind == "set" and each.words)
    return next(numbers, None), next(words, None)


def own_cards(book: Rulebook) -> tuple[tuple[str, ...], list[Arrival]]:
    """For a rulebook without cards the lines of two, and how they arrive; perhaps nothing."""
    number, word = printed_words(book)
    if number is None or word is None:
        return (), []
    lines = (
        "  Little One:",
        f"    is: [{word}]",
        f"    {number}: 2",
        "  Big One:",
        f"    is: [{word}]",
        f"    {number}: 5",
        "    has:",
        f"      - other objects: {number} += 1",
    )
    square = (" at 1", " at 2") if book.space is not None else ("", "")
    return lines, [
        Arrival("me", "L", f"Little One as L{square[0]}", ()),
        Arrival("you", "B", f"Big One as B{square[1]}", (f"other objects: {number} += 1",)),
    ]


def _cards(book: Rulebook) -> Iterator[Card]:
    shelf = shipped_cards(book)
    for each in shelf:
        try:
            yield shelf[each]
        except LayerlawError:
            # Made for another document of the same game.
            continue


def _stands(book: Rulebook, card: Card) -> bool:
    """Whether it can be put onto the table by itself."""
    return not is_spell(card) and (
        book.carried is None or matches_print(book.carried, card, as_it_enters=True) is not True
    )


def _is_quiet(card: Card) -> bool:
    return not any(each.ability.instructions for each in card.abilities)


def _acts(book: Rulebook, card: Card) -> bool:
    """Whether it has nothing but static abilities that do something, with no condition."""
    return (
        bool(card.abilities)
        and _stands(book, card)
        and all(
            each.use == "has" and each.ability.instructions and each.ability.condition is None
            for each in card.abilities
        )
    )


def _id(card: Card, taken: Collection[str]) -> str:
    first = next((letter for letter in card.name if letter.isascii() and letter.isalpha()), "X")
    id, number = first.upper(), 1
    while id in taken:
        number += 1
        id = f"{first.upper()}{number}"
    return id


def _square(book: Rulebook, number: int) -> int:
    """Squares next to each other, from the middle of the board on."""
    assert book.space is not None
    last = book.space.size
    return (last // 2 + number) % last + 1
