"""Objects whose printed form changes, cards below others, and objects that are linked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.solver.certificate.history.states import CannotHappen
from layerlaw.solver.certificate.history.zones import change_zone, destination
from layerlaw.solver.facts.situation import NOWHERE, ResolvedEffect, Thing

if TYPE_CHECKING:
    from layerlaw.model.scenarios.events import Link, PutBelow, Stack, Transform, Unlink
    from layerlaw.model.scenarios.held_events import Hold, Uncover
    from layerlaw.solver.certificate.history.table import PlayedTable


def stack(table: PlayedTable, event: Stack) -> None:
    """A card comes on top: the object has its form, and the card of before lies below."""
    table.need_in_play(event.object)
    thing = table.things[event.object]
    word = table.rulebook.stacking[event.word]
    table.put(
        replace(
            thing,
            card=event.card,
            copied=None,
            entered=table.now if _ages_with_its_card(table) else thing.entered,
            topped=table.now,
            statuses=thing.statuses - frozenset(word.loses),
        )
    )
    table.end(lambda effect: effect.id == f"{event.object}.copy")
    since = thing.topped or thing.entered
    table.renew(
        Thing(
            event.below,
            thing.card,
            thing.owner,
            thing.owner,
            word.zone,
            None,
            event.object,
            since,
            {},
        )
    )


def _ages_with_its_card(table: PlayedTable) -> bool:
    return table.policy("static timestamp") == "entry of its card"


def uncover(table: PlayedTable, event: Uncover) -> None:
    """The top card goes to a zone; the object has the form of the newest card below it again."""
    table.need_in_play(event.object)
    thing = table.things[event.object]
    [word] = [one for one in table.rulebook.stacking.values() if one.undone == event.word][:1]
    below = [one for one in table.on_it(event.object) if one.zone == word.zone]
    if not below:
        raise CannotHappen(f"{event.object} has no card below its top card")
    newest = max(one.entered for one in below)
    shown = next(one for one in below if one.entered == newest)
    table.put(
        replace(
            thing,
            card=shown.card,
            copied=None,
            entered=newest if _ages_with_its_card(table) else thing.entered,
            topped=newest,
        )
    )
    table.end(lambda effect: effect.id == f"{event.object}.copy")
    zone = event.zone or word.back_to
    table.renew(
        Thing(event.top, thing.card, thing.owner, thing.owner, zone, None, None, table.now, {})
    )
    table.put(replace(shown, zone=NOWHERE, bearer=None))


def hold(table: PlayedTable, event: Hold) -> None:
    """A card goes below the object that holds it, with what lay below it."""
    table.need_in_play(event.holder)
    table.need_a_zone(event.object)
    zone = table.rulebook.holding[event.word].zone
    to = destination(table, event.object, zone, None)
    along = _lying_below(table, event.object)
    change_zone(table, event.object, to)
    for id in (event.object, *along) if to == zone else ():
        table.put(replace(table.things[id], bearer=event.holder))


def _lying_below(table: PlayedTable, id: str) -> list[str]:
    """What goes along with the object into a zone: cards below it, and what is linked with it."""
    left_in = table.rulebook.left_in
    on_it = table.on_it(id)
    return [one.id for one in on_it if not table.playing(one.id) and one.zone not in left_in]


def put_below(table: PlayedTable, event: PutBelow) -> None:
    """The object is one more card below another; what keeps to it keeps to that one."""
    table.need_in_play(event.object, event.other)
    zone = next(one.zone for one in table.rulebook.stacking.values())
    state = table.state()
    table.change(lambda effect: keeping(effect, event.other, event.object))
    below = _lying_below(table, event.object)
    change_zone(table, event.object, zone, state=state)
    for id in (event.object, *below):
        table.put(replace(table.things[id], bearer=event.other))


def transform(table: PlayedTable, event: Transform) -> None:
    """The same object with another form; what was marked stays so. Clause: SORC-TRANSFORM-1."""
    id, card = event.object, event.card
    thing = table.things[id]
    without = thing.without
    for keyword in table.rulebook.marks:
        printed = any(one.ability.keyword == keyword for one in card.abilities)
        had = keyword not in without and any(
            one.ability.keyword == keyword for one in table.form(id).abilities
        )
        if had and not printed:
            _keep_mark(table, id, keyword)
        elif printed and not had and not table.state().has_keyword(id, keyword):
            without |= {keyword}
    anew = table.policy("new timestamp") == "transforming"
    front = thing.front or thing.card
    table.put(
        replace(
            thing,
            card=card,
            copied=None,
            without=without,
            entered=table.now if anew else thing.entered,
            front=front if table.rulebook.front_face else None,
        )
    )
    table.end(lambda effect: effect.id == f"{id}.copy")


def _keep_mark(table: PlayedTable, id: str, keyword: str) -> None:
    """The mark is an effect of its own from now on."""
    ability = table.rulebook.keywords.get(keyword, a.Ability(keyword))
    kept = a.Ability(None, (a.Instruction(a.Self(), (a.Gain(ability),)),), until=a.SourceLeaves())
    player = table.things[id].controller
    table.effects.append(
        ResolvedEffect(f"{id}.{keyword}", id, player, kept, table.now, 0, (), (None,))
    )


def link(table: PlayedTable, event: Link) -> None:
    """The other object is a part of this one."""
    table.need_in_play(event.object, event.other)
    if event.object == event.other:
        raise CannotHappen(f"{event.object} cannot be linked with itself")
    whole, part = table.things[event.object], table.things[event.other]
    table.put(replace(whole, linked=(*whole.linked, part.form, *part.linked)))
    table.put(replace(part, zone=NOWHERE, bearer=whole.id, linked=()))
    for thing in table.on_it(part.id):
        carried = table.playing(thing.id)
        table.put(replace(thing, bearer=None if carried else whole.id))
    table.change(lambda effect: keeping(effect, whole.id, part.id))


def unlink(table: PlayedTable, event: Unlink) -> None:
    """A part is an object of its own, where and as that is of which it was a part."""
    part = table.things[event.object]
    if part.zone != NOWHERE or part.bearer is None:
        raise CannotHappen(f"{part.id} is linked with nothing")
    whole = table.things[part.bearer]
    place = whole.linked.index(part.form)
    table.put(replace(whole, linked=whole.linked[:place] + whole.linked[place + 1 :]))
    table.put(
        replace(
            part,
            zone=whole.zone,
            bearer=None,
            place=whole.place,
            controller=whole.controller,
            statuses=whole.statuses,
            fresh=whole.fresh,
        )
    )

    def parted(effect: ResolvedEffect) -> ResolvedEffect:
        if whole.id in effect.over_for:
            return effect
        every = [effect.targets, *(ids for ids in effect.locked if ids is not None)]
        if any(whole.id in ids for ids in every):
            effect = replace(effect, over_for=effect.over_for - {part.id})
        return keeping(effect, part.id, whole.id)

    table.change(parted)


def keeping(effect: ResolvedEffect, id: str, other: str) -> ResolvedEffect:
    """The effect, which keeps to an object too, if it keeps to another one."""
    if other in effect.over_for:
        return effect

    def more(ids: tuple[str, ...]) -> tuple[str, ...]:
        return (*ids, id) if other in ids and id not in ids else ids

    locked = tuple(None if ids is None else more(ids) for ids in effect.locked)
    return replace(effect, targets=more(effect.targets), locked=locked)
