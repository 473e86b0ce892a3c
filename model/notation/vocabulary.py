"""The words that the notation understands: a rulebook's, plus a scenario's players and ids."""

from __future__ import annotations

import re
from dataclasses import field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from layerlaw.model.algebra.phrasing import stands_behind
from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from layerlaw.model.algebra import Ability, Selector
    from layerlaw.model.algebra.groups import WordGroup
    from layerlaw.model.algebra.terms import Several

Kind = Literal["number", "set", "player", "status", "abilities"]
"""What a characteristic is of."""

TYPES = "types"
"""The set that types stand in, where a rulebook does not say which."""
CONTROL = "controller"
"""Who controls an object, where a rulebook does not say which player that is."""

_EMPTY: Mapping[str, str] = MappingProxyType({})
_NO_DEFINITIONS: Mapping[str, Ability] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Numbering:
    """How the number of a keyword stands behind it.

    sign: what the number begins with, `+` or nothing. alone: the number that the keyword has where
    none is written; None where one has to be. several: what the numbers come to of an object that
    has the keyword several times; None where the rulebook does not say.
    """

    sign: str = ""
    alone: int | None = None
    several: Several | None = None


_NO_NUMBERS: Mapping[str, Numbering] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Everything a word can mean. Lookups ignore case; results are spelt as the rulebook does.

    kinds: characteristic -> kind. members: word of a set characteristic -> characteristic.
    nouns: words with a meaning of their own. plurals: irregular plural -> singular.
    definitions: keyword -> the ability it stands for, where the rulebook says what it does.
    zones: the zone of play first. based: the numbers that have a base value. actions: verb -> the
    word for having it done to one. numbered: the keywords that have a number.
    parts: name of a part -> the number that may be split into it and another. relations: those of
    place between places, as they are written before an anchor. types, control: the set that types
    stand in and the player who controls; empty in a game that has no such characteristic.
    animated: the type that `animated` gives where it names none. groups: those of the sets' words.
    counters: the numbers that counters stand for.
    """

    kinds: Mapping[str, Kind]
    members: Mapping[str, str]
    nouns: Mapping[str, Selector]
    plurals: Mapping[str, str] = field(default_factory=lambda: _EMPTY)
    statuses: tuple[str, ...] = ()
    regions: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    definitions: Mapping[str, Ability] = field(default_factory=lambda: _NO_DEFINITIONS)
    based: tuple[str, ...] = ()
    actions: Mapping[str, str] = field(default_factory=lambda: _EMPTY)
    numbered: Mapping[str, Numbering] = field(default_factory=lambda: _NO_NUMBERS)
    parts: Mapping[str, str] = field(default_factory=lambda: _EMPTY)
    relations: tuple[str, ...] = ("nearby", "adjacent to", "in front of")
    types: str = TYPES
    control: str = CONTROL
    animated: str = ""
    groups: tuple[WordGroup, ...] = ()
    counters: tuple[str, ...] = ()

    def groups_for(self, characteristic: str) -> tuple[WordGroup, ...]:
        """The groups of a set's own words; for the set of types, what belongs to types too."""
        return tuple(
            one
            for one in self.groups
            if one.characteristic == characteristic or (one.types and characteristic == self.types)
        )

    def singulars(self, word: str) -> tuple[str, ...]:
        """The word itself and what it may be the plural of, most likely first."""
        found = [word]
        if word in self.plurals:
            found.append(self.plurals[word])
        if word.endswith("ies"):
            found += [word[:-3] + "y", word[:-1]]
        if word.endswith("es"):
            found.append(word[:-2])
        if word.endswith("s"):
            found.append(word[:-1])
        return tuple(found)

    def keyword(self, word: str) -> str | None:
        """The keyword as the rulebook spells it."""
        return spelt(word, self.keywords)

    def with_number(self, text: str) -> tuple[str, str] | None:
        """A keyword and the number written behind it; without one where it needs none."""
        keyword, number = self.keyword(text), ""
        if keyword is None:
            stem, _, number = text.rpartition(" ")
            keyword = self.keyword(stem.rstrip())
        numbering = self.numbered.get(keyword or "")
        if keyword is None or numbering is None:
            return None if keyword is None or number else (keyword, "")
        if not number:
            return None if numbering.alone is None else (keyword, "")
        known = re.fullmatch(rf"{re.escape(numbering.sign)}\d{{1,9}}", number)
        return (keyword, number) if known else None

    def player(self, word: str) -> str | None:
        """A player of the scenario."""
        return word if word in self.players else None

    def with_names(self, players: Iterable[str], ids: Iterable[str]) -> Vocabulary:
        """This vocabulary with a scenario's players and object ids."""
        return replace(self, players=tuple(players), ids=tuple(ids))

    def with_keywords(self, names: Iterable[str]) -> Vocabulary:
        """This vocabulary with more keywords: the names of abilities that cards give."""
        return replace(self, keywords=tuple(dict.fromkeys((*self.keywords, *names))))

    @property
    def behind(self) -> tuple[str, ...]:
        """The nouns that stand behind others: `at rest`."""
        return _standing_behind(tuple(self.nouns))

    @property
    def all_nouns(self) -> tuple[str, ...]:
        """Every word that can stand for objects, for suggestions."""
        return (*self.nouns, *self.members, *self.statuses, *self.regions)


def spelt(word: str, known: Iterable[str]) -> str | None:
    """The first of the known words that the word is, upper and lower case aside."""
    return _by_lower_case(tuple(known)).get(word.lower())


@lru_cache(maxsize=256)
def _by_lower_case(known: tuple[str, ...]) -> Mapping[str, str]:
    return {word.lower(): word for word in reversed(known)}


@lru_cache(maxsize=64)
def _standing_behind(nouns: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(filter(stands_behind, nouns))
