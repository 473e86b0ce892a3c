"""An effect that began later for what came into its open sets, as one effect for each beginning.

Policy `timestamp in an open set: of joining`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from layerlaw.model.cards.card import Card
    from layerlaw.solver.facts.situation import ResolvedEffect, Timestamp


def split(
    effect: ResolvedEffect,
    opens: tuple[bool, ...],
    inside: Mapping[str, Timestamp],
    late: Timestamp | None,
) -> tuple[ResolvedEffect, ...]:
    """The effect by when it began. opens: which of its instructions are open.

    inside: since when each object has been in its open sets. late: since when all others would
    be; None: there are no others.
    """
    groups: dict[Timestamp, list[str]] = {effect.timestamp: []}
    for id, since in inside.items():
        groups.setdefault(since, []).append(id)
    found = [
        _beginning(effect, opens, since, _just(groups[since]) if groups[since] else None)
        for since in sorted(groups)
    ]
    if late is not None:
        others = a.Not(_just(inside)) if inside else a.Everything()
        found.append(_beginning(effect, opens, late, others))
    return tuple(one for one in found if one.ability.instructions)


def _just(ids: Iterable[str]) -> a.Selector:
    each = tuple(a.Identified(id) for id in sorted(ids))
    return a.Either(each) if len(each) > 1 else each[0]


def _beginning(
    effect: ResolvedEffect, opens: tuple[bool, ...], since: Timestamp, who: a.Selector | None
) -> ResolvedEffect:
    """What it has done since then: to these, with open instructions; the others from the first."""
    first = since == effect.timestamp
    originals = iter(effect.copies)
    kept: list[tuple[a.Instruction, tuple[str, ...] | None, list[Card | None]]] = []
    for instruction, ids, is_open in zip(
        effect.ability.instructions, effect.locked, opens, strict=True
    ):
        copying = [one for one in instruction.operations if isinstance(one, a.CopyOf)]
        copied = [next(originals) for _ in copying]
        if is_open and who is not None:
            scope = a.Both((instruction.scope, who))
            kept.append((replace(instruction, scope=scope), ids, copied))
        elif not is_open and first:
            kept.append((instruction, ids, copied))
    moment, place = since
    name = f"{effect.id}.joined{moment}" + (f".{place}" if place else "")
    return replace(
        effect,
        id=effect.id if first else name,
        timestamp=since,
        ability=replace(effect.ability, instructions=tuple(one for one, _, _ in kept)),
        locked=tuple(ids for _, ids, _ in kept),
        copies=tuple(card for _, _, copied in kept for card in copied),
    )
