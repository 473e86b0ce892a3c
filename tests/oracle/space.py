"""The oracle's geometry: squares, regions, and whether two objects stand in a relation of place."""

from __future__ import annotations

from layerlaw.model.algebra import Relation
from layerlaw.model.rulebooks.space import Space
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
    return bool(space.ground) and space.ground in board.sets[object, board.world.rulebook.types]


def is_deep_ground(object: str, board: Board, space: Space) -> bool:
    """Whether what is below this ground object is `deep_yes` (underwater)."""
    return board.read_number(object, space.deep_test) > 0


def regions_of(object: str, board: Board) -> set[str]:
    """The regions an object is in."""
    space = board.world.rulebook.space
    level = level_of(object, board)
    if space is None or level is None:
        return set()
    if not space.ground:
        return {"everywhere"}
    if is_ground(object, board, space):
        below = space.deep_yes if is_deep_ground(object, board, space) else space.deep_no
        return {space.surface, below}
    place = board.world.place_of(object)
    if level == "surface" and place is not None and place.void:
        return {space.surface, space.void}
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


def middle(place: int, space: Space) -> tuple[float, float]:
    """Where the middle of a place lies, in steps to the right and down."""
    column, row = column_and_row(place, space)
    shifted = space.shape == "hexes" and row % 2 == 1
    return column + (0.5 if shifted else 0), row


def leads(way: str, here: int, there: int, space: Space, up: bool | None) -> bool:
    """Whether a way leads from one place to another; up: see `near`."""
    for name, joined in space.paths:
        if name == way:
            return (here, there) in joined or (there, here) in joined
    x, y = middle(here, space)
    other_x, other_y = middle(there, space)
    across, down = abs(other_x - x), other_y - y
    is_beside = down == 0 and across == 1
    touches_along_an_edge = abs(down) == 1 and across == (0.5 if space.shape == "hexes" else 0)
    match way:
        case "same":
            return here == there
        case "sides":
            return is_beside
        case "edges":
            return is_beside or touches_along_an_edge
        case "corners":
            return abs(down) == 1 and across == 1
        case "row":
            return down == 0
        case "column":
            return across == 0
        case "top":
            return up is not None and other_y == (0 if up else space.rows - 1)
        case "bottom":
            return up is not None and other_y == (space.rows - 1 if up else 0)
        case "ahead":
            return up is not None and touches_along_an_edge and down == (-1 if up else 1)
        case "behind":
            return up is not None and touches_along_an_edge and down == (1 if up else -1)
    return False


def near(
    relation: Relation, candidate: str, anchor: str, board: Board, controller: str | None
) -> bool:
    """Whether a way of the relation leads from a place of the anchor to one of the candidate.

    The first player faces the first row (`up`), the others the last one.
    """
    space = board.world.rulebook.space
    assert space is not None
    up = None if controller is None else controller == board.world.players[0]
    ways = [way for name, ways in space.relations if name == relation for way in ways]
    return any(
        leads(way, here, there, space, up)
        for way in ways
        for here in squares_of(anchor, board)
        for there in squares_of(candidate, board)
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
    places = map(board.world.place_of, board.world.things)
    if any(place is not None and place.void for place in places):
        return in_parts(relation, candidate, anchor, board, controller)
    regions, anchor_regions = regions_of(candidate, board), regions_of(anchor, board)
    ground = is_ground(candidate, board, space)
    common_region = bool(regions & anchor_regions)
    common_square = share_a_square(candidate, anchor, board)
    deep = {space.deep_yes, space.deep_no}
    match relation:
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
    is_near = near(relation, candidate, anchor, board, controller)
    return is_near and (ground or common_region)


def in_parts(
    relation: Relation, candidate: str, anchor: str, board: Board, controller: str | None
) -> bool:
    """As `related`, square by square, for some lie in the void on some of their squares."""
    space = board.world.rulebook.space
    assert space is not None
    up = None if controller is None else controller == board.world.players[0]
    ways = [way for name, ways in space.relations if name == relation for way in ways]
    ground, anchor_ground = (is_ground(each, board, space) for each in (candidate, anchor))
    for there in squares_of(candidate, board):
        for here in squares_of(anchor, board):
            level, anchor_level = level_on(candidate, there, board), level_on(anchor, here, board)
            common = regions_on(candidate, there, board) & regions_on(anchor, here, board)
            upper = ground or level == "surface"
            lower = ground or level == "deep"
            anchor_upper = anchor_ground or anchor_level == "surface"
            anchor_lower = anchor_ground or anchor_level == "deep"
            match relation:
                case "here":
                    crossing = ground and anchor_level != "void"
                    found = there == here and (crossing or bool(common))
                case "occupying":
                    found = there == here and (ground or level != "void")
                case "atop":
                    found = there == here and level == "surface" and candidate != anchor
                case "above":
                    found = there == here and upper and anchor_lower
                case "below":
                    found = there == here and lower and anchor_upper
                case _:
                    leading = any(leads(way, here, there, space, up) for way in ways)
                    found = leading and (ground or bool(common))
            if found:
                return True
    return False


def level_on(object: str, square: int, board: Board) -> str | None:
    """The level on which an object lies on one of its squares."""
    place = board.world.place_of(object)
    if place is not None and square in place.void:
        return "void"
    return level_of(object, board)


def regions_on(object: str, square: int, board: Board) -> set[str]:
    """The regions that an object is in on one of its squares."""
    space = board.world.rulebook.space
    regions = regions_of(object, board)
    place = board.world.place_of(object)
    if space is None or place is None or not place.void or is_ground(object, board, space):
        return regions
    return regions & {space.void if square in place.void else space.surface}
