"""Theorems for every number of effects: what holds of any two effects of any instance at all.

The effects are an uninterpreted sort with two constants, of which nothing is said that does not
hold in every instance. What no such two can do, no two effects of any instance do.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from layerlaw.solver.certificate.confirm import models
from layerlaw.solver.documents.axioms.formulas import claim, formula, some

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.model.rulebooks.axioms import Axiom, Condition, Fact

BOTH = (("a", "b"), ("b", "a"))

BUCKETS = ("on", "waits")
"""What can come before age in a strict order: first those for which it does not hold."""
_KEY_WORDS = {"on": "what depends on nothing first", "waits": "what waits for nothing first"}

_ENDS = {
    "(older a b)": "by age",
    "(and (chain b a) (or (not (chain a b)) (older a b)))": (
        "what a chain of dependencies leads to first, and the members of a loop by age"
    ),
}


def _theory() -> Iterator[str]:
    yield "(declare-sort Effect 0)(declare-const a Effect)(declare-const b Effect)"
    yield "(assert (distinct a b))(declare-fun layer (Effect) Int)"
    for name in ("older", "dep", "chain"):
        yield f"(declare-fun {name} (Effect Effect) Bool)"
    for name in ("on", "waits", "busy"):
        yield f"(declare-fun {name} (Effect) Bool)"
    yield claim("(distinct (older a b) (older b a))")
    for x, y in BOTH:
        yield claim(f"(=> (dep {x} {y}) (chain {x} {y}))")
        yield claim(f"(=> (chain {x} {y}) (and (on {x}) (= (layer {x}) (layer {y}))))")
        yield claim(f"(=> (on {x}) (busy {x}))")
        yield claim(f"(=> (and (on {x}) (= (layer {x}) (layer {y}))) (busy {y}))")
        yield claim(f"(=> (= (layer {x}) (layer {y})) (= (busy {x}) (busy {y})))")
        yield claim(f"(=> (waits {x}) (on {x}))")
        yield claim(f"(=> (and (dep {x} {y}) (not (chain {y} {x}))) (waits {x}))")
        yield claim(f"(=> (and (chain {x} {y}) (not (chain {y} {x}))) (waits {x}))")
        yield claim(f"(=> (and (chain {x} {y}) (chain {y} {x})) (= (waits {x}) (waits {y})))")


def _said(condition: Condition, x: str, y: str) -> str:
    return formula(condition, _fact, x, y)


def _fact(fact: Fact, x: str, y: str) -> str:
    return {
        "older": f"(older {x} {y})",
        "one layer": f"(= (layer {x}) (layer {y}))",
        "layer before": f"(< (layer {x}) (layer {y}))",
        "depends": f"(dep {x} {y})",
        "chain": f"(chain {x} {y})",
        "mutual": f"(and (dep {x} {y}) (dep {y} {x}))",
        "loop": f"(and (chain {x} {y}) (chain {y} {x}))",
        "something": f"(on {x})",
        "nothing": f"(not (on {x}))",
        "waits": f"(waits {x})",
        "free": f"(not (waits {x}))",
        "busy": f"(busy {x})",
    }[fact.relation]


def _demand(axioms: Sequence[Axiom], x: str, y: str, clause: str | None = None) -> str:
    """Whether x before y is demanded, by that clause or by any."""
    asked = []
    for axiom in axioms:
        if clause in (None, axiom.clause):
            silent = some(
                _said(other.when, *way)
                for other in axioms
                if axiom.clause in other.overrides
                for way in ((x, y), (y, x))
            )
            asked.append(f"(and {_said(axiom.when, x, y)} (not {silent}))")
    return some(asked)


def _impossible(formula: str) -> bool:
    """Whether the formula is false of any two effects; if Z3 can't tell, it is not known to be."""
    text = "\n".join((*_theory(), claim(formula), "(declare-const any Int)(assert (= any 0))"))
    result = models(text, ["any"], 0)
    return not result.values and not result.unknown


def strict_order(axioms: Sequence[Axiom]) -> str | None:
    """A strict order that holds everything demanded, in words: then every instance has an order.

    Tried are: by layer, then by whether it depends on something or waits for something, then by
    age, or else by what a chain leads to and, inside a loop, by age. None if none of them holds
    all demands.
    """
    demanded = _demand(axioms, "a", "b")
    for count in range(len(BUCKETS) + 1):
        for keys in permutations(BUCKETS, count):
            for end, last in _ENDS.items():
                if _impossible(f"(and {demanded} (not {_earlier(keys, end)}))"):
                    words = ["by layer", *(_KEY_WORDS[key] for key in keys), last]
                    return ", then ".join(words)
    return None


def _earlier(keys: Sequence[str], formula: str) -> str:
    """Whether a comes before b by layer, then by the keys, then by the formula."""
    for key in reversed(keys):
        formula = f"(or (and (not ({key} a)) ({key} b)) (and (= ({key} a) ({key} b)) {formula}))"
    return f"(or (< (layer a) (layer b)) (and (= (layer a) (layer b)) {formula}))"


def total(axioms: Sequence[Axiom]) -> bool:
    """Whether of any two effects of any instance one is demanded before the other."""
    either = some(_demand(axioms, x, y) for x, y in BOTH)
    return _impossible(f"(not {either})")


def dispensable(axioms: Sequence[Axiom], clause: str) -> bool:
    """Whether without the clause exactly the same is demanded of any two effects."""
    rest = [axiom for axiom in axioms if axiom.clause != clause]
    whole, less = _demand(axioms, "a", "b"), _demand(rest, "a", "b")
    return _impossible(f"(distinct {whole} {less})")


def never_met(axioms: Sequence[Axiom], clause: str) -> bool:
    """Whether no two effects meet the condition of any axiom of the clause."""
    return _impossible(some(_said(x.when, "a", "b") for x in axioms if x.clause == clause))


def never_left(axioms: Sequence[Axiom], clause: str) -> bool:
    """Whether whatever the clause demands of two effects is overridden."""
    return _impossible(_demand(axioms, "a", "b", clause))
