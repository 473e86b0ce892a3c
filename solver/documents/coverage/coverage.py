"""Clause coverage: which clauses of a rulebook its scenarios cite, and which they really use."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from layerlaw.model.arguments import checked
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.documents.coverage.exercise import Exercise, cases_of, exercise


@dataclass(frozen=True, slots=True)
class ClauseCoverage:
    """One clause (or open point), and the scenarios that cite it and that really use it."""

    id: str
    point: bool
    cited: tuple[str, ...]
    used: tuple[str, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Coverage:
    """What the scenarios of a rulebook exercise of it.

    clauses: every clause and open point, in the order of the rulebook. scenarios: the names of
    those looked at; cases: how many orders and readings of them there are. failing: the names of
    those that do not hold as they are, and why; they exercise nothing. exercises: the cases one
    by one. complete: False after an interrupt.
    """

    rulebook: Rulebook
    clauses: tuple[ClauseCoverage, ...]
    scenarios: tuple[str, ...]
    cases: int
    failing: tuple[tuple[str, str], ...]
    exercises: tuple[Exercise, ...]
    complete: bool

    def __repr__(self) -> str:
        """How much is exercised, in a line; the cases would fill pages."""
        used = len(self.clauses) - len(self.unused)
        counts = f"{used} of {len(self.clauses)} clauses used by {len(self.scenarios)} scenarios"
        return f"<Coverage of {self.rulebook.id}: {counts}>"

    @property
    def unused(self) -> tuple[str, ...]:
        """The clauses and open points that no scenario uses."""
        return tuple(clause.id for clause in self.clauses if not clause.used)

    @property
    def unnamed(self) -> tuple[str, ...]:
        """The clauses and open points that no scenario uses or cites."""
        return tuple(one.id for one in self.clauses if not one.used and not one.cited)


@checked()
def coverage(
    rulebook: Rulebook,
    scenarios: Iterable[Scenario],
    *,
    progress: Callable[[int, int], None] | None = None,
) -> Coverage:
    """Which clauses of the rulebook the scenarios exercise; those of other rulebooks are left out.

    rulebook: whose clauses are counted. scenarios: of any rulebook.

    A clause is used where an answer that a scenario is asked about rests on it: by the reasons of
    its turns, by what its checks found, by the statuses, keywords and rules that act in it, or
    because the answer may be another one if it said something else. progress: called after each
    case with how many are done, and of how many. After an interrupt what was found by then is
    returned. Raises `LayerlawError` if none of the scenarios is of the rulebook.

    >>> from layerlaw import load_scenario, shipped_rulebook, shipped_scenarios
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> from layerlaw.solver.documents.audit import coverage
    >>> found = coverage(shipped_rulebook("sorcery-2026-01"), [load_scenario(path)])
    >>> [clause.id for clause in found.clauses if "two-kings" in clause.cited][:2]
    ['SORC-LAYER-3', 'SORC-LAYER-7']
    """
    cases = cases_of(rulebook, scenarios)
    if not cases:
        raise LayerlawError(f"none of the scenarios is of the rulebook {rulebook.id}")
    done: list[Exercise] = []
    try:
        for case in cases:
            done.append(exercise(case))
            if progress is not None:
                progress(len(done), len(cases))
    except KeyboardInterrupt:
        pass
    return Coverage(
        rulebook,
        tuple(
            ClauseCoverage(
                id,
                id in rulebook.points,
                _names(one for one in done if id in one.case.cited),
                _names(one for one in done if id in one.used),
            )
            for id in (*rulebook.clauses, *rulebook.points)
        ),
        _names(done),
        len(done),
        tuple((one.case.name, one.trouble) for one in done if one.trouble),
        tuple(done),
        len(done) == len(cases),
    )


def _names(exercises: Iterable[Exercise]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.case.name for one in exercises))
