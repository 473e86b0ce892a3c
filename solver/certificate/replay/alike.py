"""Which abilities would do the same on a board whoever has them, so that one look is enough.

Others would, but that each passes by the object that has it; and others, if one player controls
all that have them.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from layerlaw.model import algebra as a
from layerlaw.solver.certificate.kept import Kept

Kind = int | tuple[int, str | None]
"""What parts have in common that do the same: an ability, or that and who controls them."""

_WRITTEN = (
    a.SetNumber,
    a.ChangeNumber,
    a.Limit,
    a.AddMembers,
    a.ReplaceMember,
    a.SetStatus,
    a.LoseAll,
)

_WORDS = (
    *_WRITTEN,
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
    a.Named,
    a.Compared,
    a.Read,
    a.It,
    a.Number,
    a.OwnNumber,
    a.Count,
    a.CountWords,
    a.Summary,
    a.Arithmetic,
    a.Matches,
    a.Exists,
    a.Holds,
    a.Negation,
    a.AllOf,
    a.AnyOf,
    a.Permission,
)
"""Words that ask nothing of the object that has the ability, of its player, or of what it chose."""

_OF_PLAYERS = (a.You, a.Opponent, a.Controlled, a.SetPlayer, a.TurnOf)
"""More of them, but for two that ask who controls what has the ability."""

_NAMELESS = (*_WRITTEN, a.SetPlayer)
"""Words for what is written without a name of who writes it."""

_FIELDS: dict[type, tuple[str, ...]] = {
    word: tuple(field.name for field in fields(word)) for word in (*_WORDS, *_OF_PLAYERS)
}


def same_for_all(tree: object) -> bool:
    """Whether nothing is said but by such words; of others it is not known."""
    return _said_by(_WORDS, tree)


def same_for_a_player(tree: object) -> bool:
    """The same, but that it may also be asked who controls what has the ability."""
    return _said_by((*_WORDS, *_OF_PLAYERS), tree)


def _said_by(words: tuple[type, ...], tree: object) -> bool:
    if isinstance(tree, tuple):
        return all(_said_by(words, one) for one in tree)
    if isinstance(tree, a.Noun):
        return _said_by(words, tree.meaning)
    if type(tree) not in words:
        return not is_dataclass(tree)
    return all(_said_by(words, getattr(tree, name)) for name in _FIELDS[type(tree)])


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

ability_same_for_a_player: Kept[a.Ability, bool] = Kept(same_for_a_player)
"""The same of an ability, looked at once."""

ability_same_for_all: Kept[a.Ability, bool] = Kept(same_for_all)
"""The same of an ability, looked at once."""


def _writes_no_name(ability: a.Ability) -> bool:
    return all(isinstance(one, _NAMELESS) for own in ability.instructions for one in own.operations)


writes_no_name: Kept[a.Ability, bool] = Kept(_writes_no_name)
"""Whether it cannot be seen on a board which of several effects with the ability wrote on it."""
