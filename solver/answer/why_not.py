"""Why not: the effects that could have made a value otherwise, and what kept each from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.arguments import checked
from layerlaw.model.notation.printing import print_scope, print_selector
from layerlaw.solver.answer.absences import Absence, Absences
from layerlaw.solver.answer.explain import (
    Reason,
    clauses,
    fixing,
)
from layerlaw.solver.board.columns import BARS, FIXED, Maker, bits
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.derivation.asking import answers_to_ask
from layerlaw.solver.effects.context import context_of
from layerlaw.solver.effects.evaluate import scoped
from layerlaw.solver.effects.selections import union
from layerlaw.solver.facts.situation import RULES
from layerlaw.solver.layers.observe import cut_scopes

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.effects.context import Context
    from layerlaw.solver.effects.parts import Part, Prepared, Step
    from layerlaw.solver.layers.runs import LayerRun, Turn


@checked()
def why_not(answer: Answer, object: str, characteristic: str) -> tuple[Absence, ...]:
    """The effects that could have changed a characteristic of an object and did not.

    object, characteristic: as for `why`. The effects come in the order of the layers, without
    those of the game's own rules; of several answers, those that every answer has. A scope *just
    missed* the object if the object fails one thing that the scope asks and fits the rest, or
    fitted at another moment. Raises `LayerlawError`, with a suggestion, for an unknown object or
    characteristic, and for what a paradox leaves without value.

    >>> from layerlaw.model import loads_scenario
    >>> from layerlaw.solver import solve, why_not
    >>> answer = solve(loads_scenario('''
    ... title: A silenced King
    ... rulebook: sorcery-2026-01
    ... players: [you, me]
    ... play:
    ...   - you: Foot Soldier as F at 3
    ...   - you: King of the Realm as K at 8
    ...   - me: Sisters of Silence as S at 9
    ... '''))
    >>> [(one.effect, one.kind) for one in why_not(answer, "F", "power")]
    [('K.1', 'lost')]
    """
    states = answers_to_ask("why_not", answer)
    for state in states:
        state.value(object, characteristic)  # What a paradox leaves without value has no reasons.
    first, *rest = (absences_of(state)(object, characteristic) for state in states)
    return tuple(missed for missed in first if all(missed in others for others in rest))


def absences_of(state: Answer) -> Callable[[str, str], tuple[Absence, ...]]:
    """As `why_not`, for one state, prepared for questions about many of its values."""
    absences = Absences(state)
    return lambda object, characteristic: _ValueSearch(absences, object, characteristic).run()


def kept_from_writing(answer: Answer, turn: Turn) -> tuple[Absence, ...]:
    """What barred an applied turn from writing, or kept it off what it applies to, each once."""
    assert turn.seen is not None
    absences = Absences(answer)
    things = answer.world.things
    known = {name for name in turn.part.writes if name in answer.shown.characteristics}
    found: dict[tuple[Reason, ...], Absence] = {}
    for index in bits(union(scope for scope, _ in turn.seen)):
        for characteristic in sorted(known):
            search = _ValueSearch(absences, things[index].id, characteristic)
            absence = search.of_applied(turn)
            if absence is not None and absence.kind in ("barred", "kept off"):
                found.setdefault(absence.reasons, absence)
    return tuple(found.values())


class _ValueSearch:
    """One value of one state, and what could have changed it."""

    def __init__(self, absences: Absences, object: str, characteristic: str) -> None:
        self.absences = absences
        self.answer = absences.answer
        self.rulebook = absences.rulebook
        self.index = self.answer.index(object)
        self.object = object
        self.answer.check_characteristic(characteristic)
        self.characteristic = characteristic
        self.bit = 1 << self.index

    def run(self) -> tuple[Absence, ...]:
        """The absences by layer: first effects that had a turn, then those that had none."""
        missed: list[tuple[int, Absence]] = []
        for run in self.answer.runs:
            for number, turn in enumerate(run.turns):
                if turn.part.effect.source != RULES and self.characteristic in turn.part.writes:
                    absence = self._of_turn(run, number)
                    if absence is not None:
                        missed.append((run.layer, absence))
        missed += [
            (layer, absence)
            for layer, absence, scope in self.absences.without_turn(self._writes)
            if scope & self.bit
        ]
        return tuple(absence for _, absence in sorted(missed, key=lambda entry: entry[0]))

    def _of_turn(self, run: LayerRun, number: int) -> Absence | None:
        turn = run.turns[number]
        if turn.verdict != "lost":
            return self.of_applied(turn)
        board = self.absences.board(turn)
        if not self.absences.scope(turn.part, board, self._writes) & self.bit:
            return None
        return self.absences.lost(run, number)

    def of_applied(self, turn: Turn) -> Absence | None:
        """Why a turn that was applied did not change the value, if something kept it from it."""
        assert turn.seen is not None
        board = self.absences.board(turn)
        missed: Absence | None = None
        for step, (scope, operands) in zip(turn.part.steps, turn.seen, strict=True):
            if not self._writes(step):
                continue
            if not scope & self.bit:
                missed = missed or self._missed(turn, step, board)
                continue
            cuts = cut_scopes(step, scope, board)
            for prepared, operand, cut in zip(step.operations, operands, cuts, strict=True):
                if self.characteristic not in prepared.writes:
                    continue
                if not cut & self.bit:
                    return self.absences.absence(turn.part, "kept off", self._passed_by())
                barring = self._bars(prepared, operand, board)
                if barring:
                    return self.absences.absence(turn.part, "barred", *barring)
            return None
        return missed

    def _missed(self, turn: Turn, step: Step, board: Board) -> Absence | None:
        """Why an applied effect did not apply to the object, if it just missed it."""
        part = turn.part
        if step.select(board, -1) & self.bit:
            marks = board.column(FIXED)
            by = [one for one, held in marks.items() if held & self.bit]
            if step.modifies and by and part.effect.maker not in by:
                names = sorted(one.id for one in by if isinstance(one, Maker))
                text = f"{self.object} can't be modified, by {', '.join(names)}"
                return self.absences.absence(
                    part, "kept off", Reason(text, fixing(self.rulebook, FIXED))
                )
            text = f"what it applies to was fixed when it resolved, and {self.object} is not of it"
            return self.absences.absence(
                part, "missed", Reason(text, clauses(self.rulebook, "resolved set"))
            )
        scope = part.effect.ability.instructions[step.index].scope
        pieces = _pieces(scope)
        if any(isinstance(one, a.Self | a.Target | a.Bearer | a.Identified) for one in pieces):
            return None
        context = self._context(part)
        tests = [(piece, scoped(piece, context)) for piece in pieces]
        failing = [(piece, test) for piece, test in tests if not test(board, -1) & self.bit]
        if len(failing) != 1:
            return None
        piece, test = failing[0]
        moment = self._moment(test, turn)
        if len(pieces) == 1 and not moment:
            return None
        plurals = self.rulebook.plurals
        said = print_selector(piece, plurals)
        whole = print_scope(scope, plurals=plurals)
        text = f"its scope, '{whole}', asks for '{said}', and {self.object} is not among these"
        text += f" at that moment: {moment}" if moment else ""
        return self.absences.absence(part, "missed", Reason(text, ()))

    def _moment(self, test: Callable[[Board, int], int], turn: Turn) -> str:
        """When the object fitted the scope, if it ever did."""
        if self.absences.together:
            return ""
        before, after, passed = "", "", False
        now = bool(test(self.answer.start, -1) & self.bit)
        for run in self.answer.runs:
            for one in run.turns:
                passed = passed or one is turn
                then = bool(test(one.after, -1) & self.bit)
                if then != now:
                    layer = self.rulebook.layers[run.layer]
                    said = f"{one.part.id} in layer {layer.id} {layer.name}"
                    if then and passed:
                        after = after or f"it is only after {said}"
                    elif not then and not passed:
                        before = f"no longer after {said}"
                now = then
        return before or after

    def _passed_by(self) -> Reason:
        immunities = tuple(dict.fromkeys(clause for _, _, clause in self.rulebook.immune))
        return Reason(f"the rules keep it off {self.object}, which it does not name", immunities)

    def _bars(self, prepared: Prepared, operand: Hashable, board: Board) -> tuple[Reason, ...]:
        """The prohibitions on the object without which the effect would have changed it."""
        standing = [bar for bar, held in board.column(BARS).items() if held & self.bit]
        if not standing or not self._changes(prepared, operand, board, without=standing):
            return ()
        if self._changes(prepared, operand, board, without=()):
            return ()
        single = [
            bar
            for bar in standing
            if not self._changes(
                prepared, operand, board, without=[one for one in standing if one != bar]
            )
        ]
        return tuple(self._barred_by(bar) for bar in single or standing)

    def _changes(
        self, prepared: Prepared, operand: Hashable, board: Board, without: Iterable[Hashable]
    ) -> bool:
        shown = self.answer.shown
        trial = board.fork()
        for bar in without:
            trial.remove(BARS, bar, self.bit)
        prepared.write(trial, self.bit, operand)
        before = shown.cell(board, self.index, self.characteristic)
        return shown.cell(trial, self.index, self.characteristic) != before

    def _barred_by(self, bar: Hashable) -> Reason:
        for run in self.answer.runs:
            for turn in run.turns:
                had = turn.before.column(BARS).get(bar, 0)
                if turn.after.column(BARS).get(bar, 0) & ~had & self.bit:
                    layer = self.rulebook.layers[run.layer]
                    text = f"barred by {turn.part.id} (layer {layer.id} {layer.name})"
                    return Reason(text, (layer.clause, *clauses(self.rulebook, "loss")))
        return Reason("barred from the start", clauses(self.rulebook, "loss"))

    def _writes(self, step: Step) -> bool:
        return any(self.characteristic in prepared.writes for prepared in step.operations)

    def _context(self, part: Part) -> Context:
        effect = part.effect
        if effect.static:
            return self.absences.effects.context(effect.instance, effect.holder)
        made = next(one for one in self.answer.situation.effects if one.id == effect.id)
        return context_of(self.answer.world, self.answer.instances, made)


def _pieces(scope: a.Selector) -> tuple[a.Selector, ...]:
    """The conditions that a scope joins, one by one."""
    if isinstance(scope, a.Both):
        return tuple(piece for part in scope.inner for piece in _pieces(part))
    return (scope,)
