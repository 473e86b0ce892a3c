"""Abilities: instructions with their conditions, durations and zones; what gives and takes them."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, ClassVar, Literal, Protocol

from layerlaw.model.algebra import entries
from layerlaw.model.algebra.conditions import Condition
from layerlaw.model.algebra.entering import Arrival
from layerlaw.model.algebra.names import Rename
from layerlaw.model.algebra.numbers import (
    ChangeNumber,
    FixNumber,
    Limit,
    RemoveNumber,
    SetNumber,
    Swap,
)
from layerlaw.model.algebra.permissions import CantBeModified, Ignore, Permission, Redirect
from layerlaw.model.algebra.phrasing import Formed
from layerlaw.model.algebra.players import CantBeControlledBy, SetPlayer
from layerlaw.model.algebra.reads import ReadAbility, ReadCells
from layerlaw.model.algebra.sets import (
    AddMembers,
    AddMembersOf,
    Animate,
    RemoveMembers,
    ReplaceInText,
    ReplaceMember,
    SetMembers,
)
from layerlaw.model.algebra.statuses import CantBeStatus, SetStatus
from layerlaw.model.algebra.terms import ChosenNumber, Selector, Self, Value
from layerlaw.model.algebra.writes import LoseAbilities, WriteAbility, WriteCopy
from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from layerlaw.model.algebra.entries import Verbs


class AbilityNotation(entries.Notation, Protocol):
    """Writes abilities too."""

    def ability(self, ability: Ability) -> str:
        """`self: power += 1`"""


class AbilityEnglish(entries.English, Protocol):
    """Says what abilities do too."""

    def granted(self, ability: Ability) -> str:
        """The sentence of an ability in whose text the source has no name."""


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
class ControllersNextTurn:
    """Until the next turn begins of who then controls the object, for each object alone."""


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


@dataclass(frozen=True, slots=True)
class AfterLeaving:
    """A static effect goes on after its source has left, for as long as that."""

    until: Duration


Duration = (
    EndOfTurn
    | YourNextTurn
    | EndOfNextTurn
    | ControllersNextTurn
    | RestOfGame
    | SourceLeaves
    | UntilFact
    | AfterLeaving
)


@dataclass(frozen=True, slots=True)
class Ability:
    """One ability: a keyword, or a line of text; its instructions are one effect.

    keyword: the keyword's name, or None for a line of text.
    number: of a keyword with a number, the number as it is written (`3`, `+1`).
    instructions: what its continuous effect does; empty for an ability without one.
    condition: "as long as"; only for static effects.
    until: how long a resolved effect lasts; None: as the rulebook's policy `no duration` says. Of a
        static one, how long it lasts after its source has left (`AfterLeaving`); None: not at all.
    zones: where its bearer has to be for it to work; empty is the zone of play.
    layer: the layer in which all of it works, whatever it does; only for rules of the rulebook.
    defines: whether it is marked as one that defines characteristics; only for static abilities.
    anywhere: whether its zones are all that the game has, which is how they are written then.
    entering: what objects enter play with, of an ability that does nothing else.
    """

    keyword: str | None
    instructions: tuple[Instruction, ...] = ()
    condition: Condition | None = None
    until: Duration | None = None
    zones: tuple[str, ...] = ()
    layer: str | None = None
    number: str = ""
    defines: bool = False
    anywhere: bool = field(default=False, compare=False)
    entering: tuple[Entering, ...] = ()

    @property
    def leaves_effect(self) -> bool:
        """Whether an effect comes of it as it resolves."""
        return bool(self.instructions or self.entering)

    @property
    def title(self) -> str | None:
        """The keyword with its number (`Pride 3`), or None for a line of text."""
        return f"{self.keyword} {self.number}" if self.number else self.keyword


# --- operations -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Gain:
    """The object gains an ability."""

    ability: Ability

    layer_words: ClassVar = ("gain abilities", "change abilities")

    @property
    def writes(self) -> tuple[WriteAbility, ...]:
        """The ability."""
        return (WriteAbility("gain", self.ability.keyword),)

    def written(self, to: AbilityNotation) -> str:
        """`gain Airborne`, `gain [self: power += 1]`"""
        text = to.ability(self.ability)
        alone = self.ability.keyword is not None and " while in " not in text
        return f"gain {text}" if alone else f"gain [{text}]"

    def english(self, say: AbilityEnglish, verbs: Verbs) -> str:
        """`gains Airborne`"""
        if self.ability.keyword is not None:
            return f"gain{verbs.s} {self.ability.title}"
        return f'gain{verbs.s} "{say.granted(self.ability)}"'


@dataclass(frozen=True, slots=True)
class GainActivated:
    """The object gains every activated ability that anything selected has.

    found: those that were found as a spell or ability resolved, in the order of their texts; None
    where they are looked for anew. Clause: CR-608.2h.
    """

    of: Selector
    found: tuple[Ability, ...] | None = None

    layer_words: ClassVar = Gain.layer_words
    writes: ClassVar = (WriteAbility("gain", None),)
    reads: ClassVar[ReadCells] = (ReadAbility(None),)

    def written(self, to: AbilityNotation) -> str:
        """`gain all activated abilities of other creatures`"""
        # No notation stands for those that were found as something resolved.
        found = "" if self.found is None else "found "
        return f"gain all {found}activated abilities of {to.selector(self.of)}"

    def english(self, say: AbilityEnglish, verbs: Verbs) -> str:
        """`has all activated abilities of other creatures`"""
        had = "" if self.found is None else " as they were then"
        return f"{verbs.have} all activated abilities of {say.selector(self.of)}{had}"


@dataclass(frozen=True, slots=True)
class Lose(Formed):
    """The object loses the keyword (under policy `loss: bar` it cannot have it again)."""

    keyword: str

    form: ClassVar = "lose {keyword:keyword}"
    layer_words: ClassVar = ("lose abilities", "change abilities")

    @property
    def writes(self) -> tuple[WriteAbility, ...]:
        """The keyword."""
        return (WriteAbility("lose", self.keyword),)

    def english(self, say: AbilityEnglish, verbs: Verbs) -> str:
        """`loses Airborne`"""
        return f"lose{verbs.s} {self.keyword}"


@dataclass(frozen=True, slots=True)
class LoseAll:
    """The object loses all abilities but the named ones."""

    but: tuple[str, ...] = ()

    layer_words: ClassVar = ("lose abilities", "change abilities")

    @property
    def writes(self) -> tuple[LoseAbilities, ...]:
        """All other abilities."""
        return (LoseAbilities(self.but),)

    def written(self, to: AbilityNotation) -> str:
        """`lose all abilities but Airborne and Burrowing`"""
        kept = " and ".join(map(to.keyword, self.but))
        return f"lose all abilities but {kept}" if self.but else "lose all abilities"

    def english(self, say: AbilityEnglish, verbs: Verbs) -> str:
        """`loses all abilities but Airborne`"""
        kept = f" but {say.listed(self.but)}" if self.but else ""
        return f"lose{verbs.s} all abilities{kept}"


@dataclass(frozen=True, slots=True)
class CantHave(Formed):
    """The object loses the keyword and cannot have it."""

    keyword: str

    form: ClassVar = "can't have {keyword:keyword}"
    layer_words: ClassVar = ("forbid abilities", "change abilities")

    @property
    def writes(self) -> tuple[WriteAbility, ...]:
        """The keyword."""
        return (WriteAbility("bar", self.keyword),)

    def english(self, say: AbilityEnglish, verbs: Verbs) -> str:
        """`can't have Airborne`"""
        return f"can't have {self.keyword}"


CopyException = (
    SetNumber
    | RemoveNumber
    | SetMembers
    | AddMembers
    | RemoveMembers
    | ReplaceMember
    | Rename
    | Gain
)
"""What a copy can have otherwise than what it copies."""


@dataclass(frozen=True, slots=True)
class Provided:
    """What a copy has otherwise only where it is among these without it. Clause: CR-707.9f."""

    among: Selector
    but: tuple[CopyException, ...] = ()
    arrivals: tuple[Arrival, ...] = ()


@dataclass(frozen=True, slots=True)
class CopyOf:
    """The object has what is copiable of the one object selected, or the text of that.

    but: what is otherwise with the copy, and so copiable of it, too: numbers, words and names
    that are written, abilities that it has besides. Clause: CR-707.9. text: it changes the text,
    and nothing is copiable of that: the rules text, which is the abilities, or the full text,
    which is all that is copied. Clauses: CR-612.5, CR-612.6. arrivals: what it enters play with
    besides, which is not copiable. provided: what is otherwise on a condition. Both are only for
    what enters as a copy. Clauses: CR-707.9e, CR-707.9f. merging: a card that was put over the
    object, or under it, is a part of it: over, it is what that card says, with the abilities that
    it has as what it is by then; under, it has those of the card besides. What merges by an event
    alone has this; the card is what was copied. Clauses: CR-730.2a, CR-702.140e. itself: it is a
    copy of nothing else: what is copiable of it by then stays, but for what is otherwise. What
    something enters as by a choice has this alone. Clause: CR-613.2a.
    """

    of: Selector
    but: tuple[CopyException, ...] = ()
    text: Literal["", "text", "full text"] = ""
    arrivals: tuple[Arrival, ...] = ()
    provided: tuple[Provided, ...] = ()
    merging: Literal["", "over", "under"] = ""
    itself: bool = False

    writes: ClassVar = (WriteCopy(),)

    @property
    def layer_words(self) -> tuple[str, ...]:
        """`copy`, or `change text`"""
        return ("change text",) if self.text else ("copy",)

    def written(self, to: AbilityNotation) -> str:
        """`copy of target except [power := 7]`, `text := full text of target`"""
        if self.merging:
            return f"merged {self.merging}"
        if self.itself:
            return f"becomes {_bracketed(to, self.but)}"
        head = f"text := {self.text} of" if self.text else "copy of"
        parts = [f"{head} {to.selector(self.of)}"]
        if self.but or self.arrivals:
            parts.append(f"except {_bracketed(to, (*self.but, *self.arrivals))}")
        for one in self.provided:
            exceptions = _bracketed(to, (*one.but, *one.arrivals))
            parts.append(f"except if {to.selector(one.among)} {exceptions}")
        return " ".join(parts)

    def english(self, say: AbilityEnglish, verbs: Verbs) -> str:
        """`is a copy of the target, but has power 7`, `has the full text of the target`"""
        if self.merging == "over":
            return f"{verbs.be} what {verbs.its} top card says, with all {verbs.its} abilities"
        if self.merging:
            return f"{verbs.have} the abilities of the card below as well"
        if self.itself:
            return say.listed([one.english(say, verbs) for one in self.but])
        text = f"{verbs.be} {'a copy' if verbs.one else 'copies'} of {say.selector(self.of)}"
        if self.text:
            text = f"{verbs.have} the {self.text} of {say.selector(self.of)}"
        but = [one.english(say, verbs) for one in (*self.but, *self.arrivals)]
        text = f"{text}, but {say.listed(but)}" if but else text
        for one in self.provided:
            besides = say.listed([each.english(say, verbs) for each in (*one.but, *one.arrivals)])
            being = say.predicate(one.among, True, "nothing")
            text = f"{text}, and, if it is {being}, {besides}"
        return text


@dataclass(frozen=True, slots=True)
class EnterAsCopy:
    """The object enters play as a copy, as an ability says that is none of its own.

    Clauses: CR-614.12, CR-707.5.
    """

    copy: CopyOf

    def written(self, to: AbilityNotation) -> str:
        """`enters as copy of self except [gain Flying]`"""
        return f"enters as {self.copy.written(to)}"

    def english(self, say: AbilityEnglish, verbs: Verbs) -> str:
        """`enters as a copy of this`"""
        return f"enter{verbs.s} as {self.copy.english(say, entries.ONE).removeprefix('is ')}"


@dataclass(frozen=True, slots=True)
class EnterAlso:
    """What the object is from its entry on in addition to what it is, as long as it is in play.

    operations: words that join it, abilities that it gains. They are not copiable. Clauses:
    CR-614.1c, CR-707.2.
    """

    operations: tuple[Operation, ...]

    @property
    def ability(self) -> Ability:
        """`self: creature-types += mutant until it leaves`, of the object that enters"""
        return Ability(None, (self.instruction,), until=SourceLeaves())

    @property
    def instruction(self) -> Instruction:
        """`self: creature-types += mutant`"""
        return Instruction(Self(), self.operations)

    def written(self, to: AbilityNotation) -> str:
        """`enters as [creature-types += mutant]`"""
        done: list[str] = []
        for one in self.operations:
            inside = one.but if isinstance(one, CopyOf) else (one,)
            done += [each.written(to) for each in inside]
        return f"enters as [{', '.join(done)}]"

    def english(self, say: AbilityEnglish, verbs: Verbs) -> str:
        """`enters as one that also has the creature-type mutant`"""
        does = say.listed([one.english(say, verbs) for one in self.operations])
        return f"enter{verbs.s} as {'one' if verbs.one else 'ones'} that {does}"


@dataclass(frozen=True, slots=True)
class EnterAsOneOf:
    """The object enters play as one of several, of which its player chooses one by its number.

    ways: what it is, each of itself, so that it is copiable. Clauses: CR-613.2a, CR-614.1c.
    """

    ways: tuple[CopyOf, ...]
    number: Value = ChosenNumber()

    def written(self, to: AbilityNotation) -> str:
        """`enters as [power := 5, toughness := 1] or [power := 1, toughness := 5]`"""
        return f"enters {_either(to, self.ways)}"

    def english(self, say: AbilityEnglish, verbs: Verbs) -> str:
        """`enters as its player chooses: has power 5, or has power 1`"""
        ways = ", or ".join(one.english(say, verbs) for one in self.ways)
        return f"enter{verbs.s} as {verbs.its} player chooses: {ways}"


@dataclass(frozen=True, slots=True)
class LoseStatusAsOneOf:
    """The object becomes one of several as it loses a status, as the event says which.

    Clauses: CR-613.2a, CR-614.1e, CR-708.11.
    """

    status: str
    ways: tuple[CopyOf, ...]

    def written(self, to: AbilityNotation) -> str:
        """`loses face-down as [power := 5, toughness := 1] or [power := 1, toughness := 5]`"""
        return f"loses {to.keyword(self.status)} {_either(to, self.ways)}"

    def english(self, say: AbilityEnglish, verbs: Verbs) -> str:
        """`loses face-down as its player chooses: has power 5, or has power 1`"""
        ways = ", or ".join(one.english(say, verbs) for one in self.ways)
        return f"lose{verbs.s} {self.status} as {verbs.its} player chooses: {ways}"


Entrance = Arrival | EnterAsCopy | EnterAlso | EnterAsOneOf | LoseStatusAsOneOf
"""One thing with which, or as which, an object enters play, or loses a status."""


@dataclass(frozen=True, slots=True)
class Entering:
    """What those enter play with, or as, that are selected, as they would be in play.

    Of its own card an ability speaks by `self` alone. Clause: CR-614.12.
    """

    scope: Selector
    arrivals: tuple[Entrance, ...]


def _either(to: AbilityNotation, ways: tuple[CopyOf, ...]) -> str:
    return f"as {' or '.join(_bracketed(to, one.but) for one in ways)}"


def _bracketed(to: AbilityNotation, exceptions: tuple[CopyException | Arrival, ...]) -> str:
    return f"[{', '.join(one.written(to) for one in exceptions)}]"


Operation = (
    SetNumber
    | FixNumber
    | RemoveNumber
    | ChangeNumber
    | Limit
    | Swap
    | SetMembers
    | AddMembers
    | AddMembersOf
    | RemoveMembers
    | ReplaceMember
    | ReplaceInText
    | SetPlayer
    | Gain
    | GainActivated
    | Lose
    | LoseAll
    | SetStatus
    | Animate
    | CopyOf
    | Rename
    | CantHave
    | CantBeStatus
    | CantBeControlledBy
    | CantBeModified
    | Permission
    | Ignore
    | Redirect
)
