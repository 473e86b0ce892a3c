"""Operations on sets of words: types, subtypes, elements."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from layerlaw.model.algebra.entries import OfCharacteristic
from layerlaw.model.algebra.groups import WordGroup, all_of_group, replaced
from layerlaw.model.algebra.reads import ReadCells, ReadWord
from layerlaw.model.algebra.terms import Selector
from layerlaw.model.algebra.writes import LoseAbilities, WriteText, WriteWords
from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from layerlaw.model.algebra.entries import English, Notation, Verbs


def _written_words(words: tuple[str, ...], groups: tuple[WordGroup, ...], to: Notation) -> str:
    """`{beast, mortal}`, or `every creature type`"""
    name = all_of_group(groups, words)
    return f"every {to.zone(name)}" if name else to.members(words)


def _english_words(
    characteristic: str, words: tuple[str, ...], groups: tuple[WordGroup, ...], say: English
) -> str:
    """`the types beast and mortal`, or `every creature type`"""
    name = all_of_group(groups, words)
    return f"every {name}" if name else f"the {say.named(characteristic, words)}"


def _with_types(characteristic: str, groups: tuple[WordGroup, ...]) -> tuple[WriteWords, ...]:
    """The words that may go with the types to which they belong."""
    return tuple(
        WriteWords(one.characteristic, "remove", one.words)
        for one in groups
        if one.types and one.characteristic != characteristic
    )


@dataclass(frozen=True, slots=True)
class SetMembers(OfCharacteristic):
    """A set characteristic becomes exactly these words.

    groups: what the rulebook says of the set's words, and of words that belong to types if it is
    the set of types (see `WordGroup`). types: the set of types, if an object gets no word that
    belongs to none of its own types; empty if the ability gives such a type, or the game allows it.
    """

    characteristic: str
    words: tuple[str, ...]
    groups: tuple[WordGroup, ...] = ()
    types: str = ""

    verbs: ClassVar = ("set", "change")

    @property
    def own_groups(self) -> tuple[WordGroup, ...]:
        """The groups of the set's own words."""
        return tuple(one for one in self.groups if one.characteristic == self.characteristic)

    @property
    def loses_text(self) -> bool:
        """Whether the abilities of the object's own text are lost."""
        return any(
            one.loses_text and not set(self.words).isdisjoint(one.words) for one in self.own_groups
        )

    @property
    def writes(self) -> tuple[WriteWords | LoseAbilities, ...]:
        """The set, or of it what makes way; what goes with types; the abilities of the text."""
        among = replaced(self.own_groups, self.words)
        return (
            WriteWords(self.characteristic, "set", self.words, among=among),
            *_with_types(self.characteristic, self.groups),
            *((LoseAbilities((), own=True),) if self.loses_text else ()),
        )

    def written(self, to: Notation) -> str:
        """`types := {beast, mortal}`"""
        return f"{self.characteristic} := {_written_words(self.words, self.own_groups, to)}"

    def english(self, say: English, verbs: Verbs) -> str:
        """`has only the type beast`"""
        if not self.words:
            return f"{verbs.have} no {self.characteristic}"
        words = _english_words(self.characteristic, self.words, self.own_groups, say)
        among = [
            one.name
            for one in self.own_groups
            if one.types and not set(self.words).isdisjoint(one.words)
        ]
        # Words of other groups stay.
        what = f", and no other {' or '.join(among)}" if among else ""
        lost = f", and lose{verbs.s} the abilities of {verbs.its} text" if self.loses_text else ""
        return f"{verbs.have} {'' if among else 'only '}{words}{what}{lost}"


@dataclass(frozen=True, slots=True)
class AddMembers(OfCharacteristic):
    """These words join a set characteristic.

    groups: of a group that is named as a whole; where types are needed, all of the set's own.
    types: as for `SetMembers`.
    """

    characteristic: str
    words: tuple[str, ...]
    groups: tuple[WordGroup, ...] = ()
    types: str = ""

    verbs: ClassVar = ("add", "change")

    @property
    def writes(self) -> tuple[WriteWords, ...]:
        """The words that join."""
        return (WriteWords(self.characteristic, "add", self.words),)

    def written(self, to: Notation) -> str:
        """`types += beast`"""
        return f"{self.characteristic} += {_written_words(self.words, self.groups, to)}"

    def english(self, say: English, verbs: Verbs) -> str:
        """`also has the type beast`"""
        words = _english_words(self.characteristic, self.words, self.groups, say)
        return f"also {verbs.have} {words}"


@dataclass(frozen=True, slots=True)
class AddMembersOf(OfCharacteristic):
    """The words that a set characteristic of anything selected has join the object's own.

    groups, types: as for `AddMembers`.
    """

    characteristic: str
    of: Selector
    groups: tuple[WordGroup, ...] = ()
    types: str = ""

    verbs: ClassVar = ("add", "change")

    @property
    def writes(self) -> tuple[WriteWords, ...]:
        """Whatever words join."""
        return (WriteWords(self.characteristic, "add", None),)

    @property
    def reads(self) -> ReadCells:
        """Every word of the set."""
        return (ReadWord(self.characteristic, None),)

    def written(self, to: Notation) -> str:
        """`types += types of target`"""
        return f"{self.characteristic} += {self.characteristic} of {to.anchor(self.of)}"

    def english(self, say: English, verbs: Verbs) -> str:
        """`also has the types of the target`"""
        return f"also {verbs.have} the {self.characteristic} of {say.selector(self.of)}"


@dataclass(frozen=True, slots=True)
class RemoveMembers(OfCharacteristic):
    """These words leave a set characteristic; groups: as for `SetMembers`."""

    characteristic: str
    words: tuple[str, ...]
    groups: tuple[WordGroup, ...] = ()

    verbs: ClassVar = ("remove", "change")

    @property
    def writes(self) -> tuple[WriteWords, ...]:
        """The words that leave, and what goes with types."""
        return (
            WriteWords(self.characteristic, "remove", self.words),
            *_with_types(self.characteristic, self.groups),
        )

    def written(self, to: Notation) -> str:
        """`types -= beast`"""
        own = tuple(one for one in self.groups if one.characteristic == self.characteristic)
        return f"{self.characteristic} -= {_written_words(self.words, own, to)}"

    def english(self, say: English, verbs: Verbs) -> str:
        """`loses the type beast`"""
        own = tuple(one for one in self.groups if one.characteristic == self.characteristic)
        return f"lose{verbs.s} {_english_words(self.characteristic, self.words, own, say)}"


Gaining = SetMembers | AddMembers | AddMembersOf
"""What gives words of a set."""


def names_a_group(node: SetMembers | AddMembers | RemoveMembers) -> bool:
    """Whether the text says `every creature type`, and none of the words that are meant.

    >>> group = WordGroup("kind", "kinds", ("elf", "orc"))
    >>> names_a_group(AddMembers("kinds", ("elf", "orc"), (group,)))
    True
    """
    own = (one for one in node.groups if one.characteristic == node.characteristic)
    return bool(all_of_group(own, node.words))


@dataclass(frozen=True, slots=True)
class ReplaceMember(OfCharacteristic):
    """If the object has the old word, it has the new one instead; groups: as for `SetMembers`."""

    characteristic: str
    old: str
    new: str
    groups: tuple[WordGroup, ...] = ()

    verbs: ClassVar = ("set", "change")

    @property
    def writes(self) -> tuple[WriteWords, ...]:
        """Both words, and what goes with types."""
        return (
            WriteWords(self.characteristic, "replace", (self.new,), self.old),
            *_with_types(self.characteristic, self.groups),
        )

    def written(self, to: Notation) -> str:
        """`beast becomes mortal`"""
        return f"{to.keyword(self.old)} becomes {to.keyword(self.new)}"

    def english(self, say: English, verbs: Verbs) -> str:
        """`is a mortal instead of a beast`"""
        new, old = (say.kind(word, verbs.one) for word in (self.new, self.old))
        return f"{verbs.be} {new} instead of {old}"


@dataclass(frozen=True, slots=True)
class ReplaceInText:
    """The object's own text says the new word wherever it said the old one.

    Its own text are the abilities that no effect gave. line: the old word gives way in the set too,
    where the type line is part of the text that changes. Clause: CR-612.1. among: the set's words,
    where one of them has yet to be chosen.
    """

    characteristic: str
    old: str
    new: str
    line: bool = False
    among: tuple[str, ...] = ()

    layer_words: ClassVar = ("change text",)

    @property
    def writes(self) -> tuple[WriteText, ...]:
        """The abilities that say the word, and perhaps the set."""
        return (WriteText(self.characteristic, self.old, self.new, self.line),)

    def written(self, to: Notation) -> str:
        """`beast becomes mortal in its text and type line`"""
        line = " and type line" if self.line else ""
        return f"{to.keyword(self.old)} becomes {to.keyword(self.new)} in its text{line}"

    def english(self, say: English, verbs: Verbs) -> str:
        """`has beast replaced by mortal in its text`"""
        line = " and type line" if self.line else ""
        return f"{verbs.have} {self.old} replaced by {self.new} in {verbs.its} text{line}"


@dataclass(frozen=True, slots=True)
class Animate:
    """The object gets a type in addition to its own, by animation.

    characteristic: the set that types stand in. named: whether the type is written; if not, it is
    the one that the rulebook gives to all that is animated.
    """

    type: str
    characteristic: str
    named: bool = True

    @property
    def layer_words(self) -> tuple[str, ...]:
        """`animate`, else as where the type is added"""
        return ("animate", f"add {self.characteristic}", f"change {self.characteristic}")

    @property
    def writes(self) -> tuple[WriteWords, ...]:
        """The type."""
        return (WriteWords(self.characteristic, "add", (self.type,)),)

    def written(self, to: Notation) -> str:
        """`animated`, `animated as automaton`"""
        return f"animated as {self.type}" if self.named else "animated"

    def english(self, say: English, verbs: Verbs) -> str:
        """`is also a minion`"""
        return f"{verbs.be} also {say.kind(self.type, verbs.one)}"
