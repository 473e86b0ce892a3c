"""From a situation to its derivation: every layer in turn, then the state-based checks."""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.collecting import uncollected
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.board.columns import bits
from layerlaw.solver.board.kinds import LayerNumber
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.derivation.checks import fates
from layerlaw.solver.derivation.course import Course, Waiting
from layerlaw.solver.derivation.layer_step import LayerStep
from layerlaw.solver.effects.context import Instances
from layerlaw.solver.effects.effects import Effects
from layerlaw.solver.effects.evaluate import condition
from layerlaw.solver.effects.relevance import abilities_of, reads_at_checks, static_abilities_of
from layerlaw.solver.effects.starting_board import starting_board
from layerlaw.solver.effects.world import World
from layerlaw.solver.facts.situation import HeldCondition, Situation, names_of
from layerlaw.solver.layers.ahead import observer_of
from layerlaw.solver.layers.carried import early_of, may_bring_about_taking
from layerlaw.solver.layers.machine import LayerMachine
from layerlaw.solver.layers.procedure import (
    ALL_SHORT_CUTS,
    NO_SHORT_CUTS,
    POLICIES,
    ShortCuts,
    procedure_in,
    short_cuts_of,
)
from layerlaw.solver.layers.runs import LayerRun
from layerlaw.solver.layers.side_by_side import run_together

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.effects.effects import Effects
    from layerlaw.solver.facts.records import Happening
    from layerlaw.solver.facts.situation import Situation
    from layerlaw.solver.layers.observe import Observer

MANY = 3_000
"""Of so many objects so much is made that looking for garbage takes a third of the time."""


@checked()
def derive(
    situation: Situation,
    *,
    prune: bool | ShortCuts = True,
    stop: Callable[[], None] | None = None,
) -> Answer:
    """Apply every effect of the situation, layer by layer, and read off the state-based checks.

    prune: whether short cuts are taken, or which; the answer is the same without
    (docs/shortcuts.md).
    stop: called before every turn, to report progress or to raise what ends the work.
    Where conditions are read at the checks, the derivation's situation has those that hold in it
    `on`; raises `LayerlawError` if they never settle.
    Clauses: SORC-CLOCK-1, SORC-SBA-1.

    >>> from layerlaw import load_scenario, shipped_scenarios, solve
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> from layerlaw.solver import derive
    >>> from layerlaw.solver.shell.testing import state
    >>> state(derive(solve(load_scenario(path)).situation))["F"]["power"]
    3
    """
    rulebook = situation.rulebook
    if rulebook.in_doubt:
        rulebook.note_table(abilities_of(situation), static_abilities_of(situation))
    if rulebook.policy("process") != "layered":
        from layerlaw.solver.derivation.simultaneous import settle

        return settle(situation, prune=prune is not False, stop=stop)
    short_cuts = short_cuts_of(prune)
    last: list[Layers] = []

    def derived(now: Situation) -> tuple[Effects, Board]:
        last[:] = [_apply_layers(now, short_cuts, stop)]
        # Marks of what can be done are nothing that a condition looks at.
        return last[0].observer.effects, last[0].course.so_far

    with uncollected(len(situation.things) >= MANY):
        if reads_at_checks(situation):
            situation = settled(situation, derived)
            [layers] = last
        else:
            layers = _apply_layers(situation, short_cuts, stop)
        return _answer(situation, layers, short_cuts)


def derived_once(situation: Situation) -> Answer:
    """As `derive`, with the conditions `on` that the situation says, whether or not they hold."""
    if situation.rulebook.policy("process") != "layered":
        return derive(situation)
    return _answer(situation, _apply_layers(situation, ALL_SHORT_CUTS, None), ALL_SHORT_CUTS)


def _answer(situation: Situation, layers: Layers, short_cuts: ShortCuts) -> Answer:
    """What the layers come to."""
    effects, course = layers.observer.effects, layers.course
    if not situation.rulebook.in_doubt:
        course.can_run(partial(_run_again, situation, short_cuts))
    return Answer(
        situation,
        effects.world,
        effects.instances,
        layers.start,
        course,
        fates(effects.world, effects.instances, course.so_far, course.marks),
        late=too_late(layers),
    )


def _run_again(situation: Situation, short_cuts: ShortCuts) -> tuple[LayerRun, ...]:
    """The runs of all layers."""
    with uncollected(len(situation.things) >= MANY):
        return _apply_layers(situation, short_cuts, None).course.runs


@dataclass(frozen=True, slots=True)
class Layers:
    """All layers run, from a situation's starting board to the end.

    runs: those that are over, with those that wait; over: how many layers are.
    """

    observer: Observer
    start: Board
    runs: tuple[LayerRun | Waiting, ...]
    over: int
    course: Course


def _apply_layers(
    situation: Situation, short_cuts: ShortCuts, stop: Callable[[], None] | None
) -> Layers:
    world = World(situation)
    instances = Instances()
    board = start = starting_board(world, instances)
    observer = observer_of(Effects(world, instances))
    rulebook = world.rulebook
    unsure = rulebook.unsure(*POLICIES)
    begun = observer.begun
    runs: list[LayerRun | Waiting] = []
    # Who wants to be told of every turn gets all of it at once.
    may_wait = (
        (stop is None or rulebook.in_doubt)
        and short_cuts == ALL_SHORT_CUTS
        and not world.constants.places_between
    )
    layers = tuple(map(LayerNumber, range(len(rulebook.layers))))

    def takes_back(*layers: LayerNumber) -> bool:
        """Whether anything could be taken back in the layers that was done early."""
        early = begun.early.values()
        return any(one.maker.instance >= 0 for one in early) and (
            any(one.takes for one in early)
            or any(
                may_bring_about_taking(part, world)
                for layer in layers
                for part in effects.parts_in(layer)
            )
        )

    def apply(layer: LayerNumber, board: Board) -> LayerRun | None:
        here = rulebook.layers[layer]
        taken = short_cuts
        if here.between or takes_back(layer):
            # Of the short cuts only these know of what is taken back with an ability.
            read_sets, commuting = short_cuts.read_sets, short_cuts.commuting and not here.between
            taken = replace(NO_SHORT_CUTS, read_sets=read_sets, commuting=commuting)
        if unsure:
            run = run_together(observer, layer, board, taken, stop)
        else:
            procedure = rulebook.kept(procedure_in, here)
            run = LayerMachine(observer, layer, procedure, short_cuts=taken).run(board, stop)
        if run is not None and here.early:
            for turn in run.turns:
                if turn.seen is not None:
                    done = begun.early.values()
                    did = early_of(turn.part, turn.seen, turn.before, done, world)
                    begun.early[turn.part.identity] = did
        return run

    effects = observer.effects
    effects.look_at(board)
    for layer in layers:
        if not effects.any_in(layer):
            continue
        if (
            layer > effects.acts_until
            and may_wait
            and not takes_back(*layers[layer:])
            and effects.named_apart(layers[layer:])
        ):
            # What is left only marks what can be done, which no effect looks at.
            runs.append(partial(_rest, apply, layers[layer:], effects, board))
            return Layers(observer, start, tuple(runs[:-1]), layer, Course(tuple(runs), board))
        if (
            may_wait
            and not unsure
            and not takes_back()
            and layer > world.constants.early_until
            and effects.only_idle_rules_in(layer, board)
        ):
            # What the rules have to say here is nothing; that it is said can wait.
            runs.append(partial(_idle_rules, observer, layer, board))
            continue
        if rulebook.in_doubt:
            step = LayerStep(observer, board, partial(apply, layer, board))
            run = rulebook.joined(step).run
        else:
            run = apply(layer, board)
        if run is not None:
            runs.append(run)
            board = run.end
            effects.look_at(board)
    over = tuple(runs)
    return Layers(observer, start, over, len(layers), Course(over, board))


def _idle_rules(observer: Observer, layer: LayerNumber, board: Board) -> tuple[LayerRun, ...]:
    """The run of a layer in which rules alone had turns, and changed nothing.

    What was granted since, too late for the layer, is none of it.
    """
    rulebook = observer.world.rulebook
    procedure = rulebook.kept(procedure_in, rulebook.layers[layer])
    run = LayerMachine(observer, layer, procedure, admits=observer.effects.is_rule).run(board)
    return () if run is None else (run,)


def _rest(
    apply: Callable[[LayerNumber, Board], LayerRun | None],
    layers: Sequence[LayerNumber],
    effects: Effects,
    board: Board,
) -> tuple[LayerRun, ...]:
    """The runs of the last layers, from this board on."""
    runs: list[LayerRun] = []
    for layer in layers:
        run = apply(layer, board) if effects.any_in(layer) else None
        if run is not None:
            runs.append(run)
            board = run.end
            effects.look_at(board)
    return tuple(runs)


def too_late(layers: Layers) -> tuple[tuple[str, str], ...]:
    """Granted effects with a part in a layer that was over when they came: (effect, layer id)."""
    observer, board = layers.observer, layers.course.so_far
    effects = observer.effects
    if not effects.instances.any_granted:
        return ()
    # In layers that wait nothing granted has had a turn.
    runs = [run for run in layers.runs if isinstance(run, LayerRun)]
    had_a_turn = {(run.layer, turn.part.id) for run in runs for turn in run.turns}
    return tuple(
        (part.id, effects.world.rulebook.layers[number].id)
        for number in map(LayerNumber, range(layers.over))
        for part in effects.standing(number, board)
        if part.effect.giver is not None
        and not part.ahead
        and (number, part.id) not in had_a_turn
        and observer.exists(part, board)
    )


def _reduced(answer: Answer) -> tuple[Callable[..., Answer], tuple[object, ...]]:
    """Pickled, an answer is what it is the answer to: it is derived again when it is loaded."""
    if answer.whole is not None:
        return _state, (answer.whole, answer.number)
    return _derived_again, (answer.situation, answer.chronicle, answer.scenario)


def _derived_again(
    situation: Situation, chronicle: tuple[Happening, ...], scenario: Scenario | None
) -> Answer:
    return replace(derive(situation), chronicle=chronicle, scenario=scenario)


def _state(whole: Answer, number: int) -> Answer:
    return whole.states[number]


copyreg.pickle(Answer, _reduced)


class UnsettledConditions(LayerlawError):
    """Conditions that turn one another on and off without end."""


def holding(effects: Effects, board: Board) -> frozenset[HeldCondition]:
    """The effects whose ability an object has where it works, and whose condition holds.

    On what is disabled no ability works.
    """
    held: set[HeldCondition] = set()
    disabled = 0
    for status in effects.world.rulebook.disabling:
        disabled |= board.column(status).get(True, 0)
    for instance, holders in effects.held(board):
        tree = effects.instances[instance].ability.condition
        if tree is None:
            continue
        for holder in bits(holders & ~disabled):
            test = condition(tree, effects.context(instance, holder))
            if test(board, -1):
                held.add(effects.at_check(instance, holder))
    return frozenset(held)


def settled(
    situation: Situation, derived: Callable[[Situation], tuple[Effects, Board]]
) -> Situation:
    """The situation with the set `on` that the complete state it leads to agrees with.

    derived: works a situation out. Raises `UnsettledConditions` when a set of conditions comes
    back, with the effects that go on and off.
    """
    seen = [situation.on]
    while True:
        now = holding(*derived(situation))
        if now == situation.on:
            return situation
        if now in seen:
            again = seen[seen.index(now) :]
            restless = frozenset().union(*again).difference(frozenset.intersection(*again))
            raise UnsettledConditions(
                "the conditions of these effects turn one another on and off without end: "
                + ", ".join(names_of(restless).values())
            )
        seen.append(now)
        situation = replace(situation, on=now)
