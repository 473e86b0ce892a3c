"""What an object is by what it entered as a copy of and by the cards that merged with it since."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra import CopyOf
from layerlaw.model.cards.card import in_half
from layerlaw.model.cards.merged import merged

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.facts.situation import ResolvedEffect, Thing


def put_together(
    rulebook: Rulebook, thing: Thing, effects: Iterable[ResolvedEffect]
) -> Card | None:
    """The form of the object by its own effects among these, the oldest first; None: its card's."""
    statuses = rulebook.statuses.values()
    turned = any(one.other_half is not None and one.name in thing.statuses for one in statuses)
    form: Card | None = None
    for effect in effects:
        merging = merging_by(effect)
        own = effect.source == thing.id and not effect.orphaned
        if not own or effect.copied is None or (not merging and effect.id != f"{thing.id}.copy"):
            continue
        card, below = in_half(effect.copied, other=turned), form or thing.card
        if merging:
            card = merged(card, below) if merging == "over" else merged(below, card)
        form = card
    return form


def merging_by(effect: ResolvedEffect) -> str:
    """How a card has merged by this effect, "over" or "under"; "" by any other one."""
    for instruction in effect.ability.instructions:
        for one in instruction.operations:
            if isinstance(one, CopyOf) and one.merging:
                return one.merging
    return ""
