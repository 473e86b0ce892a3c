"""What each operation is to the certificate: its words, what it is about, and what it only adds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model import algebra as a
from layerlaw.model.algebra.groups import WordGroup
from layerlaw.solver.certificate.replay.operations import (
    ActivatedOperand,
    CopiedOperand,
    GainedOperand,
    NumberOperand,
    ObjectsOperand,
    OperandTree,
    OperationMeaning,
    PlayersOperand,
    Touched,
    WordsOperand,
    copiable,
    grants,
    meaning_of,
    modifies,
    operations_in,
)
from oracle.small_rulebook import CLAUSE, small_rulebook
from situations import line, plus

BOOK = replace(small_rulebook(), activated=frozenset({"Stealth", "Airborne"}))
ONE, YOU, X = a.Number(1), a.You(), a.Identified("X")
LANDS = WordGroup("kind of site", "subtypes", ("beast", "undead"), ("site",), loses_text=True)
HAUNTS = WordGroup("haunt", "subtypes", ("monster",), ("site",), needs_type=CLAUSE)
NAMES = WordGroup("any", "subtypes", ("mortal",))


def numbers(*names: str) -> tuple[Touched, ...]:
    """Numbers, and whether there is one."""
    return tuple(Touched(name, (("is", name), ("number", name))) for name in names)


def words(name: str, *written: str, brings: tuple[str, ...] = ()) -> Touched:
    """Words of a set."""
    return Touched(name, tuple(("word", name, word) for word in written), brings)


LOST = Touched("abilities", (("has",),))
POWERS = numbers("power", "base power")
COPIED = (
    Touched("name", (("name",), ("copy",))),
    Touched("form"),
    LOST,
    Touched("types", (("word", "types"),)),
    Touched("subtypes", (("word", "subtypes"),)),
    *numbers("power", "base power", "life", "water"),
)


def meaning(
    said: str,
    *touched: Touched,
    sets: bool = False,
    lifts: bool = False,
    operand: OperandTree | None = None,
) -> OperationMeaning:
    """What an operation is. said: its words, with commas between."""
    about = tuple(one.characteristic for one in touched)
    return OperationMeaning(tuple(said.split(", ")), touched, about, sets, lifts, operand)


def mark(said: str, operand: OperandTree | None = None) -> OperationMeaning:
    """A mark on what may be done, which only adds."""
    return meaning(said, Touched("permissions"), lifts=True, operand=operand)


MEANINGS: tuple[tuple[a.Operation, OperationMeaning], ...] = (
    (
        a.SetNumber("power", ONE),
        meaning("set power, change power", *POWERS, sets=True, operand=NumberOperand(ONE)),
    ),
    (
        a.SetNumber("water", ONE),
        meaning(
            "set water, change water", *numbers("water"), sets=True, operand=NumberOperand(ONE)
        ),
    ),
    (
        a.FixNumber("power", ONE),
        meaning(
            "fix power, set power, change power", *POWERS, sets=True, operand=NumberOperand(ONE)
        ),
    ),
    (a.RemoveNumber("power"), meaning("set power, change power", *POWERS, sets=True)),
    (
        a.ChangeNumber("power", "+", ONE),
        meaning("add power, change power", *numbers("power"), operand=NumberOperand(ONE)),
    ),
    (
        a.ChangeNumber("power", "-", ONE),
        meaning("add power, change power", *numbers("power"), operand=NumberOperand(ONE)),
    ),
    (
        a.ChangeNumber("power", "*", ONE),
        meaning("multiply power, change power", *numbers("power"), operand=NumberOperand(ONE)),
    ),
    (
        a.Limit("power", "at least", ONE),
        meaning("limit power, change power", *numbers("power"), operand=NumberOperand(ONE)),
    ),
    (
        a.Swap("power", "water"),
        meaning("swap power, change power", *numbers("power", "water")),
    ),
    (
        a.SetMembers("subtypes", ("mortal",)),
        meaning(
            "set subtypes, change subtypes",
            Touched("subtypes", (("word", "subtypes"),), ("mortal",)),
            sets=True,
        ),
    ),
    (
        a.SetMembers("subtypes", ("mortal", "beast"), (LANDS, HAUNTS), "types"),
        meaning(
            "set subtypes, change subtypes",
            Touched("subtypes", (("word", "subtypes"),), ("mortal", "beast")),
            LOST,
            sets=True,
            operand=GainedOperand(
                a.SetMembers("subtypes", ("mortal", "beast"), (LANDS, HAUNTS), "types")
            ),
        ),
    ),
    (
        a.SetMembers("types", ("minion",), (LANDS, NAMES)),
        meaning(
            "set types, change types",
            Touched("types", (("word", "types"),), ("minion",)),
            words("subtypes", "beast", "undead"),
            sets=True,
        ),
    ),
    (
        a.AddMembers("subtypes", ("mortal", "beast")),
        meaning(
            "add subtypes, change subtypes",
            words("subtypes", "mortal", "beast", brings=("mortal", "beast")),
            lifts=True,
        ),
    ),
    (
        a.AddMembers("subtypes", ("mortal",), (HAUNTS,), "types"),
        meaning(
            "add subtypes, change subtypes",
            words("subtypes", "mortal", brings=("mortal",)),
            lifts=True,
            operand=GainedOperand(a.AddMembers("subtypes", ("mortal",), (HAUNTS,), "types")),
        ),
    ),
    (
        a.AddMembersOf("subtypes", X),
        meaning(
            "add subtypes, change subtypes",
            Touched("subtypes", (("word", "subtypes"),)),
            lifts=True,
            operand=WordsOperand("subtypes", X),
        ),
    ),
    (
        a.AddMembersOf("subtypes", X, (HAUNTS,), "types"),
        meaning(
            "add subtypes, change subtypes",
            Touched("subtypes", (("word", "subtypes"),)),
            lifts=True,
            operand=GainedOperand(a.AddMembersOf("subtypes", X, (HAUNTS,), "types")),
        ),
    ),
    (
        a.RemoveMembers("types", ("minion",), (LANDS,)),
        meaning(
            "remove types, change types",
            words("types", "minion"),
            words("subtypes", "beast", "undead"),
        ),
    ),
    (
        a.ReplaceMember("types", "minion", "site", (LANDS,)),
        meaning(
            "set types, change types",
            words("types", "minion", "site", brings=("site",)),
            words("subtypes", "beast", "undead"),
            sets=True,
        ),
    ),
    (
        a.ReplaceInText("subtypes", "beast", "mortal"),
        meaning(
            "change text",
            Touched(
                "abilities",
                (("has",), ("any with", None), *(("any with", one) for one in BOOK.keywords)),
            ),
            sets=True,
        ),
    ),
    (
        a.ReplaceInText("subtypes", "beast", "mortal", line=True),
        meaning(
            "change text",
            Touched(
                "abilities",
                (("has",), ("any with", None), *(("any with", one) for one in BOOK.keywords)),
            ),
            words("subtypes", "beast", "mortal", brings=("mortal",)),
            sets=True,
        ),
    ),
    (
        a.Animate("aura", "types"),
        meaning(
            "animate, add types, change types",
            words("types", "aura", brings=("aura",)),
            lifts=True,
        ),
    ),
    (
        a.SetPlayer("controller", YOU),
        meaning(
            "set controller, change controller",
            Touched("controller", (("player", "controller"),)),
            sets=True,
            operand=PlayersOperand(YOU, alone=True),
        ),
    ),
    (
        a.CantBeControlledBy(YOU, "controller"),
        meaning(
            "forbid controller, change controller",
            Touched("controller", (("player", "controller"),)),
            operand=PlayersOperand(YOU),
        ),
    ),
    (
        a.Gain(a.Ability("Stealth")),
        meaning(
            "gain abilities, change abilities",
            Touched("abilities", (("any with", "Stealth"), ("any with", None))),
            lifts=True,
        ),
    ),
    (
        a.GainActivated(X),
        meaning(
            "gain abilities, change abilities",
            Touched(
                "abilities",
                (("any with", None), ("any with", "Airborne"), ("any with", "Stealth")),
            ),
            lifts=True,
            operand=ActivatedOperand(X, None),
        ),
    ),
    (a.Lose("Stealth"), meaning("lose abilities, change abilities", LOST)),
    (a.LoseAll(), meaning("lose abilities, change abilities", LOST)),
    (a.CantHave("Stealth"), meaning("forbid abilities, change abilities", LOST)),
    (
        a.SetStatus("tapped"),
        meaning("tapped", Touched("tapped", (("status", "tapped"),)), lifts=True),
    ),
    (
        a.SetStatus("silenced"),
        meaning("silenced", Touched("silenced", (("status", "silenced"),)), LOST),
    ),
    (
        a.SetStatus("disabled"),
        meaning(
            "disabled",
            Touched("disabled", (("status", "disabled"),)),
            *numbers("water"),
            Touched("name", (("name",),)),
        ),
    ),
    (
        a.CantBeStatus("tapped"),
        meaning("can't be tapped, can't be modified", Touched("tapped", (("status", "tapped"),))),
    ),
    (a.CopyOf(X), meaning("copy", *COPIED, sets=True, operand=CopiedOperand(X))),
    (
        a.CopyOf(X, text="text"),
        meaning("change text", *COPIED, sets=True, operand=CopiedOperand(X)),
    ),
    (
        a.Rename(("A",), besides=True),
        meaning("add name, change name", Touched("name", (("name",),))),
    ),
    (
        a.Rename(("A",), besides=False),
        meaning("set name, change name", Touched("name", (("name",),)), sets=True),
    ),
    (a.CantBeModified(), meaning("can't be modified", Touched("can't be modified"))),
    (a.Permission(True, "attack"), mark("permissions")),
    (a.Permission(False, "attack", X), mark("permissions", ObjectsOperand(X))),
    (a.Ignore("attack", X), mark("ignore, permissions", ObjectsOperand(X))),
    (a.Ignore("attack", None), mark("ignore, permissions")),
    (a.Redirect("hand", ""), mark("replacements, permissions")),
)


@pytest.mark.parametrize(("operation", "right"), MEANINGS)
def test_what_an_operation_is(operation: a.Operation, right: OperationMeaning) -> None:
    """Word by word, cell by cell."""
    found = meaning_of(operation, BOOK)
    assert found.words == right.words
    assert found.touched == right.touched
    assert (found.about, found.sets, found.lifts) == (right.about, right.sets, right.lifts)
    assert found.operand == right.operand


@pytest.mark.parametrize("operation", [operation for operation, _ in MEANINGS])
def test_what_changes_an_object(operation: a.Operation) -> None:
    """Not who controls it, nor what may be done. SORC-NOMOD-1."""
    kinds = a.SetPlayer, a.CantBeControlledBy, a.Permission, a.Ignore, a.Redirect
    assert modifies(operation) == (type(operation) not in kinds)


def test_a_number_that_the_rulebook_does_not_know_has_no_base() -> None:
    """It is about that number alone."""
    assert meaning_of(a.SetNumber("luck", ONE), BOOK).touched == numbers("luck")


def test_words_are_bound_to_types_by_groups_of_their_set_that_need_one() -> None:
    """Others are names, or have types without which they are had as well."""
    other = replace(HAUNTS, characteristic="elements")
    operation = a.SetMembers("subtypes", ("monster",), (LANDS, other, HAUNTS, NAMES), "types")
    assert GainedOperand(operation).bound == ((frozenset({"monster"}), ("site",)),)


def test_counters_are_not_copied_and_players_neither() -> None:
    """Numbers and sets that cards print are."""
    assert copiable(BOOK) == ("types", "subtypes", "power", "life", "water")


def test_what_an_ability_grants_is_told_once_each() -> None:
    """In the order stated; and operations inside of what is given, or of a copy, are found."""
    inner = line(X, plus(1))
    outer = line(X, a.Gain(inner), a.Gain(a.Ability("Stealth")), a.Gain(inner), plus(2))
    assert grants(outer) == [inner, a.Ability("Stealth")]
    but = a.CopyOf(X, (a.SetNumber("power", ONE), a.Gain(outer)))
    assert [*operations_in(line(X, but, plus(3)))] == [
        *(but, *outer.instructions[0].operations[:1], plus(1)),
        *outer.instructions[0].operations[1:3],
        *(plus(1), plus(2), plus(3)),
    ]
