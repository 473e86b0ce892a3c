"""Abilities that are used, what is announced, and what of that resolves later."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra.chosen import with_choice
from layerlaw.model.scenarios.events import Play
from layerlaw.solver.certificate.history.aspects import ZONE
from layerlaw.solver.certificate.history.entering import move_to_zone, play
from layerlaw.solver.certificate.history.making import Resolution, resolve
from layerlaw.solver.certificate.history.proceedings import Announcement, Loan
from layerlaw.solver.certificate.history.reading import (
    as_it_is_lent,
    as_they_read,
    givers,
    need_own_words,
    printed_as,
    remembering,
)
from layerlaw.solver.certificate.history.remembered import meant_by_announcement
from layerlaw.solver.certificate.history.states import CannotHappen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.model.scenarios.events import MoveZone, UseAbility
    from layerlaw.solver.certificate.history.proceedings import PrintedAt, Proceedings
    from layerlaw.solver.facts.situation import Timestamp


def announce(known: Proceedings, event: Play | UseAbility) -> Announcement:
    """What is to resolve, with the objects that were chosen for it."""
    known.need_there(*(one for one in event.targets if one not in known.players))
    targets = tuple(map(known.log.named, event.targets))
    choice = event.choosing or ""
    chosen = known.log.named(choice) if known.there(choice) else None
    known.heard.hear(event)
    if isinstance(event, Play):
        return Announcement(event, known.now, targets, chosen=chosen)
    used = _used(known, event)
    known.stir(event.source)
    source = known.log.named(event.source)
    in_play = known.playing(event.source)
    return Announcement(event, known.now, targets, (used,), source, in_play, chosen)


def _used(known: Proceedings, event: UseAbility) -> PrintedAt:
    """The ability that is used: the object has it, it works where that is, and is not disabled."""
    source = event.source
    known.need_there(source)
    if event.given is None:
        printed = printed_as(known.form(source), "activates", "triggers")
        ways = [way for way in printed if way[1].name == event.ability]
    else:
        ways = [(0, event.given)]
    if all(not one.ability.zones for _, one in ways):
        known.need_in_play(source)
    zone = known.of(source, ZONE)
    working = [way for way in ways if zone in (way[1].ability.zones or (known.rulebook.in_play,))]
    if event.given is not None or not known.keeps_abilities(source):
        working = _those_that_work(known, event, working)
    if not working:
        raise CannotHappen(f"{source} cannot use that ability here")
    if len({one.ability for _, one in working}) > 1:
        raise CannotHappen(f"{source} has several abilities that are called so")
    return working[0]


def _those_that_work(
    known: Proceedings, event: UseAbility, ways: Sequence[PrintedAt]
) -> list[PrintedAt]:
    """Those of the abilities that the object has by now, if they work, with their texts."""
    source, state = event.source, known.state()
    working = [*ways]
    if event.given is None:
        working = as_they_read(state, source, working)
    elif event.lent:
        working = [(0, one) for _, each in working for one in as_it_is_lent(state, source, each)]
        if len(working) > 1:
            raise CannotHappen(f"{source} has that ability in several texts")
    else:
        names = {one.ability.keyword for one in state.held(source)}
        working = [way for way in working if way[1].name in names]
        for giver in givers(state, source, event.given.name) if working else ():
            need_own_words(state, giver, event.given)
    return [] if known.hidden(source) or state.disabled(source) else working


def announce_for_later(known: Proceedings, event: Play | UseAbility) -> None:
    """What is announced; what is cast waits as an object, in a game that says where."""
    known.announced[event.id] = announce(known, event)
    waits = known.rulebook.announced
    if waits is not None and isinstance(event, Play):
        there = replace(event, zone=waits.zone, targets=(), copying=None, then=(), choosing=None)
        play(known, there, (), {}, known.now)


def resolve_later(known: Proceedings, id: str) -> None:
    """What was announced under that id resolves, from where it waits."""
    if id not in known.announced:
        raise CannotHappen(f"{id} was not announced, or has resolved already")
    what, waits = known.announced.pop(id), known.rulebook.announced
    if waits is not None and isinstance(what.what, Play):
        if known.of(id, ZONE) != waits.zone:
            raise CannotHappen(f"{id} waits in the {waits.zone} no more")
        what = replace(what, what=replace(what.what, known=True))
    carry_out(known, what, at_once=False)


def carry_out(known: Proceedings, what: Announcement, *, at_once: bool) -> None:
    """What was announced resolves; at_once: it is announced and resolves by one event."""
    event, log = what.what, known.log
    same = tuple(one for one in what.targets if log.stands(one))
    meant = (
        {}
        if at_once
        else meant_by_announcement(what.source, what.targets, log, known.remembered, what.chosen)
    )
    since = _since(known, what)
    if isinstance(event, Play):
        ids = event.targets if at_once else tuple(one.id for one in same)
        play(known, event, ids, meant, since)
        return
    assert what.source is not None
    ignored = known.policy("ability of what has left") == "is ignored"
    if ignored and what.in_play and not log.stands(what.source):
        return
    abilities = [*what.abilities]
    if event.choosing is not None:
        abilities = [(place, with_choice(one, event.choosing)) for place, one in abilities]
    resolve(
        known,
        Resolution(
            what.source,
            event.player,
            remembering(abilities, meant),
            event.id,
            since,
            same,
            len(event.targets),
            event.choosing,
            meant=meant,
        ),
    )


def _since(known: Proceedings, what: Announcement) -> Timestamp:
    """How old the effects are of what resolves. Policy `resolved timestamp`. Clause: SORC-TS-2."""
    said = known.policy("resolved timestamp")
    spell = isinstance(what.what, Play)
    if said == "activation or trigger" or (said != "resolution" and not spell):
        return what.since
    return known.now


def lend(known: Proceedings, event: MoveZone, until: str) -> None:
    """The object goes to a zone until something leaves that is in play, and not hidden."""
    known.need_a_zone(event.object)
    known.need_there(until)
    if not known.playing(until) or known.hidden(until):
        return
    before = known.of(event.object, ZONE)
    lasting = known.log.named(until)
    merged = known.rulebook.components_in
    ids = [
        event.object,
        *(one for one in known.borne(event.object) if known.of(one, ZONE) in merged),
    ]
    move_to_zone(known, event.object, event.zone)
    for id in ids:
        if known.of(id, ZONE) == event.zone != before:
            known.loans.append(Loan(known.log.named(id), before, lasting))
