"""What a sentence of a document demands of two effects: its condition, and what it overrides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

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
]
"""What can be said of effects. older: began earlier. one layer: work in the same layer. layer
before: the layer comes earlier. depends: depends on the other directly; chain: over any number of
steps; mutual: both directly on each other; loop: both on each other in chains. Of the first alone:
something, nothing: depends on something, on nothing; waits: it, or one of its loop, depends on
something outside the loop; free: does not wait; busy: something in its layer depends on something.
Dependencies count inside one layer only."""

Variable = Literal["x", "y"]


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
    """Of any two effects x and y for which `when` holds, the clause demands x before y.

    overrides: clauses that demand nothing of these two, in either order, where `when` holds.
    """

    clause: str
    when: Condition
    overrides: tuple[str, ...] = ()


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
