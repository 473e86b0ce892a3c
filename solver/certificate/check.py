"""The certificate of a derivation: the order confirmed by Z3, the facts by replaying them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from layerlaw.model.arguments import checked
from layerlaw.model.collecting import uncollected
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError, with_hint
from layerlaw.solver.certificate.may import AnswerLike
from layerlaw.solver.certificate.replay.words import policy
from layerlaw.solver.certificate.verdict import (
    STRUCTURE,
    ClauseResult,
    Failure,
    Findings,
    Verdict,
    says,
)
from layerlaw.solver.facts.records import Facts

if TYPE_CHECKING:
    from layerlaw.solver.certificate.claims import Claim
    from layerlaw.solver.certificate.replay.replay import Followed


class RecordedAnswer(Protocol):
    """An answer, as far as its certificate knows it: its record, or its part in a whole one."""

    @property
    def facts(self) -> Facts:
        """The record of the answer."""
        ...

    @property
    def whole(self) -> RecordedAnswer | None:
        """The answer whose record holds this one together with all others, if there are."""
        ...

    @property
    def number(self) -> int | None:
        """Which of the answers of the whole it is, from 0."""
        ...


UNREPLAYED = "in a paradox no state is replayed"
NOTHING = "nothing was looked at: every clause that bears on it is left out"


@checked(RecordedAnswer="Answer")
def certificate_of(answer: RecordedAnswer) -> Certificate:
    """What confirms the answer by other means; `certificate_of(answer).check()` does it.

    answer: what is to be confirmed.

    One of several answers is confirmed together with the others, as one of all there are.

    Raises `WrongArgument` for anything but an answer.

    >>> from layerlaw import load_scenario, shipped_scenarios, solve
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> certificate_of(solve(load_scenario(path))).check().outcome
    'confirmed'
    """
    if answer.whole is None:
        return Certificate(answer.facts)
    return Certificate(answer.whole.facts, answer.number)


@dataclass(frozen=True, repr=False)
class Certificate:
    """What a derivation's record rests on, to be checked without anything that made it.

    state: of which of several answers permissions are asked, from 0; None: of all of them.
    """

    facts: Facts
    state: int | None = None

    def __repr__(self) -> str:
        """What it is of, in a line."""
        return f"<Certificate: {self.facts.told}>"

    def check(self, *, without: str | Iterable[str] = ()) -> Verdict:
        """Check the order by the axioms of every clause, and the facts by replaying them.

        Where effects apply at the same time: the recorded answers by replaying them, and by Z3
        that there are no others. Sentences on the order that the rulebook's policies do not keep at
        their word are notes of the verdict.
        without: ids of clauses (or `STRUCTURE`) whose axioms and replayed facts are left out.
        Raises `LayerlawError`, with a suggestion, for one that the rulebook does not have.
        """
        return check_following(self, without)[0]

    def _unreadable(self, message: str) -> Verdict:
        """The refusal of facts that cannot be replayed; no clause can be left out of that."""
        findings = Findings(())
        findings.breach(STRUCTURE, "", message)
        return self._verdict((), findings, {})

    def _checked(
        self, left_out: frozenset[str], *, settled: bool
    ) -> tuple[Verdict, Followed | None]:
        """Check facts that can be replayed."""
        from layerlaw.solver.certificate.axioms import axioms_of
        from layerlaw.solver.certificate.entries import courses_of
        from layerlaw.solver.certificate.replay.replay import replay
        from layerlaw.solver.certificate.sentences import departures

        if policy(self.facts.situation.rulebook, "process") == "layered":
            courses = courses_of(self.facts)
            claims = axioms_of(self.facts, courses)
            findings, followed = replay(self.facts, courses, left_out, settled=settled)
            findings.notes += departures(self.facts, courses)
            return self._verdict(claims, findings, {}), followed
        from layerlaw.solver.certificate.together import TogetherCheck

        findings = Findings(left_out)
        check = TogetherCheck(self.facts, findings)
        check.run()
        return self._verdict(check.claims, findings, {check.clause: check.open}), None

    def to_smt2(self) -> str:
        """What Z3 is asked, as a text in SMT-LIB 2 for any other solver.

        One `check-sat` for each clause that has axioms on the order, which is "unsat" where it is
        kept; where effects apply at the same time, one for whether there is a state besides those
        recorded. What is replayed is not in it: `save_certificate` writes all of it. Raises
        `LayerlawError` for what is beyond formulas, and for facts that cannot be replayed.
        """
        from layerlaw.solver.certificate.shape import astray, misshapen
        from layerlaw.solver.certificate.smt2 import smt2_text

        broken = misshapen(self.facts) or astray(self.facts.situation)
        if broken is not None:
            raise LayerlawError(broken)
        return smt2_text(self.facts)

    def check_may(
        self,
        answer: AnswerLike,
        who: str,
        action: str,
        to: str | None = None,
        passive: bool = False,
        *,
        without: str | Iterable[str] = (),
    ) -> Verdict:
        """Check what is said of a permission by the marks of the replayed state.

        answer: of `permissions.may`, asked with the same words: who, the action, to whom, and
        whether it is passive (done to `who`). without: clauses that are left out. Of one of several
        answers (`certificate_of(answer.states[1])`) it is that one's; of all of them what the first
        says, and that it can be done in all or in none; in a paradox it is unknown. Only the
        permission is checked, not the state: `check` does that.
        """
        from layerlaw.solver.certificate.may import MayCheck
        from layerlaw.solver.certificate.replay.permissions import PermissionQuestion
        from layerlaw.solver.certificate.shape import astray, misshapen

        findings = Findings(self._known(without))
        broken = misshapen(self.facts) or astray(self.facts.situation)
        if broken is not None:
            return self._unreadable(broken)
        question = PermissionQuestion(who, action, to, passive)
        check = MayCheck(self.facts, findings, self.state)
        try:
            check.run(answer, question)
        except LookupError as missing:
            return self._unreadable(f"the record speaks of {missing}, which there is not")
        if not check.paradox:
            return self._verdict((), findings, {})
        # No clause can be left out of that.
        findings = Findings(())
        findings.looked(STRUCTURE)
        return self._verdict((), findings, {STRUCTURE: UNREPLAYED})

    def _known(self, without: str | Iterable[str]) -> frozenset[str]:
        """The clauses that are left out, all of them known; raises `LayerlawError`."""
        asked = (without,) if isinstance(without, str) else tuple(without)
        rulebook = self.facts.situation.rulebook
        # A rulebook made by hand may rest on clauses that it does not spell out.
        known = dict.fromkeys((STRUCTURE, *rulebook.clauses, *rulebook.points))
        known.update((value.clause, None) for value in rulebook.policies.values())
        for named in (rulebook.layers, rulebook.checks, rulebook.rules):
            known.update((one.clause, None) for one in named)
        for one in asked:
            if one not in known:
                message = f"{rulebook.id} has no clause or open point '{one}' to leave out"
                raise LayerlawError(with_hint(message, str(one), known))
        return frozenset(asked)

    def _verdict(
        self, claims: Iterable[Claim], findings: Findings, open: dict[str, str]
    ) -> Verdict:
        """What claims and findings come to. open: for a clause, why it is not known to hold."""
        from layerlaw.solver.certificate.confirm import confirm

        if findings.without:
            claims = [claim for claim in claims if claim.clause not in findings.without]
        confirmed = confirm(claims)
        failures = [
            Failure(result.clause, result.breach.layer, result.breach.breach())
            for result in confirmed
            if result.breach is not None
        ]
        failures += findings.failures
        instances = {result.clause: result.instances for result in confirmed}
        for clause, count in findings.counts.items():
            instances[clause] = instances.get(clause, 0) + count
        outcomes = {result.clause: result.outcome for result in confirmed}
        for clause, reason in open.items():
            if reason and outcomes.get(clause, "holds") == "holds":
                outcomes[clause] = f"unknown: {reason}"
        outcomes.update((failure.clause, "fails") for failure in findings.failures)
        rulebook = self.facts.situation.rulebook
        checked = tuple(
            ClauseResult(clause, says(rulebook, clause), count, outcomes.get(clause, "holds"))
            for clause, count in instances.items()
        )
        ok = bool(checked) and all(result.outcome == "holds" for result in checked)
        notes = findings.notes if checked else [*findings.notes, NOTHING]
        return Verdict(ok, tuple(failures), checked, tuple(notes))


def check_following(
    certificate: Certificate, without: str | Iterable[str] = (), *, settled: bool = True
) -> tuple[Verdict, Followed | None]:
    """As `check` does; also what came of following the turns, where effects apply in layers.

    settled: whether the conditions that are read at the checks have to be those that hold. On the
    way to them only that is not asked.
    """
    from layerlaw.solver.certificate.shape import astray, misshapen

    facts, left_out = certificate.facts, certificate._known(without)
    with uncollected():
        broken = misshapen(facts) or astray(facts.situation)
        if broken is not None:
            return certificate._unreadable(broken), None
        try:
            return certificate._checked(left_out, settled=settled)
        except LookupError as missing:
            said = f"the record speaks of {missing}, which there is not"
            return certificate._unreadable(said), None
