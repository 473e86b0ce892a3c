"""A word of an ability's text replaced by another: what the ability says then."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from layerlaw.model.algebra.abilities import Ability, CantHave, Lose, LoseAll
from layerlaw.model.algebra.sets import (
    AddMembers,
    Animate,
    RemoveMembers,
    ReplaceInText,
    ReplaceMember,
    SetMembers,
    names_a_group,
)
from layerlaw.model.algebra.terms import HasAbility, KeywordNumber, Member, Noun
from layerlaw.model.algebra.trees import rebuilt

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.model.rulebooks.rulebook import Rulebook

Tree = TypeVar("Tree")
WordChange = tuple[str, str, str]
"""A set characteristic, a word of it, and the word that stands in its place."""


def with_words_changed(rulebook: Rulebook, text: Tree, word: WordChange) -> Tree:
    """A text, of an ability and what stands beside it, with one word in place of another.

    A keyword that comes to mean what another one means is that other one; one that comes to mean
    what no keyword means is a line of text. Each text is made once. Clause: CR-612.2.
    """
    known: dict[WordChange, Tree] = rulebook.kept(_none_yet, text)
    if word not in known:
        renamed = rulebook.cache.of_value(renamed_keywords, rulebook, word)
        known[word] = _changed(rulebook, text, word, renamed)
    return known[word]


def _none_yet(_: Rulebook, __: object) -> dict[WordChange, Any]:
    """The texts that come of one by changing words, to be filled."""
    return {}


def renamed_keywords(rulebook: Rulebook, change: WordChange) -> Mapping[str, str | None]:
    """The keywords of which the meaning speaks of the word, with what they are called then."""
    known = rulebook.keywords
    changed = {name: _changed(rulebook, one, change, {}) for name, one in known.items()}
    return {
        name: next((other for other in known if _same(known[other], one)), None)
        for name, one in changed.items()
        if not _same(one, known[name])
    }


def _same(one: Ability, other: Ability) -> bool:
    return replace(one, keyword=None) == replace(other, keyword=None)


def _changed(
    rulebook: Rulebook, tree: Tree, change: WordChange, renamed: Mapping[str, str | None]
) -> Tree:
    characteristic, old, new = change

    word_now = (characteristic, new)

    def called(keyword: str) -> str:
        return renamed.get(keyword) or keyword

    def words(all: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(new if word == old else word for word in all))

    def said(node: Any) -> Any:
        match node:
            case Member(name, word) if (name, word) == (characteristic, old):
                return Member(name, new)
            case SetMembers() | AddMembers() | RemoveMembers() if (
                node.characteristic == characteristic
            ):
                if old not in node.words or names_a_group(node):
                    return node
                return replace(node, words=words(node.words))
            case ReplaceMember() | ReplaceInText() if node.characteristic == characteristic:
                before, after = (new if word == old else word for word in (node.old, node.new))
                return replace(node, old=before, new=after)
            case Animate() if (node.characteristic, node.type) == (characteristic, old):
                return replace(node, type=new)
            case Noun(word, Member(name, meant)) if (name, meant, word) == (*word_now, old):
                return Noun(new, node.meaning)
            case Noun(word) if word in rulebook.nouns:
                # What the rulebook says that the noun means is no text of the card.
                return Noun(word, rulebook.nouns[word])
            case Ability(str(keyword)) if keyword in renamed:
                known = renamed[keyword]
                return replace(node, keyword=known, number=node.number if known else "")
            case HasAbility(str(keyword)):
                return HasAbility(called(keyword))
            case KeywordNumber(keyword):
                return replace(node, keyword=called(keyword))
            case Lose(keyword):
                return Lose(called(keyword))
            case CantHave(keyword):
                return CantHave(called(keyword))
            case LoseAll(but) if but:
                return LoseAll(tuple(map(called, but)))
        return node

    return rebuilt(tree, said)
