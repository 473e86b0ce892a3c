"""What copies, merged cards and changed texts write, as the replay carries it out."""

from __future__ import annotations

from dataclasses import replace

import pytest
from written_by_hand import (
    AIRBORNE,
    CARDS,
    POWER,
    STEALTH,
    VOIDWALK,
    B,
    C,
    Written,
    X,
    Y,
)

from layerlaw.model import algebra as a
from layerlaw.model.algebra.groups import WordGroup
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.rulebooks.rulebook import Layer, Rulebook, Status
from layerlaw.solver.certificate.replay.apply import apply
from layerlaw.solver.certificate.replay.copied import before_copies
from layerlaw.solver.certificate.replay.instances import ReplayInstance
from oracle.build import card
from oracle.small_rulebook import CLAUSE, small_rulebook
from situations import line, plus

BASE = "base power"
LEFT = {"a copy reads": "what the copy layer left"}
COPY = a.CopyOf(X)


def with_texts(policies: dict[str, str] | None = None) -> Rulebook:
    """The small game with a layer for texts, and a status that brings up the other half."""
    book = small_rulebook(policies)
    upside = Status("upside down", CLAUSE, other_half=())
    return replace(
        book,
        layers=(Layer("text", "text", CLAUSE, ("change text",)), *book.layers),
        statuses={**book.statuses, upside.name: upside},
    )


def told(now: Written, id: str) -> tuple[object, ...]:
    """Name, power, base power, water, kinds and abilities."""
    numbers = now.number(id), now.number(id, BASE), now.number(id, "water")
    return now.board.name(id), *numbers, now.words(id), now.keywords(id)


OX = "Ox", 3, 3, 2, {"beast"}, ["Stealth", "Airborne", "text"]
BELL: tuple[object, ...] = "Bell", None, None, None, set(), []


@pytest.mark.parametrize("policies", [{}, LEFT])
def test_what_resolved_copies_what_it_read(policies: dict[str, str]) -> None:
    """Name, numbers, words and abilities; who controls it, and all others, stay."""
    now = Written(policies)
    now.does(COPY, scope=a.Either((C, Y)), copies=(CARDS["X"],))
    assert told(now, "Y") == told(now, "C") == OX
    assert now.words("Y", "types") == {"minion"}
    assert now.board.player("C", "controller") == "me"
    assert now.board.name("D") == "Duo"
    now.does(COPY, scope=Y, copies=(CARDS["B"],))
    assert told(now, "Y") == BELL
    assert now.words("Y", "types") == {"artifact"}


def test_a_copy_of_nothing_changes_nothing() -> None:
    """Where nothing was read, or less than the effect copies."""
    for copies in ((None,), ()):
        now = Written()
        now.does(COPY, scope=C, copies=copies)
        assert told(now, "C") == ("Crow", 1, 1, None, set(), ["Airborne"])
    now = Written()
    now.does(COPY, COPY, scope=C, copies=(CARDS["Y"],))
    assert now.board.name("C") == "Yak"


def test_the_second_copy_is_of_what_was_read_second() -> None:
    """Of two in one effect the later one is what it is."""
    now = Written()
    now.does(COPY, COPY, scope=C, copies=(CARDS["B"], CARDS["X"]))
    assert told(now, "C") == OX


def static(now: Written, *operations: a.Operation, scope: a.Selector = Y) -> None:
    """The same by an ability of C, which reads what it copies now."""
    ability = line(scope, *operations)
    instance = ReplayInstance(ability, 1, 0, None, True)
    effect = now.effects.static(instance, "C")
    for _, part in sorted(now.effects.parts(effect).items()):
        apply(part, now.effects.look(part, now.board), now.board, now.effects)


@pytest.mark.parametrize("policies", [{}, LEFT])
def test_a_static_effect_copies_what_it_reads(policies: dict[str, str]) -> None:
    """By policy what is printed there, or what copies left of it."""
    now = Written(policies)
    static(now, a.CopyOf(B), scope=X)
    assert told(now, "X") == BELL
    static(now, a.CopyOf(X), scope=Y)
    assert told(now, "Y") == (BELL if policies else OX)
    static(now, a.CopyOf(a.Member("types", "minion")), scope=B)  # two, so that none is the one
    assert told(now, "B") == BELL


def test_what_an_object_entered_as_is_printed_on_it() -> None:
    """With what is a part of it: names, words and abilities together, and power added up."""
    part = card("Calf", VOIDWALK, subtypes=("monster",), power=2)
    now = Written(copied={"C": CARDS["Y"]}, linked={"X": (part,)})
    static(now, a.CopyOf(C), scope=B)
    assert told(now, "B") == ("Yak", 5, 5, None, {"mortal", "undead"}, [])
    static(now, a.CopyOf(X), scope=B)
    abilities = [*OX[5], "Voidwalk"]
    assert told(now, "B") == ("Calf + Ox", 5, 5, 2, {"beast", "monster"}, abilities)


def test_what_is_otherwise_with_a_copy_is_so() -> None:
    """However it is read."""
    but = a.CopyOf(X, (a.SetNumber(POWER, a.Number(9)),))
    for policies in ({}, LEFT):
        now = Written(policies)
        static(now, but, scope=Y)
        assert told(now, "Y") == ("Ox", 9, 9, *OX[3:])


def test_what_becomes_something_stays_what_it_is_but_for_that() -> None:
    """Each in its own way, and it is a copy of nothing else."""
    now = Written(LEFT)
    becomes = a.CopyOf(a.Self(), (a.AddMembers("subtypes", ("monster",)),), itself=True)
    now.does(becomes, scope=a.Either((X, Y)))
    assert told(now, "X") == (*OX[:4], {"beast", "monster"}, OX[5])
    assert now.words("Y") == {"mortal", "undead", "monster"}
    assert now.board.name("Y") == "Yak"
    assert now.words("C") == set()
    static(now, a.CopyOf(X), scope=C)
    assert told(now, "C") == told(now, "X")


def test_bars_hold_off_what_is_copied() -> None:
    """A number that is fixed stays, and abilities that can't be had are not."""
    now = Written({"loss": "bar"})
    both = a.Either((Y, C))
    now.does(a.CantHave("Airborne"), scope=a.Either((C, B)))
    now.does(a.FixNumber(POWER, a.Number(7)), scope=Y)
    now.does(COPY, scope=both, copies=(CARDS["X"],))
    assert told(now, "Y") == ("Ox", 7, 7, *OX[3:])
    assert told(now, "C") == (*OX[:5], ["Stealth", "text"])
    now.does(COPY, scope=B, copies=(CARDS["X"],))
    assert now.keywords("B") == ["Stealth", "text"]


def test_what_is_lost_for_good_is_not_copied_either() -> None:
    """By the object that lost it."""
    now = Written(without={"Y": frozenset({"Stealth"}), "X": frozenset({"Airborne"})})
    now.does(COPY, scope=a.Either((C, Y)), copies=(CARDS["X"],))
    assert now.keywords("Y") == ["Airborne", "text"]
    assert now.keywords("C") == OX[5]
    assert now.keywords("X") == ["Stealth", "text"]


@pytest.mark.parametrize("entry", [1, 3])
def test_counters_are_not_copied(entry: int) -> None:
    """What counts as many as there are has those that it had; without such a number it has none."""
    counters = {"X": {"life": entry}, "Y": {"life": 2}, "C": {"life": 0, "growth": 1}}
    now = Written({"floor": "none"}, counters=counters)
    living = replace(CARDS["X"], numbers={POWER: 3, "life": 5})
    now.does(COPY, scope=a.Either((a.Either((C, Y)), X)), copies=(living,))
    assert [now.number(id, "life") for id in "XYCB"] == [entry, 2, 0, None]
    assert [now.number(id, "growth") for id in "XYC"] == [0, 0, 1]
    assert [now.number(id) for id in "XYC"] == [3, 3, 3]
    now.does(COPY, scope=Y, copies=(CARDS["C"],))
    assert now.number("Y", "life") is None


# --- texts -------------------------------------------------------------------------------------


@pytest.mark.parametrize("policies", [{}, LEFT])
def test_a_text_of_another_is_no_copy(policies: dict[str, str]) -> None:
    """The abilities alone, or all of it; what effects gave stays, and nothing of it is copiable."""
    now = Written(book=with_texts(policies))
    now.does(a.Gain(VOIDWALK), scope=a.Either((X, Y)))
    now.does(replace(COPY, text="text"), scope=Y, copies=(CARDS["X"],))
    assert told(now, "Y") == ("Yak", 5, 5, None, {"mortal", "undead"}, [*OX[5], "Voidwalk"])
    now.does(replace(COPY, text="full text"), scope=X, copies=(CARDS["C"],))
    assert told(now, "X") == ("Crow", 1, 1, None, set(), ["Airborne", "Voidwalk"])
    static(now, a.CopyOf(Y), scope=B)
    assert told(now, "B") == ("Yak", 5, 5, None, {"mortal", "undead"}, [])
    static(now, a.CopyOf(X), scope=B)
    assert told(now, "B") == OX


SAYS = line(a.Member("subtypes", "beast"), plus(1))
NAMES = line(a.Self(), a.Lose("Airborne"))


@pytest.mark.parametrize("of_line", [True, False])
def test_words_of_a_text_give_way(of_line: bool) -> None:
    """In what no effect gave, and perhaps on the type line, of those that have the word there."""
    now = Written(book=with_texts())
    says = card("Sayer", SAYS, AIRBORNE, subtypes=("beast",), power=1)
    now.does(COPY, scope=a.Either((X, C)), copies=(says,))
    now.does(a.Gain(SAYS), scope=X)
    operation = a.ReplaceInText("subtypes", "beast", "monster", of_line)
    now.does(operation, scope=a.Either((X, Y)))
    new = line(a.Member("subtypes", "monster"), plus(1))
    assert [one.ability for one in now.board.abilities("X")] == [new, AIRBORNE, SAYS]
    assert [one.ability for one in now.board.abilities("C")] == [SAYS, AIRBORNE]
    assert now.words("X") == ({"monster"} if of_line else {"beast"})
    assert now.words("Y") == {"mortal", "undead"}
    assert now.words("C") == {"beast"}


def test_a_text_that_is_barred_by_then_is_lost() -> None:
    """A keyword that means another one with the new word, of those that can't have that."""
    hunts, stalks = (
        a.Ability(word, line(a.Member("subtypes", kind), plus(1)).instructions)
        for word, kind in (("Hunt", "beast"), ("Stalk", "monster"))
    )
    book = with_texts({"loss": "bar"})
    book = replace(book, keywords={**book.keywords, "Hunt": hunts, "Stalk": stalks})
    now = Written(book=book)
    hunter = card("Hunter", STEALTH, hunts)
    both = a.Either((X, Y, a.Identified("D")))
    now.does(COPY, scope=both, copies=(hunter,))
    now.does(a.CantHave("Stalk"), scope=a.Either((Y, C)))
    now.does(a.CantHave("Stealth"), scope=C)
    now.does(a.ReplaceInText("subtypes", "beast", "monster"), scope=both)
    assert now.keywords("X") == now.keywords("D") == ["Stealth", "Stalk"]
    assert now.keywords("Y") == ["Stealth"]
    now.does(COPY, scope=C, copies=(hunter,))
    now.does(a.ReplaceInText("subtypes", "beast", "monster"), scope=C)
    assert now.keywords("C") == []


# --- halves and merged cards -------------------------------------------------------------------


WAY_DOWN = card("Down", VOIDWALK, power=8)
TWO_HALVES = replace(card("Up", AIRBORNE, power=6), half=WAY_DOWN)
UPSIDE = {"Y": frozenset({"upside down"}), "D": frozenset({"tapped"})}


@pytest.mark.parametrize("up", [True, False])
def test_the_half_that_the_status_brings_up_is_copied(up: bool) -> None:
    """Whichever half is in use on what is copied."""
    card = TWO_HALVES if up else replace(WAY_DOWN, half=replace(TWO_HALVES, half=None), turned=True)
    now = Written(book=with_texts(LEFT), statuses=UPSIDE)
    scope = a.Either((X, Y, a.Identified("D")))
    now.does(COPY, scope=scope, copies=(card,))
    assert (now.board.name("Y"), now.number("Y"), now.keywords("Y")) == ("Down", 8, ["Voidwalk"])
    for id in "XD":
        assert (now.board.name(id), now.number(id), now.keywords(id)) == ("Up", 6, ["Airborne"])
    now.does(COPY, scope=Y, copies=(CARDS["C"],))
    assert now.board.name("Y") == "Crow"


def test_a_text_has_no_halves() -> None:
    """All that is copied of the other is the half that is in use there."""
    now = Written(book=with_texts(), statuses=UPSIDE)
    now.does(replace(COPY, text="full text"), scope=Y, copies=(TWO_HALVES,))
    assert (now.board.name("Y"), now.keywords("Y")) == ("Up", ["Airborne"])


def test_where_all_have_the_status_nobody_has_the_other_half() -> None:
    """Y alone is copied onto, and nothing is written on others."""
    now = Written(book=with_texts(), statuses=UPSIDE)
    now.does(COPY, scope=Y, copies=(TWO_HALVES,))
    assert [now.board.name(id) for id in "XYBCD"] == ["Ox", "Down", "Bell", "Crow", "Duo"]


@pytest.mark.parametrize("merging", ["over", "under"])
def test_a_card_is_put_over_or_under_another(merging: str) -> None:
    """Over, it is what the card says, with the abilities that it had behind; under, it has more."""
    now = Written(book=with_texts(LEFT), statuses=UPSIDE)
    merged = a.CopyOf(a.Self(), merging="over" if merging == "over" else "under")
    now.does(merged, scope=a.Either((X, Y, C)), copies=(TWO_HALVES,))
    over = merging == "over"
    assert now.board.name("X") == ("Up" if over else "Ox")
    assert now.board.name("Y") == ("Down" if over else "Yak")
    assert (now.number("X"), now.number("Y")) == ((6, 8) if over else (3, 5))
    assert now.keywords("X") == (["Airborne", *OX[5]] if over else [*OX[5], "Airborne"])
    assert now.keywords("Y") == ["Voidwalk"]
    assert now.keywords("C") == ["Airborne", "Airborne"]
    assert now.board.name("B") == "Bell"
    # That is copiable of it from then on.
    left = before_copies(now.table.index["X"], now.board, now.table)
    assert (left.name, len(left.abilities)) == (now.board.name("X"), 4)
    static(now, a.CopyOf(X), scope=B)
    assert now.keywords("B") == now.keywords("X")
    now.does(merged, scope=B, copies=(None,))
    now.does(merged, scope=B, copies=())
    assert now.keywords("B") == now.keywords("X")


def test_given_abilities_are_no_part_of_what_merges() -> None:
    """What effects gave is gone with what it was, as with a copy."""
    now = Written(book=with_texts(LEFT))
    now.does(a.Gain(VOIDWALK), scope=a.Either((X, Y)))
    now.does(a.CopyOf(a.Self(), merging="under"), scope=X, copies=(CARDS["C"],))
    now.does(a.CopyOf(a.Self(), merging="over"), scope=Y, copies=(CARDS["C"],))
    assert now.keywords("X") == [*OX[5], "Airborne"]
    assert now.keywords("Y") == ["Airborne"]


# --- activated abilities -----------------------------------------------------------------------


DASH = a.Ability("Dash", line(a.Self(), plus(1)).instructions)
LEAP = line(a.Self(), plus(2))


def uses(*abilities: a.Ability) -> Card:
    """A card with activated abilities."""
    return Card("User", {}, {}, tuple(PrintedAbility("activates", one) for one in abilities))


def test_activated_abilities_of_others_are_gained() -> None:
    """Each once from one effect; those that are barred are not."""
    now = Written({"loss": "bar"})
    now.does(COPY, scope=X, copies=(uses(DASH, LEAP),))
    now.does(a.CantHave("Dash"), scope=C)
    gain = a.GainActivated(X)
    now.does(gain, gain, scope=a.Either((Y, C)))
    assert sorted(now.keywords("Y")) == ["Dash", "text"]
    assert now.keywords("C") == ["Airborne", "text"]
    now.does(a.GainActivated(X, (LEAP,)), scope=Y)
    assert sorted(now.keywords("Y")) == ["Dash", "text", "text"]
    gained = [one for one in now.board.abilities("Y") if one.giver is not None]
    assert all(one.activated and one.resolves and not one.static for one in gained)
    # What was gained so may be gained from there.
    now.does(a.GainActivated(Y), scope=B)
    assert sorted(now.keywords("B")) == ["Dash", "text"]


# --- groups of words ---------------------------------------------------------------------------


LANDS = WordGroup("kind of site", "subtypes", ("beast", "undead"), ("site",), loses_text=True)
KINDS = WordGroup("kind of minion", "subtypes", ("mortal", "monster"), ("minion",))
NEEDS = replace(KINDS, needs_type=CLAUSE), replace(LANDS, needs_type=CLAUSE)


def test_a_word_whose_group_loses_the_text_takes_it() -> None:
    """What no effect gave; words of other groups stay."""
    now = Written()
    now.does(a.Gain(VOIDWALK), scope=a.Either((X, C)))
    both = a.Either((X, Y))
    now.does(a.SetMembers("subtypes", ("monster",), (LANDS, KINDS)), scope=both)
    assert (now.words("X"), now.words("Y")) == ({"beast", "monster"}, {"undead", "monster"})
    assert now.keywords("X") == [*OX[5], "Voidwalk"]
    now.does(a.SetMembers("subtypes", ("undead",), (LANDS, KINDS)), scope=both)
    assert now.words("X") == now.words("Y") == {"undead", "monster"}
    assert now.keywords("X") == ["Voidwalk"]
    assert now.keywords("C") == ["Airborne", "Voidwalk"]


@pytest.mark.parametrize("sets", [True, False])
def test_words_that_need_a_type_are_had_by_what_has_it(sets: bool) -> None:
    """By each object for itself; what would get none is left as it is."""
    now = Written()
    words = ("undead", "monster")
    kind = a.SetMembers if sets else a.AddMembers
    everything = a.Either((X, B, C))
    now.does(a.AddMembers("types", ("site",)), scope=C)
    now.does(a.AddMembers("subtypes", ("mortal",)), scope=B)
    now.does(kind("subtypes", words, NEEDS, "types"), scope=everything)
    assert now.words("X") == {"beast", "monster"}
    assert now.words("C") == {"undead", "monster"}
    assert now.words("B") == {"mortal"}
    now.does(a.AddMembersOf("subtypes", C, NEEDS, "types"), scope=a.Either((Y, B)))
    assert now.words("Y") == {"mortal", "undead", "monster"}
    assert now.words("B") == {"mortal"}


@pytest.mark.parametrize(
    "operation",
    [
        a.SetMembers("types", ("artifact",), (KINDS,)),
        a.RemoveMembers("types", ("minion",), (KINDS,)),
        a.ReplaceMember("types", "minion", "artifact", (KINDS,)),
    ],
)
def test_words_go_with_the_last_of_their_types(operation: a.Operation) -> None:
    """Of those that had one, and of no others."""
    now = Written()
    now.does(a.AddMembers("subtypes", ("monster",)), scope=a.Either((X, B)))
    now.does(operation, scope=a.Either((X, Y, B)))
    assert now.words("X") == {"beast"}
    assert now.words("Y") == {"undead"}
    assert now.words("B") == {"monster"}
