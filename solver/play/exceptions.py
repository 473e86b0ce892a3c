"""Exceptions to copies that enter: those on a condition, and what they enter with."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra import CopyOf
from layerlaw.model.algebra.trees import with_operations
from layerlaw.model.cards.exceptions import excepted
from layerlaw.solver.play.arriving import Entry
from layerlaw.solver.play.resolving import copying
from layerlaw.solver.play.zones import entering

if TYPE_CHECKING:
    from layerlaw.model.algebra import Arrival
    from layerlaw.model.cards.card import Card
    from layerlaw.solver.play.table import GameTable


def settle_exceptions(table: GameTable, id: str, original: Card) -> tuple[Arrival, ...]:
    """Works out the exceptions to the copy that has just entered; gives what it enters with.

    Each exception on a condition is judged on the object as it is in play without those, and holds
    for good or not at all. original: what it is without them. Clauses: CR-707.9e, CR-707.9f.
    """
    besides: list[Arrival] = []
    settled: dict[CopyOf, CopyOf] = {}
    entry = Entry(table, id)
    form = original
    for number in table.effects.about(id):
        effect = table.effects[number]
        copies = copying(effect.ability) if effect.source == id else ()
        for one in copies:
            held = [each for each in one.provided if entry.is_among(each.among)]
            but = tuple(exception for each in held for exception in each.but)
            form = excepted(form, but)
            settled[one] = replace(one, but=(*one.but, *but), provided=())
            besides += [*one.arrivals, *(arrival for each in held for arrival in each.arrivals)]
        ability = with_operations(
            effect.ability, lambda _, one: settled[one] if isinstance(one, CopyOf) else one
        )
        table.effects.put(
            number, replace(effect, ability=ability, copies=(form,) * len(effect.copies))
        )
    if form is not original:
        counters = entering(table.rulebook, form)
        table.put(replace(table.things[id], copied=form, counters=counters))
    return tuple(besides)
