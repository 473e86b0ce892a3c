"""What a complete state ends: marks, memberships, durations, what is carried; who has joined."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.trees import conjuncts
from layerlaw.solver.certificate.history.joining import Joined, opens
from layerlaw.solver.certificate.history.table import keywords_of
from layerlaw.solver.certificate.history.using import move_to_zone
from layerlaw.solver.certificate.history.zones import without_targets
from layerlaw.solver.certificate.replay.words import speaks_of_it

if TYPE_CHECKING:
    from layerlaw.solver.certificate.history.states import State
    from layerlaw.solver.certificate.history.table import PlayedTable
    from layerlaw.solver.facts.situation import ResolvedEffect


def settle(table: PlayedTable) -> None:
    """Until the complete state ends nothing more."""
    while (
        _marks_are_lost(table)
        or _members_leave(table)
        or _durations_end(table)
        or _what_is_carried_falls(table)
    ):
        pass
    _note_who_joined(table)
    if table.policy("process") == "layered" and table.policy("condition read") == "at checks":
        table.on = table.state().situation.on if _conditional(table) else table.on


def _conditional(table: PlayedTable) -> bool:
    """Whether there is a condition that could hold."""
    return bool(table.on) or table.says(
        lambda node: isinstance(node, a.Ability) and node.condition is not None
    )


def give_back(table: PlayedTable) -> None:
    """What was moved until something leaves goes back, once that has left."""
    while True:
        over = [one for one in table.lent if table.lives[one.until] != one.lives[1]]
        if not over:
            return
        table.lent = [one for one in table.lent if one not in over]
        for one in over:
            if table.lives[one.object] == one.lives[0]:
                table.place += 1
                move_to_zone(table, one.object, one.zone)
        settle(table)


# --- marks --------------------------------------------------------------------------------------


def _marks_are_lost(table: PlayedTable) -> bool:
    """A keyword that a mark stands for is gone for good where the object does not have it."""
    lost = []
    for keyword in table.rulebook.marks:
        printed = [
            id
            for id, thing in table.things.items()
            if table.playing(id)
            and keyword not in thing.without
            and any(one.ability.keyword == keyword for one in table.form(id).abilities)
        ]
        givers = [effect for effect in table.effects if keyword in keywords_of(effect)]
        if not printed and not givers:
            continue
        state = table.state()
        marked = dict.fromkeys(printed)
        for effect in givers:
            reached = _reached(table, state, effect)
            marked.update((id, None) for id in reached if (id, keyword) not in effect.withheld)
        on = table.rulebook.mark_on.get(keyword)
        kept = None if on is None else state.selected(on)
        for id in marked:
            bears = id in table.things and table.playing(id) and not table.hidden(id)
            stays = state.has_keyword(id, keyword) and (kept is None or id in kept)
            if bears and not stays:
                lost.append((id, keyword))
    for id, keyword in lost:
        table.lose_for_good(id, keyword)
    return bool(lost)


def _reached(table: PlayedTable, state: State, effect: ResolvedEffect) -> list[str]:
    """The objects that the effect is applied to, in order of entry."""
    objects = state.reached(frozenset(part.id for part in table.parts(effect)))
    return [id for id in state.table.ids if id in objects]


# --- members, durations -------------------------------------------------------------------------


def _members_leave(table: PlayedTable) -> bool:
    """An effect is over for members that are hidden, or of another type. `members leave`."""
    if table.policy("members leave") != "zone or type":
        return False

    def after(effect: ResolvedEffect) -> ResolvedEffect:
        left = frozenset(_left(table, effect))
        return replace(effect, over_for=effect.over_for | left) if left else effect

    return table.change(after)


def _left(table: PlayedTable, effect: ResolvedEffect) -> list[str]:
    left = []
    for one, ids in zip(effect.ability.instructions, effect.locked, strict=True):
        parts = [*conjuncts(one.scope)]
        if ids is None:
            ids = effect.targets if any(isinstance(part, a.Target) for part in parts) else ()
        types = [
            part.word
            for part in parts
            if isinstance(part, a.Member) and part.characteristic == table.rulebook.types
        ]
        for id in ids:
            if id not in table.things or id in effect.over_for:
                continue
            own = {*table.state().words(id, table.rulebook.types)} if types else set()
            if table.hidden(id) or not {*types} <= own:
                left.append(id)
    return left


def _durations_end(table: PlayedTable) -> bool:
    """What has no target left ends, and what lasts until something is so."""
    changed = table.end(lambda effect: without_targets(table, effect))
    if not any(isinstance(one.ability.until, a.UntilFact) for one in table.effects):
        return changed
    state = table.state()

    def after(effect: ResolvedEffect) -> ResolvedEffect | None:
        until = effect.ability.until
        if not isinstance(until, a.UntilFact):
            return effect
        view = state.seen_by(effect)
        if not speaks_of_it(until.condition):
            return None if view.holds(until.condition) else effect
        reached = _reached(table, state, effect)
        over = {id for id in reached if view.holds(until.condition, state.bit(id))}
        effect = replace(effect, over_for=effect.over_for | over)
        return None if without_targets(table, effect) else effect

    return table.change(after) or changed


# --- what is carried, who has joined ------------------------------------------------------------


def _what_is_carried_falls(table: PlayedTable) -> bool:
    """What is carried by nothing that carries is dropped. Clause: SORC-CARRY-3."""
    rulebook = table.rulebook
    if not rulebook.carried_drops or rulebook.carried is None or rulebook.carriers is None:
        return False
    borne = [
        thing
        for thing in table.things.values()
        if thing.bearer is not None and table.playing(thing.id)
    ]
    if not borne:
        return False
    state = table.state()
    carried, carriers = state.selected(rulebook.carried), state.selected(rulebook.carriers)
    falling = [one for one in borne if one.id in carried and one.bearer not in carriers]
    for thing in falling:
        table.put(replace(thing, bearer=None))
    return bool(falling)


def _note_who_joined(table: PlayedTable) -> None:
    """Since when each effect applies to what is in its open sets."""
    if table.policy("process") != "layered":
        return
    if table.policy("timestamp in an open set") != "of joining":
        return
    effects = [effect for effect in table.effects if any(opens(effect))]
    if not effects:
        table.joined, table.joined_at = {}, table.now
        return
    state = table.state()
    joined: dict[tuple[str, tuple[int, int]], tuple[Joined, ...]] = {}
    for effect in effects:
        key = (effect.id, effect.timestamp)
        before = table.joined.get(key)
        known = {id: one.since for one in before or () for id in one.objects}
        late = effect.timestamp if before is None else table.now
        since = {id: known.get(id, late) for id in _reached(table, state, effect)}
        joined[key] = tuple(
            Joined(moment, frozenset(id for id in since if since[id] == moment))
            for moment in sorted({effect.timestamp, *since.values()})
        )
    table.joined, table.joined_at = joined, table.now
