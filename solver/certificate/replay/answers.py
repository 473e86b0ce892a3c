"""Answers as recorded, where effects apply at the same time: read back to boards, and replayed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, cast

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.certificate.fixpoints.grounds import Grounding
from layerlaw.solver.certificate.replay.board import (
    ABILITIES,
    BASE,
    FIXED,
    NAME,
    PERMISSIONS,
)
from layerlaw.solver.certificate.replay.cells import form_of, joined
from layerlaw.solver.certificate.replay.operations import grants, meaning_of
from layerlaw.solver.certificate.replay.shown import (
    changes,
    first_difference,
    told_cells,
    wrong_change,
)
from layerlaw.solver.certificate.replay.together import same
from layerlaw.solver.certificate.verdict import STRUCTURE, clause_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.solver.certificate.replay.board import ReplayBoard
    from layerlaw.solver.certificate.replay.instances import ReplayInstance
    from layerlaw.solver.certificate.replay.parts import ReplayEffect
    from layerlaw.solver.certificate.replay.together import SimultaneousReplay
    from layerlaw.solver.certificate.verdict import Findings
    from layerlaw.solver.facts.records import AnswerRecord, LayerRecord, Value


class AnswerReader:
    """Reads recorded answers back to boards of the replay."""

    def __init__(self, together: SimultaneousReplay) -> None:
        self.together = together
        self.effects = together.effects
        self.table = self.effects.table
        self.rulebook = self.effects.rulebook

    def boards(self, answer: AnswerRecord) -> Iterator[ReplayBoard]:
        """Boards that the record may speak of; each is what it makes of itself.

        Who made the marks that are seen is not recorded: they are supposed to be there from none,
        and then from all that are in force and make such marks.
        """
        makers = frozenset(
            effect
            for effect in self.together.held(self.guess(answer))
            if effect.id in answer.effects and self._marks(effect)
        )
        no_one: frozenset[ReplayEffect] = frozenset()
        for marks in (no_one, makers) if makers else (no_one,):
            board = self._settled(answer, marks)
            for _ in range(len(answer.effects) + 3):
                following = self.together.image(board)
                if same(following, board):
                    yield board
                    break
                board = following

    def _marks(self, effect: ReplayEffect) -> bool:
        return any(
            FIXED in meaning_of(operation, self.rulebook).about
            for instruction in effect.ability.instructions
            for operation in instruction.operations
        )

    def _settled(self, answer: AnswerRecord, marks: frozenset[ReplayEffect]) -> ReplayBoard:
        """The recorded cells, with the marks that they give rise to."""
        board = self.guess(answer)
        fixed = [cell[0] for cell, value in answer.final.items() if cell[1] == FIXED and value]
        for object in fixed:
            board.put(object, FIXED, marks)
        for _ in range(len(fixed) + 2 if marks or fixed else 0):
            made = self.together.image(board)
            if all(made.markers(object) == board.markers(object) for object in fixed):
                break
            for object in fixed:
                board.put(object, FIXED, made.markers(object))
        return board

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
                if self._may_be(characteristic, value):
                    board.put(object, characteristic, self._plain(characteristic, value))
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

    def _may_be(self, characteristic: str, value: Value) -> bool:
        """Whether a board can show such a value; others are none of its cells."""
        known = self.rulebook.characteristics.get(characteristic.removeprefix(BASE))
        kind = "" if known is None or characteristic == NAME else known.kind
        if characteristic in self.rulebook.statuses:
            return isinstance(value, bool)
        expected = {"set": tuple, "number": int}.get(kind, str)
        return value is None or isinstance(value, expected)

    def _plain(self, characteristic: str, value: Value) -> object:
        known = self.rulebook.characteristics.get(characteristic.removeprefix(BASE))
        if characteristic != NAME and known is not None and known.kind == "set":
            return frozenset(cast("tuple[str, ...]", value))
        return value

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
        first: WrongRecord | None = None
        for board in self.reading.boards(answer):
            wrong = self.unlike(answer, board, told, grounded=grounded)
            if wrong is None:
                return board
            first = first or wrong
        return first or WrongRecord(self.clause, f"{told} is not what its effects make of it")

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
