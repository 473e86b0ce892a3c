"""Random pieces of the notation: selectors, values, players, conditions, operations, abilities."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from layerlaw.model.algebra import (
    Ability,
    AddMembers,
    Animate,
    Arithmetic,
    ArithmeticSign,
    AtSquares,
    Bearer,
    Bearing,
    BorneBy,
    Both,
    CantBeControlledBy,
    CantBeModified,
    CantHave,
    ChangeNumber,
    Comparator,
    Compared,
    Condition,
    Controlled,
    ControllerOf,
    CopyOf,
    Count,
    Duration,
    Either,
    EndOfTurn,
    Everything,
    Exists,
    Gain,
    HasAbility,
    HasStatus,
    Holds,
    Identified,
    InRegion,
    Instruction,
    InZone,
    It,
    Limit,
    Lose,
    LoseAll,
    Matches,
    Member,
    Named,
    Negation,
    Not,
    Number,
    Operation,
    Opponent,
    Owned,
    OwnerOf,
    Permission,
    Placed,
    Player,
    Read,
    Relation,
    RemoveMembers,
    ReplaceMember,
    Selector,
    Self,
    SetMembers,
    SetNumber,
    SetPlayer,
    SetStatus,
    SourceLeaves,
    Summary,
    Swap,
    Target,
    UntilFact,
    Value,
    You,
    YourNextTurn,
)
from layerlaw.model.rulebook import Rulebook
from oracle.operations import words_of
from oracle.selectors import mentions_it

T = TypeVar("T")
KEYWORDS = ("Airborne", "Stealth", "Voidwalk")
SUBTYPES = ("mortal", "beast", "undead", "monster")
KINDS = ("silence", "control", "types", "abilities", "power", "other numbers", "rest")
"""Rough kinds of operations; those of one kind mostly share a layer."""

RELATIONS: tuple[Relation, ...] = (
    "nearby", "adjacent", "here", "occupying", "atop", "above", "below", "in front of",
)  # fmt: skip
SIGNS: tuple[ArithmeticSign, ...] = ("+", "-", "*")
COMPARATORS: tuple[Comparator, ...] = ("<=", ">=", "=", "!=", "<", ">")


class Pick(Protocol):
    """Picks one of several; where that matters the simplest stands first."""

    def __call__(self, options: Sequence[T], /) -> T: ...


@dataclass(frozen=True)
class Words:
    """Draws pieces of the notation about these objects, with operations of the kinds in focus."""

    pick: Pick
    ids: Sequence[str]
    rulebook: Rulebook
    focus: Sequence[str]

    def keyword(self) -> Ability:
        """A keyword as an ability, of the rulebook where it has one with instructions."""
        names = [*KEYWORDS, *(name for name, each in self.rulebook.keywords.items()
                              if each.instructions)]  # fmt: skip
        name = self.pick(names)
        return self.rulebook.keywords.get(name, Ability(name))

    def anchor(self) -> Selector:
        """What names one object, or few."""
        some = Identified(self.pick(self.ids))
        few: tuple[Selector, ...] = (Self(), some, Target(), Bearer(), Member("types", "site"))
        return self.pick(few)

    def plain_selector(self) -> Selector:
        """One word or one relation; the wide ones, by which effects meet, are likely."""
        pick = self.pick
        sides: tuple[Player, ...] = (You(), Opponent())
        wide: tuple[Selector, ...] = (
            Member("types", "minion"),
            Member("subtypes", pick(SUBTYPES)),
            Controlled(pick(sides)),
            HasAbility(pick((None, *KEYWORDS))),
            Compared(Read("power", It()), pick(COMPARATORS), Number(pick(range(4)))),
            Placed("nearby", Self()),
            Everything(),
        )
        narrow: tuple[Selector, ...] = (
            Identified(pick(self.ids)),
            Self(),
            Target(),
            Owned(pick(sides)),
            HasStatus(pick(("silenced", "disabled"))),
            Placed(pick(RELATIONS), self.anchor()),
            InRegion(pick(("surface", "underground", "underwater", "void"))),
            Member("types", pick(("site", "artifact", "aura"))),
            AtSquares((pick((8, 7)),)),
            Named("Card 1"),
            Both((Everything(), InZone(self.rulebook.zones[1]))),
            Bearing(Everything()),
            BorneBy(Identified(pick(self.ids))),
        )
        return pick(pick((wide, wide, narrow)))

    def selector(self) -> Selector:
        """One plain selector, or two joined, often without the source."""
        match self.pick(("plain", "plain", "other", "both", "either", "not")):
            case "other":
                return Both((self.plain_selector(), Not(Self())))
            case "both":
                return Both((self.plain_selector(), self.plain_selector()))
            case "either":
                return Either((self.plain_selector(), self.plain_selector()))
            case "not":
                return Not(self.plain_selector())
        return self.plain_selector()

    def value(self) -> Value:
        """A number, or what is read, counted or summed up."""
        pick = self.pick
        name = pick(("power", "life", "water"))
        match pick(("number", "number", "its", "of", "count", "summary", "arithmetic")):
            case "its":
                return Read(name, It())
            case "of":
                return Read(name, self.anchor())
            case "count":
                return Count(self.selector())
            case "summary":
                how = pick(("total", "highest", "lowest"))
                if how == "total":
                    return Summary("total", name, self.selector())
                if how == "highest":
                    return Summary("highest", name, self.selector())
                return Summary("lowest", name, self.selector())
            case "arithmetic":
                return Arithmetic(Read(name, It()), pick(SIGNS), Count(self.selector()))
        return Number(pick((1, 2, 3, 0, -1)))

    def player(self) -> Player:
        """You, an opponent, or whoever controls or owns something."""
        some = Identified(self.pick(self.ids))
        any_of: tuple[Player, ...] = (You(), Opponent(), ControllerOf(some), OwnerOf(It()))
        return self.pick(any_of)

    def condition(self) -> Condition:
        """A fact about the source or the board."""
        subjects: tuple[Selector, ...] = (Self(), It(), Identified(self.pick(self.ids)))
        subject = self.pick(subjects)
        facts: tuple[Condition, ...] = (
            Matches(subject, self.plain_selector()),
            Exists(self.selector()),
            Holds(self.value(), self.pick(COMPARATORS), self.value()),
        )
        fact = self.pick(facts)
        return self.pick((fact, fact, Negation(fact)))

    def operation(self, depth: int = 1) -> Operation:
        """An operation of a kind in focus; depth: how deep abilities are granted in abilities."""
        pick = self.pick
        word, keyword = pick(SUBTYPES), pick(KEYWORDS)
        kinds: dict[str, Sequence[Callable[[], Operation]]] = {
            "silence": (
                lambda: SetStatus("silenced"),
                lambda: SetStatus("silenced"),
                lambda: SetStatus("disabled"),
            ),
            "control": (
                lambda: SetPlayer("controller", self.player()),
                lambda: SetPlayer("controller", self.player()),
                lambda: CantBeControlledBy(self.player()),
            ),
            "types": (
                lambda: AddMembers("subtypes", (word,)),
                lambda: SetMembers("subtypes", (word,)),
                lambda: RemoveMembers("subtypes", (word,)),
                lambda: ReplaceMember("subtypes", word, pick(SUBTYPES)),
                lambda: AddMembers("types", ("minion",)),
            ),
            "abilities": (
                lambda: Gain(self.keyword()),
                lambda: Gain(self.static(depth - 1) if depth > 0 else self.keyword()),
                lambda: Gain(self.static(depth - 1) if depth > 0 else self.keyword()),
                lambda: Lose(keyword),
                lambda: LoseAll(pick(((), (keyword,)))),
                lambda: CantHave(keyword),
            ),
            "power": (
                lambda: SetNumber("power", self.value()),
                lambda: SetNumber("power", self.value()),
                lambda: ChangeNumber("power", pick(SIGNS), self.value()),
                lambda: Limit("power", "at least", self.value()),
                lambda: Swap("power", "life"),
            ),
            "other numbers": (
                lambda: SetNumber(pick(("water", "life")), self.value()),
                lambda: ChangeNumber(pick(("water", "life")), pick(SIGNS), self.value()),
                lambda: Limit(pick(("water", "power")), "at most", self.value()),
            ),
            "rest": (
                lambda: Animate("minion"),
                lambda: CantBeModified(),
                lambda: Permission(pick((True, False)), "attack", pick((None, self.selector()))),
                lambda: CopyOf(self.anchor()),
            ),
        }
        operation = pick(kinds[pick(self.focus)])()
        taken = {word for layer in self.rulebook.layers for word in layer.does}
        if taken & set(words_of(operation)):
            return operation
        return Gain(Ability(keyword))

    def instructions(self, depth: int) -> tuple[Instruction, ...]:
        """One or two instructions of one or two operations."""
        return tuple(
            Instruction(
                self.selector(),
                tuple(self.operation(depth) for _ in range(self.pick((1, 1, 2)))),
                self.pick((None, None, None, True, False)),
            )
            for _ in range(self.pick((1, 1, 2)))
        )

    def static(self, depth: int = 1) -> Ability:
        """A line of text for `has`, or to be granted."""
        condition = self.condition() if self.pick((False, False, True)) else None
        if condition is not None and mentions_it(condition):
            condition = None
        # A static ability that copies would have effects of two printed forms under one id.
        instructions = tuple(
            replace(one, operations=tuple(_but_copies(each) for each in one.operations))
            for one in self.instructions(depth)
        )
        return Ability(None, instructions, condition)

    def resolved(self) -> Ability:
        """What a spell, an entry or a use does, with every kind of duration."""
        until: Duration | None = self.pick(
            (None, None, EndOfTurn(), YourNextTurn(), SourceLeaves(), UntilFact(self.condition()))
        )
        return Ability(None, self.instructions(1), None, until)

    def entering_as_a_copy(self) -> Ability:
        """What `enters` says of a card that may enter as a copy."""
        return Ability(None, (Instruction(Self(), (CopyOf(Target()),)),))


def _but_copies(operation: Operation) -> Operation:
    return Animate("minion") if isinstance(operation, CopyOf) else operation
