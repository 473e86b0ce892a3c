"""The second route: Z3 looks for instances, size after size, and for the smallest in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError
from layerlaw.solver.certificate.confirm import KeptQuestion
from layerlaw.solver.documents.axioms.formulas import Frame, claim, clauses_of, define, every, some
from layerlaw.solver.documents.axioms.instances import Instance, canonical
from layerlaw.solver.documents.axioms.lattice import Lattice

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from layerlaw.model.rulebooks.axioms import Axiom


class Undecided(LayerlawError):
    """Z3 could not tell; the message is its reason."""


class InstanceSearch:
    """One question about the instances of one size: formulas, to which more can be added."""

    def __init__(self, frame: Frame, text: Sequence[str]) -> None:
        self.frame = frame
        self._question = KeptQuestion("\n".join((*frame.text(), *text, *self._values())))

    def _values(self) -> Iterator[str]:
        for x in self.frame.every:
            nested = "0"
            for k in self.frame.every:
                nested = f"(ite l{x}x{k} {k} {nested})"
            yield f"(declare-const vl{x} Int)(assert (= vl{x} {nested}))"
        for x, y in self.frame.pairs:
            yield f"(declare-const ve{x}x{y} Int)(assert (= ve{x}x{y} (ite e{x}x{y} 1 0)))"

    def values(self, claims: Sequence[str], names: Sequence[str]) -> tuple[int, ...] | None:
        """The numbers of one model of the question with the claims; None if there is none."""
        result = self._question.models("\n".join(map(claim, claims)), names, 0)
        if result.values:
            return result.values[0]
        if result.unknown:
            raise Undecided(result.unknown)
        return None

    def any(self, claims: Sequence[str] = ()) -> Instance | None:
        """Some instance that answers the question, whichever Z3 comes upon."""
        names = [f"vl{x}" for x in self.frame.every]
        names += [f"ve{x}x{y}" for x, y in self.frame.pairs]
        model = self.values(claims, names)
        if model is None:
            return None
        n = self.frame.n
        edges = [pair for pair, value in zip(self.frame.pairs, model[n:], strict=True) if value]
        return canonical(Instance(n, model[:n], tuple(edges)))

    def smallest(self, claims: Sequence[str] = ()) -> Instance | None:
        """The smallest instance that answers it, in the order of `Instance.size`.

        Fixed by further questions one after another, never by the model that Z3 comes upon.
        """
        fixed = list(claims)
        known = self.any(fixed)
        if known is None:
            return None
        for count in range(1, len(set(known.layers))):
            if (found := self.any([*fixed, f"(not used{count})"])) is not None:
                known = found
                break
        most = len(set(known.layers))
        fixed += [f"(not used{most})"] if most < known.n else []
        names = " ".join(f"e{x}x{y}" for x, y in self.frame.pairs)
        for count in range(len(known.edges)):
            if (found := self.any([*fixed, f"((_ at-most {count}) {names})"])) is not None:
                known = found
                break
        fixed.append(f"((_ at-most {len(known.edges)}) {names})")
        for x in self.frame.every:
            for layer in range(known.layers[x]):
                if (found := self.any([*fixed, f"l{x}x{layer}"])) is not None:
                    known = found
                    break
            fixed.append(f"l{x}x{known.layers[x]}")
        for x, y in self.frame.pairs:
            if (x, y) not in known.edges:
                if len(known.edges) == sum(f"e{a}x{b}" in fixed for a, b in known.edges):
                    break
                if (found := self.any([*fixed, f"e{x}x{y}"])) is not None:
                    known = found
            fixed.append(f"e{x}x{y}" if (x, y) in known.edges else f"(not e{x}x{y})")
        return known


def conflicts(
    axioms: Sequence[Axiom], n: int, *, loops: bool = True, known: Collection[frozenset[str]] = ()
) -> dict[frozenset[str], Instance]:
    """The minimal sets of clauses in conflict on instances of n effects, except those known.

    With each set its smallest instance of n effects. `sC` is the assumption that clause C counts.
    """
    frame, clauses = Frame(n), clauses_of(axioms)
    text = [f"(declare-const s{c} Bool)" for c in range(len(clauses))]
    lattice = Lattice(frame, "d", axioms)
    text += lattice.text()
    text += lattice.orders("r", "s")
    text.append(claim(f"(not {lattice.some_order('r')})"))
    for left in range(len(clauses)):
        # Without any one of the clauses that count there is an order.
        text += [
            define(f"w{left}x{c}", f"(and s{c} {'false' if c == left else 'true'})")
            for c in range(len(clauses))
        ]
        text += lattice.orders(f"r{left}_", f"w{left}x")
        text.append(claim(f"(=> s{left} {lattice.some_order(f'r{left}_')})"))
    if not loops:
        text += [claim(f"(not loop{x})") for x in frame.every]
    text += [
        f"(declare-const vs{c} Int)(assert (= vs{c} (ite s{c} 1 0)))" for c in range(len(clauses))
    ]
    search = InstanceSearch(frame, text)
    smallest: dict[frozenset[str], Instance] = {}
    blocked = [f"(not {_exactly(chosen, clauses)})" for chosen in sorted(map(sorted, known))]
    while True:
        values = search.values(blocked, [f"vs{c}" for c in range(len(clauses))])
        if values is None:
            return smallest
        chosen = frozenset(clause for clause, on in zip(clauses, values, strict=True) if on)
        exactly = _exactly(chosen, clauses)
        instance = search.smallest([exactly])
        if instance is None:
            raise Undecided("an instance was found and lost again")
        smallest[chosen] = instance
        blocked.append(f"(not {exactly})")


def _exactly(chosen: Collection[str], clauses: Sequence[str]) -> str:
    return every(f"s{c}" if clause in chosen else f"(not s{c})" for c, clause in enumerate(clauses))


def consistent(axioms: Sequence[Axiom], n: int) -> bool:
    """Whether every instance of n effects has an order."""
    lattice, text = _orders(Frame(n), "d", axioms)
    text.append(claim(f"(not {lattice.some_order('d')})"))
    return InstanceSearch(lattice.frame, text).any() is None


def _orders(frame: Frame, name: str, axioms: Sequence[Axiom]) -> tuple[Lattice, list[str]]:
    """The moments under these axioms, and their orders and choices under the same name."""
    lattice = Lattice(frame, name, axioms)
    return lattice, [*lattice.text(), *lattice.orders(name), *lattice.choices(name)]


def undetermined(
    axioms: Sequence[Axiom], n: int, kinds: tuple[str, str, bool] | None = None
) -> tuple[Instance, tuple[int, int]] | None:
    """The smallest instance of n effects that has an order and leaves a pair open; and that pair.

    kinds: what the two must be (see `explicit.KINDS`); None: anything.
    """
    frame = Frame(n)
    lattice, text = _orders(frame, "d", axioms)
    pairs = [(x, y) for x, y in frame.pairs if x < y]
    for x, y in pairs:
        both = 1 << x | 1 << y
        moments = [m for m in range(lattice.full + 1) if m & both == both]
        either = some(f"(and dt{m}x{x} dt{m}x{y})" for m in moments)
        text.append(define(f"open{x}x{y}", f"(and {either} {_kinds(x, y, kinds)})"))
    text.append(claim(some(f"open{x}x{y}" for x, y in pairs)))
    search = InstanceSearch(frame, text)
    instance = search.smallest()
    if instance is None:
        return None
    given = fixed(instance)
    return instance, next(
        (x, y) for x, y in pairs if search.any([*given, f"open{x}x{y}"]) is not None
    )


def _kinds(x: int, y: int, kinds: tuple[str, str, bool] | None) -> str:
    if kinds is None:
        return "true"
    first, second, chain = kinds
    ways = [(x, y), (y, x)]
    either = some(every((_kind(a, first), _kind(b, second))) for a, b in ways)
    linked = f"(or c{x}x{y} c{y}x{x})"
    return every((either, linked if chain else f"(not {linked})"))


def _kind(x: int, kind: str) -> str:
    match kind:
        case "independent":
            return f"(not on{x})"
        case "dependent":
            return f"(and on{x} (not loop{x}))"
        case "in a free loop":
            return f"(and loop{x} (not wait{x}))"
    return f"(and loop{x} wait{x})"


def makes_difference(axioms: Sequence[Axiom], clause: str, n: int) -> Instance | None:
    """The smallest instance of n effects whose admissible orders are others without the clause."""
    frame = Frame(n)
    rest = [axiom for axiom in axioms if axiom.clause != clause]
    lattice, text = _orders(frame, "d", axioms)
    less, more = _orders(frame, "b", rest)
    taken = zip(lattice.taken("d"), less.taken("b"), strict=True)
    text += [*more, claim(some(f"(distinct {one} {other})" for one, other in taken))]
    return InstanceSearch(frame, text).smallest()


def condition_met(axioms: Sequence[Axiom], clause: str, n: int) -> Instance | None:
    """The smallest instance of n effects at a moment of which an axiom of the clause speaks."""
    lattice = Lattice(Frame(n), "d", axioms)
    met = (
        lattice.held(number, moment, x, y)
        for number, axiom in enumerate(axioms)
        if axiom.clause == clause
        for moment in lattice.moments
        for x, y in lattice.pairs(moment)
    )
    return InstanceSearch(lattice.frame, [*lattice.text(), claim(some(met))]).smallest()


def demand_left(axioms: Sequence[Axiom], clause: str, n: int) -> Instance | None:
    """The smallest instance of n effects of which the clause demands what is not overridden."""
    lattice = Lattice(Frame(n), "d", axioms)
    left = lattice.bars(lattice.clauses.index(clause))
    return InstanceSearch(lattice.frame, [*lattice.text(), claim(left)]).smallest()


def fixed(instance: Instance) -> list[str]:
    """The formulas that leave this instance alone."""
    claims = [f"l{x}x{layer}" for x, layer in enumerate(instance.layers)]
    for x, y in Frame(instance.n).pairs:
        claims.append(f"e{x}x{y}" if (x, y) in instance.edges else f"(not e{x}x{y})")
    return claims


def order_exists(axioms: Sequence[Axiom], instance: Instance, clauses: Collection[str]) -> bool:
    """Whether some order of the instance keeps what these clauses demand."""
    lattice = Lattice(Frame(instance.n), "d", axioms)
    counting = [
        define(f"s{c}", "true" if clause in clauses else "false")
        for c, clause in enumerate(lattice.clauses)
    ]
    text = [*lattice.text(), *counting, *lattice.orders("r", "s")]
    search = InstanceSearch(lattice.frame, [*text, *map(claim, fixed(instance))])
    return search.any([lattice.some_order("r")]) is not None


def core(axioms: Sequence[Axiom], instance: Instance, clauses: Sequence[str]) -> tuple[str, ...]:
    """A minimal set among the clauses that no order of the instance keeps; () if one keeps all.

    Shrunk clause by clause, the later ones first, and asked again for what is left.
    """
    left = list(clauses)
    if order_exists(axioms, instance, left):
        return ()
    for clause in reversed(clauses):
        fewer = [each for each in left if each != clause]
        if not order_exists(axioms, instance, fewer):
            left = fewer
    return tuple(left)
