"""The oracle's cells: what an operation writes, and everything that boards are compared by."""

from __future__ import annotations

from layerlaw.model.algebra import Operation
from oracle.board import Board, Cell, changeable_numbers, numbers_with_base, set_names
from oracle.kinds import kind_of
from oracle.selectors import controller_of

ABILITIES = "abilities"
NAME = "name"
MARK = "can't be modified"
MARKS = "marks"


def cells_of(object: str, operation: Operation, board: Board) -> set[Cell]:
    """The cells that an operation on the object writes, whether or not a bar prevents it."""
    names: list[str] = []
    for kind, name in kind_of(operation).touches:
        match kind:
            case "value":
                names.append(name)
            case "and base":
                names += [name, f"base {name}"] if _has_base(name, board) else [name]
            case "keyword" | "text" | "all abilities":
                names.append(ABILITIES)
            case "status":
                names.append(name)
                if name in board.world.rulebook.statuses:
                    status = board.world.rulebook.statuses[name]
                    names += [*status.empties, *([ABILITIES] if status.silences else [])]
                    names += [NAME] if status.nameless else []
            case "copy":
                names += [*changeable_numbers(board.world), *set_names(board.world), ABILITIES]
                names += [NAME, *(f"base {each}" for each in numbers_with_base(board.world))]
            case "mark":
                names.append(MARK)
            case "marks":
                names.append(MARKS)
    return {(object, name) for name in names}


def _has_base(name: str, board: Board) -> bool:
    return name in numbers_with_base(board.world)


def cells(board: Board) -> dict[Cell, object]:
    """Everything on the board that two ends of a run are compared by."""
    found: dict[Cell, object] = {}
    found.update(board.numbers)
    found.update(board.sets)
    found.update(board.statuses)
    for cell in board.players:
        found[cell] = board.players[cell]
    for object in board.world.things:
        if (object, board.world.rulebook.control) in found:
            found[object, board.world.rulebook.control] = controller_of(object, board)
        found[object, ABILITIES] = frozenset(board.abilities[object])
        found[object, MARK] = frozenset(by for one, by in board.unmodifiable if one == object)
        found[object, NAME] = board.names[object]
        found[object, MARKS] = board.marks[object]
    return found


def bars(board: Board) -> tuple[object, ...]:
    """Everything that is barred on the board."""
    return (
        board.keyword_bars,
        board.all_but_bars,
        board.player_bars,
        board.number_bars,
        board.status_bars,
    )


def same(one: Board, other: Board) -> bool:
    """Whether two boards are the same in all cells, marks and bars."""
    beneath = one.players == other.players
    return beneath and cells(one) == cells(other) and bars(one) == bars(other)
