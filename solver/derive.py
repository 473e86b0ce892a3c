"""From a situation to its derivation: every layer in turn, then the state-based checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.abilities import Instances
from layerlaw.solver.checks import fates
from layerlaw.solver.derivation import Derivation
from layerlaw.solver.observe import Observer
from layerlaw.solver.order import LayerOrder, LayerRun
from layerlaw.solver.parts import Effects
from layerlaw.solver.printed import starting_board
from layerlaw.solver.trial import Trials
from layerlaw.solver.world import World

if TYPE_CHECKING:
    from collections.abc import Callable

    from layerlaw.solver.board import Board
    from layerlaw.solver.situation import Situation


def derive(
    situation: Situation, *, prune: bool = True, stop: Callable[[], None] | None = None
) -> Derivation:
    """Apply every effect of the situation, layer by layer, and read off the state-based checks.

    prune: leave out trials whose outcome is known from what the parts read (same answer).
    stop: called before every turn, to report progress or to raise what ends the work.
    Clauses: SORC-CLOCK-1, SORC-SBA-1.
    """
    world = World(situation)
    instances = Instances()
    start = starting_board(world, instances)
    effects = Effects(world, instances)
    observer = Observer(effects)
    trials = Trials(observer, prune=prune)
    board = start
    runs: list[LayerRun] = []
    for layer in range(len(world.rulebook.layers)):
        run = LayerOrder(observer, trials, layer).run(board, stop)
        if run is not None:
            runs.append(run)
            board = run.end
    late = too_late(effects, observer, runs, board)
    return Derivation(
        situation,
        world,
        instances,
        start,
        tuple(runs),
        board,
        fates(world, instances, board),
        late=late,
    )


def too_late(
    effects: Effects, observer: Observer, runs: list[LayerRun], board: Board
) -> tuple[tuple[str, str], ...]:
    """Granted effects with a part in a layer that was over when they came: (effect, layer id)."""
    had_a_turn = {(run.layer, turn.part.id) for run in runs for turn in run.turns}
    layers = effects.world.rulebook.layers
    return tuple(
        (part.id, layer.id)
        for number, layer in enumerate(layers)
        for part in effects.standing(number, board)
        if part.effect.giver is not None
        and (number, part.id) not in had_a_turn
        and observer.exists(part, board)
    )
