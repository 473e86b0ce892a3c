"""Two objects that meld: both are exiled, and enter as one permanent that is both their cards."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.cards.card import first_controller
from layerlaw.solver.effects.copying import copiable, copies_what_is_left
from layerlaw.solver.play.moving import enter_play
from layerlaw.solver.play.zones import change_zone, entering, leave, redirected_to

if TYPE_CHECKING:
    from layerlaw.model.cards.card import Card
    from layerlaw.model.scenarios.events import Meld
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.play.table import GameTable


def meld(table: GameTable, event: Meld) -> None:
    """Both leave; if each is a card of the pair, one permanent enters, and else they stay there.

    Raises `BadInput` where they are no pair, as what they are now, of one player's objects.
    Clauses: CR-701.42a, CR-701.42c, CR-712.14c.
    """
    ids, way = (event.object, event.other), table.rulebook.melding[event.word]
    table.need_in_play(ids, event.where)
    state = table.derivation()
    _need_one_player(table, event, state)
    _need_a_pair(table, event, state)
    lacks = next(filter(None, (_cannot_meld(table, event, id) for id in ids)), "")
    for id in ids:
        table.place += 1
        leave(table, id, way.through, f"leaves play for the {way.through}", way.clause, state)
    away = [id for id in ids if table.things[id].zone != way.through]
    if away:
        lacks = f"{away[0]} is not in the {way.through}"
    if lacks:
        for id in ids:
            if table.things[id].zone == way.through:
                table.note_idle(id, f"stays in the {way.through}, for {lacks} ({way.clause})")
        return
    table.place += 1
    _enter_as_one(table, event)


def _enter_as_one(table: GameTable, event: Meld) -> None:
    one, other = event.object, event.other
    way, in_play = table.rulebook.melding[event.word], table.rulebook.in_play
    fronts = [table.things[id].card for id in (one, other)]
    to = redirected_to(table, one, in_play, None)
    if to != in_play:
        for id in (one, other):
            if table.things[id].zone != to:
                change_zone(table, id, to)
        return
    table.note(one, f"melds with {other} into {event.card.name}", way.clause, ((other, other),))
    change_zone(table, other, way.zone)
    change_zone(table, one, in_play)
    table.put(replace(table.things[other], bearer=one))
    table.put(
        replace(
            table.things[one],
            card=event.card,
            front=fronts[0],
            melded=fronts[1],
            controller=first_controller(event.card, table.things[one].owner),
            counters=entering(table.rulebook, event.card),
        )
    )
    enter_play(table, one, event.where)


def _need_one_player(table: GameTable, event: Meld, state: Answer) -> None:
    """Whoever melds them owns and controls both, as every such card says."""
    player = state.value(event.object, table.rulebook.control)
    for id in (event.object, event.other):
        for what, who in (
            ("controlled", state.value(id, table.rulebook.control)),
            ("owned", table.things[id].owner),
        ):
            if who != player:
                whose = f"is {what} by {who}" if who else f"is {what} by nobody"
                message = f"'{id}' {whose}, and '{event.object}' is controlled by {player}"
                expected = "two objects that one player owns and controls"
                raise table.refuse(event.where, message, expected)


def _need_a_pair(table: GameTable, event: Meld, state: Answer) -> None:
    """What they are now are the two cards that meld into that one. Clause: CR-701.42b."""
    made = event.card.name
    cards = [_as_it_is(table, state, id) for id in (event.object, event.other)]
    for id, card in zip((event.object, event.other), cards, strict=True):
        if card.melds_into != made:
            what = f"melds into {card.melds_into}" if card.melds_into else "melds into nothing"
            message = f"'{id}' ({card.name or 'without a name'}) {what}, not into {made}"
            raise table.refuse(event.where, message, f"two objects with `melds into: {made}`")
    if cards[0].name == cards[1].name:
        message = f"'{event.object}' and '{event.other}' are both {cards[0].name}"
        raise table.refuse(event.where, message, "the two cards of one pair")


def _as_it_is(table: GameTable, state: Answer, id: str) -> Card:
    """The card that it is, or is a copy of."""
    if copies_what_is_left(table.rulebook):
        return copiable(state.world, state.board, state.world.index[id])
    return table.form(id)


def _cannot_meld(table: GameTable, event: Meld, id: str) -> str:
    """Why it can't be melded, whatever it is a copy of; "" if it can. Clause: CR-701.42b."""
    own = table.things[id].own
    if own.token:
        return f"{id} is a token"
    if own.melds_into == event.card.name:
        return ""
    return f"{id} is no card that melds into {event.card.name} ({own.name})"
