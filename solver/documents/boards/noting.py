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


class PolicyNotes:
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

    __slots__ = ("_making", "_notes")

    def __init__(self, notes: PolicyNotes) -> None:
        super().__init__()
        self._notes = notes
        # What makes something together with what it asked for, one for each function.
        self._making: dict[Callable[..., Any], Callable[..., tuple[Any, Asked]]] = {}

    def of_tree(self, make: Callable[[Owner, Tree], T], owner: Owner, tree: Tree) -> T:
        """As in `Cache`."""
        made: T
        made, asked = super().of_tree(self._noted(make), owner, tree)
        self._notes.note(asked)
        return made

    def of_value(self, make: Callable[[Owner, Key], T], owner: Owner, value: Key) -> T:
        """As in `Cache`."""
        made: T
        made, asked = super().of_value(self._noted(make), owner, value)
        self._notes.note(asked)
        return made

    def _noted(self, make: Callable[..., Any]) -> Callable[..., tuple[Any, Asked]]:
        if make not in self._making:

            def making(owner: object, what: object) -> tuple[Any, Asked]:
                with self._notes.taken() as asked:
                    return make(owner, what), asked

            self._making[make] = making
        return self._making[make]


@dataclass(frozen=True, slots=True, eq=False)
class NotingRulebook(Rulebook):
    """A rulebook that notes which policies it is asked for, as is every one that is made of it."""

    notes: PolicyNotes = field(kw_only=True)

    @classmethod
    def of(cls, rulebook: Rulebook) -> NotingRulebook:
        """The same rulebook, with nothing noted yet."""
        values = {each.name: getattr(rulebook, each.name) for each in fields(Rulebook)}
        return cls(**values, notes=PolicyNotes())

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
