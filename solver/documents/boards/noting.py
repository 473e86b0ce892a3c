"""A rulebook that notes which policies a board asks for: readings of all others change nothing."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import field, fields
from typing import TYPE_CHECKING, Any, TypeVar

from layerlaw.model.dataclass import dataclass
from layerlaw.model.rulebooks.cache import Cache
from layerlaw.model.rulebooks.rulebook import Rulebook

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    Asked = set[str]

Owner = TypeVar("Owner")
Tree = TypeVar("Tree")
Key = TypeVar("Key", bound="Hashable")
T = TypeVar("T")


class Notes:
    """The policies that are asked for, now and while something is worked out that is kept."""

    def __init__(self) -> None:
        self._open: list[Asked] = [set()]

    def note(self, asked: Asked) -> None:
        """These were asked for."""
        self._open[-1] |= asked

    @contextmanager
    def taken(self) -> Iterator[Asked]:
        """What is asked for while this lasts."""
        asked: Asked = set()
        self._open.append(asked)
        try:
            yield asked
        finally:
            self._open.pop()
            self.note(asked)


class NotingCache(Cache):
    """A cache that keeps what was asked for with everything; who gets it has asked that as well."""

    __slots__ = ("_notes",)

    def __init__(self, notes: Notes) -> None:
        super().__init__()
        self._notes = notes

    def of_tree(self, make: Callable[[Owner, Tree], T], owner: Owner, tree: Tree) -> T:
        """As in `Cache`."""
        known = self._by_tree.get((make, id(tree)))
        if known is None or known[0] is not tree:
            known = tree, self._made(make, owner, tree)
            if len(self._by_tree) >= self._most:
                self._by_tree = {}
            self._by_tree[make, id(tree)] = known
        kept: T = self._noted(known[1])
        return kept

    def of_value(self, make: Callable[[Owner, Key], T], owner: Owner, value: Key) -> T:
        """As in `Cache`."""
        known = self._by_value.get((make, value))
        if known is None:
            known = self._made(make, owner, value)
            if len(self._by_value) >= self._most:
                self._by_value = {}
            self._by_value[make, value] = known
        kept: T = self._noted(known)
        return kept

    def _made(self, make: Callable[[Any, Any], Any], owner: object, what: object) -> Any:
        with self._notes.taken() as asked:
            return make(owner, what), asked

    def _noted(self, known: Any) -> Any:
        made, asked = known
        if asked:
            self._notes.note(asked)
        return made


@dataclass(frozen=True, slots=True, eq=False)
class NotingRulebook(Rulebook):
    """A rulebook that notes which policies it is asked for, as is every one that is made of it."""

    notes: Notes = field(kw_only=True)

    @classmethod
    def of(cls, rulebook: Rulebook) -> NotingRulebook:
        """The same rulebook, with nothing noted yet."""
        values = {each.name: getattr(rulebook, each.name) for each in fields(Rulebook)}
        return cls(**values, notes=Notes())

    @property
    def cache(self) -> Cache:
        """As in `Rulebook`."""
        try:
            return self._cache
        except AttributeError:
            object.__setattr__(self, "_cache", NotingCache(self.notes))
            return self._cache

    def policy(self, name: str) -> str:
        """The value of a policy, noted."""
        self.notes.note({name})
        return Rulebook.policy(self, name)
