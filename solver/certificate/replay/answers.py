"""Answers as recorded, where effects apply at the same time: read back to boards, and replayed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, cast

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.certificate.fixpoints.grounds import Grounding
from layerlaw.solver.certificate.replay.board import (
    ABILITIES,
    FIXED,
    PERMISSIONS,
)
from layerlaw.solver.certificate.replay.cells import form_of, joined
from layerlaw.solver.certificate.replay.operations import grants
from layerlaw.solver.certificate.replay.shown import (
    changes,
    first_difference,
    told_cells,
    wrong_change,
)
from layerlaw.solver.certificate.replay.together import same
from layerlaw.solver.certificate.verdict import STRUCTURE, clause_of

if TYPE_CHECKING:
    from layerlaw.solver.certificate.replay.board import ReplayBoard
    from layerlaw.solver.certificate.replay.instances import ReplayInstance
    from layerlaw.solver.certificate.replay.together import SimultaneousReplay
    from layerlaw.solver.certificate.verdict import Findings
    from layerlaw.solver.facts.records import AnswerRecord, LayerRecord


class AnswerReader:
    """Reads recorded answers back to boards of the replay."""

    def __init__(self, together: SimultaneousReplay) -> None:
        self.together = together
        self.effects = together.effects
        self.table = self.effects.table
        self.rulebook = self.effects.rulebook

    def board(self, answer: AnswerRecord) -> ReplayBoard | None:
        """The board that the record speaks of, if it is one that comes to itself.

        What is not among the recorded cells, as what bars abilities, follows from the others.
        """
        board = self.guess(answer)
        self._mark(board, answer)
        for _ in range(len(answer.effects) + 3):
            following = self.together.image(board)
            if same(following, board):
                return board
            board = following
        return None

    def _mark(self, board: ReplayBoard, answer: AnswerRecord) -> None:
        """What is marked is so by the effect whose turn it is told of, and by no other one.

        For what one effect has marked no other one can mark. Which of two has done so is told of
        their turns alone, and either may be an answer.
        """
        known = {effect.id: effect for effect in self.together.held(board)}
        for step in answer.steps:
            for turn in step.turns:
                for change in turn.changes if turn.effect in known else ():
                    if change.characteristic == FIXED and change.object in self.table.things:
                        board.put(change.object, FIXED, frozenset({known[turn.effect]}))

    def guess(self, answer: AnswerRecord) -> ReplayBoard:
        """The recorded cells on a board; marks follow from what is in force."""
        board = self.together.start.fork()
        wanted: dict[str, Counter[str]] = {}
        control = self.table.rulebook.control
        for (object, characteristic), value in answer.final.items():
            if object not in self.table.things:
                continue
            if characteristic == ABILITIES:
                wanted[object] = Counter(cast("tuple[str, ...]", value))
            elif characteristic not in (FIXED, PERMISSIONS, control):
                # Abilities apart, only what shows a set shows several words.
                words = frozenset(value) if isinstance(value, tuple) else value
                board.put(object, characteristic, words)
            elif characteristic == control and object in self.table.playing:
                # What is carried shows its bearer's controller, and keeps its own beneath.
                board.put(object, control, value)
        known = self._instances()
        while True:
            before = len(known)
            for object, labels in wanted.items():
                held = self._held(object, board.name(object), labels, list(known))
                board.put(object, ABILITIES, held)
            for effect in self.together.held(board):
                for ability in grants(effect.ability):
                    known[self.effects.grants(effect, ability)] = None
            if len(known) == before:
                return board

    def _instances(self) -> dict[ReplayInstance, None]:
        """What is printed on anything, or on what something was a copy of."""
        cards = [joined(t.card, t.linked, self.rulebook) for t in self.table.things.values()]
        cards += [form_of(thing, self.rulebook) for thing in self.table.things.values()]
        for effect in self.effects.resolved:
            cards += [card for card in effect.copies if card is not None]
        known: dict[ReplayInstance, None] = {}
        for object in self.table.things:
            known.update(dict.fromkeys(self.together.start.abilities(object)))
        for card in cards:
            known.update(dict.fromkeys(self.effects.instances.printed(card)))
        return known

    def _held(
        self, object: str, name: str, labels: Counter[str], known: list[ReplayInstance]
    ) -> tuple[ReplayInstance, ...]:
        """Instances with these labels: its own before those printed on what it is called like."""
        own = self.together.start.abilities(object)
        forms = [t.card for t in self.table.things.values() if t.card.name == name]
        likely = {one for card in forms for one in self.effects.instances.printed(card)}
        known.sort(key=lambda one: (one not in own, one not in likely))
        left = Counter(labels)
        held = []
        for one in known:
            if left[one.label]:
                left[one.label] -= 1
                held.append(one)
        return tuple(held)


@dataclass(frozen=True, slots=True)
class WrongRecord:
    """Why a record is of no board; nearly: a board that it is of but for its steps."""

    clause: str
    message: str
    nearly: ReplayBoard | None = None


class AnswerReplay:
    """Replays recorded answers; `told` is how an answer is called in messages."""

    def __init__(self, together: SimultaneousReplay, findings: Findings) -> None:
        self.together = together
        self.findings = findings
        self.reading = AnswerReader(together)
        self.grounding = Grounding(together)
        self.table = together.effects.table
        self.clause = clause_of(together.effects.rulebook, "process")
        self.grounds = clause_of(together.effects.rulebook, "groundedness")

    def find(self, answer: AnswerRecord, told: str, *, grounded: bool) -> ReplayBoard | WrongRecord:
        """The board that the record speaks of, or why there is none."""
        board = self.reading.board(answer)
        if board is None:
            return WrongRecord(self.clause, f"{told} is not what its effects make of it")
        return self.unlike(answer, board, told, grounded=grounded) or board

    def unlike(
        self, answer: AnswerRecord, board: ReplayBoard, told: str, *, grounded: bool
    ) -> WrongRecord | None:
        """Why the record is not of this board; None if it is."""
        right = told_cells(self.table, board, self.together.start)
        cell = first_difference(right, answer.final)
        if cell is not None:
            return WrongRecord(
                self.clause,
                f"in {told}, {cell[1]} of {cell[0]} is {right.get(cell)!r}, "
                f"and not {answer.final.get(cell)!r}",
            )
        in_force = tuple(effect.id for effect in self.together.in_force(board))
        if in_force != answer.effects:
            message = f"in {told}, {_list(in_force)} are in force, not {_list(answer.effects)}"
            return WrongRecord(self.clause, message)
        asked = self.grounds not in self.findings.without
        if asked and self.grounding.of(board) is (not grounded):
            kind = "holds itself up" if grounded else "does not hold itself up"
            return WrongRecord(self.grounds, f"{told} {kind}")
        return self._wrong_steps(answer.steps, board, told)

    def _wrong_steps(
        self, steps: tuple[LayerRecord, ...], board: ReplayBoard, told: str
    ) -> WrongRecord | None:
        """Whether every step holds what is combined in it, in order, with its changes."""
        right = self.together.steps(board)
        layers = self.together.effects.rulebook.layers
        turns = [(record.layer, turn) for record in steps for turn in record.turns]
        self.findings.looked(STRUCTURE, len(right) or 1)
        expected = [(layers[layer].id, part.id) for layer, part, _, _ in right]
        recorded = [(layer, turn.effect) for layer, turn in turns]
        strange = any(record.graphs or record.loops or not record.turns for record in steps)
        strange = strange or len({record.layer for record in steps}) != len(steps)
        if expected != recorded or strange:
            clause = self._clause_of_order(expected, recorded)
            message = f"in {told}, the steps are {expected}, and not {recorded}"
            return WrongRecord(clause, message, board)
        for (_, part, before, after), (layer, turn) in zip(right, turns, strict=True):
            made = changes(self.table, before, after)
            wrong = wrong_change(self.table, made, turn.changes)
            if wrong is not None or (turn.verdict, turn.why) != ("applied", "at the same time"):
                how = f"does not go as told in {layer}" if wrong is None else f"changes {wrong}"
                message = f"in {told}, {part.id} {how}"
                return WrongRecord(STRUCTURE, message, board)
        return None

    def _clause_of_order(
        self, right: list[tuple[str, str]], recorded: list[tuple[str, str]]
    ) -> str:
        """The clause of the first step that is not as recorded: of its place, or of its order."""
        rulebook = self.together.effects.rulebook
        if [layer for layer, _ in right] == [layer for layer, _ in recorded]:
            return clause_of(
                rulebook, "same step" if sorted(right) == sorted(recorded) else "process"
            )
        clauses = {layer.id: layer.clause for layer in rulebook.layers}
        return next(
            (
                clauses.get(one[0], STRUCTURE)
                for one, other in zip(right, recorded, strict=False)
                if one[0] != other[0]
            ),
            self.clause,
        )


def _list(ids: tuple[str, ...]) -> str:
    return ", ".join(ids) or "no effects"
