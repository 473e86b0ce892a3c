"""Scenarios as text in a Python test: solved, or held against what they expect."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import BadInput, wrong_argument
from layerlaw.model.scenarios.load import loads_scenario
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.answer.expectations import judge_all
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.play.solve import solve
from layerlaw.solver.shell.testing.cases import cases
from layerlaw.solver.shell.testing.failures import certificate_text, failure_text, short

if TYPE_CHECKING:
    from types import FrameType

    from layerlaw.model.errors import Problem

# What goes wrong here is wrong where it was called: pytest shows no line of this file.
__tracebackhide__ = True


@dataclass(frozen=True, slots=True)
class _Literal:
    """A text in a Python file, where it is indented and starts at some line.

    first: the line of the file in which the text begins; 0 if it was not found there.
    """

    file: str
    first: int
    margin: int
    text: str

    def moved(self, error: BadInput) -> BadInput:
        """The error with the columns of the Python file."""
        return BadInput(self._moved(problem) for problem in error.problems)

    def _moved(self, problem: Problem) -> Problem:
        if problem.file != self.file or problem.line == self.first:
            return problem
        source = " " * self.margin + problem.source if problem.source else ""
        return replace(problem, column=problem.column + self.margin, source=source)


class Layerlaw:
    """Solves scenarios that stand as text in a Python test; the fixture `layerlaw` is one.

        def test_kings(layerlaw):
            answer = layerlaw.solve(\"\"\"
                title: Two Kings
                rulebook: sorcery-2026-01
                players: [you, me]
                play:
                  - you: King of the Realm as K1 at 8
                  - me: King of the Realm as K2 at 12
            \"\"\")
            assert answer.value("K2", "controller") == "you"

    The text may be indented as a whole. Messages name the Python file and the line in it where the
    text stands as a literal there, else the line in the text. Files that the text names
    (`rulebook: ./mine.yaml`, `card files`) are looked for beside the Python file.
    """

    def __init__(self, rulebook: str | None = None) -> None:
        """rulebook: read every text under this one (an id or a file) instead of its own."""
        self.rulebook = rulebook

    def load(self, text: str, *, rulebook: str | None = None) -> Scenario:
        """The scenario in the text.

        rulebook: to read it under instead of its own. Raises as `load_scenario` does.
        """
        chosen = self.rulebook if rulebook is None else rulebook
        return _loaded(_literal(text, sys._getframe(1)), chosen)

    def solve(
        self,
        text: str,
        *,
        rulebook: str | None = None,
        readings: Mapping[str, str] | None = None,
    ) -> Answer:
        """The answer, as `layerlaw.solver.solve` gives it; expectations are ignored.

        rulebook: to read it under instead of its own. readings: open point -> reading. Raises
        `BadInput` for what is wrong with the text, or where an event cannot happen, and
        `LayerlawError` for an unknown rulebook or reading.
        """
        chosen = self.rulebook if rulebook is None else rulebook
        return solved_text(text, sys._getframe(1), chosen, readings)

    def check(self, text: str, *, rulebook: str | None = None, certificate: bool = True) -> Answer:
        """The answer, after checking all that the text expects, in every order it names.

        rulebook: as for `solve`. certificate: whether that has to hold too. Raises `AssertionError`
        with what was expected, what was found and the steps that led there; and as `solve` does.
        """
        literal = _literal(text, sys._getframe(1))
        scenario = _loaded(literal, self.rulebook if rulebook is None else rulebook)
        try:
            answer, troubles = _checked(scenario, certificate=certificate)
        except BadInput as error:
            moved = literal.moved(error)
        else:
            assert not troubles, "\n\n".join(troubles)
            return answer
        raise moved


def solved_text(
    text: str,
    caller: FrameType,
    rulebook: str | None = None,
    readings: Mapping[str, str] | None = None,
) -> Answer:
    """The answer to a scenario that stands as text in the caller's file; see `Layerlaw.solve`."""
    literal = _literal(text, caller)
    scenario = _loaded(literal, rulebook)
    try:
        return solve(scenario, readings=readings)
    except BadInput as error:
        moved = literal.moved(error)
    raise moved


def loaded_text(text: str, caller: FrameType, rulebook: str | None = None) -> Scenario:
    """The scenario that stands as text in the caller's file; see `Layerlaw.load`."""
    return _loaded(_literal(text, caller), rulebook)


def _loaded(literal: _Literal, rulebook: str | None) -> Scenario:
    folder = Path(literal.file).parent if literal.first else None
    text = "\n" * (literal.first - 1) + literal.text
    try:
        return loads_scenario(text, literal.file, folder, rulebook=rulebook)
    except BadInput as error:
        moved = literal.moved(error)
    raise moved


def _checked(scenario: Scenario, *, certificate: bool) -> tuple[Answer, list[str]]:
    """The answer to the text as written, and what fails in any of its orders."""
    troubles = []
    answers = []
    for case in cases(scenario):
        judged = judge_all(case.scenario)
        answers.append(judged.derivation)
        for outcome, state in zip(judged.outcomes, judged.states, strict=True):
            if not outcome.right:
                troubles.append(failure_text(case, outcome, state))
        if certificate:
            verdict = certificate_of(judged.derivation).check()
            if not verdict.ok:
                troubles.append(certificate_text(case, verdict))
    return answers[0], troubles


def _literal(text: str, caller: FrameType) -> _Literal:
    """The text without its indentation, and where it stands in the caller's file."""
    if not isinstance(text, str):
        raise wrong_argument("Layerlaw", "text of a scenario", text, "as in its documentation")
    lines = text.split("\n")
    indents = [len(line) - len(line.lstrip(" ")) for line in lines[1:] if line.strip()]
    margin = min(indents, default=0)
    plain = "\n".join([lines[0], *(line[margin:] for line in lines[1:])])
    file = caller.f_code.co_filename
    source = "".join(linecache.getlines(file))
    literals = []
    at = source.find(text) if text.strip() else -1
    while at >= 0:
        literals.append(source.count("\n", 0, at) + 1)
        at = source.find(text, at + 1)
    if not literals:
        return _Literal("<text>", 0, margin, plain)
    first = min(literals, key=lambda line: abs(line - caller.f_lineno))
    return _Literal(short(file), first, margin, plain)
