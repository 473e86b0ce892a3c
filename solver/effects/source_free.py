"""Whether an ability does the same whoever has it, so that it has to be made ready once only."""

from __future__ import annotations

from layerlaw.model import algebra as a
from layerlaw.model.algebra.trees import nodes

_IMPERSONAL = (
    a.Ability,
    a.Instruction,
    # operations; what marks or grants something bears the effect's name
    a.SetNumber,
    a.FixNumber,
    a.ChangeNumber,
    a.Limit,
    a.Swap,
    a.SetMembers,
    a.AddMembers,
    a.AddMembersOf,
    a.RemoveMembers,
    a.ReplaceMember,
    a.Animate,
    a.Lose,
    a.CantHave,
    a.LoseAll,
    a.SetStatus,
    a.SetPlayer,
    a.CantBeControlledBy,
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
    return all(isinstance(node, _IMPERSONAL) for node in nodes(tree))
