"""Which abilities would do the same on a board whoever has them, so that one look is enough."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from layerlaw.model import algebra as a
from layerlaw.solver.certificate.kept import Kept

_WORDS = (
    a.Ability,
    a.Instruction,
    a.Both,
    a.Either,
    a.Not,
    a.Everything,
    a.Member,
    a.HasAbility,
    a.HasStatus,
    a.Identified,
    a.InZone,
    a.Compared,
    a.Read,
    a.It,
    a.Number,
    a.SetNumber,
    a.ChangeNumber,
    a.Limit,
    a.AddMembers,
    a.ReplaceMember,
    a.SetStatus,
    a.LoseAll,
    a.Permission,
)
"""Words that ask nothing of the object that has the ability, of its player, or of what it chose."""


def same_for_all(tree: object) -> bool:
    """Whether nothing is said but by such words; of others it is not known."""
    if isinstance(tree, tuple):
        return all(map(same_for_all, tree))
    if isinstance(tree, a.Noun):
        return same_for_all(tree.meaning)
    if not is_dataclass(tree):
        return True
    return isinstance(tree, _WORDS) and all(
        same_for_all(getattr(tree, one.name)) for one in fields(tree)
    )


ability_same_for_all: Kept[a.Ability, bool] = Kept(same_for_all)
"""The same of an ability, looked at once."""
