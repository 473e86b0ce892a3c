"""Trees of the algebra in canonical form, well typed for a small vocabulary of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from layerlaw.model.algebra import (
    Ability,
    AddMembers,
    Animate,
    Arithmetic,
    AtSquares,
    Bearer,
    Bearing,
    BorneBy,
    Both,
    CantBeControlledBy,
    CantBeModified,
    CantHave,
    ChangeNumber,
    Compared,
    Controlled,
    ControllerOf,
    CopyOf,
    Count,
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
    Read,
    RemoveMembers,
    ReplaceMember,
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
    You,
    YourNextTurn,
)
from layerlaw.model.canonical import all_of, any_of, both, either
from layerlaw.model.vocabulary import Vocabulary

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
}
FLOODED = Ability(
    "Flooded", (Instruction(Self(), (ChangeNumber("water", "+", Number(1)),)),), Exists(Self())
)
WORDS = Vocabulary(
    kinds={
        "power": "number",
        "life": "number",
        "water": "number",
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
    zones=("realm", "cemetery"),
    keywords=("Airborne", "Stealth", "Spellcaster", "Flooded", "Movement +1", "Other"),
    players=("me", "you", "Player One"),
    ids=("K1", "F"),
    definitions={"Flooded": FLOODED},
)

NUMBERS = st.sampled_from(["power", "life", "water"])
KEYWORDS = st.sampled_from(WORDS.keywords)
NOUNS: st.SearchStrategy[Selector] = st.one_of(
    st.sampled_from([Noun(word, meaning) for word, meaning in MEANINGS.items()]),
    st.sampled_from([Noun(word, Member(kind, word)) for word, kind in MEMBERS.items()]),
)
COMPARATORS = st.sampled_from(["=", "!=", "<", "<=", ">", ">="])
RELATIONS = st.sampled_from(
    ["nearby", "adjacent", "here", "occupying", "atop", "above", "below", "in front of"]
)
PRONOUNS = st.sampled_from([Self(), It(), Target(), Bearer(), Identified("K1"), Identified("F")])
LEAVES: st.SearchStrategy[Selector] = st.one_of(
    NOUNS,
    PRONOUNS,
    st.sampled_from([HasStatus("silenced"), HasStatus("disabled"), Everything()]),
    st.sampled_from([Named("Foot Soldier"), Named('The "Best"'), AtSquares((7,))]),
    st.sampled_from([AtSquares((7, 8)), InZone("cemetery"), *map(InRegion, WORDS.regions)]),
    st.builds(HasAbility, st.none() | KEYWORDS),
    st.builds(Placed, RELATIONS, st.just(Self())),
)
SIMPLE_PLAYERS: st.SearchStrategy[Player] = st.sampled_from(
    [You(), Opponent(), *map(NamedPlayer, WORDS.players)]
)


def players_of(of: st.SearchStrategy[Selector]) -> st.SearchStrategy[Player]:
    """Players, some as the controller or owner of what `of` generates."""
    return st.one_of(SIMPLE_PLAYERS, st.builds(ControllerOf, of), st.builds(OwnerOf, of))


def values_of(of: st.SearchStrategy[Selector]) -> st.SearchStrategy[Value]:
    """Values, some of them of the objects that `of` generates."""
    how = st.sampled_from(["total", "highest", "lowest"])
    leaves: st.SearchStrategy[Value] = st.one_of(
        st.builds(Number, st.integers(-3, 9)),
        st.builds(Read, NUMBERS, of),
        st.builds(Count, of),
        st.builds(Summary, how, NUMBERS, of),
    )
    signs = st.sampled_from(["+", "-", "*"])
    return st.recursive(
        leaves, lambda inner: st.builds(Arithmetic, inner, signs, inner), max_leaves=4
    )


def _larger(inner: st.SearchStrategy[Selector]) -> st.SearchStrategy[Selector]:
    players, values = players_of(inner), values_of(inner)
    lists = st.lists(inner, min_size=2, max_size=4)
    return st.one_of(
        lists.map(both),
        lists.map(both),
        lists.map(either),
        st.builds(Not, inner),
        st.builds(Placed, RELATIONS, inner),
        st.builds(Bearing, inner),
        st.builds(BorneBy, inner),
        st.builds(Controlled, players),
        st.builds(Owned, players),
        st.builds(Compared, values, COMPARATORS, values),
    )


SELECTORS: st.SearchStrategy[Selector] = st.recursive(LEAVES, _larger, max_leaves=8)
PLAYERS = players_of(SELECTORS)
VALUES = values_of(SELECTORS)
CONDITIONS: st.SearchStrategy[Condition] = st.recursive(
    st.one_of(
        st.builds(Matches, SELECTORS, SELECTORS),
        st.builds(Exists, SELECTORS),
        st.builds(Holds, VALUES, COMPARATORS, VALUES),
    ),
    lambda inner: st.one_of(
        st.builds(Negation, inner),
        st.lists(inner, min_size=2, max_size=3).map(all_of),
        st.lists(inner, min_size=2, max_size=3).map(any_of),
    ),
    max_leaves=4,
)
DURATIONS: st.SearchStrategy[Duration] = st.one_of(
    st.sampled_from([EndOfTurn(), YourNextTurn(), SourceLeaves()]),
    st.builds(UntilFact, CONDITIONS),
)


@st.composite
def _members(draw: st.DrawFn, least: int) -> tuple[str, tuple[str, ...]]:
    kind = draw(st.sampled_from(["types", "subtypes"]))
    known = [word for word, its in MEMBERS.items() if its == kind]
    words = draw(st.lists(st.sampled_from(known), min_size=least, max_size=3, unique=True))
    return kind, tuple(words)


def _operations(
    abilities: st.SearchStrategy[Ability],
) -> st.SearchStrategy[tuple[Operation, ...]]:
    some: st.SearchStrategy[Operation] = st.one_of(
        st.builds(SetNumber, NUMBERS, VALUES),
        st.builds(ChangeNumber, NUMBERS, st.sampled_from(["+", "-", "*"]), VALUES),
        st.builds(Limit, NUMBERS, st.sampled_from(["at least", "at most"]), VALUES),
        st.builds(Swap, NUMBERS, NUMBERS),
        _members(0).map(lambda each: SetMembers(*each)),
        _members(1).map(lambda each: AddMembers(*each)),
        _members(1).map(lambda each: RemoveMembers(*each)),
        _members(1).map(lambda each: ReplaceMember(each[0], each[1][0], each[1][-1])),
        st.builds(SetPlayer, st.just("controller"), PLAYERS),
        st.builds(Gain, abilities),
        st.builds(Lose, KEYWORDS),
        st.builds(LoseAll, st.lists(KEYWORDS, max_size=3).map(tuple)),
        st.builds(SetStatus, st.sampled_from(WORDS.statuses)),
        st.builds(Animate, st.sampled_from(["minion", "artifact"])),
        st.builds(CopyOf, SELECTORS),
        st.builds(CantHave, KEYWORDS),
        st.builds(CantBeControlledBy, PLAYERS),
        st.just(CantBeModified()),
        st.builds(
            Permission,
            st.booleans(),
            st.sampled_from(["attack", "enter", "be targeted"]),
            st.none() | SELECTORS,
        ),
    )
    return st.lists(some, min_size=1, max_size=3).map(tuple)


NAMED_ABILITIES = KEYWORDS.map(lambda word: WORDS.definitions.get(word, Ability(word)))


def _abilities(inner: st.SearchStrategy[Ability]) -> st.SearchStrategy[Ability]:
    instructions = st.lists(
        st.builds(Instruction, SELECTORS, _operations(inner), st.sampled_from([None, True, False])),
        min_size=1,
        max_size=2,
    ).map(tuple)
    return st.builds(
        Ability, st.none(), instructions, st.none() | CONDITIONS, st.none() | DURATIONS
    )


ABILITIES: st.SearchStrategy[Ability] = st.recursive(NAMED_ABILITIES, _abilities, max_leaves=2)
OPERATIONS = _operations(ABILITIES)
