"""A state is asked for where it may hold itself up, and where ground without a name counts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model import algebra as a
from layerlaw.model import loads_scenario
from layerlaw.model.rulebooks.rulebook import Rule, StateCheck
from layerlaw.solver import solve, verify, written_certificate
from layerlaw.solver.certificate import loads_certificate
from layerlaw.solver.certificate.history.foreseen import ForeseenChecks
from layerlaw.solver.certificate.written.writing import text_of
from layerlaw.solver.facts.situation import RULES, Situation
from replaying import KnownStates, assert_comes_to
from situations import CREATURES, line, plus, rulebook, thing

# --- states that hold themselves up ---------------------------------------------------------------

WEAK = a.Compared(a.Read("power", a.It()), "<=", a.Number(0))
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


@pytest.mark.parametrize("reading", ["added", "any"])
def test_a_rule_may_hold_a_state_up_by_itself(reading: str) -> None:
    """What a rule of the game brings may be what it asks for, and all other states be torn."""
    scenario = loads_scenario(
        "title: T\nrulebook: duel-masters-1.28-en\nplayers: [you, me]\n"
        f"readings: {{DM-OPEN-GROUNDED: {reading}}}\n"
        "cards:\n  A: {is: [creature], power: 2000}\n"
        "play:\n  - you: A as X\n  - turn: me\n"
    )
    book = scenario.rulebook
    grown = a.Compared(a.Read("power", a.It()), "=", a.Number(2000))
    clause = next(iter(book.clauses))
    rules = (
        Rule(id, replace(line(a.Both((CREATURES, who)), plus(number)), zones=(RULES,)), clause)
        for id, who, number in (("falls", WEAK, -9000), ("grows", grown, 500))
    )
    scenario = replace(scenario, rulebook=replace(book, rules=(*book.rules, *rules)))
    end = solve(scenario).situation
    assert end.thing("X").zone == "graveyard"
    assert_comes_to(scenario, end, KnownStates())


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
    book = rulebook(policies, checks=(StateCheck("C", WEAK, "dies", "grave", "C1"),))
    for ability in (
        line(WEAK, plus(-9)),
        line(CREATURES, a.SetNumber("power", a.Read("power", a.It()))),
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
