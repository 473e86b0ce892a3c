"""The oracle's geometry: squares, regions, and whether two objects stand in a relation of place."""

from __future__ import annotations

from layerlaw.model.algebra import Relation
from layerlaw.model.rulebooks.rulebook import Space
from oracle.board import Board


def column_and_row(square: int, space: Space) -> tuple[int, int]:
    """Where a square lies, both counted from 0."""
    return (square - 1) % space.columns, (square - 1) // space.columns


def squares_of(object: str, board: Board) -> tuple[int, ...]:
    """The squares an object covers; none if it has no place."""
    place = board.world.place_of(object)
    return () if place is None else place.squares


def level_of(object: str, board: Board) -> str | None:
    """The level of the object's place."""
    place = board.world.place_of(object)
    return None if place is None else place.level


def is_ground(object: str, board: Board, space: Space) -> bool:
    """Whether squares stand on the object (a site)."""
    return space.ground in board.sets[object, "types"]


def is_deep_ground(object: str, board: Board, space: Space) -> bool:
    """Whether what is below this ground object is `deep_yes` (underwater)."""
    return board.read_number(object, space.deep_test) > 0


def regions_of(object: str, board: Board) -> set[str]:
    """The regions an object is in."""
    space = board.world.rulebook.space
    level = level_of(object, board)
    if space is None or level is None:
        return set()
    if is_ground(object, board, space):
        below = space.deep_yes if is_deep_ground(object, board, space) else space.deep_no
        return {space.surface, below}
    if level == "surface":
        return {space.surface}
    if level == "void":
        return {space.void}
    for other in board.world.things:
        if (
            board.world.in_play(other)
            and not board.world.hidden(other)
            and is_ground(other, board, space)
            and share_a_square(object, other, board)
            and is_deep_ground(other, board, space)
        ):
            return {space.deep_yes}
    return {space.deep_no}


def share_a_square(first: str, second: str, board: Board) -> bool:
    """Whether two objects cover a common square."""
    return any(square in squares_of(second, board) for square in squares_of(first, board))


def within(candidate: str, anchor: str, board: Board, relation: str) -> bool:
    """Whether some square of the candidate is the anchor's or touches it."""
    space = board.world.rulebook.space
    assert space is not None
    for here in squares_of(anchor, board):
        for there in squares_of(candidate, board):
            column, row = column_and_row(here, space)
            other_column, other_row = column_and_row(there, space)
            across, along = abs(column - other_column), abs(row - other_row)
            if relation == "nearby" and max(across, along) <= 1:
                return True
            if relation == "adjacent" and across + along <= 1:
                return True
    return False


def in_front(candidate: str, anchor: str, board: Board, controller: str | None) -> bool:
    """Whether the candidate covers a square one step forward of the anchor."""
    space = board.world.rulebook.space
    assert space is not None
    if controller is None:
        return False
    first = board.world.players[0]
    step = -space.columns if controller == first else space.columns
    return any(
        square + step in squares_of(candidate, board) for square in squares_of(anchor, board)
    )


def related(
    relation: Relation, candidate: str, anchor: str, board: Board, controller: str | None
) -> bool:
    """Whether the candidate is nearby (adjacent to, here with...) the anchor.

    controller: the anchor's, who says what is forward.
    """
    space = board.world.rulebook.space
    if space is None:
        return False
    regions, anchor_regions = regions_of(candidate, board), regions_of(anchor, board)
    ground = is_ground(candidate, board, space)
    common_region = bool(regions & anchor_regions)
    common_square = share_a_square(candidate, anchor, board)
    deep = {space.deep_yes, space.deep_no}
    match relation:
        case "nearby" | "adjacent":
            return within(candidate, anchor, board, relation) and (ground or common_region)
        case "in front of":
            return in_front(candidate, anchor, board, controller) and (ground or common_region)
        case "here":
            if ground:
                return common_square and space.void not in anchor_regions
            return common_square and common_region
        case "occupying":
            return common_square and space.void not in regions
        case "atop":
            return candidate != anchor and common_square and level_of(candidate, board) == "surface"
        case "above":
            return common_square and space.surface in regions and bool(anchor_regions & deep)
        case "below":
            return common_square and bool(regions & deep) and space.surface in anchor_regions
