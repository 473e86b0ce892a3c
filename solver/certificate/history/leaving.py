"""Objects that go to another zone: where to, what goes along, and what becomes of all of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.cards.card import turned
from layerlaw.model.scenarios.events import UseAbility
from layerlaw.solver.certificate.history.aspects import (
    CAME_FROM,
    CARD,
    COUNTERS,
    ENTERED,
    FRESH,
    OWNER,
    PLACE,
    PUT_BY,
    ZONE,
)
from layerlaw.solver.certificate.history.effects import source_now
from layerlaw.solver.certificate.history.ends import end_what_is_over
from layerlaw.solver.certificate.history.lingering import go_on
from layerlaw.solver.certificate.history.remembered import (
    as_last_seen,
    asked_by,
    last_copiable,
    last_target,
    only_target,
)
from layerlaw.solver.facts.situation import RULES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.certificate.history.log import Facts, Incarnation
    from layerlaw.solver.certificate.history.proceedings import Announcement, Proceedings
    from layerlaw.solver.certificate.history.states import ReplayedState
    from layerlaw.solver.facts.situation import Thing


def go(known: Proceedings, id: str, zone: str, state: ReplayedState | None = None) -> None:
    """The object goes to the zone, or where an effect sends it instead.

    state: the complete state before, if it is not the one now.
    """
    to = sent_to(known, id, zone, state)
    if to != known.of(id, ZONE):
        become_new(known, id, to, state)


def sent_to(known: Proceedings, id: str, zone: str, state: ReplayedState | None = None) -> str:
    """Where an object that would go to the zone goes, by the redirections of the state before.

    What was transformed goes by those of the rules as its front face, unless a card sends it.
    """
    if not known.heard.redirects:
        return zone
    to, by = (state or known.state()).goes(id, zone)
    thing = known.thing(id)
    if thing.front is None or not _of_rules(by):
        return to
    if state is None:
        front = known.state_with({id: _turned_back(thing)})
    else:
        before = state.situation
        things = (_turned_back(one) if one.id == id else one for one in before.things)
        front = known.state_of(replace(before, things=tuple(things)))
    return front.goes(id, zone, of_rules=True)[0]


def _turned_back(thing: Thing) -> Thing:
    return replace(thing, card=thing.front or thing.card, front=None, melded=None)


def _of_rules(effect: str) -> bool:
    return effect == "" or effect.startswith(f"{RULES}.")


def become_new(
    known: Proceedings,
    id: str,
    zone: str,
    state: ReplayedState | None = None,
) -> None:
    """The object becomes a new one in the zone, and so does what lies below it or is linked."""
    routes = [*_routes(known, id, zone, state)]
    ends = [known.log.present[one] for one, _ in routes]
    before = [known.thing(one) for one, _ in routes]
    go_on(known, ends, state)
    _remember(known, ends, state)
    for thing, (one, to) in zip(before, routes, strict=True):
        if _resolves(known.rulebook, thing.zone, to):
            known.keep_anew(one)
    known.log.end(ends)
    for thing, (one, to) in zip(before, routes, strict=True):
        known.begin(one, _as_new(known, thing, to))
    end_what_is_over(known, [one for one, _ in routes])


def _resolves(rulebook: Rulebook, before: str, zone: str) -> bool:
    """Whether it enters play from where it waited to resolve. Clause: CR-400.7a."""
    waits = rulebook.announced
    return waits is not None and before == waits.zone and zone == rulebook.in_play


def _routes(
    known: Proceedings, id: str, zone: str, state: ReplayedState | None
) -> Iterator[tuple[str, str]]:
    """What goes, and where to. What was held goes where the rulebook says that it is left."""
    yield id, zone
    for other in known.borne(id):
        if not known.playing(other):
            left = known.rulebook.left_in.get(known.of(other, ZONE))
            yield from _routes(
                known, other, zone if left is None else sent_to(known, other, left, state), state
            )


def _as_new(known: Proceedings, was: Thing, zone: str) -> Facts:
    """What is so of a new object in the zone: nothing of before but owner, card and place."""
    rulebook = known.rulebook
    front = was.above or was.front or was.card
    card = front.unchosen or front
    card = turned(card) if card.turned else card
    entering = zone == rulebook.in_play
    return {
        ZONE: zone,
        CAME_FROM: was.zone or rulebook.in_play,
        CARD: card,
        OWNER: was.owner,
        PUT_BY: put_by(card, was.owner) if entering else was.owner,
        PLACE: None if entering else was.place,
        ENTERED: known.now,
        COUNTERS: counters_on(rulebook, card) if entering else {},
        FRESH: entering,
    }


def put_by(card: Card, player: str) -> str:
    """Who controls the card in play before any effect, if that player puts it there."""
    return "" if card.uncontrolled else player


def counters_on(rulebook: Rulebook, card: Card) -> dict[str, int]:
    """The counters with which it enters play: those that stand for a printed number."""
    counted = (name for name, kind in rulebook.characteristics.items() if kind.counted)
    return {name: card.numbers.get(name, 0) for name in counted}


# --- what is remembered -------------------------------------------------------------------------


def _remember(
    known: Proceedings, leaving: Sequence[Incarnation], state: ReplayedState | None
) -> None:
    """File what is last known of objects that leave and that something asks for.

    state: as for `go`.
    """
    for one in leaving:
        if one.id in known.looked_back_at and known.playing(one.id):
            known.left[one.id] = last_copiable(state or known.state(), one.id)
    if known.policy("what has left") != "last known":
        return
    for one in leaving:
        if _by_effect(known, one) or any(
            _by_announcement(known, each, one) for each in known.announced.values()
        ):
            last = state or known.state()
            seen = as_last_seen(last, one.id)
            known.remembered[one] = replace(seen, bearer=_borne_by(known, one.id, last))


def _borne_by(known: Proceedings, id: str, state: ReplayedState) -> Incarnation | None:
    """What carries it, if it is something that is carried in the state."""
    bearer, carried = known.thing(id).bearer, known.rulebook.carried
    if bearer is None or carried is None or id not in state.selected(carried):
        return None
    return known.log.named(bearer)


def _by_effect(known: Proceedings, one: Incarnation) -> bool:
    """Whether an effect in force asks for what it means by `self`, or by `target`."""
    log = known.log
    for lasting in known.standing:
        if one.id not in lasting.about:
            continue
        asked = asked_by(lasting.making.ability.instructions)
        source = source_now(lasting.making, known.kinships)
        if a.Self() in asked and source == one:
            return True
        if a.Target() in asked and only_target(lasting, log, known.kinships, log.step) == one:
            return True
    return False


def _by_announcement(known: Proceedings, what: Announcement, one: Incarnation) -> bool:
    """Whether something that was announced asks for it."""
    if isinstance(what.what, UseAbility):
        abilities = tuple(printed.ability for _, printed in what.abilities)
    else:
        id = what.what.id
        card = known.of(id, CARD) if what.what.known and known.there(id) else what.what.card
        abilities = tuple(printed.ability for printed in card.abilities)
    asked = asked_by(tuple(each.instructions for each in abilities))
    if a.Self() in asked and what.source == one:
        return True
    if what.chosen == one and any(isinstance(each, a.Identified) for each in asked):
        return True
    return a.Target() in asked and last_target(what.targets, known.log, known.log.step) == one
