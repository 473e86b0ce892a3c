"""Trials for the replay: every dependency that a board shows, each with its canonical witness."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra import AddMembersOf
from layerlaw.solver.certificate.replay_apply import apply
from layerlaw.solver.certificate.replay_board import ABILITIES, BARS, CONTROLLER
from layerlaw.solver.certificate.replay_select import View
from layerlaw.solver.certificate.replay_watch import Watch
from layerlaw.solver.certificate.replay_words import policy
from layerlaw.solver.records import Witness

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.model.algebra import Operation
    from layerlaw.solver.certificate.replay_board import Board
    from layerlaw.solver.certificate.replay_effects import Effects
    from layerlaw.solver.certificate.replay_parts import Observation, Operand, Part
    from layerlaw.solver.certificate.replay_space import Table
    from layerlaw.solver.records import Cell

Edge = tuple[str, str]
"""The ids of (x, y): x depends on y."""


def trials(
    board: Board,
    pending: Sequence[Part],
    tested: set[Part],
    applied: set[Part],
    effects: Effects,
) -> dict[Edge, Witness]:
    """The dependencies of all pairs that hold a tested part, on the board.

    pending: the parts that are pending and exist. applied: those applied in this layer already.
    Clauses: SORC-DEP-1, SORC-DEP-2.
    """
    match policy(effects.rulebook, "test"):
        case "action":
            return _by_action(board, pending, tested, effects)
        case "result":
            return _by_result(board, pending, tested, applied, effects)
    return {}


def _by_action(
    board: Board, pending: Sequence[Part], tested: set[Part], effects: Effects
) -> dict[Edge, Witness]:
    watches = [Watch(part, board, effects) for part in pending]
    found: dict[Edge, Witness] = {}
    for other in watches:
        if other.seen is None:
            continue
        after, _ = apply(other.part, other.seen, board, effects)
        changed = after.changed(board)
        for one in watches:
            part, before = one.part, one.seen
            if before is None or one is other or not {part, other.part} & tested:
                continue
            if one.stays(after, changed):
                continue
            now = effects.observe(part, after)
            if now != before:
                found[part.id, other.part.id] = difference(part, before, now)
    return found


def difference(part: Part, before: Observation, now: Observation | None) -> Witness:
    """The canonical witness that two observations differ."""
    if now is None:
        return Witness("existence")
    for number, (old, new) in enumerate(zip(before, now, strict=True)):
        if old.scope != new.scope:
            return Witness(
                "scope",
                number,
                entered=tuple(object for object in new.scope if object not in old.scope),
                left=tuple(object for object in old.scope if object not in new.scope),
            )
    for number, (old, new) in enumerate(zip(before, now, strict=True)):
        for place, (one, other) in enumerate(zip(old.operands, new.operands, strict=True)):
            if one != other:
                operation = part.steps[number].acts[place].operation
                old_text, new_text = written(one, operation), written(other, operation)
                return Witness("action", number, place, before=old_text, after=new_text)
    raise AssertionError("two observations that do not differ")


def written(operand: Operand, operation: Operation) -> str:
    """An operand as text."""
    if operand is None:
        return "nothing"
    if isinstance(operand, int):
        return str(operand)
    if isinstance(operand, frozenset):
        none = "nothing" if isinstance(operation, AddMembersOf) else "no one"
        return ", ".join(sorted(operand)) or none
    texts = []
    for one in operand:
        if isinstance(one, str):
            texts.append(one)
        else:
            texts.append(f"{one[0]}: {written(one[1], operation)}")
    return ", ".join(texts) or "nothing"


def _by_result(
    board: Board,
    pending: Sequence[Part],
    tested: set[Part],
    applied: set[Part],
    effects: Effects,
) -> dict[Edge, Witness]:
    known = applied.union(pending)
    found: dict[Edge, Witness] = {}
    for place, first in enumerate(pending):
        for second in pending[place + 1 :]:
            if first not in tested and second not in tested:
                continue
            one, first_cells, second_cells = _run(board, first, second, known, effects)
            other, second_more, first_more = _run(board, second, first, known, effects)
            differing = unlike(one, other, effects.table)
            for part, apart, cells in (
                (first, second, first_cells | first_more),
                (second, first, second_cells | second_more),
            ):
                hit = tuple(sorted(differing & cells))
                if hit:
                    found[part.id, apart.id] = Witness("result", cells=hit)
    return found


def _run(
    board: Board, first: Part, second: Part, known: set[Part], effects: Effects
) -> tuple[Board, set[Cell], set[Cell]]:
    """Both parts applied, each with what it brought into existence; and the cells of each."""
    middle, first_cells = _with_brought(board, first, known, effects)
    end, second_cells = _with_brought(middle, second, known, effects)
    return end, first_cells, second_cells


def _with_brought(
    board: Board, part: Part, known: set[Part], effects: Effects
) -> tuple[Board, set[Cell]]:
    """The part, then, oldest first, each static part that its application made exist."""
    seen = effects.observe(part, board)
    if seen is None:
        return board, set()
    after, cells = apply(part, seen, board, effects)
    if after.changed(board):
        brought = [
            one
            for one in effects.holding(part.layer, after)
            if one not in known and effects.exists(one, after) and not effects.exists(one, board)
        ]
        with effects.as_if_granted(after):
            brought.sort(key=lambda one: effects.key(one.effect))
        for one in brought:
            doing = effects.observe(one, after)
            if doing is not None:
                after, more = apply(one, doing, after, effects)
                cells |= more
    return after, cells | unlike(board, after, effects.table)


def unlike(one: Board, other: Board, table: Table) -> set[Cell]:
    """The cells, as shown, in which two boards differ; bars are none."""
    if one.values == other.values:
        return set()
    cells = {
        cell
        for cell in one.values.keys() | other.values.keys()
        if cell[1] != BARS and one.values.get(cell) != other.values.get(cell)
    }
    for cell in [cell for cell in cells if cell[1] == ABILITIES]:
        if set(one.abilities(cell[0])) == set(other.abilities(cell[0])):
            cells.discard(cell)
    if table.rulebook.carried is None:
        return cells
    before, after = View(table, one), View(table, other)
    for object in table.in_play:
        cell = (object, CONTROLLER)
        if before.controller(object) == after.controller(object):
            cells.discard(cell)
        else:
            cells.add(cell)
    return cells
