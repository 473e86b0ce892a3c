"""Cards that merge with an object, where that is an effect of the copy layer."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from layerlaw.model.algebra import Ability, CopyOf, Instruction, Self
from layerlaw.model.cards.card import Card
from layerlaw.model.cards.exceptions import excepted
from layerlaw.model.cards.listed import as_listed
from layerlaw.solver.effects.copying import copies_what_is_left
from layerlaw.solver.facts.situation import OWN, ResolvedEffect
from layerlaw.solver.play.components import merging_by, put_together

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Rulebook, Stacking
    from layerlaw.model.scenarios.events import Stack, Transform
    from layerlaw.solver.facts.situation import Thing
    from layerlaw.solver.play.table import GameTable


def merges_as_copies_work(rulebook: Rulebook, stacking: Stacking) -> bool:
    """Whether a card put there by this word merges by an effect among those that copy.

    Elsewhere the object has another printed form. Clause: CR-613.2a.
    """
    return stacking.merges and copies_what_is_left(rulebook)


def merge(table: GameTable, event: Stack, stacking: Stacking) -> Card:
    """The card becomes a part of the object from now on; gives the one that is below now.

    Effects that copy and are older apply first, so that over them it is what its top card says, and
    under them it has the abilities of one more card. Clauses: CR-730.2a, CR-702.140e.
    """
    id, under = event.object, stacking.under
    thing = table.things[id]
    if not under:
        table.put(replace(_turned_up(table, thing, stacking), above=event.card))
    operation = CopyOf(Self(), merging="under" if under else "over")
    table.effects.append(
        ResolvedEffect(
            f"{id}.merged@{event.below}",
            id,
            thing.controller,
            Ability(None, (Instruction(Self(), (operation,)),)),
            table.timestamp,
            OWN,
            (),
            (None,),
            copies=(event.card,),
        )
    )
    refit(table, id)
    return event.card if under else thing.own


def refit(table: GameTable, id: str) -> None:
    """The object has the form of what it entered as a copy of and of what merged with it since."""
    effects = [table.effects[number] for number in table.effects.about(id)]
    thing = table.things[id]
    table.put(replace(thing, copied=put_together(table.rulebook, thing, effects)))


def is_merged(table: GameTable, id: str) -> bool:
    """Whether a card has merged with the object by an effect among those that copy."""
    effects = (table.effects[number] for number in table.effects.about(id))
    return any(one.source == id and not one.orphaned and merging_by(one) for one in effects)


def turn_part(table: GameTable, event: Transform) -> None:
    """The one card of the object that has two faces has the other one up. Clause: CR-730.2i.

    Raises `BadInput` where the event names another card, or several cards have two faces.
    """
    id = event.object
    thing, where, rulebook = table.things[id], event.where, table.rulebook
    if table.rulebook.two_faced_unless:
        now = table.derivation()
        for status in rulebook.two_faced_unless:
            if now.value(id, status):
                table.note_idle(id, f"is {status}, so transforming it changes nothing")
                return
    fronts = [*filter(None, [thing.front, thing.above])]
    fronts += [one.card for one in table.borne_by(id) if not table.playing(one.id)]
    parts: list[tuple[int | None, Card, Card]] = []
    for number in (None, *table.effects.about(id)):
        effect = None if number is None else table.effects[number]
        if effect is not None and (effect.source != id or not merging_by(effect)):
            continue
        card = thing.card if effect is None else effect.copied
        assert card is not None
        front = next((one for one in fronts if one.back_face == card.name), card)
        if front.back_face:
            parts.append((number, card, front))
    if not parts:
        what = "has no card with a back face, so transforming it changes nothing"
        table.note_idle(id, f"{what} ({rulebook.two_faced})")
        return
    if len(parts) > 1:
        message = f"several cards of {id} have two faces, of which each would turn"
        raise table.refuse(where, message, "an object with one of them")
    ((number, card, front),) = parts
    name = front.name if front is not card else front.back_face
    if event.card.name != name:
        message = f"{id} ({card.name}) does not transform into {event.card.name}"
        raise table.refuse(where, message, f"its other face, {name}")
    kept = {key: front.numbers[key] for key in rulebook.front_numbers if key in front.numbers}
    if "transforming" in rulebook.policy("new timestamp"):
        thing = replace(thing, entered=table.timestamp)
    made = replace(excepted(event.card, card.created_but), token=card.token)
    made = replace(made, created_but=card.created_but)
    if number is None:
        thing = replace(thing, card=made, front=front)
    else:
        made = replace(made, numbers={**made.numbers, **kept})
        table.effects.put(number, replace(table.effects[number], copies=(made,)))
    table.put(thing)
    refit(table, id)


def _turned_up(table: GameTable, thing: Thing, stacking: Stacking) -> Thing:
    """The object without the statuses that it loses; what a status hid stays so of that card.

    Clause: CR-730.2e.
    """
    for name in thing.statuses & set(stacking.loses):
        seen, listed = table.rulebook.statuses[name].copied_as, thing.listed
        if seen is not None:
            card = Card("", dict(seen.sets), dict(seen.numbers))
            thing = replace(
                thing, card=card if listed is None else as_listed(listed), front=None, listed=None
            )
            ends = partial(_is_called, f"{thing.id}.{name}")
            table.end(table.effects.about(thing.id), ends, "ends")
    return replace(thing, statuses=thing.statuses.difference(stacking.loses))


def _is_called(id: str, effect: ResolvedEffect) -> bool:
    return effect.id == id
