"""What is carried falls when its bearer is nothing that carries any more. SORC-CARRY-3."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.solver.derivation.permissions import may_on
from layerlaw.solver.effects.context import no_effect
from layerlaw.solver.effects.evaluate import scoped

if TYPE_CHECKING:
    from layerlaw.solver.facts.situation import Thing
    from layerlaw.solver.play.table import GameTable


def let_fall(table: GameTable) -> bool:
    """Drop what is carried by what does not carry in the complete state; whether anything was.

    Nothing is derived unless an effect, or a printed form, could make a bearer none.
    """
    rulebook = table.rulebook
    at_risk = table.carried_at_risk() if rulebook.carried_drops else ()
    answer = table.derivation() if at_risk else None
    if answer is None:
        return False
    context = no_effect(answer.world, answer.instances)

    carried, carriers, falls = (
        None if who is None else scoped(who, context)(answer.board, -1)
        for who in (rulebook.carried, rulebook.carriers, rulebook.carried_falls)
    )

    unable = [
        (action, scoped(who, context)(answer.board, -1))
        for action, who in rulebook.carried_cannot.items()
    ]

    def able_to(thing: Thing, action: str, bearer: str) -> bool:
        return may_on(answer.world, answer.end, answer.makers, thing.id, action, bearer).allowed

    def has_to_fall(thing: Thing, bearer: str) -> bool:
        place = answer.index(thing.id)
        if carried is None:
            return False
        if falls is not None and falls >> place & 1:
            return True
        if any(who >> place & 1 and not able_to(thing, action, bearer) for action, who in unable):
            return True
        able = carriers is None or bool(carriers >> answer.index(bearer) & 1)
        return not able and bool(carried >> place & 1)

    falling = [
        (thing, thing.bearer)
        for thing in at_risk
        if thing.bearer is not None and has_to_fall(thing, thing.bearer)
    ]
    for thing, bearer in falling:
        table.put(replace(thing, bearer=None))
        what = f"is dropped by {bearer}, which can't carry it"
        table.note(thing.id, what, rulebook.carried_drops, ((bearer, bearer),))
    return bool(falling)
