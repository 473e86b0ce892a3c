"""Scenario files as pytest collects them: a file, its orders, and a test for each expectation."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

import pytest

from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.load import is_file, load_scenario, named_rulebook
from layerlaw.solver.answer.expectations import Judged, judge_all
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.shell.testing.cases import cases
from layerlaw.solver.shell.testing.failures import (
    certificate_line,
    certificate_text,
    failure_text,
    place_text,
    short,
)
from layerlaw.solver.shell.testing.steps import steps

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from layerlaw.model.errors import Where
    from layerlaw.solver.shell.testing.cases import FileCase, NamedExpectation

CERTIFICATE = "certificate"
ANSWER = "has an answer"


def chosen_rulebook(config: pytest.Config) -> str | None:
    """The rulebook of `--layerlaw-rulebook`: a shipped one's id, a file's path, or None.

    Raises `pytest.UsageError` if there is none of that name, or its file is wrong.
    """
    name = config.getoption("layerlaw_rulebook", None)
    if name is None:
        return None
    if is_file(name):
        name = str(config.invocation_params.dir / name)
    try:
        named_rulebook(name)
    except LayerlawError as error:
        raise pytest.UsageError(f"--layerlaw-rulebook: {error}") from None
    return str(name)


class CaseFailure(Exception):
    """The failure of a scenario's test: the full text, and one line."""

    def __init__(self, text: str, short: str) -> None:
        super().__init__(short)
        self.text = text
        self.short = short


class NotAsExpected(CaseFailure):
    """The answer differs from what was expected: the only failure that `xfail` excuses."""


class ScenarioFile(pytest.File):
    """One scenario file."""

    def collect(self) -> Iterator[ScenarioCase]:
        """Its orders of arrival, the written one first. Solves nothing."""
        try:
            scenario = load_scenario(self.path, rulebook=chosen_rulebook(self.config))
            orders = cases(scenario)
        except LayerlawError as error:
            raise self.CollectError(self.shortened(str(error))) from None
        for case in orders:
            yield ScenarioCase.from_parent(self, name=case.name, case=case)

    def shortened(self, text: str) -> str:
        """A message with the file's path relative to where pytest was started."""
        return text.replace(str(self.path), short(self.path, self.config.invocation_params.dir))


class ScenarioCase(pytest.Collector):
    """The scenario in one order, solved when its first test runs."""

    parent: ScenarioFile

    def __init__(self, *, case: FileCase, **more: Any) -> None:
        super().__init__(**more)
        self.case = case
        self.extra_keyword_matches.update(case.keywords)
        self.add_marker("layerlaw")
        self._judged: Judged | LayerlawError | None = None

    def collect(self) -> Iterator[pytest.Item]:
        """One test for each expectation, and one for the certificate."""
        for number, asked in enumerate(self.case.asked):
            yield ExpectationTest.from_parent(self, name=asked.name, number=number, asked=asked)
        if self.config.getini("layerlaw_certificate"):
            yield CertificateTest.from_parent(self, name=CERTIFICATE)
        elif not self.case.asked:
            yield AnswerTest.from_parent(self, name=ANSWER)

    @property
    def judged(self) -> Judged:
        """The answer and all results, computed once; raises `LayerlawError` if there is none."""
        if self._judged is None:
            try:
                self._judged = judge_all(self.case.scenario)
            except LayerlawError as error:
                self._judged = error
        if isinstance(self._judged, LayerlawError):
            raise self._judged
        return self._judged

    def teardown(self) -> None:
        """Frees the boards once the last test has run."""
        self._judged = None


class ScenarioTest(pytest.Item):
    """One test of a case."""

    parent: ScenarioCase

    @property
    def file(self) -> str:
        """What to call the scenario's file."""
        return short(self.path, self.config.invocation_params.dir)

    @property
    def where(self) -> Where:
        """Its place in the file; the test of a whole case is placed where that begins."""
        return self.parent.case.where

    def runtest(self) -> None:
        """Holds it against the answer; raises `CaseFailure`."""
        case = self.parent.case
        rest = dict.fromkeys(case.because)
        try:
            judged = self.parent.judged
            rest.update(dict.fromkeys(self.rests_on(judged)))
            self.hold(judged)
        except LayerlawError as error:
            text = self.parent.parent.shortened(str(error))
            head = f"{place_text(self.file, self.where)}: {case.scenario.title}"
            raise CaseFailure(
                f"{head}\n  there is no answer\n{text}", text.split("\n")[0]
            ) from None
        finally:
            properties = {
                "rulebook": case.scenario.rulebook.id,
                "clauses": ", ".join(rest),
                "readings": ", ".join(case.readings),
                "cards": "; ".join(case.cards),
            }
            self.user_properties += [(name, text) for name, text in properties.items() if text]

    def rests_on(self, judged: Judged) -> tuple[str, ...]:
        """The clauses that the answer rests on, besides those that the file names."""
        return ()

    @abstractmethod
    def hold(self, judged: Judged) -> None:
        """Raises `CaseFailure` if the answer differs."""

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Plain text without a traceback, but for errors of the library itself."""
        error = excinfo.value
        if not isinstance(error, CaseFailure):
            return super().repr_failure(excinfo, style)
        # Pytest's own form, the only one that `pytest -n` carries from one process to another.
        shown = excinfo.getrepr(style="value", chain=False)
        shown.reprtraceback.reprentries[-1].lines = error.text.split("\n")
        if shown.reprcrash is not None:
            shown.reprcrash.path, shown.reprcrash.lineno = self.file, self.where.line
            shown.reprcrash.message = error.short
        return shown

    def reportinfo(self) -> tuple[Path, int, str]:
        """The file, the line (from 0), and what to call the test."""
        return self.path, self.where.line - 1, f"{self.parent.name}: {self.name}"


class ExpectationTest(ScenarioTest):
    """The test that one expectation is fulfilled or, marked `xfail`, that it is not."""

    def __init__(self, *, number: int, asked: NamedExpectation, **more: Any) -> None:
        super().__init__(**more)
        self.number = number
        self.expected = asked.expected
        if self.expected.xfail:
            mark = pytest.mark.xfail(reason=self.expected.xfail, raises=NotAsExpected, strict=True)
            self.add_marker(mark)

    @property
    def where(self) -> Where:
        """Where the expectation stands."""
        return self.expected.where

    def rests_on(self, judged: Judged) -> tuple[str, ...]:
        """The clauses of the steps that led to what it speaks of."""
        return steps(judged.states[self.number], self.expected).clauses

    def hold(self, judged: Judged) -> None:
        """Raises `NotAsExpected`, or `CaseFailure` where only an xfail is not fulfilled."""
        outcome = judged.outcomes[self.number]
        # `pytest --runxfail`: as if nothing was marked.
        marked = bool(self.expected.xfail) and not self.config.getoption("runxfail", False)
        if outcome.fulfilled and not marked:
            return
        state = judged.states[self.number]
        rulebook = self.config.getoption("layerlaw_rulebook")
        text = failure_text(self.parent.case, outcome, state, self.file, rulebook)
        if outcome.fulfilled:
            raise CaseFailure(text, f"holds although marked xfail ({self.expected.xfail})")
        raise NotAsExpected(text, outcome.found)


class CertificateTest(ScenarioTest):
    """The test that the certificate confirms the answer."""

    def hold(self, judged: Judged) -> None:
        """Raises `CaseFailure` with what was refused."""
        verdict = certificate_of(judged.derivation).check()
        if verdict.outcome == "unknown":
            # Neither passed nor failed; pytest's word for that is skipped.
            pytest.skip(f"{certificate_line(verdict)} ({'; '.join(verdict.unknowns)})")
        if not verdict.ok:
            text = certificate_text(self.parent.case, verdict, self.file)
            raise CaseFailure(text, certificate_line(verdict))


class AnswerTest(ScenarioTest):
    """The test that events without expectations can happen at all."""

    def hold(self, judged: Judged) -> None:
        """Does nothing: it is only called if there is an answer."""
