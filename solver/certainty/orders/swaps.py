"""Orders by swaps of neighbours: of effects in connected pieces, those of few swaps first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from layerlaw.solver.board.columns import Maker

Name = TypeVar("Name", str, int, "Maker")
Item = TypeVar("Item")


def pieces(joined: Mapping[Name, Iterable[Name]]) -> list[tuple[Name, ...]]:
    """The connected pieces of a graph, each sorted, in the order of their first members."""
    near: dict[Name, set[Name]] = {name: set() for name in joined}
    for name, others in joined.items():
        for other in others:
            near[name].add(other)
            near[other].add(name)
    found = []
    seen: set[Name] = set()
    for name in sorted(joined):
        if name in seen:
            continue
        piece = {name}
        fresh = [name]
        while fresh:
            new = near[fresh.pop()] - piece
            piece |= new
            fresh += new
        seen |= piece
        found.append(tuple(sorted(piece)))
    return found


def pieces_of_pairs(pairs: Iterable[Iterable[Name]]) -> list[tuple[Name, ...]]:
    """The connected pieces of these pairs; as `pieces`."""
    joined: dict[Name, list[Name]] = {}
    for pair in pairs:
        first, second = sorted(pair)
        joined.setdefault(first, []).append(second)
        joined.setdefault(second, [])
    return pieces(joined)


@dataclass(frozen=True, slots=True)
class NeighbourSwap(Generic[Item]):
    """An order of the members of every piece, reached from another by a swap of two neighbours.

    swaps: by how many swaps it departs from the first order. first, second: the two that were
    swapped, as they stood before.
    """

    before: tuple[tuple[Item, ...], ...]
    after: tuple[tuple[Item, ...], ...]
    swaps: int
    first: Item
    second: Item


def by_swaps(start: Iterable[tuple[Item, ...]]) -> Iterator[NeighbourSwap[Item]]:
    """Every other order of the members of every piece, once, those of few swaps first."""
    origin = tuple(start)
    queue = [(origin, 0)]
    seen = {origin}
    for before, swaps in queue:
        for after, first, second in _neighbours(before):
            if after not in seen:
                seen.add(after)
                queue.append((after, swaps + 1))
                yield NeighbourSwap(before, after, swaps + 1, first, second)


def _neighbours(
    order: tuple[tuple[Item, ...], ...],
) -> Iterator[tuple[tuple[tuple[Item, ...], ...], Item, Item]]:
    """The orders one swap away, with the two that are swapped."""
    for number, members in enumerate(order):
        for place in range(len(members) - 1):
            first, second = members[place : place + 2]
            swapped = (*members[:place], second, first, *members[place + 2 :])
            yield (*order[:number], swapped, *order[number + 1 :]), first, second


def replaced(
    places: Iterable[Sequence[Item]], order: Iterable[Sequence[Item]]
) -> Iterator[tuple[Item, Item]]:
    """For every place, by the member that had it first, the member that has it in that order."""
    for had, have in zip(places, order, strict=True):
        yield from zip(had, have, strict=True)
