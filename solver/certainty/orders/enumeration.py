"""Every order of a few items that keeps all constraints, found by python-constraint."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from layerlaw.model.arguments import checked
from layerlaw.solver.certainty.orders.linear_extensions import circular, linear_extensions

if TYPE_CHECKING:
    from collections.abc import Hashable

Item = TypeVar("Item", bound="Hashable")


@checked(Item="object")
def admissible(
    items: Sequence[Item],
    before: Iterable[tuple[Item, Item]] = (),
    holds: Iterable[Callable[[tuple[Item, ...]], bool]] = (),
) -> Iterator[tuple[Item, ...]]:
    """Every order of the items that keeps all constraints, one after another as asked for.

    items: no two equal. before: pairs (x, y) that say that x stands somewhere before y; pairs with
    anything else than items say nothing. holds: each is given a whole order and says whether it
    may be. The orders come in the lexicographic order that the order of `items` gives: it comes
    first itself if it is admissible. For small sets: 8 items that nothing orders take under a
    second; a predicate in `holds` can only be asked when an order is complete.

    Raises `WrongArgument` for anything but items that can be in a set, pairs of
    them and functions.

    >>> from layerlaw.solver.certainty.orders import admissible
    >>> list(admissible(["a", "b", "c"], before=[("b", "a")]))
    [('b', 'a', 'c'), ('b', 'c', 'a'), ('c', 'b', 'a')]
    """
    items = tuple(items)
    needs = _predecessors(items, before)
    if not items:
        if all(predicate(()) for predicate in holds):
            yield ()
        return
    if circular(needs):
        return
    import constraint

    # Variable n is what stands at place n. Nothing is looked up ahead, so that places are filled
    # and items are tried in their order; what may stand at a place is decided as it is filled,
    # and whatever has been placed can always be completed, so that no search is in vain.
    problem = constraint.Problem(constraint.OptimizedBacktrackingSolver(forwardcheck=False))
    places = range(len(items))
    problem.addVariables(places, list(reversed(places)))

    def fits(*placed: int) -> bool:
        *earlier, last = placed
        return last not in earlier and needs[items[last]].issubset(items[i] for i in earlier)

    for place in places:
        problem.addConstraint(fits, places[: place + 1])
    for predicate in holds:
        problem.addConstraint(_of_items(items, predicate), places)
    for found in problem.getSolutionIter():
        yield tuple(items[found[place]] for place in places)


@checked(Item="object")
def count(items: Sequence[Item], before: Iterable[tuple[Item, Item]] = ()) -> int:
    """How many orders `admissible` gives without predicates; they are not enumerated.

    items: no two equal.
    before: pairs of which the first comes earlier in every order.

    Raises `WrongArgument` for anything but items that can be in a set and pairs
    of them.

    >>> from layerlaw.solver.certainty.orders import count
    >>> count(["a", "b", "c"], before=[("b", "a")])
    3
    """
    needs = _predecessors(tuple(items), before)
    return 0 if circular(needs) else linear_extensions(needs, limit=sys.maxsize).number


def _predecessors(
    items: tuple[Item, ...], before: Iterable[tuple[Item, Item]]
) -> dict[Item, set[Item]]:
    """For each item those that have to stand before it."""
    needs: dict[Item, set[Item]] = {item: set() for item in items}
    for first, then in before:
        if first in needs and then in needs:
            needs[then].add(first)
    return needs


def _of_items(
    items: tuple[Item, ...], predicate: Callable[[tuple[Item, ...]], bool]
) -> Callable[..., bool]:
    """The predicate, asked with the numbers of the items."""
    return lambda *order: predicate(tuple(items[number] for number in order))
