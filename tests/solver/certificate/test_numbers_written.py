"""Formulas of numbers, as text that any solver reads, and with what is known worked out."""

from __future__ import annotations

from itertools import product

import pytest

from layerlaw.model.algebra import ArithmeticSign
from layerlaw.model.algebra.infinite import INFINITE
from layerlaw.solver.certificate.claims import Claim, role
from layerlaw.solver.certificate.confirm import confirm, formulas
from layerlaw.solver.certificate.terms import Terms, literal

SIGNS: tuple[ArithmeticSign, ...] = ("+", "-", "*", "/", "%")


def test_no_number_is_written_with_a_sign() -> None:
    """SMT-LIB knows no negative numerals: -3 is what is taken away from nothing."""
    assert [literal(n) for n in (-3, -1, 0, 1, 3)] == ["(- 3)", "(- 1)", "0", "1", "3"]
    claim = Claim("C", "", ((-3, "<", 0), (2, "<=", -1)), "", ())
    assert formulas([claim]) == {"C": ("(or false (< (- 3) 0) (<= 2 (- 1)))",)}
    assert formulas([claim._replace(any_of=((1, "<", 2),))]) == {"C": ("(< 1 2)",)}
    assert formulas([claim._replace(any_of=((0, "=", 0),))]) == {"C": ("(= 0 0)",)}


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize("endless", [False, True])
def test_a_formula_of_an_unknown_number_is_what_it_is_of_the_number(
    sign: ArithmeticSign, endless: bool
) -> None:
    """Z3 finds no number for which the two differ, whatever the other one is; 0 divides nothing."""
    import z3

    for known, first in product((-2, -1, 0, 1, 2, *((INFINITE, -INFINITE) * endless)), (0, 1)):
        for other in (-7, -1, 0, 3):
            terms = Terms(endless=endless)
            unknown = terms.variable("Int")
            pair = (known, unknown) if first else (unknown, known)
            plain = (known, other) if first else (other, known)
            made = terms.reckon(pair[0], sign, pair[1])
            right = terms.reckon(plain[0], sign, plain[1])
            assert isinstance(right, int)
            solver = z3.Solver()
            asked = f"(assert (= {unknown} {literal(other)}))"
            asked += f"(assert (not (= {literal(made)} {literal(right)})))"
            solver.from_string("\n".join((*terms.lines, asked)))
            assert solver.check() == z3.unsat, (pair, other)


def test_a_role_that_there_is_not_is_none_of_those_there_are() -> None:
    """Otherwise a turn could be taken in a role made up, and be believed."""
    known = ("independent", "freed", "by timestamp only", "blocked")
    assert len({role(name) for name in known}) == 4
    assert role("who knows") not in {role(name) for name in known}


def test_false_claims_fail_whatever_was_confirmed_before() -> None:
    """A comparison that held once is remembered as true; one that did not is not."""
    true = Claim("C", "", ((1, "<", 2),), "true", ())
    false = Claim("C", "", ((2, "<", 1), (3, "=", 4)), "false", ())
    for _ in range(2):
        assert [one.outcome for one in confirm([true])] == ["holds"]
        [found] = confirm([true, false, true._replace(clause="D")])[:1]
        assert (found.outcome, found.breach, found.instances) == ("fails", false, 2)
        assert confirm([true._replace(clause="D"), false])[0].outcome == "holds"
        assert confirm([false._replace(any_of=())])[0].outcome == "fails"
