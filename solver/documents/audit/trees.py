"""Walks through events, cards and their abilities whatever they are made of, and rebuilds them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from layerlaw.model.algebra import Ability
from layerlaw.model.scenarios.scenario import Where

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


def parts_of(tree: object) -> tuple[frozenset[str], frozenset[type], frozenset[str]]:
    """All words in a tree, the types of its nodes (`Play`), and what layers they name."""
    words: set[str] = set()
    kinds: set[type] = set()
    layers: set[str] = set()
    seen: set[int] = set()

    def visit(node: object) -> None:
        if isinstance(node, str):
            words.add(node)
            return
        if id(node) in seen:
            return
        seen.add(id(node))
        if isinstance(node, Mapping):
            for key, value in node.items():
                visit(key)
                visit(value)
        elif isinstance(node, tuple | frozenset):
            for one in node:
                visit(one)
        elif is_dataclass(node) and not isinstance(node, type | Where):
            kinds.add(type(node))
            if isinstance(node, Ability) and node.layer:
                layers.add(node.layer)
            for each in fields(node):
                visit(getattr(node, each.name))

    visit(tree)
    return frozenset(words), frozenset(kinds), frozenset(layers)


def rebuilt(tree: T, change: Callable[[Ability], Ability]) -> T:
    """The tree with every ability in it changed; the very same one if nothing is."""
    known: dict[int, tuple[object, Any]] = {}

    def visit(node: Any) -> Any:
        if isinstance(node, str | int | type(None) | Where):
            return node
        if id(node) not in known:
            # The node is kept too, so that its identity stays its own.
            known[id(node)] = (node, made(node))
        return known[id(node)][1]

    def made(node: Any) -> Any:
        if isinstance(node, Mapping):
            new = {key: visit(value) for key, value in node.items()}
            same = all(new[key] is value for key, value in node.items())
            return node if same else MappingProxyType(new)
        if isinstance(node, tuple):
            found = tuple(visit(one) for one in node)
            same = all(one is other for one, other in zip(found, node, strict=True))
            return node if same else found
        if not is_dataclass(node) or isinstance(node, type):
            return node
        changed = {
            each.name: value
            for each in fields(node)
            if (value := visit(getattr(node, each.name))) is not getattr(node, each.name)
        }
        whole = replace(node, **changed) if changed else node
        return change(whole) if isinstance(whole, Ability) else whole

    result: T = visit(tree)
    return result
