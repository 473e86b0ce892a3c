"""Cards that enter a zone or resolve as spells, what enters as a copy, and what has a bearer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from layerlaw.model.algebra import Ability, CopyOf, EnterAsCopy, Identified, Instruction, Self
from layerlaw.model.algebra.trees import with_operations
from layerlaw.model.cards.card import PrintedAbility, as_copied, chosen_for, turned
from layerlaw.model.cards.printed import matches_print
from layerlaw.solver.certificate.history.arriving import arrive, copies_said, entering_with
from layerlaw.solver.certificate.history.aspects import (
    BEARER,
    CARD,
    CHOICE,
    CHOSEN,
    COPIED,
    COUNTERS,
    ENTERED,
    FRESH,
    FRONT,
    OWNER,
    PLACE,
    PUT_BY,
    ZONE,
)
from layerlaw.solver.certificate.history.counting import status_changes
from layerlaw.solver.certificate.history.ends import end
from layerlaw.solver.certificate.history.leaving import become_new, counters_on, go, put_by
from layerlaw.solver.certificate.history.making import Resolution, as_they_come, copies_in, resolve
from layerlaw.solver.certificate.history.reading import as_they_read
from layerlaw.solver.certificate.history.remembered import filled_in
from layerlaw.solver.certificate.history.states import CannotHappen
from layerlaw.solver.certificate.replay.board import ones
from layerlaw.solver.certificate.replay.cells import starting_board
from layerlaw.solver.certificate.replay.copied import left_by_copies, left_of
from layerlaw.solver.certificate.replay.instances import ReplayInstances
from layerlaw.solver.certificate.replay.otherwise import with_otherwise
from layerlaw.solver.certificate.replay.select import View
from layerlaw.solver.certificate.replay.space import ReplayTable
from layerlaw.solver.facts.situation import Situation, Thing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.model.algebra import Arrival, Operation
    from layerlaw.model.cards.card import Card, Use
    from layerlaw.model.scenarios.events import NextCopy, Play
    from layerlaw.solver.certificate.history.log import Facts
    from layerlaw.solver.certificate.history.proceedings import PrintedAt, Proceedings
    from layerlaw.solver.certificate.history.remembered import Meant
    from layerlaw.solver.facts.situation import Timestamp


class Entrant(NamedTuple):
    """What enters as a copy: its id, its player, and what was chosen for it."""

    id: str
    player: str
    choosing: str | None


def printed_as(card: Card, *uses: Use) -> list[PrintedAt]:
    """The card's abilities of these uses, with their places."""
    return [(n + one.shift, one) for n, one in enumerate(card.abilities) if one.use in uses]


def remembering(abilities: list[PrintedAt], meant: Meant) -> list[PrintedAt]:
    """The abilities with what is remembered filled in."""
    return [(n, replace(one, ability=filled_in(one.ability, meant))) for n, one in abilities]


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
    elif spell:
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
        chosen = [(one, None if one.says else _copied(known, event, one)) for one in copies]
        front: Card | None = None
        created = False
        of_token = card.created_as_copy
        if of_token and chosen and chosen[0][1] is not None:
            card, front, original = _created(known, event, card, chosen[0][1], enters)
            created = original is None
            chosen = chosen[1:] if original is None else [(chosen[0][0], original), *chosen[1:]]
        last = chosen[-1][1] if chosen else None
        bearer = _bearer(known, event, card if last is None else last, targets)
        _enter(known, event, card, known.rulebook.in_play, bearer)
        if front is not None:
            known.tell(event.id, {FRONT: front})
        enter_with_statuses(known, event.id)
        at_first = None if created else enters
        asked = known.policy("copy on entry") == "as in play" and not of_token
        own = asked and at_first and chosen and chosen[0][1] is not None
        if own:
            at_first = _those_it_has(known, event.id, enters)
        if own and not at_first:
            chosen, at_first = chosen[1:], None
        enter_play(known, event.id, event.player, targets, event.choosing, chosen, at_first)


def _as_it_waits(known: Proceedings, id: str, card: Card) -> Card:
    """A card with what it does as it resolves in the words of where it waits. Clause: CR-612.1."""
    waits = known.rulebook.announced
    spell = printed_as(card, "resolves")
    if not spell or not known.heard.texts or waits is None or known.of(id, ZONE) != waits.zone:
        return card
    reading = dict(as_they_read(known.state(), id, spell))
    abilities = [reading.get(n + one.shift, one) for n, one in enumerate(card.abilities)]
    return replace(card, abilities=tuple(abilities))


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
        become_new(known, event.id, zone, place)
        known.tell(event.id, {**facts, PUT_BY: player if entering else owner})
        return
    facts |= {OWNER: event.player, PUT_BY: player, ZONE: zone, ENTERED: known.now}
    facts |= {FRESH: entering, COUNTERS: counters_on(known.rulebook, card) if entering else {}}
    known.begin(event.id, facts)


def _copied(known: Proceedings, event: Play, copy: NextCopy) -> Card:
    """What is copiable, right before it enters, of what it enters as a copy of."""
    card = known.form(copy.of)
    if copy.that_left:
        if copy.of not in known.left:
            raise CannotHappen(f"{copy.of} has not left play")
        card = known.left[copy.of]
    elif not left_by_copies(known.rulebook):
        known.need_in_play(copy.of)
    else:
        known.need_a_zone(copy.of)
        state = known.state()
        card = left_of(state.table.index[copy.of], state.board, state.table).card
    made = as_copied(card, event.choosing)
    return turned(made) if made.turned else made


def _those_it_has(known: Proceedings, id: str, enters: list[PrintedAt]) -> list[PrintedAt]:
    """Those of these abilities that it has in play, with nothing else entering. CR-614.12."""
    state = known.state_with(entering_with(known, id))
    return [] if state.disabled(id) else as_they_read(state, id, enters)


def _by_its_own(
    known: Proceedings,
    entrant: Entrant,
    copy: NextCopy,
    original: Card,
    enters: list[PrintedAt] | None,
) -> tuple[Arrival, ...]:
    """It is a copy by these abilities, or those that it has as what it is by then.

    Gives what it enters with.
    """
    id = entrant.id
    if enters is None:
        enters = _those_it_has(known, id, printed_as(known.form(id), "enters"))
        if not enters:
            raise CannotHappen(f"{id} has nothing by which it enters as {copy.of}")
    copying = next((each for _, one in enters for each in copies_in(one.ability)), None)
    card = original if copying is None else with_otherwise(original, copying)
    _no_copy_any_more(known, id, enters)
    enters, card, besides = _with_exceptions(known, entrant, card, enters)
    _as_a_copy(known, entrant, card, enters)
    return besides


def _no_copy_any_more(known: Proceedings, id: str, enters: list[PrintedAt]) -> None:
    """What made it a copy gives way to these abilities."""
    before = [one for one in known.standing if one.making.id == f"{id}.copy"]
    for one in before:
        if {each.ability.until for _, each in enters} - {None, one.making.ability.until}:
            raise CannotHappen(f"{id} enters for a time as another copy")
    end(known, before)


def _created(
    known: Proceedings, event: Play, card: Card, original: Card, enters: list[PrintedAt]
) -> tuple[Card, Card | None, Card | None]:
    """A token's card, its front face where that is not up, and what it copies. CR-707.8a.

    Of what has two faces it has both, and it copies nothing else unless that does.
    """
    there = known.thing(str(event.copying))
    front = there.front or there.card
    if front.back_face == "":
        return card, None, original
    back = there.front is not None
    up = there.card
    if event.that_left:
        left = known.left[str(event.copying)]
        back = left.name == front.back_face
        up = left if back else front
    copying = next(copy for _, one in enters for copy in copies_in(one.ability))
    faces, tokens = [], []
    for face in (up, front):
        made = as_copied(face, event.choosing)
        made = with_otherwise(turned(made) if made.turned else made, copying)
        faces.append(made)
        tokens.append(replace(made, token=True, created_but=face.created_but + copying.but))
    own = faces[0] == with_otherwise(original, copying)
    return tokens[0], tokens[1] if back else None, None if own else original


def _as_a_copy(known: Proceedings, event: Entrant, card: Card, enters: list[PrintedAt]) -> None:
    """It has the copied form from its entry on, by an effect of its own."""
    known.tell(event.id, {COPIED: card, COUNTERS: counters_on(known.rulebook, card)})
    resolve(known, _entry_as_a_copy(known, event, card, enters))


def _entry_as_a_copy(
    known: Proceedings, event: Entrant, card: Card, enters: list[PrintedAt]
) -> Resolution:
    own = known.log.named(event.id)
    return Resolution(
        own,
        event.player,
        enters,
        f"{event.id}.copy",
        known.now,
        (own,),
        1,
        event.choosing,
        joint="",
        form=card,
    )


def _with_exceptions(
    known: Proceedings, event: Entrant, card: Card, enters: list[PrintedAt]
) -> tuple[list[PrintedAt], Card, tuple[Arrival, ...]]:
    """The abilities and the form with the exceptions that hold, and what it enters with by them.

    Those on a condition are judged on what it would be without them. Clauses: CR-707.9e, CR-707.9f.
    """
    id = event.id
    besides: list[Arrival] = []
    judged: View | None = None
    form, made = card, []
    for rank, printed in enters:
        if not printed.ability.instructions:
            continue
        settled: dict[CopyOf, CopyOf] = {}
        for operation in copies_in(printed.ability):
            besides += operation.arrivals
            for one in operation.provided:
                judged = judged or _without_conditions(known, event, card, enters)
                if judged.table.index[id] in ones(judged.select(one.among)):
                    besides += one.arrivals
                    now = settled.get(operation, operation)
                    settled[operation] = replace(now, but=(*now.but, *one.but))
                    form = with_otherwise(form, CopyOf(operation.of, one.but))
            if operation.provided:
                settled[operation] = replace(settled.get(operation, operation), provided=())

        def kept(_: Instruction, one: Operation, now: dict[CopyOf, CopyOf] = settled) -> Operation:
            return now.get(one, one) if isinstance(one, CopyOf) else one

        made.append((rank, replace(printed, ability=with_operations(printed.ability, kept))))
    return made, form, tuple(besides)


def _without_conditions(
    known: Proceedings, event: Entrant, card: Card, enters: list[PrintedAt]
) -> View:
    """The state as the object sees it that has entered as this copy, and nothing else with it."""
    id = event.id
    known.tell(id, {COPIED: card, COUNTERS: counters_on(known.rulebook, card)})
    now, others = known.situation, entering_with(known, id)
    trial = as_they_come(known, _entry_as_a_copy(known, event, card, enters))
    state = known.state_of(
        replace(
            now,
            things=tuple(others.get(one.id, one) for one in now.things),
            effects=(*now.effects, *trial),
        )
    )
    return View(state.table, state.board, id, state.controller(id), choice=event.choosing)


def _as_copies(
    known: Proceedings,
    entrant: Entrant,
    chosen: Sequence[tuple[NextCopy, Card | None]],
    at_first: list[PrintedAt] | None,
) -> tuple[Arrival, ...]:
    """It is the copies that its player chose, then what others say; gives what it enters with.

    What it enters with by an earlier copy it does not. Clauses: CR-616.1c, CR-707.9e.
    """
    besides: tuple[Arrival, ...] = ()
    done: list[tuple[str, EnterAsCopy]] = []
    for copy, original in chosen:
        if original is None:
            besides = _as_others_say(known, entrant.id, done, copy.of)
        else:
            besides = _by_its_own(known, entrant, copy, original, at_first)
        at_first = None
    while known.heard.copies_entering and known.playing(entrant.id):
        if all(one[:2] in done for one in copies_said(known, entrant.id)):
            break
        besides = _as_others_say(known, entrant.id, done)
    return besides


def _as_others_say(
    known: Proceedings, id: str, done: list[tuple[str, EnterAsCopy]], whose: str = ""
) -> tuple[Arrival, ...]:
    """It is a copy as abilities of others say that were there before, each of them once.

    done: those that have applied, and these from now on. whose: of that one alone; "": of all.
    Clauses: CR-614.12, CR-616.1f.
    """
    said = [one for one in copies_said(known, id) if one[:2] not in done and whose in ("", one[0])]
    if not said:
        raise CannotHappen(f"{whose} does not say as a copy of what {id} enters")
    done += [one[:2] for one in said]
    made = [(replace(one.copy, of=Identified(of)), card) for _, one, of, card in said]
    copying, original = made[0]
    for each, card in made:
        both = ((one.but, one.arrivals, one.provided) for one in (each, copying))
        if card != original or len({*both}) > 1:
            raise CannotHappen(f"{id} enters as one of several copies")
    choice = known.of(id, CHOICE)
    card = with_otherwise(as_copied(original, choice), copying)
    entrant = Entrant(id, known.thing(id).controller, choice)
    ability = Ability(None, (Instruction(Self(), (copying,)),))
    enters: list[PrintedAt] = [(0, PrintedAbility("enters", ability))]
    _no_copy_any_more(known, id, enters)
    enters, card, besides = _with_exceptions(known, entrant, card, enters)
    _as_a_copy(known, entrant, card, enters)
    return besides


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
    arrive(known, id, _as_copies(known, Entrant(id, player, choice), chosen, at_first))
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


# --- bearers ------------------------------------------------------------------------------------


def _bearer(known: Proceedings, event: Play, card: Card, targets: tuple[str, ...]) -> str | None:
    """Who carries what enters, if it is carried: its first target, if that is in play."""
    first = targets[0] if targets else ""
    if first in known.players:
        by_players = known.rulebook.carried_players and _is_carried(known, card)
        return first if by_players else None
    if not known.there(first) or not _is_carried(known, card) or not known.playing(first):
        return None
    check_bearer(known, event.id, first)
    return first


def check_bearer(known: Proceedings, id: str, bearer: str) -> None:
    """The bearer has to be something that carries. Clause: SORC-CARRY-3."""
    carriers = known.rulebook.carriers
    if carriers is not None and bearer not in known.state().selected(carriers):
        raise CannotHappen(f"{bearer} cannot carry {id}")


def _is_carried(known: Proceedings, card: Card) -> bool:
    """Whether such a card is carried, by what is printed. Clause: SORC-CARRY-2."""
    carried = known.rulebook.carried
    if carried is None:
        return False
    by_print = matches_print(carried, card, as_it_enters=True)
    if by_print is not None:
        return by_print
    # On a table of its own, with no ability that does anything.
    plain = [
        replace(one, ability=Ability(one.ability.keyword))
        for one in card.abilities
        if one.ability.keyword
    ]
    bare = replace(known.rulebook, rules=())
    card = replace(card, abilities=tuple(plain))
    alone = Thing("it", card, "", "", bare.in_play, None, None, (0, 0), {})
    table = ReplayTable(Situation(bare, (), (alone,), ()))
    view = View(table, starting_board(table, ReplayInstances({})))
    return "it" in table.named(view.select(carried))
