"""Cards that enter a zone or resolve as spells, and what they do as they enter."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.cards.card import chosen_for
from layerlaw.solver.certificate.history.arriving import arrive
from layerlaw.solver.certificate.history.as_a_copy import (
    Entrant,
    as_copies,
    copied_at_entry,
    created,
    those_it_has,
)
from layerlaw.solver.certificate.history.aspects import (
    BEARER,
    CARD,
    CHOICE,
    CHOSEN,
    COUNTERS,
    ENTERED,
    FRESH,
    FRONT,
    OWNER,
    PLACE,
    PUT_BY,
    ZONE,
)
from layerlaw.solver.certificate.history.bearers import bearer_of_entrant
from layerlaw.solver.certificate.history.counting import status_changes
from layerlaw.solver.certificate.history.leaving import become_new, counters_on, go, put_by
from layerlaw.solver.certificate.history.making import Resolution, resolve
from layerlaw.solver.certificate.history.reading import (
    as_a_spell_reads,
    as_they_read,
    printed_as,
    remembering,
)
from layerlaw.solver.certificate.history.states import CannotHappen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.model.cards.card import Card
    from layerlaw.model.scenarios.events import NextCopy, Play
    from layerlaw.solver.certificate.history.log import Facts
    from layerlaw.solver.certificate.history.proceedings import PrintedAt, Proceedings
    from layerlaw.solver.certificate.history.remembered import Meant
    from layerlaw.solver.facts.situation import Timestamp


def play(
    known: Proceedings,
    event: Play,
    targets: tuple[str, ...],
    meant: Meant,
    since: Timestamp,
) -> None:
    """A card enters a zone, or resolves as a spell.

    targets: those that are the objects chosen. meant: what is remembered of what has left. since:
    how old the effects of a spell are.
    """
    card = event.card
    if event.known:
        known.need_a_zone(event.id)
        if known.playing(event.id):
            raise CannotHappen(f"{event.id} is in play already")
        card = known.thing(event.id).card
    on_stack = _as_it_waits(known, event.id, card) if event.known else card
    spell = printed_as(chosen_for(on_stack, event.choosing), "resolves")
    card = chosen_for(card, event.choosing)
    if event.zone is not None:
        _enter(known, event, card, event.zone, None)
    elif printed_as(card, "resolves"):
        _enter(known, event, card, known.rulebook.zones[1], None)
        resolve(
            known,
            Resolution(
                known.log.named(event.id),
                event.player,
                remembering(spell, meant),
                event.id,
                since,
                tuple(map(known.log.named, targets)),
                len(event.targets),
                event.choosing,
                meant=meant,
            ),
        )
    else:
        enters = printed_as(card, "enters")
        copies = event.copies if enters else event.then
        chosen = [(one, None if one.says else copied_at_entry(known, event, one)) for one in copies]
        front: Card | None = None
        both_faces = False
        of_token = card.created_as_copy
        if of_token and chosen and chosen[0][1] is not None:
            card, front, original = created(known, event, card, chosen[0][1], enters)
            both_faces = original is None
            chosen = chosen[1:] if original is None else [(chosen[0][0], original), *chosen[1:]]
        last = chosen[-1][1] if chosen else None
        bearer = bearer_of_entrant(known, event, card if last is None else last, targets)
        _enter(known, event, card, known.rulebook.in_play, bearer)
        if front is not None:
            known.tell(event.id, {FRONT: front})
        enter_with_statuses(known, event.id)
        at_first = None if both_faces else enters
        asked = known.policy("copy on entry") == "as in play" and not of_token
        own = asked and at_first and chosen and chosen[0][1] is not None
        if own:
            at_first = those_it_has(known, event.id, enters)
        if own and not at_first:
            chosen, at_first = chosen[1:], None
        enter_play(known, event.id, event.player, targets, event.choosing, chosen, at_first)


def _as_it_waits(known: Proceedings, id: str, card: Card) -> Card:
    """A card with what it does as it resolves in the words of where it waits. Clause: CR-612.1."""
    waits = known.rulebook.announced
    spell = printed_as(card, "resolves")
    if not spell or not known.heard.texts or waits is None or known.of(id, ZONE) != waits.zone:
        return card
    reading = enumerate(as_a_spell_reads(known.state(), id, spell))
    abilities = tuple(replace(one, shift=rank - n) for n, (rank, one) in reading)
    return replace(card, abilities=abilities)


def _enter(known: Proceedings, event: Play, card: Card, zone: str, bearer: str | None) -> None:
    entering = zone == known.rulebook.in_play
    log = known.log
    own_place = bearer is None or bearer in known.players
    place = event.place if own_place else known.of(str(bearer), PLACE)
    chosen = event.choosing if event.choosing in log.present else None
    facts: Facts = {CARD: card, PLACE: place, CHOICE: event.choosing}
    if chosen is not None:
        facts[CHOSEN] = log.named(chosen)
    if bearer is not None:
        facts[BEARER] = log.named(bearer)
    player = put_by(card, event.player)
    if event.known:
        owner = known.of(event.id, OWNER)
        become_new(known, event.id, zone)
        known.tell(event.id, {**facts, PUT_BY: player if entering else owner})
        return
    facts |= {OWNER: event.player, PUT_BY: player, ZONE: zone, ENTERED: known.now}
    facts |= {FRESH: entering, COUNTERS: counters_on(known.rulebook, card) if entering else {}}
    known.begin(event.id, facts)


def enter_play(
    known: Proceedings,
    id: str,
    player: str,
    targets: tuple[str, ...],
    choice: str | None,
    chosen: Sequence[tuple[NextCopy, Card | None]] = (),
    at_first: list[PrintedAt] | None = None,
) -> None:
    """What it enters as and with, and does if it has that ability by then and is not disabled.

    chosen: as which copies its player has it enter, with what is copied where it says so itself.
    at_first: by which abilities the first of them; None for those that it has by then.
    """
    arrive(known, id, as_copies(known, Entrant(id, player, choice), chosen, at_first))
    entry = printed_as(known.form(id), "on entry")
    if not entry:
        return
    state = known.state()
    resolve(
        known,
        Resolution(
            known.log.named(id),
            player,
            [] if state.disabled(id) else as_they_read(state, id, entry),
            f"{id}.entry",
            known.now,
            tuple(map(known.log.named, targets)),
            len(targets),
            choice,
            joint="",
        ),
    )


def enter_with_statuses(known: Proceedings, id: str) -> None:
    """What it gets in the moment of its entry it has before anything asks about it. CR-708.3."""
    for one in known.with_entries.pop(id, ()):
        status_changes(known, id, one.status, gets=True, listed=one.listed, says=one.ability)


def move_to_zone(known: Proceedings, id: str, zone: str, number: int | None = None) -> None:
    """The object goes to a zone; what comes into play so does what it does on entry.

    number: what is chosen for it as it comes into play.
    """
    known.need_a_zone(id)
    was_in_play = known.playing(id)
    go(known, id, zone)
    if known.playing(id) and not was_in_play:
        choice = None if number is None else f"{number}"
        known.tell(id, {CHOICE: choice} if choice else {})
        enter_with_statuses(known, id)
        enter_play(known, id, known.of(id, OWNER), (), choice)
