"""Questions of order that are asked only where something on the table could tell.

Where several readings are looked at side by side, one is told apart from others only if what it
changes meets what else is done there. What acts do is judged by their words alone (`acts.py`).
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.solver.effects.acts import Meeting, act_layers, acts_of, words_may_change
from layerlaw.solver.effects.relevance import abilities_of, cards_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from layerlaw.model.algebra import Ability
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.effects.acts import Access
    from layerlaw.solver.facts.situation import Situation

BY_AGE = ("newest", "both static")
"""The ways to rank statements by which the newer effect can decide. Policy `prohibition`."""


def in_reverse(situation: Situation) -> bool:
    """Whether effects of one card go in reverse. Policy `several`.

    It is asked for only if any card has two of which that could be told; or if anything copies, for
    then abilities of one card may stand beside what another one did.
    """
    rulebook = situation.rulebook
    if rulebook.unsure("several"):
        cards = {id(card): card for card in cards_of(situation)}
        shows = any(
            order_shows(situation, [printed.ability for printed in card.abilities])
            for card in cards.values()
        )
        copies = any(act.copies for act in _there(situation))
        if not shows and not (copies and _any_two_show(situation)):
            followed, *_ = rulebook.combinations(("several",))
            return followed == ("reverse",)
    return rulebook.policy("several") == "reverse"


def order_shows(situation: Situation, abilities: Sequence[Ability]) -> bool:
    """Whether it could be told in which order some abilities of one card go.

    Of two of them the newer decides in the end, or both do something in one layer and meet others
    there. What meets nothing in its layer may have its turn there at any time. Where all apply at
    once nothing comes between the two, so that they have to meet each other.
    """
    rulebook = situation.rulebook
    if len(abilities) < 2:
        return False
    # What two effects give at the same time is as old as they are; else it takes turns to give it.
    meeting = Meeting.under(rulebook, situation)
    at_once = meeting.at_once
    apart = at_once and _none_as_old(situation) and not words_may_change(_there(situation))
    known: list[tuple[frozenset[str], list[Access]]] = []
    for ability in abilities:
        acts = [act for act in _acts(rulebook, ability) if at_once or not act.given]
        layers = _layers(rulebook, acts)
        for others, more in known:
            if _decides_by_age(rulebook, acts, more):
                return True
            shared = layers & others
            if shared and (
                meeting.of(acts, more)
                if apart
                else not any(_alone(situation, one, shared) for one in (acts, more))
            ):
                return True
        known.append((layers, acts))
    return False


def _none_as_old(situation: Situation) -> bool:
    """Whether nothing counts from the same moment as anything that is not its own."""
    began = {(thing.entered, thing.id) for thing in situation.things}
    began |= {(effect.timestamp, effect.source) for effect in situation.effects}
    return len({moment for moment, _ in began}) == len(began)


def age_shows(situation: Situation, ability: Ability) -> bool:
    """Whether it could be told how old an effect of the ability is."""
    acts = _acts(situation.rulebook, ability)
    if _decides_by_age(situation.rulebook, acts, _there(situation)):
        return True
    return not _alone(situation, acts, _layers(situation.rulebook, acts))


def _any_two_show(situation: Situation) -> bool:
    """As `order_shows`, whichever two abilities on the table one object comes to have."""
    rulebook = situation.rulebook
    abilities = {id(ability): ability for ability in abilities_of(situation)}.values()
    every = [_acts(rulebook, ability) for ability in abilities]
    there = [act for acts in every for act in acts]
    if words_may_change(there) or any(
        _decides_by_age(rulebook, one, other) for one, other in combinations(every, 2)
    ):
        return True
    meeting = Meeting.under(rulebook, situation)
    for layer in rulebook.layers:
        others = [act for act in there if layer.id in _layers(rulebook, (act,))]
        here = [acts for acts in every if not set(map(id, acts)).isdisjoint(map(id, others))]
        if sum(meeting.of(acts, others) for acts in here) > 1:
            return True
    return False


def _decides_by_age(rulebook: Rulebook, some: Sequence[Access], others: Sequence[Access]) -> bool:
    """Whether the newer of two effects may decide what comes of both in the end.

    Both send something elsewhere; or one says the opposite of what the other permits or forbids.
    """
    if all(any(isinstance(act.operation, a.Redirect) for act in acts) for acts in (some, others)):
        return True
    if not any(value in BY_AGE for (value,) in rulebook.combinations(("prohibition",))):
        return False
    return any(
        not _said(rulebook, some, allowed=allowed).isdisjoint(
            _said(rulebook, others, allowed=not allowed)
        )
        for allowed in (True, False)
    )


def _said(rulebook: Rulebook, acts: Iterable[Access], *, allowed: bool) -> frozenset[str]:
    """The verbs of which they say that something can, or can't, in the passive voice."""
    told = (act.operation for act in acts if isinstance(act.operation, a.Permission))
    return frozenset(
        rulebook.actions.get(one.action, one.action) for one in told if one.allowed is allowed
    )


def _alone(situation: Situation, acts: Sequence[Access], layers: frozenset[str]) -> bool:
    """Whether nothing on the table that may be in these layers meets these acts."""
    rulebook, there = situation.rulebook, _there(situation)
    others = (act for act in there if not layers.isdisjoint(_layers(rulebook, (act,))))
    return not words_may_change(there) and not Meeting.under(rulebook, situation).of(acts, others)


def _there(situation: Situation) -> list[Access]:
    """Whatever is done on the table, or could be: the acts of each ability once."""
    every = {id(ability): ability for ability in abilities_of(situation)}
    return [act for ability in every.values() for act in _acts(situation.rulebook, ability)]


def _layers(rulebook: Rulebook, acts: Sequence[Access]) -> frozenset[str]:
    """The layers in which the acts may work."""
    return frozenset[str]().union(*(act_layers(rulebook, act) for act in acts))


def _acts(rulebook: Rulebook, ability: Ability) -> tuple[Access, ...]:
    return rulebook.kept(acts_of, ability)


def may_act_in(rulebook: Rulebook, ability: Ability, layer: str) -> bool:
    """Whether the ability does anything in the layer, under any reading that is looked at.

    layer: its id. No reading is told apart from another to answer this.
    """
    acts = (act for act in _acts(rulebook, ability) if not act.given)
    return any(layer in act_layers(rulebook, act) for act in acts)
