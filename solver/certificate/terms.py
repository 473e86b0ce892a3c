"""Formulas about unknown boards: written as SMT-LIB, with all that is known worked out at once."""

from __future__ import annotations

import re
from math import inf
from typing import TYPE_CHECKING, Literal, NewType, cast

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

Range = tuple[float, float]
"""Between which two numbers one lies, both included."""

ANY: Range = (-inf, inf)

_NAMES = re.compile(r"\b[vf]\d+")

MOST = 500_000
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
        self._ranges: dict[Name, Range] = {}
        self._picked: dict[Name, tuple[Name, Amount, Amount]] = {}
        self._reckoned: dict[Name, tuple[Amount, ArithmeticSign, Amount]] = {}

    def variable(self, sort: Sort, range: Range = ANY) -> Name:
        """A new unknown; of a number it may be known between which two it lies."""
        name = Name(f"v{self._next()}")
        self.lines.append(f"(declare-const {name} {sort})")
        if range != ANY:
            self._ranges[name] = range
        return name

    def range(self, amount: Amount) -> Range:
        """Between which two numbers this one lies, whatever the unknowns are."""
        if isinstance(amount, str):
            return self._ranges.get(amount, ANY)
        return int(amount), int(amount)

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
        this, other = self._given(when, this), self._without(when, other)
        if this == other:
            return this
        name = self._named(f"(ite {when} {literal(this)} {literal(other)})", "Int")
        self._picked[name] = when, this, other
        (low, high), (other_low, other_high) = self.range(this), self.range(other)
        return self._within(name, (min(low, other_low), max(high, other_high)))

    def _given(self, when: Name, amount: Amount) -> Amount:
        """The number as it is where this holds."""
        if not isinstance(amount, str):
            return amount
        if amount in self._picked:
            asked, this, _ = self._picked[amount]
            return this if asked == when else amount
        if amount in self._reckoned:
            one, sign, other = self._reckoned[amount]
            given = self._given(when, one), self._given(when, other)
            return amount if given == (one, other) else self.reckon(given[0], sign, given[1])
        return amount

    def _without(self, when: Name, amount: Amount) -> Amount:
        """The number as it is where this does not hold."""
        asked, _, other = self._picked.get(cast("Name", amount), ("", 0, 0))
        return other if asked == when else amount

    def _within(self, name: Name, range: Range) -> Name:
        if range != ANY:
            (low, high), (known_low, known_high) = range, self.range(name)
            self._ranges[name] = max(low, known_low), min(high, known_high)
        return name

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
        if sign in "+-" and isinstance(other, int) and isinstance(one, str):
            return self._moved(one, other if sign == "+" else -other)
        first, second = literal(one), literal(other)
        if sign in "+-*":
            name = self._named(f"({sign} {first} {second})", "Int")
            self._reckoned[name] = one, sign, other
            return self._within(name, _range(self.range(one), sign, self.range(other)))
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

    def _moved(self, one: Name, by: int) -> Amount:
        """A number and so much more; added up with what was added to it before."""
        first, sign, second = self._reckoned.get(one, (one, "+", 0))
        if sign == "+" and isinstance(second, int):
            one, by = cast("Name", first), by + second
        if by == 0:
            return one
        name = self._named(f"(+ {one} {literal(by)})", "Int")
        self._reckoned[name] = one, "+", by
        low, high = self.range(one)
        return self._within(name, (low + by, high + by))

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
        settled = _settled(self.range(one), sign, self.range(other))
        if settled is not None:
            return settled
        return self._named(f"({sign} {literal(one)} {literal(other)})", "Bool")

    def highest(self, one: Amount, other: Amount) -> Amount:
        """The higher of two numbers."""
        (low, high), (other_low, other_high) = self.range(one), self.range(other)
        made = self.pick(self.compare(one, ">=", other), one, other)
        return self._narrowed(made, (max(low, other_low), max(high, other_high)))

    def lowest(self, one: Amount, other: Amount) -> Amount:
        """The lower of two numbers."""
        (low, high), (other_low, other_high) = self.range(one), self.range(other)
        made = self.pick(self.compare(one, "<=", other), one, other)
        return self._narrowed(made, (min(low, other_low), min(high, other_high)))

    def _narrowed(self, made: Amount, range: Range) -> Amount:
        return self._within(made, range) if isinstance(made, str) else made


def _range(one: Range, sign: ArithmeticSign, other: Range) -> Range:
    """Between which two numbers a sum, difference or product lies."""
    (low, high), (other_low, other_high) = one, other
    if sign == "+":
        return low + other_low, high + other_high
    if sign == "-":
        return low - other_high, high - other_low
    if inf in map(abs, (low, high, other_low, other_high)):
        return ANY
    products = [first * second for first in one for second in other]
    return min(products), max(products)


def _settled(one: Range, sign: Comparator, other: Range) -> bool | None:
    """What the ranges of two numbers say of their comparison; None if nothing."""
    (low, high), (other_low, other_high) = one, other
    match sign:
        case "<":
            yes, no = high < other_low, low >= other_high
        case "<=":
            yes, no = high <= other_low, low > other_high
        case ">":
            yes, no = low > other_high, high <= other_low
        case ">=":
            yes, no = low >= other_high, high < other_low
        case _:
            yes, no = low == high == other_low == other_high, high < other_low or low > other_high
    return True if yes else False if no else None


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
