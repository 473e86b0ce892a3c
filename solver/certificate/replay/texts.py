"""Words replaced in texts, for the replay: its own walk, its own names for keywords."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from layerlaw.model import algebra as a

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.model.rulebooks.rulebook import Rulebook

Besides = tuple[a.Selector | None, a.Condition | None]
"""What may be chosen for an ability, and its `if`."""
_WORDS = (a.SetMembers, a.AddMembers, a.RemoveMembers)


class ChangedTexts:
    """What abilities say when one word of a set stands in the place of another."""

    def __init__(self, rulebook: Rulebook, operation: a.ReplaceInText) -> None:
        self._set, self._old, self._new = operation.characteristic, operation.old, operation.new
        self.new = operation.new
        self._names: Mapping[str, str | None] = {}
        keywords = rulebook.keywords
        names: dict[str, str | None] = {}
        for keyword, ability in keywords.items():
            meaning = _meaning(cast("a.Ability", self._walk(ability)))
            if meaning != _meaning(ability):
                alike = [name for name, one in keywords.items() if _meaning(one) == meaning]
                names[keyword] = alike[0] if alike else None
        self._names = names

    def said(self, ability: a.Ability) -> a.Ability:
        """The ability with the new word."""
        return cast("a.Ability", self._walk(ability))

    def beside(self, besides: Besides) -> Besides:
        """What stands beside an ability, with the new word."""
        return cast("Besides", self._walk(besides))

    def _word(self, word: str) -> str:
        return self._new if word == self._old else word

    def _keyword(self, keyword: str) -> str:
        return self._names.get(keyword) or keyword

    def _walk(self, node: Any) -> Any:
        if isinstance(node, tuple):
            return tuple(self._walk(one) for one in node)
        if isinstance(node, a.Noun):
            # A noun that the rulebook defines says none of the words that it means.
            if node == a.Noun(self._old, a.Member(self._set, self._old)):
                return a.Noun(self._new, a.Member(self._set, self._new))
            return node
        if not is_dataclass(node) or isinstance(node, type):
            return node
        made: Any = replace(
            node, **{field.name: self._walk(getattr(node, field.name)) for field in fields(node)}
        )
        return self._said(made)

    def _said(self, node: Any) -> Any:
        if getattr(node, "characteristic", None) == self._set:
            if isinstance(node, a.Member):
                return replace(node, word=self._word(node.word))
            if isinstance(node, _WORDS) and not _whole_group(node):
                return replace(node, words=tuple(dict.fromkeys(map(self._word, node.words))))
            if isinstance(node, a.ReplaceMember | a.ReplaceInText):
                return replace(node, old=self._word(node.old), new=self._word(node.new))
            if isinstance(node, a.Animate):
                return replace(node, type=self._word(node.type))
        if isinstance(node, a.Ability) and node.keyword and node.keyword in self._names:
            name = self._names[node.keyword]
            return replace(node, keyword=name, number=node.number if name else "")
        if isinstance(node, a.HasAbility | a.KeywordNumber | a.Lose | a.CantHave) and node.keyword:
            return replace(node, keyword=self._keyword(node.keyword))
        if isinstance(node, a.LoseAll):
            return replace(node, but=tuple(map(self._keyword, node.but)))
        return node


def _whole_group(node: a.SetMembers | a.AddMembers | a.RemoveMembers) -> bool:
    """`every creature type` says none of these words."""
    return any(
        group.characteristic == node.characteristic and set(group.words) == set(node.words)
        for group in node.groups
    )


def _meaning(ability: a.Ability) -> a.Ability:
    return replace(ability, keyword=None)
