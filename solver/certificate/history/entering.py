"""Cards that enter a zone or resolve as spells, what enters as a copy, and what has a bearer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra import Ability, CopyOf
from layerlaw.model.algebra.trees import with_operations
from layerlaw.model.cards.card import as_copied, chosen_for
from layerlaw.model.cards.printed import matches_print
from layerlaw.solver.certificate.history.arriving import arrive, entering_with
from layerlaw.solver.certificate.history.aspects import (
    BEARER,
    CARD,
    CHOICE,
    CHOSEN,
    COPIED,
    COUNTERS,
    ENTERED,
    FRESH,
    OWNER,
    PLACE,
    PUT_BY,
    ZONE,
)
from layerlaw.solver.certificate.history.leaving import become_new, counters_on, go, put_by
from layerlaw.solver.certificate.history.making import Resolution, as_they_come, copies_in, resolve
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
    from layerlaw.model.algebra import Arrival, Instruction, Operation
    from layerlaw.model.cards.card import Card, Use
    from layerlaw.model.scenarios.events import Play
    from layerlaw.solver.certificate.history.log import Facts
    from layerlaw.solver.certificate.history.proceedings import PrintedAt, Proceedings
    from layerlaw.solver.certificate.history.remembered import Meant
    from layerlaw.solver.facts.situation import Timestamp


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
    card = chosen_for(card, event.choosing)
    spell = printed_as(card, "resolves")
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
            ),
        )
    else:
        bearer = _bearer(known, event, card, targets)
        enters = printed_as(card, "enters") if event.copying is not None else []
        original = _copied(known, event, enters) if enters else None
        _enter(known, event, card, known.rulebook.in_play, bearer)
        besides: tuple[Arrival, ...] = ()
        if original is not None:
            enters, original, besides = _with_exceptions(known, event, original, enters)
            _as_a_copy(known, event, original, enters)
        enter_play(known, event.id, event.player, targets, event.choosing, besides)


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


def _copied(known: Proceedings, event: Play, enters: list[PrintedAt]) -> Card | None:
    """What is copiable, right before it enters, of what it enters as a copy of, as it has it."""
    if event.copying is None:
        return None
    card = known.form(event.copying)
    if not left_by_copies(known.rulebook):
        known.need_in_play(event.copying)
    else:
        known.need_a_zone(event.copying)
        state = known.state()
        card = left_of(state.table.index[event.copying], state.board, state.table).card
    made = as_copied(card, event.choosing)
    operations = (
        operation
        for _, one in enters
        for instruction in one.ability.instructions
        for operation in instruction.operations
    )
    copying = next((one for one in operations if isinstance(one, CopyOf)), None)
    return made if copying is None else with_otherwise(made, copying)


def _as_a_copy(known: Proceedings, event: Play, card: Card, enters: list[PrintedAt]) -> None:
    """It has the copied form from its entry on, by an effect of its own."""
    known.tell(event.id, {COPIED: card, COUNTERS: counters_on(known.rulebook, card)})
    resolve(known, _entry_as_a_copy(known, event, card, enters))


def _entry_as_a_copy(
    known: Proceedings, event: Play, card: Card, enters: list[PrintedAt]
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
    known: Proceedings, event: Play, card: Card, enters: list[PrintedAt]
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
    known: Proceedings, event: Play, card: Card, enters: list[PrintedAt]
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


def enter_play(
    known: Proceedings,
    id: str,
    player: str,
    targets: tuple[str, ...],
    choice: str | None,
    besides: tuple[Arrival, ...] = (),
) -> None:
    """What it enters with, and does if it has that ability by then and is not disabled."""
    arrive(known, id, besides)
    entry = printed_as(known.form(id), "on entry")
    if not entry:
        return
    state = known.state()
    has = () if state.disabled(id) else state.abilities(id)
    resolve(
        known,
        Resolution(
            known.log.named(id),
            player,
            [(n, one) for n, one in entry if one.ability in has],
            f"{id}.entry",
            known.now,
            tuple(map(known.log.named, targets)),
            len(targets),
            choice,
            joint="",
        ),
    )


def move_to_zone(known: Proceedings, id: str, zone: str) -> None:
    """The object goes to a zone; what comes into play so does what it does on entry."""
    known.need_a_zone(id)
    was_in_play = known.playing(id)
    go(known, id, zone)
    if known.playing(id) and not was_in_play:
        enter_play(known, id, known.of(id, OWNER), (), None)


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
