"""The effect algebra: selectors, values, conditions and operations as frozen trees.

The same tree is evaluated, printed, analysed for what it reads and writes, and certified, so
nothing in it is a callable. Words that a rulebook defines ("allies") are bound when they are
parsed: a `Noun` keeps the word for printing and its meaning for evaluation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Comparator = Literal["=", "!=", "<", "<=", ">", ">="]
ArithmeticSign = Literal["+", "-", "*", "/", "%"]
Relation = Literal[
    "nearby", "adjacent", "here", "occupying", "atop", "above", "below", "in front of"
]

# --- selectors: which objects -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Everything:
    """Every object in play."""


@dataclass(frozen=True, slots=True)
class Self:
    """The source of the effect."""


@dataclass(frozen=True, slots=True)
class It:
    """The candidate that is being looked at (in conditions of durations: each target)."""


@dataclass(frozen=True, slots=True)
class Target:
    """What was chosen when the effect's spell or ability was used."""


@dataclass(frozen=True, slots=True)
class Bearer:
    """The object that carries the source."""


@dataclass(frozen=True, slots=True)
class Identified:
    """One object of a scenario, by its id."""

    id: str


@dataclass(frozen=True, slots=True)
class Member:
    """Objects whose set characteristic (types, subtypes) contains the word."""

    characteristic: str
    word: str


@dataclass(frozen=True, slots=True)
class Noun:
    """A word of the rulebook's vocabulary with its meaning."""

    word: str
    meaning: Selector


@dataclass(frozen=True, slots=True)
class Named:
    """Objects with this name."""

    name: str


@dataclass(frozen=True, slots=True)
class HasStatus:
    """Objects that have a status of the rulebook (silenced, disabled, tapped)."""

    status: str


@dataclass(frozen=True, slots=True)
class Controlled:
    """Objects controlled by a player."""

    by: Player


@dataclass(frozen=True, slots=True)
class Owned:
    """Objects owned by a player."""

    by: Player


@dataclass(frozen=True, slots=True)
class HasAbility:
    """Objects that have the keyword; with no keyword, objects that have any ability."""

    keyword: str | None


@dataclass(frozen=True, slots=True)
class Compared:
    """Objects for which a comparison holds; `It` in the values is the object itself."""

    left: Value
    comparator: Comparator
    right: Value


@dataclass(frozen=True, slots=True)
class Placed:
    """Objects standing in a relation of place to any object that `anchor` selects."""

    relation: Relation
    anchor: Selector


@dataclass(frozen=True, slots=True)
class InRegion:
    """Objects in a region of the space (surface, underground, underwater, void)."""

    region: str


@dataclass(frozen=True, slots=True)
class InZone:
    """Objects in a zone; a selector without one means the rulebook's zone of play."""

    zone: str


@dataclass(frozen=True, slots=True)
class Sharing:
    """Objects that have a word of a set characteristic in common with something selected."""

    characteristic: str
    with_: Selector


@dataclass(frozen=True, slots=True)
class EnteredThisTurn:
    """Objects that entered play this turn and have not been hidden since."""


@dataclass(frozen=True, slots=True)
class ChosenName:
    """Objects with the name that was chosen when the source entered or its ability was used."""


@dataclass(frozen=True, slots=True)
class Players:
    """The players meant, as objects of their own (`None`: every player)."""

    who: Player | None


@dataclass(frozen=True, slots=True)
class AtSquares:
    """Objects on at least one of these squares."""

    squares: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bearing:
    """Objects that carry something `borne` selects."""

    borne: Selector


@dataclass(frozen=True, slots=True)
class BorneBy:
    """Objects carried by something `bearer` selects."""

    bearer: Selector


@dataclass(frozen=True, slots=True)
class Not:
    """Objects that the inner selector does not select."""

    inner: Selector


@dataclass(frozen=True, slots=True)
class Both:
    """Objects that every inner selector selects."""

    inner: tuple[Selector, ...]


@dataclass(frozen=True, slots=True)
class Either:
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
    | InRegion
    | InZone
    | Sharing
    | EnteredThisTurn
    | ChosenName
    | Players
    | AtSquares
    | Bearing
    | BorneBy
    | Not
    | Both
    | Either
)

# --- players and values: how much, and who ------------------------------------------------


@dataclass(frozen=True, slots=True)
class You:
    """The controller of a static effect's source; the player who used a resolved one."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """Any player who is not `You`."""


@dataclass(frozen=True, slots=True)
class NamedPlayer:
    """A player of the scenario."""

    name: str


@dataclass(frozen=True, slots=True)
class ControllerOf:
    """The controller of the one object selected."""

    of: Selector


@dataclass(frozen=True, slots=True)
class OwnerOf:
    """The owner of the one object selected."""

    of: Selector


Player = You | Opponent | NamedPlayer | ControllerOf | OwnerOf


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number."""

    value: int


@dataclass(frozen=True, slots=True)
class Read:
    """A number characteristic of the one object selected; a missing number reads as 0."""

    characteristic: str
    of: Selector


@dataclass(frozen=True, slots=True)
class ChosenNumber:
    """The number that was chosen when the source entered or its ability was used; else 0."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """For each object (`It`) the number read when the effect resolved; 0 for any other."""

    numbers: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Count:
    """How many objects are selected."""

    among: Selector


@dataclass(frozen=True, slots=True)
class Summary:
    """The sum, the highest or the lowest of a number characteristic; 0 over no object."""

    how: Literal["total", "highest", "lowest"]
    characteristic: str
    among: Selector


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Two values added, subtracted, multiplied, divided (rounded down), or what is left over.

    Division by 0 gives 0.
    """

    left: Value
    sign: ArithmeticSign
    right: Value


Value = Number | Read | ChosenNumber | Recorded | Count | Summary | Arithmetic

# --- conditions ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Matches:
    """The subject exists in play and every object it selects is also selected by `what`."""

    subject: Selector
    what: Selector


@dataclass(frozen=True, slots=True)
class Exists:
    """At least one object is selected."""

    what: Selector


@dataclass(frozen=True, slots=True)
class Holds:
    """A comparison of two values."""

    left: Value
    comparator: Comparator
    right: Value


@dataclass(frozen=True, slots=True)
class Negation:
    """The inner condition does not hold."""

    inner: Condition


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every inner condition holds."""

    inner: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Some inner condition holds."""

    inner: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class TurnOf:
    """It is a turn of the player meant."""

    player: Player


Condition = TurnOf | Matches | Exists | Holds | Negation | AllOf | AnyOf

# --- operations: what is done to an object in scope ---------------------------------------


@dataclass(frozen=True, slots=True)
class SetNumber:
    """A number characteristic becomes the value; a missing number comes into being."""

    characteristic: str
    value: Value


@dataclass(frozen=True, slots=True)
class FixNumber:
    """A number characteristic becomes the value and nothing changes it any more."""

    characteristic: str
    value: Value


@dataclass(frozen=True, slots=True)
class ChangeNumber:
    """A number characteristic goes up (+), down (-) or is multiplied (*); missing stays missing.

    least: going down it stops there; what was lower before stays.
    """

    characteristic: str
    sign: ArithmeticSign
    value: Value
    least: int | None = None


@dataclass(frozen=True, slots=True)
class Limit:
    """A number characteristic is raised to at least, or cut to at most, the value."""

    characteristic: str
    how: Literal["at least", "at most"]
    value: Value


@dataclass(frozen=True, slots=True)
class Swap:
    """Two number characteristics of the object change places."""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class SetMembers:
    """A set characteristic becomes exactly these words."""

    characteristic: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AddMembers:
    """These words join a set characteristic."""

    characteristic: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AddMembersOf:
    """The words that a set characteristic of anything selected has join the object's own."""

    characteristic: str
    of: Selector


@dataclass(frozen=True, slots=True)
class RemoveMembers:
    """These words leave a set characteristic."""

    characteristic: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReplaceMember:
    """If the object has the old word, it has the new one instead."""

    characteristic: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class SetPlayer:
    """A player characteristic (controller) becomes the player."""

    characteristic: str
    player: Player


@dataclass(frozen=True, slots=True)
class Gain:
    """The object gains an ability."""

    ability: Ability


@dataclass(frozen=True, slots=True)
class Lose:
    """The object loses the keyword (under policy `loss: bar` it cannot have it again)."""

    keyword: str


@dataclass(frozen=True, slots=True)
class LoseAll:
    """The object loses all abilities but the named ones."""

    but: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetStatus:
    """The object gets a status of the rulebook, with what the rulebook says it does."""

    status: str


@dataclass(frozen=True, slots=True)
class Animate:
    """The object gets a type in addition to its own, by animation."""

    type: str


@dataclass(frozen=True, slots=True)
class CopyOf:
    """The object has what is copiable of the one object selected."""

    of: Selector


@dataclass(frozen=True, slots=True)
class CantHave:
    """The object loses the keyword and cannot have it."""

    keyword: str


@dataclass(frozen=True, slots=True)
class CantBeControlledBy:
    """Control returns to the owner if that player has it, and cannot pass to that player."""

    player: Player


@dataclass(frozen=True, slots=True)
class CantBeModified:
    """No other effect applies to the object."""


@dataclass(frozen=True, slots=True)
class Permission:
    """The object (or player) can, or can't, do something, perhaps to what `to` selects.

    passive: it is what is done to the object ("can't be attacked"); `to` is then by whom.
    """

    allowed: bool
    action: str
    to: Selector | None = None
    passive: bool = False


@dataclass(frozen=True, slots=True)
class Ignore:
    """What forbids the object an action is ignored, if its source is selected (None: all)."""

    action: str
    source: Selector | None = None
    passive: bool = False


@dataclass(frozen=True, slots=True)
class Redirect:
    """What would be put into a zone (None: any) when it changes zones goes to another instead."""

    to: str
    instead_of: str | None = None


Operation = (
    SetNumber
    | FixNumber
    | ChangeNumber
    | Limit
    | Swap
    | SetMembers
    | AddMembers
    | AddMembersOf
    | RemoveMembers
    | ReplaceMember
    | SetPlayer
    | Gain
    | Lose
    | LoseAll
    | SetStatus
    | Animate
    | CopyOf
    | CantHave
    | CantBeControlledBy
    | CantBeModified
    | Permission
    | Ignore
    | Redirect
)

# --- abilities ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Instruction:
    """One selector and what is done to the objects it selects.

    `locked` says when the set is chosen: True at resolution, False anew each time, None as the
    rulebook's policy `resolved set` says.
    """

    scope: Selector
    operations: tuple[Operation, ...]
    locked: bool | None = None


@dataclass(frozen=True, slots=True)
class EndOfTurn:
    """Until the turn ends."""


@dataclass(frozen=True, slots=True)
class YourNextTurn:
    """Until the next turn of the player who used the effect begins."""


@dataclass(frozen=True, slots=True)
class EndOfNextTurn:
    """Until the end of the next turn of the player who used the effect, or of an opponent."""

    yours: bool = True


@dataclass(frozen=True, slots=True)
class RestOfGame:
    """For the rest of the game, whatever becomes of the source."""


@dataclass(frozen=True, slots=True)
class SourceLeaves:
    """Until the source leaves play."""


@dataclass(frozen=True, slots=True)
class UntilFact:
    """Until the condition holds on a complete derivation, examined for each object (`It`)."""

    condition: Condition


Duration = EndOfTurn | YourNextTurn | EndOfNextTurn | RestOfGame | SourceLeaves | UntilFact


@dataclass(frozen=True, slots=True)
class Ability:
    """One ability: a keyword, or a line of text; its instructions are one effect.

    keyword: the keyword's name, or None for a line of text.
    instructions: what its continuous effect does; empty for an ability without one.
    condition: "as long as"; only for static effects.
    until: how long a resolved effect lasts; None: as the rulebook's policy `no duration` says.
    zones: where its bearer has to be for it to work; empty is the zone of play.
    layer: the layer in which all of it works, whatever it does; only for rules of the rulebook.
    """

    keyword: str | None
    instructions: tuple[Instruction, ...] = ()
    condition: Condition | None = None
    until: Duration | None = None
    zones: tuple[str, ...] = ()
    layer: str | None = None
