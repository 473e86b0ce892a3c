"""The oracle's cells: what an operation writes, and everything that boards are compared by."""

from __future__ import annotations

from layerlaw.model.algebra import (
    AddMembers,
    AddMembersOf,
    Animate,
    CantBeControlledBy,
    CantBeModified,
    CantHave,
    ChangeNumber,
    CopyOf,
    FixNumber,
    Gain,
    Ignore,
    Limit,
    Lose,
    LoseAll,
    Operation,
    Permission,
    Redirect,
    RemoveMembers,
    ReplaceMember,
    SetMembers,
    SetNumber,
    SetPlayer,
    SetStatus,
    Swap,
)
from oracle.board import Board, Cell, changeable_numbers, numbers_with_base, set_names
from oracle.selectors import controller_of

ABILITIES = "abilities"
NAME = "name"
MARK = "can't be modified"
MARKS = "marks"


def cells_of(object: str, operation: Operation, board: Board) -> set[Cell]:
    """The cells that an operation on the object writes, whether or not a bar prevents it."""
    match operation:
        case SetNumber(name) | FixNumber(name):
            base = {(object, f"base {name}")} if name in numbers_with_base(board.world) else set()
            return {(object, name)} | base
        case ChangeNumber(name) | Limit(name) | SetMembers(name) | SetPlayer(name):
            return {(object, name)}
        case AddMembers(name) | AddMembersOf(name) | RemoveMembers(name) | ReplaceMember(name):
            return {(object, name)}
        case Swap(first, second):
            return {(object, first), (object, second)}
        case Gain() | Lose() | LoseAll() | CantHave():
            return {(object, ABILITIES)}
        case SetStatus(name):
            cells = {(object, name)}
            if name in board.world.rulebook.statuses:
                status = board.world.rulebook.statuses[name]
                cells |= {(object, each) for each in status.empties}
                cells |= {(object, ABILITIES)} if status.silences else set()
            return cells
        case Animate():
            return {(object, "types")}
        case CopyOf():
            names = [*changeable_numbers(board.world), *set_names(board.world), ABILITIES, NAME]
            names += [f"base {name}" for name in numbers_with_base(board.world)]
            return {(object, name) for name in names}
        case CantBeControlledBy():
            return {(object, "controller")}
        case CantBeModified():
            return {(object, MARK)}
        case Permission() | Ignore() | Redirect():
            return {(object, MARKS)}


def cells(board: Board) -> dict[Cell, object]:
    """Everything on the board that two ends of a run are compared by."""
    found: dict[Cell, object] = {}
    found.update(board.numbers)
    found.update(board.sets)
    found.update(board.statuses)
    for cell in board.players:
        found[cell] = board.players[cell]
    for object in board.world.things:
        if (object, "controller") in found:
            found[object, "controller"] = controller_of(object, board)
        found[object, ABILITIES] = frozenset(board.abilities[object])
        found[object, MARK] = frozenset(by for one, by in board.unmodifiable if one == object)
        found[object, NAME] = board.names[object]
        found[object, MARKS] = board.marks[object]
    return found


def bars(board: Board) -> tuple[object, ...]:
    """Everything that is barred on the board."""
    return (board.keyword_bars, board.all_but_bars, board.player_bars, board.number_bars)


def same(one: Board, other: Board) -> bool:
    """Whether two boards are the same in all cells, marks and bars."""
    beneath = one.players == other.players
    return beneath and cells(one) == cells(other) and bars(one) == bars(other)
