"""The certificate of a permission: what is said of it, held against the marks of the state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from layerlaw.solver.certificate.replay.effects import ReplayEffects
from layerlaw.solver.certificate.replay.permissions import allowed, ruling, statements
from layerlaw.solver.certificate.replay.replay import replayed
from layerlaw.solver.certificate.replay.space import ReplayTable
from layerlaw.solver.certificate.replay.together import SimultaneousReplay
from layerlaw.solver.certificate.replay.words import policy
from layerlaw.solver.certificate.verdict import STRUCTURE, clause_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.solver.certificate.replay.board import ReplayBoard
    from layerlaw.solver.certificate.replay.permissions import (
        KeyOf,
        MarkRuling,
        MarkStatement,
        PermissionQuestion,
    )
    from layerlaw.solver.certificate.verdict import Findings
    from layerlaw.solver.facts.records import Facts


class StatementLike(Protocol):
    """A statement as it is told."""

    @property
    def text(self) -> str:
        """What it says, of whom."""

    @property
    def effect(self) -> str:
        """The id of the effect that made it."""

    @property
    def source(self) -> str:
        """The object that the effect is of."""

    @property
    def allowed(self) -> bool:
        """Whether it says that it can."""

    @property
    def rank(self) -> str:
        """`rule` or `card`."""

    @property
    def standing(self) -> str:
        """`decides`, `stands`, `overruled` or `ignored`."""

    @property
    def why(self) -> str:
        """Why it is so, in a few words."""

    @property
    def clause(self) -> str:
        """The clause of the rule or the keyword that says it, or ""."""


class AnswerLike(Protocol):
    """An answer as it is told."""

    @property
    def allowed(self) -> bool:
        """Whether it can be done."""

    @property
    def decided_by(self) -> str | None:
        """The effect whose statement decides."""

    @property
    def clause(self) -> str:
        """The clause that it says it rests on."""

    @property
    def statements(self) -> Sequence[StatementLike]:
        """Every statement on the question, oldest first."""


Said = tuple[str, str, str, bool, str, str, bool]
"""A statement but for its standing: text, effect, source, whether it allows, rank, clause, and
whether it is ignored."""


class MayCheck:
    """The check of answers about what may be done on one situation's final states.

    state: of which of several answers it is asked, from 0; None: of all, which have to agree.
    """

    def __init__(self, facts: Facts, findings: Findings, state: int | None = None) -> None:
        self.facts = facts
        self.findings = findings
        self.rulebook = facts.situation.rulebook
        self.clause = clause_of(self.rulebook, "prohibition")
        self.state = state

    @property
    def paradox(self) -> bool:
        """Whether the record has no answer, so that there is no state to replay."""
        return policy(self.rulebook, "process") != "layered" and not self.facts.answers

    def run(self, answer: AnswerLike, question: PermissionQuestion) -> None:
        """The answer is what the rulebook's ranking makes of the marks of a state; there is one."""
        states = self._states()
        if not states:
            self.findings.breach(STRUCTURE, "", "there is no state to look at")
            return
        effects, board, key_of = states[0]
        for id in (question.who, question.to):
            if id is not None and id not in effects.table.things:
                self.findings.breach(STRUCTURE, "", f"there is no object or player {id}")
                return
        said = statements(question, board, effects, key_of)
        self.findings.looked(STRUCTURE, len(said) or 1)
        right = [self._said(one) for one in said]
        try:
            told = [_told(one) for one in answer.statements]
        except AttributeError:
            self.findings.breach(STRUCTURE, "", "something is told that is no statement")
            return
        if right != told or not all(map(_same_types, right, told)):
            self.findings.breach(STRUCTURE, "", f"what is stated is {right}, and not {told}")
        self._check_ranking(answer, question, said, ruling(said, effects, key_of))
        for number, (effects, board, key_of) in enumerate(states, 1):
            self.findings.looked(self.clause)
            may = allowed(question, board, effects, key_of)
            if answer.allowed is not may:
                where = f"in answer {number} " if len(states) > 1 else ""
                self._breach(f"{where}it {_can(may)}, and not that it {_can(answer.allowed)}")

    def _states(self) -> list[tuple[ReplayEffects, ReplayBoard, KeyOf]]:
        """The states as replayed: the effects, the board, and what timestamps are compared by."""
        facts = self.facts
        if policy(self.rulebook, "process") == "layered":
            effects, board = replayed(facts)
            return [(effects, board, effects.key)]
        from layerlaw.solver.certificate.replay.answers import AnswerReader

        effects = ReplayEffects(ReplayTable(facts.situation), facts.texts)
        together = SimultaneousReplay(effects)
        answers = facts.answers or ()
        if self.state is not None:
            answers = answers[self.state : self.state + 1]
        boards = [AnswerReader(together).board(one) for one in answers]
        if None in boards:
            self.findings.breach(STRUCTURE, "", "some answer is of no state that could be read")
        return [(effects, board, together.key) for board in boards if board is not None]

    def _check_ranking(
        self,
        answer: AnswerLike,
        question: PermissionQuestion,
        said: tuple[MarkStatement, ...],
        right: MarkRuling,
    ) -> None:
        """The answer rests on the statement that decides, and every other stands to it as told."""
        self.findings.looked(self.clause)
        if answer.clause != self.clause:
            self._breach(f"it rests on {self.clause}, and not on {answer.clause}")
        decider = right.decider
        by = None if decider is None else decider.effect.id
        if answer.decided_by != by:
            told = answer.decided_by or "nothing"
            self._breach(f"it is decided by {by or 'nothing'}, and not by {told}")
        for one, other in zip(said, answer.statements, strict=False):
            standing, why = _standing(one, question, right)
            if (other.standing, other.why) != (standing, why):
                self._breach(
                    f"the statement of {one.effect.id} {standing} ({why}), "
                    f"and not {other.standing} ({other.why})"
                )

    def _said(self, one: MarkStatement) -> Said:
        return (
            f"{one.on} {one.mark.text}",
            one.effect.id,
            one.effect.source,
            one.allows,
            "rule" if one.is_rule else "card",
            self._clause(one),
            one.ignored,
        )

    def _clause(self, one: MarkStatement) -> str:
        """The clause of the rule, or of the keyword, that makes the statement; else ""."""
        if one.is_rule:
            instance = one.effect.instance
            named = {rule.id: rule.clause for rule in self.rulebook.rules}
            return named.get("" if instance is None else instance.name, "")
        keyword = one.effect.ability.keyword
        return "" if keyword is None else self.rulebook.keyword_clauses.get(keyword, "")

    def _breach(self, message: str) -> None:
        self.findings.breach(self.clause, "", message)


def _standing(
    one: MarkStatement, question: PermissionQuestion, right: MarkRuling
) -> tuple[str, str]:
    """How a statement stands to the one that decides, and why, in the words of answers."""
    decider = right.decider
    if one.ignored or decider is None:
        return "ignored", f"{question.who} ignores it"
    if one is decider:
        return "decides", right.why
    same = one.allows == decider.allows
    reason = f"{'as' if same else 'against'} {decider.effect.id}"
    return "stands" if same else "overruled", f"{reason}: {right.why}" if right.why else reason


def _told(one: StatementLike) -> Said:
    ignored = one.standing == "ignored"
    return one.text, one.effect, one.source, one.allowed, one.rank, one.clause, ignored


def _same_types(right: Said, told: Said) -> bool:
    return list(map(type, right)) == list(map(type, told))


def _can(allowed: bool) -> str:
    return "can be done" if allowed else "can't be done"
