"""Abstract instances: some effects, their layers and dependencies, and nothing else of a game."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

Order = tuple[int, ...]
"""The effects of an instance in the order in which they are applied."""


@dataclass(frozen=True, slots=True)
class Instance:
    """Effects 0 to n - 1, all of one moment of a game, numbered by age: 0 is the oldest.

    layers: the layer of each effect; layers are numbered from 0 with none left out. edges: the
    pairs (x, y) for which x depends on y, sorted; both are in one layer.
    """

    n: int
    layers: tuple[int, ...]
    edges: tuple[tuple[int, int], ...]

    @property
    def size(self) -> tuple[int, int, int, tuple[int, ...], tuple[tuple[int, int], ...]]:
        """What instances are compared by: the smallest comes first.

        Fewer effects, then fewer layers, then fewer dependencies, then the earlier in order.
        """
        return (self.n, len(set(self.layers)), len(self.edges), self.layers, self.edges)

    def words(self) -> str:
        """The instance in one line: "3 effects; 1 depends on 0, 2 depends on 1"."""
        parts = [f"{self.n} effect{'' if self.n == 1 else 's'}"]
        if len(set(self.layers)) > 1:
            parts.append("layers " + " ".join(str(layer) for layer in self.layers))
        said = ", ".join(f"{x} depends on {y}" for x, y in self.edges)
        return "; ".join((*parts, said or "no dependency"))


@checked()
def canonical(instance: Instance) -> Instance:
    """The one instance that stands for all that differ in the names of effects or layers only.

    instance: with any names.

    Age is kept, so effects have no other names; layers are numbered from 0 in their order with
    none left out, and dependencies are sorted and said once.

    Raises `WrongArgument` for anything but an instance.

    >>> from layerlaw.solver.documents.audit import Instance, canonical
    >>> canonical(Instance(2, (4, 7), ())).layers
    (0, 1)
    """
    numbers = {layer: number for number, layer in enumerate(sorted(set(instance.layers)))}
    return Instance(
        instance.n,
        tuple(numbers[layer] for layer in instance.layers),
        tuple(sorted(set(instance.edges))),
    )


@cache
def layerings(n: int) -> tuple[tuple[int, ...], ...]:
    """The layers that n effects can have: those with fewer layers first, then in order."""
    layered = [
        layers
        for layers in product(range(n), repeat=n)
        if set(layers) == set(range(len(set(layers))))
    ]
    return tuple(sorted(layered, key=lambda layers: (len(set(layers)), layers)))


def instances(n: int) -> Iterator[Instance]:
    """Every canonical instance of n effects once, the smallest first."""
    shapes: list[tuple[int, int, tuple[int, ...], tuple[tuple[int, int], ...]]] = []
    for layers in layerings(n):
        inside = [(x, y) for x in range(n) for y in range(n) if x != y and layers[x] == layers[y]]
        for many in range(len(inside) + 1):
            shapes += [
                (len(set(layers)), many, layers, edges) for edges in combinations(inside, many)
            ]
    for _, _, layers, edges in sorted(shapes):
        yield Instance(n, layers, edges)
