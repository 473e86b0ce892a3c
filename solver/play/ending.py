"""Ends what a complete state ends: lost marks, durations that are over, members that left."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra import ControllersNextTurn, Member, Target, UntilFact
from layerlaw.model.algebra.trees import conjuncts
from layerlaw.solver.board.columns import Board
from layerlaw.solver.board.kinds import NO_OBJECTS
from layerlaw.solver.effects.context import Instances, context_of, no_effect, speaks_of_it
from layerlaw.solver.effects.evaluate import condition, scope_reads, scoped
from layerlaw.solver.effects.world import World
from layerlaw.solver.play.falling import let_fall
from layerlaw.solver.play.kept_copies import note_copies
from layerlaw.solver.play.resolved_effects import lent_by

if TYPE_CHECKING:
    from layerlaw.model.algebra import Instruction
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.situation import ResolvedEffect
    from layerlaw.solver.play.table import GameTable


def settle(table: GameTable) -> None:
    """Remove marks, end durations and drop things until the complete state ends nothing more."""
    while _lose_marks(table) or _let_members_go(table) or _end_durations(table) or let_fall(table):
        pass
    _note_who_joined(table)
    note_copies(table)
    table.settle_conditions()


def reached(table: GameTable, effect: ResolvedEffect) -> tuple[str, ...]:
    """The objects that an effect is applied to in the complete state."""
    derivation = table.derivation()
    ids = {part.id for part in table.parts(effect)}
    objects = 0
    for run in derivation.runs:
        for turn in run.turns:
            if turn.part.id in ids and turn.seen is not None:
                for scope, _ in turn.seen:
                    objects |= scope
    return derivation.world.ids(objects)


# --- marks ------------------------------------------------------------------------------------


def could_lose(table: GameTable, id: str, keyword: str) -> bool:
    """Whether the object has the keyword by print, or by an effect that has resolved.

    Where the state has no single answer it could.
    """
    thing = table.things[id]
    printed = any(entry.ability.keyword == keyword for entry in table.form(id).abilities)
    if printed and keyword not in thing.without:
        return True
    givers = [table.effects[number] for number in table.effects.giving(keyword)]
    for number in table.effects.lending():
        effect = table.effects[number]
        if any(
            one.found is None or any(each.keyword == keyword for each in one.found)
            for one in lent_by(effect)
        ):
            givers.append(effect)
    givers = [effect for effect in givers if (id, keyword) not in effect.withheld]
    if not givers:
        return False
    answer = table.derivation()
    return answer.verdict != "settled" or any(id in reached(table, effect) for effect in givers)


def _lose_marks(table: GameTable) -> bool:
    """A keyword kept by a mark is gone for good once the object does not have it.

    Clauses: SORC-STEALTH-1, SORC-WARD-1.
    """
    lost: list[tuple[str, str]] = []
    for keyword in table.rulebook.marks:
        printed = table.marked_at_risk(keyword)
        givers = [table.effects[number] for number in table.effects.giving(keyword)]
        if not printed and not givers:
            continue
        answer = table.derivation()
        marked = dict.fromkeys(printed)
        for effect in givers:
            for id in reached(table, effect):
                if (id, keyword) not in effect.withheld:
                    marked[id] = None
        # A player, or a card out of play, may be given a keyword, but bears no marks.
        shown = [
            id for id in marked if id in table.things and table.playing(id) and not table.hidden(id)
        ]
        kept = _keeping(table, keyword)
        lost += [
            (id, keyword)
            for id in shown
            if not table.has_keyword(id, keyword) or not kept >> answer.index(id) & 1
        ]
    for id, keyword in lost:
        table.lose_for_good(id, keyword)
        table.note(id, f"loses its {keyword} mark", table.rulebook.keyword_clause(keyword))
    return bool(lost)


def _keeping(table: GameTable, keyword: str) -> int:
    """The objects that keep a mark of that keyword, going by what they are now."""
    who = table.rulebook.mark_on.get(keyword)
    if who is None:
        return -1
    answer = table.derivation()
    select = scoped(who, no_effect(answer.world, answer.instances))
    return select(answer.board, -1)


# --- who has joined ---------------------------------------------------------------------------


def _note_who_joined(table: GameTable) -> None:
    """Records who is in the open sets: for what joins one its effect begins now.

    Policy `timestamp in an open set: of joining`; otherwise nothing is derived.
    """
    there = (effect for effect in table.effects if effect.id not in table.left_out)
    effects = table.open_sets.open_among(there)
    inside = [(effect, _inside(table, effect)) for effect in effects]
    sources = {effect.id: effect.source for effect in effects}
    for id, objects in table.open_sets.note(inside, table.timestamp).items():
        if objects:
            why = table.rulebook.clause_of("timestamp in an open set")
            what = f"begins for {', '.join(objects)}"
            table.note_effect(id, sources.get(id, ""), what, why, objects)


def _inside(table: GameTable, effect: ResolvedEffect) -> tuple[str, ...]:
    """As `reached`; nothing is derived where zones and owners tell, for no effect changes these."""
    if effect.ability.condition is not None:
        return reached(table, effect)
    world = World(table.situation)
    board, instances, objects = Board({}), Instances(), NO_OBJECTS
    for part in table.parts(effect):
        context = context_of(world, instances, part)
        allowed = world.reaches["anything"] & ~world.mask(part.over_for)
        for instruction, lock in zip(part.ability.instructions, part.locked, strict=True):
            if lock is not None:
                objects |= world.mask(lock) & allowed
            elif scope_reads(instruction.scope, context):
                return reached(table, effect)
            else:
                objects |= scoped(instruction.scope, context)(board, -1) & allowed
    return world.ids(objects)


# --- durations that last until something is so --------------------------------------------------


def _end_durations(table: GameTable) -> bool:
    """Ends what lasted until a fact, by object, and what lost its targets; returns whether any."""
    what = "ends, for it has no target left"
    changed = table.end(table.stirred(), table.has_lost_its_targets, what)
    timed = table.effects.by_facts()
    if not timed:
        return changed
    answer = table.derivation()
    for number in timed:
        effect = table.effects[number]
        after = _after_facts(table, answer, effect)
        changed = changed or after != effect
        table.effects.put(number, after)

    def over(effect: ResolvedEffect) -> bool:
        return _is_over(answer, effect) or table.has_lost_its_targets(effect)

    return table.end(timed, over, "ends, for what it lasted until is so") or changed


def _after_facts(table: GameTable, answer: Answer, effect: ResolvedEffect) -> ResolvedEffect:
    """The effect without the objects for which its fact has become true."""
    until = effect.ability.until
    if not isinstance(until, UntilFact) or not speaks_of_it(until.condition):
        return effect
    test = condition(until.condition, context_of(answer.world, answer.instances, effect))
    now = {object for object in reached(table, effect) if test(answer.board, answer.index(object))}
    return replace(effect, over_for=effect.over_for | now)


def end_for_controlled(table: GameTable, player: str) -> None:
    """Ends, for what the player controls now, what lasts until its controller's next turn."""
    answer = table.derivation()
    control = answer.rulebook.control
    for number in table.effects.by_turns():
        effect = table.effects[number]
        if isinstance(effect.ability.until, ControllersNextTurn):
            ids = reached(table, effect)
            now = {id for id in ids if answer.board.value(control, answer.index(id)) == player}
            table.effects.put(number, replace(effect, over_for=effect.over_for | now))


def _is_over(answer: Answer, effect: ResolvedEffect) -> bool:
    """Whether a fact that does not mention `it` is true."""
    until = effect.ability.until
    if not isinstance(until, UntilFact) or speaks_of_it(until.condition):
        return False
    test = condition(until.condition, context_of(answer.world, answer.instances, effect))
    return test(answer.board, -1)


# --- members that leave -------------------------------------------------------------------------


def _let_members_go(table: GameTable) -> bool:
    """Ends effects on members that are hidden or no longer of a type that the effect names.

    Policy `members leave: zone or type`; with `zone` an object leaves an effect only as a new one.
    """

    def gone(values: tuple[str, ...]) -> dict[int, tuple[str, ...]]:
        if values != ("zone or type",):
            return {}
        every = table.effects.numbers()
        return {number: left for number in every if (left := _left(table, table.effects[number]))}

    kept = table.rulebook.decided(("members leave",), gone)
    for number, left in kept.items():
        effect = table.effects[number]
        why = table.rulebook.clause_of("members leave")
        what = f"is over for {', '.join(left)}"
        table.note_effect(effect.id, effect.source, what, why, left)
        over_for = effect.over_for.union(left)
        table.effects.put(number, replace(effect, over_for=over_for))
    return bool(kept)


def _left(table: GameTable, effect: ResolvedEffect) -> tuple[str, ...]:
    """The objects that leave the effect: members, in the order kept."""
    left: dict[str, None] = {}
    for instruction, lock in zip(effect.ability.instructions, effect.locked, strict=True):
        members = lock
        if members is None:
            targeting = any(isinstance(part, Target) for part in conjuncts(instruction.scope))
            members = effect.targets if targeting else ()
        for id in members:
            known = id in table.things and id not in effect.over_for
            if known and (table.hidden(id) or not _is_of_types(table, id, instruction)):
                left[id] = None
    return tuple(left)


def _is_of_types(table: GameTable, id: str, instruction: Instruction) -> bool:
    """Whether the object has every type that the instruction names by `and` or nouns."""
    named = [
        part
        for part in conjuncts(instruction.scope)
        if isinstance(part, Member) and part.characteristic == table.rulebook.types
    ]
    if all(table.surely_is(id, one) for one in named):
        return True
    answer = table.derivation()
    types = answer.board.column(table.rulebook.types)
    return all(types.get(one.word, 0) >> answer.index(id) & 1 for one in named)
