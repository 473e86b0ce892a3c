"""What a term of the algebra reads: the cells of objects that it looks at, beside what it holds.

Each selector, player, value and condition has its `reads`; what stands inside it has its own.
Every reader that asks what is looked at knows these kinds of reading, and no term by its name.
Words, abilities, statuses and names are *present* or not; what only asks for presence can be
lifted by what becomes present. Numbers, players and places are not of that kind.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from layerlaw.model.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class ReadWord:
    """Whether an object has a word of a set; None: any word that another has too."""

    characteristic: str
    word: str | None


@dataclass(frozen=True, slots=True)
class ReadAbility:
    """Whether an object has an ability that works, of the keyword; None: any."""

    keyword: str | None


@dataclass(frozen=True, slots=True)
class ReadStatus:
    """Whether an object has a status."""

    status: str


@dataclass(frozen=True, slots=True)
class ReadName:
    """Whether an object has the name; part: or one that goes on behind it; None: the chosen one."""

    name: str | None
    part: bool = False


@dataclass(frozen=True, slots=True)
class ReadNumber:
    """A number of the one object that is meant, or of each of several."""

    characteristic: str


@dataclass(frozen=True, slots=True)
class ReadKeywordNumber:
    """The number of a keyword of the one object that is meant, or of each candidate."""

    keyword: str


@dataclass(frozen=True, slots=True)
class ReadController:
    """Who controls an object: the candidate, the one that is meant, or the effect's source.

    of: "source" is not looked at where a player used the effect.
    """

    of: Literal["candidate", "meant", "source"]


@dataclass(frozen=True, slots=True)
class ReadRegion:
    """In which region of the space objects are."""


@dataclass(frozen=True, slots=True)
class ReadRelation:
    """Which objects stand in a relation of place."""

    relation: str


@dataclass(frozen=True, slots=True)
class ReadCarried:
    """Whether the source is something that is carried."""


ReadCell = (
    ReadWord
    | ReadAbility
    | ReadStatus
    | ReadName
    | ReadNumber
    | ReadKeywordNumber
    | ReadController
    | ReadRegion
    | ReadRelation
    | ReadCarried
)
ReadCells = tuple[ReadCell, ...]


class ReadsNothing:
    """A term that looks at nothing that effects change, or only by what stands inside it."""

    __slots__ = ()
    reads: ClassVar[ReadCells] = ()


class Denies:
    """A term that selects or holds where something is not there: what it reads never lifts it."""

    __slots__ = ()
