"""Other printed forms: cards on top, below and held, transformed objects, objects linked in one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.cards.card import Card, other_face
from layerlaw.solver.certificate.history.aspects import (
    ABOVE,
    BEARER,
    CARD,
    COPIED,
    ENTERED,
    FRESH,
    FRONT,
    LISTED,
    OWNER,
    PARTS,
    PLACE,
    PUT_BY,
    STATUSES,
    TOPPED,
    ZONE,
)
from layerlaw.solver.certificate.history.effects import Lasting, Making
from layerlaw.solver.certificate.history.ends import end_own, end_what_is_over, put_together
from layerlaw.solver.certificate.history.leaving import become_new, sent_to
from layerlaw.solver.certificate.history.states import CannotHappen
from layerlaw.solver.certificate.replay.copied import left_by_copies
from layerlaw.solver.certificate.replay.otherwise import with_abilities, with_otherwise
from layerlaw.solver.facts.situation import NOWHERE, OWN

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Stacking
    from layerlaw.model.scenarios.events import Link, PutBelow, Stack, Transform, Unlink
    from layerlaw.model.scenarios.held_events import Hold, Uncover
    from layerlaw.solver.certificate.history.log import Facts
    from layerlaw.solver.certificate.history.proceedings import Proceedings
    from layerlaw.solver.facts.situation import Thing, Timestamp


def stack(known: Proceedings, event: Stack) -> None:
    """A card comes on top, or under: the object has its form, or the abilities of both."""
    id = event.object
    known.need_in_play(id)
    before = known.thing(id)
    word = known.rulebook.stacking[event.word]
    facts: Facts = {STATUSES: before.statuses.difference(word.loses)}
    lower, card, since = before.card, event.card, before.topped or before.entered
    if word.merges and left_by_copies(known.rulebook):
        lower = _merge(known, event, before, word)
        since = known.now if word.under else since
        if not word.under:
            facts = {TOPPED: known.now}
            if _ages_with_its_card(known):
                facts[ENTERED] = known.now
            known.tell(id, facts)
        _put_below(known, event, before, lower, since)
        return
    if word.merges:
        form = known.form(id)
        lower = before.front or before.card
        card, facts[FRONT] = with_abilities(event.card, form), event.card
    if word.under:
        card, facts[FRONT] = with_abilities(form, event.card), lower
        lower, since = event.card, known.now
    else:
        facts[TOPPED] = known.now
        if _ages_with_its_card(known):
            facts[ENTERED] = known.now
    _take_form(known, id, card, facts)
    _put_below(known, event, before, lower, since)


def _put_below(
    known: Proceedings, event: Stack, before: Thing, lower: Card, since: Timestamp
) -> None:
    known.begin(
        event.below,
        {
            ZONE: known.rulebook.stacking[event.word].zone,
            CARD: lower,
            OWNER: before.owner,
            PUT_BY: before.owner,
            BEARER: known.log.named(event.object),
            ENTERED: since,
        },
    )


def _merge(known: Proceedings, event: Stack, before: Thing, word: Stacking) -> Card:
    """The card is a part of the object by an effect that is as old as that; gives the one below.

    Clauses: CR-730.2a, CR-702.140e.
    """
    id, over = event.object, not word.under
    if over:
        _shows_its_face(known, before, word)
        known.tell(id, {ABOVE: event.card})
    own = known.log.named(id)
    operation = a.CopyOf(a.Self(), merging="over" if over else "under")
    ability = a.Ability(None, (a.Instruction(a.Self(), (operation,)),))
    known.heard.hear(ability)
    known.heard.hear(event.card)
    making = Making(
        f"{id}.merged@{event.below}",
        own,
        before.controller,
        ability,
        known.now,
        OWN,
        (),
        (None,),
        (event.card,),
        None,
        known.log.next(),
        len(known.turns),
        own,
        operation.merging,
    )
    known.standing.append(Lasting(making))
    known.tell(id, {COPIED: put_together(known, own)})
    return (before.above or before.front or before.card) if over else event.card


def _shows_its_face(known: Proceedings, before: Thing, word: Stacking) -> None:
    """It loses statuses; the card that one of them hid stays what that makes of it. CR-730.2e."""
    id = before.id
    for name in sorted(before.statuses & {*word.loses}):
        seen = known.rulebook.statuses[name].copied_as
        if seen is not None:
            card = Card("", dict(seen.sets), dict(seen.numbers))
            if before.listed is not None:
                one = before.listed
                card = Card("", one.sets, one.numbers, one.abilities)
            known.tell(id, {CARD: card, FRONT: None, LISTED: None})
            end_own(known, id, name)
    known.tell(id, {STATUSES: before.statuses - {*word.loses}})


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
    """The same object with another form; what was marked stays so. Clause: SORC-TRANSFORM-1.

    Where only what has two faces does, a copy stays one. Clauses: CR-701.27c, CR-712.18.
    """
    id, card = event.object, event.card
    known.need_in_play(id)
    before = known.thing(id)
    if known.rulebook.two_faced and _merged_by(known, id):
        _turn_part(known, event, before)
        return
    if known.rulebook.two_faced:
        face = other_face(before.card, before.front)
        unless = known.rulebook.two_faced_unless
        if not face or any(known.state().board.flag(id, status) for status in unless):
            return
        if card.name != face:
            raise CannotHappen(f"{id} transforms into {face}")
        but = before.card.created_but
        card = with_otherwise(card, a.CopyOf(a.Self(), but))
        card = replace(card, token=before.card.token, created_but=but)
    facts: Facts = {}
    if known.policy("new timestamp") in ("transforming", "attaching and transforming"):
        facts[ENTERED] = known.now
    facts[FRONT] = (before.front or before.card) if known.rulebook.front_face else None
    if known.rulebook.two_faced and before.copied is not None:
        known.tell(id, {**facts, CARD: card})
        return
    old, new = _keywords(known.form(id)) - before.without, _keywords(card)
    marks = known.rulebook.marks
    coming = [one for one in marks if one in new - old]
    lost = [one for one in coming if not known.state().has_keyword(id, one)]
    for keyword in marks:
        if keyword in old - new:
            give_itself(known, id, keyword, keyword, before.controller)
        elif keyword in lost:
            known.lose(id, keyword, printed=True)
    _take_form(known, id, card, facts)


def _merged_by(known: Proceedings, id: str) -> list[Lasting]:
    """The effects by which cards are parts of the object."""
    one = known.log.present[id]
    return [each for each in known.standing if each.making.merged and each.making.form == one]


def _turn_part(known: Proceedings, event: Transform, before: Thing) -> None:
    """The one card of it that has two faces has the other one up. Clause: CR-730.2i."""
    id, rulebook = event.object, known.rulebook
    if any(known.state().board.flag(id, status) for status in rulebook.two_faced_unless):
        return
    below = [known.of(one, CARD) for one in known.borne(id) if not known.playing(one)]
    fronts = {
        one.back_face: one for one in (*below, before.above, before.front) if one and one.back_face
    }
    parts: list[tuple[Lasting | None, Card]] = [(None, before.card)]
    for each in _merged_by(known, id):
        parts += [(each, card) for card in each.making.copies if card is not None]
    turning = [(each, card) for each, card in parts if card.back_face or card.name in fronts]
    if not turning:
        return
    if len(turning) > 1:
        raise CannotHappen(f"several cards of {id} have two faces")
    ((lasting, card),) = turning
    front = fronts.get(card.name)
    if event.card.name != (card.back_face if front is None else front.name):
        raise CannotHappen(f"{id} does not transform into {event.card.name}")
    front = front or card
    made = with_otherwise(event.card, a.CopyOf(a.Self(), card.created_but))
    made = replace(made, token=card.token, created_but=card.created_but)
    facts: Facts = {}
    if known.policy("new timestamp") in ("transforming", "attaching and transforming"):
        facts[ENTERED] = known.now
    if lasting is None:
        facts |= {CARD: made, FRONT: front}
    else:
        kept = {name: front.numbers.get(name) for name in rulebook.front_numbers}
        numbers = {name: number for name, number in kept.items() if number is not None}
        made = replace(made, numbers={**made.numbers, **numbers})
        known.heard.hear(made)
        place = known.standing.index(lasting)
        known.standing[place] = Lasting(replace(lasting.making, copies=(made,)))
    known.tell(id, facts)
    known.tell(id, {COPIED: put_together(known, known.log.named(id))})


def _keywords(card: Card) -> set[str]:
    return {one.ability.keyword for one in card.abilities if one.ability.keyword is not None}


def give_itself(known: Proceedings, id: str, keyword: str, name: str, player: str) -> None:
    """A mark, or what counters give, is an effect of its own until the object leaves play."""
    gained = a.Gain(known.rulebook.keywords.get(keyword, a.Ability(keyword)))
    ability = a.Ability(None, (a.Instruction(a.Self(), (gained,)),), until=a.SourceLeaves())
    begin_own(known, id, name, ability, player)


def begin_own(known: Proceedings, id: str, name: str, ability: a.Ability, player: str) -> None:
    """An effect of the object itself begins. name: what it is called behind the object's id."""
    log = known.log
    known.heard.hear(ability)
    making = Making(
        f"{id}.{name}",
        log.named(id),
        player,
        ability,
        known.now,
        OWN,
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
    known.need_there(id)
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
