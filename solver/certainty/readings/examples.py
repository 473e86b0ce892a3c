"""A document's worked examples under all its readings: which readings each statement leaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.errors import LayerlawError
from layerlaw.model.rulebooks.rulebook import PolicyValue, Rulebook
from layerlaw.model.scenarios.digests import procedure_digest
from layerlaw.solver.answer.difference.outcome import Outcome
from layerlaw.solver.answer.expectations import judge
from layerlaw.solver.certainty.readings.boxes import Combinations, count_of
from layerlaw.solver.certainty.readings.explore import ReadingExploration
from layerlaw.solver.certainty.readings.recording_rulebook import RecordingRulebook
from layerlaw.solver.certainty.readings.refuting import KINDS, ExampleStatement, ExampleTable
from layerlaw.solver.certainty.readings.statements import Example, examples_digest
from layerlaw.solver.derivation.derive import derive
from layerlaw.solver.layers.procedure import POLICIES
from layerlaw.solver.play.history import History

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.model.scenarios.expectations import Expected
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.certainty.readings.boxes import Allowed
    from layerlaw.solver.derivation.answer import Answer

MOST = 1 << 24
"""The most combinations of the readings that statements depend on."""


KEPT = "kept"


@checked()
def hold(
    rulebook: Rulebook,
    examples: Sequence[Example],
    *,
    progress: Callable[[int, int], None] | None = None,
) -> ExampleTable:
    """Hold all readings of the rulebook against all statements of the examples.

    rulebook: whose readings are held against them.
    examples: of scenarios under this rulebook. progress: called after each with how many are done,
    and of how many. Raises `LayerlawError` where the statements depend on too many points.

    >>> from layerlaw import load_scenario, shipped_rulebook, shipped_scenarios
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> from layerlaw.solver.certainty.readings import examples_of, hold
    >>> table = hold(shipped_rulebook("sorcery-2026-01"), examples_of([load_scenario(path)]))
    >>> {statement.example for statement in table.statements}
    {'two-kings'}
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
        ExampleStatement(
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
    return ExampleTable(
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


def broken_by(example: Example) -> tuple[tuple[Allowed, ...], ...]:
    """For each statement of the example the readings that do not keep it, as boxes.

    A reading under which the example has no answer keeps none.
    """
    holding = _Holding(example.scenario)
    holding.explore(None)
    verdicts = list(holding.outcomes)
    return tuple(
        tuple(
            dict(leaf.allowed)
            for leaf in holding.leaves
            if not verdicts[leaf.outcome].cells.get((str(number), KEPT), False)
        )
        for number in range(len(example.stated))
    )


class _Holding(ReadingExploration):
    """All readings of one example, told apart by the statements that they keep."""

    def _outcome(self, scenario: Scenario) -> Outcome:
        try:
            history = History(scenario)
            for _ in history.play():
                pass
            end = history.derivation()
            asked = [(state, one) for now, state in history.on_the_way for one in now.expect]
            asked += [(end, one) for one in scenario.expect]
            ways: dict[tuple[int, tuple[str, ...]], Answer] = {}
            kept = [_kept(state, one, ways) for state, one in asked if one.stated]
        except LayerlawError as error:
            return Outcome(refused=str(error))
        cells = tuple(((str(number), KEPT), held) for number, held in enumerate(kept))
        return Outcome((cells,))


def _kept(state: Answer, stated: Expected, ways: dict[tuple[int, tuple[str, ...]], Answer]) -> bool:
    """Whether the statement holds of the state, under every reading that is left.

    A board is the same under all of them. The way to it need not be: procedures that let the same
    effects go next may see other dependencies, so what is said of these is asked of each.
    ways: the states derived under a procedure so far, by the state and the procedure.
    """
    book = state.situation.rulebook
    if stated.kind == "board" or not isinstance(book, RecordingRulebook):
        return judge(state, stated).fulfilled
    if not book.unsure(*POLICIES):
        return judge(state, stated).fulfilled

    def held(values: tuple[str, ...]) -> bool:
        key = (id(state), values)
        if key not in ways:
            ways[key] = derive(replace(state.situation, rulebook=_under(book, values)))
        return judge(ways[key], stated).fulfilled

    return book.decided(POLICIES, held)


def _under(book: RecordingRulebook, values: tuple[str, ...]) -> Rulebook:
    """The reading that is followed, but for the procedure."""
    plain = book.remaining.rulebook.settled(book.remaining.chosen)
    return plain.cache.of_value(_with_procedure, plain, values)


def _with_procedure(plain: Rulebook, values: tuple[str, ...]) -> Rulebook:
    policies = dict(plain.policies)
    for name, value in zip(POLICIES, values, strict=True):
        policies[name] = PolicyValue(value, policies[name].clause)
    return replace(plain, policies=MappingProxyType(policies))
