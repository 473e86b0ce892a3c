"""What ends or is lost by itself after an event, on the complete state, in the oracle."""

from __future__ import annotations

from layerlaw.model.algebra import (
    Ability,
    Both,
    Gain,
    Instruction,
    Member,
    Noun,
    Selector,
    Target,
    UntilFact,
)
from oracle.derive import Answer, NeverSettles, derive, fates
from oracle.forms import forgo, forms_end, has_keyword
from oracle.joined import by_joining, look_who_joined, shares
from oracle.keeping import keep_copies
from oracle.permissions import Question, may
from oracle.resolving import has_nothing_left
from oracle.rest import come_to_rest, note_older
from oracle.rest import matters as rest_matters
from oracle.returning import give_back
from oracle.selectors import select
from oracle.values import holds, mentions_it
from oracle.view import View
from oracle.world import Chosen, Effect, Resolved, Stamp, World
from oracle.zones import attach, go


def state_after(world: World) -> Answer:
    """The derivation in which no duration ends any more."""
    derivation = derive(world)
    while (
        lose_marks(world, derivation)
        or members_leave(world, derivation)
        or end_durations(world, derivation)
        or drop(world, derivation)
    ):
        derivation = derive(world)
    if look_who_joined(world, derivation.course.reached):
        derivation = derive(world)
    known = world.copying
    keep_copies(world, derivation)
    if world.copying != known:
        derivation = derive(world)
    if derivation.course.on is not None:
        world.on = derivation.course.on
    return derivation


def state_after_event(world: World) -> Answer:
    """The same right after an event, and again when what stirred has come to rest."""
    note_older(world)
    if not rest_matters(world):
        come_to_rest(world)
    state = state_after(world)
    # Where nothing has changed since, another look would find the same.
    if come_to_rest(world) or by_joining(world) or world.copying:
        state = state_after(world)
    return after_giving_back(world, state)


def after_giving_back(world: World, state: Answer) -> Answer:
    """The state in which what was moved for a time is back, if its time is over."""
    while give_back(world):
        state = state_after(world)
    return state


def carry_out_checks(world: World, state: Answer, last: Stamp) -> None:
    """What the checks select goes where they say, until they select nothing."""
    rounds = 0
    while found := {id: fate for id, fate in fates(state).items() if "@" not in id}:
        rounds += 1
        if rounds > len(world.things):
            raise NeverSettles("checks")
        moment, place = max(last, world.now)
        for object, (_, zone) in found.items():
            place += 1
            world.now = (moment, place)
            go(world, object, zone, (moment, place), state.board)
        last = (moment, place)
        state = after_giving_back(world, state_after(world))


def drop(world: World, derivation: Answer) -> bool:
    """What is carried by what does not carry is dropped; whether anything was."""
    rulebook = world.rulebook
    if not rulebook.carried_drops or rulebook.carried is None:
        return False
    view = View(derivation.board)
    carriers, falls = rulebook.carriers, rulebook.carried_falls
    falling = [
        thing.id
        for thing in world.things.values()
        if thing.bearer is not None and not thing.below and world.in_play(thing.id)
        if (falls is not None and thing.id in select(falls, view))
        or (
            any(
                thing.id in select(who, view)
                and not may(Question(thing.id, action, to=thing.bearer), view.board)
                for action, who in rulebook.carried_cannot.items()
            )
        )
        or (
            carriers is not None
            and thing.bearer not in select(carriers, view)
            and thing.id in select(rulebook.carried, view)
        )
    ]
    for object in falling:
        attach(world, object, None)
    return bool(falling)


def lose_marks(world: World, derivation: Answer) -> bool:
    """Whatever does not have a keyword for which it had a mark has lost the mark for good."""
    board = derivation.board
    lost = False
    for keyword in world.rulebook.marks:
        for thing in world.things.values():
            if not world.in_play(thing.id) or world.hidden(thing.id):
                continue
            form = world.form(thing.id)
            printed = any(each.ability.keyword == keyword for each in form.abilities)
            marked = printed and keyword not in thing.forgone
            for resolved in world.resolved:
                given = gives(resolved.effect.ability, keyword) and not resolved.over
                withheld = ((thing.id, thing.life), keyword) in resolved.withheld
                applied = thing.id in reached_by(resolved, derivation, world)
                marked = marked or (given and applied and not withheld)
            keeps = has_keyword(thing.id, keyword, board)
            if keyword in world.rulebook.mark_on:
                keeps = keeps and thing.id in select(world.rulebook.mark_on[keyword], View(board))
            if marked and not keeps:
                forgo(world, thing.id, keyword)
                lost = True
    return lost


def reached_by(resolved: Resolved, derivation: Answer, world: World) -> set[str]:
    """What the effect was applied to, whenever it began for that."""
    reached = derivation.course.reached
    return {each for one in shares(resolved, world) for each in reached.get(one.key, set())}


def gives(ability: Ability, keyword: str) -> bool:
    """Whether an effect of the ability lets something gain the keyword."""
    return any(
        isinstance(operation, Gain) and operation.ability.keyword == keyword
        for instruction in ability.instructions
        for operation in instruction.operations
    )


def members_leave(world: World, derivation: Answer) -> bool:
    """Under `members leave: zone or type` what is hidden, or has lost a type that an instruction
    names which keeps to it, is over for the effect; whether anything was."""
    if world.policy("members leave") == "zone":
        return False
    left = False
    for resolved in world.resolved:
        if resolved.over:
            continue
        for place, instruction in enumerate(resolved.effect.ability.instructions):
            for chosen in kept_to(resolved.effect, place, instruction):
                object, life = chosen
                if world.things[object].life != life or chosen in resolved.over_for:
                    continue
                types = derivation.board.sets[object, world.rulebook.types]
                if world.hidden(object) or not types_named(instruction.scope, world) <= types:
                    resolved.over_for.add(chosen)
                    left = True
    return left


def kept_to(effect: Effect, place: int, instruction: Instruction) -> frozenset[Chosen]:
    """The objects that an instruction keeps to: its locked set, or the targets it speaks of."""
    locked = dict(effect.locked)
    if place in locked:
        return locked[place]
    return frozenset(effect.targets) if speaks_of_target(instruction.scope) else frozenset()


def speaks_of_target(selector: Selector) -> bool:
    """Whether the selector is about targets, by `and` and nouns."""
    match selector:
        case Target():
            return True
        case Noun(_, meaning):
            return speaks_of_target(meaning)
        case Both(inner):
            return any(speaks_of_target(each) for each in inner)
    return False


def types_named(selector: Selector, world: World) -> frozenset[str]:
    """The types that a selector names by `and` and nouns."""
    match selector:
        case Member(name, word) if name == world.rulebook.types:
            return frozenset([word])
        case Noun(_, meaning):
            return types_named(meaning, world)
        case Both(inner):
            return frozenset().union(*(types_named(each, world) for each in inner))
    return frozenset()


def end_durations(world: World, derivation: Answer) -> bool:
    """End what lasts until a fact holds in the complete derivation, and what has no target left;
    whether anything ended."""
    ended = False
    for resolved in world.resolved:
        if resolved.over:
            continue
        until = resolved.effect.ability.until
        if isinstance(until, UntilFact) and not mentions_it(until.condition):
            if holds(until.condition, View(derivation.board, resolved.effect)):
                resolved.over = True
                ended = True
                continue
        elif isinstance(until, UntilFact):
            for object in reached_by(resolved, derivation, world):
                chosen = (object, world.things[object].life)
                view = View(derivation.board, resolved.effect, object)
                if chosen not in resolved.over_for and holds(until.condition, view):
                    resolved.over_for.add(chosen)
                    ended = True
        if has_nothing_left(world, resolved):
            resolved.over = True
            ended = True
    forms_end(world)
    return ended
