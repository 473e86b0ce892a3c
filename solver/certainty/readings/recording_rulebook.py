"""A rulebook under many readings at once, which records what it was asked and how finely.

A history played under it follows one reading of the document, the *chosen* one; whatever it asks
narrows the readings for which the history would have been the same. What nobody asked, or what
would have had the same result, narrows nothing: so one history stands for all the readings that
remain in the end.
"""

from __future__ import annotations

from dataclasses import field, fields
from typing import TYPE_CHECKING, TypeVar

from layerlaw.model.algebra.defining import layer_words
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.solver.certainty.readings.idle_points import heeded, moved_by, moving_points
from layerlaw.solver.certainty.readings.joining import Worth, joined
from layerlaw.solver.certainty.readings.remaining_readings import RemainingReadings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from layerlaw.model.algebra import Ability, Operation
    from layerlaw.model.rulebooks.rulebook import Layer, Meetings, PlacedWords
    from layerlaw.model.rulebooks.step import Step
    from layerlaw.solver.certainty.readings.remaining_readings import Table

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Refused:
    """Why there is no result."""

    why: str
    error: LayerlawError = field(compare=False)


@dataclass(frozen=True, slots=True, eq=False)
class RecordingRulebook(Rulebook):
    """A rulebook that records which readings remain of its open points."""

    remaining: RemainingReadings = field(kw_only=True)
    worth: Worth | None = field(kw_only=True, default=None)

    @classmethod
    def of(
        cls,
        rulebook: Rulebook,
        allowed: Mapping[str, tuple[str, ...]],
        *,
        worth: Worth | None = None,
    ) -> RecordingRulebook:
        """The rulebook with these readings of its open points.

        worth: for which points it is; None where more is looked at than what a step leaves.
        """
        values = {field.name: getattr(rulebook, field.name) for field in fields(Rulebook)}
        return cls(**values, remaining=RemainingReadings(rulebook, allowed), worth=worth)

    def joined(self, step: Step[T]) -> T:
        """What the step leaves; readings under which it leaves something else no longer remain."""
        return step.take() if self.worth is None else joined(self.remaining, step, self.worth)

    def note_table(self, abilities: Iterable[Ability], static: Iterable[Ability]) -> None:
        """Note which points decide nothing there, if no more is looked at than what is left."""
        if self.worth is not None:
            remaining = self.remaining
            remaining.idle = frozenset()
            points = moving_points(self, remaining.rulebook, remaining.allowed, abilities, static)
            remaining.undecided = points.undecided
            remaining.let_be(points.idle | points.undecided)

    def note_meetings(self, meetings: Meetings | None) -> None:
        """Note which of the points left undecided decide something, going by who may meet."""
        remaining = self.remaining
        undecided, remaining.undecided = remaining.undecided, frozenset()
        if undecided:
            shown = undecided if meetings is None else self._shown(undecided, meetings)
            remaining.let_be(remaining.idle - shown)

    def _shown(self, undecided: frozenset[str], meetings: Meetings) -> frozenset[str]:
        """Those of the points that could move one of two operations that meet past the other."""
        plain, allowed = self.remaining.rulebook, self.remaining.allowed
        words = {point: moved_by(plain, point, allowed[point]) for point in undecided}
        shown: set[str] = set()
        for pair in meetings(frozenset[str]().union(*words.values())):
            first, second = map(self._places, pair)
            if first and second and (first[-1] < second[0] or second[-1] < first[0]):
                continue
            named = frozenset[str]().union(*(heeded(plain, of) for of, layer in pair if not layer))
            shown.update(point for point in undecided if not words[point].isdisjoint(named))
        return frozenset(shown)

    def _places(self, placed: PlacedWords) -> range:
        """From the first to the last layer in which an operation may be."""
        words, layer = placed
        remaining = self.remaining
        chosen = remaining.left(remaining.points_moving(words, idle=frozenset()))
        ids = {layer} if layer else {remaining.layer(words, one) for one in chosen}
        numbers = [number for number, layer in enumerate(self.layers) if layer.id in ids]
        return range(min(numbers), max(numbers) + 1) if numbers else range(0)

    def policy(self, name: str) -> str:
        """The value of a policy; readings that give it another one no longer remain."""
        points, table = self.remaining.values((name,))
        return self.remaining.narrow(points, table)[0]

    @property
    def in_doubt(self) -> bool:
        """As in `Rulebook`."""
        return True

    def unsure(self, *policies: str) -> bool:
        """Whether some remaining reading gives one of the policies another value."""
        return len(self.combinations(policies)) > 1

    def combinations(self, policies: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        """The values of the policies under the remaining readings; the chosen one's first."""
        return self.remaining.combinations(policies)

    def decided(self, policies: tuple[str, ...], result: Callable[[tuple[str, ...]], T]) -> T:
        """The result of the policies' values; readings with another result no longer remain.

        That there is none is a result, too: an error of one reading is no error of another one.
        """
        points, table = self.remaining.values(policies)
        known: dict[tuple[str, ...], T | _Refused] = {}
        for _, values in table:
            if values not in known:
                try:
                    known[values] = result(values)
                except LayerlawError as error:
                    known[values] = _Refused(str(error), error)
        left = self.remaining.narrow(points, [(key, known[values]) for key, values in table])
        if isinstance(left, _Refused):
            try:
                raise left.error
            finally:
                # This frame becomes part of the error, and must not hold it in turn.
                del left, known
        return left

    def possible_layers(self, operation: Operation, defines: bool = False) -> frozenset[str]:
        """The ids of the layers in which the operation works under the remaining readings."""
        _, table = self._layers(layer_words(operation, defines))
        return frozenset(layer for _, layer in table if layer is not None)

    def layer_of(self, operation: Operation, defines: bool = False) -> Layer:
        """The layer of an operation; readings that move it elsewhere no longer remain."""
        words = layer_words(operation, defines)
        self.remaining.note_moved(words)
        id = self.remaining.narrow(*self._layers(words))
        for layer in self.layers:
            if layer.id == id:
                return layer
        return Rulebook.layer_of(self, operation, defines)

    def layers_listing(self, words: tuple[str, ...]) -> tuple[int, ...]:
        """As in `Rulebook`; readings under which others list them no longer remain."""
        return self.remaining.narrow(*self._listings(words))

    def possible_listings(self, words: tuple[str, ...]) -> frozenset[tuple[int, ...]]:
        """Whatever `layers_listing` comes to under the remaining readings."""
        _, table = self._listings(words)
        return frozenset(listing for _, listing in table)

    def _listings(self, words: tuple[str, ...]) -> tuple[Sequence[str], Table[tuple[int, ...]]]:
        remaining = self.remaining
        # Who waits for a layer waits for it even if nothing there is moved.
        points = remaining.points_moving(words, idle=frozenset())

        def listing(chosen: Mapping[str, str]) -> tuple[int, ...]:
            ids = remaining.listing(words, chosen)
            return tuple(n for n, layer in enumerate(self.layers) if layer.id in ids)

        return points, remaining.table(points, listing)

    def _layers(self, words: tuple[str, ...]) -> tuple[Sequence[str], Table[str | None]]:
        remaining = self.remaining
        points = remaining.points_moving(words)
        return points, remaining.table(points, lambda chosen: remaining.layer(words, chosen))
