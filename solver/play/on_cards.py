"""What cards and rules may make a table look out for, told by what is written on them alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra import (
    AfterLeaving,
    CopyOf,
    EnterAs,
    EnterAsCopy,
    Entering,
    EnterWith,
    Gain,
    HasStatus,
    Permission,
    Redirect,
    RemoveMembers,
    ReplaceInText,
    ReplaceMember,
    SetMembers,
)
from layerlaw.model.algebra.permissions import speaks_of_counters
from layerlaw.model.algebra.trees import mentions, nodes, operations_of
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.dataclass import dataclass
from layerlaw.solver.derivation.danger import Danger
from layerlaw.solver.play.resolved_effects import has_condition

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class RulesOfPlay:
    """What the rules of a rulebook alone mean for every table.

    redirect: one may send objects elsewhere. arrives: one may say what objects enter with;
    copies_entering: or as a copy of what. texts_change: one may change texts.
    asks_rest: one asks what is at rest. takes_types: one may take a type away. conditional: one
    has a condition. danger: what they could hit. forbids: what they forbid to do with counters.
    """

    redirect: bool
    arrives: bool
    copies_entering: bool
    texts_change: bool
    asks_rest: bool
    takes_types: bool
    conditional: bool
    danger: Danger
    forbids: frozenset[str]


def rules_of_play(rulebook: Rulebook, _: None = None) -> RulesOfPlay:
    """What the rulebook's own rules mean for a table, as a card with their abilities would."""
    card = Card("", {}, {}, tuple(PrintedAbility("has", r.ability) for r in rulebook.rules))
    return RulesOfPlay(
        may_redirect(card),
        may_arrive(card),
        may_copy_entering(card),
        may_change_texts(card),
        asks_rest(rulebook, card),
        takes_types(rulebook, card),
        any(has_condition(rule.ability) for rule in rulebook.rules),
        Danger(rulebook),
        frozenset(filter(speaks_of_counters, forbidden_by(card))),
    )


def may_redirect(card: Card) -> bool:
    """Whether the card has a redirection: an object goes to another zone instead."""
    return any(
        isinstance(operation, Redirect)
        for printed in card.every_ability
        for operation in operations_of(printed.ability)
    )


def may_arrive(card: Card) -> bool:
    """Whether the card says, or gives an ability that says, what objects enter with."""
    return any(
        mentions(printed.ability, (Entering, EnterWith, EnterAs)) for printed in card.every_ability
    )


def may_copy_entering(card: Card) -> bool:
    """Whether the card says, or gives an ability that says, as a copy of what objects enter."""
    return any(mentions(printed.ability, (EnterAsCopy,)) for printed in card.every_ability)


def may_linger(card: Card) -> bool:
    """Whether the card has, or gives, an ability that goes on after its source has left."""
    return any(mentions(printed.ability, AfterLeaving) for printed in card.every_ability)


def may_copy_statically(card: Card) -> bool:
    """Whether the card has, or gives, a static ability that makes copies."""
    return any(
        mentions(printed.ability, CopyOf)
        and (printed.use == "has" or mentions(printed.ability, Gain))
        for printed in card.every_ability
    )


def may_change_texts(card: Card) -> bool:
    """Whether the card has, or gives, an ability that replaces words in texts, or whole texts."""
    return any(
        isinstance(node, ReplaceInText) or (isinstance(node, CopyOf) and bool(node.text))
        for node in nodes(card)
    )


def asks_rest(rulebook: Rulebook, tree: object) -> bool:
    """Whether a card, or an ability, asks what is at rest."""
    rest = rulebook.rest
    return rest is not None and any(node == HasStatus(rest.status) for node in nodes(tree))


def takes_types(rulebook: Rulebook, card: Card) -> bool:
    """Whether anything on the card may take a type away, by copying too."""
    taking = (SetMembers, RemoveMembers, ReplaceMember)
    return any(
        isinstance(node, CopyOf)
        or (isinstance(node, taking) and node.characteristic == rulebook.types)
        for node in nodes(card)
    )


def forbidden_by(card: Card) -> frozenset[str]:
    """The verbs, active and passive, that the card forbids."""
    return frozenset(
        operation.action
        for printed in card.every_ability
        for operation in operations_of(printed.ability)
        if isinstance(operation, Permission) and not operation.allowed
    )
