"""Boards by hand whose true facts a changed replay refused: words, and what comes early."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from layerlaw.model import algebra as a
from layerlaw.model.algebra.infinite import INFINITE
from layerlaw.model.algebra.split import Split, split
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.scenarios.events import Place
from layerlaw.solver import Answer, derive
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.certificate.replay.apply import _result, _result_of_parts
from layerlaw.solver.certificate.replay.words import (
    _infinitely,
    chosen_number,
    is_called,
    names_rules,
    speaks_of,
)
from layerlaw.solver.facts.situation import Deed, Situation, Thing
from oracle.small_rulebook import small_rulebook
from situations import CREATURES, line, plus, resolved, rulebook, thing

FIRE = a.Member("elements", "fire")
HAND = a.InZone("hand")


def holds(found: Answer) -> Answer:
    """The answer itself; its certificate has to agree."""
    verdict = certificate_of(found).check()
    assert verdict.ok, verdict.failures
    return found


# --- what words ask --------------------------------------------------------------------------


def grown(value: a.Value, floor: str = "none") -> int:
    """By how much S grows whose text is `power += VALUE`; S is the first, and its power is 10.

    Of the others X and Y have fire, X has -2 and Y 3; D is disabled and has a keyword as W has; P
    has two powers, 1 and 4; H is me's and in hand, no one else is me's.
    """
    keyword = a.Ability("Flying")
    things = [
        replace(thing("S", line(a.Self(), a.ChangeNumber("power", "+", value)), power=10)),
        thing("X", elements=("fire",), power=-2),
        thing("Y", elements=("fire", "water"), power=3),
        thing("D", keyword, statuses=("disabled",)),
        thing("W", keyword),
        thing("H", zone="hand", owner="me"),
    ]
    split_card = Card("Card P", {"types": ("relic",)}, {"power": Split(1, 4)})
    things.append(replace(thing("P"), card=split_card))
    book = rulebook({"floor": floor})
    seated = tuple(replace(one, entered=(n, 0)) for n, one in enumerate(things, 1))
    situation = Situation(book, ("you", "me"), seated, (), None, frozenset())
    now = holds(derive(situation)).value("S", "power")
    assert isinstance(now, int)
    return now - 10


NOBODY = a.Both((FIRE, a.Member("elements", "norm")))


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (a.Summary("highest", "power", NOBODY), 0),
        (a.Summary("lowest", "power", FIRE), -2),
        (a.Summary("total", "power", FIRE), 1),
        (a.CountWords("elements", FIRE, ()), 2),
        (a.CountWords("elements", FIRE, ("fire", "norm")), 1),
        (a.CountWords("elements", a.Identified("X"), ()), 1),
        (a.Read("power", FIRE), 0),  # two have fire, so that none is the one
        (a.Read("power", a.Identified("X")), -2),
        (a.Read("power", a.Identified("P")), 2),  # half of 1 + 4, rounded down
        (a.Count(a.HasAbility("Flying")), 1),
        (a.Count(a.Both((HAND, a.Controlled(a.NamedPlayer("me"))))), 1),
        (a.Count(a.Both((HAND, a.Controlled(a.NamedPlayer("you"))))), 0),
        (a.Count(a.Both((CREATURES, a.Owned(a.NamedPlayer("me"))))), 0),
        (a.Count(a.Both((CREATURES, a.Controlled(a.OwnerOf(a.Self()))))), 5),
        (a.Count(a.Both((CREATURES, a.Compared(a.Read("power", a.It()), ">", a.Number(2))))), 2),
        (a.Count(a.ChosenName()), 0),
        (a.Count(a.Named("Card")), 0),
        (a.Count(a.Named("Card", part=True)), 6),
    ],
)
def test_values_are_as_the_words_say(value: a.Value, number: int) -> None:
    """Each worked out by hand from the board, without any floor."""
    assert grown(value) == number


def test_a_floor_is_kept_when_a_number_is_read() -> None:
    """By policy; -2 is read as 0."""
    assert grown(a.Read("power", a.Identified("X")), "when read") == 0
    assert grown(a.Summary("lowest", "power", FIRE), "when read") == 0


@pytest.mark.parametrize(("name", "number"), [("Card", 0), ("Card X", 1)])
def test_a_chosen_name_is_a_whole_name(name: str, number: int) -> None:
    """What is called so in part alone does not count."""
    grows = line(a.Self(), a.ChangeNumber("power", "+", a.Count(a.ChosenName())))
    things = (thing("S", grows, choice=name, power=1), thing("X", power=1))
    seated = tuple(replace(one, entered=(n, 0)) for n, one in enumerate(things, 1))
    found = holds(derive(Situation(rulebook(), ("you", "me"), seated, (), None, frozenset())))
    assert found.value("S", "power") == 1 + number


@pytest.mark.parametrize(("zone", "power"), [("hand", 3), ("grave", 1)])
def test_an_ability_that_works_in_a_zone_means_its_own_object_there(zone: str, power: int) -> None:
    """And nothing else that is there; elsewhere it does not work."""
    own = line(a.Self(), plus(2), zones=("hand",))
    things = (thing("S", own, zone=zone, power=1), thing("X", zone=zone, power=1))
    seated = tuple(replace(one, entered=(n, 0)) for n, one in enumerate(things, 1))
    found = holds(derive(Situation(rulebook(), ("you", "me"), seated, (), None, frozenset())))
    assert (found.value("S", "power"), found.value("X", "power")) == (power, 1)


ATTACKS = tuple(
    Deed(doer, "attack", to, (moment, 0), this_turn=this_turn)
    for doer, to, moment, this_turn in (
        ("X", "Y", 2, False),
        ("X", "Z", 6, True),
        ("Y", "X", 9, True),
        ("Z", None, 12, True),
    )
)


@pytest.mark.parametrize(
    ("did", "at_entry", "at_nine"),
    [
        (a.Did("attack"), "XYZ", "XYZ"),
        (a.Did("attack", period="at any time"), "XYZ", "XYZ"),
        # S entered at 5, its effect resolved at 9; what happened at that very moment was before.
        (a.Did("attack", period="since then"), "XYZ", "Z"),
        (a.Did("attack", passive=True), "XZ", "XZ"),
        (a.Did("attack", passive=True, period="at any time"), "XYZ", "XYZ"),
        (a.Did("attack", whom=a.Identified("X")), "Y", "Y"),
        (a.Did("attack", whom=CREATURES, period="since then"), "XY", ""),
        (a.Did("attack", passive=True, whom=a.Identified("X")), "Z", "Z"),
    ],
)
def test_who_did_something_since_when(did: a.Did, at_entry: str, at_nine: str) -> None:
    """A static effect began when its source entered, a resolved one when it resolved."""
    things = [thing(id, power=1) for id in "XYZ"]
    things.append(thing("S", line(did, plus(1)), power=1))
    entered = {"X": 1, "Y": 2, "Z": 3, "S": 5}
    seated = tuple(replace(one, entered=(entered[one.id], 0)) for one in things)
    effects = (resolved("R", "S", line(did, plus(10)), at=9),)
    situation = Situation(rulebook(), ("you", "me"), seated, effects, None, frozenset())
    found = holds(derive(replace(situation, deeds=ATTACKS)))
    for id in "XYZ":
        assert found.value(id, "power") == 1 + (id in at_entry) + 10 * (id in at_nine)


@pytest.mark.parametrize(
    ("squares", "there"), [((1,), "A"), ((1, 3), "AB"), ((19,), ""), ((2, 3), "B")]
)
def test_what_is_at_squares_is_there(squares: tuple[int, ...], there: str) -> None:
    """Of squares where nothing is nothing is meant, nor is what there is elsewhere."""
    grows = line(a.AtSquares(squares), plus(5))
    found = holds(small_game({"A": 1, "B": 3, "C": 4}, {"C": (grows,)}))
    assert {id for id in "ABC" if found.value(id, "power") == 6} == {*there}


def small_game(
    where: dict[str, int],
    has: Mapping[str, Sequence[a.Ability]],
    types: dict[str, str] | None = None,
    policy: dict[str, str] | None = None,
) -> Answer:
    """Minions at these squares with these abilities; types: what is no minion."""
    things = []
    for entered, (id, square) in enumerate(where.items(), 1):
        card = Card(
            id,
            {"types": ((types or {}).get(id, "minion"),)},
            {"power": 1},
            tuple(PrintedAbility("has", one) for one in has.get(id, ())),
        )
        place = Place((square,))
        things.append(Thing(id, card, "you", "you", "realm", place, None, (entered, 0), {}))
    book = small_rulebook(policy)
    return derive(Situation(book, ("you", "me"), tuple(things), (), None, frozenset()))


# --- what comes early ------------------------------------------------------------------------


Z = a.Identified("Z")
EARLY: dict[str, a.Operation] = {
    "animate": a.Animate("minion", "types"),
    "no tapping": a.CantBeStatus("tapped"),
    "fixed": a.CantBeModified(),
    "aura": a.Animate("aura", "types"),
}


@pytest.mark.parametrize("ends", ["silenced", "disabled", "nothing"])
@pytest.mark.parametrize("also", ["", "C", "minion"])
@pytest.mark.parametrize("early", EARLY)
def test_what_was_done_early_goes_with_the_ability(early: str, also: str, ends: str) -> None:
    """SORC-OPEN-ANIMATE: it does not make its effect begun, so that it is as if it never was.

    A does it to Z, an artifact, unless `also` a minion, and C, the younger, does as well; then B
    ends the ability of A; T taps Z, and adds one. What A fixed, C passes by, so that C fixes
    nothing (SORC-NOMOD-1).
    """
    doing = line(Z, EARLY[early])
    ending = line(a.Identified("A"), a.SetStatus(ends)) if ends != "nothing" else line(Z)
    has: dict[str, Sequence[a.Ability]] = {
        "A": (doing,),
        "C": (doing,) if also == "C" else (),
        "B": (ending,),
        "T": (line(Z, a.SetStatus("tapped")), line(Z, plus(1))),
    }
    types = {"Z": "minion" if also == "minion" else "artifact"}
    found = holds(small_game({"Z": 1, "A": 2, "C": 3, "B": 4, "T": 5}, has, types))
    lasts = ends == "nothing" or (also == "C" and early != "fixed")
    told = found.value("Z", "types")
    assert isinstance(told, tuple)
    assert ("minion" in told) == ((early == "animate" and lasts) or also == "minion")
    assert ("aura" in told) == (early == "aura" and lasts)
    assert found.value("Z", "tapped") == (not (lasts and early in ("no tapping", "fixed")))
    assert found.value("Z", "power") == 1 + (not (lasts and early == "fixed"))


@pytest.mark.parametrize("order", ["ZACB", "ACBZ"])
@pytest.mark.parametrize("before", ["artifact", "minion"])
def test_what_was_given_early_is_taken_back_type_by_type(order: str, before: str) -> None:
    """A makes Z a minion and C makes it an aura; then B ends the ability of one of the two.

    Wherever Z stands among them, what it was before it stays.
    """
    for ended, stays in (("A", "aura"), ("C", "minion")):
        has: dict[str, Sequence[a.Ability]] = {
            "A": (line(Z, EARLY["animate"]),),
            "C": (line(Z, EARLY["aura"]),),
            "B": (line(a.Identified(ended), a.SetStatus("silenced")),),
        }
        where = {id: number for number, id in enumerate(order, 1)}
        found = holds(small_game(where, has, {"Z": before}))
        told = found.value("Z", "types")
        assert isinstance(told, tuple)
        assert {*told} == {before, stays}


def test_what_the_first_object_was_before_was_not_given_early() -> None:
    """A makes Z an aura, and then C makes X and Y minions, which they are; C is silenced."""
    animates = tuple(a.Instruction(a.Identified(id), (EARLY["animate"],)) for id in "XY")
    has: dict[str, Sequence[a.Ability]] = {
        "A": (line(Z, EARLY["aura"]),),
        "C": (a.Ability(None, animates),),
        "B": (line(a.Identified("C"), a.SetStatus("silenced")),),
    }
    where = {id: number for number, id in enumerate("XYZACB", 1)}
    found = holds(small_game(where, has, {"Z": "artifact"}))
    assert found.value("X", "types") == found.value("Y", "types") == ("minion",)
    assert found.value("Z", "types") == ("artifact", "aura")


@pytest.mark.parametrize(("lost", "power"), [("continues", 2), ("stops", 1)])
def test_what_has_begun_in_an_earlier_layer_goes_on_by_policy(lost: str, power: int) -> None:
    """A makes Z a beast and stronger, and between the two B takes A's abilities (SORC-SELF-1)."""
    doing = line(Z, a.AddMembers("subtypes", ("beast",)), plus(1))
    taking = line(a.Identified("A"), a.LoseAll())
    where = {"Z": 1, "A": 2, "B": 3}
    found = holds(small_game(where, {"A": (doing,), "B": (taking,)}, policy={"ability lost": lost}))
    assert found.value("Z", "subtypes") == ("beast",)
    assert found.value("Z", "power") == power


def test_what_only_began_early_does_not_go_on() -> None:
    """SORC-OPEN-ANIMATE: A animates Z in the early layer, and is silenced before the next one."""
    doing = line(Z, EARLY["animate"], plus(1))
    ending = line(a.Identified("A"), a.SetStatus("silenced"))
    where = {"Z": 1, "A": 2, "B": 3}
    has = {"A": (doing,), "B": (ending,)}
    found = holds(small_game(where, has, {"Z": "artifact"}, policy={"ability lost": "continues"}))
    assert found.value("Z", "types") == ("artifact",)
    assert found.value("Z", "power") == 1


def test_conditions_are_read_behind_what_is_disabled() -> None:
    """Of what is disabled none is read, whatever stands behind it, and so is each of several."""
    always = line(a.Self(), plus(1), condition=a.Exists(CREATURES))
    two = line(a.Self(), plus(4)), always
    things = (thing("D", always, statuses=("disabled",), power=1), thing("A", *two, power=1))
    seated = tuple(replace(one, entered=(n, 0)) for n, one in enumerate(things, 1))
    book = rulebook({"condition read": "at checks"})
    found = holds(derive(Situation(book, ("you", "me"), seated, (), None, frozenset())))
    assert (found.value("D", "power"), found.value("A", "power")) == (1, 6)


# --- who depends on whom ---------------------------------------------------------------------


def dependencies(*things: Thing, **policies: str) -> set[tuple[str, str, str]]:
    """Who depends on whom in the layer of power at first, and by what kind of witness."""
    seated = tuple(replace(one, entered=(n, 0)) for n, one in enumerate(things, 1))
    book = rulebook(policies)
    found = holds(derive(Situation(book, ("you", "me"), seated, (), None, frozenset())))
    [first, *_] = [
        record.graphs[0] for record in found.facts.layers if record.layer in ("power", "control")
    ]
    return {(edge.effect, edge.on, edge.witness.kind) for edge in first.found}


def test_the_oldest_of_all_depends_on_what_ends_its_condition() -> None:
    """A.1 works as long as X is weak, and B strengthens X."""
    weak = a.Holds(a.Read("power", a.Identified("X")), "<", a.Number(3))
    things = (
        thing("A", line(a.Self(), plus(1), condition=weak), power=1),
        thing("B", line(a.Identified("X"), plus(5)), power=1),
        thing("X", power=1),
    )
    assert dependencies(*things) == {("A.1", "B.1", "existence")}


def test_what_two_look_at_alike_is_looked_at_by_both() -> None:
    """A and C strengthen X by A's power, and D strengthens A: both depend on that."""
    mine = line(a.Identified("X"), a.ChangeNumber("power", "+", a.Read("power", a.Identified("A"))))
    things = (
        thing("A", mine, power=1),
        thing("C", mine, power=1),
        thing("D", line(a.Identified("A"), plus(1)), power=1),
        thing("X", power=1),
    )
    assert dependencies(*things) == {("A.1", "D.1", "action"), ("C.1", "D.1", "action")}


def test_who_controls_nothing_is_told_to_control_nothing() -> None:
    """By results: A and B give X to either player, who has nothing else; X alone differs."""
    things = (
        thing("X", owner="you", power=1),
        thing(
            "A", line(a.Identified("X"), a.SetPlayer("controller", a.NamedPlayer("me"))), owner="me"
        ),
        thing(
            "B",
            line(a.Identified("X"), a.SetPlayer("controller", a.NamedPlayer("you"))),
            owner="me",
        ),
    )
    assert dependencies(*things, test="result") == {
        ("A.1", "B.1", "result"),
        ("B.1", "A.1", "result"),
    }


# --- words alone -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "wanted", "part", "called"),
    [
        ("Fire Drake", "Fire Drake", False, True),
        ("Fire Drake", "Fire", False, False),
        ("Fire Drake", "Fire", True, True),
        ("Fire Drake", "Fir", True, False),
        ("Fire Drake", "Water", True, False),
        ("Fire, the Drake", "Fire", True, True),
    ],
)
def test_a_name_is_called_so_in_whole_or_by_its_first_words(
    name: str, wanted: str, part: bool, called: bool
) -> None:
    """Words end where no letter follows."""
    assert is_called(name, wanted, part=part) is called


@pytest.mark.parametrize(
    ("choice", "number"),
    [(None, 0), ("7", 7), ("-7", -7), ("Drake", 0), ("infinite", INFINITE), ("", 0)],
)
def test_a_chosen_number(choice: str | None, number: int) -> None:
    """A name is none, and no choice is none."""
    assert chosen_number(choice) == number
    if number:
        assert chosen_number(f"-{choice}".removeprefix("--")) == -number


def test_infinite_numbers_times_others() -> None:
    """The sign is that of the product; nothing times infinite is nothing."""
    for first, second, product in (
        (INFINITE, 2, INFINITE),
        (INFINITE, -2, -INFINITE),
        (-INFINITE, -1, INFINITE),
        (-1, INFINITE, -INFINITE),
        (0, INFINITE, 0),
        (-INFINITE, 0, 0),
    ):
        assert _infinitely(first, "*", second) == product


def test_what_scopes_name() -> None:
    """A word for it, in so many words, also behind `not` and among others."""
    unit, other = a.Noun("unit", CREATURES), a.Noun("avatar", FIRE)
    assert speaks_of(a.Both((CREATURES, a.Not(unit))), unit)
    assert not speaks_of(a.Both((CREATURES, other)), unit)
    assert not speaks_of(unit, CREATURES)
    assert not speaks_of(CREATURES, CREATURES)
    assert names_rules(a.Either((CREATURES, a.Identified("rules"))))
    assert not names_rules(CREATURES) and not names_rules(a.Both((CREATURES, a.Identified("A"))))


def test_numbers_changed_part_by_part() -> None:
    """SORC-SPLIT-1; what is missing stays missing, unless it is to be at least something."""
    least, most = (a.Limit("power", how, a.Number(0)) for how in ("at least", "at most"))
    assert [_result(least, None, n) for n in (-1, 0, 1, 2)] == [None, None, 1, 2]
    assert [_result(least, 3, n) for n in (2, 4)] == [3, 4]
    assert [_result(most, n, 2) for n in (None, 1, 3)] == [None, 1, 2]
    added = a.ChangeNumber("power", "+", a.Number(0))
    assert _result_of_parts(added, Split(1, 4), 2) == split(3, 6)
    assert _result_of_parts(least, Split(1, 4), 2) == split(2, 4)
    assert _result_of_parts(most, Split(1, 4), 1) == 1
