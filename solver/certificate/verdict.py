"""What a check of a certificate says: which clauses were looked at, how often, and what failed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.facts.rich import Rich

if TYPE_CHECKING:
    from collections.abc import Collection

    from layerlaw.model.rulebooks.rulebook import Rulebook

STRUCTURE = "STRUCTURE"
"""Stands where a clause id would, for what any record must be like whatever the document says."""

STRUCTURE_SAYS = (
    "Every pending part has exactly one turn, after it joined; every cell recorded is what the "
    "recorded turns make of the situation."
)


BEGINS = (
    "It begins where the last event left the table: what stands there, the effects that resolved "
    "with their targets and locked sets, moments, turns and what happened by itself on the way are "
    "taken over from the history, which is not certified."
)
"""Where every certificate begins; `docs/trust.md` says what that means."""

Outcome = Literal["confirmed", "refused", "unknown"]


@dataclass(frozen=True, slots=True)
class Failure:
    """One breach: the clause it is a breach of, the layer's id ("" for none), and what is wrong."""

    clause: str
    layer: str
    message: str


@dataclass(frozen=True, slots=True)
class ClauseResult:
    """One clause: what it says, how often it was applied, and how that came out.

    outcome: `holds`, `fails`, or `unknown: REASON` where Z3 gave no answer.
    """

    clause: str
    says: str
    instances: int
    outcome: str


@dataclass(frozen=True, slots=True, repr=False)
class Verdict(Rich):
    """The outcome of a check.

    ok: every clause that was looked at is known to hold. notes: what holds and yet should be known
    (states that lift themselves and are not listed). begins: what was taken over unchecked.
    """

    ok: bool
    failures: tuple[Failure, ...]
    checked: tuple[ClauseResult, ...]
    notes: tuple[str, ...] = ()
    begins: str = BEGINS

    @property
    def outcome(self) -> Outcome:
        """`confirmed`, `refused` (some clause fails), or `unknown` (neither could be shown)."""
        if self.ok:
            return "confirmed"
        fails = self.failures or any(one.outcome == "fails" for one in self.checked)
        return "refused" if fails else "unknown"

    @property
    def unknowns(self) -> tuple[str, ...]:
        """Why it is unknown, clause by clause; empty unless it is."""
        return tuple(
            f"{one.clause}: {one.outcome}"
            for one in self.checked
            if one.outcome not in ("holds", "fails")
        )


class Findings:
    """What a replay finds: how often each clause was looked at, and every breach."""

    def __init__(self, without: Collection[str]) -> None:
        self.without = without
        self.counts: dict[str, int] = {}
        self.failures: list[Failure] = []
        self.notes: list[str] = []

    def looked(self, clause: str, times: int = 1) -> None:
        """A clause was applied so often."""
        if clause not in self.without:
            self.counts[clause] = self.counts.get(clause, 0) + times

    def breach(self, clause: str, layer: str, message: str) -> None:
        """The record is not true."""
        if clause not in self.without:
            self.counts.setdefault(clause, 1)
            self.failures.append(Failure(clause, layer, message))


def clause_of(rulebook: Rulebook, policy: str) -> str:
    """The clause that fixes the policy; `STRUCTURE` in a rulebook that does not name it."""
    known = rulebook.policies.get(policy)
    return STRUCTURE if known is None else known.clause


def says(rulebook: Rulebook, clause: str) -> str:
    """A clause in the rulebook's words; for an open point the reading chosen."""
    if clause == STRUCTURE:
        return STRUCTURE_SAYS
    if clause in rulebook.clauses:
        return rulebook.clauses[clause].says
    if clause in rulebook.points:
        point = rulebook.points[clause]
        chosen = point.reading(rulebook.chosen.get(clause, point.default))
        return chosen.says
    return ""
