"""What a set of axioms lets be next at each moment, as SMT-LIB: the second route."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.rulebooks.axioms import relations
from layerlaw.solver.documents.axioms.formulas import clauses_of, define, every, some

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.model.rulebooks.axioms import Axiom
    from layerlaw.solver.documents.axioms.formulas import Frame

Pair = tuple[int, int]


class Lattice:
    """The moments of the instances of one size under some axioms: the sets of what is pending.

    A set is named by the number whose binary digits its effects are. `NAME_C_M_IxJ`: at moment M
    clause number C (see `clauses_of`) bars J because of I; of JxJ: in any case.
    """

    def __init__(self, frame: Frame, name: str, axioms: Sequence[Axiom]) -> None:
        self.frame = frame
        self.name = name
        self.axioms = axioms
        self.clauses = clauses_of(axioms)
        self.by_step = any(axiom.by_step for axiom in axioms)
        self.full = (1 << frame.n) - 1
        # Where nothing is said of each choice, what is barred is the same at every moment.
        self.moments = tuple(range(1, self.full + 1)) if self.by_step else (self.full,)

    def members(self, moment: int) -> tuple[int, ...]:
        """What is pending at the moment."""
        return tuple(x for x in self.frame.every if moment >> x & 1)

    def pairs(self, moment: int) -> list[Pair]:
        """What can bar what: two of them, or one by itself."""
        pending = self.members(moment)
        return [(x, y) for x in pending for y in pending]

    def text(self) -> Iterator[str]:
        """What is barred at each moment, and by which clause."""
        for moment in self.moments:
            at = self._at(moment)
            if at:
                yield from self.frame.related(at, self.members(moment))
            speaking = {
                number
                for number, axiom in enumerate(self.axioms)
                if "ready" in relations(axiom.when)
            }
            settled = [number for number in range(len(self.axioms)) if number not in speaking]
            for number in settled:
                yield from self._held(number, moment)
            if speaking:
                yield from self._bars(f"{self.name}s", settled, moment)
                for y in self.members(moment):
                    kept_back = some(
                        self.bar(clause, moment, x, y, f"{self.name}s")
                        for clause in range(len(self.clauses))
                        for x in self.members(moment)
                    )
                    yield define(f"{self._ready(moment)}{y}", f"(not {kept_back})")
                for number in sorted(speaking):
                    yield from self._held(number, moment)
            yield from self._bars(self.name, range(len(self.axioms)), moment)

    def _at(self, moment: int) -> str:
        """How names begin that speak of the moment; those of the first one are the instance's."""
        return "" if moment == self.full else f"{self.name}m{moment}_"

    def _ready(self, moment: int) -> str:
        return f"{self.name}ready{moment}_"

    def _held(self, number: int, moment: int) -> Iterator[str]:
        """`NAMEhA_M_IxJ`: the condition of axiom number A holds of I and J at moment M."""
        axiom = self.axioms[number]
        at = self._at(moment) if axiom.by_step else ""
        for x, y in self.pairs(moment):
            holds = "false"
            if x != y or axiom.alone:
                holds = self.frame.condition(axiom.when, x, y, at, self._ready(moment))
            yield define(self.held(number, moment, x, y), holds)

    def held(self, number: int, moment: int, x: int, y: int) -> str:
        """The name of: the condition of the axiom holds of x and y."""
        return f"{self.name}h{number}_{moment}_{x}x{y}"

    def _bars(self, name: str, numbers: Sequence[int], moment: int) -> Iterator[str]:
        for x, y in self.pairs(moment):
            ways = dict.fromkeys(((x, y), (y, x)))
            for clause, word in enumerate(self.clauses):
                silent = some(
                    self.held(number, moment, *way)
                    for number in numbers
                    if word in self.axioms[number].overrides
                    for way in ways
                )
                said = some(
                    self.held(number, moment, x, y)
                    for number in numbers
                    if self.axioms[number].clause == word
                )
                label = self.bar(clause, moment, x, y, name)
                yield define(label, f"(and {said} (not {silent}))")

    def bar(self, clause: int, moment: int, x: int, y: int, name: str = "") -> str:
        """The name of: the clause bars y because of x."""
        known = moment if self.by_step else self.full
        return f"{name or self.name}_{clause}_{known}_{x}x{y}"

    def bars(self, clause: int) -> str:
        """Whether the clause bars anything at any moment."""
        return some(
            self.bar(clause, moment, x, y) for moment in self.moments for x, y in self.pairs(moment)
        )

    def orders(self, label: str, on: str = "") -> Iterator[str]:
        """`LABELnMxJ`: J may be next at M; `LABELendM`: from there all can be applied.

        on: `onC` says whether clause number C counts; all of them if it is not given.
        """
        yield define(f"{label}end0", "true")
        for moment in range(1, self.full + 1):
            pending = self.members(moment)
            for y in pending:
                barred = [
                    every((*([f"{on}{clause}"] if on else []), self.bar(clause, moment, x, y)))
                    for clause in range(len(self.clauses))
                    for x in pending
                ]
                yield define(f"{label}n{moment}x{y}", f"(not {some(barred)})")
            going_on = (
                f"(and {label}n{moment}x{y} {label}end{moment & ~(1 << y)})" for y in pending
            )
            yield define(f"{label}end{moment}", some(going_on))

    def some_order(self, label: str) -> str:
        """Whether there is an order."""
        return f"{label}end{self.full}"

    def choices(self, label: str) -> Iterator[str]:
        """`LABELtMxJ`: some order comes to M and goes on with J; `orders` has to come first."""
        yield define(f"{label}in{self.full}", "true")
        for moment in range(self.full, 0, -1):
            if moment != self.full:
                before = (y for y in self.frame.every if not moment >> y & 1)
                come = (f"{label}t{moment | 1 << y}x{y}" for y in before)
                yield define(f"{label}in{moment}", some(come))
            for y in self.members(moment):
                parts = (f"{label}in{moment}", f"{label}n{moment}x{y}")
                rest = f"{label}end{moment & ~(1 << y)}"
                yield define(f"{label}t{moment}x{y}", every((*parts, rest)))

    def taken(self, label: str) -> Iterator[str]:
        """The names of all choices."""
        for moment in range(1, self.full + 1):
            yield from (f"{label}t{moment}x{y}" for y in self.members(moment))
