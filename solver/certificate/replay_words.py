"""Questions that selectors and values answer without a board, for the replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra import Both, Compared, Either, InZone, It, Noun

if TYPE_CHECKING:
    from layerlaw.model.algebra import Comparator, Selector


def names_zone(selector: Selector) -> bool:
    """Whether the selector itself speaks of a zone; anchors and what it leaves out do not count."""
    match selector:
        case InZone():
            return True
        case Noun(_, inner):
            return names_zone(inner)
        case Both(parts) | Either(parts):
            return any(names_zone(part) for part in parts)
    return False


def compare(left: int, comparator: Comparator, right: int) -> bool:
    """One of the six comparisons."""
    match comparator:
        case "=":
            return left == right
        case "!=":
            return left != right
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
        case ">=":
            return left >= right


def speaks_of_it(tree: object) -> bool:
    """Whether `it` of the outside occurs; a comparison of candidates has an `it` of its own."""
    if isinstance(tree, It):
        return True
    if isinstance(tree, Compared):
        return False
    if isinstance(tree, tuple):
        return any(speaks_of_it(part) for part in tree)
    names = getattr(type(tree), "__dataclass_fields__", {})
    return any(speaks_of_it(getattr(tree, name)) for name in names)
