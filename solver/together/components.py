"""Strongly connected components of a dependency relation, in linear time. Source: Tarjan 1972."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def components(nodes: Iterable[str], edges: Mapping[str, Iterable[str]]) -> list[tuple[str, ...]]:
    """The components of the graph, each sorted; nodes that `edges` leads out of are ignored."""
    known = set(nodes)
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    on_stack: set[str] = set()
    stack: list[str] = []
    found: list[tuple[str, ...]] = []
    for root in sorted(known):
        if root in order:
            continue
        work = [(root, iter(sorted(set(edges.get(root, ())) & known)))]
        order[root] = low[root] = len(order)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, rest = work[-1]
            for other in rest:
                if other not in order:
                    order[other] = low[other] = len(order)
                    stack.append(other)
                    on_stack.add(other)
                    work.append((other, iter(sorted(set(edges.get(other, ())) & known))))
                    break
                if other in on_stack:
                    low[node] = min(low[node], order[other])
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    low[parent] = min(low[parent], low[node])
                if low[node] == order[node]:
                    members = []
                    while True:
                        member = stack.pop()
                        on_stack.discard(member)
                        members.append(member)
                        if member == node:
                            break
                    found.append(tuple(sorted(members)))
    return found
