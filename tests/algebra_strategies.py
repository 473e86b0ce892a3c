"""Trees of the algebra in canonical form, well typed for a small vocabulary of their own."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from layerlaw.model.algebra import (
    Ability,
    AddMembers,
    AddMembersOf,
    AfterLeaving,
    Animate,
    Arithmetic,
    AtSquares,
    Bearer,
    Bearing,
    BorneBy,
    Both,
    CameFrom,
    CantBeControlledBy,
    CantBeModified,
    CantBeStatus,
    CantHave,
    ChangeNumber,
    ChosenName,
    ChosenNumber,
    Compared,
    Connected,
    Controlled,
    ControllerOf,
    ControllersNextTurn,
    CopyException,
    CopyOf,
    Count,
    CountWords,
    Did,
    EndOfNextTurn,
    EndOfTurn,
    EnterAlso,
    EnterAs,
    EnterAsCopy,
    EnterAsOneOf,
    EnteredThisTurn,
    Entering,
    EnterWith,
    Everything,
    Exceeding,
    Exists,
    FixNumber,
    Gain,
    GainActivated,
    HasAbility,
    HasStatus,
    Holds,
    Identified,
    Ignore,
    InRegion,
    Instruction,
    InZone,
    It,
    KeywordNumber,
    Limit,
    Linked,
    Lose,
    LoseAll,
    LoseStatusAsOneOf,
    Matches,
    Member,
    Named,
    NamedPlayer,
    Negation,
    Not,
    Noun,
    Number,
    Opponent,
    Owned,
    OwnerOf,
    Permission,
    Placed,
    Players,
    PrintedToken,
    Provided,
    Read,
    ReadPart,
    Redirect,
    RemoveMembers,
    RemoveNumber,
    Rename,
    ReplaceInText,
    ReplaceMember,
    RestOfGame,
    Self,
    SetMembers,
    SetNumber,
    SetPlayer,
    SetStatus,
    Sharing,
    SourceLeaves,
    Summary,
    Swap,
    Target,
    Times,
    TurnOf,
    UntilFact,
    You,
    YourNextTurn,
)
from layerlaw.model.algebra.canonical import all_of, any_of, both, either
from layerlaw.model.algebra.chosen import CHOSEN_OBJECT, CHOSEN_PLAYER
from layerlaw.model.notation.vocabulary import Numbering, Vocabulary

if TYPE_CHECKING:
    from layerlaw.model.algebra import Condition, Duration, Operation, Player, Selector, Value

MEMBERS = {
    "minion": "types",
    "site": "types",
    "artifact": "types",
    "mortal": "subtypes",
    "beast": "subtypes",
    "undead": "subtypes",
    "faerie": "subtypes",
    "witch": "subtypes",
}
MEANINGS: dict[str, Selector] = {
    "unit": Member("types", "minion"),
    "ally": Both((Controlled(You()), Member("types", "minion"))),
    "enemy": Both((Controlled(Opponent()), Member("types", "minion"))),
    "water": Compared(Read("water", It()), ">=", Number(1)),
    "dragon lord": Member("subtypes", "beast"),
    "at rest": Not(HasStatus("disabled")),
}
FLOODED = Ability(
    "Flooded", (Instruction(Self(), (ChangeNumber("water", "+", Number(1)),)),), Exists(Self())
)
WORDS = Vocabulary(
    animated="minion",
    counters=("damage",),
    kinds={
        "power": "number",
        "life": "number",
        "water": "number",
        "damage": "number",
        "types": "set",
        "subtypes": "set",
        "controller": "player",
        "abilities": "abilities",
    },
    members=MEMBERS,
    nouns=MEANINGS,
    plurals={"undead": "undead"},
    statuses=("silenced", "disabled"),
    regions=("surface", "underground", "underwater", "void"),
    zones=("realm", "cemetery", "hand", "mana zone", "out of play"),
    keywords=("Airborne", "Stealth", "Spellcaster", "Flooded", "Movement +1", "Other", "Ranged"),
    numbered={"Ranged": Numbering("", 1, "highest")},
    players=("me", "you", "Player One"),
    ids=("K1", "F"),
    definitions={"Flooded": FLOODED},
    based=("power",),
    parts={"attack": "power", "defence": "power"},
    actions={
        "attack": "attacked",
        "target": "targeted",
        "cast": "cast",
        "enter": "entered",
        "control": "controlled",
        "see": "seen",
    },
)

SETS = st.sampled_from(["types", "subtypes"])
NUMBERS = st.sampled_from(["power", "life", "water"])
KEYWORDS = st.sampled_from(WORDS.keywords)
NOUNS: st.SearchStrategy[Selector] = st.one_of(
    st.sampled_from([Noun(word, meaning) for word, meaning in MEANINGS.items()]),
    st.sampled_from([Noun(word, Member(kind, word)) for word, kind in MEMBERS.items()]),
)
COMPARATORS = st.sampled_from(["=", "!=", "<", "<=", ">", ">="])
RELATIONS = st.sampled_from(
    ["nearby", "adjacent to", "here", "occupying", "atop", "above", "below", "in front of"]
)
READ = st.sampled_from(["power", "life", "water", "base power"])
PLAYERS_MEANT: list[Selector] = [
    *(Players(None), Players(You()), Players(Opponent()), Identified("rules")),
    *(Players(NamedPlayer("me")), Players(NamedPlayer("Player One"))),
    *(Players(NamedPlayer(CHOSEN_PLAYER)), Identified(CHOSEN_OBJECT)),
]
PRONOUNS = st.sampled_from(
    [Self(), It(), Target(), Bearer(), Identified("K1"), Identified("F"), *PLAYERS_MEANT]
)
ZONES: list[Selector] = [InZone(zone) for zone in (*WORDS.zones, "*")]
OWNED_ZONES: list[Selector] = [
    Both((InZone(zone), Owned(by))) for zone in WORDS.zones for by in (You(), Opponent())
]
LEAVES: st.SearchStrategy[Selector] = st.one_of(
    NOUNS,
    PRONOUNS,
    st.sampled_from([HasStatus("silenced"), HasStatus("disabled"), Everything()]),
    st.sampled_from([Named("Foot Soldier"), Named('The "Best"'), AtSquares((7,))]),
    st.sampled_from([Named("Alice", part=True), Named('The "Be', part=True)]),
    st.sampled_from([AtSquares((7, 8)), *ZONES, *map(InRegion, WORDS.regions)]),
    st.sampled_from(
        [
            *OWNED_ZONES,
            ChosenName(),
            Member("subtypes", "the chosen subtype"),
            Linked(),
            EnteredThisTurn(),
            CameFrom("cemetery"),
            PrintedToken(),
            Not(EnteredThisTurn()),
        ]
    ),
    st.just(Member("subtypes", "the chosen subtype")),
    st.sampled_from([Did("attacked"), Did("attacked", passive=True), Not(Did("cast"))]),
    st.builds(HasAbility, st.none() | KEYWORDS),
    st.builds(Placed, RELATIONS, st.just(Self())),
)
PARTNERS = st.sampled_from(["", "players", "objects"])
SIMPLE_PLAYERS: st.SearchStrategy[Player] = st.sampled_from(
    [You(), Opponent(), *map(NamedPlayer, (*WORDS.players, CHOSEN_PLAYER))]
)


@cache
def selectors(depth: int) -> st.SearchStrategy[Selector]:
    """Selectors with at most `depth` layers of other trees in them."""
    return st.deferred(lambda: st.one_of(LEAVES, _larger(depth - 1)) if depth else LEAVES)


def _larger(depth: int) -> st.SearchStrategy[Selector]:
    inner, values = selectors(depth), values_of(depth)
    lists = st.lists(inner, min_size=2, max_size=4)
    return st.one_of(
        lists.map(both),
        lists.map(both),
        lists.map(either),
        st.builds(Not, inner),
        st.builds(Placed, RELATIONS, inner),
        st.builds(Connected, inner, inner),
        st.builds(Bearing, inner),
        st.builds(BorneBy, inner),
        dids(depth),
        st.builds(Sharing, SETS, inner),
        st.builds(Exceeding, SETS, inner),
        st.builds(Controlled, players_of(depth)),
        st.builds(Owned, players_of(depth)),
        st.builds(Compared, values, COMPARATORS, values),
    )


@cache
def dids(depth: int) -> st.SearchStrategy[Did]:
    """What was done, perhaps to something selected, or by it."""
    return st.builds(
        Did,
        st.sampled_from(["attacked", "cast"]),
        st.booleans(),
        st.none() | selectors(depth),
        st.sampled_from(["this turn", "since then", "at any time"]),
    )


@cache
def players_of(depth: int) -> st.SearchStrategy[Player]:
    """Players, some as the controller or owner of an object."""
    of = selectors(depth)
    return st.deferred(
        lambda: st.one_of(SIMPLE_PLAYERS, st.builds(ControllerOf, of), st.builds(OwnerOf, of))
    )


@cache
def values_of(depth: int, terms: int = 2) -> st.SearchStrategy[Value]:
    """Values, with at most `terms` layers of arithmetic."""
    return st.deferred(lambda: _values(depth, terms))


def _values(depth: int, terms: int) -> st.SearchStrategy[Value]:
    of = selectors(depth)
    simple: st.SearchStrategy[Value] = st.one_of(
        st.builds(Number, st.integers(-3, 9)),
        st.just(ChosenNumber()),
        st.builds(Read, READ, of),
        st.builds(ReadPart, st.just("power"), st.sampled_from(["attack", "defence"]), of),
        st.builds(KeywordNumber, st.just("Ranged"), st.just("highest"), st.just(1), of),
        st.builds(Count, of),
        st.builds(Times, of, dids(depth)),
        st.builds(CountWords, SETS, of),
        st.builds(CountWords, st.just("types"), of, st.just(("minion", "site"))),
        st.builds(
            Summary, st.sampled_from(["total", "highest", "lowest", "different"]), NUMBERS, of
        ),
    )
    if not terms:
        return simple
    inner = values_of(depth, terms - 1)
    signs = st.sampled_from(["+", "-", "*", "/", "%"])
    return st.one_of(simple, st.builds(Arithmetic, inner, signs, inner))


@cache
def conditions(depth: int) -> st.SearchStrategy[Condition]:
    """Conditions with at most `depth` layers of and, or and not."""
    return st.deferred(lambda: _conditions(depth))


def _matches(subject: Selector, what: Selector) -> Condition:
    """That X is Y; that players did not do something is the opposite of it."""
    if isinstance(subject, Players) and isinstance(what, Not) and isinstance(what.inner, Did):
        return Negation(Matches(subject, what.inner))
    return Matches(subject, what)


def _conditions(depth: int) -> st.SearchStrategy[Condition]:
    simple: st.SearchStrategy[Condition] = st.one_of(
        st.builds(_matches, SELECTORS, SELECTORS),
        st.builds(Exists, SELECTORS),
        st.sampled_from([TurnOf(You()), TurnOf(Opponent())]),
        st.builds(Holds, VALUES, COMPARATORS, VALUES),
    )
    if not depth:
        return simple
    lists = st.lists(conditions(depth - 1), min_size=2, max_size=3)
    inner = conditions(depth - 1)
    return st.one_of(simple, st.builds(Negation, inner), lists.map(all_of), lists.map(any_of))


WORKING = st.lists(st.sampled_from(WORDS.zones), max_size=2, unique=True).map(tuple)
DONE = st.sampled_from(["attack", "enter", "target", "control"])
SUFFERED = st.sampled_from(["attacked", "targeted", "cast", "seen"])
NAMED = st.lists(
    st.sampled_from(["Bear", "Toy Boat", "at, rest: of"]), max_size=2, unique=True
).map(lambda names: tuple(sorted(names)))
SELECTORS = selectors(3)
PLAYERS = players_of(2)
VALUES = values_of(2)
CONDITIONS = conditions(2)
DURATIONS: st.SearchStrategy[Duration] = st.one_of(
    st.sampled_from(
        [EndOfTurn(), YourNextTurn(), ControllersNextTurn(), SourceLeaves(), RestOfGame()]
    ),
    st.builds(EndOfNextTurn, st.booleans()),
    st.builds(UntilFact, CONDITIONS),
    st.sampled_from([AfterLeaving(EndOfTurn()), AfterLeaving(RestOfGame())]),
    st.builds(AfterLeaving, st.builds(UntilFact, CONDITIONS)),
)


@st.composite
def _members(draw: st.DrawFn, least: int) -> tuple[str, tuple[str, ...]]:
    kind = draw(st.sampled_from(["types", "subtypes"]))
    known = [word for word, its in MEMBERS.items() if its == kind]
    words = draw(st.lists(st.sampled_from(known), min_size=least, max_size=3, unique=True))
    return kind, tuple(words)


def _operations(
    given: st.SearchStrategy[Ability],
) -> st.SearchStrategy[tuple[Operation, ...]]:
    exceptions: st.SearchStrategy[CopyException] = st.one_of(
        st.builds(SetNumber, NUMBERS, st.builds(Number, st.integers(-9, 9))),
        st.just(Rename(("Boat", "Toy"))),
        _members(0).map(lambda each: SetMembers(*each)),
        _members(1).map(lambda each: AddMembers(*each)),
        _members(1).map(lambda each: RemoveMembers(*each)),
        _members(1).map(lambda each: ReplaceMember(each[0], each[1][0], each[1][-1])),
        st.builds(Gain, given),
    )
    some: st.SearchStrategy[Operation] = st.one_of(
        st.builds(SetNumber, NUMBERS, VALUES),
        st.builds(ChangeNumber, NUMBERS, st.sampled_from(["+", "-", "*"]), VALUES),
        st.builds(ChangeNumber, NUMBERS, st.just("-"), VALUES, st.integers(-2, 9)),
        st.builds(Limit, NUMBERS, st.sampled_from(["at least", "at most"]), VALUES),
        st.builds(Swap, NUMBERS, NUMBERS),
        _members(0).map(lambda each: SetMembers(*each)),
        _members(1).map(lambda each: AddMembers(*each)),
        _members(1).map(lambda each: RemoveMembers(*each)),
        _members(1).map(lambda each: ReplaceMember(each[0], each[1][0], each[1][-1])),
        st.builds(
            lambda each, line: ReplaceInText(each[0], each[1][0], each[1][-1], line),
            _members(1),
            st.booleans(),
        ),
        st.builds(SetPlayer, st.just("controller"), PLAYERS),
        st.builds(Gain, given),
        st.builds(GainActivated, SELECTORS),
        st.builds(Lose, KEYWORDS),
        st.builds(LoseAll, st.lists(KEYWORDS, max_size=3).map(tuple)),
        st.builds(SetStatus, st.sampled_from(WORDS.statuses)),
        st.builds(Animate, st.sampled_from(["minion", "artifact"]), st.just("types")),
        st.just(Animate("minion", "types", named=False)),
        st.builds(
            CopyOf,
            SELECTORS,
            st.lists(exceptions, max_size=2).map(tuple),
            st.sampled_from(("", "text", "full text")),
        ),
        st.builds(
            lambda of, but, arrivals, provided: CopyOf(of, but, "", arrivals, provided),
            SELECTORS,
            st.lists(exceptions, max_size=2).map(tuple),
            st.lists(ARRIVALS, max_size=2).map(tuple),
            st.lists(
                st.builds(
                    Provided,
                    SELECTORS,
                    st.lists(exceptions, min_size=1, max_size=2).map(tuple),
                    st.lists(ARRIVALS, max_size=1).map(tuple),
                ),
                max_size=2,
            ).map(tuple),
        ),
        st.builds(CantHave, KEYWORDS),
        st.builds(CantBeStatus, st.sampled_from(["silenced", "disabled"])),
        st.builds(CantBeControlledBy, PLAYERS, st.just("controller")),
        st.just(CantBeModified()),
        st.builds(Permission, st.booleans(), DONE, st.none() | SELECTORS),
        st.builds(Permission, st.booleans(), SUFFERED, st.none() | SELECTORS, st.just(True)),
        st.builds(Ignore, DONE, st.none() | SELECTORS, st.just(False), PARTNERS),
        st.builds(Ignore, SUFFERED, st.none() | SELECTORS, st.just(True), PARTNERS),
        st.builds(FixNumber, NUMBERS, VALUES),
        st.builds(RemoveNumber, NUMBERS),
        NAMED.map(Rename),
        NAMED.filter(bool).map(lambda names: Rename(names, besides=True)),
        st.builds(AddMembersOf, SETS, SELECTORS),
        st.builds(Redirect, st.sampled_from(WORDS.zones), st.none() | st.sampled_from(WORDS.zones)),
    )
    return st.lists(some, min_size=1, max_size=3).map(tuple)


COPIES_ENTERING = st.builds(EnterAsCopy, st.builds(CopyOf, SELECTORS))
BESIDES_ENTERING = st.builds(
    EnterAlso,
    st.lists(
        _members(1).map(lambda each: AddMembers(*each))
        | st.builds(Gain, KEYWORDS.map(lambda word: WORDS.definitions.get(word, Ability(word)))),
        min_size=1,
        max_size=2,
    ).map(tuple),
)
WAYS = st.lists(
    st.lists(
        st.builds(SetNumber, NUMBERS, st.builds(Number, st.integers(0, 9)))
        | st.builds(Gain, KEYWORDS.map(lambda word: WORDS.definitions.get(word, Ability(word)))),
        min_size=1,
        max_size=2,
    ).map(lambda but: CopyOf(Self(), tuple(but), itself=True)),
    min_size=2,
    max_size=3,
).map(tuple)
ONE_OF_SEVERAL = st.builds(EnterAsOneOf, WAYS) | st.builds(
    LoseStatusAsOneOf, st.sampled_from(WORDS.statuses), WAYS
)
ARRIVALS = st.builds(EnterWith, st.sampled_from(WORDS.counters), VALUES) | st.builds(
    EnterAs, st.sampled_from(WORDS.statuses)
)


@cache
def abilities(depth: int) -> st.SearchStrategy[Ability]:
    """Abilities that give at most `depth` layers of other abilities."""
    defined = [WORDS.definitions.get(word, Ability(word)) for word in WORDS.keywords]
    plain = [Ability(word) for word in WORDS.keywords if word not in WORDS.definitions]
    named = st.sampled_from(defined) | st.builds(replace, st.sampled_from(plain), zones=WORKING)
    return st.deferred(lambda: st.one_of(named, _written(depth - 1)) if depth else named)


def _written(depth: int) -> st.SearchStrategy[Ability]:
    locked = st.sampled_from([None, True, False])
    instruction = st.builds(Instruction, SELECTORS, _operations(abilities(depth)), locked)
    instructions = st.lists(instruction, min_size=1, max_size=2).map(tuple)
    entering = st.builds(
        Entering,
        SELECTORS,
        st.lists(
            ARRIVALS | COPIES_ENTERING | BESIDES_ENTERING | ONE_OF_SEVERAL, min_size=1, max_size=2
        ).map(tuple),
    )
    arriving = st.builds(
        lambda entering, condition: Ability(None, (), condition, entering=entering),
        st.lists(entering, min_size=1, max_size=2).map(tuple),
        st.none() | CONDITIONS,
    )
    return arriving | st.builds(
        Ability,
        st.none(),
        instructions,
        st.none() | CONDITIONS,
        st.none() | DURATIONS,
        WORKING,
    )


ABILITIES = abilities(2)
OPERATIONS = _operations(ABILITIES)
