"""Writes cards in the notation, as trees of text for YAML."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra import Exists, Negation
from layerlaw.model.cards.load import USES
from layerlaw.model.files.write_yaml import fits_key
from layerlaw.model.notation.printing import (
    print_ability,
    print_condition,
    print_duration,
    print_operations,
    print_scope,
)
from layerlaw.model.rulebooks.load import vocabulary

if TYPE_CHECKING:
    from layerlaw.model.algebra import Ability, Condition
    from layerlaw.model.cards.card import Card, PrintedAbility
    from layerlaw.model.files.write_yaml import Tree
    from layerlaw.model.rulebooks.rulebook import Rulebook

_OTHER = "other: "


def card_tree(card: Card, rulebook: Rulebook) -> Tree:
    """The card as it stands behind its name under `cards:`."""
    members = vocabulary(rulebook).members
    kinds: list[str] = []
    named: dict[str, Tree] = {}
    for characteristic, words in card.sets.items():
        if all(members.get(word) == characteristic for word in words):
            kinds += words
        else:
            named[characteristic] = tuple(words)
    tree: dict[str, Tree] = {"is": tuple(kinds), **named}
    tree |= {name: str(number) for name, number in card.numbers.items()}
    if card.token:
        tree["token"] = "true"
    if card.edition:
        tree["edition"] = card.edition
    for use in USES:
        abilities = [_printed(each, rulebook) for each in card.abilities if each.use == use]
        if abilities:
            tree[use] = abilities
    if card.left_out:
        tree["left out"] = list(card.left_out)
    return tree


def _printed(printed: PrintedAbility, rulebook: Rulebook) -> Tree:
    """One ability: a keyword, `selector: operations`, or spread out where it has a name."""
    ability, plurals = printed.ability, rulebook.plurals
    keyword = ability.keyword or ""
    if keyword.startswith(_OTHER):
        tree: dict[str, Tree] = {"name": printed.name} if printed.name else {}
        if ability.zones:
            tree["while in"] = tuple(ability.zones)
        return tree | {"other": keyword.removeprefix(_OTHER)}
    if printed.name:
        return {"name": printed.name, **_spread_out(ability, rulebook)}
    text = print_ability(ability, plurals)
    if len(ability.instructions) == 1 and not keyword:
        scope = print_scope(ability.instructions[0].scope, ability.instructions[0].locked, plurals)
        if text.startswith(f"{scope}: ") and fits_key(scope):
            return {scope: text.removeprefix(f"{scope}: ")}
    return text


def _spread_out(ability: Ability, rulebook: Rulebook) -> dict[str, Tree]:
    """Instructions, condition, duration and zones, each under a key of its own."""
    plurals = rulebook.plurals
    tree: dict[str, Tree] = {}
    for instruction in ability.instructions:
        scope = print_scope(instruction.scope, instruction.locked, plurals)
        word = {True: "locked ", False: "open ", None: ""}[instruction.locked]
        selector = scope.removeprefix(word)
        while word + selector in tree:
            # Parentheses mean nothing, and no key may stand there twice.
            selector = f"({selector})"
        tree[word + selector] = print_operations(instruction.operations, plurals=plurals)
    tree |= _while(ability.condition, rulebook)
    if ability.until is not None:
        tree["until"] = print_duration(ability.until, plurals)
    if ability.zones:
        tree["while in"] = tuple(ability.zones)
    return tree


def _while(condition: Condition | None, rulebook: Rulebook) -> dict[str, Tree]:
    match condition:
        case None:
            return {}
        case Negation(inner) if not isinstance(inner, Exists):
            return {"unless": print_condition(inner, rulebook.plurals)}
        case _:
            return {"as long as": print_condition(condition, rulebook.plurals)}
