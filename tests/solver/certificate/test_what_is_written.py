"""What each operation writes, as the replay carries it out: numbers, words, abilities, marks."""

from __future__ import annotations

import pytest
from written_by_hand import (
    AIRBORNE,
    POWER,
    STEALTH,
    TEXT,
    VOIDWALK,
    B,
    C,
    D,
    Written,
    X,
    Y,
)

from layerlaw.model import algebra as a
from layerlaw.model.algebra.split import Split
from layerlaw.solver.certificate.replay.apply import Writing, apply
from layerlaw.solver.certificate.replay.parts import Each
from situations import line, plus

BASE = "base power"
NONE = {"floor": "none"}
MINIONS = a.Member("types", "minion")


def number(value: int) -> a.Number:
    """A number as a value."""
    return a.Number(value)


# --- numbers -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("operation", "power", "base"),
    [
        (plus(2), 5, 3),
        (plus(-5), -2, 3),
        (a.ChangeNumber(POWER, "-", number(2)), 1, 3),
        (a.ChangeNumber(POWER, "*", number(2)), 6, 3),
        (a.ChangeNumber(POWER, "-", number(9), number(2).value), 2, 3),
        (a.ChangeNumber(POWER, "-", number(9), 4), 3, 3),
        (a.ChangeNumber(POWER, "-", number(1), 1), 2, 3),
        (a.Limit(POWER, "at least", number(4)), 4, 3),
        (a.Limit(POWER, "at least", number(2)), 3, 3),
        (a.Limit(POWER, "at most", number(2)), 2, 3),
        (a.Limit(POWER, "at most", number(4)), 3, 3),
        (a.SetNumber(POWER, number(7)), 7, 7),
        (a.SetNumber(POWER, number(-1)), -1, -1),
        (a.FixNumber(POWER, number(7)), 7, 7),
        (a.RemoveNumber(POWER), None, None),
        (a.Swap(POWER, "water"), 2, 3),
    ],
)
def test_numbers(operation: a.Operation, power: int | None, base: int | None) -> None:
    """X has power 3, printed, and water 2; no floor is kept."""
    now = Written(NONE)
    assert now.does(operation)[POWER] == "X"
    assert (now.number("X"), now.number("X", BASE)) == (power, base)
    assert (now.number("Y"), now.number("Y", BASE)) == (5, 5)
    assert now.number("X", "water") == (3 if isinstance(operation, a.Swap) else 2)


@pytest.mark.parametrize(
    ("operation", "power", "base"),
    [
        (plus(2), None, None),
        (a.ChangeNumber(POWER, "*", number(2)), None, None),
        (a.Limit(POWER, "at least", number(1)), 1, None),
        (a.Limit(POWER, "at least", number(0)), None, None),
        (a.Limit(POWER, "at most", number(2)), None, None),
        (a.SetNumber(POWER, number(0)), 0, 0),
        (a.RemoveNumber(POWER), None, None),
        (a.Swap(POWER, "water"), None, None),
    ],
)
def test_numbers_that_are_missing(
    operation: a.Operation, power: int | None, base: int | None
) -> None:
    """B has no power: it is set, or comes to be at least something above 0, and that is all."""
    now = Written(NONE)
    now.does(operation, scope=B)
    assert (now.number("B"), now.number("B", BASE)) == (power, base)


@pytest.mark.parametrize(
    ("operation", "power"),
    [
        (plus(-2), Split(-1, 2)),
        (a.ChangeNumber(POWER, "*", number(0)), 0),
        (a.ChangeNumber(POWER, "-", number(3), 0), Split(0, 1)),
        (a.Limit(POWER, "at least", number(2)), Split(2, 4)),
        (a.Limit(POWER, "at most", number(2)), Split(1, 2)),
        (a.Limit(POWER, "at least", number(5)), 5),
        (a.SetNumber(POWER, number(2)), 2),
    ],
)
def test_numbers_of_two_parts(operation: a.Operation, power: int) -> None:
    """D has power 1 and 4: each part changes for itself. SORC-SPLIT-1."""
    now = Written(NONE)
    now.does(operation, scope=D)
    assert now.number("D") == power
    assert isinstance(now.number("D"), Split) == isinstance(power, Split)


def test_what_is_written_is_not_below_its_floor_at_each_step() -> None:
    """By policy; of two parts each."""
    for policy in ("each step", "when read", "at the end", "none"):
        now, cut = Written({"floor": policy}), policy == "each step"
        now.does(plus(-9))
        now.does(plus(-2), scope=D)
        now.does(a.SetNumber(POWER, number(-1)), scope=C)
        assert now.number("X") == (0 if cut else -6)
        assert now.number("D") == (Split(0, 2) if cut else Split(-1, 2))
        assert now.number("C") == now.number("C", BASE) == (0 if cut else -1)
        now.does(plus(1))
        assert now.number("X") == (1 if cut else -5)
        now.does(a.ChangeNumber("damage", "+", number(-1)), scope=Y)
        assert now.number("Y", "damage") == -1


def test_objects_of_one_number_may_come_to_others() -> None:
    """An operand for each, of those objects alone that are to be written."""
    now = Written(NONE)
    effect = now.effect(line(X, plus(1)))
    [part] = now.effects.parts(effect).values()
    act, writing = part.steps[0].acts[0], Writing(now.board, effect, now.effects)
    places = {now.table.index[id]: value for id, value in (("X", 1), ("Y", 1), ("C", 4), ("B", 2))}
    writing.write_all(now.table.bits("XCB"), act, Each(dict(places)))
    assert [now.number(id) for id in "XYCB"] == [4, 5, 5, None]
    writing.write_all(now.table.bits("XY"), act, 2)
    assert [now.number(id) for id in "XYCB"] == [6, 7, 5, None]
    # What comes to be alike is told as one, and whoever had it before has it still.
    now.does(plus(1), scope=a.Either((X, C)))
    assert [now.number(id) for id in "XYCB"] == [7, 7, 6, None]
    assert now.board.columns[POWER] == {
        7: now.table.bits("XY"),
        6: now.table.bits("C"),
        Split(1, 4): now.table.bits("D"),
    }


@pytest.mark.parametrize(
    "barred",
    [plus(1), a.SetNumber(POWER, number(1)), a.RemoveNumber(POWER), a.Swap(POWER, "water")],
)
def test_a_number_that_is_fixed_is_left_alone(barred: a.Operation) -> None:
    """Both numbers of a swap; of others nothing is barred. SORC-LOSE-1."""
    now = Written(NONE)
    now.does(a.FixNumber(POWER, number(7)))
    now.does(barred, scope=a.Either((X, Y)))
    assert (now.number("X"), now.number("X", BASE), now.number("X", "water")) == (7, 7, 2)
    assert now.number("Y") != 5 or isinstance(barred, a.Swap)
    now.does(a.Swap("water", POWER))
    assert (now.number("X"), now.number("X", "water")) == (7, 2)


def test_what_an_instruction_means_to_write_is_told() -> None:
    """Of all its operations, whether or not they change anything; of nobody nothing."""
    now = Written()
    assert now.does(plus(0), scope=a.Either((X, B))) == {POWER: "XB"}
    assert now.does(plus(0), scope=a.Member("subtypes", "monster")) == {}
    ability = a.Ability(
        None, (*line(X, plus(1)).instructions, *line(a.Either((Y, C)), plus(1)).instructions)
    )
    effect = now.effect(ability)
    [part] = now.effects.parts(effect).values()
    meant = apply(part, now.effects.look(part, now.board), now.board, now.effects)
    assert meant == {POWER: now.table.bits("XYC")}


def test_two_numbers_are_swapped_object_by_object() -> None:
    """Y has no water, and so no power then; what is no number of an object is none of the other."""
    now = Written(NONE)
    now.does(a.Swap(POWER, "water"), scope=a.Either((X, Y)))
    assert [(now.number(id), now.number(id, "water")) for id in "XYC"] == [
        (2, 3),
        (None, 5),
        (1, None),
    ]


def test_a_bar_on_one_number_is_none_on_another() -> None:
    """Nor on the same number of another object."""
    now = Written(NONE)
    now.does(a.FixNumber("water", number(7)), scope=Y)
    now.does(plus(1), a.SetNumber("water", number(1)))
    assert (now.number("X"), now.number("X", "water"), now.number("Y", "water")) == (4, 1, 7)


# --- abilities ---------------------------------------------------------------------------------


def test_abilities_are_gained_once_from_one_effect() -> None:
    """Behind all others, in the order in which they came; of two effects there are two."""
    now = Written()
    gain = a.Gain(VOIDWALK)
    now.does(gain, gain, scope=a.Either((X, Y)))
    assert now.keywords("X") == ["Stealth", "Airborne", "text", "Voidwalk"]
    assert now.keywords("Y") == ["Voidwalk"]
    now.does(gain, a.Gain(TEXT))
    assert now.keywords("X") == ["Stealth", "Airborne", "text", "Voidwalk", "Voidwalk", "text"]
    assert now.keywords("C") == ["Airborne"]
    instance = now.board.abilities("X")[-1]
    assert now.board.gained == [(instance, now.table.index["X"])]  # keywords here do nothing


def test_what_is_withheld_is_not_gained() -> None:
    """By keyword and object; a line of text never is."""
    now = Written()
    withheld = frozenset({("X", "Voidwalk"), ("Y", "Stealth")})
    both = a.Either((X, Y))
    now.does(a.Gain(VOIDWALK), a.Gain(STEALTH), a.Gain(TEXT), scope=both, withheld=withheld)
    assert now.keywords("X") == ["Stealth", "Airborne", "text", "Stealth", "text"]
    assert now.keywords("Y") == ["Voidwalk", "text"]


@pytest.mark.parametrize("loss", ["bar", "momentary"])
def test_abilities_are_lost_and_barred_by_policy(loss: str) -> None:
    """All of a keyword, all, or all but some; and what can't be had is barred anyway."""
    bars = loss == "bar"
    now = Written({"loss": loss})
    now.does(a.Gain(STEALTH))
    now.does(a.Lose("Stealth"), scope=a.Either((X, Y)))
    assert now.keywords("X") == ["Airborne", "text"]
    for id in (X, Y):
        now.does(a.Gain(STEALTH), scope=id)
    assert now.keywords("Y") == ([] if bars else ["Stealth"])
    assert now.keywords("X")[2:] == ([] if bars else ["Stealth"])
    now.does(a.CantHave("Airborne"), scope=a.Either((X, Y)))
    assert now.keywords("C") == ["Airborne"]
    now.does(a.Gain(AIRBORNE), a.Gain(VOIDWALK), scope=a.Either((X, Y)))
    assert now.keywords("Y") == [*([] if bars else ["Stealth"]), "Voidwalk"]
    now.does(a.LoseAll(("Stealth",)), scope=a.Either((X, Y)))
    assert now.keywords("X") == now.keywords("Y") == ([] if bars else ["Stealth"])
    now.does(a.Gain(VOIDWALK), a.Gain(TEXT))
    assert now.keywords("X") == ([] if bars else ["Stealth", "Voidwalk", "text"])
    now.does(a.LoseAll())
    now.does(a.Gain(VOIDWALK))
    assert now.keywords("X") == ([] if bars else ["Voidwalk"])


def test_a_bar_on_all_but_some_lets_these_be_had() -> None:
    """And nothing else, a line of text neither; what others have is not barred."""
    now = Written({"loss": "bar"})
    now.does(a.LoseAll(("Airborne",)))
    assert now.keywords("X") == ["Airborne"]
    gains = a.Gain(VOIDWALK), a.Gain(TEXT), a.Gain(AIRBORNE)
    now.does(*gains, scope=a.Either((X, Y)))
    assert now.keywords("X") == ["Airborne", "Airborne"]
    assert now.keywords("Y") == ["Voidwalk", "text", "Airborne"]


# --- words -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("operation", "x", "y"),
    [
        (a.AddMembers("subtypes", ("monster", "mortal")), "beast monster mortal", "mortal undead"),
        (a.AddMembers("subtypes", ()), "beast", "mortal undead"),
        (a.SetMembers("subtypes", ("monster",)), "monster", "monster"),
        (a.SetMembers("subtypes", ()), "", ""),
        (a.AddMembersOf("subtypes", Y), "beast mortal undead", "mortal undead"),
        (a.AddMembersOf("subtypes", B), "beast", "mortal undead"),
        (a.AddMembersOf("subtypes", MINIONS), "beast mortal undead", "beast mortal undead"),
        (a.RemoveMembers("subtypes", ("undead", "beast")), "", "mortal"),
        (a.ReplaceMember("subtypes", "undead", "monster"), "beast", "mortal monster"),
        (a.ReplaceMember("subtypes", "undead", "mortal"), "beast", "mortal"),
    ],
)
def test_words(operation: a.Operation, x: str, y: str) -> None:
    """X is a beast, Y a mortal and an undead."""
    now = Written()
    scope: a.Selector = a.Either((X, Y))
    if "monster" in y and isinstance(operation, a.AddMembers):
        scope = X
    now.does(operation, scope=scope)
    expected_y = {*y.split()}
    if isinstance(operation, a.AddMembers):
        expected_y |= {*operation.words}
    assert (now.words("X"), now.words("Y")) == ({*x.split()}, expected_y)
    assert now.words("C") == set()


def test_what_is_animated_is_of_another_type_too() -> None:
    """Beside its own."""
    now = Written()
    assert now.does(a.Animate("aura", "types"), scope=B) == {"types": "B"}
    assert now.words("B", "types") == {"artifact", "aura"}


@pytest.mark.parametrize(
    ("names", "besides", "name"),
    [
        (("Cow",), False, "Cow"),
        (("Cow",), True, "Cow + Ox"),
        (("Ox",), True, "Ox"),
        (("Zebu", "Cow"), True, "Cow + Ox + Zebu"),
        ((), False, ""),
    ],
)
def test_names(names: tuple[str, ...], besides: bool, name: str) -> None:
    """In the place of what each is called, or beside that."""
    now = Written()
    now.does(a.Rename(names, besides))
    assert now.board.name("X") == name
    assert now.board.name("Y") == "Yak"
    now.does(a.Rename(names, besides), scope=Y)
    assert now.board.name("Y") == " + ".join(sorted({*names, *(["Yak"] if besides else [])}))
    now.does(a.Rename(("Cow",), True), scope=X)
    assert {*now.board.name("X").split(" + ")} == {*name.split(" + "), "Cow"} - {""}
