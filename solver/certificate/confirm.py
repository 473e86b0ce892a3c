"""Z3 confirms claims, and that nothing else is an answer; the only module that knows of Z3."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from layerlaw.solver.certificate.claims import Claim, Comparison
    from layerlaw.solver.certificate.fixpoints.question import FixedPointQuestion

MILLISECONDS = 60_000
"""How long Z3 may think about one clause."""


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What Z3 says of one clause: `holds`, `fails` or `unknown: REASON`, and the first breach."""

    clause: str
    instances: int
    outcome: str
    breach: Claim | None


LONG = 2_000
"""A question of more letters has a solver of its own."""

_LOCAL = threading.local()

MOST_PROVED = 10_000
"""So many comparisons of numbers that a solver found to be true are not asked of it again."""

_PROVED: WeakKeyDictionary[Any, set[tuple[Comparison, ...]]] = WeakKeyDictionary()


def _kept_solver(*, timed: bool) -> Any:
    """One Z3 solver for each thread, made when first used.

    timed: whether it is to give up at some time; it takes a thread of Z3's to look at the clock.
    """
    name = "timed" if timed else "plain"
    if not hasattr(_LOCAL, name):
        setattr(_LOCAL, name, _new_solver(timed=timed))
    return getattr(_LOCAL, name)


def _new_solver(*, timed: bool) -> Any:
    import z3

    solver = z3.Solver(ctx=z3.Context())
    if timed:
        solver.set("timeout", MILLISECONDS)
    return solver


@contextmanager
def _told(text: str) -> Iterator[Any]:
    """A solver that is told this, and will give up at some time.

    For what is long it is a new one: one that has seen many questions tells its models more slowly
    with each, and may take twenty times as long. A new one takes 5 ms.
    """
    import z3

    if len(text) > LONG:
        solver = _new_solver(timed=True)
        solver.add(z3.parse_smt2_string(text, ctx=solver.ctx))
        yield solver
        return
    solver = _kept_solver(timed=True)
    solver.push()
    try:
        solver.add(z3.parse_smt2_string(text, ctx=solver.ctx))
        yield solver
    finally:
        solver.pop()


def confirm(claims: Iterable[Claim]) -> tuple[Confirmation, ...]:
    """Ask Z3, for each clause, whether the recorded numbers leave any of its claims false.

    "Some claim is false" must be unsatisfiable. It is asked of all clauses at once; unless Z3 says
    so, it is asked of each alone. The numbers stand in the claims as they are recorded: a pinned
    constant for each would say the same.
    """
    by_clause: dict[str, list[Claim]] = {}
    for claim in claims:
        by_clause.setdefault(claim.clause, []).append(claim)
    if not by_clause:
        return ()
    import z3

    # Comparisons of known numbers are worked out as they are read: there is nothing to search.
    solver = _kept_solver(timed=False)
    proved = _PROVED.setdefault(solver, set())
    new: dict[tuple[Comparison, ...], None] = {}
    for own in by_clause.values():
        new.update((claim.any_of, None) for claim in own if claim.any_of not in proved)
    if not new or _asked(solver, map(_formula, new)) == z3.unsat:
        if len(new) <= MOST_PROVED - len(proved):
            proved.update(new)
        return tuple(
            Confirmation(clause, len(own), "holds", None) for clause, own in by_clause.items()
        )
    confirmations = []
    for clause, own in by_clause.items():
        answer = _asked(solver, map(_formula, dict.fromkeys(claim.any_of for claim in own)))
        if answer == z3.unsat:
            confirmations.append(Confirmation(clause, len(own), "holds", None))
        elif answer == z3.sat:
            breach = next((claim for claim in own if not claim.holds()), None)
            confirmations.append(Confirmation(clause, len(own), "fails", breach))
        else:
            reason = f"unknown: {solver.reason_unknown()}"
            confirmations.append(Confirmation(clause, len(own), reason, None))
    return tuple(confirmations)


def formulas(claims: Iterable[Claim]) -> dict[str, tuple[str, ...]]:
    """The claims of each clause as formulas of SMT-LIB, each once."""
    by_clause: dict[str, dict[str, None]] = {}
    for claim in claims:
        by_clause.setdefault(claim.clause, {})[_formula(claim.any_of)] = None
    return {clause: tuple(own) for clause, own in by_clause.items()}


def _asked(solver: Any, claims: Iterable[str]) -> Any:
    """Z3's answer to whether some of the claims is false."""
    solver.push()
    try:
        solver.from_string(f"(assert (not (and true {' '.join(claims)})))")
        return solver.check()
    finally:
        solver.pop()


@dataclass(frozen=True, slots=True)
class Another:
    """What Z3 says of a question: whether there is another fixed point than those told.

    outcome: `none`, `one` or `unknown: REASON`. point: of that other one, the value of each
    unknown. strangers: which of those told are none by the formulas.
    """

    outcome: str
    point: dict[str, int | bool]
    strangers: tuple[int, ...]


def another(question: FixedPointQuestion, known: int = 0) -> Another:
    """Ask Z3 for a fixed point that is none of those told or passed by.

    known: so many of those told are known to be some by the formulas, too.
    """
    import z3

    left_out = [*question.points, *question.passed_by]
    names = [f"p{number}" for number in range(len(left_out))]
    declared = [
        f"(declare-const {name} Bool)(assert (= {name} {formula}))"
        for name, formula in zip(names, left_out, strict=True)
    ]
    with _told("\n".join((question.text, *declared))) as solver:
        holding = [z3.Bool(name, ctx=solver.ctx) for name in names]
        asked = range(known, len(question.points))
        strangers = tuple(n for n in asked if solver.check(holding[n]) == z3.unsat)
        answer = solver.check(*(z3.Not(one) for one in holding))
        if answer == z3.unsat:
            return Another("none", {}, strangers)
        if answer != z3.sat:
            return Another(f"unknown: {solver.reason_unknown()}", {}, strangers)
        model = solver.model()
        point = {
            str(one.name()): z3.is_true(model[one])
            if z3.is_bool(model[one])
            else model[one].as_long()
            for one in model.decls()
            if str(one.name()) in question.unknowns
        }
        return Another("one", point, strangers)


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
    with _told(text) as solver:
        return _models(solver, names, most)


class KeptQuestion:
    """Formulas that Z3 is told once, and asked of again and again with more of them.

    What Z3 has learnt from them stays: of many questions each takes a small part of the time that
    it takes by itself.
    """

    def __init__(self, text: str) -> None:
        """text: SMT-LIB."""
        import z3

        self._solver = _new_solver(timed=True)
        self._parser = z3.ParserContext(self._solver.ctx)
        self._solver.add(self._parser.from_string(text))

    def models(self, more: str, names: Sequence[str], most: int) -> Models:
        """As `models`, of the formulas together with some more, which go for this time alone."""
        self._solver.push()
        try:
            self._solver.add(self._parser.from_string(more))
            return _models(self._solver, names, most)
        finally:
            self._solver.pop()


def _models(solver: Any, names: Sequence[str], most: int) -> Models:
    import z3

    valuations: list[tuple[int, ...]] = []
    constants = [z3.Int(name, ctx=solver.ctx) for name in names]
    while len(valuations) <= most:
        begun = monotonic()
        answer = solver.check()
        if answer == z3.unknown:
            reason = str(solver.reason_unknown())
            # Z3 takes an interrupt for itself, and calls it what it calls the end of its time.
            if reason == "canceled" and monotonic() - begun < MILLISECONDS / 1000:
                raise KeyboardInterrupt
            return Models(tuple(sorted(valuations)), reason)
        if answer == z3.unsat:
            break
        model = solver.model()
        values = [model.eval(one, model_completion=True).as_long() for one in constants]
        valuations.append(tuple(values))
        pairs = zip(constants, values, strict=True)
        solver.add(z3.Or([constant != value for constant, value in pairs]))
    return Models(tuple(sorted(valuations)))


def _formula(any_of: tuple[Comparison, ...]) -> str:
    if len(any_of) == 1:
        [(first, sign, second)] = any_of
        if first >= 0 <= second:
            return f"({sign} {first} {second})"
    parts = [f"({sign} {_literal(one)} {_literal(other)})" for one, sign, other in any_of]
    return f"(or false {' '.join(parts)})"


def _literal(number: int) -> str:
    return str(int(number)) if number >= 0 else f"(- {-int(number)})"
