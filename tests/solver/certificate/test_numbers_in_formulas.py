"""Numbers in what Z3 is asked: signs, nothing, what is divided, and how long Z3 may think."""

from __future__ import annotations

import re
from itertools import product
from threading import local
from typing import Any, get_args

import pytest
import z3
from half_known import WorkedOut, said

from layerlaw.model.algebra import ArithmeticSign, Comparator
from layerlaw.solver.certificate import confirm as asking
from layerlaw.solver.certificate.claims import Claim
from layerlaw.solver.certificate.confirm import MILLISECONDS, confirm, formulas, models
from layerlaw.solver.certificate.terms import Amount, Terms
from layerlaw.solver.facts.arithmetic import COMBINE, COMPARE

SIGNS: tuple[ArithmeticSign, ...] = get_args(ArithmeticSign)
COMPARATORS: tuple[Comparator, ...] = get_args(Comparator)
NUMBERS = range(-3, 4)


@pytest.mark.parametrize("endless", [False, True])
@pytest.mark.parametrize("sign", SIGNS)
def test_one_number_is_known_and_the_other_is_not(sign: ArithmeticSign, endless: bool) -> None:
    """On either side, whichever it is; or neither is known, or it is one number twice."""
    terms = Terms(endless=endless)
    one, other = terms.variable("Int"), terms.variable("Int")
    made: dict[tuple[int | None, int | None], Amount] = {
        (None, None): terms.reckon(one, sign, other)
    }
    for number in NUMBERS:
        made[None, number] = terms.reckon(one, sign, number)
        made[number, None] = terms.reckon(number, sign, other)
    worked_out = WorkedOut(terms)
    for first, second in product(NUMBERS, NUMBERS):
        known = worked_out.where({str(one): first, str(other): second})
        for (left, right), formula in made.items():
            wanted = COMBINE[sign](
                first if left is None else left, second if right is None else right
            )
            assert said(formula, known) == wanted, (left, right)


@pytest.mark.parametrize("sign", COMPARATORS)
def test_one_number_is_known_and_the_other_is_compared_with_it(sign: Comparator) -> None:
    """Also with itself; and the higher and the lower of the two."""
    terms = Terms()
    one, other = terms.variable("Int"), terms.variable("Int")
    left = {number: terms.compare(number, sign, one) for number in NUMBERS}
    right = {number: terms.compare(one, sign, number) for number in NUMBERS}
    both, itself = terms.compare(one, sign, other), terms.compare(one, sign, one)
    highest, lowest = terms.highest(one, other), terms.lowest(one, other)
    worked_out = WorkedOut(terms)
    assert itself is COMPARE[sign](1, 1)
    for first, second in product(NUMBERS, NUMBERS):
        known = worked_out.where({str(one): first, str(other): second})
        assert said(both, known) is COMPARE[sign](first, second)
        assert said(left[second], known) is COMPARE[sign](second, first)
        assert said(right[second], known) is COMPARE[sign](first, second)
        assert said(highest, known) == max(first, second)
        assert said(lowest, known) == min(first, second)


@pytest.mark.parametrize("sign", ["<", "<=", "="])
def test_claims_are_confirmed_as_they_hold(sign: str) -> None:
    """Of every two numbers, less than nothing or not; a claim of two comparisons needs one."""
    for first, second in product((-2, -1, 0, 1, 2), repeat=2):
        holds = COMPARE[sign](first, second)
        for any_of in (((first, sign, second),), ((1, "<", 0), (first, sign, second))):
            claim = Claim("C1", "", any_of, "{} and {}", ("A", "B"))
            [told] = confirm([claim])
            assert told.outcome == ("holds" if holds else "fails")
            assert told.breach is (None if holds else claim)
            [text] = formulas([claim, claim])["C1"]
            # As any solver reads it: what is less than nothing has its sign before it.
            assert not re.search(r"-\d", text), text


def test_each_thread_asks_a_z3_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that was never asked before among them; it is asked again later."""
    monkeypatch.setattr(asking, "_LOCAL", local())
    claim = Claim("C1", "", ((1, "<", 2),), "{} and {}", ("A", "B"))
    for _ in range(2):
        assert [one.outcome for one in confirm([claim, claim])] == ["holds"]
        text = "(declare-const x Int)(assert (= x 3))"
        assert models(text, ["x"], 1).values == ((3,),)
    for timed in (False, True):
        kept = asking._kept_solver(timed=timed)
        assert asking._kept_solver(timed=timed) is kept


@pytest.mark.parametrize(("most", "found"), [(0, 1), (1, 2), (2, 3), (3, 4), (4, 4), (9, 4)])
def test_of_many_models_one_more_than_asked_for_is_found(most: int, found: int) -> None:
    """So that it is known whether there are more."""
    text = "(declare-const x Int)(assert (<= 3 x 6))"
    known = models(text, ["x"], most)
    assert (len(known.values), known.unknown) == (found, "")
    assert {*known.values} <= {(3,), (4,), (5,), (6,)}


def test_what_nothing_is_said_of_can_be_any_number() -> None:
    """It has one all the same, so that it is told of each name what it can be."""
    text = "(declare-const x Int)(declare-const y Int)(assert (= y 1))"
    [(_, number)] = models(text, ["x", "y"], 0).values
    assert number == 1


class _Canceled:
    """A solver that gives up."""

    ctx = None

    def __init__(self, reason: str) -> None:
        self.reason = reason

    def push(self) -> None:
        """Nothing is kept."""

    def pop(self) -> None:
        """Nothing was kept."""

    def add(self, *formulas: object) -> None:
        """Whatever it is."""

    def check(self) -> Any:
        """It cannot tell."""
        return z3.unknown

    def reason_unknown(self) -> str:
        """Why."""
        return self.reason


@pytest.mark.parametrize(
    ("reason", "took", "interrupted"),
    [
        ("canceled", 0.5, True),
        ("canceled", MILLISECONDS / 1000 - 0.01, True),
        ("canceled", MILLISECONDS / 1000, False),
        ("canceled", MILLISECONDS / 1000 + 9, False),
        ("(incomplete)", 0.5, False),
    ],
)
def test_an_interrupt_is_told_from_the_end_of_its_time(
    reason: str, took: float, interrupted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Z3 says the same of both."""
    times = iter((100_000.0, 100_000.0 + took))
    monkeypatch.setattr(asking, "monotonic", lambda: next(times))
    monkeypatch.setattr(asking, "_kept_solver", lambda **_: _Canceled(reason))
    if interrupted:
        with pytest.raises(KeyboardInterrupt):
            models("(declare-const x Int)", ["x"], 1)
    else:
        assert models("(declare-const x Int)", ["x"], 1).unknown == reason
