"""What a sentence on the order demands: of two effects, or of the choice of the next one."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from layerlaw.model.dataclass import dataclass

Relation = Literal[
    "older",
    "one layer",
    "layer before",
    "depends",
    "chain",
    "mutual",
    "loop",
    "something",
    "nothing",
    "waits",
    "free",
    "busy",
    "ready",
]
"""What can be said of effects. older: began earlier. one layer: work in the same layer. layer
before: the layer comes earlier. depends: depends on the other directly; chain: over any number of
steps; mutual: both directly on each other; loop: both on each other in chains. Of the first alone:
something, nothing: depends on something, on nothing; waits: it, or one of its loop, depends on
something outside the loop; free: does not wait; busy: something in its layer depends on something;
ready, of a choice alone: no axiom that does not itself speak of who is ready keeps it from being
next. Dependencies count inside one layer only."""

Demand = Literal["x before y", "y is not next"]
"""The demands of an axiom. The first is made once, as the dependencies are before anything is
applied; the second at every moment, among the effects that are still pending then, as the
dependencies among these are then."""

OF_ONE: frozenset[Relation] = frozenset(("something", "nothing", "waits", "free", "busy", "ready"))
"""What is said of one effect."""

Variable = Literal["x", "y"]
_OTHER: Mapping[Variable, Variable] = MappingProxyType({"x": "y", "y": "x"})


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing said of the two effects; `second` counts only where a relation is of two."""

    relation: Relation
    first: Variable = "x"
    second: Variable = "y"


@dataclass(frozen=True, slots=True)
class All:
    """Every part holds; of no part: always."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Some:
    """At least one part holds."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Negated:
    """The part does not hold."""

    part: Condition


Condition = Fact | All | Some | Negated


@dataclass(frozen=True, slots=True)
class Axiom:
    """What the clause demands wherever `when` holds.

    demand: "x before y": of any two effects x and y for which `when` holds, x is applied before y.
    "y is not next": at a moment at which `when` holds of two pending effects x and y, y is not the
    one applied next; where `when` speaks of y alone, no other effect need be pending.
    overrides: clauses that demand nothing of these two, in either order, where `when` holds.
    """

    clause: str
    when: Condition
    overrides: tuple[str, ...] = ()
    demand: Demand = "x before y"

    @property
    def by_step(self) -> bool:
        """Whether it speaks of each choice of the next effect."""
        return self.demand == "y is not next"

    @property
    def alone(self) -> bool:
        """Whether it speaks of the choice of one effect, whatever else is pending."""
        return self.by_step and "x" not in variables(self.when)


def variables(condition: Condition) -> frozenset[Variable]:
    """The effects that the condition speaks of."""
    match condition:
        case Fact(relation, first, second):
            return frozenset((first,) if relation in OF_ONE else (first, second))
        case Negated(part):
            return variables(part)
        case All(parts) | Some(parts):
            return frozenset(name for part in parts for name in variables(part))


def exchanged(condition: Condition) -> Condition:
    """The condition with x and y in each other's place."""
    match condition:
        case Fact(relation, first, second):
            return Fact(relation, _OTHER[first], _OTHER[second])
        case Negated(part):
            return Negated(exchanged(part))
        case All(parts):
            return All(tuple(exchanged(part) for part in parts))
        case Some(parts):
            return Some(tuple(exchanged(part) for part in parts))


def relations(condition: Condition) -> tuple[Relation, ...]:
    """The relations that the condition speaks of, in the order written."""
    match condition:
        case Fact(relation, _, _):
            return (relation,)
        case Negated(part):
            return relations(part)
        case All(parts) | Some(parts):
            return tuple(each for part in parts for each in relations(part))


def replaced(condition: Condition, old: Relation, new: Relation) -> Condition:
    """The condition with one relation put in the place of another one."""
    match condition:
        case Fact(relation, first, second):
            return Fact(new, first, second) if relation == old else condition
        case All(parts):
            return All(tuple(replaced(part, old, new) for part in parts))
        case Some(parts):
            return Some(tuple(replaced(part, old, new) for part in parts))
        case Negated(part):
            return Negated(replaced(part, old, new))
