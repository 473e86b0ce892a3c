"""The oracle's entry: `answer` plays a whole scenario and returns plain values to compare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from layerlaw.model.algebra import Ability, Gain, UntilFact
from layerlaw.model.scenario import Scenario
from oracle.board import Allowance, Board, player_names, set_names, status_names
from oracle.derive import Derivation, derive, fates
from oracle.history import forgo, happen, has_nothing_left, leave
from oracle.selectors import View, controller_of, holds, mentions_it
from oracle.world import World, settled

Plain = int | str | bool | frozenset[str] | tuple[str | Ability, ...] | None


@dataclass(frozen=True)
class OracleAnswer:
    """The state after the last event, before what dies of it leaves.

    edges: layer id -> pairs of effect ids, the first depends on the second, when the layer began.
    turns: layer id -> (effect id, "applied" or "lost"), in order. characteristics: (object id,
    characteristic) -> number or None, frozenset of words, player or None, bool for a status, and
    under "abilities" keywords (sorted), then abilities without one (sorted by repr); objects in
    play only. fates: object id -> verdict of the state-based check. permissions: object id ->
    (action, allowed, objects or None).
    """

    edges: Mapping[str, frozenset[tuple[str, str]]]
    turns: Mapping[str, tuple[tuple[str, str], ...]]
    characteristics: Mapping[tuple[str, str], Plain]
    fates: Mapping[str, str]
    permissions: Mapping[str, frozenset[Allowance]]


def answer(scenario: Scenario, readings: Mapping[str, str] | None = None) -> OracleAnswer:
    """Play the scenario's history under its readings and these, which prevail."""
    chosen = {**scenario.readings, **(readings or {})}
    rulebook = settled(scenario.rulebook, chosen)
    world = World(rulebook, scenario.players, scenario.active)
    state = derive(world)
    for moment, event in enumerate(scenario.play, start=1):
        happen(world, event, moment)
        state = state_after(world)
        shown = plain_answer(state)
        while fates(state):
            for object, (_, zone) in fates(state).items():
                leave(world, object, zone)
            state = state_after(world)
    return shown if scenario.play else plain_answer(state)


def state_after(world: World) -> Derivation:
    """The derivation in which no duration ends any more."""
    derivation = derive(world)
    while lose_marks(world, derivation) or end_durations(world, derivation):
        derivation = derive(world)
    return derivation


def lose_marks(world: World, derivation: Derivation) -> bool:
    """Whatever does not have a keyword for which it had a mark has lost the mark for good."""
    board = derivation.board
    lost = False
    for keyword in world.rulebook.marks:
        for thing in world.things.values():
            if not world.in_play(thing.id):
                continue
            printed = any(each.ability.keyword == keyword for each in thing.form.abilities)
            marked = printed and keyword not in thing.forgone
            for resolved in world.resolved:
                given = gives(resolved.effect.ability, keyword) and not resolved.over
                withheld = ((thing.id, thing.life), keyword) in resolved.withheld
                applied = thing.id in derivation.course.reached.get(resolved.effect.id, set())
                marked = marked or (given and applied and not withheld)
            held = [each.ability.keyword for each in board.abilities[thing.id]]
            if marked and (keyword not in held or board.is_disabled(thing.id)):
                forgo(world, thing.id, keyword)
                lost = True
    return lost


def gives(ability: Ability, keyword: str) -> bool:
    """Whether an effect of the ability lets something gain the keyword."""
    return any(
        isinstance(operation, Gain) and operation.ability.keyword == keyword
        for instruction in ability.instructions
        for operation in instruction.operations
    )


def end_durations(world: World, derivation: Derivation) -> bool:
    """End what lasts until a fact holds in the complete derivation; whether anything ended."""
    ended = False
    for resolved in world.resolved:
        until = resolved.effect.ability.until
        if not isinstance(until, UntilFact) or resolved.over:
            continue
        if not mentions_it(until.condition):
            if holds(until.condition, View(derivation.board, resolved.effect)):
                resolved.over = True
                ended = True
            continue
        for object in derivation.course.reached.get(resolved.effect.id, set()):
            chosen = (object, world.things[object].life)
            view = View(derivation.board, resolved.effect, object)
            if chosen not in resolved.over_for and holds(until.condition, view):
                resolved.over_for.add(chosen)
                ended = True
        if has_nothing_left(world, resolved):
            resolved.over = True
    return ended


def plain_answer(derivation: Derivation) -> OracleAnswer:
    """The derivation as plain values, taken now, before anything leaves play."""
    board = derivation.board
    in_play = [object for object in board.world.things if board.world.in_play(object)]
    characteristics: dict[tuple[str, str], Plain] = {}
    for object in in_play:
        characteristics.update(plain_object(object, board))
    return OracleAnswer(
        edges=dict(derivation.edges),
        turns=dict(derivation.turns),
        characteristics=characteristics,
        fates={object: verdict for object, (verdict, _) in fates(derivation).items()},
        permissions={object: board.permissions[object] for object in in_play},
    )


def plain_object(object: str, board: Board) -> dict[tuple[str, str], Plain]:
    """The final characteristics of one object."""
    world = board.world
    plain: dict[tuple[str, str], Plain] = {}
    for each in world.rulebook.characteristics.values():
        if each.kind == "number":
            plain[object, each.name] = board.numbers[object, each.name]
    for name in set_names(world):
        plain[object, name] = board.sets[object, name]
    for name in player_names(world):
        is_controller = name == "controller"
        player = controller_of(object, board) if is_controller else board.players[object, name]
        plain[object, name] = player
    for name in status_names(world):
        plain[object, name] = board.statuses[object, name]
    plain[object, "abilities"] = () if board.is_disabled(object) else plain_abilities(object, board)
    return plain


def plain_abilities(object: str, board: Board) -> tuple[str | Ability, ...]:
    """Keywords sorted, then the abilities without one, sorted by their repr."""
    abilities = [instance.ability for instance in board.abilities[object]]
    keywords = sorted(each.keyword for each in abilities if each.keyword is not None)
    texts = sorted((each for each in abilities if each.keyword is None), key=repr)
    return (*keywords, *texts)
