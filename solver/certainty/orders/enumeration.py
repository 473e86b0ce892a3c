"""Every order of a few items that keeps all constraints, found by python-constraint."""

from __future__ import annotations

from math import factorial
from typing import TYPE_CHECKING, TypeVar

from layerlaw.model.arguments import checked

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

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
    """
    items = tuple(items)
    needs = _needs(items, before)
    if not items:
        if all(predicate(()) for predicate in holds):
            yield ()
        return
    if _cyclic(needs):
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
        return last not in earlier and needs[last].issubset(earlier)

    for place in places:
        problem.addConstraint(fits, places[: place + 1])
    for predicate in holds:
        problem.addConstraint(_of_items(items, predicate), places)
    for found in problem.getSolutionIter():
        yield tuple(items[found[place]] for place in places)


@checked(Item="object")
def count(items: Sequence[Item], before: Iterable[tuple[Item, Item]] = ()) -> int:
    """How many orders `admissible` gives without predicates; they are not enumerated.

    before: pairs of which the first comes earlier in every order.
    """
    items = tuple(items)
    needs = _needs(items, before)
    if _cyclic(needs):
        return 0
    # Items that nothing connects are shuffled freely: a multinomial of the parts' own numbers.
    total, placed = 1, 0
    for part in _parts(needs):
        placed += len(part)
        shuffles = factorial(placed) // (factorial(len(part)) * factorial(placed - len(part)))
        total *= shuffles * _orders_of(part, needs)
    return total


def _needs(items: tuple[Item, ...], before: Iterable[tuple[Item, Item]]) -> list[set[int]]:
    """For each item the numbers of those that have to stand before it."""
    number = {item: place for place, item in enumerate(items)}
    needs: list[set[int]] = [set() for _ in items]
    for first, then in before:
        if first in number and then in number:
            needs[number[then]].add(number[first])
    return needs


def _cyclic(needs: list[set[int]]) -> bool:
    done: set[int] = set()
    while len(done) < len(needs):
        free = [i for i, need in enumerate(needs) if i not in done and need <= done]
        if not free:
            return True
        done.update(free)
    return False


def _parts(needs: list[set[int]]) -> Iterator[list[int]]:
    """The items in groups that no constraint connects with each other."""
    near: list[set[int]] = [set(need) for need in needs]
    for item, need in enumerate(needs):
        for other in need:
            near[other].add(item)
    seen: set[int] = set()
    for start in range(len(needs)):
        if start in seen:
            continue
        part, waiting = [], [start]
        seen.add(start)
        while waiting:
            item = waiting.pop()
            part.append(item)
            waiting += sorted(near[item] - seen)
            seen |= near[item]
        yield sorted(part)


def _orders_of(part: list[int], needs: list[set[int]]) -> int:
    """How many orders these items have, by how many ways lead to each set of the first ones."""
    bit = {item: 1 << place for place, item in enumerate(part)}
    masks = [(bit[item], sum(bit[need] for need in needs[item])) for item in part]
    ways = {0: 1}
    for _ in part:
        longer: dict[int, int] = {}
        for placed, number in ways.items():
            for own, need in masks:
                if not placed & own and need & placed == need:
                    longer[placed | own] = longer.get(placed | own, 0) + number
        ways = longer
    return sum(ways.values())


def _of_items(
    items: tuple[Item, ...], predicate: Callable[[tuple[Item, ...]], bool]
) -> Callable[..., bool]:
    """The predicate, asked with the numbers of the items."""
    return lambda *order: predicate(tuple(items[number] for number in order))
