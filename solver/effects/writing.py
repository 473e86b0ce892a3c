"""Writing to a board what operations change: numbers with their bars and floors, lost abilities."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.board.columns import ABILITIES, BARS, BASE, Board, barred
from layerlaw.solver.board.kinds import Index

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Status
    from layerlaw.solver.board.kinds import Objects
    from layerlaw.solver.effects.instances import Instances
    from layerlaw.solver.effects.world import World

Operand = Hashable

Change = Callable[[int | None, int], int | None]
"""What becomes of an old number (None: missing) by an operand."""

GREATEST = 10**18
"""No number of a game is greater; one that is would only fill the memory."""


def arithmetic(operation: a.Operation) -> Change:
    """What the operation makes of an old number and its operand."""
    match operation:
        case a.SetNumber() | a.FixNumber():
            return _set
        case a.ChangeNumber(_, "+"):
            return _add
        case a.ChangeNumber(_, "-", _, None):
            return _subtract
        case a.ChangeNumber(_, "-", _, int(least)):
            return partial(_lower, least)
        case a.ChangeNumber(_, "*"):
            return _multiply
        case a.Limit(_, "at least"):
            return _at_least
        case _:
            return _at_most


def _set(old: int | None, new: int) -> int | None:
    return new


def _add(old: int | None, new: int) -> int | None:
    return None if old is None else old + new


def _subtract(old: int | None, new: int) -> int | None:
    return None if old is None else old - new


def _lower(least: int, old: int | None, new: int) -> int | None:
    return None if old is None else lowered(old, new, least)


def _multiply(old: int | None, new: int) -> int | None:
    return None if old is None else old * new


def _at_least(old: int | None, new: int) -> int | None:
    return (new if new > 0 else None) if old is None else max(old, new)


def _at_most(old: int | None, new: int) -> int | None:
    return None if old is None else min(old, new)


def lowered(old: int, by: int, least: int) -> int:
    """The number taken down no lower than that; what was lower before stays."""
    return max(old - by, min(old, least))


def write_numbers(
    board: Board,
    characteristic: str,
    scope: Objects,
    found: Operand,
    change: Change,
    world: World,
    *,
    base: bool = False,
) -> None:
    """Write a number to every object in scope, past bars, cut at a floor kept each step.

    base: whether it becomes the base value too.
    """
    scope &= ~barred(board, ("number", characteristic))
    known = world.rulebook.characteristics.get(characteristic)
    floor = known.floor if known else None
    if isinstance(found, int):
        groups = [(scope, found)]
    else:
        assert isinstance(found, tuple)
        groups = [(1 << Index(index) & scope, number) for index, number in found]
    moves: list[tuple[Objects, int | None]] = []
    for group, operand in groups:
        rest = group
        for old, held in board.column(characteristic).items():
            assert isinstance(old, int)
            part = held & group
            if part:
                rest &= ~part
                moves.append((part, change(old, operand)))
        if rest:
            moves.append((rest, change(None, operand)))
    for moved, new in moves:
        if new is not None and abs(new) > GREATEST:
            raise LayerlawError(
                f"{characteristic} has grown beyond {GREATEST}; are there effects that multiply "
                "each other?"
            )
        if new is not None and floor is not None and new < floor:
            new = kept_at(floor, new, world)
        assign_or_clear(board, characteristic, new, moved)
        if base:
            assign_or_clear(board, BASE + characteristic, new, moved)


def kept_at(floor: int, number: int, world: World) -> int:
    """A number below its floor as it is stored: cut, or not (policy `floor`)."""
    return floor if world.rulebook.policy("floor") == "each step" else number


def assign_or_clear(
    board: Board, characteristic: str, new: Hashable | None, scope: Objects
) -> None:
    """Give the objects in scope the value, or none."""
    if new is None:
        board.clear(characteristic, scope)
    else:
        board.assign(characteristic, new, scope)


def lose(board: Board, scope: Objects, instances: Instances, keyword: str, *, bar: bool) -> None:
    """Take the keyword from the objects in scope, and bar it. Clause: SORC-LOSE-1."""
    for instance in list(board.column(ABILITIES)):
        if instances.keyword(instance) == keyword:
            board.remove(ABILITIES, instance, scope)
    if bar:
        board.add(BARS, ("keyword", keyword), scope)


def lose_all(
    board: Board, scope: Objects, instances: Instances, but: tuple[str, ...], *, bar: bool
) -> None:
    """Take all abilities but those, and bar all but those. Clause: SORC-LOSE-1."""
    if not but:
        board.clear(ABILITIES, scope)
    else:
        for instance in list(board.column(ABILITIES)):
            if instances.keyword(instance) not in but:
                board.remove(ABILITIES, instance, scope)
    if bar:
        board.add(BARS, ("all", but), scope)


def give_status(
    board: Board, scope: Objects, status: Status, world: World, instances: Instances
) -> None:
    """Give the objects in scope a status, with what it takes from them."""
    board.add(status.name, True, scope)
    if status.silences:
        lose_all(board, scope, instances, (), bar=world.bars_losses)
    for characteristic in status.empties:
        free = scope & ~barred(board, ("number", characteristic))
        board.assign(characteristic, 0, free & board.having(characteristic))
        board.add(BARS, ("number", characteristic), scope)
