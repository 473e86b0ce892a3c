"""What carries an object: whether anything does as it enters, and whether it can."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra import Ability
from layerlaw.model.cards.printed import matches_print
from layerlaw.model.errors import Where
from layerlaw.model.notation.printing import print_selector
from layerlaw.model.scenarios.events import Play
from layerlaw.solver.derivation.derive import derive
from layerlaw.solver.effects.context import no_effect
from layerlaw.solver.effects.evaluate import scoped
from layerlaw.solver.facts.situation import Situation, Thing
from layerlaw.solver.play.announced import placed

if TYPE_CHECKING:
    from layerlaw.model.algebra import Selector
    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.play.table import GameTable


def bearer_of_entrant(table: GameTable, event: Play, targets: tuple[str, ...]) -> str | None:
    """The bearer that the object enters with: its first target, if it is printed as carried.

    What is chosen behind `on` for nothing is noted.
    """
    if not event.targets and event.place is None and not event.copies:
        carried_by = table.rulebook.carried
        fits = carried_by and matches_print(carried_by, event.card, as_it_enters=True) is not False
        if fits and is_carried(table, event.card):
            table.note_idle(event.id, "enters carried by nobody: no `on` says who carries it")
    chosen = targets[0] if targets else None
    carried = chosen is not None and is_carried(table, event.card)
    if carried and chosen in table.players and table.rulebook.carried_players:
        return chosen
    if carried and chosen in table.things and table.playing(chosen):
        check_bearer(table, event.id, chosen, event.where)
        return chosen
    speaks = any(printed.has_targets for _, printed in placed(event.card, "on entry"))
    if chosen is not None and not speaks and not event.copies:
        what = f"{chosen} is not in play" if carried else f"{event.card.name} is not carried"
        table.note_idle(event.id, f"is carried by nobody, though it entered on {chosen}: {what}")
    return None


def check_bearer(table: GameTable, id: str, bearer: str, where: Where) -> None:
    """Raise `BadInput` unless the bearer is a player or something that carries. SORC-CARRY-3."""
    carriers = table.rulebook.carriers
    if bearer in table.players or carriers is None or table.surely_is(bearer, carriers):
        return
    if not _selects(table.derivation(), carriers, bearer):
        card = table.things[bearer].card.name
        message = f"'{bearer}' ({card}) cannot carry '{id}'"
        by = print_selector(carriers, table.rulebook.plurals)
        raise table.refuse(where, message, f"something that carries ({by})")


def check_no_circle(table: GameTable, id: str, bearer: str, where: Where) -> None:
    """Raise `BadInput` if the bearer is the object, or is carried by it, directly or not."""
    above: str | None = None if bearer in table.players else bearer
    if table.rulebook.carried_circles:
        above = id if bearer == id else None
    while above is not None:
        if above == id:
            by = "" if bearer == id else f", which '{bearer}' is carried by"
            message = f"'{bearer}' cannot carry '{id}'{by}: nothing is attached to itself"
            raise table.refuse(where, message, f"something that '{id}' does not carry")
        above = None if above in table.players else table.things[above].bearer


def is_carried(table: GameTable, card: Card) -> bool:
    """Whether cards of these printed types are carried. Clause: SORC-CARRY-2."""
    return table.rulebook.kept(_is_carried, card)


def _is_carried(rulebook: Rulebook, card: Card) -> bool:
    if rulebook.carried is None:
        return False
    # Keywords may say that it is; what they do, and all else, matters only when it is in play.
    keywords = tuple(
        replace(printed, ability=Ability(printed.ability.keyword))
        for printed in card.abilities
        if printed.ability.keyword
    )
    bare_card = replace(card, abilities=keywords)
    probe = Thing("it", bare_card, "", "", rulebook.in_play, None, None, (0, 0), {})
    bare = rulebook.cache.of_value(_without_effects, rulebook, None)
    return _selects(derive(Situation(bare, (), (probe,), ())), rulebook.carried, "it")


def _without_effects(rulebook: Rulebook, _: None) -> Rulebook:
    """The rulebook by which nothing has any effect."""
    return replace(rulebook, layers=(), rules=(), checks=())


def _selects(answer: Answer, selector: Selector, id: str) -> bool:
    select = scoped(selector, no_effect(answer.world, answer.instances))
    return bool(select(answer.board, -1) >> answer.index(id) & 1)
