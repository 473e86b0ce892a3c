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
from layerlaw.solver.documents.audit.repairs import made, mending, repairs
from layerlaw.solver.documents.axioms import explicit, proofs, smt
from layerlaw.solver.documents.axioms.demands import demands, first_order, ring

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from layerlaw.solver.documents.audit.model_search import Study
    from layerlaw.solver.documents.audit.repairs import ClauseChange
    from layerlaw.solver.documents.axioms.instances import Instance

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
        some = mending(study.axioms, clauses, frozenset(found), study.table)
        bound = f"(settles this contradiction, up to {study.table.n} effects)"
        small = [f"{change.words()} {bound}" for change in some if (change,) not in whole]
        words = (*small[:MOST_WORDS], *every)
        witnesses = [instance, *([plain[clauses]] if clauses in plain else [])]
        for witness in witnesses:
            yield _clash(study, clauses, witness, words)
        if clauses in far and far[clauses] not in witnesses:
            finding = _clash(wide, clauses, far[clauses], words)
            title = f"Even if dependencies count over any number of steps, {finding.title}"
            yield replace(finding, title=title)


def _look(study: Study, found: Clashes, plain: Clashes | None) -> None:
    """Fills in the smallest instances, those without loops too; both routes have to agree."""
    for size in range(2, study.n + 1):
        study.progress(f"contradictions among {size} effects")
        found |= smt.conflicts(study.axioms, size, known=found)
        if plain is None:
            continue
        known = {each for each in found if not _loops(found[each])} | set(plain)
        plain |= smt.conflicts(study.axioms, size, loops=False, known=known)
    by_hand = explicit.conflicts(study.axioms, study.table)
    agree("contradictions", _within(found, study), by_hand)
    if plain is None:
        return
    by_hand = {
        each: instance
        for each, instance in explicit.conflicts(study.axioms, study.table, loops=False).items()
        if _loops(found[each])
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


def _settles_all(study: Study, chosen: Sequence[ClauseChange]) -> str:
    words = ", and ".join(change.words() for change in chosen)
    proved = proofs.strict_order(made(study.axioms, chosen)) is not None
    return f"{words} (settles all contradictions{'' if proved else f', up to {study.n} effects'})"


def _clash(
    study: Study, clauses: Collection[str], instance: Instance, words: tuple[str, ...]
) -> Finding:
    """Verified: no order keeps them all; with any one dropped some order keeps the others."""
    named = study.in_order(clauses)
    if smt.core(study.axioms, instance, named) != named:
        raise RoutesDisagree(f"{', '.join(named)}: not a minimal conflict of {instance.words()}")
    asked = demands(study.axioms, instance)
    orders = []
    shown = []
    for clause in named:
        others = [each for each in named if each != clause]
        kept = [pair for pair, said in asked.items() if set(others) & set(said)]
        order = first_order(instance.n, kept)
        if order is None:
            raise RoutesDisagree(f"without {clause} there is no order of {instance.words()}")
        orders.append(order)
        keeps = f", which keeps {listed(others)}" if others else ""
        shown.append(f"Without {clause}: {told(order)}{keeps}.")
    circle = ring(asked, named)
    pairs = listed([f"{name(x)} before {name(y)} ({clause})" for clause, x, y in circle])
    who = f"{listed(named)} contradict each other: together they ask"
    if len(named) == 1:
        who = f"{named[0]} contradicts itself: it asks"
    return Finding(
        "conflict",
        f"{who} for {pairs}.",
        clauses=named,
        instance=instance,
        orders=tuple(orders),
        words=words,
        shown=tuple(shown),
        bound=study.n,
        demands=circle,
    )


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


def _loops(instance: Instance) -> bool:
    return bool(explicit.row_of(instance).facts.loops)
