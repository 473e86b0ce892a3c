"""What stands in a paradox: the decisions that do not wait for any that have no state.

Components of the reading relation are solved upstream first. One without a state is passed by, with
everything that reads it; of what is left as little as possible is then without value.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.board.columns import ABILITIES, BASE, FIXED, NAME, PERMISSIONS
from layerlaw.solver.together.apart import joined
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
    from layerlaw.solver.together.graph import Group, Knot
    from layerlaw.solver.together.search import Search

MOST = 256
"""So many states of what stands are told apart; with more of them nothing is said of any."""

Part = tuple[State, "frozenset[Candidate | Deed]"]
"""A state with the decisions of a group, as far as they have one, and those that have none."""


@dataclass(frozen=True, slots=True)
class Rest:
    """One state of what stands. stuck: the effects of the components that have none in it.

    without: the cells that have no value in it.
    """

    state: State
    stuck: tuple[str, ...]
    without: frozenset[Cell]


class TooMany(LayerlawError):
    """There are more than `MOST` states of what stands."""


def rests(search: Search, stands: Callable[[State], bool], shown: Shown) -> tuple[Rest, ...]:
    """The states of what stands, those with the fewest cells without value.

    stands: whether what is decided in a state is grounded. Of two states one goes if it leaves more
    cells without value than the other one, and all of those too. Raises `LayerlawError` where there
    are more than `MOST` of them, or it takes too many guesses to find them.
    """
    # What stands is told by what is read, whichever way that could still change.
    root = State(search.candidates, search.plain, directed=False)
    if not root.propagate():
        return ()
    groups = WaitingDecisions(root, search.candidates.all, search.plain.deeds).groups()
    parts: list[list[Part]] = []
    for group in groups:
        parts.append(_parts(search, root, group, stands))
        if prod(map(len, parts)) > MOST:
            raise TooMany
    by_board: dict[object, Rest] = {}
    for chosen in product(*parts):
        state = joined(root, [(g, part[0]) for g, part in zip(groups, chosen, strict=True)])
        state.rebuild()
        stuck = frozenset().union(*(part[1] for part in chosen))
        rest = Rest(state, _effects(stuck), without_value(state, shown))
        by_board.setdefault((canonical(state.partial.board), rest.without), rest)
    return tuple(
        one
        for one in by_board.values()
        if not any(other.without < one.without for other in by_board.values())
    )


def _parts(
    search: Search, root: State, group: Group, stands: Callable[[State], bool]
) -> list[Part]:
    """The states of what stands of a group, with the decisions that have none.

    Raises `TooMany` where there are more than `MOST`.
    """
    parts: list[Part] = []
    guesses = [search.guesses]
    stack: list[Part] = [(root, frozenset())]
    while stack:
        if len(parts) > MOST:
            raise TooMany
        state, stuck = stack.pop()
        waiting = WaitingDecisions(state, group.candidates, group.deeds)
        knots = waiting.sources(waiting.downstream(stuck))
        if not knots:
            parts.append((state, stuck))
            continue
        solved: list[tuple[Knot, list[State]]] = []
        for knot in knots:
            found = [one for one in search.component(state, knot, guesses) if stands(one)]
            if found:
                solved.append((knot, found))
            else:
                stuck |= {*knot.candidates, *knot.deeds}
        if prod(len(found) for _, found in solved) > MOST:
            raise TooMany
        made: list[Part] = []
        for chosen in product(*(found for _, found in solved)):
            one = joined(state, list(zip((knot for knot, _ in solved), chosen, strict=True)))
            if one.propagate():
                made.append((one, stuck))
        stack += reversed(made)
    return parts


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
