"""What the sentences on the order leave open, on its smallest instance, and what would decide."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.notation.spelling import listed
from layerlaw.solver.documents.audit.findings import Finding
from layerlaw.solver.documents.audit.model_search import (
    MOST_WORDS,
    RoutesDisagree,
    agree,
    name,
    told,
    unknown,
)
from layerlaw.solver.documents.audit.procedure import Turns, deciding_policies
from layerlaw.solver.documents.audit.repairs import decides, deciding, written_anew
from layerlaw.solver.documents.axioms import explicit, proofs, smt
from layerlaw.solver.documents.axioms.moments import Moments

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.documents.audit.model_search import Study
    from layerlaw.solver.documents.audit.repairs import ClauseChange
    from layerlaw.solver.documents.axioms.demands import Pair
    from layerlaw.solver.documents.axioms.explicit import Kinds
    from layerlaw.solver.documents.axioms.instances import Instance, Order
    from layerlaw.solver.documents.axioms.moments import CheckedInstance


def gaps(study: Study, rulebook: Rulebook) -> Iterator[Finding]:
    """For each kind of pair that is left open the smallest instance, or that none is.

    A case that a proposal for a smaller one settles too is told with that one.
    """
    title = "No case has two orders that keep all clauses."
    if proofs.total(study.axioms):
        reason = "of any two effects a clause demands one before the other"
        yield Finding(
            "clean", title, clauses=study.clauses, bound=study.n, proved=True, reason=reason
        )
        return
    open_pairs: dict[Kinds, tuple[Instance, Pair]] = {}
    try:
        for size in range(2, study.n + 1):
            study.progress(f"what is left open among {size} effects")
            for kinds in _kinds():
                if kinds not in open_pairs:
                    case = smt.undetermined(study.axioms, size, kinds)
                    if case is not None:
                        open_pairs[kinds] = case
    except smt.Undecided as reason:
        yield unknown("Whether some case has two orders", reason, study.n)
    else:
        agree(
            "pairs left open",
            {kinds: case for kinds, case in open_pairs.items() if case[0].n <= study.table.n},
            explicit.undetermined(study.axioms, study.table),
        )
        if not open_pairs:
            yield Finding("clean", title, clauses=study.clauses, bound=study.n)
    found: list[tuple[Gap, list[Instance]]] = []
    for instance, pair in sorted(open_pairs.values(), key=lambda case: (case[0].size, case[1])):
        row = study.table.row(instance)
        larger = next((cases for gap, cases in found if gap.settles(study, row, pair)), None)
        if larger is None:
            changes = deciding(study.axioms, study.table, row, pair)
            found.append((Gap(row, pair, changes), []))
        else:
            larger.append(instance)
    for gap, cases in found:
        yield _gap(study, rulebook, gap, len(cases))


@dataclass(frozen=True, slots=True)
class Gap:
    """A pair that the clauses leave open on an instance, and what would decide it.

    changes: each with whether it is harmless.
    """

    row: CheckedInstance
    pair: Pair
    changes: tuple[tuple[ClauseChange, bool], ...]

    def settles(self, study: Study, row: CheckedInstance, pair: Pair) -> bool:
        """Whether a harmless change decides that pair too."""
        return any(
            harmless and decides(change.of(study.axioms), row, pair)
            for change, harmless in self.changes
        )


def _gap(study: Study, rulebook: Rulebook, gap: Gap, larger: int) -> Finding:
    """larger: how many larger cases of other kinds what settles it settles too."""
    row, pair = gap.row, gap.pair
    instance = row.instance
    moments = Moments(study.axioms, row)
    orders: list[Order] = []
    for x, y in (pair, pair[::-1]):
        order = moments.first_order((x, y))
        if order is None:
            raise RoutesDisagree(f"{x} can't come before {y} in {instance.words()}")
        orders.append(order)
    harmless = [change for change, good in gap.changes if good][:MOST_WORDS]
    others = [change for change, good in gap.changes if not good and change.clause][:2]
    x, y = pair
    advice = [(change, "(settles this)") for change in harmless]
    advice += [
        (change, "(settles this, but contradicts other clauses in other cases)")
        for change in others
    ]
    said = (said for pending in moments.choices for said in moments.barred(pending).values())
    involved = {clause for clauses in said for clause in clauses}
    involved |= {change.clause for change in (*harmless, *others)}
    facts = row.facts
    who = ", ".join(f"{name(each)} is {explicit.kind_of(facts, each)}" for each in pair)
    more = ""
    if larger:
        cases = f"{larger} larger case{'s' if larger > 1 else ''} of other kinds"
        more = f" What settles this can settle {cases} too."
    return Finding(
        "two orders",
        f"No clause says whether {name(x)} or {name(y)} goes first ({who}).{more}",
        clauses=study.in_order(involved & set(study.clauses)),
        instance=instance,
        orders=tuple(orders),
        words=tuple(f"{change.words()} {what}" for change, what in advice),
        written=tuple(written_anew(study.axioms, (change,)) for change, _ in advice),
        shown=(
            *(f"Kept by every clause: {told(order)}." for order in orders),
            *_chosen(rulebook, instance),
        ),
        pair=pair,
        bound=study.n,
    )


def _chosen(rulebook: Rulebook, instance: Instance) -> Iterator[str]:
    """Which order the procedure takes, and by which policies."""
    order = Turns.of(rulebook).order(instance)
    by = [
        f"`{policy}: {rulebook.policy(policy)}` ({rulebook.policies[policy].clause})"
        for policy in deciding_policies(rulebook, instance)
    ]
    rests = f", which rests on {listed(by)}" if by else ""
    yield f"The procedure takes {told(order)}{rests}."


def _kinds() -> Iterator[Kinds]:
    for one, other in combinations_with_replacement(explicit.KINDS, 2):
        first, second = sorted((one, other))
        yield (first, second, False)
        yield (first, second, True)
