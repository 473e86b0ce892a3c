"""What carries an object: whether anything does as it enters, and whether it can."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra import Ability
from layerlaw.model.cards.printed import matches_print
from layerlaw.solver.certificate.history.states import CannotHappen
from layerlaw.solver.certificate.replay.cells import starting_board
from layerlaw.solver.certificate.replay.instances import ReplayInstances
from layerlaw.solver.certificate.replay.select import View
from layerlaw.solver.certificate.replay.space import ReplayTable
from layerlaw.solver.facts.situation import Situation, Thing

if TYPE_CHECKING:
    from layerlaw.model.cards.card import Card
    from layerlaw.model.scenarios.events import Play
    from layerlaw.solver.certificate.history.proceedings import Proceedings


def bearer_of_entrant(
    known: Proceedings, event: Play, card: Card, targets: tuple[str, ...]
) -> str | None:
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
    if carriers is None or known.surely_is(bearer, carriers):
        return
    if bearer not in known.state().selected(carriers):
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
