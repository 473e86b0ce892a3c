"""One order of a layer, followed turn by turn as a rule says who of those that may goes next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.solver.certainty.orders.layer_states import Handle, LayerState
    from layerlaw.solver.certainty.orders.transition_system import TransitionSystem

Choose = Callable[["LayerState", Sequence["Handle"]], "Handle | None"]
"""Who of those that may goes next, by a state and its options, oldest first; None: nobody."""


def walk(
    system: TransitionSystem, state: LayerState, choose: Choose, turns: list[Handle]
) -> LayerState:
    """The state in which nothing is pending any more, or nobody is chosen.

    turns: every turn is appended, also one at which a number grows without end; for that
    `LayerlawError` is raised.
    """
    while state.pending:
        handle = choose(state, system.options(state)[1])
        if handle is None:
            break
        turns.append(handle)
        state = system.step(state, handle).state
    return state


def by_rank(ranks: Mapping[Handle, int]) -> Choose:
    """Always the one with the least rank; those without a rank come last."""
    return lambda _, options: min(options, key=lambda one: (ranks.get(one, len(ranks)), one))


def by_names(system: TransitionSystem, names: Sequence[str]) -> Choose:
    """Always the effect whose id is named first; those that are not named go last, oldest first."""
    places = {name: place for place, name in enumerate(names)}
    return lambda state, options: min(
        options, key=lambda one: places.get(system.id(one, state), len(places))
    )


def along(path: Sequence[Handle]) -> Choose:
    """These turns one after another, up to one that may not be."""
    left = iter(path)

    def choose(_: LayerState, options: Sequence[Handle]) -> Handle | None:
        handle = next(left, None)
        return handle if handle in options else None

    return choose


def woven(
    paths: Mapping[Handle, list[Handle]],
    ranks: Mapping[Handle, int],
    until: frozenset[Handle] = frozenset(),
    path: Sequence[Handle] = (),
) -> Choose:
    """Every group as its own path says, of several paths the turn with the least rank.

    paths: for each effect the path of its group, which is used up. until: the walk ends when the
    one `path` is used up and all of these may go.
    """
    least = by_rank(ranks)

    def choose(state: LayerState, options: Sequence[Handle]) -> Handle | None:
        if until and not path and until.issubset(options):
            return None
        fitting = [handle for handle in options if paths.get(handle, [])[:1] == [handle]]
        if not fitting:
            return None
        handle = least(state, fitting)
        assert handle is not None
        del paths[handle][0]
        return handle

    return choose


def ranks_of(path: Sequence[Handle]) -> dict[Handle, int]:
    """The place of each effect in an order; of one that has several turns the first."""
    ranks: dict[Handle, int] = {}
    for place, handle in enumerate(path):
        ranks.setdefault(handle, place)
    return ranks


def paths_of(
    groups: Sequence[Sequence[Handle]], paths: Sequence[Sequence[Handle]]
) -> dict[Handle, list[Handle]]:
    """For each effect the path of its group; one list for each group."""
    left = [list(path) for path in paths]
    return {handle: left[n] for n, group in enumerate(groups) for handle in group}
