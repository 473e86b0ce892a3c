"""What enters as a copy: what it copies, by which abilities, and with which exceptions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from layerlaw.model.algebra import Ability, CopyOf, EnterAsCopy, Identified, Instruction, Self
from layerlaw.model.algebra.trees import with_operations
from layerlaw.model.cards.card import PrintedAbility, as_copied, turned
from layerlaw.solver.certificate.history.arriving import copies_said, entering_with
from layerlaw.solver.certificate.history.aspects import (
    CHOICE,
    COPIED,
    COUNTERS,
)
from layerlaw.solver.certificate.history.ends import end
from layerlaw.solver.certificate.history.leaving import counters_on
from layerlaw.solver.certificate.history.making import Resolution, as_they_come, copies_in, resolve
from layerlaw.solver.certificate.history.reading import as_they_read, printed_as
from layerlaw.solver.certificate.history.states import CannotHappen
from layerlaw.solver.certificate.replay.board import ones
from layerlaw.solver.certificate.replay.copied import left_by_copies, left_of
from layerlaw.solver.certificate.replay.otherwise import with_otherwise
from layerlaw.solver.certificate.replay.select import View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.model.algebra import Arrival, Operation
    from layerlaw.model.cards.card import Card
    from layerlaw.model.scenarios.events import NextCopy, Play
    from layerlaw.solver.certificate.history.proceedings import PrintedAt, Proceedings


class Entrant(NamedTuple):
    """What enters as a copy: its id, its player, and what was chosen for it."""

    id: str
    player: str
    choosing: str | None


def copied_at_entry(known: Proceedings, event: Play, copy: NextCopy) -> Card:
    """What is copiable, right before it enters, of what it enters as a copy of."""
    known.need_there(copy.of)
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


def those_it_has(known: Proceedings, id: str, enters: list[PrintedAt]) -> list[PrintedAt]:
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
        enters = those_it_has(known, id, printed_as(known.form(id), "enters"))
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


def created(
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
        choice=event.choosing,
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
    return View(state.table, state.board, id, choice=event.choosing)


def as_copies(
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
    while known.heard.copies_entering:
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
