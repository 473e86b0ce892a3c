"""Unfounded sets: deeds of which none is gathered, on a fixed point and on others like it.

Let each deed of a set that a fixed point has be left undone on a board that goes without some of
the set, and has all its other deeds. Then none of the set is gathered: the first one would be done
on that board too, as it lies between what was gathered before and the fixed point.

They are the unfounded sets of A. Van Gelder, K. Ross and J. Schlipf (The well-founded semantics,
1991), for deeds; what Z3 is told of them are loop formulas (F. Lin and Y. Zhao, ASSAT, 2004).
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.certificate.fixpoints.deeds import is_done
from layerlaw.solver.certificate.fixpoints.point import common, joined, lacking
from layerlaw.solver.certificate.fixpoints.view import Outlook
from layerlaw.solver.certificate.replay.board import ones

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.solver.certificate.fixpoints.point import DeedKey, DeedRow, PointDeeds
    from layerlaw.solver.certificate.fixpoints.question import Formulas
    from layerlaw.solver.certificate.replay.parts import ReplayEffect
    from layerlaw.solver.certificate.terms import Truth

MOST_SETS = 20
"""So many small unfounded sets are looked for in one fixed point."""


@dataclass(frozen=True, slots=True)
class Unfounded:
    """A set of deeds, and for each board that is asked which of them it goes without."""

    deeds: frozenset[DeedKey]
    without: tuple[frozenset[DeedKey], ...]

    def holds(self, formulas: Formulas) -> Truth:
        """Whether a fixed point has deeds of the set, and is not grounded as they are unfounded.

        Raises `TooLarge`.
        """
        terms, effects = formulas.terms, formulas.effects
        boards = [formulas.made_without(one) for one in self.without]
        there = {key: when for key, when in formulas.deeds.items() if key in self.deeds}
        seen: dict[ReplayEffect, list[Outlook]] = {}
        undone = []
        for key, when in there.items():
            effect = key[0]
            point = formulas.outlook(effect)
            if effect not in seen:
                seen[effect] = [Outlook(point.plain, one, formulas.coding) for one in boards]
            done = [is_done(key, effects, outlook, point) for outlook in seen[effect]]
            undone.append(terms.no(terms.all((when, *done))))
        return terms.all((terms.any(there.values()), *undone))


@dataclass(frozen=True, slots=True)
class Beyond:
    """What is beyond the deeds that are gathered on a fixed point.

    sets: unfounded sets of its other deeds. boards: what the boards that refute all of these go
    without.
    """

    gathered: frozenset[DeedKey]
    sets: tuple[Unfounded, ...] = ()
    boards: tuple[frozenset[DeedKey], ...] = (frozenset(),)

    def unfounded(self, formulas: Formulas) -> Truth:
        """Whether a fixed point is not grounded for one of these reasons. Raises `TooLarge`.

        Or as nothing can be gathered on it but what is gathered here.
        """
        more = frozenset(formulas.deeds.keys() - self.gathered)
        rest = frozenset().union(*self.boards)
        all_else = Unfounded(more, tuple(one | more - rest for one in self.boards))
        return formulas.terms.any(one.holds(formulas) for one in (*self.sets, all_else))


@dataclass(frozen=True, slots=True, eq=False)
class Gathering:
    """Which deeds of a fixed point are gathered.

    boards: where not all are, what makes some boards on each of which those gathered are there. No
    other deed is done on all of them.
    """

    deeds: PointDeeds
    gathered: DeedRow
    boards: tuple[DeedRow, ...]

    @property
    def complete(self) -> bool:
        """Whether all are gathered."""
        return self.gathered == self.deeds.row

    def beyond(self) -> Beyond:
        """What is beyond those gathered, with the unfounded sets in it."""
        deeds = self.deeds
        gathered = deeds.keys(self.gathered)
        if self.complete:
            return Beyond(gathered)
        rest = lacking(deeds.row, self.gathered)
        without = [lacking(deeds.row, one) for one in self.boards]
        sets = *_small(deeds, rest, without), _named(deeds, rest, without)
        return Beyond(gathered, sets, sets[-1].without)


def _small(deeds: PointDeeds, rest: DeedRow, without: Sequence[DeedRow]) -> Iterator[Unfounded]:
    """Unfounded sets that have no deed in common, without much that they can do without."""
    for _ in range(MOST_SETS):
        least = _unfounded(deeds, rest, without)
        if not any(least):
            return
        for pieces in (_by_object(least), _by_effect(deeds, least)):
            size = len(pieces)
            while size > 1:
                size = (size + 1) // 2
                for first in range(0, len(pieces), size):
                    struck = reduce(joined, pieces[first : first + size])
                    less = lacking(least, struck)
                    if less != least and any(less := _unfounded(deeds, less, without)):
                        least = less
        yield _named(deeds, least, without)
        rest = lacking(rest, least)


def _named(deeds: PointDeeds, row: DeedRow, without: Sequence[DeedRow]) -> Unfounded:
    asked = dict.fromkeys(deeds.keys(common(row, one)) for one in without)
    return Unfounded(deeds.keys(row), tuple(asked))


def _unfounded(deeds: PointDeeds, row: DeedRow, without: Sequence[DeedRow]) -> DeedRow:
    """The largest unfounded set in the row by these boards; none of their deeds is beyond it."""
    while any(row):
        done = row
        for left_out in dict.fromkeys(common(row, one) for one in without):
            done = common(done, deeds.done(deeds.board(lacking(deeds.row, left_out))))
        if not any(done):
            break
        row = lacking(row, done)
    return row


def _by_object(row: DeedRow) -> list[DeedRow]:
    """The deeds of the row object by object."""
    return [tuple(bits & 1 << place for bits in row) for place in ones(reduce(or_, row))]


def _by_effect(deeds: PointDeeds, row: DeedRow) -> list[DeedRow]:
    """The deeds of the row effect by effect."""
    effects = dict.fromkeys(act.effect for act, bits in zip(deeds.acts, row, strict=True) if bits)
    return [
        tuple(
            bits if act.effect is effect else 0 for act, bits in zip(deeds.acts, row, strict=True)
        )
        for effect in effects
    ]
