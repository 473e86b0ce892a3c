"""Plays a card: it enters a zone, or resolves as a spell."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.cards.card import as_copied, chosen_for, first_controller, in_half
from layerlaw.model.scenarios.events import Play, UseAbility
from layerlaw.solver.effects.copying import copiable, copies_what_is_left
from layerlaw.solver.facts.situation import NO_COUNTERS, Thing
from layerlaw.solver.play.announced import Announced, bare, placed
from layerlaw.solver.play.arriving import arrive
from layerlaw.solver.play.bearing import bearer_of_entrant
from layerlaw.solver.play.choosing import note_choice, note_choices
from layerlaw.solver.play.counting import mark_as_it_enters
from layerlaw.solver.play.entering_copies import enter_as_copies, excepted_by, in_play
from layerlaw.solver.play.faces import created
from layerlaw.solver.play.moving import resolve_entry
from layerlaw.solver.play.resolving import Use, make_effects
from layerlaw.solver.play.since_announced import same_targets, timestamp_of, with_answers
from layerlaw.solver.play.wording import said_by_what_waits
from layerlaw.solver.play.zones import change_zone, entering

if TYPE_CHECKING:
    from layerlaw.model.cards.card import Card
    from layerlaw.model.scenarios.events import NextCopy
    from layerlaw.solver.play.announced import PlacedAbilities
    from layerlaw.solver.play.table import GameTable


def play_card(table: GameTable, event: Play, announced: Announced | None = None) -> None:
    """Puts the card into a zone, or resolves it as a spell. Raises `BadInput` if it cannot."""
    need_targets(table, event)
    if event.known:
        event = _known(table, event)
    worded = _as_it_waits(table, event) if event.known else event.card
    note_choice(table, event.id, event.choosing, worded.abilities)
    card = chosen_for(event.card, event.choosing)
    event = replace(event, card=card)
    if event.zone is not None:
        _enter(table, event, zone=event.zone, bearer=None)
        return
    targets = event.targets if announced is None else same_targets(table, announced, event.targets)
    if any(printed.use == "resolves" for printed in card.abilities):
        # A spell stands nowhere; it is kept, out of play, as the source of its effects.
        _enter(table, event, zone=table.rulebook.zones[1], bearer=None)
        spell = placed(chosen_for(worded, event.choosing), "resolves")
        note_choices(table, event.player, event.id, event.targets, bare(spell))
        use = Use(
            event.id,
            event.player,
            with_answers(table, spell, announced),
            event.id,
            timestamp_of(table, announced),
            targets,
            event.targets,
            event.choosing,
            joint=".",
            known={} if announced is None else announced.known,
        )
        make_effects(table, use)
        return
    enters = placed(card, "enters")
    chosen = event.copies if enters else event.then
    copied = [None if copy.says else _copied_at_entry(table, event, copy) for copy in chosen]
    front: Card | None = None
    at_first: PlacedAbilities | None = enters
    of_token = card.created_as_copy
    if of_token and copied and copied[0] is not None:
        faced = created(table, event, copied[0], excepted_by(enters))
        if faced is not None:
            card, front, original = faced
            event = replace(event, card=card)
            if original is None:
                # It is that copy already, by its own card.
                chosen, copied, at_first = chosen[1:], copied[1:], None
            else:
                copied[0] = original
    # What it is carried by it chooses as what it enters as.
    entrant = next(iter(copied[-1:]), None) or card
    bearer = bearer_of_entrant(table, replace(event, card=entrant), targets)
    _enter(table, event, zone=table.rulebook.in_play, bearer=bearer)
    if front is not None:
        table.put(replace(table.things[event.id], front=front))
    mark_as_it_enters(table, event.id)
    asked = table.rulebook.policy("copy on entry") == "as in play" and not of_token
    own = asked and at_first and copied and copied[0] is not None
    if own:
        at_first = in_play(table, event.id, enters)
    if own and not at_first:
        clause = table.rulebook.clause_of("copy on entry")
        what = "has lost by then what it enters as a copy by, and copies nothing"
        table.note_idle(event.id, f"{what} ({clause})")
        chosen, copied, at_first = chosen[1:], copied[1:], None
    copies = zip(chosen, copied, strict=True)
    besides = enter_as_copies(table, event.id, event.where, event.player, copies, at_first)
    arrive(table, event.id, event.where, besides)
    resolve_entry(table, event.where, event.id, event.player, targets, event.choosing)


def need_targets(table: GameTable, event: Play | UseAbility) -> None:
    """Raises `BadInput` if a target is nothing yet, as what was announced may be."""
    objects = [id for id in event.targets if id not in table.players]
    table.need_there(objects, event.where, "an object or a player")


def _as_it_waits(table: GameTable, event: Play) -> Card:
    """The card of an object that is played, with the text that it has where it waits.

    The text of a spell that resolves is that which it has then. Clause: CR-612.1.
    """
    waits = table.rulebook.announced
    if waits is None or not table.watches.texts_change or table.things[event.id].zone != waits.zone:
        return event.card
    spell = placed(event.card, "resolves")
    if not spell:
        return event.card
    said = said_by_what_waits(table, event.where, event.id, spell)
    worded = (replace(one, shift=rank - place) for place, (rank, one) in enumerate(said))
    others = (one for one in event.card.abilities if one.use != "resolves")
    return replace(event.card, abilities=(*worded, *others))


def _copied_at_entry(table: GameTable, event: Play, copy: NextCopy) -> Card:
    """What a copy of that object is, as it is right before.

    Raises `BadInput` where that is not in play, or, where copies read what the copy layer left,
    in no zone: a card elsewhere can be copied there.
    """
    table.need_there((copy.of,), event.where)
    card = table.form(copy.of)
    if copy.that_left:
        if copy.of not in table.left:
            message = f"'{copy.of}' has not left play"
            raise table.refuse(event.where, message, "what has left, or no `that left`")
        card = table.left[copy.of]
    elif not copies_what_is_left(table.rulebook):
        table.need_in_play((copy.of,), event.where)
    else:
        table.need_a_zone(copy.of, event.where)
        before = table.derivation()
        card = copiable(before.world, before.board, before.world.index[copy.of])
    return in_half(as_copied(card, event.choosing), other=False)


def _known(table: GameTable, event: Play) -> Play:
    """The play of an object that is already in a zone, with its card."""
    if event.id not in table.things:
        raise table.refuse(event.where, f"there is no '{event.id}' to play", "an object")
    table.need_a_zone(event.id, event.where)
    if table.playing(event.id):
        message = f"'{event.id}' is in play already"
        raise table.refuse(event.where, message, "an object in another zone")
    return replace(event, card=table.things[event.id].card)


def _enter(table: GameTable, event: Play, *, zone: str, bearer: str | None) -> None:
    own_place = bearer is None or bearer in table.players
    place = event.place if own_place else table.things[str(bearer)].place
    if event.choosing in table.things:
        table.choosers.setdefault(event.choosing, []).append(event.id)
    if event.known:
        change_zone(table, event.id, zone, place)
        known = table.things[event.id]
        playing = zone == table.rulebook.in_play
        table.put(
            replace(
                known,
                card=event.card,
                controller=first_controller(event.card, event.player) if playing else known.owner,
                place=place,
                bearer=bearer,
                choice=event.choosing,
            )
        )
        return
    table.renew(
        Thing(
            event.id,
            event.card,
            event.player,
            first_controller(event.card, event.player),
            zone,
            place,
            bearer,
            table.timestamp,
            entering(table.rulebook, event.card) if zone == table.rulebook.in_play else NO_COUNTERS,
            fresh=zone == table.rulebook.in_play,
            choice=event.choosing,
        )
    )
