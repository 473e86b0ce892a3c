"""Objects that change zones are new ones there: what goes along, what is dropped, what ends."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.trees import with_operands
from layerlaw.solver.certificate.history import known
from layerlaw.solver.certificate.history.table import is_about, of_targets_alone
from layerlaw.solver.facts.situation import NOWHERE, RULES, ResolvedEffect, Thing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.algebra.trees import Operand
    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.events import Place
    from layerlaw.solver.certificate.history.states import State
    from layerlaw.solver.certificate.history.table import PlayedTable


def leave(table: PlayedTable, id: str, zone: str, state: State | None = None) -> None:
    """The object goes to the zone, or where an effect sends it instead.

    state: the complete state by which that is decided, if it is not the one now.
    """
    to = destination(table, id, zone, state)
    if to != table.things[id].zone:
        change_zone(table, id, to, state=state)


def destination(table: PlayedTable, id: str, zone: str, state: State | None) -> str:
    """Where the object goes that would go to the zone. What is turned goes as its front face."""
    if not table.says(lambda node: isinstance(node, a.Redirect)):
        return zone
    state = state or table.state()
    to, by = state.goes(id, zone)
    if table.things[id].front is not None and _by_a_rule(by):
        before = state.situation
        things = (
            replace(one, card=one.front or one.card, front=None) if one.id == id else one
            for one in before.things
        )
        turned = table.state_of(replace(before, things=tuple(things)))
        other, by = turned.goes(id, zone)
        to = other if _by_a_rule(by) else zone
    return to


def _by_a_rule(effect: str) -> bool:
    return not effect or effect.startswith(f"{RULES}.")


def change_zone(
    table: PlayedTable,
    id: str,
    zone: str,
    place: Place | None = None,
    state: State | None = None,
) -> None:
    """The object is a new one in that zone. Clause: SORC-DUR-1."""
    left_in = table.rulebook.left_in
    if state is None and any(one.zone in left_in for one in table.on_it(id)):
        state = table.state()
    known.note(table, [*_leaving(table, id)], state)
    _become_new(table, id, zone, place, state)


def _leaving(table: PlayedTable, id: str) -> Iterator[str]:
    """The object, and what goes along with it."""
    yield id
    for thing in table.on_it(id):
        if thing.zone != table.rulebook.in_play:
            yield from _leaving(table, thing.id)


def _become_new(
    table: PlayedTable, id: str, zone: str, place: Place | None, state: State | None
) -> None:
    rulebook = table.rulebook
    old = table.things[id]
    card = old.front or old.card
    card = card.unchosen or card
    into_play = zone == rulebook.in_play
    was_in_play = table.playing(id) or old.zone == NOWHERE
    on_it = table.on_it(id)
    new = Thing(
        id,
        card,
        old.owner,
        controller(card, old.owner) if into_play else old.owner,
        zone,
        place if into_play else old.place,
        None,
        table.now,
        entering(rulebook, card) if into_play else {},
        fresh=into_play,
        came_from=old.zone or rulebook.in_play,
    )
    table.renew(new)
    for thing in on_it:
        if thing.zone == rulebook.in_play:
            table.put(replace(table.things[thing.id], bearer=None))
    forget(table, id, left_play=was_in_play)
    for chooser in table.choosers.pop(id, []):
        chose = table.things[chooser]
        if chose.choice == id and chose.card.unchosen is not None:
            table.put(replace(chose, card=chose.card.unchosen, choice=None))
    for thing in on_it:
        if thing.zone != rulebook.in_play:
            kept_in = rulebook.left_in.get(table.things[thing.id].zone)
            to = zone if kept_in is None else destination(table, thing.id, kept_in, state)
            _become_new(table, thing.id, to, None, state)


def controller(card: Card, player: str) -> str:
    """Who controls the card in play, before effects: whoever put it there, or nobody."""
    return "" if card.uncontrolled else player


def entering(rulebook: Rulebook, card: Card) -> dict[str, int]:
    """The counters with which it enters: one kind for each number that counters stand for."""
    every = rulebook.characteristics.values()
    return {one.name: card.numbers.get(one.name, 0) for one in every if one.counted}


def forget(table: PlayedTable, id: str, *, left_play: bool) -> None:
    """Effects that have resolved know nothing of the new object; some end with the old one."""

    def after(effect: ResolvedEffect) -> ResolvedEffect | None:
        if not is_about(effect, id):
            return effect
        ends_with_it = (
            left_play
            and effect.source == id
            and not effect.orphaned
            and lasts_with_its_source(table, effect)
        )
        if ends_with_it or effect.id == f"{id}.copy" or without_targets(table, effect, id):
            return None
        return _without(effect, id)

    table.change(after)


def lasts_with_its_source(table: PlayedTable, effect: ResolvedEffect) -> bool:
    """Whether it ends as its source leaves play. Policy `no duration`."""
    until = effect.ability.until
    if until is None:
        return table.policy("no duration") == "source"
    return isinstance(until, a.SourceLeaves)


def without_targets(table: PlayedTable, effect: ResolvedEffect, gone: str = "") -> bool:
    """Whether it is about targets alone, and none is left; gone: one that is a new object."""
    if not effect.targets or not of_targets_alone(effect.ability):
        return False
    return all(one == gone or one in effect.over_for or table.hidden(one) for one in effect.targets)


def _without(effect: ResolvedEffect, id: str) -> ResolvedEffect:
    def others(ids: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(one for one in ids if one != id)

    def unrecorded(_: a.Instruction, operand: Operand) -> Operand:
        if isinstance(operand, a.Recorded):
            return a.Recorded(tuple(pair for pair in operand.numbers if pair[0] != id))
        return operand

    return replace(
        effect,
        ability=with_operands(effect.ability, unrecorded),
        targets=others(effect.targets),
        locked=tuple(None if ids is None else others(ids) for ids in effect.locked),
        over_for=effect.over_for - {id},
        withheld=frozenset(pair for pair in effect.withheld if pair[0] != id),
        orphaned=effect.orphaned or effect.source == id,
    )
