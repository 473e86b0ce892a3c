"""What is known of numbers in formulas before Z3 is asked: where they lie, and which are one."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from random import Random
from typing import get_args

import pytest
from half_known import WorkedOut, said

from layerlaw.model.algebra import ArithmeticSign, Comparator
from layerlaw.model.algebra.infinite import INFINITE
from layerlaw.solver.certificate.terms import ANY, Amount, Terms, Truth
from layerlaw.solver.facts.arithmetic import COMBINE, COMPARE

Values = dict[str, bool | int]
Meant = Callable[[Values], int]

SIGNS: tuple[ArithmeticSign, ...] = ("+", "-", "*")
COMPARATORS: tuple[Comparator, ...] = get_args(Comparator)
LIMITS = ((-2, 3), (0, 4), (1, 1), (-inf, inf), (-inf, 2), (3, inf))


def number_in(name: str) -> Meant:
    """What an unknown number is."""
    return lambda values: int(values[name])


def truth_in(name: str) -> Callable[[Values], bool]:
    """Whether an unknown truth holds."""
    return lambda values: bool(values[name])


def always(number: int) -> Meant:
    """One number, whatever the unknowns are."""
    return lambda _: number


CERTAIN: tuple[tuple[Truth, Callable[[Values], bool]], ...] = (
    (True, lambda _: True),
    (False, lambda _: False),
)


class Drawing:
    """Formulas drawn at random, each with what it means."""

    def __init__(self, seed: int, *, endless: bool) -> None:
        self.random = Random(seed)
        self.terms = Terms(endless=endless)
        self.numbers: list[tuple[Amount, Meant]] = []
        self.truths: list[tuple[Truth, Callable[[Values], bool]]] = []
        self.lies: dict[str, tuple[float, float]] = {}
        for limits in self.random.sample(LIMITS, 3):
            name = self.terms.variable("Int", limits)
            self.lies[name] = limits
            self.numbers.append((name, number_in(name)))
        for number in (0, 1, -2, INFINITE) if endless else (0, 1, -2):
            self.numbers.append((number, always(number)))
        for _ in range(2):
            truth = self.terms.variable("Bool")
            self.truths.append((truth, truth_in(truth)))
        self.open = [str(one) for one, _ in self.truths]
        for _ in range(25):
            self.draw()

    def draw(self) -> None:
        """One more formula of those there are."""
        random, terms = self.random, self.terms
        (one, first), (other, second) = random.choices(self.numbers[-8:] + self.numbers[:3], k=2)
        when, holds = random.choice(self.truths)
        kinds = ("pick", "pick", "add", "add", "reckon", "high", "low", "compare", "choose")
        match random.choice(kinds):
            case "choose":
                this, other_one = random.choices([*self.truths, *CERTAIN], k=2)
                truth = terms.choose(when, this[0], other_one[0])
                self.truths.append((truth, lambda v: (this if holds(v) else other_one)[1](v)))
            case "pick":
                made = terms.pick(when, one, other)
                self.numbers.append((made, lambda v: first(v) if holds(v) else second(v)))
            case "add":
                self.numbers.append(
                    (terms.reckon(one, "+", 2), lambda v: COMBINE["+"](first(v), 2))
                )
            case "reckon":
                sign = random.choice(SIGNS)
                made = terms.reckon(one, sign, other)
                self.numbers.append((made, lambda v: COMBINE[sign](first(v), second(v))))
            case "high":
                made = terms.highest(one, other)
                self.numbers.append((made, lambda v: max(first(v), second(v))))
            case "low":
                made = terms.lowest(one, other)
                self.numbers.append((made, lambda v: min(first(v), second(v))))
            case _:
                comparator = random.choice(COMPARATORS)
                truth = terms.compare(one, comparator, other)
                self.truths.append((truth, lambda v: COMPARE[comparator](first(v), second(v))))

    def values(self) -> Values:
        """What the unknowns are, each within its limits."""
        values: Values = {name: self.random.random() < 0.5 for name in self.open}
        for name, (low, high) in self.lies.items():
            values[name] = self.random.randint(int(max(low, -4)), int(min(high, 5)))
        return values


@pytest.mark.parametrize("endless", [False, True])
@pytest.mark.parametrize("first", range(0, 120, 20))
def test_numbers_are_what_they_mean_and_lie_where_they_are_said_to(
    first: int, endless: bool
) -> None:
    """Whatever the unknowns are; truths that are said to be settled are so."""
    for seed in range(first, first + 20):
        drawing = Drawing(seed, endless=endless)
        worked_out = WorkedOut(drawing.terms)
        for _ in range(12):
            values = drawing.values()
            known = worked_out.where(values)
            for amount, meant in drawing.numbers:
                low, high = drawing.terms.range(amount)
                assert said(amount, known) == meant(values)
                assert low <= meant(values) <= high
            for truth, holds in drawing.truths:
                assert bool(said(truth, known)) is holds(values)


def test_what_the_ranges_settle_is_not_asked() -> None:
    """Sums, differences and products of numbers that are known within bounds."""
    terms = Terms()
    one, other = terms.variable("Int", (0, 3)), terms.variable("Int", (2, 5))
    free = terms.variable("Int")
    assert terms.range(free) == ANY
    assert terms.range(terms.reckon(one, "+", other)) == (2, 8)
    assert terms.range(terms.reckon(one, "-", other)) == (-5, 1)
    assert terms.range(terms.reckon(one, "*", other)) == (0, 15)
    assert terms.range(terms.reckon(one, "*", free)) == ANY
    assert terms.range(terms.highest(one, other)) == (2, 5)
    assert terms.range(terms.lowest(one, other)) == (0, 3)
    assert terms.range(terms.highest(free, 0)) == (0, inf)
    settled: dict[tuple[Comparator, int], bool] = {
        ("<", 0): False, ("<", 4): True, ("<=", -1): False, ("<=", 3): True,
        (">", 3): False, (">", -1): True, (">=", 4): False, (">=", 0): True,
        ("=", 4): False, ("!=", -1): True,
    }  # fmt: skip
    for (sign, number), told in settled.items():
        assert terms.compare(one, sign, number) is told
    left: tuple[tuple[Comparator, int], ...] = (("<", 3), ("<=", 2), (">", 0), (">=", 1))
    for sign, number in (*left, ("=", 3), ("!=", 0)):
        assert isinstance(terms.compare(one, sign, number), str)
    point = terms.variable("Int", (2, 2))
    assert terms.compare(point, "=", 2) is True


def test_one_condition_is_asked_once() -> None:
    """What many add on one condition is one sum, and nothing is left of a choice made before."""
    terms = Terms()
    when, start = terms.variable("Bool"), terms.variable("Int")
    made: Amount = start
    for _ in range(5):
        made = terms.pick(when, terms.reckon(made, "+", 2), made)
    assert made == terms.pick(when, terms.reckon(start, "+", 10), start)
    assert terms.pick(when, 1, terms.pick(when, 2, 3)) == terms.pick(when, 1, 3)
    assert terms.pick(when, terms.pick(when, 1, 2), 3) == terms.pick(when, 1, 3)
    assert terms.reckon(terms.reckon(start, "+", 2), "-", 2) == start
