"""Formulas about unknown boards: written as SMT-LIB, with all that is known worked out at once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NewType

from layerlaw.model.algebra.infinite import INFINITE
from layerlaw.solver.certificate.replay.words import compare, reckon

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.model.algebra import ArithmeticSign, Comparator

Name = NewType("Name", str)
"""The name of a formula in the text."""

Truth = bool | Name
Amount = int | Name
Sort = Literal["Bool", "Int"]

_NAMES = re.compile(r"\b[vf]\d+")

MOST = 150_000
"""How many formulas there may be."""


class TooLarge(Exception):
    """What cannot be said in formulas of the stated size, or not at all; the reason."""


class Terms:
    """The formulas of one question: each written once, under a name.

    endless: whether a number in them may be infinite.
    """

    def __init__(self, *, endless: bool = False) -> None:
        self.endless = endless
        self.lines: list[str] = []
        self.count = 0
        self._known: dict[str, Name] = {}
        self._formulas: dict[str, str] = {}

    def variable(self, sort: Sort) -> Name:
        """A new unknown."""
        name = Name(f"v{self._next()}")
        self.lines.append(f"(declare-const {name} {sort})")
        return name

    def lines_for(self, formulas: Iterable[str]) -> list[str]:
        """The lines of all that these formulas speak of, in their order."""
        needed: set[str] = set()
        asked = [*formulas]
        while asked:
            for name in _NAMES.findall(asked.pop()):
                if name not in needed:
                    needed.add(name)
                    asked.append(self._formulas.get(name, ""))
        return [line for line in self.lines if line.split(" ", 2)[1] in needed]

    def _next(self) -> int:
        self.count += 1
        if self.count > MOST:
            raise TooLarge(f"more than {MOST} formulas")
        return self.count

    def _named(self, formula: str, sort: Sort) -> Name:
        if formula not in self._known:
            name = Name(f"f{self._next()}")
            self.lines.append(f"(define-fun {name} () {sort} {formula})")
            self._known[formula] = name
            self._formulas[name] = formula
        return self._known[formula]

    # --- truth -----------------------------------------------------------------------------

    def all(self, parts: Iterable[Truth]) -> Truth:
        """Whether every part holds."""
        return self._joined("and", parts, settled_by=False)

    def any(self, parts: Iterable[Truth]) -> Truth:
        """Whether some part holds."""
        return self._joined("or", parts, settled_by=True)

    def _joined(self, word: str, parts: Iterable[Truth], *, settled_by: bool) -> Truth:
        open: dict[Name, None] = {}
        for part in parts:
            if part is settled_by:
                return settled_by
            if not isinstance(part, bool):
                open[part] = None
        if len(open) > 1:
            return self._named(f"({word} {' '.join(open)})", "Bool")
        return next(iter(open), not settled_by)

    def no(self, part: Truth) -> Truth:
        """Whether it does not hold."""
        if isinstance(part, bool):
            return not part
        return self._named(f"(not {part})", "Bool")

    def choose(self, when: Truth, this: Truth, other: Truth) -> Truth:
        """One of two truths."""
        if isinstance(when, bool):
            return this if when else other
        if this == other and type(this) is type(other):
            return this
        if isinstance(this, bool):
            return self.any((when, other)) if this else self.all((self.no(when), other))
        if isinstance(other, bool):
            return self.any((self.no(when), this)) if other else self.all((when, this))
        return self._named(f"(ite {when} {this} {other})", "Bool")

    # --- numbers ---------------------------------------------------------------------------

    def pick(self, when: Truth, this: Amount, other: Amount) -> Amount:
        """One of two numbers."""
        if isinstance(when, bool):
            return this if when else other
        if this == other:
            return this
        return self._named(f"(ite {when} {literal(this)} {literal(other)})", "Int")

    def reckon(self, one: Amount, sign: ArithmeticSign, other: Amount) -> Amount:
        """Two numbers added, subtracted, multiplied, divided (rounded down), or what is left."""
        if isinstance(one, int) and isinstance(other, int):
            return reckon(one, sign, other)
        if sign in "+-" and other == 0:
            return one
        if not self.endless:
            return self._finitely(one, sign, other)
        return self._infinitely(one, sign, other)

    def _finitely(self, one: Amount, sign: ArithmeticSign, other: Amount) -> Amount:
        """As `reckon`, where no number is infinite."""
        first, second = literal(one), literal(other)
        if sign in "+-*":
            return self._named(f"({sign} {first} {second})", "Int")
        if other == 0:
            return 0
        negative = self.compare(other, "<", 0)
        word = "div" if sign == "/" else "mod"
        below = f"({word} (- {first}) (- {second}))"
        if sign == "%":
            below = f"(- {below})"
        above = f"({word} {first} {second})"
        result = self.pick(negative, self._named(below, "Int"), self._named(above, "Int"))
        return self.pick(self.compare(other, "=", 0), 0, result)

    def _infinitely(self, one: Amount, sign: ArithmeticSign, other: Amount) -> Amount:
        """As `reckon`: what is infinite stays so; dividing by it gives 0 and leaves all."""
        up, down = self._endless(one)
        other_up, other_down = self._endless(other)
        if sign == "-":
            other_up, other_down = other_down, other_up
        plain = self._finitely(one, sign, other)
        if sign in "+-":
            low = self.pick(self.any((down, other_down)), -INFINITE, plain)
            return self.pick(self.any((up, other_up)), INFINITE, low)
        first, second = self.any((up, down)), self.any((other_up, other_down))
        if sign == "%":
            return self.pick(first, 0, self.pick(second, one, plain))
        above, other_above = self.compare(one, ">", 0), self.compare(other, ">", 0)
        alike = self.choose(above, other_above, self.no(other_above))
        huge = self.pick(alike, INFINITE, -INFINITE)
        none = self.any((self.compare(one, "=", 0), self.compare(other, "=", 0)))
        if sign == "/":
            return self.pick(none, 0, self.pick(first, huge, self.pick(second, 0, plain)))
        return self.pick(none, 0, self.pick(self.any((first, second)), huge, plain))

    def _endless(self, amount: Amount) -> tuple[Truth, Truth]:
        """Whether a number is infinite, and whether minus infinite."""
        return self.compare(amount, ">=", INFINITE), self.compare(amount, "<=", -INFINITE)

    def compare(self, one: Amount, sign: Comparator, other: Amount) -> Truth:
        """One of the six comparisons of two numbers."""
        if isinstance(one, int) and isinstance(other, int):
            return compare(one, sign, other)
        if sign == "!=":
            return self.no(self.compare(one, "=", other))
        if one == other:
            return sign in ("=", "<=", ">=")
        return self._named(f"({sign} {literal(one)} {literal(other)})", "Bool")

    def highest(self, one: Amount, other: Amount) -> Amount:
        """The higher of two numbers."""
        return self.pick(self.compare(one, ">=", other), one, other)

    def lowest(self, one: Amount, other: Amount) -> Amount:
        """The lower of two numbers."""
        return self.pick(self.compare(one, "<=", other), one, other)


def literal(amount: Amount) -> str:
    """A number as SMT-LIB writes it."""
    if isinstance(amount, str):
        return amount
    return f"{int(amount)}" if amount >= 0 else f"(- {-int(amount)})"


def written(value: Truth | Amount) -> str:
    """A truth or a number as SMT-LIB writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return literal(value)
