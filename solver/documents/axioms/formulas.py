"""Instances and what is demanded of them as SMT-LIB; nothing is shared with the explicit route."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from layerlaw.model.rulebooks.axioms import All, Fact, Negated, Some

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from layerlaw.model.rulebooks.axioms import Axiom, Condition

E = TypeVar("E")


class Frame:
    """The names of one size: effects 0 to n - 1 by age; layers and dependencies are free.

    `lIxK`: effect I works in layer K. `eIxJ`: I depends on J. `cIxJ`: in a chain. What is said of a
    later moment has the set of the effects pending then before it (see `at`).
    """

    def __init__(self, n: int) -> None:
        self.n = n
        self.every = range(n)
        self.pairs = [(x, y) for x in self.every for y in self.every if x != y]

    def text(self) -> Iterator[str]:
        """Declarations, and what makes it an instance."""
        for x in self.every:
            for k in self.every:
                yield f"(declare-const l{x}x{k} Bool)"
            yield claim(f"((_ at-most 1) {' '.join(f'l{x}x{k}' for k in self.every)})")
            yield claim(some(f"l{x}x{k}" for k in self.every))
        for k in self.every:
            yield define(f"used{k}", some(f"l{x}x{k}" for x in self.every))
            if k:
                yield claim(f"(=> used{k} used{k - 1})")
        for x, y in self.pairs:
            yield define(f"same{x}x{y}", some(f"(and l{x}x{k} l{y}x{k})" for k in self.every))
            ways = ((j, k) for k in self.every for j in range(k))
            yield define(f"before{x}x{y}", some(f"(and l{x}x{j} l{y}x{k})" for j, k in ways))
            yield f"(declare-const e{x}x{y} Bool)"
            yield claim(f"(=> e{x}x{y} same{x}x{y})")
        yield from self.related("", self.every)

    def related(self, at: str, pending: Sequence[int]) -> Iterator[str]:
        """What the dependencies among these come to, under names that begin with `at`."""
        pairs = {(x, y): f"e{x}x{y}" for x, y in self.pairs if x in pending and y in pending}
        yield from self.closed(f"{at}c", pairs, pending)
        for x in pending:
            others = [y for y in pending if y != x]
            yield define(f"{at}on{x}", some(f"e{x}x{y}" for y in others))
            yield define(f"{at}loop{x}", some(f"(and {at}c{x}x{y} {at}c{y}x{x})" for y in others))
            leaving = [f"(and e{x}x{z} (not {at}c{z}x{x}))" for z in others]
            leaving += [
                f"(and {at}c{x}x{m} {at}c{m}x{x} e{m}x{z} (not {at}c{z}x{m}))"
                for m in others
                for z in pending
                if z != m
            ]
            yield define(f"{at}wait{x}", some(leaving))
        for x in pending:
            inside = [f"(and same{x}x{y} {at}on{y})" for y in pending if y != x]
            yield define(f"{at}busy{x}", some([f"{at}on{x}", *inside]))

    def closed(
        self, name: str, pairs: dict[tuple[int, int], str], among: Sequence[int]
    ) -> Iterator[str]:
        """`NAMExIxJ` for the transitive closure of the pairs, with (I, I) for what is in a ring."""
        old = {(x, y): pairs.get((x, y), "false") for x in among for y in among}
        for middle in among:
            last = middle == among[-1]
            new = {}
            for x, y in old:
                through = f"(and {old[x, middle]} {old[middle, y]})"
                label = f"{name}{x}x{y}" if last else f"{name}_{middle}_{x}x{y}"
                new[x, y] = label
                yield define(label, f"(or {old[x, y]} {through})")
            old = new

    def condition(self, condition: Condition, x: int, y: int, at: str = "", ready: str = "") -> str:
        """The condition of an axiom, said of two effects at a moment; ready: names of who is."""

        def fact(fact: Fact, a: int, b: int) -> str:
            return f"{ready}{a}" if fact.relation == "ready" else self._fact(fact, a, b, at)

        return formula(condition, fact, x, y)

    def _fact(self, fact: Fact, a: int, b: int, at: str) -> str:
        pair = f"{a}x{b}"
        match fact.relation:
            case "older":
                return "true" if a < b else "false"
            case "one layer":
                return f"same{pair}"
            case "layer before":
                return f"before{pair}"
            case "depends":
                return f"e{pair}"
            case "chain":
                return f"{at}c{pair}"
            case "mutual":
                return f"(and e{pair} e{b}x{a})"
            case "loop":
                return f"(and {at}c{pair} {at}c{b}x{a})"
            case "something":
                return f"{at}on{a}"
            case "nothing":
                return f"(not {at}on{a})"
            case "waits":
                return f"{at}wait{a}"
            case "free":
                return f"(not {at}wait{a})"
            case "busy":
                return f"{at}busy{a}"
            case "ready":
                raise ValueError("who is ready is no fact of an instance")


def formula(condition: Condition, fact: Callable[[Fact, E, E], str], x: E, y: E) -> str:
    """The condition of an axiom, said of two effects; fact: what a fact says of its own two."""
    match condition:
        case All(parts):
            return every(formula(part, fact, x, y) for part in parts)
        case Some(parts):
            return some(formula(part, fact, x, y) for part in parts)
        case Negated(part):
            return f"(not {formula(part, fact, x, y)})"
        case Fact(_, first, _):
            return fact(condition, x, y) if first == "x" else fact(condition, y, x)


def clauses_of(axioms: Sequence[Axiom]) -> tuple[str, ...]:
    """The clauses of the axioms, each once, in the order of their first axioms."""
    return tuple(dict.fromkeys(axiom.clause for axiom in axioms))


def claim(formula: str) -> str:
    """The formula as an assertion."""
    return f"(assert {formula})"


def define(name: str, formula: str) -> str:
    """A name for a formula."""
    return f"(define-fun {name} () Bool {formula})"


def some(formulas: Iterable[str]) -> str:
    """At least one of them."""
    return f"(or false {' '.join(formulas)})"


def every(formulas: Iterable[str]) -> str:
    """All of them."""
    return f"(and true {' '.join(formulas)})"
