"""What an audit finds: one frozen dataclass for every kind of finding."""

from __future__ import annotations

from dataclasses import field
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from layerlaw.model.dataclass import dataclass
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.documents.axioms.instances import Instance, Order
from layerlaw.solver.documents.sources.pages import TextPlace
from layerlaw.solver.facts.rich import Rich

if TYPE_CHECKING:
    from collections.abc import Mapping


Kind = Literal[
    "conflict",
    "departure",
    "examples",
    "against its clause",
    "rivals",
    "reference to nothing",
    "wrong count",
    "two orders",
    "unasked",
    "no state",
    "several states",
    "reference that moved",
    "defined twice",
    "two senses",
    "never defined",
    "two words",
    "open",
    "redundant",
    "vacuous",
    "shadowed",
    "allowed and forbidden",
    "never used",
    "unknown",
    "clean",
]
"""conflict: some clauses can't be kept together. departure: the procedure, or a reading that says
that it follows a clause, breaks one where all could be kept. examples: statements of the document's
worked examples that no reading keeps together. against its clause: the rulebook does another thing
than the clause says that it names. rivals: two clauses answer one question differently. two orders:
the clauses leave an order open. unasked: a question of procedure that is neither answered nor open.
no state, several states: effects that apply at the same time agree on none, or on more than one.
open: two readings of the document part. redundant: a clause can be dropped without any difference.
vacuous: it never demands anything. shadowed: what it demands is always overridden. allowed and
forbidden: a rule allows what another one forbids. Of the text, where one is given, are reference
to nothing, wrong count, reference that moved, defined twice, two senses, never defined, two words,
and never used (see `TextKind`). unknown: a question that could not be answered,
with the reason. clean: one whose answer is as it should be."""

Severity = Literal["fault", "gap", "note", "fine"]
"""fault: a contradiction. gap: something is left open. note: worth knowing. fine: as it should."""

SEVERITY: Mapping[Kind, Severity] = MappingProxyType(
    {
        "conflict": "fault",
        "departure": "fault",
        "examples": "fault",
        "against its clause": "fault",
        "rivals": "fault",
        "reference to nothing": "fault",
        "wrong count": "fault",
        "two orders": "gap",
        "unasked": "gap",
        "no state": "gap",
        "several states": "gap",
        "reference that moved": "gap",
        "defined twice": "gap",
        "two senses": "gap",
        "never defined": "gap",
        "two words": "gap",
        "open": "gap",
        "unknown": "note",
        "redundant": "note",
        "vacuous": "note",
        "shadowed": "note",
        "allowed and forbidden": "note",
        "never used": "note",
        "clean": "fine",
    }
)
"""How grave each kind of finding is; gravest kinds first."""


@dataclass(frozen=True, slots=True, repr=False)
class Finding(Rich):
    """One thing an audit found out about a rulebook.

    kind: see `Kind`. title: the finding in one sentence, for people who know no logic.
    clauses: the ids of the clauses concerned, in the order of the rulebook; of a finding of kind
    "open" the ids of those that the open point cites. point: the id of that open point, else "".
    policy: of kind "unasked" the policy, of which `readings` are the answers that part.
    instance: the smallest abstract instance that shows it, or None (clean, vacuous, redundant).
    orders: the orders involved, oldest question first: for "two orders" both admissible orders;
    for "conflict" one order for each clause of `clauses`, in the same order: one that keeps all
    the others when that clause is struck with what it overrides, () where none does; for "open"
    the order of each of `readings`; for "departure" the procedure's and one that keeps all clauses.
    readings: the ids of the readings that part. demands: for "conflict" the
    ring of pairs that can't all be kept: (clause, x, y) for "x before y by that clause".
    pair: for "two orders" the two effects that it is about.
    words: what could be said to settle it, one proposal an entry, the smallest first. written: for
    each of `words` the axioms that say so, a line each, as a rulebook has them; "" where there are
    none, as where a clause is struck.
    board: the finding as a scenario that plays, or None where there is none.
    shown: the answers to hold against each other, as sentences, in the order of `orders`.
    outcome_parts: whether the outcome parts on that board and not the order alone; None: unknown.
    bound: instances of up to that many effects were looked at. proved: True only if what `title`
    says of all cases was shown for every number of effects; of a case that was found (conflict,
    two orders) there is nothing to prove: it is the smallest up to `bound`. reason: for "unknown"
    why; for "clean" and proved how; else "". places: of what the text shows, where it stands.
    """

    kind: Kind
    title: str
    clauses: tuple[str, ...] = ()
    instance: Instance | None = None
    orders: tuple[Order, ...] = ()
    readings: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    written: tuple[str, ...] = ()
    board: Scenario | None = None
    shown: tuple[str, ...] = ()
    outcome_parts: bool | None = None
    bound: int = 0
    proved: bool = False
    point: str = ""
    policy: str = ""
    demands: tuple[tuple[str, int, int], ...] = field(default=())
    pair: tuple[int, int] | None = None
    reason: str = ""
    places: tuple[TextPlace, ...] = ()

    @property
    def severity(self) -> Severity:
        """How grave the finding is; a "clean" statement is fine."""
        return SEVERITY[self.kind]
