"""The objects that stand for the players and for the rules, after all others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.solver.facts.situation import Thing

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Rulebook

PLAYERS = "players"
"""The zone in which players stand."""

RULES = "rules"
"""The zone in which the rules stand, and the id of the one object there."""


def stand_ins(rulebook: Rulebook, players: tuple[str, ...]) -> tuple[Thing, ...]:
    """One object for each player, under the player's name, and one for the rules.

    The effects of the rules are called after the rules: `rules.ID`.
    """
    return rulebook.cache.of_value(_stand_ins, rulebook, players)


def _stand_ins(rulebook: Rulebook, players: tuple[str, ...]) -> tuple[Thing, ...]:
    printed = tuple(PrintedAbility("has", rule.ability, rule.id) for rule in rulebook.rules)
    return (
        *(_stand_in(player, player, PLAYERS, Card(player, {}, {})) for player in players),
        _stand_in(RULES, "", RULES, Card(RULES, {}, {}, printed)),
    )


def _stand_in(id: str, owner: str, zone: str, card: Card) -> Thing:
    return Thing(id, card, owner, owner, zone, None, None, (0, 0), {})
