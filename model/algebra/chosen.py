"""Words, players and objects that are chosen: how abilities speak of them, and what was chosen.

An ability names what is chosen by a word that begins with `the chosen`, where a word of a set, a
player's name or an object's id would stand. As its card enters or it is used, the choice takes
that place, so that nothing else has to know of choices. Where it names `the other chosen` word
too, two words are chosen: the choice is `swamp and island`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from layerlaw.model.algebra.abilities import Instruction
from layerlaw.model.algebra.sets import (
    AddMembers,
    RemoveMembers,
    ReplaceInText,
    ReplaceMember,
    SetMembers,
)
from layerlaw.model.algebra.terms import CHOSEN, OTHER_CHOSEN, Identified, Member, NamedPlayer
from layerlaw.model.algebra.trees import nodes, rebuilt

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.model.algebra import Operation

Tree = TypeVar("Tree")

CHOSEN_PLAYER = f"{CHOSEN}player"
CHOSEN_OBJECT = f"{CHOSEN}object"
CHOSEN_BOTH = " and "
"""What stands between two words that are chosen."""


class Chosen(NamedTuple):
    """What is chosen: `player`, `object`, or a word of the set characteristic; or two words."""

    what: str
    two: bool = False


def is_chosen(word: str) -> bool:
    """Whether the word stands for what is chosen."""
    return word.startswith((CHOSEN, OTHER_CHOSEN))


def words_chosen(tree: object, choice: str) -> tuple[str, ...]:
    """The choice, or both words of it where the tree speaks of two."""
    two = any(chosen.two for chosen in choices_in(tree))
    return tuple(choice.split(CHOSEN_BOTH, 1)) if two else (choice,)


def choices_in(tree: object) -> Iterator[Chosen]:
    """What has to be chosen for the tree.

    >>> [*choices_in(Member("subtypes", "the chosen subtype"))]
    [Chosen(what='subtypes', two=False)]
    """
    for node in nodes(tree):
        match node:
            case NamedPlayer(name) if name == CHOSEN_PLAYER:
                yield Chosen("player")
            case Identified(id) if id == CHOSEN_OBJECT:
                yield Chosen("object")
            case Member(characteristic, word) if is_chosen(word):
                yield Chosen(characteristic, _is_other(word))
            case SetMembers() | AddMembers() | RemoveMembers() if any(map(is_chosen, node.words)):
                yield Chosen(node.characteristic, any(map(_is_other, node.words)))
            case ReplaceMember(characteristic, old, new) | ReplaceInText(
                characteristic, old, new
            ) if is_chosen(old) or is_chosen(new):
                yield Chosen(characteristic, _is_other(old) or _is_other(new))


def chosen_in_texts(trees: Iterable[object]) -> frozenset[str]:
    """The sets of which a word is chosen for changes of text (612.2) and for nothing else.

    Where an ability changes words of several of them, a word of any one of them may be chosen: in
    the others nothing is called so.
    """
    texts: set[str] = set()
    others: set[str] = set()
    for tree in trees:
        texts |= {one.characteristic for one in nodes(tree) if isinstance(one, ReplaceInText)}
        bare = rebuilt(tree, lambda one: None if isinstance(one, ReplaceInText) else one)
        others |= {one.what for one in choices_in(bare)}
    return frozenset(texts - others)


def _is_other(word: str) -> bool:
    return word.startswith(OTHER_CHOSEN)


def with_choice(tree: Tree, choice: str) -> Tree:
    """The tree with what was chosen in its place.

    >>> with_choice(Member("subtypes", "the chosen subtype"), "beast")
    Member(characteristic='subtypes', word='beast')
    """

    first, *second = words_chosen(tree, choice)

    def word(text: str) -> str:
        if _is_other(text):
            return second[0] if second else first
        return first if is_chosen(text) else text

    def change(node: Any) -> Any:
        match node:
            case NamedPlayer(name):
                return NamedPlayer(word(name))
            case Identified(id):
                return Identified(word(id))
            case Member(characteristic, text):
                return Member(characteristic, word(text))
            case SetMembers() | AddMembers() | RemoveMembers():
                return replace(node, words=tuple(map(word, node.words)))
            case ReplaceMember(_, old, new) | ReplaceInText(_, old, new):
                return replace(node, old=word(old), new=word(new))
            case Instruction():
                return replace(node, operations=_of_chosen_words(node.operations))
        return node

    return rebuilt(tree, change)


def _of_chosen_words(operations: tuple[Operation, ...]) -> tuple[Operation, ...]:
    """The operations without changes of text in whose set nothing is called what was chosen."""
    fitting = [
        one
        for one in operations
        if not isinstance(one, ReplaceInText) or not one.among or {one.old, one.new} <= {*one.among}
    ]
    return tuple(
        replace(one, among=()) if isinstance(one, ReplaceInText) else one
        for one in fitting or operations
    )


def without_choice(tree: Tree) -> Tree:
    """The tree where nothing was chosen: what would give a chosen word gives none.

    >>> without_choice(AddMembers("subtypes", ("the chosen subtype", "beast")))
    AddMembers(characteristic='subtypes', words=('beast',), groups=(), types='')
    """

    def change(node: Any) -> Any:
        match node:
            case SetMembers(characteristic, words) if words and all(map(is_chosen, words)):
                return AddMembers(characteristic, ())
            case SetMembers() | AddMembers() | RemoveMembers():
                return replace(node, words=tuple(w for w in node.words if not is_chosen(w)))
            case ReplaceMember(characteristic, old, new) | ReplaceInText(
                characteristic, old, new
            ) if is_chosen(old) or is_chosen(new):
                return AddMembers(characteristic, ())
        return node

    return rebuilt(tree, change)
