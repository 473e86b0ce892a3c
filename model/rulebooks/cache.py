"""What is worked out once for an object and kept with it."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from typing import Self

Owner = TypeVar("Owner")
Tree = TypeVar("Tree")
Key = TypeVar("Key", bound="Hashable")
T = TypeVar("T")
Mark = tuple[tuple[dict[Any, Any], int], ...]
"""The tables of a cache, and how much each of them holds."""

MOST = 4096
"""A cache that holds more is emptied, unless a board needed room for more; see `make_room`."""


class Cache:
    """What functions make of an owner and something else.

    Trees are known by identity, for comparing them takes long; the cache holds on to them. It is
    bounded. Threads may share it: at worst two of them work out the same.
    """

    __slots__ = ("_by_tree", "_by_value", "_most")

    def __init__(self) -> None:
        self._most = MOST
        self._by_tree: dict[tuple[Callable[..., object], int], tuple[object, Any]] = {}
        self._by_value: dict[tuple[Callable[..., object], Hashable], Any] = {}

    def make_room(self, trees: int) -> None:
        """A board looks at so many trees, each time that it is worked out: all are to be kept."""
        self._most = max(self._most, trees)

    def of_tree(self, make: Callable[[Owner, Tree], T], owner: Owner, tree: Tree) -> T:
        """What the function makes of the owner and a tree of the algebra."""
        key = make, id(tree)
        known = self._by_tree.get(key)
        if known is not None and known[0] is tree:
            kept: T = known[1]
            return kept
        made = make(owner, tree)
        if len(self._by_tree) >= self._most:
            self._by_tree = {}
        self._by_tree[key] = tree, made
        return made

    def of_value(self, make: Callable[[Owner, Key], T], owner: Owner, value: Key) -> T:
        """What the function makes of the owner and something that is compared by value."""
        key = make, value
        known: T | None = self._by_value.get(key)
        if known is not None:
            return known
        made = make(owner, value)
        if len(self._by_value) >= MOST:
            self._by_value = {}
        self._by_value[key] = made
        return made

    def clear(self) -> None:
        """Keep nothing of it. What is kept may refer to the owner, which else goes no earlier."""
        self._by_tree, self._by_value = {}, {}

    def mark(self) -> Mark:
        """How much is kept now, for `forget_since`."""
        return tuple((table, len(table)) for table in (self._by_tree, self._by_value))

    def forget_since(self, mark: Mark) -> None:
        """Keep no more than at the mark."""
        tables: tuple[dict[Any, Any], ...] = (self._by_tree, self._by_value)
        for table, (then, count) in zip(tables, mark, strict=True):
            # A table that was emptied since is another one.
            left = count if table is then else 0
            while len(table) > left:
                table.popitem()


class WithCache:
    """An object that a cache lives with: no part of what it is, and not pickled or copied."""

    __slots__ = ("_cache",)
    _cache: Cache

    def __deepcopy__(self, known: dict[int, object]) -> Self:
        """The rest cannot change, so that it needs no copies."""
        return copy(self)

    @property
    def cache(self) -> Cache:
        """What was worked out for this object."""
        try:
            return self._cache
        except AttributeError:
            object.__setattr__(self, "_cache", Cache())
            return self._cache
