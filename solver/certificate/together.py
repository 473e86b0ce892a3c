"""The certificate where effects apply at the same time: the answers, and that there are no more.

Every recorded answer is replayed. Then Z3 is asked for another fixed point; what it finds is
replayed too, until it finds no more.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from layerlaw.solver.certificate.blame import Blame
from layerlaw.solver.certificate.claims import Claim
from layerlaw.solver.certificate.fixpoints.others import OtherPoints
from layerlaw.solver.certificate.fixpoints.question import Formulas
from layerlaw.solver.certificate.replay.answers import AnswerReplay, WrongRecord
from layerlaw.solver.certificate.replay.board import ReplayBoard
from layerlaw.solver.certificate.replay.effects import ReplayEffects
from layerlaw.solver.certificate.replay.permissions import fates
from layerlaw.solver.certificate.replay.replay import check_effects, check_final, check_texts
from layerlaw.solver.certificate.replay.shown import (
    first_difference,
    shown,
    told_columns,
    with_floors,
)
from layerlaw.solver.certificate.replay.space import ReplayTable
from layerlaw.solver.certificate.replay.together import SimultaneousReplay, same
from layerlaw.solver.certificate.replay.words import policy
from layerlaw.solver.certificate.terms import TooLarge
from layerlaw.solver.certificate.verdict import STRUCTURE, clause_of

if TYPE_CHECKING:
    from layerlaw.solver.certificate.verdict import Findings
    from layerlaw.solver.facts.records import AnswerRecord, Facts

Told = tuple["AnswerRecord", str, bool]
"""A record, what it is called, and whether it is said to be grounded."""

MOST_FOUND = 100
"""So many fixed points that are not told are looked at; then the question stays open."""


class TogetherCheck:
    """The check of one situation's answers.

    outcomes: for every record its board, or why it has none. claims: about their order, for Z3.
    open: why it is not known whether there are others.
    """

    def __init__(self, facts: Facts, findings: Findings) -> None:
        self.facts = facts
        self.findings = findings
        self.rulebook = facts.situation.rulebook
        self.effects = ReplayEffects(ReplayTable(facts.situation), facts.texts)
        self.together = SimultaneousReplay(self.effects)
        self.clause = clause_of(self.rulebook, "process")
        self.newest_wins = policy(self.rulebook, "process") == "newest wins"
        self.replay = AnswerReplay(self.together, findings)
        self.outcomes: list[ReplayBoard | WrongRecord] = []
        self.claims: list[Claim] = []
        self.open = ""

    def run(self) -> None:
        """Check everything."""
        answers = self.facts.answers
        if answers is None:
            self.breach("no answers are recorded")
            return
        if self.newest_wins and len(answers) > 1:
            self.breach("where the newest wins there is one answer at most")
        records = [(record, f"answer {n}", True) for n, record in enumerate(answers, 1)]
        records += [
            (record, f"lifted state {n}", False) for n, record in enumerate(self.facts.lifted, 1)
        ]
        self._replay(records)
        others = self._look_for_more(records) if self.clause not in self.findings.without else []
        for outcome in self.outcomes:
            if isinstance(outcome, WrongRecord):
                self.findings.breach(outcome.clause, "", outcome.message)
        self._check_rest(answers)
        self._check_order(len(answers), others)
        check_texts(self.facts, self.effects, self.findings)
        self.open = self.open or self.replay.grounding.unknown

    def breach(self, message: str) -> None:
        """The record is not true."""
        self.findings.breach(self.clause, "", message)

    # --- what is told ----------------------------------------------------------------------

    def _replay(self, records: list[Told]) -> None:
        """Find the board of every record."""
        self.findings.looked(self.clause, len(records) or 1)
        self.findings.looked(self.replay.grounds, len(records) or 1)
        for record, name, grounded in records:
            outcome = self.replay.find(record, name, grounded=grounded)
            if isinstance(outcome, ReplayBoard) and any(
                same(outcome, one) for one in self.boards()
            ):
                outcome = WrongRecord(self.clause, f"{name} is told twice")
            self.outcomes.append(outcome)

    def boards(self) -> list[ReplayBoard]:
        """The boards found so far."""
        return [outcome for outcome in self.outcomes if isinstance(outcome, ReplayBoard)]

    def _check_rest(self, answers: tuple[AnswerRecord, ...]) -> None:
        """The layers, the final cells, the effects and the fates go by the answers."""
        facts = self.facts
        self.findings.looked(STRUCTURE)
        layers = answers[0].steps if answers else ()
        if facts.layers is not layers and repr(facts.layers) != repr(layers):
            self.findings.breach(STRUCTURE, "", "the layers are not those of the first answer")
        if answers:
            self.findings.looked(STRUCTURE, len(facts.final))
            if facts.final is not answers[0].final:
                cell = first_difference(answers[0].final, facts.final)
                if cell is not None:
                    right = answers[0].final.get(cell)
                    message = f"{cell[1]} of {cell[0]} is {right!r} at the end"
                    told = facts.final.get(cell)
                    self.findings.breach(STRUCTURE, "", f"{message}, and not {told!r}")
        else:
            start = self.together.start
            end = with_floors(self.effects.table, start)
            columns = told_columns(self.effects.table, end, start)
            check_final(self.effects.table, columns, facts.final, self.findings)
        if not answers:
            self.findings.notes.append(
                "what stands beside the paradox is not part of the certificate"
            )
        if facts.conflict and answers:
            self.findings.breach(STRUCTURE, "", "there is an answer, and yet a conflict is told")
        if not answers and self.clause not in self.findings.without:
            self._check_conflict()
        if facts.late:
            message = "where effects apply at the same time, none can come too late"
            self.findings.breach(STRUCTURE, "", message)
        if len({*facts.conflict}) != len(facts.conflict):
            self.findings.breach(STRUCTURE, "", "an effect is told twice in the conflict")
        named = dict.fromkeys(id for record in (*answers, *facts.lifted) for id in record.effects)
        named.update(dict.fromkeys(facts.conflict))
        if any(id not in self.effects.by_id for id in facts.conflict):
            self.together.know_all()
        check_effects(facts, self.effects, list(named), self.together.key, self.findings)
        states = [
            outcome for outcome in self.outcomes[: len(answers)] if isinstance(outcome, ReplayBoard)
        ]
        if len(states) == len(answers):
            self._check_fates(states)

    def _check_conflict(self) -> None:
        """The effects blamed for a paradox leave no answer by themselves, and each is needed."""
        conflict = self.facts.conflict
        self.findings.looked(self.clause, len(conflict) + 1)
        try:
            blame = Blame(self.facts.situation, self.facts.texts)
            wrong = blame.wrong(conflict)
        except TooLarge as reason:
            self.open = self.open or f"who is to blame is beyond the formulas: {reason}"
            return
        if wrong is not None:
            self.breach(wrong)
        elif blame.unknown:
            self.open = self.open or f"who is to blame is not known: {blame.unknown}"

    def _check_fates(self, boards: list[ReplayBoard]) -> None:
        """The checks carry out what all answers agree on."""
        table = self.effects.table
        expected: list[list[tuple[str, str, str, str]]] = []
        for board in boards:
            end = with_floors(table, board)
            expected.append(fates(self.effects, end, self.together.key))
        agreed = [
            fate for fate in (expected[0] if expected else []) if all(fate in e for e in expected)
        ]
        told_fates = [
            (fate.object, fate.verdict, fate.zone, fate.clause) for fate in self.facts.fates
        ]
        clauses = dict.fromkeys(check.clause for check in self.rulebook.checks)
        alike = True
        for clause in dict.fromkeys((*clauses, *(fate[3] for fate in told_fates))):
            self.findings.looked(clause if clause in clauses else STRUCTURE)
            own = [fate for fate in agreed if fate[3] == clause]
            told = [fate for fate in told_fates if fate[3] == clause]
            if own != told:
                alike = False
                message = f"in all answers the checks find {own}, and not {told}"
                self.findings.breach(clause if clause in clauses else STRUCTURE, "", message)
        if alike and agreed != told_fates:
            message = f"in all answers the checks find {agreed}, in this order"
            self.findings.breach(STRUCTURE, "", message)

    # --- their order -----------------------------------------------------------------------

    def _check_order(self, answers: int, others: list[ReplayBoard]) -> None:
        """What is told is in its order; of what is not, nothing should have been told first."""
        for kind, outcomes in (
            ("answer", self.outcomes[:answers]),
            ("lifted state", self.outcomes[answers:]),
        ):
            for number, (one, other) in enumerate(pairwise(outcomes), 1):
                if isinstance(one, ReplayBoard) and isinstance(other, ReplayBoard):
                    names = f"{kind} {number}", f"{kind} {number + 1}"
                    self._claim_before(one, other, *names)
        for board in others:
            self._judge(board, self.outcomes[0] if answers else None)
        if not self.facts.complete:
            message = "not all states that only lift themselves are listed"
            self.findings.notes.append(message)

    def _claim_before(
        self, one: ReplayBoard, other: ReplayBoard, name: str, name_of_other: str
    ) -> None:
        """Of the effects in which the two differ, the newest exists in the first one.

        Where they do not differ in any, the cells decide.
        """
        first, second = self.together.in_force(one), self.together.in_force(other)
        apart = sorted({*first} ^ {*second}, key=self.together.order)
        sides = second, first
        if apart:
            ages = sorted({self.together.key(effect) for effect in apart})
            ranks = {effect: ages.index(self.together.key(effect)) for effect in apart}
            newest = [max((ranks[e] for e in those if e in ranks), default=-1) for those in sides]
            # Effects of one age that bear one id are in no order.
            message = "{} comes before {}, in which a newer effect is in force"
        else:
            cells = [self._cells(other), self._cells(one)]
            newest = [-sorted(cells).index(texts) for texts in cells]
            message = "{} comes before {}, though its cells come after"
        comparison = newest[0], "<=", newest[1]
        claim = Claim(self.clause, "", (comparison,), message, (name, name_of_other))
        self.claims.append(claim)

    def _cells(self, board: ReplayBoard) -> list[tuple[bool, Any]]:
        """The cells in the order in which they are compared; nothing comes before something."""
        table = self.effects.table
        values = (
            shown(table, board, (object, characteristic))
            for object in table.things
            for characteristic in table.shown
        )
        return [(value is not None, value) for value in values]

    # --- that there are no others ----------------------------------------------------------

    def _look_for_more(self, records: list[Told]) -> list[ReplayBoard]:
        """Ask for another fixed point until there is none; those that are not told.

        A record that could not be read may be of one of them.
        """
        others: list[ReplayBoard] = []
        try:
            formulas = Formulas(self.together)
        except TooLarge as reason:
            self.open = f"whether there are others is beyond the formulas: {reason}"
            return others
        search = OtherPoints(formulas, self.boards())
        # Of those that hold themselves up every one is asked for where all are told, or where one
        # may be of a record that could not be read.
        passing = not self.facts.complete and len(search.points) == len(records)
        for first in self._first_of_each(records) if passing else ():
            search.pass_by_like(first, self.replay.grounding)
        while len(others) < MOST_FOUND:
            board = search.find()
            if board is None:
                self.open = search.unknown
                return others
            if not self._is_of(board, records):
                others.append(board)
                told = len(search.points) - len(others)
                if not self._may_be_untold(board) and told == len(records):
                    return others
                if passing:
                    search.pass_by_like(board, self.replay.grounding)
        self.open = f"more than {MOST_FOUND} states that are not recorded agree with themselves"
        return others

    def _first_of_each(self, records: list[Told]) -> list[ReplayBoard]:
        """The first answer, and the first state that only holds itself up."""
        by_kind: dict[bool, ReplayBoard] = {}
        for board, (_, _, grounded) in zip(self.boards(), records, strict=True):
            by_kind.setdefault(grounded, board)
        return list(by_kind.values())

    def _is_of(self, board: ReplayBoard, records: list[Told]) -> bool:
        """Whether a record that could not be read is of this board."""
        for place, (record, name, grounded) in enumerate(records):
            if isinstance(self.outcomes[place], WrongRecord):
                wrong = self.replay.unlike(record, board, name, grounded=grounded)
                if wrong is None:
                    self.outcomes[place] = board
                    return True
        nearly = (one.nearly for one in self.outcomes if isinstance(one, WrongRecord))
        return any(one is not None and same(one, board) for one in nearly)

    def _may_be_untold(self, board: ReplayBoard) -> bool:
        """Whether the record may do without this fixed point."""
        grounded = self.replay.grounding.of(board)
        if grounded is None or self.replay.grounds in self.findings.without:
            return True
        if grounded:
            return self.newest_wins and bool(self.facts.answers)
        return not self.facts.complete

    def _judge(self, board: ReplayBoard, answer: ReplayBoard | WrongRecord | None) -> None:
        """A fixed point that is not told: may it be so?"""
        ids = ", ".join(effect.id for effect in self.together.in_force(board)) or "no effects"
        if not self._may_be_untold(board):
            grounded = self.replay.grounding.of(board)
            kind = "an answer" if grounded else "a state that holds itself up"
            self.breach(f"{kind} is not told, with {ids} in force")
        elif isinstance(answer, ReplayBoard) and self.replay.grounding.of(board):
            self._claim_before(answer, board, "the answer", f"the one with {ids}")
