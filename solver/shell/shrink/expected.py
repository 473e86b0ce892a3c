"""Adds our values of the cells that differ, as expectations, to the smallest scenario."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError, Where
from layerlaw.model.rulebooks.words import vocabulary
from layerlaw.model.scenarios.expectations import ExpectAbility, ExpectAnswers, Expected, ExpectFate
from layerlaw.model.scenarios.load import loads_scenario
from layerlaw.model.scenarios.write import written_scenario
from layerlaw.solver.answer.difference.outcome import outcome
from layerlaw.solver.answer.expectations import judge, judge_all
from layerlaw.solver.board.columns import ABILITIES
from layerlaw.solver.play.solve import solve
from layerlaw.solver.shell.report.played_scenarios import cell_expectations
from layerlaw.solver.shell.shrink.disagreement import ANSWERS, CHECKS, ZONE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from layerlaw.model.notation.vocabulary import Vocabulary
    from layerlaw.model.scenarios.expectations import Expectation
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.answer.difference.cells import Difference
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.shell.shrink.disagreement import Disagreement
    from layerlaw.solver.shell.testing.state import JsonValue

_NOWHERE = Where("<expected>", 1, 1)


def with_expectations(disagreement: Disagreement) -> Scenario:
    """The scenario as our side reads it, expecting our values of the cells that differ.

    Expectations are of the state before the last checks, and of what these do: that something
    dies, and not what is otherwise because it did. What has no notation (permissions, abilities
    that are no keywords) is not expected.
    """
    scenario, derivation = disagreement.ours.scenario, disagreement.ours.derivation
    if scenario is None:
        raise LayerlawError("the first side has no scenario")
    expected: dict[str, Expected] = {}
    if derivation is not None:
        # An engine's states are compared after the last checks.
        derivation = solve(scenario)
        for what in (
            what for cell in disagreement.differences for what in _expected(cell, derivation)
        ):
            text = what.written()
            expectation = Expected(text, what, _NOWHERE)
            if judge(derivation, expectation).fulfilled:
                expected[text] = expectation
    readings = {**scenario.rulebook.chosen, **scenario.readings}
    return replace(scenario, expect=tuple(expected.values()), readings=MappingProxyType(readings))


def text_to_keep(
    found: Disagreement, *, rulebook: str | None = None, folder: Path | None = None
) -> str:
    """That scenario as the text of a file, loaded again and checked against our side.

    rulebook, folder: what the file calls its rulebook, and where it is going to stand. Raises
    `LayerlawError` if the text did not say the same.
    """
    text = written_scenario(with_expectations(found), rulebook=rulebook)
    loaded = loads_scenario(text, "<smallest>", folder)
    for judged in judge_all(loaded).outcomes if loaded.expect else ():
        if not judged.fulfilled:
            told = f"{judged.expected.text}, but {judged.found}"
            raise LayerlawError(f"internal error: the smallest scenario does not say {told}")
    return text


def _expected(cell: Difference[JsonValue], derivation: Answer) -> Iterator[Expectation]:
    object, name, value = cell.object, cell.characteristic, cell.ours
    if cell.cell == ANSWERS:
        yield ExpectAnswers(len(derivation.states))
    elif name == CHECKS and isinstance(value, str):
        yield ExpectFate(object, value)
    elif name == ABILITIES:
        words = vocabulary(derivation.rulebook)
        ours, theirs = (_keywords(labels, words) for labels in (value, cell.theirs))
        for keyword, number in sorted(ours ^ theirs):
            yield ExpectAbility(object, keyword, (keyword, number) in ours, number)
    else:
        if name == ZONE:
            # What the checks took away is still there for an expectation.
            verdicts = (fate.verdict for fate in derivation.due if fate.object == object)
            yield from (ExpectFate(object, verdict) for verdict in verdicts)
        # What is not there, or not the same in all answers, is no cell.
        cells = outcome(derivation).cells
        if cell.cell in cells:
            yield from cell_expectations(object, name, cells[cell.cell], derivation.rulebook)


def _keywords(labels: JsonValue, words: Vocabulary) -> set[tuple[str, str]]:
    """The keywords among the abilities with their numbers, printed or given by something."""
    held = labels if isinstance(labels, list | tuple) else ()
    names = (str(label).partition(" from ")[0] for label in held)
    return {known for name in names if (known := words.with_number(name)) is not None}
