"""The notation: everything that its description documents parses, mistakes are explained."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from algebra_strategies import FLOODED, MEANINGS, MEMBERS, WORDS
from layerlaw.model.algebra import (
    Ability,
    AllOf,
    Arithmetic,
    Both,
    CantBeModified,
    ChangeNumber,
    Compared,
    Controlled,
    Count,
    Either,
    EndOfTurn,
    Everything,
    Exists,
    Gain,
    HasAbility,
    HasStatus,
    Identified,
    InRegion,
    Instruction,
    InZone,
    It,
    LoseAll,
    Matches,
    Member,
    NamedPlayer,
    Negation,
    Not,
    Noun,
    Number,
    Opponent,
    OwnerOf,
    Permission,
    Placed,
    Read,
    ReplaceMember,
    Self,
    SetMembers,
    SetPlayer,
    SetStatus,
    SourceLeaves,
    UntilFact,
    You,
)
from layerlaw.model.errors import NotationError
from layerlaw.model.notation.parsing import (
    parse_ability,
    parse_condition,
    parse_duration,
    parse_operations,
    parse_scope,
    parse_selector,
    parse_value,
)

if TYPE_CHECKING:
    from layerlaw.model.algebra import Condition, Operation, Selector

README = Path(__file__).parents[2].joinpath("fixtures", "README.md").read_text(encoding="utf-8")
NAMES = {"X": "nearby mortals", "NAME": "me", "CONDITION": "self is nearby"}


def noun(word: str) -> Noun:
    """The noun as the test vocabulary binds it."""
    return Noun(word, MEANINGS[word] if word in MEANINGS else Member(MEMBERS[word], word))


def spans(section: str, rows: tuple[str, ...]) -> list[str]:
    """The pieces of notation in rows of a table, or in paragraphs, of a section of the README."""
    text = README.split(f"\n## {section}")[1].split("\n## ")[0]
    found: list[str] = []
    row = ""
    for line in text.replace("\n`", " `").splitlines():
        cells = line.split("|")
        row = (cells[1].strip() or row) if line.startswith("|") else line.split(":")[0]
        if row in rows:
            found += re.findall("`(.+?)`", line.replace("`and`", ""))
    assert found
    fills = [re.sub(r"\b(X|NAME|CONDITION)\b", lambda m: NAMES[m[0]], one) for one in found]
    return [one.replace("auras", "artifacts").replace("evil", "undead") for one in fills]


@pytest.mark.parametrize("text", spans("Selectors", ("nouns",)))
def test_documented_nouns_parse(text: str) -> None:
    """Every noun of the README is a selector alone."""
    assert parse_selector(text, WORDS)


@pytest.mark.parametrize("text", spans("Selectors", ("before",)))
def test_documented_words_before_a_noun_parse(text: str) -> None:
    """Every word of the README for the place before a noun stands there."""
    assert parse_selector(f"{text} minions", WORDS)


@pytest.mark.parametrize("text", spans("Selectors", ("behind",)))
def test_documented_words_behind_a_noun_parse(text: str) -> None:
    """Every phrase of the README for the place behind a noun stands there."""
    text = f"with power {text} 1" if re.fullmatch("[<=>!]+", text) else text
    assert parse_selector(f"minions {text}", WORDS)


@pytest.mark.parametrize(
    "text",
    spans(
        "Operations",
        (
            *("numbers", "for each", "sets", "players", "abilities"),
            *("statuses", "types", "copies", "can't", "permissions", "ignoring", "zones"),
        ),
    ),
)
def test_documented_operations_parse(text: str) -> None:
    """Every operation of the README parses."""
    assert parse_operations(text.replace(" as nearby mortals", " as artifact"), WORDS)


@pytest.mark.parametrize("text", spans("Values", ("Values",)))
def test_documented_values_parse(text: str) -> None:
    """Every value of the README parses."""
    text = re.sub(r"\b[AB]\b", "3", text)
    assert parse_value(text, WORDS)


@pytest.mark.parametrize("text", spans("Values", ("Conditions",)))
def test_documented_conditions_parse(text: str) -> None:
    """Every condition of the README parses."""
    text = re.sub(r"\b[AB]\b", "self is nearby", text)
    assert parse_condition(text, WORDS)


SELECTORS: dict[str, Selector] = {
    "objects": Everything(),
    "the other nearby Minions": Both((Not(Self()), Placed("nearby", Self()), noun("minion"))),
    "minions nearby": Both((Placed("nearby", Self()), noun("minion"))),
    "minions nearby mortals": Both((noun("minion"), Placed("nearby", noun("mortal")))),
    "disabled nearby minions": Both(
        (Placed("nearby", Self()), HasStatus("disabled"), noun("minion"))
    ),
    "your minions": Both((Controlled(You()), noun("minion"))),
    "allied minions": Both((Controlled(You()), noun("minion"))),
    "minions you control": Both((Controlled(You()), noun("minion"))),
    "enemy minions": Both((Controlled(Opponent()), noun("minion"))),
    "minions an opponent controls": Both((Controlled(Opponent()), noun("minion"))),
    "enemies": noun("enemy"),
    "faeries": noun("faerie"),
    "nearby dragon lords": Both((Placed("nearby", Self()), noun("dragon lord"))),
    "non-mortal minions": Both((Not(noun("mortal")), noun("minion"))),
    "minions but not mortals": Both((Not(noun("mortal")), noun("minion"))),
    "minions that are not mortals": Both((Not(noun("mortal")), noun("minion"))),
    "water sites": Both((noun("water"), noun("site"))),
    "minions here with power <= 1": Both(
        (noun("minion"), Compared(Read("power", It()), "<=", Number(1)), Placed("here", Self()))
    ),
    "minions here with stealth": Both(
        (noun("minion"), HasAbility("Stealth"), Placed("here", Self()))
    ),
    "minions here with mortals": Both((noun("minion"), Placed("here", noun("mortal")))),
    "minions without abilities": Both((noun("minion"), Not(HasAbility(None)))),
    "units nearby underground": Both(
        (Placed("nearby", Self()), noun("unit"), InRegion("underground"))
    ),
    "units atop nearby sites you control": Both(
        (
            noun("unit"),
            Placed("atop", Both((Controlled(You()), Placed("nearby", Self()), noun("site")))),
        )
    ),
    "(units you control) atop sites": Both(
        (Controlled(You()), noun("unit"), Placed("atop", noun("site")))
    ),
    "units adjacent to self you control": Both(
        (Controlled(You()), Placed("adjacent to", Self()), noun("unit"))
    ),
    'mortals in the cemetery or "K1"': Either(
        (Both((noun("mortal"), InZone("cemetery"))), Identified("K1"))
    ),
}


@pytest.mark.parametrize("text", SELECTORS)
def test_selectors_mean_what_english_says(text: str) -> None:
    """Different wordings of one set give one tree; what stands behind belongs to the last noun."""
    assert parse_selector(text, WORDS) == SELECTORS[text]


OPERATIONS: dict[str, tuple[Operation, ...]] = {
    "power += 1 for each mortal": (ChangeNumber("power", "+", Count(noun("mortal"))),),
    "power -= 2 for each mortal": (
        ChangeNumber("power", "-", Arithmetic(Number(2), "*", Count(noun("mortal")))),
    ),
    "double power": (ChangeNumber("power", "*", Number(2)),),
    "types := {minions, artifact}": (SetMembers("types", ("minion", "artifact")),),
    "mortal becomes beast": (ReplaceMember("subtypes", "mortal", "beast"),),
    "controller := owner of it": (SetPlayer("controller", OwnerOf(It())),),
    'controller := "you"': (SetPlayer("controller", NamedPlayer("you")),),
    "gain flooded": (Gain(FLOODED),),
    "gain [Flooded]": (Gain(FLOODED),),
    'gain "movement +1"': (Gain(Ability("Movement +1")),),
    "lose all abilities but Airborne, Stealth, silenced": (
        LoseAll(("Airborne", "Stealth")),
        SetStatus("silenced"),
    ),
    "can't be modified, can't enter self": (
        CantBeModified(),
        Permission(False, "enter", Self()),
    ),
}


@pytest.mark.parametrize("text", OPERATIONS)
def test_operations_are_bound_to_the_rulebook(text: str) -> None:
    """Words of operations take their meaning from the vocabulary."""
    assert parse_operations(text, WORDS) == (OPERATIONS[text], None, None, ())


CONDITIONS: dict[str, Condition] = {
    "self is underground": Matches(Self(), InRegion("underground")),
    "self is not a mortal": Matches(Self(), Not(noun("mortal"))),
    "not self is a mortal": Negation(Matches(Self(), noun("mortal"))),
    "self is not adjacent to (allied minions with Spellcaster)": Matches(
        Self(),
        Not(
            Placed(
                "adjacent to", Both((Controlled(You()), noun("minion"), HasAbility("Spellcaster")))
            )
        ),
    ),
    "it does not have Stealth": Matches(It(), Not(HasAbility("Stealth"))),
    "there are no sites": Negation(Exists(noun("site"))),
    "there is a site and self is nearby and self is here": AllOf(
        (
            Exists(noun("site")),
            Matches(Self(), Placed("nearby", Self())),
            Matches(Self(), Placed("here", Self())),
        )
    ),
}


@pytest.mark.parametrize("text", CONDITIONS)
def test_conditions(text: str) -> None:
    """Conditions say which objects exist, match, or how values compare."""
    assert parse_condition(text, WORDS) == CONDITIONS[text]


def test_an_ability_on_one_line() -> None:
    """Scopes, operations, a condition and a duration make one ability."""
    text = "locked mortals: silenced; self: disabled unless self is nearby until it leaves"
    assert parse_ability(text, WORDS) == Ability(
        None,
        (
            Instruction(noun("mortal"), (SetStatus("silenced"),), True),
            Instruction(Self(), (SetStatus("disabled"),)),
        ),
        Negation(Matches(Self(), Placed("nearby", Self()))),
        SourceLeaves(),
    )


def test_a_keyword_is_what_the_rulebook_defines() -> None:
    """A keyword alone is an ability, with the instructions of its definition, in any case."""
    assert parse_ability("flooded", WORDS) == FLOODED
    assert parse_ability("Movement +1", WORDS) == Ability("Movement +1")


def test_scopes_and_durations() -> None:
    """`locked` and `open` begin a scope; a duration may be a fact about each object."""
    assert parse_scope("locked minions", WORDS) == (noun("minion"), True)
    assert parse_scope("open minions", WORDS) == (noun("minion"), False)
    assert parse_scope("minions", WORDS) == (noun("minion"), None)
    assert parse_duration("end of turn", WORDS) == EndOfTurn()
    stealthy = Matches(It(), HasAbility("Stealth"))
    assert parse_duration("it has Stealth", WORDS) == UntilFact(stealthy)


def test_text_that_is_too_long_or_too_deep_is_refused() -> None:
    """Neither length nor nesting brings the parser down."""
    for text in ("(" * 200 + "minions" + ")" * 200, "(" * 900 + "minions" + ")" * 900):
        with pytest.raises(NotationError, match="inside one another"):
            parse_selector(text, WORDS)
    with pytest.raises(NotationError, match="inside one another"):
        parse_condition("not " * 400 + "self is nearby", WORDS)
    with pytest.raises(NotationError, match="too many"):
        parse_selector("other " * 400 + "minions", WORDS)
    with pytest.raises(NotationError, match="more than 40 terms"):
        parse_value(" + ".join("1" * 50), WORDS)
