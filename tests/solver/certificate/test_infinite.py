"""Infinite numbers: solver, replay, formulas and oracle reckon alike, each on its own."""

from __future__ import annotations

from itertools import product
from typing import get_args

import pytest

from layerlaw.model.algebra import ArithmeticSign, Comparator
from layerlaw.model.algebra.infinite import INFINITE, is_infinite
from layerlaw.solver.certificate.confirm import models
from layerlaw.solver.certificate.replay import words
from layerlaw.solver.certificate.terms import Terms, literal
from layerlaw.solver.facts.arithmetic import COMBINE, COMPARE
from oracle import reckoning, values

NUMBERS = (-INFINITE, -7, -1, 0, 1, 3, 8, INFINITE)
SIGNS: tuple[ArithmeticSign, ...] = get_args(ArithmeticSign)
COMPARATORS: tuple[Comparator, ...] = get_args(Comparator)


@pytest.mark.parametrize(
    ("first", "sign", "second", "result"),
    [
        (INFINITE, "+", 1000, INFINITE),
        (INFINITE, "-", 1000, INFINITE),
        (5, "-", INFINITE, -INFINITE),
        (INFINITE, "-", INFINITE, INFINITE),
        (-INFINITE, "+", INFINITE, INFINITE),
        (INFINITE, "*", 2, INFINITE),
        (INFINITE, "*", -1, -INFINITE),
        (0, "*", INFINITE, 0),
        (INFINITE, "/", 2, INFINITE),
        (INFINITE, "/", 0, 0),
        (7, "/", INFINITE, 0),
        (7, "%", INFINITE, 7),
        (INFINITE, "%", 2, 0),
    ],
)
def test_what_is_infinite_stays_so(
    first: int, sign: ArithmeticSign, second: int, result: int
) -> None:
    """As the definition says (docs/definition.md, "Infinite numbers")."""
    assert COMBINE[sign](first, second) == result


@pytest.mark.parametrize("sign", SIGNS)
def test_everybody_reckons_alike(sign: ArithmeticSign) -> None:
    """The solver, the replay and the oracle, of any two numbers; what is infinite says so."""
    for first, second in product(NUMBERS, NUMBERS):
        result = COMBINE[sign](first, second)
        assert words.reckon(first, sign, second) == result
        assert reckoning.reckon(first, sign, second) == result
        assert str(result) == str(words.reckon(first, sign, second))
        assert is_infinite(result) is str(result).endswith("infinite")


@pytest.mark.parametrize("sign", SIGNS)
def test_formulas_reckon_alike(sign: ArithmeticSign) -> None:
    """Z3 knows one value only of what the formulas make of two numbers that it has to find."""
    terms = Terms(endless=True)
    claims: list[str] = []
    wanted: list[int] = []
    for first, second in product(NUMBERS, NUMBERS):
        one, other = terms.variable("Int"), terms.variable("Int")
        terms.lines.append(f"(assert (= {one} {literal(first)}))")
        terms.lines.append(f"(assert (= {other} {literal(second)}))")
        name = f"r{len(claims)}"
        claims.append(name)
        terms.lines.append(f"(declare-const {name} Int)")
        result = literal(terms.reckon(one, sign, other))
        terms.lines.append(f"(assert (= {name} {result}))")
        wanted.append(COMBINE[sign](first, second))
    assert models("\n".join(terms.lines), claims, 1).values == (tuple(wanted),)


@pytest.mark.parametrize("comparator", COMPARATORS)
def test_everybody_compares_alike(comparator: Comparator) -> None:
    """Infinite is more than any other number, and equal to itself."""
    for first, second in product(NUMBERS, NUMBERS):
        result = COMPARE[comparator](first, second)
        assert words.compare(first, comparator, second) is result
        assert values.compare(first, comparator, second) is result


@pytest.mark.parametrize("sign", ["+", "*"])
def test_the_order_of_what_is_added_or_multiplied_makes_no_difference(sign: str) -> None:
    """So effects that add or multiply commute, whatever is infinite."""
    make = COMBINE[sign]
    for first, second, third in product(NUMBERS, repeat=3):
        assert make(first, second) == make(second, first)
        assert make(make(first, second), third) == make(make(first, third), second)
