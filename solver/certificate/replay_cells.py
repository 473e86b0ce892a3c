"""The starting board of the replay, its cells as the records show them, and what checks find."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.certificate.replay_board import (
    ABILITIES,
    CONTROLLER,
    FIXED,
    NAME,
    PERMISSIONS,
    Board,
)
from layerlaw.solver.certificate.replay_select import View

if TYPE_CHECKING:
    from layerlaw.solver.certificate.replay_board import Instances, Permission
    from layerlaw.solver.certificate.replay_space import Table
    from layerlaw.solver.records import Cell, Value


def starting_board(table: Table, instances: Instances) -> Board:
    """What is printed on every object, who controls it, and its counters."""
    board = Board({})
    for thing in table.situation.things:
        board.put(thing.id, NAME, thing.card.name)
        for characteristic in table.rulebook.characteristics.values():
            name = characteristic.name
            if characteristic.kind == "number":
                printed = 0 if characteristic.counter else thing.card.numbers.get(name)
                board.put(thing.id, name, thing.counters.get(name, printed))
            elif characteristic.kind == "set":
                board.put(thing.id, name, frozenset(thing.card.sets.get(name, ())))
        board.put(thing.id, CONTROLLER, thing.controller)
        printed_abilities = instances.printed(thing.card)
        kept = tuple(one for one in printed_abilities if one.ability.keyword not in thing.without)
        board.put(thing.id, ABILITIES, kept)
    return board


def shown(table: Table, board: Board, cell: Cell) -> Value:
    """A cell as the records show it, without floors."""
    object, characteristic = cell
    if characteristic == NAME:
        return board.name(object)
    if characteristic == ABILITIES:
        return tuple(sorted(one.label for one in board.abilities(object)))
    if characteristic == PERMISSIONS:
        return tuple(sorted(_permission(one) for one in board.permissions(object)))
    if characteristic == CONTROLLER:
        return View(table, board).controller(object)
    if characteristic == FIXED:
        return bool(board.markers(object))
    if characteristic in table.rulebook.statuses:
        return board.flag(object, characteristic)
    match table.rulebook.characteristics[characteristic].kind:
        case "set":
            return tuple(sorted(board.words(object, characteristic)))
        case "player":
            return board.player(object, characteristic)
        case _:
            return board.number(object, characteristic)


def _permission(permission: Permission) -> str:
    action, allowed, to = permission
    return " ".join(("can" if allowed else "can't", action, ", ".join(to or ()))).rstrip()


def characteristics(table: Table) -> tuple[str, ...]:
    """Everything that an object shows."""
    rulebook = table.rulebook
    return (NAME, *rulebook.characteristics, *rulebook.statuses, ABILITIES, FIXED, PERMISSIONS)


def with_floors(table: Table, board: Board) -> Board:
    """The board as it is shown at the end, every number not below its floor. SORC-PWR-1."""
    if table.rulebook.policy("floor") == "none":
        return board
    floored = board.fork()
    for characteristic in table.rulebook.characteristics.values():
        if characteristic.kind == "number" and characteristic.floor is not None:
            for object in table.things:
                value = board.number(object, characteristic.name)
                if value is not None and value < characteristic.floor:
                    floored.put(object, characteristic.name, characteristic.floor)
    return floored


def final_cells(table: Table, board: Board) -> dict[Cell, Value]:
    """Every cell of every object in play, on a board with its floors."""
    return {
        (object, characteristic): shown(table, board, (object, characteristic))
        for object in table.in_play
        for characteristic in characteristics(table)
    }


def changes(table: Table, before: Board, after: Board) -> dict[Cell, tuple[Value, Value]]:
    """Every cell that a turn changed, as shown before and after."""
    visible = set(characteristics(table))
    cells = {cell for cell in after.changed(before) if cell[1] in visible}
    if cells and table.rulebook.carried is not None:
        cells.update((object, CONTROLLER) for object in table.in_play)
    found = {}
    for cell in cells:
        old, new = shown(table, before, cell), shown(table, after, cell)
        if old != new:
            found[cell] = (old, new)
    return found


def fates(table: Table, board: Board) -> list[tuple[str, str, str, str]]:
    """What the checks find on the final board: object, verdict, zone, clause. SORC-SBA-1."""
    found: list[tuple[str, str, str, str]] = []
    taken: set[str] = set()
    view = View(table, board)
    for check in table.rulebook.checks:
        for object in view.select(check.who):
            if object not in taken:
                taken.add(object)
                found.append((object, check.verdict, check.zone, check.clause))
    return found
