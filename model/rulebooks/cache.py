"""What is worked out once for a rulebook and kept with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

Owner = TypeVar("Owner")
Tree = TypeVar("Tree")
T = TypeVar("T")

MOST = 4096
"""A cache that holds more is emptied: what is needed again is worked out again."""


class Cache(Generic[Owner]):
    """What functions make of the owner and something else, kept as long as the owner lives.

    Trees are known by identity, for comparing them takes long; the cache holds on to them. It is
    bounded, and pickled or copied it comes out empty. Threads may share it: at worst two of them
    work out the same.
    """

    __slots__ = ("_by_tree", "_by_value")

    def __init__(self) -> None:
        self._by_tree: dict[tuple[Callable[..., object], int], tuple[object, object]] = {}
        self._by_value: dict[tuple[Callable[..., object], Hashable], object] = {}

    def __reduce__(self) -> tuple[type[Cache[Owner]], tuple[()]]:
        return Cache, ()

    def of_tree(self, make: Callable[[Owner, Tree], T], owner: Owner, tree: Tree) -> T:
        """What the function makes of the owner and a tree of the algebra."""
        key = make, id(tree)
        known = self._by_tree.get(key)
        if known is not None and known[0] is tree:
            return cast("T", known[1])
        made = make(owner, tree)
        if len(self._by_tree) >= MOST:
            self._by_tree = {}
        self._by_tree[key] = tree, made
        return made

    def of_value(self, make: Callable[[Owner, Tree], T], owner: Owner, value: Tree) -> T:
        """What the function makes of the owner and something that is compared by value."""
        key = make, value
        if key in self._by_value:
            return cast("T", self._by_value[key])
        made = make(owner, value)
        if len(self._by_value) >= MOST:
            self._by_value = {}
        self._by_value[key] = made
        return made
