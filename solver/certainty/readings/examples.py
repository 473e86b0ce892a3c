"""All readings of a rulebook held against its document's worked examples: which of them count."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.digests import procedure_digest
from layerlaw.solver.certainty.readings.combinations import Combinations, count_of
from layerlaw.solver.certainty.readings.holding import broken_by
from layerlaw.solver.certainty.readings.refuting import KINDS, Examples, Statement
from layerlaw.solver.certainty.readings.statements import examples_digest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.scenario import Expected
    from layerlaw.solver.certainty.readings.boxes import Allowed
    from layerlaw.solver.certainty.readings.statements import Example

MOST = 1 << 24
"""So many combinations of the readings that any statement depends on are told apart."""


@checked()
def hold(
    rulebook: Rulebook,
    examples: Sequence[Example],
    *,
    progress: Callable[[int, int], None] | None = None,
) -> Examples:
    """Hold all readings of the rulebook against all statements of the examples.

    examples: of scenarios under this rulebook. progress: called after each with how many are done,
    and of how many. Raises `LayerlawError` where the statements depend on too many points.
    """
    rows: list[tuple[Example, Expected, tuple[Allowed, ...]]] = []
    for number, example in enumerate(examples, 1):
        broken = broken_by(example)
        rows += [(example, one, boxes) for one, boxes in zip(example.stated, broken, strict=True)]
        if progress is not None:
            progress(number, len(examples))
    every = {
        point.id: tuple(reading.id for reading in point.readings)
        for point in rulebook.points.values()
    }
    table = Combinations(_told_apart(every, [boxes for _, _, boxes in rows]))
    masks = [reduce(or_, map(table.mask_of, boxes), 0) for _, _, boxes in rows]
    counting = table.all
    for kind in KINDS:
        broken_masks = [
            mask for (_, one, _), mask in zip(rows, masks, strict=True) if one.kind == kind
        ]
        counting = _least_broken(counting, broken_masks)
    statements = tuple(
        Statement(
            example.name,
            example.scenario.title,
            example.scenario.source,
            example.order,
            one.kind,
            one.text,
            tuple(table.box(cube) for cube in table.cover(mask)),
        )
        for (example, one, _), mask in zip(rows, masks, strict=True)
    )
    standing = tuple(table.box(cube) for cube in table.cover(counting))
    return Examples(
        rulebook.id,
        procedure_digest(rulebook),
        examples_digest(examples),
        every,
        statements,
        standing,
    )


def _told_apart(
    every: Mapping[str, tuple[str, ...]], broken: Sequence[Sequence[Allowed]]
) -> dict[str, tuple[str, ...]]:
    """The points that any statement depends on; raises `LayerlawError` if they are too many."""
    asked = {
        point
        for boxes in broken
        for box in boxes
        for point, left in box.items()
        if left != every[point]
    }
    found = {point: readings for point, readings in every.items() if point in asked}
    if count_of(found) > MOST:
        raise LayerlawError(
            f"the statements depend on {len(found)} open points with {count_of(found):,} "
            f"combinations of readings: more than {MOST:,} are not told apart"
        )
    return found


def _least_broken(among: int, broken: Sequence[int]) -> int:
    """Those of the combinations that are in the fewest of these sets."""
    # After each set: the combinations that are in none so far, in one, in two, ...
    tiers = [among]
    for mask in broken:
        later = [0, *(tier & mask for tier in tiers)]
        tiers = [(tier & ~mask) | more for tier, more in zip([*tiers, 0], later, strict=True)]
    return next(tier for tier in tiers if tier)
