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
    a.OwnNumber,
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

_FIELDS: dict[type, tuple[str, ...]] = {
    word: tuple(field.name for field in fields(word)) for word in _WORDS
}


def same_for_all(tree: object) -> bool:
    """Whether nothing is said but by such words; of others it is not known."""
    if isinstance(tree, tuple):
        return all(map(same_for_all, tree))
    if isinstance(tree, a.Noun):
        return same_for_all(tree.meaning)
    names = _FIELDS.get(type(tree))
    if names is None:
        return not is_dataclass(tree)
    return all(same_for_all(getattr(tree, name)) for name in names)


ability_same_for_all: Kept[a.Ability, bool] = Kept(same_for_all)
"""The same of an ability, looked at once."""
