"""What Z3 is asked about an answer, as a text in SMT-LIB that any solver reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError
from layerlaw.solver.certificate.confirm import formulas
from layerlaw.solver.certificate.replay.words import policy
from layerlaw.solver.certificate.terms import TooLarge
from layerlaw.solver.certificate.verdict import Findings, says

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.solver.certificate.claims import Claim
    from layerlaw.solver.facts.records import Facts

HEAD = """\
; Written by layerlaw: what a certificate asks about an answer under {rulebook}.
; Each question is whether something could be otherwise: the answer stands where every line that a
; solver prints after an echo is "unsat". The numbers are the recorded turns, ranks of timestamps
; and moments; that they are what the effects do is replayed by other code, and not in here.
(set-option :print-success false)
(set-logic ALL)
"""


def smt2_text(facts: Facts) -> str:
    """The text; raises `LayerlawError` for what is beyond formulas."""
    rulebook = facts.situation.rulebook
    lines = [HEAD.format(rulebook=rulebook.id)]
    if policy(rulebook, "process") == "layered":
        from layerlaw.solver.certificate.axioms import axioms_of

        lines += _claims(facts, axioms_of(facts))
    else:
        lines += _together(facts)
    return "\n".join(lines) + "\n"


def _claims(facts: Facts, claims: Iterable[Claim]) -> Iterator[str]:
    """For each clause whether one of its claims is false."""
    for clause, own in formulas(claims).items():
        yield _asked(
            f"{clause}: {says(facts.situation.rulebook, clause)}",
            "(assert (not (and true\n  " + "\n  ".join(own) + ")))",
        )


def _together(facts: Facts) -> Iterator[str]:
    """Whether the order of the answers is right, and whether there is a fixed point besides."""
    from layerlaw.solver.certificate.fixpoints.question import Formulas
    from layerlaw.solver.certificate.together import TogetherCheck

    check = TogetherCheck(facts, Findings(()))
    check.run()
    yield from _claims(facts, check.claims)
    boards = check.boards()
    try:
        question = Formulas(check.together).question(boards)
    except TooLarge as reason:
        raise LayerlawError(f"what is asked here is beyond formulas: {reason}") from None
    others = "" if facts.complete else "; sat, for not all that only lift themselves are recorded"
    told = [
        f"(assert (not {point})) ; state {number}, which is recorded"
        for number, point in enumerate(question.points, 1)
    ]
    yield _asked(
        f"{check.clause}: another state that agrees with itself than the {len(boards)} recorded",
        "\n".join([question.text, *told, others]).rstrip(),
    )


def _asked(what: str, assertions: str) -> str:
    """One question by itself. In a text of SMT-LIB a quotation mark is written twice."""
    quoted = what.replace('"', '""')
    return f'(echo "{quoted}")\n(push 1)\n{assertions}\n(check-sat)\n(pop 1)\n'
