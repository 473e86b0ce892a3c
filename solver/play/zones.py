"""Objects that change zones and are new ones there, and objects whose printed form changes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra import Ability, Instruction, Recorded, RecordedPlayer, SourceLeaves
from layerlaw.model.algebra.trees import with_operands
from layerlaw.model.cards.card import first_controller, in_half
from layerlaw.model.cards.merged import merged
from layerlaw.solver.derivation.derive import derive
from layerlaw.solver.derivation.redirections import Destination, redirected
from layerlaw.solver.facts.situation import (
    NO_COUNTERS,
    NOWHERE,
    RULES,
    ResolvedEffect,
    Situation,
    Thing,
)
from layerlaw.solver.play.components import merging_by
from layerlaw.solver.play.faces import turned_over
from layerlaw.solver.play.last_known import remember
from layerlaw.solver.play.lingering import linger
from layerlaw.solver.play.merging import (
    is_merged,
    merge,
    merges_as_copies_work,
    turn_part,
)
from layerlaw.solver.play.own_keywords import effects_of_counters, give_itself

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from layerlaw.model.algebra.trees import Operand
    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook, Stacking
    from layerlaw.model.scenarios.events import Link, Place, PutBelow, Stack, Transform, Unlink
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.play.table import GameTable


def leave(
    table: GameTable, id: str, zone: str, what: str, clause: str, state: Answer | None = None
) -> None:
    """Sends the object to the zone, or to where an effect on it sends it instead.

    what: what is noted of it. state: the last complete state, if it is not the present one (the
    checks carry out together what they found on one state).
    """
    to = redirected_to(table, id, zone, state)
    if to == table.things[id].zone:
        return
    if what:
        table.note(id, what, clause)
    change_zone(table, id, to, state=state)


def redirected_to(table: GameTable, id: str, zone: str, state: Answer | None) -> str:
    """Where an object really goes that would go to the zone.

    The newest redirection that speaks of the zone decides. state: see `leave`.
    """
    if not table.watches.redirects:
        return zone
    state = state or table.derivation()
    redirection = redirected(state, id, zone)
    if table.things[id].front is not None and _by_rules(redirection):
        turned = derive(_turned_back(state, id))
        redirection = redirected(turned, id, zone, by_rules=True)
    if redirection.effect is None:
        return zone
    rule = next((r for r in table.rulebook.rules if redirection.effect == f"rules.{r.id}"), None)
    what = "stays in" if redirection.to == table.things[id].zone else "goes to"
    text = (
        f"{what} the {redirection.to} instead of going to the {zone}, as {redirection.effect} says"
    )
    said = state.effects.get(redirection.effect)
    source = RULES if said is None else said.source
    table.note(id, text, rule.clause if rule else "", ((redirection.effect, source),))
    return redirection.to


def _by_rules(redirection: Destination) -> bool:
    """Whether no card sends the object elsewhere."""
    return redirection.effect is None or redirection.effect.startswith(f"{RULES}.")


def _turned_back(state: Answer, id: str) -> Situation:
    """The situation if the object was its front face."""
    things = state.situation.things
    return replace(
        state.situation,
        things=tuple(
            replace(each, card=each.front or each.card, front=None, melded=None)
            if each.id == id
            else each
            for each in things
        ),
    )


def change_zone(
    table: GameTable,
    id: str,
    zone: str,
    place: Place | None = None,
    state: Answer | None = None,
) -> None:
    """Puts the object into another zone, where it is a new one. Clause: SORC-DUR-1.

    place: where it is in play; elsewhere its last place is remembered. state: see `leave`.
    """
    if state is None and any(one.zone in table.rulebook.left_in for one in table.borne_by(id)):
        state = table.derivation()
    linger(table, _with_what_comes_along(table, id), state)
    remember(table, _with_what_comes_along(table, id), state)
    _change(table, id, zone, place, state)


def _with_what_comes_along(table: GameTable, id: str) -> Iterator[str]:
    yield id
    for thing in table.borne_by(id):
        if thing.zone != table.rulebook.in_play:
            yield from _with_what_comes_along(table, thing.id)


def _change(
    table: GameTable, id: str, zone: str, place: Place | None, state: Answer | None
) -> None:
    thing = table.things[id]
    card = thing.own
    card = in_half(card.unchosen or card, other=False)
    # What is linked left play with the object that it was part of.
    left_play = table.playing(id) or thing.zone == NOWHERE
    in_play = table.rulebook.in_play
    borne = table.borne_by(id)
    carried = [t.id for t in borne if t.zone == in_play]
    along = [t.id for t in borne if t.zone != in_play]
    table.renew(
        Thing(
            id,
            card,
            thing.owner,
            first_controller(card, thing.owner) if zone == in_play else thing.owner,
            zone,
            place if zone == in_play else thing.place,
            None,
            table.timestamp,
            entering(table.rulebook, card) if zone == in_play else NO_COUNTERS,
            fresh=zone == in_play,
            # What is linked is where that is of which it is a part.
            came_from=thing.zone or in_play,
        )
    )
    for other in carried:
        table.put(replace(table.things[other], bearer=None))
        table.note(other, f"is dropped, for {id} carries it no longer", "", ((id, id),))
    if _resolves(table, thing.zone, zone):
        # Its counters are gone, and what they gave it (rule 122.2).
        given = effects_of_counters(table.rulebook, id)
        why = f"ends, for {id} has no such counter any more"
        table.end(table.effects.about(id), lambda effect: effect.id in given, why, (id,))
    else:
        forget(table, id, left_play=left_play)
    _lose_choice(table, id)
    for other in along:
        left_in = table.rulebook.left_in.get(table.things[other].zone)
        to = zone if left_in is None else redirected_to(table, other, left_in, state)
        how = "along with" if left_in is None else "as it is held no longer by"
        table.note(other, f"goes to the {to} {how} {id}", "", ((id, id),))
        _change(table, other, to, None, state)


def _resolves(table: GameTable, before: str, zone: str) -> bool:
    """Whether what waited to resolve enters play: effects on it go on. Clause: CR-400.7a."""
    announced = table.rulebook.announced
    return announced is not None and before == announced.zone and zone == table.rulebook.in_play


def _lose_choice(table: GameTable, id: str) -> None:
    """What was chosen became a new object: whoever chose it has chosen nothing any more."""
    for chooser in table.choosers.pop(id, ()):
        thing = table.things[chooser]
        if thing.choice == id and thing.card.unchosen is not None:
            table.put(replace(thing, card=thing.card.unchosen, choice=None))


def entering(rulebook: Rulebook, card: Card) -> Mapping[str, int]:
    """The counters that a card enters with, one kind for each of its counted numbers."""
    counted = (name for name, kind in rulebook.characteristics.items() if kind.counted)
    return {name: card.numbers.get(name, 0) for name in counted} or NO_COUNTERS


def forget(table: GameTable, id: str, *, left_play: bool) -> None:
    """Makes all resolved effects forget the object; orphans those whose source it was."""

    of_counters = effects_of_counters(table.rulebook, id)

    def over(effect: ResolvedEffect) -> bool:
        with_source = effect.source == id and not effect.orphaned and left_play
        return (
            (with_source and lasts_with_source(table, effect))
            or effect.id == f"{id}.copy"
            or (effect.source == id and merging_by(effect) != "")
            or effect.id in of_counters
            or table.has_lost_its_targets(effect, gone=(id,))
        )

    why = f"ends, for {id} is no longer in play" if left_play else f"ends, for {id} is new"
    table.end(table.effects.about(id), over, why, (id,))
    for number in table.effects.about(id):
        table.effects.put(number, _without(table.effects[number], id))


def lasts_with_source(table: GameTable, effect: ResolvedEffect) -> bool:
    """Whether the effect ends when its source leaves play: by its words, or without a duration.

    Clause: SORC-DUR-1; policy `no duration`.
    """
    if effect.ability.until is None:
        return table.rulebook.policy("no duration") == "source"
    return isinstance(effect.ability.until, SourceLeaves)


def _without(effect: ResolvedEffect, id: str) -> ResolvedEffect:
    """The effect without that object, which is a new one."""
    locks = tuple(
        None if ids is None else tuple(kept for kept in ids if kept != id) for ids in effect.locked
    )
    return replace(
        effect,
        ability=_unrecorded(effect.ability, id),
        targets=tuple(target for target in effect.targets if target != id),
        locked=locks,
        over_for=effect.over_for - {id},
        withheld=frozenset(pair for pair in effect.withheld if pair[0] != id),
        orphaned=effect.orphaned or effect.source == id,
    )


def _unrecorded(ability: Ability, id: str) -> Ability:
    """The ability without the numbers and players that were recorded for the object."""

    def forgotten(_: Instruction, operand: Operand) -> Operand:
        if isinstance(operand, Recorded):
            return Recorded(tuple(pair for pair in operand.numbers if pair[0] != id))
        if isinstance(operand, RecordedPlayer):
            return RecordedPlayer(tuple(pair for pair in operand.players if pair[0] != id))
        return operand

    return with_operands(ability, forgotten)


# --- another printed form ---------------------------------------------------------------------


def stack(table: GameTable, event: Stack) -> None:
    """Puts a card on top of the object, which has its printed form; the old card lies below.

    Where the word merges, the object has the abilities of all its cards, and the card may go under.
    """
    table.need_in_play((event.object,), event.where)
    thing = table.things[event.object]
    anew = table.rulebook.policy("static timestamp") == "entry of its card"
    stacking = table.rulebook.stacking[event.word]
    if merges_as_copies_work(table.rulebook, stacking):
        below = merge(table, event, stacking)
    else:
        below = _take_form(table, event, stacking)
    if not stacking.under:
        now = table.things[event.object]
        entered = table.timestamp if anew else now.entered
        table.put(replace(now, entered=entered, topped=table.timestamp))
    since = table.timestamp if stacking.under else thing.topped or thing.entered
    table.renew(
        Thing(
            event.below,
            below,
            thing.owner,
            thing.owner,
            stacking.zone,
            None,
            event.object,
            since,
            {},
        )
    )


def _take_form(table: GameTable, event: Stack, stacking: Stacking) -> Card:
    """The object has another printed form, and is no copy any more; gives the card below now."""
    thing = table.things[event.object]
    card, below, front = event.card, thing.card, thing.front
    if stacking.merges:
        own = thing.front or thing.card
        card = merged(*((thing.form, card) if stacking.under else (card, thing.form)))
        below, front = (event.card, own) if stacking.under else (own, event.card)
    statuses = thing.statuses.difference(stacking.loses)
    table.put(replace(thing, card=card, copied=None, statuses=statuses, front=front))
    about = table.effects.about(event.object)
    table.end(about, lambda effect: effect.id == f"{event.object}.copy", "ends with the old form")
    return below


def put_below(table: GameTable, event: PutBelow) -> None:
    """Makes the object one more card below another; what keeps to it keeps to that one.

    What is linked with it, and what lies below it, lies below that one too.
    """
    table.need_in_play((event.object, event.other), event.where)
    zone = next(iter(table.rulebook.stacking.values())).zone
    state = table.derivation()
    for number in table.effects.about(event.object):
        table.effects.put(number, _joined(table.effects[number], event.other, event.object))
    left_in = table.rulebook.left_in
    below = [
        one.id
        for one in table.borne_by(event.object)
        if not table.playing(one.id) and one.zone not in left_in
    ]
    change_zone(table, event.object, zone, state=state)
    for id in (event.object, *below):
        table.put(replace(table.things[id], bearer=event.other))


def transform(table: GameTable, event: Transform) -> None:
    """Gives the object the card's printed form. Clause: SORC-TRANSFORM-1.

    A mark that was printed stays though the new form does not print it, and what had none does
    not get one by being printed on the new form. What turns over its other face stays a copy, if
    it is one. Clause: CR-712.18.
    """
    id, rulebook = event.object, table.rulebook
    if rulebook.two_faced and is_merged(table, id):
        turn_part(table, event)
        return
    card = turned_over(table, event) if rulebook.two_faced else event.card
    if card is None:
        return
    before = thing = table.things[id]
    without = thing.without
    copied = thing.copied if rulebook.two_faced else None
    for keyword in rulebook.marks if copied is None else ():
        printed = any(entry.ability.keyword == keyword for entry in card.abilities)
        had = id in table.marked(keyword)
        if printed and not had and not table.has_keyword(id, keyword):
            without |= {keyword}
        elif had and not printed:
            give_itself(table, id, keyword, keyword)
    if "transforming" in rulebook.policy("new timestamp"):
        thing = replace(thing, entered=table.timestamp)
    front = (thing.front or thing.card) if rulebook.front_face else None
    table.put(replace(thing, card=card, copied=copied, without=without, front=front))
    if copied is None:
        about = table.effects.about(id)
        table.end(about, lambda effect: effect.id == f"{id}.copy", "ends with the old form")
    if table.things[id] == before:
        table.note_idle(id, f"is {card.name} already: nothing changes")


def link(table: GameTable, event: Link) -> None:
    """Makes the other object a hidden part of this one."""
    table.need_in_play((event.object, event.other), event.where)
    if event.object == event.other:
        message = f"'{event.object}' cannot be linked with itself"
        raise table.refuse(event.where, message, "two objects")
    thing, other = table.things[event.object], table.things[event.other]
    parts = _linked_with(table, thing.id), _linked_with(table, other.id)
    table.linked[thing.id] = (*parts[0], other.id, *parts[1])
    table.put(replace(thing, linked=(*thing.linked, other.form, *other.linked)))
    table.put(replace(other, zone=NOWHERE, bearer=thing.id, linked=()))
    for carried in table.borne_by(other.id):
        if table.playing(carried.id):
            table.put(replace(carried, bearer=None))
            what = f"is dropped, for {other.id} carries it no longer"
            table.note(carried.id, what, "", ((other.id, other.id),))
        else:
            table.put(replace(carried, bearer=thing.id))
    for number in table.effects.about(other.id):
        table.effects.put(number, _joined(table.effects[number], thing.id, other.id))


def unlink(table: GameTable, event: Unlink) -> None:
    """Makes a part of an object one of its own again, where and as that object is.

    What keeps to the one keeps to both from then on.
    """
    table.need_there((event.object,), event.where)
    part = table.things[event.object]
    if part.zone != NOWHERE or part.bearer is None:
        raise table.refuse(event.where, f"'{part.id}' is linked with nothing", "a linked object")
    whole = table.things[part.bearer]
    place = _linked_with(table, whole.id).index(part.id)
    linked = (*whole.linked[:place], *whole.linked[place + 1 :])
    table.put(replace(whole, linked=linked))
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
    for number in table.effects.about(whole.id):
        effect = table.effects[number]
        if whole.id not in effect.over_for:
            over_for = (
                effect.over_for - {part.id} if _keeps_to(effect, whole.id) else effect.over_for
            )
            effect = _joined(replace(effect, over_for=over_for), part.id, whole.id)
            table.effects.put(number, effect)


def _linked_with(table: GameTable, id: str) -> tuple[str, ...]:
    """The parts of an object, in the order of its linked forms."""
    there = (table.things.get(one) for one in table.linked.get(id, ()))
    return tuple(one.id for one in there if one and one.zone == NOWHERE and one.bearer == id)


def _keeps_to(effect: ResolvedEffect, id: str) -> bool:
    return any(id in ids for ids in (effect.targets, *effect.locked) if ids is not None)


def _joined(effect: ResolvedEffect, id: str, other: str) -> ResolvedEffect:
    """The effect, extended to this object if it was about the other one."""

    def joined(ids: tuple[str, ...]) -> tuple[str, ...]:
        keeps = other in ids and other not in effect.over_for and id not in ids
        return (*ids, id) if keeps else ids

    return replace(
        effect,
        targets=joined(effect.targets),
        locked=tuple(None if ids is None else joined(ids) for ids in effect.locked),
    )
