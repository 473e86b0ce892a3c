"""The oracle's entry: `answer` plays a whole scenario and returns plain values to compare."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from layerlaw.model.algebra import Ability
from layerlaw.model.scenarios.events import ExpectNow, Play
from layerlaw.model.scenarios.scenario import Scenario
from oracle.board import (
    Board,
    Disregard,
    Permit,
    numbers_with_base,
    player_names,
    set_names,
    status_names,
    title,
)
from oracle.candidates import TooBig
from oracle.derive import Answer, derive, fates
from oracle.history import happen
from oracle.permissions import Question, may
from oracle.selectors import controller_of
from oracle.settling import carry_out_checks, state_after_event
from oracle.simultaneous import with_existence
from oracle.world import RULES, World, new_world, settled

Plain = int | str | bool | frozenset[str] | tuple[str | Ability, ...] | None

PlainMark = tuple[object, ...]
"""("can" or "can't", action, passive, objects or None, effect id), ("ignores", action, passive,
sources or None, effect id), or ("goes", to, instead of, effect id)."""


@dataclass(frozen=True)
class State:
    """One complete state of all objects that events have not hidden, and of the players.

    characteristics: (object id, characteristic) -> number or None, frozenset of words, player or
    None, bool for a status, under "abilities" keywords (sorted), then abilities without one (sorted
    by repr), under "zone" the zone. marks: object id -> marks. may: the answers to `questions`.
    """

    characteristics: Mapping[tuple[str, str], Plain]
    marks: Mapping[str, frozenset[PlainMark]]
    may: Mapping[Question, bool]


Variations = tuple[State | None, State | None]


@dataclass(frozen=True)
class OracleAnswer:
    """The state after the last event, before what dies of it leaves.

    edges: layer id -> pairs of effect ids, the first depends on the second, when the layer began.
    turns: layer id -> (effect id, "applied" or "lost"), in order. state: the final state, or the
    first answer, or in a paradox the starting board. fates: object id -> verdict of the state-based
    check. answers, loose: where effects apply at the same time, the answers in their order, and
    the fixed points that lift themselves. variations: in a paradox, if asked, what comes out where
    some effects do not exist, and where they do; None where nothing comes to rest.
    """

    edges: Mapping[str, frozenset[tuple[str, str]]]
    turns: Mapping[str, tuple[tuple[str, str], ...]]
    state: State
    fates: Mapping[str, str]
    answers: tuple[State, ...] = ()
    loose: tuple[State, ...] = ()
    variations: Variations = (None, None)

    @property
    def characteristics(self) -> Mapping[tuple[str, str], Plain]:
        """The characteristics of the final state."""
        return self.state.characteristics


def answer(
    scenario: Scenario,
    readings: Mapping[str, str] | None = None,
    varied: Collection[str] = (),
) -> OracleAnswer:
    """Play the scenario's history under its readings and these, which prevail.

    varied: the effects, by their ids, that a paradox's `variations` are about. Raises `TooBig`
    where the history goes on from a paradox.
    """
    state = last_state(scenario, readings)
    shown = plain_answer(state)
    if state.answers and not state.answers.boards and varied:
        first, second = (
            with_existence(state.answers.world, dict.fromkeys(varied, there))
            for there in (False, True)
        )
        shown = replace(shown, variations=(_plain(first), _plain(second)))
    return shown


def last_state(scenario: Scenario, readings: Mapping[str, str] | None = None) -> Answer:
    """The state after the last event, before what dies of it leaves."""
    chosen = {**scenario.readings, **(readings or {})}
    rulebook = settled(scenario.rulebook, chosen)
    world = new_world(rulebook, scenario.players, scenario.active)
    state = derive(world)
    events = [each for each in scenario.play if not isinstance(each, ExpectNow)]
    for moment, event in enumerate(events, start=1):
        last = happen(world, event, moment)
        state = state_after_event(world)
        if moment < len(events):
            torn = state.answers is not None and not state.answers.boards
            if torn and (rulebook.checks or not all(isinstance(one, Play) for one in events)):
                raise TooBig("what reads a paradox on the way is not for the oracle to tell")
            carry_out_checks(world, state, last)
    return state


def _plain(board: Board | None) -> State | None:
    return None if board is None else plain_state(board.with_floors())


def plain_answer(derivation: Answer) -> OracleAnswer:
    """The derivation as plain values, taken now, before anything leaves play."""
    found = derivation.answers
    return OracleAnswer(
        edges=dict(derivation.edges),
        turns=dict(derivation.turns),
        state=plain_state(derivation.board),
        fates={object: verdict for object, (verdict, _) in fates(derivation).items()},
        answers=tuple(plain_state(each) for each in derivation.states) if found else (),
        loose=tuple(plain_state(each.with_floors()) for each in found.loose) if found else (),
    )


def plain_state(board: Board) -> State:
    """The board as plain values."""
    world = board.world
    characteristics: dict[tuple[str, str], Plain] = {}
    marks: dict[str, frozenset[PlainMark]] = {}
    for object in world.things:
        if not world.hidden(object):
            characteristics.update(plain_object(object, board))
        marks[object] = frozenset(plain_marks(object, board))
    return State(characteristics, marks, {each: may(each, board) for each in questions(world)})


def plain_object(object: str, board: Board) -> dict[tuple[str, str], Plain]:
    """The final characteristics of one object; players have no counters."""
    world = board.world
    bare = world.things[object].stands_in
    plain: dict[tuple[str, str], Plain] = {(object, "zone"): world.things[object].zone}
    for each in world.rulebook.characteristics.values():
        if each.kind == "number" and not (bare and each.counter):
            plain[object, each.name] = board.numbers[object, each.name]
    for name in numbers_with_base(world):
        plain[object, f"base {name}"] = board.numbers[object, f"base {name}"]
    for name in set_names(world):
        plain[object, name] = board.sets[object, name]
    for name in player_names(world):
        is_controller = name == world.rulebook.control
        player = controller_of(object, board) if is_controller else board.players[object, name]
        plain[object, name] = player
    for name in status_names(world):
        plain[object, name] = board.statuses[object, name]
    plain[object, "abilities"] = () if board.is_disabled(object) else plain_abilities(object, board)
    return plain


def plain_abilities(object: str, board: Board) -> tuple[str | Ability, ...]:
    """Keywords sorted, then the abilities without one, sorted by their repr."""
    abilities = [instance.ability for instance in board.abilities[object]]
    keywords = sorted(title(each) for each in abilities if each.keyword)
    texts = sorted((each for each in abilities if each.keyword is None), key=repr)
    return (*keywords, *texts)


def plain_marks(object: str, board: Board) -> Iterator[PlainMark]:
    """The marks on an object."""
    for mark in board.marks[object]:
        if isinstance(mark, Permit):
            can = "can" if mark.allowed else "can't"
            yield (can, mark.action, mark.passive, mark.reach, mark.by[0])
        elif isinstance(mark, Disregard):
            said = (mark.action, mark.passive, mark.sources, mark.partner)
            yield ("ignores", *said, mark.by[0])
        else:
            yield ("goes", mark.to, mark.instead_of, mark.by[0])


def questions(world: World) -> Iterator[Question]:
    """What is asked of every state: all actions, of what is not hidden and of players."""
    objects = [
        each
        for each in world.things
        if each != RULES and "@" not in each and not world.hidden(each)
    ]
    for active, passive in sorted(world.rulebook.actions.items()):
        for place, who in enumerate(objects):
            other = objects[(place + 1) % len(objects)]
            for to in (None, other):
                yield Question(who, active, False, to)
                yield Question(who, passive, True, to)
