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
    late = tuple(
        (part.id, world.rulebook.layers[layer].id)
        for layer in range(len(world.rulebook.layers))
        for part in effects.standing(layer, board)
        if part.effect.giver is not None
        and observer.exists(part, board)
        and not any(
            run.layer == layer and any(turn.part.id == part.id for turn in run.turns)
            for run in runs
        )
    )
    return Derivation(
        situation,
        world,
        instances,
        start,
        tuple(runs),
        board,
        fates(world, instances, board),
    )
