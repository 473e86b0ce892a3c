"""The alphabet: short names for the abilities out of which all small boards are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from layerlaw.model.algebra import (
    Ability,
    AddMembers,
    AddMembersOf,
    Animate,
    Arithmetic,
    Both,
    CantBeControlledBy,
    CantBeModified,
    CantBeStatus,
    CantHave,
    ChangeNumber,
    Compared,
    Condition,
    Controlled,
    CopyOf,
    Count,
    CountWords,
    Either,
    Everything,
    Exceeding,
    Exists,
    FixNumber,
    Gain,
    HasAbility,
    HasStatus,
    Holds,
    Identified,
    Instruction,
    InZone,
    It,
    KeywordNumber,
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
    Permission,
    Read,
    RemoveMembers,
    RemoveNumber,
    Rename,
    RestOfGame,
    Selector,
    Self,
    SetMembers,
    SetNumber,
    SetPlayer,
    SetStatus,
    Several,
    Summary,
    Value,
    You,
)

IDS = ("A", "B", "C")
Letter = Callable[[str, str], Ability]
"""An ability of the object that stands next to one and before another (in a ring by entry)."""

BEASTS = Member("types", "beast")
OTHERS = Both((Everything(), Not(Self())))
AIRBORNE = Ability("Airborne")
FLIERS = HasAbility("Airborne")
DEAD = Both((Everything(), InZone("cemetery")))


def line(
    who: Selector,
    *what: Operation,
    given: Condition | None = None,
    zones: tuple[str, ...] = (),
) -> Ability:
    """A line of text of one instruction."""
    return Ability(None, (Instruction(who, what),), given, zones=zones)


def always(who: Selector, *what: Operation, given: Condition | None = None) -> Letter:
    """The same line wherever it stands."""
    found = line(who, *what, given=given)
    return lambda after, before: found


def after(*what: Operation, given: Condition | None = None) -> Letter:
    """A line on the object that is next."""
    return lambda after, before: line(Identified(after), *what, given=given)


def power_of(who: Selector) -> Value:
    """The power of what is selected."""
    return Read("power", who)


def plus(number: int) -> Operation:
    """`power += N`."""
    return ChangeNumber("power", "+", Number(number))


SILENCED = SetStatus("silenced")
NO_BEAST = RemoveMembers("types", ("beast",))
STRONG = Compared(power_of(It()), ">=", Number(3))
RALLY = line(BEASTS, plus(1))
ECHO = line(OTHERS, Gain(RALLY))
QUIET = line(OTHERS, SILENCED)

SILENCE: Mapping[str, Letter] = {
    "silence next": after(SILENCED),
    "silence previous": lambda after, before: line(Identified(before), SILENCED),
    "silence others": always(OTHERS, SILENCED),
}
"""Effects that end one another: with no ability at all, every silence graph of three."""

CHANGES: Mapping[str, Letter] = {
    "silence next": SILENCE["silence next"],
    "silence others": SILENCE["silence others"],
    "silence beasts": always(BEASTS, SILENCED),
    "silence all": always(Everything(), SILENCED),
    "silence enemies": always(Controlled(Opponent()), SILENCED),
    "silence fliers": always(FLIERS, SILENCED),
    "silence the strong": always(STRONG, SILENCED),
    "next no beast": after(NO_BEAST),
    "others no beast": always(OTHERS, NO_BEAST),
    "all minions only": always(Everything(), SetMembers("types", ("minion",))),
    "all beasts": always(Everything(), AddMembers("types", ("beast",))),
    "beasts +1": always(BEASTS, plus(1)),
    "others -2": always(OTHERS, ChangeNumber("power", "-", Number(2))),
    "others -2 to no less than 1": always(OTHERS, ChangeNumber("power", "-", Number(2), 1)),
    "all doubled": always(Everything(), ChangeNumber("power", "*", Number(2))),
    "power as next": lambda after, before: line(
        Self(), SetNumber("power", Arithmetic(power_of(Identified(after)), "+", Number(1)))
    ),
    "next power by beasts": after(SetNumber("power", Count(BEASTS))),
    "power by words": always(
        OTHERS, SetNumber("power", CountWords("types", Everything(), ("minion", "beast")))
    ),
    "beasts power as the highest": always(
        BEASTS, SetNumber("power", Summary("highest", "power", Everything()))
    ),
    "each beast by its power": always(BEASTS, ChangeNumber("power", "+", power_of(It()))),
    "fixed at beasts": always(Self(), FixNumber("power", Count(BEASTS))),
    "next has no power": after(RemoveNumber("power")),
    "at least 3": always(OTHERS, Limit("power", "at least", Number(3))),
    "others lose all but Airborne": always(OTHERS, LoseAll(("Airborne",))),
    "beasts lose Airborne": always(BEASTS, Lose("Airborne")),
    "beasts can't have Airborne": always(BEASTS, CantHave("Airborne")),
    "all gain Airborne": always(Everything(), Gain(AIRBORNE)),
    "strong gain Airborne": always(STRONG, Gain(AIRBORNE)),
    "next gains a rally": after(Gain(RALLY)),
    "others gain a rally": always(OTHERS, Gain(RALLY)),
    "beasts gain an echo": always(BEASTS, Gain(ECHO)),
    "next gains quiet": after(Gain(QUIET)),
    "steal next": after(SetPlayer("controller", You())),
    "give away self": always(Self(), SetPlayer("controller", Opponent())),
    "enemies can't be yours": always(
        Controlled(Opponent()), CantBeControlledBy(You(), "controller")
    ),
    "own +1": always(Controlled(You()), plus(1)),
    "beasts can't be silenced": always(BEASTS, CantBeStatus("silenced")),
    "unmodifiable": always(Self(), CantBeModified()),
    "beasts can't attack the strong": always(BEASTS, Permission(False, "attack", STRONG)),
    "the silenced are beasts": always(HasStatus("silenced"), Animate("beast", "types")),
    "with ability +1": always(HasAbility(None), plus(1)),
    "without ability +1": always(Not(HasAbility(None)), plus(1)),
    "types of next": lambda after, before: line(Self(), AddMembersOf("types", Identified(after))),
    "others beyond next no beast": lambda after, before: line(
        Both((OTHERS, Exceeding("types", Identified(after)))), NO_BEAST
    ),
    "if beast, silence next": after(SILENCED, given=Matches(Self(), BEASTS)),
    "if another beast, +2": always(Self(), plus(2), given=Exists(Both((BEASTS, Not(Self()))))),
    "without fliers, all no beast": always(Everything(), NO_BEAST, given=Negation(Exists(FLIERS))),
    "if own strong, silence enemies": always(
        Controlled(Opponent()), SILENCED, given=Exists(Both((Controlled(You()), STRONG)))
    ),
    "if power over 2, +1": always(
        Everything(), plus(1), given=Holds(power_of(Self()), ">", Number(2))
    ),
}
"""Every kind of operation, selector, value and condition, one at a time."""

RING: Mapping[str, Letter] = {
    name: CHANGES[name]
    for name in (
        "silence next",
        "silence beasts",
        "next no beast",
        "others gain a rally",
        "power as next",
        "if another beast, +2",
        "steal next",
        "silence enemies",
        "next gains quiet",
        "beasts power as the highest",
    )
}
"""For three at a time: what makes rings, chains and parts that join, the likeliest first."""

MIXED: Mapping[str, Letter] = {
    "others silenced, +1": always(OTHERS, SILENCED, plus(1)),
    "beasts no beasts, +1": always(BEASTS, NO_BEAST, plus(1)),
    "fliers are beasts, doubled": always(
        FLIERS, AddMembers("types", ("beast",)), ChangeNumber("power", "*", Number(2))
    ),
    "next stolen, gains a rally": after(SetPlayer("controller", You()), Gain(RALLY)),
    "own lose all, +2": always(Controlled(You()), LoseAll(), plus(2)),
    "others gain Airborne, power 2": always(OTHERS, Gain(AIRBORNE), SetNumber("power", Number(2))),
    "if beast, others no beast, -2": always(
        OTHERS, NO_BEAST, ChangeNumber("power", "-", Number(2)), given=Matches(Self(), BEASTS)
    ),
    "beasts gain an echo, -3": always(BEASTS, Gain(ECHO), ChangeNumber("power", "-", Number(3))),
    "strong lose Airborne, can't attack": always(
        STRONG, Lose("Airborne"), Permission(False, "attack")
    ),
    "without fliers, enemies silenced, +1": always(
        Controlled(Opponent()), SILENCED, plus(1), given=Negation(Exists(FLIERS))
    ),
}
"""Effects with parts in two layers, where layers take one kind of operation each."""

MANY: Mapping[str, Letter] = {
    **MIXED,
    **{
        name: CHANGES[name]
        for name in (
            "silence next",
            "others no beast",
            "all beasts",
            "beasts +1",
            "others lose all but Airborne",
            "beasts gain an echo",
            "next gains quiet",
            "all gain Airborne",
            "beasts can't have Airborne",
            "power as next",
            "if another beast, +2",
            "without fliers, all no beast",
            "steal next",
            "unmodifiable",
        )
    },
}

TWO, THREE = Ability("Airborne", number="2"), Ability("Airborne", number="3")


def number_of(several: Several, of: Selector) -> Value:
    """The number of Airborne, 1 where none is written."""
    return KeywordNumber("Airborne", several, 1, of)


HIGH = Compared(number_of("total", It()), ">=", Number(3))
NUMBERED: Mapping[str, Letter] = {
    "Airborne 2": lambda after, before: TWO,
    "Airborne 3": lambda after, before: THREE,
    "next gains Airborne 3": after(Gain(THREE)),
    "all gain Airborne": always(Everything(), Gain(AIRBORNE)),
    "power as their total": always(
        Everything(), SetNumber("power", number_of("total", It())), Gain(TWO)
    ),
    "power as the highest of next": lambda after, before: line(
        Self(), SetNumber("power", number_of("highest", Identified(after)))
    ),
    "power as the lowest of next": lambda after, before: line(
        Self(), SetNumber("power", number_of("lowest", Identified(after)))
    ),
    "if high, silence next": after(
        SILENCED, given=Holds(number_of("total", Self()), ">=", Number(3))
    ),
    "high silenced": always(HIGH, SILENCED),
    "low gain Airborne": always(Not(HIGH), Gain(AIRBORNE)),
}
"""A keyword with numbers, had several times, and read."""

ZONES: Mapping[str, Letter] = {
    "silence beasts": CHANGES["silence beasts"],
    "dead lose all": always(DEAD, LoseAll()),
    "dead are beasts": always(DEAD, AddMembers("types", ("beast",))),
    "from the dead, beasts +1": lambda after, before: line(BEASTS, plus(1), zones=("cemetery",)),
    "from the dead, others silenced": lambda after, before: line(
        Either((OTHERS, DEAD)), SILENCED, zones=("cemetery",)
    ),
    "anywhere, +1 for dead beasts": lambda after, before: line(
        Everything(),
        ChangeNumber("power", "+", Count(Both((BEASTS, InZone("cemetery"))))),
        zones=("realm", "cemetery"),
    ),
    "next power by the dead": after(SetNumber("power", Count(DEAD))),
    "dead gain a rally there": always(DEAD, Gain(line(BEASTS, plus(1), zones=("cemetery",)))),
}
"""What works in another zone, or looks into it."""


def spell(*lines: Instruction) -> Ability:
    """What a spell does when it resolves, for the rest of the game."""
    return Ability(None, lines, until=RestOfGame())


REX = Named("Rex")
NAMING: Mapping[str, Letter] = {
    "others named Rex": always(OTHERS, Rename(("Rex",))),
    "beasts named Rex too": always(BEASTS, Rename(("Rex",), besides=True)),
    "next has no name": after(Rename(())),
    "Rex is no beast": always(REX, NO_BEAST),
    "Rex silenced": always(REX, SILENCED),
    "next has two names": after(Rename(("Bob", "Rex"))),
    "not Rex +1": always(Not(REX), plus(1)),
    "Rex gains an echo": always(REX, Gain(ECHO)),
}
"""What objects are called, and what asks for it."""

SPELLS: Mapping[str, Ability] = {
    "silence beasts": spell(Instruction(BEASTS, (SILENCED,))),
    "beasts +1 for each": spell(
        Instruction(BEASTS, (ChangeNumber("power", "+", Count(BEASTS)),)),
    ),
    "these beasts doubled by their power": spell(
        Instruction(BEASTS, (ChangeNumber("power", "+", power_of(It())),), locked=True),
    ),
    "enemies stolen, no beasts": spell(
        Instruction(Controlled(Opponent()), (SetPlayer("controller", You()), NO_BEAST)),
    ),
    "strong gain quiet": spell(Instruction(STRONG, (Gain(QUIET),), locked=False)),
    "A becomes a copy of B": spell(Instruction(Identified("A"), (CopyOf(Identified("B")),))),
    "objects with the power of A": spell(
        Instruction(Everything(), (SetNumber("power", power_of(Identified("A"))),)),
    ),
}
"""What resolves once, and what may be fixed then."""

LATER: Mapping[str, Letter] = {
    name: CHANGES[name]
    for name in (
        "silence next",
        "others no beast",
        "all doubled",
        "steal next",
        "next gains a rally",
        "silence the strong",
    )
}
"""What stands around a spell."""
