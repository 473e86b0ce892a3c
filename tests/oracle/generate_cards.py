"""Random cards: what stays in play, and spells."""

from __future__ import annotations

from dataclasses import replace

from layerlaw.model.algebra.split import split
from layerlaw.model.cards.card import Card, PrintedAbility, Use
from layerlaw.model.scenarios.events import Place
from oracle.sentences import Sentences
from oracle.words import SUBTYPES, Pick

SQUARES = (8, 7, 13, 2)
"""Squares near each other: 7, 13 and 8 touch, 2 touches 7 and 8."""


def random_place(pick: Pick) -> Place:
    """One square or two, mostly on the surface."""
    squares = pick((*[(square,) for square in SQUARES], (7, 8)))
    return Place(squares, pick(("surface", "surface", "surface", "surface", "deep", "void")))


def object_card(words: Sentences, name: str) -> Card:
    """A card that stays in play, with abilities of several uses."""
    pick = words.pick
    types = pick(("minion", "minion", "minion", "minion", "site", "artifact", "aura"))
    numbers = {each: pick(range(5)) for each in ("power", "life", "water") if pick((True, False))}
    layered = words.rulebook.policy("process") == "layered"
    if layered and "power" in numbers and pick((False, False, True)):
        numbers["power"] = split(numbers["power"], pick(range(5)))
    printed = [PrintedAbility("has", words.static()) for _ in range(pick((1, 2, 0)))]
    if pick((False, True)):
        printed.append(PrintedAbility("has", words.keyword()))
    uses: tuple[Use, ...] = ("on entry", "on entry", "activates", "triggers")
    for use in uses:
        if pick((False, False, True)):
            zones = words.working_zones() if use == "activates" else ()
            ability = replace(words.resolved(), zones=zones)
            only_if = words.condition() if pick((True, False, False)) else None
            printed.append(PrintedAbility(use, ability, only_if=only_if))
    if pick((False, False, False, True)):
        printed.append(PrintedAbility("enters", words.entering_as_a_copy()))
    subtypes = tuple(word for word in SUBTYPES if pick((True, False, False)))
    sets = {"types": (types,), "subtypes": subtypes}
    return Card(name, sets, numbers, tuple(printed), token=name.endswith("2"))


def spell_card(words: Sentences, name: str) -> Card:
    """A spell that leaves no object, with one or two effects."""
    abilities = [words.resolved() for _ in range(words.pick((1, 2)))]
    asked = [words.condition() if words.pick((True, False, False)) else None for _ in abilities]
    printed = tuple(
        PrintedAbility("resolves", each, only_if=only_if)
        for each, only_if in zip(abilities, asked, strict=True)
    )
    return Card(name, {"types": ("magic",), "subtypes": ()}, {}, printed)
