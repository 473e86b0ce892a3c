"""Whether an ability does the same whoever has it, so that it has to be made ready once only."""

from __future__ import annotations

from layerlaw.model import algebra as a
from layerlaw.model.algebra.trees import nodes
from layerlaw.model.algebra.writes import WriteAbility, WriteCopy, WriteMark

_IMPERSONAL = (
    a.Ability,
    a.Instruction,
    # selectors
    a.Everything,
    a.It,
    a.Identified,
    a.Noun,
    a.Member,
    a.Named,
    a.HasStatus,
    a.InZone,
    a.EnteredThisTurn,
    a.AtSquares,
    a.InRegion,
    a.HasAbility,
    a.Players,
    a.Owned,
    a.Controlled,
    a.Sharing,
    a.Compared,
    a.Not,
    a.Both,
    a.Either,
    # players, values and conditions
    a.NamedPlayer,
    a.ControllerOf,
    a.OwnerOf,
    a.Number,
    a.Read,
    a.Count,
    a.Summary,
    a.Arithmetic,
    a.Exists,
    a.Matches,
    a.Holds,
    a.Negation,
    a.AllOf,
    a.AnyOf,
)


def impersonal(tree: object) -> bool:
    """Whether nothing in the tree speaks of its source, its player, or what was chosen for it."""
    return all(
        _bears_no_name(node) if isinstance(node, a.Operation) else isinstance(node, _IMPERSONAL)
        for node in nodes(tree)
    )


def _bears_no_name(operation: a.Operation) -> bool:
    """Whether what is written tells no effect from another; marks, grants and copies do."""
    return not any(
        isinstance(write, WriteMark | WriteCopy)
        or (isinstance(write, WriteAbility) and write.how == "gain")
        for write in operation.writes
    )
