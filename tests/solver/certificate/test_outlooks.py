"""What the checks of a small game may find, each check by itself, told without any state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from layerlaw.model import algebra as a
from layerlaw.model import loads_scenario
from layerlaw.model.rulebooks.rulebook import StateCheck
from layerlaw.solver import solve, verify, written_certificate
from layerlaw.solver.certificate import loads_certificate
from layerlaw.solver.certificate.history.foreseen import ForeseenChecks
from layerlaw.solver.certificate.written.writing import text_of
from layerlaw.solver.derivation.derive import derived_once
from layerlaw.solver.facts.situation import ResolvedEffect, Situation, Thing
from replaying import KnownStates, assert_comes_to
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


def test_an_effect_of_which_no_members_are_told_has_an_open_scope() -> None:
    """As where it says of each instruction that it is open."""
    for number, may in ((-1, True), (1, False)):
        effect = replace(resolved("E", "A", line(CREATURES, plus(number))), locked=())
        situation = table((check(power("<=", 1)),), thing("A", power=2), effects=(effect,))
        assert ForeseenChecks(situation.rulebook).may_find(situation) is may


# --- states that hold themselves up ---------------------------------------------------------------

HELD_UP = (
    "grand-archive-2021",
    "PG-OPEN-GROUNDED",
    "is: [ally, human], power: 2, life: 2",
    "is: [item], has: ['allies with life <= 0: life -= 9']",
)
ONLY_HELD_UP = (
    "duel-masters-1.28-en",
    "DM-OPEN-GROUNDED",
    "is: [creature], power: 2000",
    "is: [creature], power: 9000, has: ['creatures with power <= 0: power -= 9000', "
    "'creatures with power = 2000: power += 500']",
)


@pytest.mark.parametrize(
    ("case", "reading", "dies"),
    [
        (HELD_UP, "all-deeds", False),
        (HELD_UP, "added", True),
        (HELD_UP, "any", True),
        (ONLY_HELD_UP, "added", True),
        (ONLY_HELD_UP, "any", True),
    ],
)
def test_a_state_that_holds_itself_up_is_asked_for(
    case: tuple[str, str, str, str], reading: str, dies: bool
) -> None:
    """A creature is dead because it is dead, where a reading says so."""
    book, point, own, other = case
    scenario = loads_scenario(
        f"title: T\nrulebook: {book}\nplayers: [you, me]\nreadings: {{{point}: {reading}}}\n"
        f"cards:\n  A: {{{own}}}\n  B: {{{other}}}\n"
        "play:\n  - you: A as X\n  - me: B as Y\n  - turn: me\n"
    )
    answer = solve(scenario)
    assert (answer.situation.thing("X").zone == "graveyard") is dies
    assert_comes_to(scenario, answer.situation, KnownStates())
    certificate = written_certificate(answer)
    assert len(certificate.states) == dies
    # In the duel there is no one state in the end.
    right = "verified" if case is HELD_UP else "unknown"
    assert verify(loads_certificate(text_of(certificate))).outcome == right


@pytest.mark.parametrize(
    ("process", "groundedness", "alone"),
    [
        ("layered", "all fixed points", False),
        ("simultaneous", "all deeds", False),
        ("newest wins", "all deeds", False),
        ("simultaneous", "what is added", True),
        ("newest wins", "all fixed points", True),
    ],
)
def test_deeds_that_hold_themselves_up_need_no_other(
    process: str, groundedness: str, alone: bool
) -> None:
    """What a scope asks for may be what the deed itself brings, and a number any other one."""
    policies = {"process": process, "groundedness": groundedness}
    book = rulebook(policies, checks=(check(power("<=", 0)),))
    for ability in (
        line(power("<=", 0), plus(-9)),
        line(CREATURES, a.SetNumber("power", a.Read("power", IT))),
    ):
        situation = Situation(book, ("you", "me"), (thing("A", ability, power=2),), ())
        assert ForeseenChecks(book).may_find(situation) is alone


# --- ground without a name ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("each", "dies"), [(("game",), True), (("owner",), False), (("controller", "name"), False)]
)
def test_ground_without_a_name_may_be_the_one_that_is_passed_by(
    each: tuple[str, ...], dies: bool
) -> None:
    """By a check that takes all but one of several that are alike."""
    scenario = loads_scenario(
        "title: T\nrulebook: sorcery-2026-01\nplayers: [you, me]\ncards:\n  A: {is: [site]}\n"
        "  B: {is: [minion, mortal], power: 3}\n"
        "  C: {is: [artifact], has: ['sites: water += 1']}\n"
        "play:\n  - you: A as S at 3\n  - you: B as X at 7\n  - you: C as R at 3\n"
        "  - me: B as Y at 8\n"
    )
    book = scenario.rulebook
    one = StateCheck(
        "site",
        a.Member("types", "site"),
        "dies",
        "cemetery",
        next(iter(book.clauses)),
        one_for_each=each,
    )
    scenario = replace(scenario, rulebook=replace(book, checks=(one,)))
    end = solve(scenario).situation
    assert (end.thing("S").zone == "cemetery") is dies
    assert_comes_to(scenario, end, KnownStates())
