"""Which abilities would do the same on a board whoever has them, so that one look is enough.

Others would, but that each passes by the object that has it.
"""

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


_OTHERS = a.Not(a.Self())


def _means_others(selector: a.Selector) -> bool:
    return _OTHERS in (selector.inner if isinstance(selector, a.Both) else (selector,))


means_others: Kept[a.Selector, bool] = Kept(_means_others)
"""Whether a selector selects others than the object that has the ability, of what it speaks of."""


def same_but_for_itself(ability: a.Ability) -> bool:
    """Whether an ability would do the same whoever has it, but that it passes by who has it.

    Whether something is selected is asked of each object alone by all words that are the same for
    all, so that passing by one object leaves the others selected.
    """
    scopes = [one.scope for one in ability.instructions]
    if not any(map(means_others, scopes)):
        return False
    rest = [
        part
        for scope in scopes
        for part in (scope.inner if isinstance(scope, a.Both) else (scope,))
        if part != _OTHERS
    ]
    said = [getattr(ability, name) for name in _FIELDS[a.Ability] if name != "instructions"]
    done = [one.operations for one in ability.instructions]
    return same_for_all((*rest, *said, *done))


ability_same_but_for_itself: Kept[a.Ability, bool] = Kept(same_but_for_itself)
"""The same of an ability, looked at once."""

ability_same_for_all: Kept[a.Ability, bool] = Kept(same_for_all)
"""The same of an ability, looked at once."""
