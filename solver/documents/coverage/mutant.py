"""One mutant: a change to a rulebook, the clauses that it falsifies, and where it cannot matter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.documents.coverage.exercise import Exercise

Change = Callable[["Scenario"], "Scenario"]
Skip = Callable[["Exercise"], str]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A changed rulebook.

    id: names it, the same on every run. says: what is otherwise, in words. clauses: those that
    would then say something else (none where no clause gives what is changed). change: the same
    scenario under it. skip: why it provably makes no difference to a case, or an empty string.
    """

    id: str
    says: str
    clauses: tuple[str, ...]
    change: Change
    skip: Skip


def on_rulebook(change: Callable[[Rulebook], Rulebook]) -> Change:
    """A change of the rulebook alone."""
    return lambda scenario: replace(scenario, rulebook=change(scenario.rulebook))


def given(**data: Any) -> Change:
    """A change of the rulebook alone: other data than policies and layers, by its fields."""
    return on_rulebook(lambda rulebook: replace(rulebook, **data))


def always(exercise: Exercise) -> str:
    """No case can be skipped."""
    return ""


def unless(needed: Callable[[Exercise], bool], reason: str) -> Skip:
    """Skips the cases that have not got what is needed, for that reason."""
    return lambda exercise: "" if needed(exercise) else reason


def named(*clauses: str) -> tuple[str, ...]:
    """The clauses, each once, without those that are empty."""
    return tuple(dict.fromkeys(clause for clause in clauses if clause))
