"""What cards and rules may make a table look out for, told by what is written on them alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra import (
    Ability,
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

_ARRIVING = (Entering, EnterWith, EnterAs)
_COPYING = (CopyOf, EnterAsCopy, ReplaceInText)
_TAKING = (SetMembers, RemoveMembers, ReplaceMember)


@dataclass(frozen=True, slots=True)
class Watches:
    """What cards and rules make a table look out for.

    redirects: one may send objects elsewhere. arrives: one may say what objects enter with;
    copies_entering: or as a copy of what. lingers: an ability goes on after its source has left.
    copies_statically: a static ability makes copies. texts_change: one may change texts.
    asks_rest: one asks what is at rest; gives_rest: an ability that does may come to what it is not
    printed on. takes_types: one may take a type away. forbids: the verbs that any forbids.
    """

    redirects: bool = False
    arrives: bool = False
    copies_entering: bool = False
    lingers: bool = False
    copies_statically: bool = False
    texts_change: bool = False
    asks_rest: bool = False
    gives_rest: bool = False
    takes_types: bool = False
    forbids: frozenset[str] = frozenset()

    def __or__(self, other: Watches) -> Watches:
        """What either has a table look out for."""
        return Watches(
            self.redirects or other.redirects,
            self.arrives or other.arrives,
            self.copies_entering or other.copies_entering,
            self.lingers or other.lingers,
            self.copies_statically or other.copies_statically,
            self.texts_change or other.texts_change,
            self.asks_rest or other.asks_rest,
            self.gives_rest or other.gives_rest,
            self.takes_types or other.takes_types,
            self.forbids | other.forbids,
        )


def watches_of_card(rulebook: Rulebook, card: Card) -> Watches:
    """What the card has a table look out for."""
    # Most cards have none of the words that are asked for: one look at all of them says so.
    words = {type(node) for node in nodes(card)}
    return Watches(
        Redirect in words and may_redirect(card),
        not words.isdisjoint(_ARRIVING) and may_arrive(card),
        EnterAsCopy in words and may_copy_entering(card),
        AfterLeaving in words and may_linger(card),
        CopyOf in words and may_copy_statically(card),
        not words.isdisjoint((ReplaceInText, CopyOf)) and may_change_texts(card),
        HasStatus in words and asks_rest(rulebook, card),
        not words.isdisjoint((HasStatus, *_COPYING)) and gives_rest(rulebook, card),
        not words.isdisjoint((CopyOf, *_TAKING)) and takes_types(rulebook, card),
        forbidden_by(card) if Permission in words else frozenset(),
    )


@dataclass(frozen=True, slots=True)
class RulesOfPlay:
    """What the rules of a rulebook alone mean for every table.

    watches: as a card with their abilities would have it. conditional: one has a condition.
    danger: what they could hit.
    """

    watches: Watches
    conditional: bool
    danger: Danger


def rules_of_play(rulebook: Rulebook, _: None = None) -> RulesOfPlay:
    """What the rulebook's own rules mean for a table.

    Nothing of them lingers or goes on copying, and no verb but those of counters is asked of them.
    """
    card = Card("", {}, {}, tuple(PrintedAbility("has", r.ability) for r in rulebook.rules))
    watches = watches_of_card(rulebook, card)
    return RulesOfPlay(
        replace(
            watches,
            lingers=False,
            copies_statically=False,
            forbids=frozenset(filter(speaks_of_counters, watches.forbids)),
        ),
        any(has_condition(rule.ability) for rule in rulebook.rules),
        Danger(rulebook),
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
    return any(mentions(printed.ability, _ARRIVING) for printed in card.every_ability)


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


def gives_rest(rulebook: Rulebook, card: Card) -> bool:
    """Whether the card may give an ability that asks what is at rest, by copies and texts too."""
    return any(
        isinstance(node, _COPYING)
        or (
            isinstance(node, Ability)
            and asks_rest(rulebook, node)
            and (printed.use != "has" or node is not printed.ability)
        )
        for printed in card.every_ability
        for node in nodes(printed.ability)
    )


def takes_types(rulebook: Rulebook, card: Card) -> bool:
    """Whether anything on the card may take a type away, by copying too."""
    return any(
        isinstance(node, CopyOf)
        or (isinstance(node, _TAKING) and node.characteristic == rulebook.types)
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
