"""Random pieces of the notation: keywords, selectors, values, players and conditions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from layerlaw.model.algebra import (
    Ability,
    Arithmetic,
    ArithmeticSign,
    AtSquares,
    Bearer,
    Bearing,
    BorneBy,
    Both,
    CameFrom,
    ChosenName,
    ChosenNumber,
    Comparator,
    Compared,
    Condition,
    Connected,
    Controlled,
    ControllerOf,
    Count,
    CountWords,
    Did,
    Either,
    EnteredThisTurn,
    Everything,
    Exceeding,
    Exists,
    HasAbility,
    HasStatus,
    Holds,
    Identified,
    InRegion,
    InZone,
    It,
    Linked,
    Matches,
    Member,
    Named,
    Negation,
    Not,
    Number,
    Opponent,
    Owned,
    OwnerOf,
    Period,
    Placed,
    Player,
    Players,
    PrintedToken,
    Read,
    ReadPart,
    Relation,
    Selector,
    Self,
    Sharing,
    Summary,
    Target,
    Times,
    TurnOf,
    Value,
    You,
)
from layerlaw.model.algebra.chosen import CHOSEN_OBJECT
from layerlaw.model.algebra.infinite import INFINITE
from layerlaw.model.rulebooks.rulebook import Rulebook

T = TypeVar("T")
KEYWORDS = ("Airborne", "Stealth", "Voidwalk")
SUBTYPES = ("mortal", "beast", "undead", "monster")
KINDS = (
    "silence", "control", "types", "abilities", "power", "other numbers", "permissions", "rest",
)  # fmt: skip
"""Rough kinds of operations; those of one kind mostly share a layer."""

RELATIONS: tuple[Relation, ...] = (
    "nearby", "adjacent to", "here", "occupying", "atop", "above", "below", "in front of",
)  # fmt: skip
SIGNS: tuple[ArithmeticSign, ...] = ("+", "-", "*", "/", "%")
SIDES: tuple[Player, ...] = (You(), Opponent())
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

    def zones(self) -> tuple[str, ...]:
        """Zones that are looked at: mostly the second one, and any."""
        zones = self.rulebook.zones
        return (zones[1], zones[1], *zones, "*")

    def anchor(self) -> Selector:
        """What names one object, or few."""
        some = Identified(self.pick(self.ids))
        few: tuple[Selector, ...] = (Self(), some, Target(), Bearer(), Member("types", "site"))
        return self.pick(few)

    def plain_selector(self) -> Selector:
        """One word or one relation; the wide ones, by which effects meet, are likely."""
        pick = self.pick
        wide: tuple[Selector, ...] = (
            Member("types", "minion"),
            Member("subtypes", pick(SUBTYPES)),
            Controlled(pick(SIDES)),
            HasAbility(pick((None, *KEYWORDS))),
            Compared(Read("power", It()), pick(COMPARATORS), Number(pick(range(4)))),
            Placed("nearby", Self()),
            Everything(),
        )
        narrow: tuple[Selector, ...] = (
            Identified(pick(self.ids)),
            Self(),
            Target(),
            Owned(pick(SIDES)),
            HasStatus(pick(("silenced", "disabled", "tapped"))),
            Placed(pick(RELATIONS), self.anchor()),
            InRegion(pick(("surface", "underground", "underwater", "void"))),
            Member("types", pick(("site", "artifact", "aura"))),
            AtSquares((pick((8, 7)),)),
            Named("Card 1"),
            Both((Everything(), InZone(pick(self.zones())))),
            Both((Member("types", "minion"), InZone(pick(self.zones())))),
            Sharing("subtypes", self.anchor()),
            Exceeding("subtypes", self.anchor()),
            EnteredThisTurn(),
            CameFrom(pick(self.rulebook.zones)),
            PrintedToken(),
            Did("attacked", pick((True, False))),
            self.did(),
            ChosenName(),
            Member("subtypes", "the chosen subtype"),
            Identified(CHOSEN_OBJECT),
            Linked(),
            Bearing(Everything()),
            Connected(self.anchor(), Member("types", pick(("site", "minion")))),
            BorneBy(Identified(pick(self.ids))),
        )
        return pick(pick((wide, wide, narrow)))

    def did(self) -> Did:
        """What was done, to whom or by whom, and in which time."""
        whom = self.pick((None, self.anchor(), Member("types", "minion"), Players(You())))
        period: Period = self.pick(("this turn", "since then", "at any time"))
        return Did("attacked", self.pick((True, False)), whom, period)

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
        match pick(
            ("number", "number", "its", "of", "count", "times", "summary", "arithmetic", "rare")
        ):
            case "its":
                return Read(name, It())
            case "of":
                return Read(name, self.anchor())
            case "count":
                return Count(self.selector())
            case "summary":
                how = pick(("total", "highest", "lowest", "different"))
                if how == "different":
                    return Summary("different", name, self.selector())
                if how == "total":
                    return Summary("total", name, self.selector())
                if how == "highest":
                    return Summary("highest", name, self.selector())
                return Summary("lowest", name, self.selector())
            case "arithmetic":
                return Arithmetic(Read(name, It()), pick(SIGNS), Count(self.selector()))
            case "times":
                return Times(self.pick((Self(), Players(None), self.selector())), self.did())
            case "rare":
                rare: tuple[Value, ...] = (
                    ChosenNumber(),
                    Read("base power", It()),
                    ReadPart("power", pick(("attack", "defence")), It()),
                    Summary("highest", "base power", self.selector()),
                    Number(INFINITE),
                    Read("growth", It()),
                    CountWords("subtypes", self.selector()),
                    CountWords("types", self.selector(), ("minion", "site")),
                    Read("damage", self.anchor()),
                )
                return pick(rare)
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
            TurnOf(self.pick(SIDES)),
        )
        fact = self.pick(facts)
        return self.pick((fact, fact, Negation(fact)))
