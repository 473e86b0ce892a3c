"""A dependency graph as rows of bits: loops, waiting and independence, in linear time.

Nodes are numbers. `columns[y]` is the mask of the nodes that depend on y. `Standing` says the
same by names, for those who explain and count.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from layerlaw.solver.board.columns import bits

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from layerlaw.solver.layers.procedure import Rules

Columns = dict[int, int]
"""For each node on which any depends, the mask of those."""


def loops(columns: Columns) -> list[int]:
    """The strongly connected components of two or more nodes, as masks. Source: Gabow 2000.

    The path's components are masks too, so that all edges of a node are looked at in one go.
    """
    ends = 0
    for mask in columns.values():
        ends |= mask
    unseen = 0
    for node in columns:
        unseen |= 1 << node
    # What leads nowhere, or is led to from nowhere, is in no loop.
    unseen &= ends
    inner = unseen
    found: list[int] = []
    on_path = 0
    path: list[int] = []
    roots: list[int] = []
    while unseen:
        stack = [(unseen & -unseen).bit_length() - 1]
        while stack:
            node = stack[-1]
            bit = 1 << node
            row = columns[node] & inner
            if unseen & bit:
                unseen ^= bit
                on_path |= bit
                path.append(bit)
                roots.append(node)
            ahead = row & unseen
            if ahead:
                stack.append((ahead & -ahead).bit_length() - 1)
                continue
            back = row & on_path
            while back & ~path[-1]:
                last = path.pop()
                roots.pop()
                path[-1] |= last
                back &= ~last
            stack.pop()
            if roots[-1] == node:
                roots.pop()
                members = path.pop()
                on_path ^= members
                if members & (members - 1):
                    found.append(members)
    return found


def transposed(columns: Mapping[int, int]) -> Columns:
    """The graph turned around: for each node the mask of those that it depends on.

    Nodes on which the same ones depend are turned around together.
    """
    together: dict[int, int] = {}
    for node, mask in columns.items():
        together[mask] = together.get(mask, 0) | 1 << node
    found: Columns = {}
    for mask, nodes in together.items():
        for node in bits(mask):
            found[node] = found.get(node, 0) | nodes
    return found


@dataclass(frozen=True, slots=True)
class Waiting:
    """Where everybody stands in one graph.

    loops: masks of the components of two or more nodes. waiters: for each node the mask of those
    that wait for it. dependent: the nodes that the rulebook does not call independent.
    """

    loops: tuple[int, ...]
    waiters: Columns
    dependent: int


NOBODY_WAITS = Waiting((), {}, 0)
"""Where everybody stands if there are no dependencies."""


def waiting(columns: Columns, rules: Rules) -> Waiting:
    """Loops, waiting and independence. Clauses: SORC-DEP-3, SORC-DEP-4, SORC-DEP-5."""
    if not columns:
        return NOBODY_WAITS
    found = loops(columns)
    rows: Columns = {}
    if rules.loop != "members" or rules.independent == "one-way":
        rows = transposed(columns)
    one_way = {
        node: alone for node, mask in columns.items() if (alone := mask & ~rows.get(node, 0))
    }
    waiters = _waiters(columns, found) if rules.loop == "members" else one_way
    if rules.independent == "outside its loop":
        counted = waiters
    elif rules.independent == "one-way":
        counted = one_way
    else:
        counted = columns
    dependent = 0
    for mask in counted.values():
        dependent |= mask
    return Waiting(tuple(found), waiters, dependent)


def _waiters(columns: Columns, found: list[int]) -> Columns:
    """Who waits for whom, where the members of a loop wait for what lies outside it alone."""
    looped = 0
    loop_of: dict[int, int] = {}
    for members in found:
        looped |= members
        for node in bits(members):
            loop_of[node] = members
    waiters: Columns = {}
    for node, mask in columns.items():
        waits = mask & ~looped
        rest = mask & looped & ~loop_of.get(node, 0)
        while rest:
            members = loop_of[(rest & -rest).bit_length() - 1]
            waits |= members
            rest &= ~members
        if waits:
            waiters[node] = waits
    return waiters


@dataclass(frozen=True, slots=True)
class Standing:
    """Where everybody stands in one graph, by names.

    loops: components of two or more members. loop_of: member -> its loop.
    awaited: what each waits for. independent: those that the rulebook calls so.
    """

    loops: tuple[tuple[str, ...], ...]
    loop_of: Mapping[str, tuple[str, ...]]
    awaited: Mapping[str, frozenset[str]]
    independent: frozenset[str]


def standing(names: Collection[str], edges: Mapping[str, Iterable[str]], rules: Rules) -> Standing:
    """Loops, waiting and independence over a graph of names.

    edges: x -> everything that x depends on; what is none of the names is left out.
    """
    numbers = {name: number for number, name in enumerate(names)}
    columns: Columns = {}
    for name, depends in edges.items():
        if name in numbers:
            for other in depends:
                if other in numbers:
                    node = numbers[other]
                    columns[node] = columns.get(node, 0) | 1 << numbers[name]
    return named(dict(enumerate(names)), waiting(columns, rules))


def named(names: Mapping[int, str], stand: Waiting) -> Standing:
    """The same by names. names: of every node."""
    loops = named_loops(names.__getitem__, stand)
    rows = transposed(stand.waiters)
    sets: dict[int, frozenset[str]] = {0: frozenset()}
    for mask in rows.values():
        if mask not in sets:
            sets[mask] = frozenset(names[node] for node in bits(mask))
    return Standing(
        loops,
        {name: members for members in loops for name in members},
        {name: sets[rows.get(node, 0)] for node, name in names.items()},
        frozenset(name for node, name in names.items() if not stand.dependent >> node & 1),
    )


def named_loops(name: Callable[[int], str], stand: Waiting) -> tuple[tuple[str, ...], ...]:
    """The members of every loop by names."""
    return tuple(sorted(tuple(sorted(map(name, bits(mask)))) for mask in stand.loops))
