"""Clauses that can't be kept together: which, on what smallest instance, and what mends it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.notation.spelling import listed
from layerlaw.model.rulebooks.axioms import replaced
from layerlaw.solver.documents.audit.findings import Finding
from layerlaw.solver.documents.audit.model_search import (
    MOST_WORDS,
    RoutesDisagree,
    agree,
    name,
    told,
    unknown,
)
from layerlaw.solver.documents.audit.repairs import made, mending, repairs, written_anew
from layerlaw.solver.documents.axioms import explicit, proofs, smt
from layerlaw.solver.documents.axioms.demands import ring
from layerlaw.solver.documents.axioms.explicit import minimal
from layerlaw.solver.documents.axioms.moments import Moments

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from layerlaw.solver.documents.audit.model_search import Study
    from layerlaw.solver.documents.audit.repairs import ClauseChange
    from layerlaw.solver.documents.axioms.instances import Instance, Order

Clashes = dict[frozenset[str], "Instance"]
"""A minimal set of clauses in conflict -> an instance that shows it."""


def clashes(study: Study) -> Iterator[Finding]:
    """The minimal sets of clauses in conflict, or that there are none.

    Each with its smallest instance; if that has a loop, with the smallest without loops as well;
    and with the smallest on which it stays if dependencies count over any number of steps.
    """
    found: Clashes = {}
    plain: Clashes = {}
    wide = _over_chains(study)
    far: Clashes = {}
    try:
        _look(study, found, plain)
        if found and wide.axioms != study.axioms:
            _look(wide, far, None)
    except smt.Undecided as reason:
        yield unknown("Whether all clauses can be kept together", reason, study.n)
        if not found:
            return
    if not found:
        yield _consistent(study)
        return
    study.progress("repairs")
    whole = repairs(study.axioms, study.table, study.n)
    every = [_settles_all(study, chosen) for chosen in whole[:MOST_WORDS]]
    for clauses, instance in _sorted(found):
        witnesses = [instance, *([plain[clauses]] if clauses in plain else [])]
        some = mending(study.axioms, clauses, frozenset(found), study.table, witnesses)
        bound = f"(settles this contradiction, up to {study.table.n} effects)"
        advice = [
            (f"{change.words()} {bound}", written_anew(study.axioms, (change,)))
            for change in some
            if (change,) not in whole
        ]
        advice = [*advice[:MOST_WORDS], *every]
        for witness in witnesses:
            yield _clash(study, clauses, witness, advice)
        if clauses in far and far[clauses] not in witnesses:
            finding = _clash(wide, clauses, far[clauses], advice)
            title = f"Even if dependencies count over any number of steps, {finding.title}"
            yield replace(finding, title=title)


def _look(study: Study, found: Clashes, plain: Clashes | None) -> None:
    """Fills in the smallest instances, those without loops too; both routes have to agree."""
    for size in range(2, study.n + 1):
        study.progress(f"contradictions among {size} effects")
        found |= smt.conflicts(study.axioms, size, known=found)
        if plain is None:
            continue
        known = {each for each in found if not _loops(study, found[each])} | set(plain)
        plain |= smt.conflicts(study.axioms, size, loops=False, known=known)
    by_hand = explicit.conflicts(study.axioms, study.table)
    agree("contradictions", _within(found, study), by_hand)
    if plain is None:
        return
    by_hand = {
        each: instance
        for each, instance in explicit.conflicts(study.axioms, study.table, loops=False).items()
        if _loops(study, found[each])
    }
    agree("contradictions without loops", _within(plain, study), by_hand)


def _within(found: Mapping[frozenset[str], Instance], study: Study) -> Clashes:
    return {each: one for each, one in found.items() if one.n <= study.table.n}


def _over_chains(study: Study) -> Study:
    """The same with every dependency counted over any number of steps."""
    axioms = tuple(
        replace(axiom, when=replaced(replaced(axiom.when, "depends", "chain"), "mutual", "loop"))
        for axiom in study.axioms
    )
    return replace(study, axioms=axioms)


Advice = tuple[str, str]
"""What could be said to settle it, and the axioms that say so, a line each."""


def _settles_all(study: Study, chosen: Sequence[ClauseChange]) -> Advice:
    words = ", and ".join(change.words() for change in chosen)
    proved = proofs.strict_order(made(study.axioms, chosen)) is not None
    bound = "" if proved else f", up to {study.n} effects"
    return f"{words} (settles all contradictions{bound})", written_anew(study.axioms, chosen)


def _clash(
    study: Study, clauses: Collection[str], instance: Instance, advice: Sequence[Advice]
) -> Finding:
    """Verified: no order keeps them all; with any one dropped some order keeps the others."""
    named = study.in_order(clauses)
    if smt.core(study.axioms, instance, named) != named:
        raise RoutesDisagree(f"{', '.join(named)}: not a minimal conflict of {instance.words()}")
    row = study.table.row(instance)
    orders: list[Order] = []
    shown: list[str] = []
    for clause in named:
        rest = Moments([axiom for axiom in study.axioms if axiom.clause != clause], row)
        order = rest.first_order()
        orders.append(order or ())
        shown.append(f"Without {clause}: {_left(study, rest, order, clause)}.")
    moments = Moments(study.axioms, row).counting(named)
    pending = moments.stuck() if moments.by_step else row.every
    circle = ring(moments.barred(pending), named)
    pairs = listed([_demand(*each) for each in circle])
    who = f"{listed(named)} contradict each other: together they ask"
    if len(named) == 1:
        who = f"{named[0]} contradicts itself: it asks"
    applied = [name(each) for each in row.every if each not in pending]
    if applied:
        who += f", once {listed(applied)} {'has' if len(applied) == 1 else 'have'} been applied,"
    return Finding(
        "conflict",
        f"{who} for {pairs}.",
        clauses=named,
        instance=instance,
        orders=tuple(orders),
        words=tuple(words for words, _ in advice),
        written=tuple(lines for _, lines in advice),
        shown=tuple(shown),
        bound=study.n,
        demands=circle,
    )


def _demand(clause: str, x: int, y: int) -> str:
    return f"{name(x)} before {name(y)} ({clause})" if x != y else f"not {name(y)} ({clause})"


def _left(study: Study, rest: Moments, order: Order | None, clause: str) -> str:
    """What the others leave when this clause is struck, and what it overrode holds again."""
    if order is not None:
        return told(order)
    named = study.in_order(next(minimal(rest.axioms, rest.row)))
    again = {over for axiom in study.axioms if axiom.clause == clause for over in axiom.overrides}
    back = [each for each in named if each in again]
    why = (
        f"; {listed(back)}, which it overrode, {'holds' if len(back) == 1 else 'hold'} again"
        if back
        else ""
    )
    return f"no order either{why}, by {listed(named)}"


def _consistent(study: Study) -> Finding:
    order = proofs.strict_order(study.axioms)
    title = "All clauses can be kept together: no case is left without an order."
    finding = Finding("clean", title, clauses=study.clauses, bound=study.n)
    if order is None:
        return finding
    return replace(
        finding, proved=True, reason=f"whatever is demanded agrees with one order: {order}"
    )


def _sorted(found: Clashes) -> list[tuple[frozenset[str], Instance]]:
    return sorted(found.items(), key=lambda one: (one[1].size, sorted(one[0])))


def _loops(study: Study, instance: Instance) -> bool:
    return bool(study.table.row(instance).facts.loops)
