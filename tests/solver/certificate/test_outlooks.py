"""What the checks of a small game may find, each check by itself, told without any state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from layerlaw.model import algebra as a
from layerlaw.model import loads_scenario
from layerlaw.model.rulebooks.rulebook import StateCheck
from layerlaw.solver import solve
from layerlaw.solver.certificate.history.foreseen import ForeseenChecks
from layerlaw.solver.derivation.derive import derived_once
from layerlaw.solver.facts.situation import ResolvedEffect, Situation, Thing
from situations import CREATURES, line, plus, resolved, rulebook, thing

IT = a.It()


def check(who: a.Selector, **besides: Any) -> StateCheck:
    """A check of those."""
    return StateCheck("C", who, "dies", "grave", "C1", **besides)


def power(comparator: a.Comparator, number: int, name: str = "power") -> a.Compared:
    """Those with such a number."""
    return a.Compared(a.Read(name, IT), comparator, a.Number(number))


def table(
    checks: Sequence[StateCheck], *things: Thing, effects: Sequence[ResolvedEffect] = ()
) -> Situation:
    """What stands, under a rulebook with those checks."""
    return Situation(rulebook(checks=tuple(checks)), ("you", "me"), things, tuple(effects))


def may_find(one: StateCheck, *things: Thing, effects: Sequence[ResolvedEffect] = ()) -> bool:
    """Whether the check may find something there; fails if it is said not to and does."""
    situation = table((one,), *things, effects=effects)
    may = ForeseenChecks(situation.rulebook).may_find(situation)
    assert may or derived_once(situation).fates == ()
    return may


def test_without_checks_nothing_is_found() -> None:
    """Whatever stands there."""
    situation = table((), replace(thing("A"), linked=(thing("B").card,)))
    assert not ForeseenChecks(situation.rulebook).may_find(situation)


# --- who is meant -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "who", [a.Players(None), a.Identified("rules"), a.Identified("A"), a.Identified("B")]
)
def test_of_players_and_of_what_is_named_nothing_is_said(who: a.Selector) -> None:
    """Nor of the rules: they are no objects of the situation."""
    assert may_find(check(who), thing("A"))


@pytest.mark.parametrize(
    "who", [a.Players(None), a.Both((a.Identified("rules"), a.Everything())), a.Identified("A")]
)
def test_players_and_rules_may_be_found_where_there_is_no_object(who: a.Selector) -> None:
    """They are always there."""
    assert may_find(check(who))


def test_where_nothing_is_forbidden_nobody_is_found_for_that() -> None:
    """What is allowed is not forbidden, and another action is another one."""
    one = check(CREATURES, cannot="attack")
    assert not may_find(one, thing("A"))
    assert not may_find(one, thing("A", line(a.Self(), a.Permission(True, "attack"))))
    assert not may_find(one, thing("A", line(a.Self(), a.Permission(False, "defend"))))
    assert may_find(one, thing("A", line(a.Self(), a.Permission(False, "attack"))))
    assert may_find(one, thing("A", line(a.Self(), a.Permission(False, "attacked", passive=True))))


# --- numbers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("comparator", "others", "own"),
    [
        ("<", (1, 2), (3, 4)),
        ("<=", (1,), (2, 3)),
        ("=", (1, 3), (2,)),
        (">=", (3,), (1, 2)),
        (">", (2, 3), (0, 1)),
    ],
)
def test_a_number_is_what_is_printed(
    comparator: a.Comparator, others: Sequence[int], own: Sequence[int]
) -> None:
    """Of a creature with 2."""
    creature = thing("A", power=2)
    for number in others:
        assert not may_find(check(power(comparator, number)), creature)
    for number in own:
        assert may_find(check(power(comparator, number)), creature)


def test_that_numbers_differ_is_never_ruled_out() -> None:
    """Nothing is said of `!=`."""
    assert may_find(check(power("!=", 2)), thing("A", power=2))


def test_a_missing_number_is_0() -> None:
    """As it is read."""
    for comparator in ("<=", "=", ">="):
        assert may_find(check(power(comparator, 0)), thing("A"))
    assert not may_find(check(power(">", 0)), thing("A"))
    assert not may_find(check(power("<", 0, "cost")), thing("A"))


def test_of_base_values_nothing_is_said() -> None:
    """They are no numbers of the rulebook's own."""
    assert may_find(check(power("=", 2, "base power")), thing("A", power=3))


def test_an_emptied_number_is_0_or_what_it_was() -> None:
    """Whether or not the status is there still; a status that empties nothing changes nothing."""
    drained, tapped = ("drained",), ("tapped",)
    for number in (0, 1, 2):
        assert may_find(check(power("=", number)), thing("A", power=2, statuses=drained))
    assert not may_find(check(power(">", 2)), thing("A", power=2, statuses=drained))
    assert not may_find(check(power("<", 0)), thing("A", power=2, statuses=drained))
    assert not may_find(check(power("<=", 1)), thing("A", power=2, statuses=tapped))


def test_an_emptied_number_below_0_is_raised_to_it() -> None:
    """And to no more."""
    book = rulebook(checks=(check(power(">=", 0)),))
    deep = {"power": replace(book.characteristics["power"], floor=None)}
    book = replace(book, characteristics={**book.characteristics, **deep})
    lower = thing("A", power=-2, statuses=("drained",))
    assert ForeseenChecks(book).may_find(Situation(book, ("you", "me"), (lower,), ()))
    book = replace(book, checks=(check(power(">=", 1)),))
    assert not ForeseenChecks(book).may_find(Situation(book, ("you", "me"), (lower,), ()))


@pytest.mark.parametrize(
    ("operation", "below"),
    [
        (plus(0), 2),
        (plus(3), 2),
        (plus(-1), None),
        (plus(-5), None),
        (a.SetNumber("power", a.Number(2)), 2),
        (a.SetNumber("power", a.Number(1)), 1),
        (a.SetNumber("power", a.Read("power", IT)), 2),
        (a.SetNumber("power", a.Read("cost", IT)), None),
        (a.FixNumber("power", a.Number(1)), 1),
        (a.RemoveNumber("power"), 0),
        (a.SetStatus("drained"), 0),
        (a.Limit("power", "at least", a.Number(1)), 2),
        (a.Limit("power", "at most", a.Number(1)), None),
        (a.ChangeNumber("power", "*", a.Number(2)), None),
        (a.ChangeNumber("power", "-", a.Number(1)), None),
        (a.ChangeNumber("power", "+", a.Count(CREATURES)), 2),
        (a.ChangeNumber("power", "+", a.CountWords("elements", CREATURES, ())), 2),
        (a.ChangeNumber("power", "+", a.Read("damage", IT)), 2),
        (a.ChangeNumber("power", "+", a.Read("cost", IT)), 2),
        (a.ChangeNumber("power", "+", a.Read("power", IT)), None),
        (a.ChangeNumber("power", "+", a.Read("cost", a.Self())), None),
        (a.ChangeNumber("power", "+", a.Arithmetic(a.Number(1), "+", a.Number(2))), 2),
        (a.ChangeNumber("power", "+", a.Arithmetic(a.Number(-1), "+", a.Number(2))), None),
        (a.ChangeNumber("power", "+", a.Arithmetic(a.Number(1), "*", a.Number(-2))), None),
        (a.ChangeNumber("power", "+", a.Arithmetic(a.Number(1), "-", a.Number(2))), None),
    ],
)
def test_what_deeds_leave_of_a_number_at_least(operation: a.Operation, below: int | None) -> None:
    """2 to begin with; `below` is what it may come to, None where that is not known."""
    creature = thing("A", line(CREATURES, operation), power=2, cost=1)
    bottom = -9 if below is None else below - 1
    assert may_find(check(power("<=", bottom)), creature) is (below is None)
    if below is not None:
        assert may_find(check(power("<=", below)), creature)


def test_what_is_added_may_be_below_0() -> None:
    """Where what it is read from is."""
    adding = line(CREATURES, a.ChangeNumber("power", "+", a.Read("cost", IT)))
    assert may_find(check(power("<=", 1)), thing("A", adding, power=2, cost=-1))
    assert not may_find(check(power("<=", 1)), thing("A", adding, power=2, cost=0))
    cheaper = line(CREATURES, plus(-1, "cost"))
    assert may_find(check(power("<=", 1)), thing("A", adding, cheaper, power=2, cost=5))


# --- words --------------------------------------------------------------------------------------

FIRE, WATER = a.Member("elements", "fire"), a.Member("elements", "water")


@pytest.mark.parametrize(
    ("operation", "loses"),
    [
        (a.SetMembers("elements", ("water",)), True),
        (a.RemoveMembers("elements", ("fire",)), True),
        (a.RemoveMembers("elements", ("water",)), False),
        (a.ReplaceMember("elements", "fire", "norm"), True),
        (a.ReplaceMember("elements", "water", "norm"), False),
        (a.AddMembers("elements", ("fire",)), False),
        (a.AddMembersOf("elements", CREATURES), False),
        (a.SetMembers("types", ("relic",)), False),
    ],
)
def test_what_lacks_a_word_had_to_lose_it(operation: a.Operation, loses: bool) -> None:
    """What is printed on it stays, unless a deed takes it."""
    lacking = check(a.Not(a.Noun("fire", FIRE)))
    assert not may_find(lacking, thing("A", elements=("fire",)))
    assert may_find(lacking, thing("A", elements=("water",)))
    losing = thing("A", line(a.Everything(), operation), elements=("fire",))
    assert may_find(lacking, losing) is loses


def test_only_what_a_deed_may_be_done_to_loses_a_word() -> None:
    """By then."""
    both = thing(
        "A",
        line(CREATURES, a.SetMembers("elements", ("water",))),
        line(a.Not(FIRE), plus(-1)),
        elements=("fire",),
        power=2,
    )
    assert may_find(check(power("<=", 1)), both)
    neither = thing("A", line(a.Not(FIRE), plus(-1)), elements=("fire",), power=2)
    assert not may_find(check(power("<=", 1)), neither)


def test_where_words_of_texts_are_replaced_nothing_is_said() -> None:
    """A text may speak of others by then."""
    relics = line(a.Member("types", "relic"), plus(-9))
    one = thing("A", relics, power=2)
    assert not may_find(check(power("<=", 0)), one)
    other = line(CREATURES, a.ReplaceInText("types", "relic", "creature"))
    assert may_find(check(power("<=", 0)), one, thing("B", other, power=2))


# --- regions ------------------------------------------------------------------------------------

SURFACE, BELOW = frozenset({"surface"}), frozenset({"underground", "underwater"})
SORCERY = "sorcery-2026-01"


@pytest.mark.parametrize(
    ("card", "place", "regions"),
    [
        ("is: [minion]", "at 7", SURFACE),
        ("is: [minion]", "at 7 void", SURFACE | {"void"}),
        ("is: [minion]", "at 7, 8, 12 and 13 void", SURFACE | {"void"}),
        ("is: [minion]", "at 7 underground", SURFACE | BELOW),
        ("is: [site]", "at 7", SURFACE | BELOW),
        ("is: [minion]", "", SURFACE | BELOW | {"void"}),
    ],
)
def test_what_lies_somewhere_is_in_no_other_region(
    card: str, place: str, regions: frozenset[str]
) -> None:
    """Nothing is ruled out for the surface, nor for what lies nowhere."""
    scenario = loads_scenario(
        f"title: T\nrulebook: {SORCERY}\nplayers: [you, me]\n"
        f"cards:\n  A: {{{card}}}\nplay:\n  - you: A as X {place}\n"
    )
    situation = solve(scenario).situation
    for region in ("surface", "void", "underground", "underwater"):
        book = replace(situation.rulebook, checks=(check(a.InRegion(region)),))
        found = ForeseenChecks(book).may_find(replace(situation, rulebook=book))
        assert found is (region in regions)


# --- one after another --------------------------------------------------------------------------


def test_what_was_seen_of_one_situation_is_not_taken_for_another() -> None:
    """Whatever comes, goes, or is another one at the same place."""
    weaker = resolved("E", "S", line(CREATURES, plus(-1)))
    stronger = resolved("F", "S", line(CREATURES, plus(1)))
    plain, relic = thing("A", power=2), thing("R", line(CREATURES, plus(-1)), power=9)
    foreseen = ForeseenChecks(table((check(power("<=", 1)),)).rulebook)
    for things, effects, may in (
        ((plain,), (), False),
        ((plain,), (weaker,), True),
        ((plain,), (stronger,), False),
        ((plain,), (stronger, weaker), True),
        ((plain,), (stronger,), False),
        ((plain, relic), (stronger,), True),
        ((plain, replace(relic, zone="hand")), (stronger,), False),
        ((plain,), (), False),
    ):
        situation = table((), *things, effects=effects)
        situation = replace(situation, rulebook=foreseen._rulebook)
        assert foreseen.may_find(situation) is may


def test_what_comes_later_may_let_happen_what_was_told_before() -> None:
    """The relics' word is given to the weak alone; whatever makes them weak may come after it."""
    weak = a.Both((CREATURES, power("<=", 0)))
    giving = resolved("G", "S", line(weak, a.AddMembers("types", ("relic",))))
    stronger = resolved("P", "S", line(CREATURES, plus(1)))
    weaker = resolved("M", "S", line(CREATURES, plus(-1)))
    foreseen = ForeseenChecks(table((check(a.Member("types", "relic")),)).rulebook)
    for effects, may in (
        ((giving,), False),
        ((giving, stronger), False),
        ((giving, stronger, weaker), True),
        ((giving, weaker), True),
        ((giving, stronger), False),
    ):
        situation = table((), thing("A", power=2), effects=effects)
        assert foreseen.may_find(replace(situation, rulebook=foreseen._rulebook)) is may


def test_an_effect_of_which_no_members_are_told_has_an_open_scope() -> None:
    """As where it says of each instruction that it is open."""
    for number, may in ((-1, True), (1, False)):
        effect = replace(resolved("E", "A", line(CREATURES, plus(number))), locked=())
        situation = table((check(power("<=", 1)),), thing("A", power=2), effects=(effect,))
        assert ForeseenChecks(situation.rulebook).may_find(situation) is may


# --- what is carried, and what keeps its abilities ----------------------------------------------


def carrying(*things: Thing, effects: Sequence[ResolvedEffect] = ()) -> Situation:
    """What stands where only creatures carry."""
    situation = table((), *things, effects=effects)
    return replace(situation, rulebook=replace(situation.rulebook, carriers=CREATURES))


def may_fall(situation: Situation) -> bool:
    """Whether anything that is carried could have to fall."""
    return ForeseenChecks(situation.rulebook).may_fall(situation)


def meant_for(id: str, target: str, operation: a.Operation) -> ResolvedEffect:
    """What has resolved and is done to one target."""
    return resolved(id, "S", line(a.Target(), operation), targets=(target,))


RING = thing("R")


@pytest.mark.parametrize(("bearer", "falls"), [("A", False), ("you", True), ("gone", True)])
def test_what_nothing_known_carries_may_have_to_fall(bearer: str, falls: bool) -> None:
    """Also where the same is carried beside it by what carries for good."""
    one, other = replace(RING, bearer="A"), replace(RING, id="Q", bearer=bearer)
    assert may_fall(carrying(thing("A"), other)) is falls
    assert may_fall(carrying(thing("A"), one, other)) is falls
    assert may_fall(carrying(thing("A"), other, one)) is falls


@pytest.mark.parametrize("changed", ["A", "B", ""])
def test_of_two_that_carry_the_same_each_is_looked_at(changed: str) -> None:
    """One becomes stronger, the other one may be no creature any more."""
    effects = [meant_for("P", "A", plus(1)), meant_for("Q", "B", plus(1))]
    if changed:
        effects.append(meant_for("T", changed, a.SetMembers("types", ("relic",))))
    rings = replace(RING, bearer="A"), replace(RING, id="Q", bearer="B")
    for things in (rings, rings[::-1]):
        situation = carrying(thing("A"), thing("B"), *things, effects=effects)
        assert may_fall(situation) is bool(changed)


FLYING = a.Ability("Flying", ())


def test_what_may_lose_its_abilities_may_come_to_lack_one() -> None:
    """What weakens those without it was told first."""
    weakens = line(a.Not(a.HasAbility("Flying")), plus(-5))
    takes = line(a.Everything(), a.LoseAll())
    bird = thing("A", FLYING, power=2)
    weak = check(power("<=", 0))
    assert not may_find(weak, bird, thing("W", weakens, FLYING, power=9))
    assert may_find(
        weak, bird, thing("W", weakens, FLYING, power=9), thing("X", takes, FLYING, power=9)
    )


def test_what_is_done_to_players_is_done_to_no_object() -> None:
    """An object that stands there is no player."""
    assert not may_find(check(power("<=", 0)), thing("A", line(a.Players(None), plus(-9)), power=2))


def test_where_there_is_no_object_none_is_found() -> None:
    """Nothing has happened yet."""
    assert not may_find(check(CREATURES))


@pytest.mark.parametrize("status", ["", "tapped", "silenced", "disabled", "sealed", "unheard-of"])
def test_abilities_are_kept_in_play_where_no_status_takes_or_hides_them(status: str) -> None:
    """Of a status that the rulebook does not know nothing is said."""
    statuses = (status,) if status else ()
    shown, away = thing("A", FLYING, statuses=statuses), thing("B", FLYING, zone="hand")
    situation = table((), shown, away)
    foreseen = ForeseenChecks(situation.rulebook)
    here, there = foreseen.outlook(situation, "A"), foreseen.outlook(situation, "B")
    assert here is not None
    assert there is not None
    assert here.keeps_abilities() is (status in ("", "tapped"))
    assert not there.keeps_abilities()
