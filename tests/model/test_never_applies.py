"""What could never apply is refused where it is written."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model import BadInput, loads_cards, loads_rulebook, loads_scenario, shipped_rulebook

SORCERY, GRAND, DUEL = "sorcery-2026-01", "grand-archive-2025-09", "duel-masters-1.28-en"
NO_TARGET = "an ability under 'has' has no target"
IN_BRACKETS = "an ability in brackets has no target"
NOT_CARRIED = "has no bearer: cards of its types are not carried"

NEVER = {
    "the hex": (SORCERY, "{is: [aura], has: ['target: silenced']}", NO_TARGET),
    "a condition on a target": (
        SORCERY,
        "{is: [minion], has: ['self: power += 1 as long as target is silenced']}",
        NO_TARGET,
    ),
    "the value of a target": (
        GRAND,
        "{is: [ally], has: ['self: power := power of target']}",
        NO_TARGET,
    ),
    "nearby a target": (
        SORCERY,
        "{is: [minion], has: ['minions nearby target: disabled']}",
        NO_TARGET,
    ),
    "given a target": (
        GRAND,
        "{is: [ally], on entry: ['target: gain [target: power += 1]']}",
        IN_BRACKETS,
    ),
    "given twice": (
        SORCERY,
        "{is: [minion], has: ['minions: gain [minions: gain [target: silenced]]']}",
        IN_BRACKETS,
    ),
    "a minion's bearer": (SORCERY, "{is: [minion], has: ['bearer: power += 1']}", NOT_CARRIED),
    "a site's bearer": (
        SORCERY,
        "{is: [site], has: ['units nearby bearer: silenced']}",
        NOT_CARRIED,
    ),
    "a creature's bearer": (DUEL, "{is: [creature], has: ['bearer: power += 1000']}", NOT_CARRIED),
    "a spell's bearer": (SORCERY, "{is: [magic], resolves: ['bearer: silenced']}", "never in play"),
    "an ally's bearer": (GRAND, "{is: [ally], has: ['bearer: power += 1']}", NOT_CARRIED),
    "locked for good": (
        SORCERY,
        "{is: [minion], has: ['locked nearby minions: power += 1']}",
        "'locked' says nothing here",
    ),
    "open anyway": (
        SORCERY,
        "{is: [minion], on entry: ['target: gain [open minions: power += 1]']}",
        "'open' says nothing here",
    ),
}


@pytest.mark.parametrize("name", NEVER)
def test_what_never_applies_is_no_ability(name: str) -> None:
    """An ability that speaks of what is never there is refused at its place."""
    book, card, message = NEVER[name]
    with pytest.raises(BadInput) as refused:
        loads_cards(f"Hex: {card}\n", shipped_rulebook(book))
    (problem,) = refused.value.problems
    assert message in problem.message and problem.line == 1 and problem.column > len("Hex: {")


@pytest.mark.parametrize(
    "card",
    [
        "{is: [minion], on entry: ['target: silenced']}",
        "{is: [artifact], has: ['bearer: power += 1']}",
        "{is: [minion], has: ['artifacts: gain [bearer: power += 1]']}",
        "{is: [magic], resolves: ['locked nearby minions: silenced', 'target: silenced']}",
        "{is: [artifact], on entry: ['self: types := minion'], has: ['bearer: power += 1']}",
        "{is: [minion], on entry: ['self: types := artifact'], has: ['bearer: power += 1']}",
        "{is: [minion], has: ['bearer: silenced'], gives: [{name: Form, self: types := artifact}]}",
    ],
)
def test_what_may_apply_is_an_ability(card: str) -> None:
    """Targets of what resolves, bearers of what is carried, becomes so or gives, sets that stay."""
    assert loads_cards(f"Hex: {card}\n", shipped_rulebook(SORCERY))["Hex"].abilities


@pytest.mark.parametrize("says", ["target: silenced", "minions nearby target: power += 1"])
def test_a_rule_and_a_keyword_have_no_target(says: str) -> None:
    """Nothing is ever chosen for a rulebook's own rule, nor for a keyword."""
    head = "rulebook: mine\nbased on: sorcery-2026-01\n"
    rule = f"rules: [{{id: odd, does: '{says}', clause: SORC-DEP-3}}]\n"
    keyword = f"keywords: {{Odd: {{does: '{says}', clause: SORC-DEP-3}}}}\n"
    for text in (rule, keyword):
        with pytest.raises(BadInput, match="there is no target here"):
            loads_rulebook(head + text)


TABLE = """
title: Something is chosen
rulebook: {book}
players: [you, me]
cards:
  Odd: {card}
  Sword: {{is: [artifact], has: ["bearer: power += 1"]}}
play:
  - {event}
"""


@pytest.mark.parametrize(
    ("card", "event", "message"),
    [
        ("{is: [minion], has: ['self: power := chosen number']}", "you: Odd as O at 3", "number"),
        (
            "{is: [minion], has: ['minions named the chosen name: silenced']}",
            "you: Odd as O at 3",
            "name",
        ),
        (
            "{is: [minion], on entry: ['self: power += chosen number']}",
            "you: Odd as O at 3",
            "number",
        ),
        (
            "{is: [magic], resolves: ['minions: power -= chosen number']}",
            "you: cast Odd as O",
            "number",
        ),
    ],
)
def test_what_is_chosen_has_to_be_said(card: str, event: str, message: str) -> None:
    """A number or name that a card speaks of is never silently nothing."""
    with pytest.raises(BadInput, match=f"'Odd' speaks of a chosen {message}: say which"):
        loads_scenario(TABLE.format(book=SORCERY, card=card, event=event))


def test_a_player_carries_nothing() -> None:
    """A card that is carried enters on an object."""
    text = TABLE.format(book=SORCERY, card="{is: [minion]}", event="you: Sword as S on me")
    with pytest.raises(BadInput, match="'me' is a player, who carries nothing"):
        loads_scenario(text)


def test_a_player_is_a_target_only_where_something_speaks_of_one() -> None:
    """Behind `on` a player is held to what an object is held to."""
    text = TABLE.format(book=SORCERY, card="{is: [minion]}", event="you: Odd as O at 3 on me")
    with pytest.raises(BadInput, match="nothing on 'Odd' speaks of a target"):
        loads_scenario(text)


@pytest.mark.parametrize("says", ["bearer: power += 1", "allies carried by self: power += 1"])
def test_nothing_has_a_bearer_where_nothing_is_carried(says: str) -> None:
    """A game without carrying has no bearers, and nothing that carries."""
    bare = replace(shipped_rulebook(GRAND), id="bare", carried=None)
    with pytest.raises(BadInput, match="nothing is carried in bare"):
        loads_cards(f"Hex: {{is: [ally], has: ['{says}']}}\n", bare)


def test_a_card_with_a_keyword_of_the_carried_has_a_bearer() -> None:
    """Grand Archive's linked cards are carried by what they are linked with."""
    text = "Hex: {is: [ally], has: [Ally Link, 'bearer: power += 1']}\n"
    assert loads_cards(text, shipped_rulebook(GRAND))["Hex"].abilities
