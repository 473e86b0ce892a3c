"""What two sides settle differently on a board: two rulebooks, or two readings of one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.load import is_file, loads_scenario
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.model.scenarios.write import written_scenario
from layerlaw.model.shipped import shipped_rulebook
from layerlaw.solver.answer.difference.answers import comparable_difference
from layerlaw.solver.answer.difference.cells import Difference
from layerlaw.solver.answer.difference.outcome import message_of
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.facts.records import Cell
from layerlaw.solver.play.solve import solve
from layerlaw.solver.shell.testing.state import JsonValue

if TYPE_CHECKING:
    from layerlaw.solver.facts.records import Value

ANSWERS = ("", "answers")
"""The cell that stands for how many answers there are, and whether there is one at all."""
HISTORY = ("", "history")
"""The cell that stands for whether every event can happen."""
ZONE = "zone"
CHECKS = "checks"
"""What the state-based checks do to an object, as a characteristic of it."""


@dataclass(frozen=True, slots=True)
class Party:
    """One side: what to call it, the scenario as it read it, and its answer, if it has reasons.

    refused: why its history cannot go on, or "".
    """

    label: str
    scenario: Scenario | None = None
    derivation: Answer | None = None
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """All that two sides settle differently on one scenario; `ours` is the first side."""

    differences: tuple[Difference[JsonValue], ...]
    ours: Party
    theirs: Party

    def like(self, other: Disagreement) -> bool:
        """Whether two disagreements share a cell."""
        here = {difference.cell for difference in self.differences}
        return any(difference.cell in here for difference in other.differences)


@checked(Cell="tuple[str, str]")
def between_rulebooks(
    one: str | None,
    other: str,
    *,
    cells: Collection[Cell] = (),
    label: str = "",
) -> Callable[[Scenario], Disagreement | None]:
    """What two rulebooks (ids of shipped ones, or files) settle differently on a scenario.

    other: the second rulebook.
    one: None is the scenario's own, under which alone its readings count. cells: only these, as
    (object, characteristic). label: what to call the first one, its id if left out.
    Raises `LayerlawError` where one of them does not know the scenario's words.

    >>> from layerlaw import load_scenario, shipped_scenarios
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> from layerlaw.solver.shell.shrink import between_rulebooks
    >>> between_rulebooks(None, "sorcery-2026-01")(load_scenario(path)) is None
    True
    """

    def disagrees(scenario: Scenario) -> Disagreement | None:
        sides = [_under(scenario, book) for book in (one, other)]
        first = _played(label or one or scenario.rulebook.id, sides[0])
        return _between(first, _played(other, sides[1]), cells)

    return disagrees


@checked(Cell="tuple[str, str]")
def between_readings(
    one: Mapping[str, str], other: Mapping[str, str], *, cells: Collection[Cell] = ()
) -> Callable[[Scenario], Disagreement | None]:
    """What a rulebook settles differently when its open points are read in two ways.

    one, other: open point -> reading, besides those of the scenario. cells: only these.

    Raises `WrongArgument` for anything but mappings; what it returns raises
    `LayerlawError` for unknown points and readings.

    >>> from layerlaw import load_scenario, shipped_scenarios
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> from layerlaw.solver.shell.shrink import between_readings
    >>> between_readings({}, {})(load_scenario(path)) is None
    True
    """
    labels = [", ".join(f"{p}={r}" for p, r in side.items()) for side in (one, other)]

    def disagrees(scenario: Scenario) -> Disagreement | None:
        parties = []
        for label, readings in zip(labels, (one, other), strict=True):
            read = replace(scenario, readings={**scenario.readings, **readings})
            read.rulebook.settled(read.readings)
            parties.append(_played(label or "as it stands", read))
        return _between(parties[0], parties[1], cells)

    return disagrees


def _under(scenario: Scenario, book: str | None) -> Scenario:
    """The scenario as that rulebook reads it."""
    if book is None or (not is_file(book) and scenario.rulebook is shipped_rulebook(book)):
        return scenario
    try:
        return loads_scenario(written_scenario(scenario), scenario.file, rulebook=book)
    except LayerlawError as error:
        raise LayerlawError(f"{book} cannot read the scenario:\n{error}") from None


def _played(label: str, scenario: Scenario) -> Party:
    try:
        return Party(label, scenario, solve(scenario))
    except LayerlawError as error:
        return Party(label, scenario, None, message_of(error))


def _between(one: Party, other: Party, cells: Collection[Cell]) -> Disagreement | None:
    differences: list[Difference[JsonValue]] = []
    if one.derivation is None or other.derivation is None:
        if (one.derivation is None) != (other.derivation is None):
            ends = (one.refused or "happens", other.refused or "happens")
            differences.append(Difference(*HISTORY, ends))
    else:
        differences += _differences(one.derivation, other.derivation)
    asked = tuple(cell for cell in differences if not cells or cell.cell in cells)
    return Disagreement(asked, one, other) if asked else None


def _differences(one: Answer, other: Answer) -> list[Difference[JsonValue]]:
    difference = comparable_difference(one, other)
    both = {thing.id for thing in one.situation.things}
    both &= {thing.id for thing in other.situation.things}
    differences: list[Difference[JsonValue]] = [
        Difference(*cell.cell, tuple(map(_plain, cell.values)))
        for cell in difference.cells
        if cell.object in both
    ]
    differences += difference.zones
    fates = [{fate.object: fate.verdict for fate in fates} for fates in difference.fates]
    differences += [
        Difference(id, CHECKS, tuple(side.get(id, "survives") for side in fates))
        for id in dict.fromkeys((*fates[0], *fates[1]))
    ]
    if difference.verdicts is not None:
        verdicts = tuple(f"{verdict} ({count})" for verdict, count in difference.verdicts)
        differences.append(Difference(*ANSWERS, verdicts))
    elif difference.answers and not differences:
        differences.append(Difference(*ANSWERS, ("some", "others")))
    return differences


def _plain(value: Value) -> JsonValue:
    return list(value) if isinstance(value, tuple) else value
