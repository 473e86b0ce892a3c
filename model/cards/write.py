"""Writes cards in the notation, as trees of text for YAML."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra import Exists, Negation
from layerlaw.model.algebra.defining import MARK
from layerlaw.model.algebra.infinite import is_infinite
from layerlaw.model.algebra.split import Split
from layerlaw.model.cards import card_format as keys
from layerlaw.model.files.write_yaml import fits_key
from layerlaw.model.notation.printing import (
    print_ability,
    print_condition,
    print_duration,
    print_operations,
    print_scope,
    print_selector,
)
from layerlaw.model.rulebooks.words import vocabulary

if TYPE_CHECKING:
    from collections.abc import Collection

    from layerlaw.model.algebra import Ability
    from layerlaw.model.cards.card import Card, PrintedAbility
    from layerlaw.model.files.format import Key
    from layerlaw.model.files.write_yaml import Tree
    from layerlaw.model.rulebooks.rulebook import Rulebook

_OTHER = "other: "


def card_tree(card: Card, rulebook: Rulebook) -> Tree:
    """The card as it stands behind its name under `cards:`."""
    every = rulebook.characteristics.values()
    if card.half is None:
        return keys.card_table(every).written(*_facts(card, rulebook))
    statuses = rulebook.statuses.values()
    keeps = next((one.other_half for one in statuses if one.other_half is not None), ())
    half = keys.half_table(every, keeps).written(
        (keys.OTHER_NAME, card.half.name),
        *(
            fact
            for fact in _facts(card.half, rulebook, keeps)
            if fact[0] not in keys.OF_BOTH_HALVES
        ),
    )
    return keys.card_table(every).written(*_facts(card, rulebook), (keys.OTHER_HALF, half))


def _facts(
    card: Card, rulebook: Rulebook, without: Collection[str] = ()
) -> list[tuple[Key[object], Tree]]:
    """What is printed, each with its key. without: characteristics that are not stated."""
    members = vocabulary(rulebook).members
    kinds: list[str] = []
    named: dict[str, tuple[str, ...]] = {}
    for characteristic, words in card.sets.items():
        if characteristic in without:
            continue
        if all(members.get(word) == characteristic for word in words):
            kinds += words
        else:
            named[characteristic] = tuple(words)
    every = [one for one in rulebook.characteristics.values() if one.name not in without]
    uses = (
        (key, [_printed(ability, rulebook) for ability in card.abilities if ability.use == use])
        for use, key in keys.USES.items()
    )
    return [
        (keys.is_key(every), tuple(kinds)),
        *((keys.set_key(name), words) for name, words in named.items()),
        *(
            # JSON has no such numbers, so there stands what stands in YAML.
            (
                keys.number_key(rulebook.characteristics[name]),
                str(number) if is_infinite(number) or isinstance(number, Split) else number,
            )
            for name, number in card.numbers.items()
            if name not in without
        ),
        (keys.TOKEN, card.token),
        (keys.UNCONTROLLED, card.uncontrolled),
        (keys.EDITION, card.edition),
        *uses,
        (keys.GIVES, [_given(ability, rulebook) for ability in card.gives]),
        # Where they mean nothing they can't be read.
        (keys.BACK_FACE, card.back_face if rulebook.two_faced else ""),
        (keys.MELDS_INTO, card.melds_into if rulebook.melding else ""),
        (keys.CREATED_AS_COPY, card.created_as_copy and bool(rulebook.two_faced)),
        (keys.LEFT_OUT, list(card.left_out)),
    ]


def _given(printed: PrintedAbility, rulebook: Rulebook) -> Tree:
    """One ability that it gives, which has a name; whether it is activated stands beside it."""
    said = _printed(printed, rulebook)
    if printed.use == "activates" and isinstance(said, dict):
        return said | keys.GIVEN_ABILITY.written((keys.ACTIVATED, True))
    return said


def _printed(printed: PrintedAbility, rulebook: Rulebook) -> Tree:
    """One ability: a keyword, `selector: operations`, or a mapping if it has a name."""
    ability, plurals = printed.ability, rulebook.plurals
    keyword = ability.title or ""
    chooses = print_selector(printed.chooses, plurals) if printed.chooses else ""
    if keyword.startswith(_OTHER):
        return keys.ABILITY.written(
            (keys.NAME, printed.name),
            (keys.CHOOSES, chooses),
            (keys.OTHER, keyword.removeprefix(_OTHER)),
            (keys.WHILE_IN, _zones(ability)),
        )
    if printed.name or printed.chooses or printed.only_if:
        only_if = print_condition(printed.only_if, plurals) if printed.only_if else ""
        head = keys.ABILITY.written(
            (keys.NAME, printed.name), (keys.CHOOSES, chooses), (keys.IF, only_if)
        )
        return head | _spread_out(ability, rulebook)
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
        mark = f"{MARK} " if ability.defines and not tree else ""
        selector = scope.removeprefix(word)
        while word + selector in tree:
            # Parentheses mean nothing, and no key may stand there twice.
            selector = f"({selector})"
        tree[mark + word + selector] = print_operations(instruction.operations, plurals=plurals)
    match ability.condition:
        case None:
            while_ = unless = ""
        case Negation(inner) if not isinstance(inner, Exists):
            while_, unless = "", print_condition(inner, plurals)
        case condition:
            while_, unless = print_condition(condition, plurals), ""
    return tree | keys.ABILITY.written(
        (keys.AS_LONG_AS, while_),
        (keys.UNLESS, unless),
        (keys.UNTIL, print_duration(ability.until, plurals) if ability.until else ""),
        (keys.WHILE_IN, _zones(ability)),
    )


def _zones(ability: Ability) -> tuple[str, ...]:
    """What stands under `while in`."""
    return ("anywhere",) if ability.anywhere else ability.zones
