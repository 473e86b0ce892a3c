"""Other printed forms: cards on top, below and held, transformed objects, objects linked in one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.solver.certificate.history.aspects import (
    BEARER,
    CARD,
    COPIED,
    ENTERED,
    FRESH,
    FRONT,
    OWNER,
    PARTS,
    PLACE,
    PUT_BY,
    STATUSES,
    TOPPED,
    ZONE,
)
from layerlaw.solver.certificate.history.effects import Lasting, Making
from layerlaw.solver.certificate.history.ends import end_what_is_over
from layerlaw.solver.certificate.history.leaving import become_new, sent_to
from layerlaw.solver.certificate.history.states import CannotHappen
from layerlaw.solver.facts.situation import NOWHERE

if TYPE_CHECKING:
    from layerlaw.model.cards.card import Card
    from layerlaw.model.scenarios.events import Link, PutBelow, Stack, Transform, Unlink
    from layerlaw.model.scenarios.held_events import Hold, Uncover
    from layerlaw.solver.certificate.history.log import Facts
    from layerlaw.solver.certificate.history.proceedings import Proceedings


def stack(known: Proceedings, event: Stack) -> None:
    """A card comes on top, or under: the object has its form, or the abilities of both."""
    id = event.object
    known.need_in_play(id)
    before = known.thing(id)
    word = known.rulebook.stacking[event.word]
    facts: Facts = {STATUSES: before.statuses.difference(word.loses)}
    lower, card, since = before.card, event.card, before.topped or before.entered
    if word.merges:
        form = known.form(id)
        lower = before.front or before.card
        card, facts[FRONT] = _with_abilities(event.card, form), event.card
    if word.under:
        card, facts[FRONT] = _with_abilities(form, event.card), lower
        lower, since = event.card, known.now
    else:
        facts[TOPPED] = known.now
        if _ages_with_its_card(known):
            facts[ENTERED] = known.now
    _take_form(known, id, card, facts)
    known.begin(
        event.below,
        {
            ZONE: word.zone,
            CARD: lower,
            OWNER: before.owner,
            PUT_BY: before.owner,
            BEARER: known.log.named(id),
            ENTERED: since,
        },
    )


def _with_abilities(card: Card, other: Card) -> Card:
    """The card with those of the other as well, chosen or not."""
    left = [one.unchosen or one for one in (card, other)]
    chosen = any(one.unchosen for one in (card, other))
    bare = replace(left[0], abilities=(*left[0].abilities, *left[1].abilities)) if chosen else None
    return replace(card, abilities=(*card.abilities, *other.abilities), unchosen=bare)


def uncover(known: Proceedings, event: Uncover) -> None:
    """The top card goes to a zone; the object has the form of the newest card below it again."""
    id = event.object
    known.need_in_play(id)
    before = known.thing(id)
    word = next(one for one in known.rulebook.stacking.values() if one.undone == event.word)
    below = [one for one in map(known.thing, known.borne(id)) if one.zone == word.zone]
    if not below:
        raise CannotHappen(f"{id} has no card below its top card")
    # Of several that came on top at one moment the first.
    shown = max(below, key=lambda one: one.entered)
    facts: Facts = {TOPPED: shown.entered}
    if _ages_with_its_card(known):
        facts[ENTERED] = shown.entered
    _take_form(known, id, shown.card, facts)
    known.begin(
        event.top,
        {
            ZONE: event.zone or word.back_to,
            CARD: before.card,
            OWNER: before.owner,
            PUT_BY: before.owner,
            ENTERED: known.now,
        },
    )
    known.tell(shown.id, {ZONE: NOWHERE, BEARER: None})


def _ages_with_its_card(known: Proceedings) -> bool:
    return known.policy("static timestamp") == "entry of its card"


def _take_form(known: Proceedings, id: str, card: Card, facts: Facts) -> None:
    """The object has another printed form; the one that it copied, with its effect, ends."""
    known.tell(id, {**facts, CARD: card, COPIED: None})
    end_what_is_over(known, [id])


def transform(known: Proceedings, event: Transform) -> None:
    """The same object with another form; what was marked stays so. Clause: SORC-TRANSFORM-1."""
    id, card = event.object, event.card
    known.need_in_play(id)
    before = known.thing(id)
    old, new = _keywords(known.form(id)) - before.without, _keywords(card)
    marks = known.rulebook.marks
    coming = [one for one in marks if one in new - old]
    lost = [one for one in coming if not known.state().has_keyword(id, one)]
    for keyword in marks:
        if keyword in old - new:
            give_itself(known, id, keyword, keyword, before.controller)
        elif keyword in lost:
            known.lose(id, keyword, printed=True)
    facts: Facts = {}
    if known.policy("new timestamp") in ("transforming", "attaching and transforming"):
        facts[ENTERED] = known.now
    facts[FRONT] = (before.front or before.card) if known.rulebook.front_face else None
    _take_form(known, id, card, facts)


def _keywords(card: Card) -> set[str]:
    return {one.ability.keyword for one in card.abilities if one.ability.keyword is not None}


def give_itself(known: Proceedings, id: str, keyword: str, name: str, player: str) -> None:
    """A mark, or what counters give, is an effect of its own until the object leaves play."""
    gained = a.Gain(known.rulebook.keywords.get(keyword, a.Ability(keyword)))
    ability = a.Ability(None, (a.Instruction(a.Self(), (gained,)),), until=a.SourceLeaves())
    log = known.log
    known.heard.hear(ability)
    making = Making(
        f"{id}.{name}",
        log.named(id),
        player,
        ability,
        known.now,
        0,
        (),
        (None,),
        (),
        None,
        log.next(),
        len(known.turns),
    )
    known.standing.append(Lasting(making))


# --- below and held -----------------------------------------------------------------------------


def hold(known: Proceedings, event: Hold) -> None:
    """A card goes below the object that holds it, with what lay below it, not what it held."""
    known.need_in_play(event.holder)
    known.need_a_zone(event.object)
    zone = known.rulebook.holding[event.word].zone
    to = sent_to(known, event.object, zone)
    along = _going_along(known, event.object)
    become_new(known, event.object, to)
    if to == zone:
        _lay_below(known, along, event.holder)


def put_below(known: Proceedings, event: PutBelow) -> None:
    """The object is one more card below another; what keeps to it keeps to that one."""
    known.need_in_play(event.object, event.other)
    zone = next(iter(known.rulebook.stacking.values())).zone
    along = _going_along(known, event.object)
    known.keep_like(event.other, event.object)
    become_new(known, event.object, zone)
    _lay_below(known, along, event.other)


def _going_along(known: Proceedings, id: str) -> list[str]:
    """The object, and what lies below it or is linked with it; not what it carries or holds."""
    held = known.rulebook.left_in
    borne = [one for one in known.borne(id) if not known.playing(one)]
    return [id, *(one for one in borne if known.of(one, ZONE) not in held)]


def _lay_below(known: Proceedings, ids: list[str], bearer: str) -> None:
    for id in ids:
        known.tell(id, {BEARER: known.log.named(bearer)})


# --- linked -------------------------------------------------------------------------------------


def link(known: Proceedings, event: Link) -> None:
    """The other object is a part of this one, and what was part of it too."""
    whole, part = event.object, event.other
    known.need_in_play(whole, part)
    if whole == part:
        raise CannotHappen(f"{whole} cannot be linked with itself")
    log = known.log
    one, other = log.named(whole), log.named(part)
    for id in known.borne(part):
        known.tell(id, {BEARER: None if known.playing(id) else one})
    parts = (*known.of(whole, PARTS), other, *known.of(part, PARTS))
    known.tell(whole, {PARTS: parts})
    known.tell(part, {ZONE: NOWHERE, BEARER: one, PARTS: ()})
    known.keep_like(whole, part)


def unlink(known: Proceedings, event: Unlink) -> None:
    """A part is an object of its own, where and as that is of which it was a part."""
    id = event.object
    part = known.thing(id)
    if part.zone != NOWHERE or part.bearer is None:
        raise CannotHappen(f"{id} is linked with nothing")
    whole = known.thing(part.bearer)
    one = known.log.named(id)
    parts = known.of(whole.id, PARTS)
    known.tell(whole.id, {PARTS: tuple(other for other in parts if other != one)})
    known.tell(
        id,
        {
            ZONE: whole.zone,
            BEARER: None,
            PLACE: whole.place,
            PUT_BY: whole.controller,
            STATUSES: whole.statuses,
            FRESH: whole.fresh,
        },
    )
    known.keep_like(id, whole.id, anew=True)
