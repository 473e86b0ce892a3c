"""Groups of the words of a set: those that belong to types, and those that are set for the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


@dataclass(frozen=True, slots=True)
class WordGroup:
    """Some words of a set that the rules have one name for: `land type`.

    name: what one of them is called; `every NAME` is all of them. characteristic: the set.
    types: the types to which the words belong. Setting words of the group then replaces no words
    of other groups, and the words go when the last of the types is taken away. Without types the
    group is a name and no more. loses_text: what is set to a word of it loses the abilities of its
    own text. clause: what says so. needs_type: the clause by which an object gains a word of the
    group only if it has one of the types; empty: it may without.
    """

    name: str
    characteristic: str
    words: tuple[str, ...]
    types: tuple[str, ...] = ()
    loses_text: bool = False
    clause: str = ""
    needs_type: str = ""


def replaced(groups: Iterable[WordGroup], words: Sequence[str]) -> tuple[str, ...]:
    """The words that make way when words are set; none: all that are there do.

    >>> land = WordGroup("land type", "subtypes", ("forest", "island"), ("land",))
    >>> replaced([land], ["island"]), replaced([land], ["elf"])
    (('forest', 'island'), ())
    """
    appropriate = (one for one in groups if one.types and not set(words).isdisjoint(one.words))
    return tuple(dict.fromkeys(word for one in appropriate for word in one.words))


def all_of_group(groups: Iterable[WordGroup], words: Sequence[str]) -> str:
    """The name of the group that has just these words; empty if none has.

    >>> all_of_group([WordGroup("land type", "subtypes", ("a", "b"))], ["a", "b"])
    'land type'
    """
    return next((one.name for one in groups if {*one.words} == {*words}), "")
