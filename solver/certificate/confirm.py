"""Z3 confirms claims, and that nothing else is an answer; the only module that knows of Z3."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from layerlaw.solver.certificate.claims import Axioms, Claim
    from layerlaw.solver.certificate.fixed_points import Question

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
                breach = _first_breach(claims, solver.model(), axioms.numbers)
                found.append(Confirmation(clause, len(claims), "fails", breach))
            else:
                reason = f"unknown: {solver.reason_unknown()}"
                found.append(Confirmation(clause, len(claims), reason, None))
    finally:
        solver.pop()
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Another:
    """What Z3 says of a question: whether there is another fixed point than those told.

    outcome: `none`, `one` or `unknown: REASON`. point: of that other one, the value of each
    unknown. strangers: which of those told are none by the formulas.
    """

    outcome: str
    point: dict[str, int | bool]
    strangers: tuple[int, ...]


def another(question: Question) -> Another:
    """Ask Z3 for a fixed point that is none of those told; there must be none."""
    import z3

    solver, context = _solver()
    names = [f"p{number}" for number in range(len(question.points))]
    told = [
        f"(declare-const {name} Bool)(assert (= {name} {point}))"
        for name, point in zip(names, question.points, strict=True)
    ]
    solver.push()
    try:
        solver.add(z3.parse_smt2_string("\n".join((question.text, *told)), ctx=context))
        points = [z3.Bool(name, ctx=context) for name in names]
        strangers = [
            number for number, point in enumerate(points) if solver.check(point) == z3.unsat
        ]
        answer = solver.check(*(z3.Not(point) for point in points))
        if answer == z3.unsat:
            return Another("none", {}, tuple(strangers))
        if answer != z3.sat:
            reason = f"unknown: {solver.reason_unknown()}"
            return Another(reason, {}, tuple(strangers))
        model = solver.model()
        found = {
            str(one.name()): z3.is_true(model[one])
            if z3.is_bool(model[one])
            else model[one].as_long()
            for one in model.decls()
            if one.arity() == 0 and str(one.name()) in question.unknowns
        }
        return Another("one", found, tuple(strangers))
    finally:
        solver.pop()


@dataclass(frozen=True, slots=True)
class Models:
    """All models of some formulas: for each the values of the names asked for, sorted.

    unknown: why Z3 could not tell whether there are more; "" if it could.
    """

    values: tuple[tuple[int, ...], ...]
    unknown: str = ""


def models(text: str, names: Sequence[str], most: int) -> Models:
    """The values that whole-number constants can have, each model asked for after the others.

    text: SMT-LIB that declares the names. There may be more once `most` + 1 have been found.
    Raises `KeyboardInterrupt` for an interrupt while Z3 was thinking.
    """
    import z3

    solver, context = _solver()
    constants = [z3.Int(name, ctx=context) for name in names]
    found: list[tuple[int, ...]] = []
    solver.push()
    try:
        solver.add(z3.parse_smt2_string(text, ctx=context))
        while len(found) <= most:
            begun = monotonic()
            answer = solver.check()
            if answer == z3.unknown:
                reason = str(solver.reason_unknown())
                # Z3 takes an interrupt for itself, and calls it what it calls the end of its time.
                if reason == "canceled" and monotonic() - begun < MILLISECONDS / 1000:
                    raise KeyboardInterrupt
                return Models(tuple(sorted(found)), reason)
            if answer == z3.unsat:
                break
            model = solver.model()
            values = [model.eval(one, model_completion=True).as_long() for one in constants]
            found.append(tuple(values))
            pairs = zip(constants, values, strict=True)
            solver.add(z3.Or([constant != value for constant, value in pairs]))
    finally:
        solver.pop()
    return Models(tuple(sorted(found)))


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


def _first_breach(claims: Sequence[Claim], model: Any, known: Mapping[str, int]) -> Claim | None:
    """The first claim that is false of Z3's model, which has the pinned numbers."""
    numbers = {
        str(constant.name()): model[constant].as_long()
        for constant in model.decls()
        if str(constant.name()) in known
    }
    return next((claim for claim in claims if not claim.holds(numbers)), None)
