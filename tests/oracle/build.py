"""Builders for the scenarios of the tests: cards, events and the three families of graphs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from layerlaw.model.algebra import (
    Ability,
    AddMembers,
    Arithmetic,
    Either,
    Identified,
    Instruction,
    Member,
    Number,
    Operation,
    Read,
    Selector,
    SetNumber,
    SetStatus,
    Value,
)
from layerlaw.model.cards.card import Card, PrintedAbility, Use
from layerlaw.model.errors import Where
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.events import Event, Place, Play
from layerlaw.model.scenarios.scenario import Scenario

WHERE = Where("generated", 1, 1)
YOU, ME = "you", "me"
Edges = Iterable[tuple[int, int]]
"""Pairs (a, b): a acts on what b is or does, so b depends on a; both count from 1."""


def text(*instructions: tuple[Selector, Sequence[Operation]]) -> Ability:
    """A line of text: selectors and what is done to what they select."""
    return Ability(None, tuple(Instruction(who, tuple(what)) for who, what in instructions))


def card(
    name: str,
    *abilities: Ability,
    types: tuple[str, ...] = ("minion",),
    subtypes: tuple[str, ...] = (),
    use: Use = "has",
    **numbers: int,
) -> Card:
    """A card with these abilities, all of one use."""
    return Card(
        name=name,
        sets={"types": types, "subtypes": subtypes},
        numbers=numbers,
        abilities=tuple(PrintedAbility(use, ability) for ability in abilities),
    )


def play(
    card: Card,
    id: str,
    square: int | None = 8,
    player: str = YOU,
    targets: tuple[str, ...] = (),
    copying: str | None = None,
) -> Play:
    """A card played on the surface of a square (None: without a place)."""
    place = None if square is None else Place((square,))
    return Play(player, card, id, place, targets, copying, WHERE)


def scenario(
    rulebook: Rulebook,
    events: Iterable[Event],
    active: str | None = None,
    readings: Mapping[str, str] | None = None,
    title: str = "generated",
) -> Scenario:
    """A scenario of two players with nothing expected."""
    return Scenario(
        title=title,
        rulebook=rulebook,
        players=(YOU, ME),
        active=active,
        play=tuple(events),
        expect=(),
        variants=(),
        readings=dict(readings or {}),
        source="generated",
        because=(),
        file="generated",
    )


def either(selectors: Sequence[Selector]) -> Selector:
    """What any of these selects."""
    return selectors[0] if len(selectors) == 1 else Either(tuple(selectors))


def minions(
    rulebook: Rulebook, abilities: Mapping[int, Ability], n: int, order: Iterable[int]
) -> Scenario:
    """Minions M1..Mn with at most one ability each, entering in the order given."""
    cards = {
        number: card(
            f"Minion {number}",
            *([abilities[number]] if number in abilities else []),
            subtypes=("mortal",),
            power=number,
        )
        for number in range(1, n + 1)
    }
    return scenario(rulebook, [play(cards[number], f"M{number}") for number in order])


def silence_graph(n: int, edges: Edges, order: Iterable[int], rulebook: Rulebook) -> Scenario:
    """Minions that silence one another: M_a silences M_b for every edge (a, b)."""
    edges = sorted(set(edges))
    abilities = {}
    for number in range(1, n + 1):
        victims: list[Selector] = [Identified(f"M{b}") for a, b in edges if a == number]
        if victims:
            abilities[number] = text((either(victims), [SetStatus("silenced")]))
    return minions(rulebook, abilities, n, order)


def scope_word(a: int, b: int) -> str:
    """The subtype by which a's effect changes the scope of b's."""
    return f"word {a} {b}"


def scope_graph(n: int, edges: Edges, order: Iterable[int], rulebook: Rulebook) -> Scenario:
    """Minions that change one another's scope in the layer of subtypes: M_a makes itself a
    `word a b`, and M_b's effect marks every `word a b`, for every edge (a, b).

    Nothing ever goes out of existence. The rulebook gets the words it needs.
    """
    edges = sorted((a, b) for a, b in set(edges) if a != b)
    abilities = {}
    for number in range(1, n + 1):
        gives = tuple(scope_word(a, b) for a, b in edges if a == number)
        reads: list[Selector] = [
            Member("subtypes", scope_word(a, b)) for a, b in edges if b == number
        ]
        instructions: list[tuple[Selector, list[Operation]]] = [
            (Identified(f"M{number}"), [AddMembers("subtypes", (*gives, f"done {number}"))])
        ]
        if reads:
            instructions.append((either(reads), [AddMembers("subtypes", (f"seen {number}",))]))
        abilities[number] = text(*instructions)
    numbers = range(1, n + 1)
    new = [scope_word(a, b) for a, b in edges]
    new += [f"{word} {number}" for word in ("done", "seen") for number in numbers]
    subtypes = rulebook.characteristics["subtypes"]
    characteristics = {
        **rulebook.characteristics,
        "subtypes": replace(subtypes, words=(*subtypes.words, *new)),
    }
    return minions(replace(rulebook, characteristics=characteristics), abilities, n, order)


def action_graph(n: int, edges: Edges, order: Iterable[int], rulebook: Rulebook) -> Scenario:
    """Minions whose effects read what others write: M_b's power becomes 10 b and the powers of
    all M_a, for every edge (a, b), all in the layer that sets power.

    Printed powers are 1..n, so applying M_a always changes what M_b reads.
    """
    edges = sorted((a, b) for a, b in set(edges) if a != b)
    abilities = {}
    for number in range(1, n + 1):
        value: Value = Number(10 * number)
        for a, b in edges:
            if b == number:
                value = Arithmetic(value, "+", Read("power", Identified(f"M{a}")))
        abilities[number] = text((Identified(f"M{number}"), [SetNumber("power", value)]))
    return minions(rulebook, abilities, n, order)
