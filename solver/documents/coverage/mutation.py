"""Mutation testing of a rulebook: which scenarios notice it when a clause says something else."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.answer.expectations import judge_all
from layerlaw.solver.documents.coverage.coverage import coverage
from layerlaw.solver.documents.coverage.data_mutants import data_mutants
from layerlaw.solver.documents.coverage.mutants import CHOSEN, procedure_mutants

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.documents.coverage.coverage import Coverage
    from layerlaw.solver.documents.coverage.exercise import Exercise
    from layerlaw.solver.documents.coverage.mutants import Mutant

PATIENCE = 20
"""A case that takes so many times the turns that it took is one that notices."""
AT_LEAST = 2000
"""It may take so many turns in any case."""


class NoEnd(LayerlawError):
    """Under a mutant a scenario goes on far longer than it did."""


@dataclass(frozen=True, slots=True)
class MutantResult:
    """What became of one mutant.

    noticed: the names of the scenarios that fail under it. ran: how many cases were played;
    skipped: why others were not, each with how many. A scenario that has failed once is not
    played in its other orders.
    """

    mutant: Mutant
    noticed: tuple[str, ...]
    ran: int
    skipped: Mapping[str, int]


@dataclass(frozen=True, slots=True, repr=False)
class Mutation:
    """What became of all mutants, in their order.

    untried: those that were not looked at any more. interrupted: whether the user ended it.
    """

    coverage: Coverage
    results: tuple[MutantResult, ...]
    untried: tuple[Mutant, ...]
    interrupted: bool

    def __repr__(self) -> str:
        """How many mutants are noticed, in a line."""
        noticed = len(self.results) - len(self.unnoticed)
        counts = f"{noticed} of {len(self.results)} mutants noticed, {len(self.untried)} untried"
        return f"<Mutation of {self.coverage.rulebook.id}: {counts}>"

    @property
    def total(self) -> int:
        """How many mutants there are."""
        return len(self.results) + len(self.untried)

    @property
    def complete(self) -> bool:
        """Whether every mutant was looked at, in every case."""
        return not self.untried and self.coverage.complete

    @property
    def unnoticed(self) -> tuple[MutantResult, ...]:
        """The mutants that no scenario notices."""
        return tuple(result for result in self.results if not result.noticed)

    def of_clause(self, clause: str) -> tuple[MutantResult, ...]:
        """The mutants that change what the clause (or open point) says."""
        return tuple(result for result in self.results if clause in result.mutant.clauses)

    def clauses(self) -> tuple[str, ...]:
        """The clauses that would not be missed if changed: with mutants, none of them noticed.

        Clauses some of whose mutants were not looked at are left out.
        """
        unknown = {clause for mutant in self.untried for clause in mutant.clauses}
        return tuple(
            one.id
            for one in self.coverage.clauses
            if one.id not in unknown
            and (mine := self.of_clause(one.id))
            and not any(result.noticed for result in mine)
        )


def mutants(rulebook: Rulebook) -> tuple[Mutant, ...]:
    """Every mutant of the rulebook, policies first, then layers, then the rest of its data."""
    return (*procedure_mutants(rulebook), *data_mutants(rulebook))


def mutation(
    rulebook: Rulebook,
    scenarios: Iterable[Scenario],
    *,
    progress: Callable[[int, int], None] | None = None,
    limit: int | None = None,
    covered: Coverage | None = None,
    prune: bool = True,
) -> Mutation:
    """Every mutant of the rulebook, and the scenarios whose expectations fail under it.

    limit: the most mutants that are looked at. covered: the coverage of the same scenarios, if it
    is known. prune: leave out cases to which a mutant provably makes no difference. progress:
    called after each mutant with how many are done, and of how many. After an interrupt what was
    found by then is returned. Raises as `coverage` does.
    """
    known = coverage(rulebook, scenarios) if covered is None else covered
    every = mutants(rulebook)
    chosen = every if limit is None else every[:limit]
    sound = [one for one in known.exercises if not one.trouble]
    done: list[MutantResult] = []
    interrupted = not known.complete
    try:
        for mutant in () if interrupted else chosen:
            done.append(examine(mutant, sound, prune=prune))
            if progress is not None:
                progress(len(done), len(chosen))
    except KeyboardInterrupt:
        interrupted = True
    return Mutation(known, tuple(done), every[len(done) :], interrupted)


def examine(mutant: Mutant, exercises: Sequence[Exercise], *, prune: bool = True) -> MutantResult:
    """Which scenarios notice one mutant."""
    noticed: dict[str, None] = {}
    skipped: dict[str, int] = {}
    ran = 0
    for one in exercises:
        if one.case.name in noticed:
            continue
        reason = mutant.skip(one)
        if reason == CHOSEN or (prune and reason):
            skipped[reason] = skipped.get(reason, 0) + 1
            continue
        ran += 1
        if not holds(mutant, one):
            noticed[one.case.name] = None
    return MutantResult(mutant, tuple(noticed), ran, MappingProxyType(skipped))


def holds(mutant: Mutant, exercise: Exercise) -> bool:
    """Whether a case is still as it expects under the mutant."""
    left = PATIENCE * exercise.turns + AT_LEAST

    def stop() -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise NoEnd("it does not come to an end")

    try:
        return judge_all(mutant.change(exercise.case.scenario), stop=stop).fulfilled
    except LayerlawError:
        return False
