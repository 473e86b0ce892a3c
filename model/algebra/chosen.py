"""Words, players and objects that are chosen: how abilities speak of them, and what was chosen.

An ability names what is chosen by a word that begins with `the chosen`, where a word of a set, a
player's name or an object's id would stand. As its card enters or it is used, the choice takes
that place, so that nothing else has to know of choices. Where it names `the other chosen` word
too, two words are chosen: the choice is `swamp and island`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from layerlaw.model.algebra.abilities import Ability, Instruction
from layerlaw.model.algebra.sets import (
    AddMembers,
    RemoveMembers,
    ReplaceInText,
    ReplaceMember,
    SetMembers,
)
from layerlaw.model.algebra.terms import (
    BUT_NOT,
    CHOSEN,
    OTHER_CHOSEN,
    Identified,
    Member,
    NamedPlayer,
)
from layerlaw.model.algebra.trees import nodes, rebuilt
from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from layerlaw.model.algebra import Condition, Operation, Selector
    from layerlaw.model.algebra.groups import WordGroup

Tree = TypeVar("Tree")

CHOSEN_PLAYER = f"{CHOSEN}player"
CHOSEN_OBJECT = f"{CHOSEN}object"
CHOSEN_BOTH = " and "
"""What stands between two words that are chosen."""


class Chosen(NamedTuple):
    """What is chosen: `player`, `object`, or a word of the set characteristic; or two words.

    said: the words that stand for it, as they are written.
    """

    what: str
    two: bool = False
    said: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChoiceMade:
    """What an ability's text says, with its words for what is chosen, and the words chosen for it.

    A word that was chosen is no word of the text (612.2): what changes the text leaves it alone.
    besides: what stands beside the ability, with those words: what may be chosen, and its `if`.
    """

    text: Ability
    words: tuple[str, ...]
    besides: tuple[Selector | None, Condition | None] = (None, None)

    @property
    def ability(self) -> Ability:
        """The ability with what was chosen in its place."""
        return _with_words(self.text, self.words)

    @property
    def beside(self) -> tuple[Selector | None, Condition | None]:
        """What stands beside the ability, with what was chosen in its place."""
        return _with_words(self.besides, self.words)


def choice_made(
    text: Ability,
    words: tuple[str, ...],
    besides: tuple[Selector | None, Condition | None] = (None, None),
) -> ChoiceMade | None:
    """What was chosen for an ability; None where its text has no word for a word of a set."""
    sets = any(one.what not in ("player", "object") for one in choices_in((text, besides)))
    return ChoiceMade(text, words, besides) if sets else None


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
    [Chosen(what='subtypes', two=False, said=('the chosen subtype',))]
    """
    for node in nodes(tree, closed=ChoiceMade):
        match node:
            case NamedPlayer(name) if name == CHOSEN_PLAYER:
                yield Chosen("player")
            case Identified(id) if id == CHOSEN_OBJECT:
                yield Chosen("object")
            case Member(characteristic, word) if is_chosen(word):
                yield _chosen(characteristic, (word,))
            case SetMembers() | AddMembers() | RemoveMembers() if any(map(is_chosen, node.words)):
                yield _chosen(node.characteristic, node.words)
            case ReplaceMember(characteristic, old, new) | ReplaceInText(
                characteristic, old, new
            ) if is_chosen(old) or is_chosen(new):
                yield _chosen(characteristic, (old, new))


def _chosen(characteristic: str, words: tuple[str, ...]) -> Chosen:
    said = tuple(filter(is_chosen, words))
    return Chosen(characteristic, any(map(is_other, said)), said)


def words_to_choose(
    said: str, words: Sequence[str], groups: Iterable[WordGroup]
) -> tuple[str, ...]:
    """The words that may be chosen where they stand for what is said.

    words: those of the set. groups: of these.

    >>> words_to_choose("the other chosen race but not orc", ["elf", "orc", "troll"], ())
    ('elf', 'troll')
    """
    bare = said.removeprefix(OTHER_CHOSEN if is_other(said) else CHOSEN)
    what, _, but = bare.partition(BUT_NOT)
    among = next((one.words for one in groups if one.name == what), words)
    return tuple(word for word in words if word in among and word != but)


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


def is_other(word: str) -> bool:
    """Whether the word stands for the second of two words that are chosen."""
    return word.startswith(OTHER_CHOSEN)


def with_choice(tree: Tree, choice: str) -> Tree:
    """The tree with what was chosen in its place.

    >>> with_choice(Member("subtypes", "the chosen subtype"), "beast")
    Member(characteristic='subtypes', word='beast')
    """
    return _with_words(tree, words_chosen(tree, choice))


def _with_words(tree: Tree, words: tuple[str, ...]) -> Tree:
    first, *second = words

    def word(text: str) -> str:
        if is_other(text):
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
