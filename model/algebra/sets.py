"""Operations on sets of words: types, subtypes, elements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from layerlaw.model.algebra.entries import OfCharacteristic
from layerlaw.model.algebra.reads import ReadCells, ReadWord
from layerlaw.model.algebra.terms import Selector
from layerlaw.model.algebra.writes import WriteWords

if TYPE_CHECKING:
    from layerlaw.model.algebra.entries import English, Notation, Verbs


@dataclass(frozen=True, slots=True)
class SetMembers(OfCharacteristic):
    """A set characteristic becomes exactly these words."""

    characteristic: str
    words: tuple[str, ...]

    verbs: ClassVar = ("set", "change")

    @property
    def writes(self) -> tuple[WriteWords, ...]:
        """The whole set."""
        return (WriteWords(self.characteristic, "set", self.words),)

    def written(self, to: Notation) -> str:
        """`types := {beast, mortal}`"""
        return f"{self.characteristic} := {to.members(self.words)}"

    def english(self, say: English, verbs: Verbs) -> str:
        """`has only the type beast`"""
        if not self.words:
            return f"{verbs.have} no {self.characteristic}"
        return f"{verbs.have} only the {say.named(self.characteristic, self.words)}"


@dataclass(frozen=True, slots=True)
class AddMembers(OfCharacteristic):
    """These words join a set characteristic."""

    characteristic: str
    words: tuple[str, ...]

    verbs: ClassVar = ("add", "change")

    @property
    def writes(self) -> tuple[WriteWords, ...]:
        """The words that join."""
        return (WriteWords(self.characteristic, "add", self.words),)

    def written(self, to: Notation) -> str:
        """`types += beast`"""
        return f"{self.characteristic} += {to.members(self.words)}"

    def english(self, say: English, verbs: Verbs) -> str:
        """`also has the type beast`"""
        return f"also {verbs.have} the {say.named(self.characteristic, self.words)}"


@dataclass(frozen=True, slots=True)
class AddMembersOf(OfCharacteristic):
    """The words that a set characteristic of anything selected has join the object's own."""

    characteristic: str
    of: Selector

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
    """These words leave a set characteristic."""

    characteristic: str
    words: tuple[str, ...]

    verbs: ClassVar = ("remove", "change")

    @property
    def writes(self) -> tuple[WriteWords, ...]:
        """The words that leave."""
        return (WriteWords(self.characteristic, "remove", self.words),)

    def written(self, to: Notation) -> str:
        """`types -= beast`"""
        return f"{self.characteristic} -= {to.members(self.words)}"

    def english(self, say: English, verbs: Verbs) -> str:
        """`loses the type beast`"""
        return f"lose{verbs.s} the {say.named(self.characteristic, self.words)}"


@dataclass(frozen=True, slots=True)
class ReplaceMember(OfCharacteristic):
    """If the object has the old word, it has the new one instead."""

    characteristic: str
    old: str
    new: str

    verbs: ClassVar = ("set", "change")

    @property
    def writes(self) -> tuple[WriteWords, ...]:
        """Both words."""
        return (WriteWords(self.characteristic, "replace", (self.new,), self.old),)

    def written(self, to: Notation) -> str:
        """`beast becomes mortal`"""
        return f"{to.keyword(self.old)} becomes {to.keyword(self.new)}"

    def english(self, say: English, verbs: Verbs) -> str:
        """`is a mortal instead of a beast`"""
        new, old = (say.kind(word, verbs.one) for word in (self.new, self.old))
        return f"{verbs.be} {new} instead of {old}"


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
