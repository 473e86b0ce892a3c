"""Terms: which objects (selectors), whose (players) and how many (values), as frozen trees."""

from __future__ import annotations

from typing import ClassVar, Literal

from layerlaw.model.algebra.phrasing import Formed, Head, Stands, is_plain, stands_behind
from layerlaw.model.algebra.reads import (
    Denies,
    ReadAbility,
    ReadCarried,
    ReadCells,
    ReadController,
    ReadKeywordNumber,
    ReadName,
    ReadNumber,
    ReadRegion,
    ReadRelation,
    ReadsNothing,
    ReadStatus,
    ReadWord,
)
from layerlaw.model.dataclass import dataclass

Relation = str
"""A relation of place as it is written before an anchor: those of one place (`SAME_PLACE`), and
those that the rulebook names (`nearby`, `adjacent to`)."""
SAME_PLACE = ("here", "occupying", "atop", "above", "below")
"""The relations of objects at one place, which every space has."""


def without_anchor(relation: Relation) -> str:
    """The relation where nothing stands behind it: `adjacent to` is `adjacent` then.

    >>> without_anchor("in front of")
    'in front'
    """
    *words, last = relation.split()
    return " ".join(words) if words and last in ("to", "of", "from", "with") else relation


Comparator = Literal["=", "!=", "<", "<=", ">", ">="]
Period = Literal["this turn", "since then", "at any time"]
ArithmeticSign = Literal["+", "-", "*", "/", "%"]

CHOSEN = "the chosen "
"""What a word, a player or an id begins with that stands for what is chosen: see `chosen.py`."""
OTHER_CHOSEN = "the other chosen "
"""What a word begins with that stands for the second of two words that are chosen."""
BUT_NOT = " but not "
"""What stands before the word of a set that may not be chosen: `the chosen race but not orc`."""
SEVERAL_NAMES = " + "
"""What stands between the names of an object that has several, in the order of the alphabet."""


# --- selectors ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Everything(Head, ReadsNothing):
    """Every object in play."""


@dataclass(frozen=True, slots=True)
class Self(Head, ReadsNothing):
    """The source of the effect."""


@dataclass(frozen=True, slots=True)
class It(Head, ReadsNothing):
    """The candidate that is being looked at (in conditions of durations: each target)."""


@dataclass(frozen=True, slots=True)
class Target(Head, ReadsNothing):
    """What was chosen when the effect's spell or ability was used."""


@dataclass(frozen=True, slots=True)
class Bearer(Head):
    """The object that carries the source."""

    reads: ClassVar[ReadCells] = (ReadCarried(),)


@dataclass(frozen=True, slots=True)
class Identified(Head, ReadsNothing):
    """One object of a scenario, by its id."""

    id: str


@dataclass(frozen=True, slots=True)
class Member:
    """Objects whose set characteristic (types, subtypes) contains the word."""

    characteristic: str
    word: str

    @property
    def stands(self) -> Stands:
        """A noun; behind one, where it is what was chosen ("of the chosen race")."""
        return Stands.ANCHOR if self.word.startswith((CHOSEN, OTHER_CHOSEN)) else Stands.NOUN

    @property
    def reads(self) -> ReadCells:
        """The word."""
        return (ReadWord(self.characteristic, self.word),)


@dataclass(frozen=True, slots=True)
class Noun(ReadsNothing):
    """A word of the rulebook's vocabulary with its meaning."""

    word: str
    meaning: Selector

    @property
    def stands(self) -> Stands:
        """`at rest` stands behind other nouns."""
        return Stands.REGION if stands_behind(self.word) else Stands.NOUN


@dataclass(frozen=True, slots=True)
class Named:
    """Objects with this name; `part`: also those whose name goes on behind it, a word later."""

    name: str
    part: bool = False

    stands: ClassVar[Stands] = Stands.NAME

    @property
    def reads(self) -> ReadCells:
        """The name."""
        return (ReadName(self.name, self.part),)


@dataclass(frozen=True, slots=True)
class HasStatus:
    """Objects that have a status of the rulebook (silenced, disabled, tapped)."""

    status: str

    stands: ClassVar[Stands] = Stands.ADJECTIVE

    @property
    def reads(self) -> ReadCells:
        """The status."""
        return (ReadStatus(self.status),)


@dataclass(frozen=True, slots=True)
class Controlled:
    """Objects controlled by a player."""

    by: Player

    reads: ClassVar[ReadCells] = (ReadController("candidate"),)

    @property
    def stands(self) -> Stands:
        """Before the noun, where one word says it."""
        return Stands.WHOSE if isinstance(self.by, You | Opponent) else Stands.PLAYER


@dataclass(frozen=True, slots=True)
class Owned(ReadsNothing):
    """Objects owned by a player."""

    by: Player

    stands: ClassVar[Stands] = Stands.PLAYER


@dataclass(frozen=True, slots=True)
class HasAbility:
    """Objects that have the keyword; with no keyword, objects that have any ability."""

    keyword: str | None

    stands: ClassVar[Stands] = Stands.KEYWORD

    @property
    def reads(self) -> ReadCells:
        """The word."""
        return (ReadAbility(self.keyword),)


@dataclass(frozen=True, slots=True)
class Compared(ReadsNothing):
    """Objects for which a comparison holds; `It` in the values is the object itself."""

    left: Value
    comparator: Comparator
    right: Value

    stands: ClassVar[Stands] = Stands.NUMBER


@dataclass(frozen=True, slots=True)
class Placed:
    """Objects standing in a relation of place to any object that `anchor` selects."""

    relation: Relation
    anchor: Selector

    @property
    def reads(self) -> ReadCells:
        """Who stands in the relation."""
        return (ReadRelation(self.relation),)

    @property
    def stands(self) -> Stands:
        """Before the noun, where one word says it."""
        one_word = " " not in without_anchor(self.relation)
        near = one_word and self.relation not in SAME_PLACE and self.anchor == Self()
        return Stands.NEAR if near else Stands.RELATION


@dataclass(frozen=True, slots=True)
class Connected(Formed, ReadsNothing):
    """Objects at the places that hang together with those of something selected.

    All these places hold something that `through` selects; on which level does not matter.
    """

    anchor: Selector
    through: Selector

    form: ClassVar[str] = "connected to {anchor:anchor} through {through:anchor}"
    stands: ClassVar[Stands] = Stands.ANCHOR


@dataclass(frozen=True, slots=True)
class InRegion:
    """Objects in a region of the space (surface, underground, underwater, void)."""

    region: str

    stands: ClassVar[Stands] = Stands.REGION
    reads: ClassVar[ReadCells] = (ReadRegion(),)


@dataclass(frozen=True, slots=True)
class InZone(ReadsNothing):
    """Objects in a zone; a selector without one means the rulebook's zone of play."""

    zone: str

    stands: ClassVar[Stands] = Stands.ZONE


@dataclass(frozen=True, slots=True)
class Sharing(Formed):
    """Objects that have a word of a set characteristic in common with something selected."""

    characteristic: str
    with_: Selector

    form: ClassVar[str] = "sharing {characteristic:set} with {with_:anchor}"
    stands: ClassVar[Stands] = Stands.ANCHOR

    @property
    def reads(self) -> ReadCells:
        """Every word of the set."""
        return (ReadWord(self.characteristic, None),)


@dataclass(frozen=True, slots=True)
class Exceeding(Formed, Denies):
    """Objects that have a word of a set characteristic which nothing selected by `of` has."""

    characteristic: str
    of: Selector

    form: ClassVar[str] = "exceeding {characteristic:set} of {of:anchor}"
    stands: ClassVar[Stands] = Stands.ANCHOR

    @property
    def reads(self) -> ReadCells:
        """Every word of the set."""
        return (ReadWord(self.characteristic, None),)


@dataclass(frozen=True, slots=True)
class EnteredThisTurn(ReadsNothing):
    """Objects that entered play this turn and have not been hidden since."""

    stands: ClassVar[Stands] = Stands.LAST


@dataclass(frozen=True, slots=True)
class CameFrom(Formed, ReadsNothing):
    """Objects that were in this zone before the one in which they are."""

    zone: str

    form: ClassVar[str] = "that came from {zone:zone}"
    stands: ClassVar[Stands] = Stands.LAST


@dataclass(frozen=True, slots=True)
class PrintedToken(Formed, ReadsNothing):
    """Objects whose own card is a token, whatever they entered as a copy of."""

    form: ClassVar[str] = "printed as tokens"
    stands: ClassVar[Stands] = Stands.LAST


@dataclass(frozen=True, slots=True)
class Linked(Formed, ReadsNothing):
    """Objects with which another one is linked, as an event says."""

    form: ClassVar[str] = "linked"
    stands: ClassVar[Stands] = Stands.ADJECTIVE


@dataclass(frozen=True, slots=True)
class Did(ReadsNothing):
    """Objects and players that did something, or had it done to them (`passive`).

    deed: the rulebook's word behind "has": `attacked`. whom: to whom they did it, or who did it to
    them, as that is now, in whatever zone. period: `since then` is since the effect began, or its
    source came to its zone; `at any time` is in whatever turn. What became a new object did nothing
    yet.
    """

    deed: str
    passive: bool = False
    whom: Selector | None = None
    period: Period = "this turn"

    stands: ClassVar[Stands] = Stands.LAST


@dataclass(frozen=True, slots=True)
class ChosenName:
    """Objects with the name that was chosen when the source entered or its ability was used."""

    stands: ClassVar[Stands] = Stands.NAME
    reads: ClassVar[ReadCells] = (ReadName(None),)


@dataclass(frozen=True, slots=True)
class Players(Head, ReadsNothing):
    """The players meant, as objects of their own (`None`: every player)."""

    who: Player | None


@dataclass(frozen=True, slots=True)
class AtSquares(Formed, ReadsNothing):
    """Objects on at least one of these squares."""

    squares: tuple[int, ...]

    form: ClassVar[str] = "at {squares:squares}"
    stands: ClassVar[Stands] = Stands.SQUARES


@dataclass(frozen=True, slots=True)
class Bearing(Formed, ReadsNothing):
    """Objects that carry something `borne` selects."""

    borne: Selector

    form: ClassVar[str] = "bearing {borne:anchor}"
    stands: ClassVar[Stands] = Stands.ANCHOR


@dataclass(frozen=True, slots=True)
class BorneBy(Formed, ReadsNothing):
    """Objects carried by something `bearer` selects."""

    bearer: Selector

    form: ClassVar[str] = "carried by {bearer:anchor}"
    stands: ClassVar[Stands] = Stands.ANCHOR


@dataclass(frozen=True, slots=True)
class Not(Denies, ReadsNothing):
    """Objects that the inner selector does not select."""

    inner: Selector

    @property
    def stands(self) -> Stands:
        """Before the noun, where one word says it; last, where nothing else fits."""
        if isinstance(self.inner, HasAbility):
            return Stands.KEYWORD
        if self.inner == Self():
            return Stands.OTHER
        return Stands.UNLIKE if is_adjective(self.inner) else Stands.LAST


@dataclass(frozen=True, slots=True)
class Both(Head, ReadsNothing):
    """Objects that every inner selector selects."""

    inner: tuple[Selector, ...]


@dataclass(frozen=True, slots=True)
class Either(Head, ReadsNothing):
    """Objects that some inner selector selects."""

    inner: tuple[Selector, ...]


Selector = (
    Everything
    | Self
    | It
    | Target
    | Bearer
    | Identified
    | Member
    | Noun
    | Named
    | HasStatus
    | Controlled
    | Owned
    | HasAbility
    | Compared
    | Placed
    | Connected
    | InRegion
    | InZone
    | Sharing
    | Exceeding
    | EnteredThisTurn
    | CameFrom
    | Linked
    | PrintedToken
    | Did
    | ChosenName
    | Players
    | AtSquares
    | Bearing
    | BorneBy
    | Not
    | Both
    | Either
)


def is_adjective(selector: Selector) -> bool:
    """Whether the selector is one word that can be written right behind "non-"."""
    match selector:
        case Noun(word) | Member(_, word) | HasStatus(word):
            return is_plain(word)
        case _:
            return False


# --- players and values ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class You:
    """The controller of a static effect's source; the player who used a resolved one."""

    reads: ClassVar[ReadCells] = (ReadController("source"),)


@dataclass(frozen=True, slots=True)
class Opponent:
    """Any player who is not `You`."""

    reads: ClassVar[ReadCells] = (ReadController("source"),)


@dataclass(frozen=True, slots=True)
class NamedPlayer(ReadsNothing):
    """A player of the scenario."""

    name: str


@dataclass(frozen=True, slots=True)
class ControllerOf:
    """The controller of the one object selected."""

    of: Selector

    reads: ClassVar[ReadCells] = (ReadController("meant"),)


@dataclass(frozen=True, slots=True)
class OwnerOf(ReadsNothing):
    """The owner of the one object selected."""

    of: Selector


@dataclass(frozen=True, slots=True)
class RecordedPlayer(ReadsNothing):
    """For each object (`It`) the player meant when the effect resolved; nobody for any other."""

    players: tuple[tuple[str, str], ...]


Player = You | Opponent | NamedPlayer | ControllerOf | OwnerOf | RecordedPlayer


@dataclass(frozen=True, slots=True)
class Number(ReadsNothing):
    """A whole number."""

    value: int


@dataclass(frozen=True, slots=True)
class OwnNumber(Number):
    """The N of a keyword with a number, where the rulebook says what the keyword does.

    `with_keywords` puts the number in its place before anything is worked out.
    """

    value: int = 0


@dataclass(frozen=True, slots=True)
class Read:
    """A number characteristic of the one object selected; a missing number reads as 0."""

    characteristic: str
    of: Selector

    @property
    def reads(self) -> ReadCells:
        """The number."""
        return (ReadNumber(self.characteristic),)


Several = Literal["total", "highest", "lowest"]
"""What the numbers of a keyword come to that an object has several times."""


@dataclass(frozen=True, slots=True)
class KeywordNumber:
    """The number of a keyword that the one object selected has; 0 without it.

    several: what several come to. alone: the number where none is written.
    """

    keyword: str
    several: Several
    alone: int
    of: Selector

    @property
    def reads(self) -> ReadCells:
        """The keyword, with its numbers."""
        return (ReadKeywordNumber(self.keyword),)


@dataclass(frozen=True, slots=True)
class ReadPart:
    """One of the two numbers that a characteristic of the one object selected may be split into.

    part: its name in the rulebook. Where the number is one, it is that number.
    """

    characteristic: str
    part: str
    of: Selector

    @property
    def reads(self) -> ReadCells:
        """The number."""
        return (ReadNumber(self.characteristic),)


@dataclass(frozen=True, slots=True)
class ChosenNumber(Formed, ReadsNothing):
    """The number that was chosen when the source entered or its ability was used; else 0."""

    form: ClassVar[str] = "chosen number"


@dataclass(frozen=True, slots=True)
class Recorded(ReadsNothing):
    """For each object (`It`) the number read when the effect resolved; 0 for any other."""

    numbers: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Count(ReadsNothing):
    """How many objects are selected."""

    among: Selector


SummaryKind = Literal["total", "highest", "lowest", "different"]


@dataclass(frozen=True, slots=True)
class Times(ReadsNothing):
    """How often those that are selected did something, or had it done to them."""

    who: Selector
    did: Did


@dataclass(frozen=True, slots=True)
class Summary:
    """The sum, the highest or the lowest of a number characteristic, or how many different ones
    there are; 0 over no object."""

    how: SummaryKind
    characteristic: str
    among: Selector

    @property
    def reads(self) -> ReadCells:
        """The number."""
        return (ReadNumber(self.characteristic),)


@dataclass(frozen=True, slots=True)
class CountWords:
    """How many different words of a set the objects selected have between them.

    words: the only ones that count; none: all do. group: the rulebook's name for these words.
    """

    characteristic: str
    among: Selector
    words: tuple[str, ...] = ()
    group: str = ""

    @property
    def reads(self) -> ReadCells:
        """Every word of the set."""
        return (ReadWord(self.characteristic, None),)


@dataclass(frozen=True, slots=True)
class Arithmetic(ReadsNothing):
    """Two values added, subtracted, multiplied, divided (rounded down), or what is left over.

    Division by 0 gives 0.
    """

    left: Value
    sign: ArithmeticSign
    right: Value


Value = (
    Number
    | Read
    | KeywordNumber
    | ReadPart
    | ChosenNumber
    | Recorded
    | Count
    | Times
    | Summary
    | CountWords
    | Arithmetic
)
