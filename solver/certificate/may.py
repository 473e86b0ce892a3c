"""The certificate of a permission: what is said of it, held against the marks of the state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from layerlaw.solver.certificate.replay import replayed
from layerlaw.solver.certificate.replay_answers import Reading
from layerlaw.solver.certificate.replay_effects import Effects
from layerlaw.solver.certificate.replay_permissions import allowed, statements
from layerlaw.solver.certificate.replay_space import Table
from layerlaw.solver.certificate.replay_together import Together
from layerlaw.solver.certificate.replay_words import policy
from layerlaw.solver.certificate.verdict import STRUCTURE, clause_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.solver.certificate.replay_board import Board
    from layerlaw.solver.certificate.replay_permissions import KeyOf, Question, Statement
    from layerlaw.solver.certificate.verdict import Findings
    from layerlaw.solver.records import Facts


class StatementLike(Protocol):
    """A statement as it is told."""

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


class MayCheck:
    """The check of answers about what may be done on one situation's final state."""

    def __init__(self, facts: Facts, findings: Findings) -> None:
        self.facts = facts
        self.findings = findings
        self.rulebook = facts.situation.rulebook
        self.clause = clause_of(self.rulebook, "prohibition")

    def run(self, answer: AnswerLike, question: Question) -> None:
        """The answer is what the rulebook's ranking makes of the marks."""
        found = self._state()
        if found is None:
            self.findings.breach(STRUCTURE, "", "there is no state to look at")
            return
        effects, board, key_of = found
        for id in (question.who, question.to):
            if id is not None and id not in effects.table.things:
                self.findings.breach(STRUCTURE, "", f"there is no object or player {id}")
                return
        said = statements(question, board, effects, key_of)
        self.findings.looked(STRUCTURE, len(said) or 1)
        right = [_told(one) for one in said]
        told = [
            (one.effect, one.source, one.allowed, one.rank, one.standing == "ignored")
            for one in answer.statements
        ]
        if sorted(right) != sorted(told):
            self.findings.breach(STRUCTURE, "", f"what is stated is {right}, and not {told}")
        self._check_ranking(answer, allowed(question, board, effects, key_of), said)

    def _state(self) -> tuple[Effects, Board, KeyOf] | None:
        """The state as replayed: the effects, the board, and what timestamps are compared by."""
        facts = self.facts
        if policy(self.rulebook, "process") == "layered":
            effects, board = replayed(facts)
            return effects, board, effects.key
        effects = Effects(Table(facts.situation), facts.texts)
        together = Together(effects)
        state: Board | None = together.start
        if facts.answers:
            state = next(Reading(together).boards(facts.answers[0]), None)
        return None if state is None else (effects, state, together.key)

    def _check_ranking(self, answer: AnswerLike, may: bool, said: tuple[Statement, ...]) -> None:
        """The answer is the right one, and rests on a statement that makes it so."""
        self.findings.looked(self.clause)
        if answer.clause != self.clause:
            self._breach(f"it rests on {self.clause}, and not on {answer.clause}")
        if answer.allowed != may:
            self._breach(f"it {_can(may)}, and not that it {_can(answer.allowed)}")
        open = {one.effect.id for one in said if not one.ignored and one.allows == may}
        if (answer.decided_by is None) != (not any(not one.ignored for one in said)):
            self._breach(f"it is decided by {answer.decided_by or 'nothing'}, wrongly")
        elif answer.decided_by is not None and answer.decided_by not in open:
            self._breach(f"{answer.decided_by} does not say that it {_can(may)}")
        for one in answer.statements:
            standings = ("stands", "decides") if one.allowed == answer.allowed else ("overruled",)
            if one.standing not in (*standings, "ignored") or (
                one.standing == "decides" and one.effect != answer.decided_by
            ):
                self._breach(f"the statement of {one.effect} is told as one that {one.standing}")

    def _breach(self, message: str) -> None:
        self.findings.breach(self.clause, "", message)


def _told(one: Statement) -> tuple[str, str, bool, str, bool]:
    rank = "rule" if one.is_rule else "card"
    return one.effect.id, one.effect.source, one.allows, rank, one.ignored


def _can(allowed: bool) -> str:
    return "can be done" if allowed else "can't be done"
