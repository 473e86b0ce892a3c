"""Z3 confirms the claims, one query for each clause; the only module that knows of Z3."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.solver.certificate.claims import Axioms, Claim

MILLISECONDS = 60_000
"""How long Z3 may think about one clause."""


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What Z3 says of one clause: `holds`, `fails` or `unknown: REASON`, and the first breach."""

    clause: str
    instances: int
    outcome: str
    breach: Claim | None


_LOCAL = threading.local()


def _solver() -> tuple[Any, Any]:
    """One Z3 solver and its context for each thread, made when first used."""
    if not hasattr(_LOCAL, "solver"):
        import z3

        _LOCAL.context = z3.Context()
        _LOCAL.solver = z3.Solver(ctx=_LOCAL.context)
        _LOCAL.solver.set("timeout", MILLISECONDS)
    return _LOCAL.solver, _LOCAL.context


def confirm(axioms: Axioms) -> tuple[Confirmation, ...]:
    """Ask Z3, for each clause, whether the recorded numbers leave any of its claims false.

    The numbers are pinned constants; "some claim of the clause is false" must be unsatisfiable.
    """
    by_clause: dict[str, list[Claim]] = {}
    for claim in axioms.claims:
        by_clause.setdefault(claim.clause, []).append(claim)
    if not by_clause:
        return ()
    import z3

    solver, context = _solver()
    solver.push()
    try:
        solver.add(z3.parse_smt2_string(_text(axioms, list(by_clause.values())), ctx=context))
        found = []
        for number, (clause, claims) in enumerate(by_clause.items()):
            negated = z3.Not(z3.Bool(f"c{number}", ctx=context))
            answer = solver.check(negated)
            if answer == z3.unsat:
                found.append(Confirmation(clause, len(claims), "holds", None))
            elif answer == z3.sat:
                breach = _first_breach(claims, solver.model())
                found.append(Confirmation(clause, len(claims), "fails", breach))
            else:
                reason = f"unknown: {solver.reason_unknown()}"
                found.append(Confirmation(clause, len(claims), reason, None))
    finally:
        solver.pop()
    return tuple(found)


def _text(axioms: Axioms, by_clause: Sequence[Sequence[Claim]]) -> str:
    """The numbers and the claims as SMT-LIB: constant `cN` is "every claim of clause N"."""
    lines = [
        f"(declare-const {name} Int)(assert (= {name} {_literal(number)}))"
        for name, number in axioms.numbers.items()
    ]
    for number, claims in enumerate(by_clause):
        every = " ".join(_formula(claim) for claim in claims)
        lines.append(f"(declare-const c{number} Bool)(assert (= c{number} (and true {every})))")
    return "\n".join(lines)


def _literal(number: int) -> str:
    return str(number) if number >= 0 else f"(- {-number})"


def _formula(claim: Claim) -> str:
    parts = [f"({sign} {left} {right})" for left, sign, right in claim.any_of]
    if len(parts) == 1:
        return parts[0]
    return f"(or {' '.join(parts)})" if parts else "false"


def _first_breach(claims: Sequence[Claim], model: Any) -> Claim | None:
    """The first claim that is false of Z3's model, which has the pinned numbers."""
    numbers = {
        str(constant.name()): model[constant].as_long()
        for constant in model.decls()
        if not str(constant.name()).startswith("c")
    }
    return next((claim for claim in claims if not claim.holds(numbers)), None)
