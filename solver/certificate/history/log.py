"""The log of a history: what was told of which object at which step; nothing told is changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

T = TypeVar("T")


class Incarnation(NamedTuple):
    """One object, until it becomes a new one under the same id. number: the how manieth it is.

    Players, and what is not there yet, are number 0.
    """

    id: str
    number: int


@dataclass(frozen=True, slots=True, eq=False)
class Aspect(Generic[T]):
    """What can be told of an incarnation. default: what is so until something is told.

    names: whether it names other incarnations.
    """

    name: str
    default: T
    names: bool = False


Facts = dict[Aspect[Any], Any]
"""What is told of an incarnation at once."""


class FactLog:
    """Facts in the order of steps, each of an incarnation, from its step on until the next one.

    An incarnation stands from the step at which it began until before the step at which it ended.
    present: the incarnations that stand, by id, in the order in which they began.
    """

    def __init__(self) -> None:
        self.step = 0
        self.present: dict[str, Incarnation] = {}
        self.begun: dict[Incarnation, int] = {}
        self.endings: dict[Incarnation, int] = {}
        self.ended: list[str] = []
        self.touched: dict[Incarnation, int] = {}
        self._latest: dict[str, int] = {}
        self._told: dict[Incarnation, dict[Aspect[Any], list[tuple[int, Any]]]] = {}
        self._naming: dict[Incarnation, dict[Incarnation, None]] = {}

    # --- telling ---------------------------------------------------------------------------

    def next(self) -> int:
        """One step further; gives its number."""
        self.step += 1
        return self.step

    def begin(self, id: str, facts: Mapping[Aspect[Any], Any]) -> Incarnation:
        """A new incarnation, with what is so of it from its beginning on."""
        step = self.next()
        number = self._latest[id] = self._latest.get(id, 0) + 1
        one = self.present[id] = Incarnation(id, number)
        self.begun[one] = self.touched[one] = step
        self._told[one] = {}
        for aspect, value in facts.items():
            self._write(one, aspect, value)
        return one

    def end(self, ones: Iterable[Incarnation]) -> None:
        """These end, all at one step."""
        step = self.next()
        for one in ones:
            self.endings[one] = step
            self.ended.append(one.id)
            del self.present[one.id]
            self._touch(one)

    def tell(self, one: Incarnation, aspect: Aspect[T], value: T) -> None:
        """So it is of that incarnation from now on."""
        self.next()
        self._write(one, aspect, value)
        self._touch(one)

    def _write(self, one: Incarnation, aspect: Aspect[T], value: T) -> None:
        self._told[one].setdefault(aspect, []).append((self.step, value))
        if aspect.names:
            for other in _incarnations(value):
                self._naming.setdefault(other, {})[one] = None

    def _touch(self, one: Incarnation) -> None:
        """It, and what names it, may be another thing from this step on."""
        waiting, seen = [one], {one}
        while waiting:
            each = waiting.pop()
            self.touched[each] = self.step
            further = [other for other in self._naming.get(each, ()) if other not in seen]
            seen.update(further)
            waiting += further

    # --- asking ----------------------------------------------------------------------------

    def of(self, one: Incarnation, aspect: Aspect[T]) -> T:
        """What was told last of that incarnation."""
        told = self._told[one].get(aspect)
        return told[-1][1] if told else aspect.default

    def at_first(self, one: Incarnation, aspect: Aspect[T]) -> T:
        """What was told first of that incarnation."""
        told = self._told[one].get(aspect)
        return told[0][1] if told else aspect.default

    def since(self, one: Incarnation, aspect: Aspect[T]) -> int:
        """The step at which that was told; 0 where nothing was."""
        told = self._told[one].get(aspect)
        return told[-1][0] if told else 0

    def named(self, id: str) -> Incarnation:
        """The latest incarnation of that id."""
        return Incarnation(id, self._latest.get(id, 0))

    def stands(self, one: Incarnation) -> bool:
        """Whether that is still the same object."""
        return one not in self.endings

    def stood(self, one: Incarnation, step: int) -> bool:
        """Whether it had begun by that step, and not ended."""
        return self.begun.get(one, 0) <= step < self.endings.get(one, step + 1)

    def naming(self, one: Incarnation, aspect: Aspect[Incarnation | None]) -> list[Incarnation]:
        """The incarnations that stand and of which the aspect names this one, oldest first."""
        naming = self._naming.get(one, ())
        found = [each for each in naming if self.stands(each) and self.of(each, aspect) == one]
        return sorted(found, key=self.begun.__getitem__)


def _incarnations(value: object) -> Iterator[Incarnation]:
    if isinstance(value, Incarnation):
        yield value
    elif isinstance(value, tuple | frozenset):
        yield from value
