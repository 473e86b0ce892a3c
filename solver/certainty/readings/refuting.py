"""What the worked examples of a document leave of its readings, as it was once worked out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from itertools import combinations
from operator import or_
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.scenarios.expectations import StatementKind
from layerlaw.solver.certainty.readings.boxes import (
    MOST,
    Allowed,
    Box,
    Combinations,
    common,
    count_of,
    inside_any,
    outside_all,
    size,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook

KINDS: tuple[StatementKind, ...] = ("board", "order", "remark")
"""What a statement speaks of, the weightiest first."""


@dataclass(frozen=True, slots=True)
class ExampleStatement:
    """One statement of a worked example, and the readings that do not keep it.

    example: the name of the scenario's file without its ending. title, place: of the scenario and
    where the document has it. order: another order of arrival of which it is stated. broken: boxes
    of the readings that do not keep it; they may overlap.
    """

    example: str
    title: str
    place: str
    order: tuple[str, ...]
    kind: StatementKind
    says: str
    broken: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class ExampleTable:
    """The readings of a rulebook held against all statements of its document's worked examples.

    rulebook: its id. rulebook_digest, examples_digest: of what it was worked out from. points:
    every open point with its readings. standing: boxes of the readings that count: those that keep
    every statement or, where no reading does, all (or the most) boards, then orders, then remarks.
    """

    rulebook: str
    rulebook_digest: str
    examples_digest: str
    points: Mapping[str, tuple[str, ...]]
    statements: tuple[ExampleStatement, ...]
    standing: tuple[Box, ...]

    def left(self, chosen: Mapping[str, str]) -> tuple[Mapping[str, tuple[str, ...]], ...]:
        """The boxes of the readings that count and choose so; those points are left out of them."""
        found = []
        for box in map(dict, self.standing):
            if all(reading in box.get(point, (reading,)) for point, reading in chosen.items()):
                found.append({point: left for point, left in box.items() if point not in chosen})
        return tuple(found)

    def refuted(self, box: Mapping[str, tuple[str, ...]]) -> list[Allowed]:
        """What of the box does not count."""
        return outside_all(self._full(box), map(dict, self.standing))

    def refuters(
        self, boxes: Iterable[Mapping[str, tuple[str, ...]]]
    ) -> tuple[ExampleStatement, ...]:
        """Few statements that together refute these readings, the weightiest first.

        Of statements that do the same the weightier comes first. What all readings that count keep
        is named before what only some of them do.
        """
        left = [self._full(box) for box in boxes]
        found: list[ExampleStatement] = []
        for candidates in (self._kept_by_all(), self.statements):
            while left:
                best = max(candidates, key=lambda one: _weight(one, left), default=None)
                if best is None or not _covered(best, left):
                    break
                found.append(best)
                left = [piece for box in left for piece in outside_all(box, map(dict, best.broken))]
        return tuple(sorted(found, key=self.statements.index))

    def given_up(self) -> tuple[ExampleStatement, ...]:
        """The statements that no reading that counts keeps."""
        boxes = [self._full(dict(box)) for box in self.standing]
        return tuple(
            one
            for one in self.statements
            if not any(outside_all(box, map(dict, one.broken)) for box in boxes)
        )

    def clashes(self, most: int = 4) -> tuple[tuple[ExampleStatement, ...], ...]:
        """The smallest sets of statements that no reading keeps together.

        most: the most statements in one set.
        There the document contradicts itself, under every reading of its open points. Smallest: of
        each set any one less can be kept. Of statements that the same readings keep the weightiest
        stands for all. Fewer come first, then the weightier.
        """
        asked = {point for one in self.statements for box in one.broken for point, _ in box}
        points = {point: left for point, left in self.points.items() if point in asked}
        if count_of(points) > MOST:
            return ()
        table = Combinations(points)
        first: dict[int, ExampleStatement] = {}
        for one in sorted(self.statements, key=lambda one: KINDS.index(one.kind)):
            broken = reduce(or_, (table.mask_of(dict(box)) for box in one.broken), 0)
            if broken:
                first.setdefault(broken, one)
        found: list[tuple[int, ...]] = []
        for many in range(1, most + 1):
            for chosen in combinations(first, many):
                if reduce(or_, chosen) == table.all and not any(
                    set(less) <= set(chosen) for less in found
                ):
                    found.append(chosen)
        return tuple(tuple(first[broken] for broken in chosen) for chosen in found)

    def kept_whole(self) -> bool:
        """Whether some reading keeps every statement."""
        boxes = [self._full(dict(box)) for box in self.standing]
        broken = [dict(box) for one in self.statements for box in one.broken]
        return any(outside_all(box, broken) for box in boxes)

    def options(self) -> Mapping[str, Mapping[str, tuple[ExampleStatement, ...]]]:
        """The refuted options: open point, option, and the statements that refute all readings
        with it."""
        found: dict[str, dict[str, tuple[ExampleStatement, ...]]] = {}
        for point, readings in self.points.items():
            for reading in readings:
                box = {point: (reading,)}
                if not any(common(self._full(dict(one)), box) for one in self.standing):
                    found.setdefault(point, {})[reading] = self.refuters([box])
        return found

    def against(self, reading: Mapping[str, str]) -> tuple[ExampleStatement, ...]:
        """The statements that refute one reading of the document; none if it counts.

        reading: a reading for every open point.
        """
        box = {point: (chosen,) for point, chosen in reading.items()}
        return self.refuters([box]) if self.refuted(box) else ()

    def _full(self, box: Mapping[str, tuple[str, ...]]) -> Allowed:
        return {point: box.get(point, readings) for point, readings in self.points.items()}

    def _kept_by_all(self) -> tuple[ExampleStatement, ...]:
        boxes = [self._full(dict(box)) for box in self.standing]
        return tuple(
            one
            for one in self.statements
            if not any(inside_any(box, map(dict, one.broken)) for box in boxes)
        )


def default_refuted(examples: ExampleTable, rulebook: Rulebook) -> tuple[ExampleStatement, ...]:
    """The statements that refute the rulebook's default reading; none if it counts."""
    return examples.against({point.id: point.default for point in rulebook.points.values()})


def _covered(statement: ExampleStatement, boxes: Sequence[Allowed]) -> int:
    broken = [dict(box) for box in statement.broken]
    return sum(size(piece) for box in boxes for piece in inside_any(box, broken))


def _weight(statement: ExampleStatement, boxes: Sequence[Allowed]) -> tuple[int, int]:
    return _covered(statement, boxes), -KINDS.index(statement.kind)
