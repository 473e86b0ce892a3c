"""Two objects that are exiled and come back as one, told to the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.certificate.history.aspects import (
    BEARER,
    CARD,
    COUNTERS,
    FRONT,
    MELDED,
    OWNER,
    PUT_BY,
    ZONE,
)
from layerlaw.solver.certificate.history.entering import enter_play, enter_with_statuses
from layerlaw.solver.certificate.history.leaving import (
    become_new,
    counters_on,
    go,
    put_by,
    sent_to,
)
from layerlaw.solver.certificate.history.remembered import last_copiable
from layerlaw.solver.certificate.history.states import CannotHappen

if TYPE_CHECKING:
    from layerlaw.model.cards.card import Card
    from layerlaw.model.scenarios.events import Meld
    from layerlaw.solver.certificate.history.proceedings import Proceedings
    from layerlaw.solver.certificate.history.states import ReplayedState


def meld(known: Proceedings, event: Meld) -> None:
    """Both go where the rulebook says; the two cards of a pair come back as one permanent.

    Clauses: CR-701.42a to c, CR-712.14c.
    """
    first, second, made = event.object, event.other, event.card
    word = known.rulebook.melding[event.word]
    known.need_in_play(first, second)
    state = known.state()
    _whose(known, state, first, second)
    seen = [last_copiable(state, id) for id in (first, second)]
    if {one.melds_into for one in seen} != {made.name} or seen[0].name == seen[1].name:
        raise CannotHappen(f"{first} and {second} are no two cards that meld into {made.name}")
    real = all(_is_card_of(known, id, made) for id in (first, second))
    for id in (first, second):
        known.place += 1
        go(known, id, word.through, state)
    if not real or any(known.of(id, ZONE) != word.through for id in (first, second)):
        return
    known.place += 1
    faces: list[Card] = [known.of(id, CARD) for id in (first, second)]
    to = sent_to(known, first, known.rulebook.in_play)
    if to != known.rulebook.in_play:
        for id in (first, second):
            if known.of(id, ZONE) != to:
                become_new(known, id, to)
        return
    become_new(known, second, word.zone)
    become_new(known, first, to)
    known.tell(second, {BEARER: known.log.named(first)})
    owner = known.of(first, OWNER)
    known.tell(
        first,
        {
            CARD: made,
            FRONT: faces[0],
            MELDED: faces[1],
            PUT_BY: put_by(made, owner),
            COUNTERS: counters_on(known.rulebook, made),
        },
    )
    enter_with_statuses(known, first)
    enter_play(known, first, owner, (), None)


def _whose(known: Proceedings, state: ReplayedState, *ids: str) -> None:
    """One player owns and controls them."""
    whose = {state.controller(id) for id in ids} | {known.of(id, OWNER) for id in ids}
    if len(whose) > 1:
        raise CannotHappen(f"{' and '.join(ids)} are not one player's")


def _is_card_of(known: Proceedings, id: str, made: Card) -> bool:
    """Whether the card that stands for it, whatever it is a copy of, is one of that pair."""
    thing = known.thing(id)
    card = thing.above or thing.front or thing.card
    return card.melds_into == made.name and not card.token
