"""What follows from the complete state after an event: what ends, falls, is lost, and goes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.trees import conjuncts
from layerlaw.solver.certificate.history.aspects import BEARER, CHOICE
from layerlaw.solver.certificate.history.ends import end, end_what_is_over, no_target_left
from layerlaw.solver.certificate.history.entering import move_to_zone
from layerlaw.solver.certificate.replay.words import speaks_of_it
from layerlaw.solver.facts.situation import KeptCopy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.solver.certificate.history.effects import Lasting
    from layerlaw.solver.certificate.history.log import Incarnation
    from layerlaw.solver.certificate.history.proceedings import Proceedings
    from layerlaw.solver.certificate.history.states import ReplayedState
    from layerlaw.solver.facts.situation import Timestamp


def conclude(known: Proceedings) -> None:
    """Until nothing more follows; then who is in open sets, and which conditions hold, is noted."""
    follows = (_lose_marks, _members_leave, _durations_end, _drop_what_is_carried)
    while any(one(known) for one in follows):
        pass
    _look_into_open_sets(known)
    _keep_copies(known)
    layered = known.policy("process") == "layered"
    if layered and known.policy("condition read") == "at checks":
        known.on = known.state().situation.on if known.on or known.heard.conditions else known.on


def give_back(known: Proceedings) -> None:
    """What was moved until something leaves goes back, once that has left; and so on."""
    log = known.log
    while due := [one for one in known.loans if not log.stands(one.until)]:
        known.loans = [one for one in known.loans if log.stands(one.until)]
        for loan in due:
            if log.stands(loan.object):
                known.place += 1
                move_to_zone(known, loan.object.id, loan.zone)
        conclude(known)


# --- marks --------------------------------------------------------------------------------------


def _lose_marks(known: Proceedings) -> bool:
    """A keyword kept by a mark is lost where an object does not have it, or can't keep it."""
    lost = [(id, keyword) for keyword in known.rulebook.marks for id in _unmarked(known, keyword)]
    for id, keyword in lost:
        known.lose(id, keyword)
    return bool(lost)


def _unmarked(known: Proceedings, keyword: str) -> Iterator[str]:
    """What had the keyword, printed or from what resolved, and does not keep it."""
    marked = dict.fromkeys(
        id
        for id in known.log.present
        if known.playing(id)
        and any(one.ability.keyword == keyword for one in known.form(id).abilities)
        and keyword not in known.thing(id).without
    )
    giving = [one for one in known.standing if keyword in one.keywords]
    if not marked and not giving:
        return
    state = known.state()
    for lasting in giving:
        withheld = known.effect(lasting).withheld
        for id in _applied_to(known, state, lasting):
            if (id, keyword) not in withheld:
                marked[id] = None
    on = known.rulebook.mark_on.get(keyword)
    bearing = None if on is None else state.selected(on)
    for id in marked:
        if known.there(id) and known.playing(id) and not known.hidden(id):
            kept = state.has_keyword(id, keyword)
            if not kept or (bearing is not None and id not in bearing):
                yield id


def _applied_to(known: Proceedings, state: ReplayedState, lasting: Lasting) -> list[str]:
    """The objects that the effect is applied to, in order of entry."""
    reached = state.reached(frozenset(part.id for part in known.parts(lasting)))
    return [id for id in state.table.ids if id in reached]


# --- members, durations -------------------------------------------------------------------------


def _members_leave(known: Proceedings) -> bool:
    """An effect is over for members that are hidden, or of another type. Policy `members leave`."""
    if known.policy("members leave") != "zone or type":
        return False
    left = [(one, frozenset(_leaving(known, one))) for one in known.standing]
    changes = [known.over(one, ids) for one, ids in left if ids]
    return any(changes)


def _leaving(known: Proceedings, lasting: Lasting) -> Iterator[str]:
    kept = known.members(lasting)
    types = known.rulebook.types
    for instruction, ones in zip(lasting.making.ability.instructions, kept.locked, strict=True):
        words = [*conjuncts(instruction.scope)]
        if ones is None:
            ones = kept.targets if any(isinstance(one, a.Target) for one in words) else ()
        named = [one for one in words if isinstance(one, a.Member) and one.characteristic == types]
        for one in ones:
            if one in kept.over or not known.there(one.id):
                continue
            if known.hidden(one.id):
                yield one.id
            elif not all(known.surely_is(one.id, each) for each in named):
                has = known.state().words(one.id, types)
                if any(each.word not in has for each in named):
                    yield one.id


def _durations_end(known: Proceedings) -> bool:
    """What has no target left ends, and what lasts until something is so."""
    ended = end_what_is_over(known)
    lasting = [
        (one, until.condition)
        for one in known.standing
        if isinstance(until := one.making.ability.until, a.UntilFact)
    ]
    if not lasting:
        return ended
    state = known.state()
    over: list[Lasting] = []
    for one, condition in lasting:
        view = state.seen_by(known.effect(one))
        if not speaks_of_it(condition):
            if view.holds(condition):
                over.append(one)
            continue
        applied = _applied_to(known, state, one)
        met = frozenset(id for id in applied if view.holds(condition, state.bit(id)))
        ended |= known.over(one, met)
        if no_target_left(known, one):
            over.append(one)
    end(known, over)
    return ended or bool(over)


def turns_of_controllers(known: Proceedings, player: str) -> None:
    """What lasts until its controller's next turn is over for what that player controls now."""
    timed = [
        one for one in known.standing if isinstance(one.making.ability.until, a.ControllersNextTurn)
    ]
    if not timed:
        return
    state = known.state()
    for one in timed:
        theirs = (id for id in _applied_to(known, state, one) if state.controller(id) == player)
        known.over(one, frozenset(theirs))


# --- what is carried, who is in open sets -------------------------------------------------------


def _drop_what_is_carried(known: Proceedings) -> bool:
    """What is carried by nothing that carries is dropped. Clause: SORC-CARRY-3."""
    rulebook = known.rulebook
    if rulebook.carried is None or not rulebook.carried_drops:
        return False
    borne = [id for id in known.log.present if known.thing(id).bearer and known.playing(id)]
    if not borne or not known.foreseen.may_fall(known.situation):
        return False
    state = known.state()
    falling = []
    if rulebook.carriers is not None:
        carriers, carried = state.selected(rulebook.carriers), state.selected(rulebook.carried)
        unable = [id for id in borne if known.thing(id).bearer not in carriers]
        falling += [id for id in unable if id in carried]
    if rulebook.carried_falls is not None:
        falls = state.selected(rulebook.carried_falls)
        falling += [id for id in borne if id in falls and id not in falling]
    for action, who in rulebook.carried_cannot.items():
        asked = state.selected(who)
        bearers = {id: known.thing(id).bearer for id in borne if id in asked}
        barred = [id for id, bearer in bearers.items() if not state.may(id, action, bearer)]
        falling += [id for id in barred if id not in falling]
    for id in falling:
        known.tell(id, {BEARER: None})
    return bool(falling)


def _keep_copies(known: Proceedings) -> None:
    """What static effects copy is what they read as they first applied, as long as they are there.

    Policy `static copy`. Clause: CR-707.2c.
    """
    if not known.heard.copies or known.policy("process") != "layered":
        return
    if known.policy("static copy") != "keeps what it read":
        return
    kept: list[KeptCopy] = []
    for (effect, source, ability), cards in known.state().copying().items():
        same = (each for each in known.situation.kept if each.effect == effect)
        one = next((each for each in same if each.is_of(ability)), None)
        if one is None and cards is not None:
            one = KeptCopy(effect, source, ability, known.of(source, CHOICE), cards)
        if one is not None and one not in kept:
            kept.append(one)
    kept.sort(key=lambda one: (one.effect, repr(one.ability)))
    known.kept = [(known.log.named(one.source), one) for one in kept]


def _look_into_open_sets(known: Proceedings) -> None:
    """Since when each effect applies to what is in its open sets."""
    if known.policy("process") != "layered":
        return
    if known.policy("timestamp in an open set") != "of joining":
        return
    opened = [one for one in known.standing if any(one.opens)]
    noted = []
    for lasting in opened:
        state = known.state()
        # The first time all that is there was there when it began.
        before = lasting.inside
        since = lasting.making.since if before is None else known.now
        inside: dict[Incarnation, Timestamp] = {}
        for one in map(known.log.named, _applied_to(known, state, lasting)):
            inside[one] = since if before is None else before.get(one, since)
        noted.append((lasting, inside))
    for lasting, inside in noted:
        lasting.inside = inside
    known.log.next()
    known.looked_at = known.now
