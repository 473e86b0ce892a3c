"""What is said of axioms that are written otherwise than the clauses have them."""

from __future__ import annotations

from dataclasses import replace

from layerlaw.model import load_scenario, shipped_scenarios
from layerlaw.solver import solve, verify, written_certificate

KINGS = written_certificate(
    solve(load_scenario(next(p for p in shipped_scenarios() if p.name.startswith("two-kings."))))
)


def test_the_claim_that_is_not_so_is_named_with_the_one_that_is() -> None:
    """Among those that are."""
    place = next(n for n, one in enumerate(KINGS.axioms) if len(one.claims) > 1)
    told = KINGS.axioms[place]
    last = told.claims[-1]
    changed = replace(told, claims=(*told.claims[:-1], "(< 2 1)"))
    axioms = (*KINGS.axioms[:place], changed, *KINGS.axioms[place + 1 :])
    (failed,) = verify(replace(KINGS, axioms=axioms)).failed
    assert failed.message == f"its axiom on the recorded order is {last}, and not (< 2 1)"


def test_a_claim_too_few_and_one_too_many_are_named() -> None:
    """The one that is missing, or is there for nothing."""
    told = KINGS.axioms[0]
    for claims, axiom, claim in (
        (told.claims[:-1], told.claims[-1], "none"),
        ((*told.claims, "(< 2 1)"), "none", "(< 2 1)"),
    ):
        axioms = (replace(told, claims=claims), *KINGS.axioms[1:])
        (failed,) = verify(replace(KINGS, axioms=axioms)).failed
        assert failed.message == f"its axiom on the recorded order is {axiom}, and not {claim}"
        assert failed.clause == told.clause


def test_what_a_clause_says_is_as_the_rulebook_has_it() -> None:
    """And every clause with claims is written, and no other."""
    first, *others = KINGS.axioms
    said = verify(replace(KINGS, axioms=(replace(first, says="otherwise"), *others)))
    (failed,) = said.failed
    assert failed.message == (
        f"what {first.clause} says is written otherwise than the rulebook has it"
    )
    (failed,) = verify(replace(KINGS, axioms=KINGS.axioms[:-1])).failed
    missing = KINGS.axioms[-1].clause
    assert failed.message == f"the axioms of {missing} are not written"
    assert failed.clause == missing
    idle = replace(first, clause="SORC-LAYER-1")
    (failed,) = verify(replace(KINGS, axioms=(*KINGS.axioms, idle))).failed
    assert failed.message == "axioms of SORC-LAYER-1 are written, which has none there"
    assert failed.clause == "STRUCTURE"
