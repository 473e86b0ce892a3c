"""Theorems for every number of effects: what holds of any two effects of any instance at all.

The effects are an uninterpreted sort with two constants, of which nothing is said that does not
hold in every instance. What no such two can do, no two effects of any instance do.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from layerlaw.model.rulebooks.axioms import relations
from layerlaw.solver.certificate.confirm import models
from layerlaw.solver.documents.axioms.formulas import claim, formula, some

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.model.rulebooks.axioms import Axiom, Fact

BOTH = (("a", "b"), ("b", "a"))

BUCKETS = ("on", "waits")
"""What can come before age in a strict order: first those for which it does not hold."""
_KEY_WORDS = {"on": "what depends on nothing first", "waits": "what waits for nothing first"}

_ENDS = {
    "(older a b)": "by age",
    "(and ({at}chain b a) (or (not ({at}chain a b)) (older a b)))": (
        "what a chain of dependencies leads to first, and the members of a loop by age"
    ),
}


FIRST, NOW = "", "now_"
"""How the names of dependencies begin: as they are before anything is applied, and at a choice."""


def _theory() -> Iterator[str]:
    yield "(declare-sort Effect 0)(declare-const a Effect)(declare-const b Effect)"
    yield "(assert (distinct a b))(declare-fun layer (Effect) Int)"
    yield "(declare-fun older (Effect Effect) Bool)(declare-fun ready (Effect) Bool)"
    yield claim("(distinct (older a b) (older b a))")
    for at in (FIRST, NOW):
        for name in ("dep", "chain"):
            yield f"(declare-fun {at}{name} (Effect Effect) Bool)"
        for name in ("on", "waits", "busy"):
            yield f"(declare-fun {at}{name} (Effect) Bool)"
        for x, y in BOTH:
            yield from (claim(formula) for formula in _dependencies(at, x, y))


def _dependencies(at: str, x: str, y: str) -> Iterator[str]:
    """What is true of the dependencies of any two effects at one moment."""
    one_layer = f"(= (layer {x}) (layer {y}))"
    dep, chain, back = f"({at}dep {x} {y})", f"({at}chain {x} {y})", f"({at}chain {y} {x})"
    waits, on, busy = f"({at}waits {x})", f"({at}on {x})", f"({at}busy {x})"
    yield f"(=> {dep} {chain})"
    yield f"(=> {chain} (and {on} {one_layer}))"
    yield f"(=> {on} {busy})"
    yield f"(=> (and {on} {one_layer}) ({at}busy {y}))"
    yield f"(=> {one_layer} (= {busy} ({at}busy {y})))"
    yield f"(=> {waits} {on})"
    yield f"(=> (and {dep} (not {back})) {waits})"
    yield f"(=> (and {chain} (not {back})) {waits})"
    yield f"(=> (and {chain} {back}) (= {waits} ({at}waits {y})))"


def _said(axiom: Axiom, x: str, y: str) -> str:
    at = NOW if axiom.by_step else FIRST
    return formula(axiom.when, lambda fact, one, other: _fact(fact, one, other, at), x, y)


def _fact(fact: Fact, x: str, y: str, at: str) -> str:
    return {
        "older": f"(older {x} {y})",
        "one layer": f"(= (layer {x}) (layer {y}))",
        "layer before": f"(< (layer {x}) (layer {y}))",
        "depends": f"({at}dep {x} {y})",
        "chain": f"({at}chain {x} {y})",
        "mutual": f"(and ({at}dep {x} {y}) ({at}dep {y} {x}))",
        "loop": f"(and ({at}chain {x} {y}) ({at}chain {y} {x}))",
        "something": f"({at}on {x})",
        "nothing": f"(not ({at}on {x}))",
        "waits": f"({at}waits {x})",
        "free": f"(not ({at}waits {x}))",
        "busy": f"({at}busy {x})",
        "ready": f"(ready {x})",
    }[fact.relation]


def _barred(axioms: Sequence[Axiom], x: str, y: str, clause: str | None = None) -> str:
    """Whether y is not next because of a pending x, by that or any clause; of y, y: in any case."""
    overriding = [axiom for axiom in axioms if x != y or axiom.alone]
    ways = dict.fromkeys(((x, y), (y, x)))
    asked = []
    for axiom in axioms:
        if axiom.alone == (x == y) and clause in (None, axiom.clause):
            silent = some(
                _said(other, *way)
                for other in overriding
                if axiom.clause in other.overrides
                for way in ways
            )
            asked.append(f"(and {_said(axiom, x, y)} (not {silent}))")
    return some(asked)


def _settled(axioms: Sequence[Axiom]) -> list[Axiom]:
    """Those that do not speak of who is ready: by them it is told."""
    return [axiom for axiom in axioms if "ready" not in relations(axiom.when)]


def _impossible(axioms: Sequence[Axiom], formula: str) -> bool:
    """Whether the formula is false of any two pending effects, at any moment of any instance.

    If Z3 can't tell, it is not known to be.
    """
    settled = _settled(axioms)
    text = list(_theory())
    for x, y in (*BOTH, ("a", "a"), ("b", "b")):
        text.append(claim(f"(=> {_barred(settled, x, y)} (not (ready {y})))"))
    text += [claim(formula), "(declare-const any Int)(assert (= any 0))"]
    result = models("\n".join(text), ["any"], 0)
    return not result.values and not result.unknown


def strict_order(axioms: Sequence[Axiom]) -> str | None:
    """Why every instance has an order, in words; None if it is not known.

    Of the axioms that do not speak of who is ready: whatever is barred is barred by what comes
    before it in one strict order, so that the first of what is pending is ready. Tried are: by
    layer, then by whether it depends on something or waits for something, then by age, or else by
    what a chain leads to and, inside a loop, by age. What is barred in any case must wait for
    something: then a chain leads from it to what waits for nothing, as every finite graph has a
    component that no dependency leaves. Of the others: a ready effect is barred by older ready
    ones alone, so that the oldest of these is next.
    """
    settled = _settled(axioms)
    order = next(
        (
            ", then ".join(["by layer", *(_KEY_WORDS[key] for key in keys), last])
            for at in (FIRST, NOW)
            for count in range(len(BUCKETS) + 1)
            for keys in permutations(BUCKETS, count)
            for end, last in _ENDS.items()
            if _within(settled, _earlier(keys, end, at), at)
        ),
        None,
    )
    if order is None or len(settled) == len(axioms):
        return order
    of_ready = [axiom for axiom in axioms if "ready" in relations(axiom.when)]
    by_older = "(and (ready a) (older a b))"
    alone = _barred(of_ready, "b", "b")
    left = f"(and (ready b) (or {alone} (and {_barred(of_ready, 'a', 'b')} (not {by_older}))))"
    return f"{order}, and of those that are ready the oldest" if _impossible(axioms, left) else None


def _within(axioms: Sequence[Axiom], earlier: str, at: str) -> bool:
    """Whether what is barred is barred by what is earlier, and waits if it is so in any case."""
    waiting = f"({at}waits b)"
    if not _impossible(axioms, f"(and {_barred(axioms, 'a', 'b')} (not {earlier}))"):
        return False
    alone = _barred(axioms, "b", "b")
    if _impossible(axioms, alone):
        return True
    free = f"(and {waiting} (not ({at}waits a)) ({at}chain b a) (not ({at}chain a b)))"
    return _impossible(axioms, f"(and {alone} (not {waiting}))") and _impossible(
        axioms, f"(and {free} (not {earlier}))"
    )


def _earlier(keys: Sequence[str], end: str, at: str) -> str:
    """Whether a comes before b by layer, then by the keys, then by the end."""
    formula = end.format(at=at)
    for key in reversed(keys):
        one, other = f"({at}{key} a)", f"({at}{key} b)"
        formula = f"(or (and (not {one}) {other}) (and (= {one} {other}) {formula}))"
    return f"(or (< (layer a) (layer b)) (and (= (layer a) (layer b)) {formula}))"


def total(axioms: Sequence[Axiom]) -> bool:
    """Whether of any two effects pending at any moment one is barred: then no case has two orders.

    An effect that nothing bars is ready, unless what speaks of who is ready overrides the rest.
    """
    overridden = {clause for x in axioms if "ready" in relations(x.when) for clause in x.overrides}
    barred = [_barred(axioms, x, y) for x, y in (*BOTH, ("a", "a"), ("b", "b"))]
    if not overridden & {axiom.clause for axiom in _settled(axioms)}:
        barred += ["(not (ready a))", "(not (ready b))"]
    return _impossible(axioms, f"(not {some(barred)})")


def dispensable(axioms: Sequence[Axiom], clause: str) -> bool:
    """Whether without the clause exactly the same is barred at any moment."""
    rest = [axiom for axiom in axioms if axiom.clause != clause]
    if len(_settled(rest)) < len(_settled(axioms)) < len(axioms):
        return False  # Others would be ready.
    differs = some(
        f"(distinct {_barred(axioms, *pair)} {_barred(rest, *pair)})"
        for pair in (("a", "b"), ("b", "b"))
    )
    return _impossible(axioms, differs)


def never_met(axioms: Sequence[Axiom], clause: str) -> bool:
    """Whether no two effects meet the condition of any axiom of the clause."""
    own = [axiom for axiom in axioms if axiom.clause == clause]
    return _impossible(axioms, some(_said(axiom, "a", "b") for axiom in own))


def never_left(axioms: Sequence[Axiom], clause: str) -> bool:
    """Whether whatever the clause demands is overridden."""
    left = some(_barred(axioms, *pair, clause) for pair in (("a", "b"), ("b", "b")))
    return _impossible(axioms, left)
