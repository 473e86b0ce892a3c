"""What stands in a paradox: the decisions that do not wait for any that have no state.

Components of the reading relation are solved upstream first. One without a state is passed by, with
everything that reads it; of what is left as little as possible is then without value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.solver.board.columns import ABILITIES, BASE, FIXED, NAME, PERMISSIONS
from layerlaw.solver.together.deeds import Candidate
from layerlaw.solver.together.graph import WaitingDecisions
from layerlaw.solver.together.immediate_consequence import canonical
from layerlaw.solver.together.keys import ANY_ABILITY, NAMES
from layerlaw.solver.together.partial import controller_doubts
from layerlaw.solver.together.state import State

if TYPE_CHECKING:
    from collections.abc import Callable

    from layerlaw.solver.facts.records import Cell
    from layerlaw.solver.layers.cells import Shown
    from layerlaw.solver.together.deeds import Deed
    from layerlaw.solver.together.search import Search

MOST = 256
"""So many states of what stands are told apart; with more of them nothing is said of any."""


@dataclass(frozen=True, slots=True)
class Rest:
    """One state of what stands. stuck: the effects of the components that have none in it.

    without: the cells that have no value in it.
    """

    state: State
    stuck: tuple[str, ...]
    without: frozenset[Cell]


def rests(search: Search, stands: Callable[[State], bool], shown: Shown) -> tuple[Rest, ...]:
    """The states of what stands, those with the fewest cells without value; none if too many.

    stands: whether what is decided in a state is grounded. Of two states one goes if it leaves more
    cells without value than the other one, and all of those too.
    """
    # What stands is told by what is read, whichever way that could still change.
    root = State(search.candidates, search.plain, directed=False)
    if not root.propagate():
        return ()
    by_board: dict[object, Rest] = {}
    stack: list[tuple[State, frozenset[Candidate | Deed]]] = [(root, frozenset())]
    while stack:
        state, stuck = stack.pop()
        waiting = WaitingDecisions(state, search.candidates.all, search.plain.deeds)
        knot = waiting.first(waiting.downstream(stuck))
        if knot is None:
            rest = Rest(state, _effects(stuck), without_value(state, shown))
            by_board.setdefault((canonical(state.partial.board), rest.without), rest)
            if len(by_board) > MOST:
                return ()
            continue
        solved = [one for one in search.component(state, knot) if stands(one)]
        if not solved:
            stack.append((state, stuck | {*knot.candidates, *knot.deeds}))
        stack += [(one, stuck) for one in reversed(solved)]
    return tuple(
        one
        for one in by_board.values()
        if not any(other.without < one.without for other in by_board.values())
    )


def _effects(stuck: frozenset[Candidate | Deed]) -> tuple[str, ...]:
    ids = {
        one.effect.id if isinstance(one, Candidate) else one.candidate.effect.id for one in stuck
    }
    return tuple(sorted(ids))


def without_value(state: State, shown: Shown) -> frozenset[Cell]:
    """The cells that something which is not decided may still change."""
    world, partial = shown.world, state.partial
    masks: dict[str, int] = {}
    for name, kind in shown.kinds.items():
        if name in (NAME, ABILITIES, FIXED, PERMISSIONS):
            continue
        if name == world.rulebook.control:
            masks[name] = controller_doubts(partial, world)
        elif kind == "set":
            masks[name] = partial.doubtful(("any word", name))
        elif kind in ("number", "player", "status"):
            masks[name] = partial.doubtful((kind, name))
    for name in shown.characteristics:
        if name.startswith(BASE):
            masks[name] = partial.doubtful(("number", name))
        elif name in world.rulebook.statuses:
            masks[name] = partial.doubtful(("status", name))
    masks[NAME] = partial.doubtful(NAMES)
    masks[ABILITIES] = partial.doubtful(ANY_ABILITY)
    for deed in state.plain.deeds:
        operation = deed.prepared.operation
        if isinstance(operation, a.Permission | a.Ignore | a.Redirect):
            masks[PERMISSIONS] = masks.get(PERMISSIONS, 0) | state.open(deed)
        elif isinstance(operation, a.CantBeModified):
            masks[FIXED] = masks.get(FIXED, 0) | state.open(deed)
    objects = tuple(world.index.items())
    return frozenset(
        (object, name)
        for name, mask in masks.items()
        if mask
        for object, index in objects
        if mask >> index & 1
    )
