"""Clause coverage and mutation testing on a small made-up rulebook, known by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from layerlaw.model import Scenario
from layerlaw.model import algebra as a
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.errors import LayerlawError, Where
from layerlaw.model.rulebooks.policies import LAYERED_ONLY, POLICIES, SIMULTANEOUS_ONLY
from layerlaw.model.rulebooks.rulebook import (
    Characteristic,
    Clause,
    Layer,
    OpenPoint,
    PolicyValue,
    Reading,
    Rule,
    Rulebook,
    StateCheck,
    Status,
)
from layerlaw.model.scenarios.events import ChangeCounters, Event, Play
from layerlaw.model.scenarios.expectations import Expected, ExpectFate, ExpectNumber
from layerlaw.model.scenarios.load import load_scenario
from layerlaw.model.shipped import shipped_rulebook, shipped_rulebooks, shipped_scenarios
from layerlaw.solver.documents.coverage import mutation as running
from layerlaw.solver.documents.coverage.coverage import Coverage, coverage
from layerlaw.solver.documents.coverage.mutation import MutantResult, Mutation, mutants, mutation

WHERE = Where("test", 1, 1)
SAID = {
    "M-TEST": "dependencies are found by trial",
    "M-AGE": "the oldest goes first",
    "M-LATE": "what resolves is as old as its use",
    "M-TYPE": "types come first",
    "M-POWER": "power comes second",
    "M-DEATH": "what is much hurt dies",
    "M-BURIAL": "what has no power is buried",
    "M-FLYING": "what flies is strong",
    "M-TOKEN": "all tokens are weak",
    "M-STUN": "what is stunned has no abilities",
    "M-STONE": "stones are not stunned",
    "M-REST": "everything else",
}
CREATURES = a.Noun("creature", a.Member("types", "creature"))
TOKENS = a.Noun("token", a.Member("types", "token"))
STONES = a.Noun("stone", a.Member("types", "stone"))
ITS_DAMAGE = a.Read("damage", a.It())
ITS_POWER = a.Read("power", a.It())


def plus(number: int) -> a.ChangeNumber:
    """Power goes up by so much."""
    return a.ChangeNumber("power", "+", a.Number(number))


def ability(scope: a.Selector, *operations: a.Operation, keyword: str | None = None) -> a.Ability:
    """One ability."""
    return a.Ability(keyword, (a.Instruction(scope, operations, None),), None, None, ())


FLYING = ability(a.Self(), plus(5), keyword="Flying")


def small_rulebook() -> Rulebook:
    """Two layers, two checks, one keyword, one rule, one status with an immunity, one point."""
    given = {"test": "M-TEST", "timestamps": "M-AGE", "resolved timestamp": "M-LATE"}
    readings = tuple(
        Reading(value, value, {"floor": value}, {}) for value in ("when read", "at the end")
    )
    return Rulebook(
        id="small",
        title="Small",
        game="small",
        publisher="",
        version="1",
        source="",
        characteristics={
            "types": Characteristic("types", "set", ("creature", "token", "stone")),
            "power": Characteristic("power", "number", floor=0),
            "damage": Characteristic("damage", "number", counter=True),
            "controller": Characteristic("controller", "player"),
        },
        statuses={"stunned": Status("stunned", "M-STUN", disables=True)},
        zones=("play", "grave"),
        space=None,
        nouns={
            "creature": CREATURES.meaning,
            "token": TOKENS.meaning,
            "stone": STONES.meaning,
        },
        plurals={},
        keywords={"Flying": FLYING},
        layers=(
            Layer("1", "type", "M-TYPE", ("change types", "stunned")),
            Layer("2", "power", "M-POWER", ("change power", "change abilities")),
        ),
        clauses={id: Clause(id, "page 1", says) for id, says in SAID.items()},
        points={"M-OPEN": OpenPoint("M-OPEN", "when?", (), readings, "when read")},
        policies={
            name: PolicyValue(values[0], given.get(name, "M-OPEN" if name == "floor" else "M-REST"))
            for name, values in POLICIES.items()
        },
        checks=(
            StateCheck(
                "death",
                a.Both((CREATURES, a.Compared(ITS_DAMAGE, ">=", a.Number(3)))),
                "dies",
                "grave",
                "M-DEATH",
            ),
            StateCheck(
                "burial",
                a.Both((STONES, a.Compared(ITS_POWER, "=", a.Number(0)))),
                "is buried",
                "grave",
                "M-BURIAL",
            ),
        ),
        keyword_clauses={"Flying": "M-FLYING"},
        immune=((STONES, "stunned", "M-STONE"),),
        rules=(Rule("weak", replace(ability(TOKENS, plus(-1)), zones=("rules",)), "M-TOKEN"),),
    )


def card(name: str, *abilities: a.Ability, types: tuple[str, ...] = ("creature",)) -> Card:
    """A card of power 2."""
    printed = tuple(PrintedAbility("has", one) for one in abilities)
    return Card(name, {"types": types}, {"power": 2}, printed)


def play(card: Card, id: str) -> Play:
    """A card enters."""
    return Play("you", card, id, None, (), None, WHERE, None, None, False)


def number(object: str, characteristic: str, value: int) -> Expected:
    """A number is so much at the end."""
    return Expected("a number", ExpectNumber(object, characteristic, "=", value), WHERE)


FLYER = card("Flyer", FLYING)
STONE = card("Stone", FLYING, types=("stone",))
TOKEN = card("Token", types=("creature", "token"))
STUNNER = card("Stunner", ability(a.Not(a.Self()), a.SetStatus("stunned")))


def scenario(title: str, play: tuple[Event, ...], *expect: Expected, cites: str) -> Scenario:
    """A scenario under the small rulebook."""
    book = small_rulebook()
    players = ("you", "me")
    return Scenario(title, book, players, "you", play, expect, (), {}, "", (cites,), "<test>")


HURT = scenario(
    "hurt",
    (play(card("Bear"), "B"), play(FLYER, "F"), ChangeCounters("B", "damage", 3, WHERE)),
    number("F", "power", 7),
    Expected("B dies", ExpectFate("B", "dies"), WHERE),
    cites="M-DEATH",
)
STUNNED = scenario(
    "stunned",
    (play(FLYER, "F"), play(STONE, "S"), play(TOKEN, "T"), play(STUNNER, "X")),
    number("F", "power", 2),
    number("S", "power", 7),
    number("T", "power", 1),
    cites="M-STONE",
)


@cache
def covered() -> Coverage:
    """The coverage of the two scenarios."""
    return coverage(small_rulebook(), (HURT, STUNNED))


@cache
def mutated() -> Mutation:
    """All mutants of the small rulebook in the two scenarios."""
    return mutation(small_rulebook(), (HURT, STUNNED), covered=covered())


def result(id: str) -> MutantResult:
    """What became of one mutant."""
    return next(one for one in mutated().results if one.mutant.id == id)


@pytest.mark.parametrize(
    ("clause", "cited", "used"),
    [
        ("M-DEATH", ("hurt",), ("hurt",)),
        ("M-FLYING", (), ("hurt", "stunned")),
        ("M-POWER", (), ("hurt", "stunned")),
        ("M-TYPE", (), ("stunned",)),
        ("M-STUN", (), ("stunned",)),
        ("M-STONE", ("stunned",), ("stunned",)),
        ("M-TOKEN", (), ("stunned",)),
        ("M-BURIAL", (), ()),
        ("M-LATE", (), ()),
        ("M-OPEN", (), ()),
        ("M-TEST", (), ()),
    ],
)
def test_clause_is_cited_and_used_where_it_is(
    clause: str, cited: tuple[str, ...], used: tuple[str, ...]
) -> None:
    """A clause is used where a status, keyword, rule, check, layer or immunity of it acts."""
    [found] = [one for one in covered().clauses if one.id == clause]
    assert (found.cited, found.used) == (cited, used)


def test_both_scenarios_hold_and_what_nobody_uses_is_listed() -> None:
    """Clauses that no scenario uses are named in the order of the rulebook."""
    assert covered().failing == ()
    assert covered().complete
    assert covered().unused == tuple(one.id for one in covered().clauses if not one.used)
    assert {"M-BURIAL", "M-LATE", "M-OPEN", "M-TEST"} <= set(covered().unused)
    assert "M-DEATH" not in covered().unused


@pytest.mark.parametrize(
    ("mutant", "noticed"),
    [
        ("keyword Flying does nothing", ("hurt", "stunned")),
        ("check death dropped", ("hurt",)),
        ("rule weak dropped", ("stunned",)),
        ("status stunned not disables", ("stunned",)),
        ("immunity of stones to stunned dropped", ("stunned",)),
        ("layer 2 before 1", ("stunned",)),
        # In one layer what flies waits for the stunning, and all comes to the same.
        ("layer 2 into 1", ()),
        ("'stunned' in layer 2", ()),
        ("'change power' in layer 1", ()),
    ],
)
def test_mutant_is_noticed_where_it_matters(mutant: str, noticed: tuple[str, ...]) -> None:
    """A change is noticed by exactly the scenarios that turn on it."""
    found = result(mutant)
    assert found.noticed == noticed
    assert found.ran >= max(len(noticed), 1)


@pytest.mark.parametrize(
    "mutant",
    [
        "policy resolved timestamp = resolution",
        "policy floor = at the end",
        "check burial dropped",
        "'change types' in layer 2",
        "characteristic power without floor",
        "characteristic damage lasting",
    ],
)
def test_mutant_that_cannot_matter_is_not_played(mutant: str) -> None:
    """Where a history never asked what is changed it is left out, with the reason."""
    found = result(mutant)
    assert (found.noticed, found.ran) == ((), 0)
    assert sum(found.skipped.values()) == 2
    assert all(found.skipped)


def test_clauses_that_would_not_be_missed_are_named() -> None:
    """A clause is missed if one of its mutants is noticed; without mutants nothing is said."""
    assert {"M-LATE", "M-OPEN", "M-BURIAL", "M-TEST"} <= set(mutated().clauses())
    assert not {"M-DEATH", "M-FLYING", "M-TOKEN", "M-STUN", "M-STONE"} & set(mutated().clauses())
    assert mutated().of_clause("M-AGE") == ()
    assert "M-AGE" not in mutated().clauses()


def test_pruning_hides_nothing() -> None:
    """Played in every case, each mutant is noticed by the same scenarios."""
    whole = mutation(small_rulebook(), (HURT, STUNNED), covered=covered(), prune=False)
    assert [one.noticed for one in whole.results] == [one.noticed for one in mutated().results]
    assert sum(one.ran for one in whole.results) > 2 * sum(one.ran for one in mutated().results)


def test_limit_leaves_the_rest_out() -> None:
    """With a limit so many mutants are looked at, the first ones, and that is said."""
    some = mutation(small_rulebook(), (HURT, STUNNED), covered=covered(), limit=3)
    assert (len(some.results), some.complete, some.interrupted) == (3, False, False)
    assert some.total == len(mutated().results)
    assert mutated().complete
    assert "M-REST" not in some.clauses()


def test_interrupt_keeps_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interrupted at the third mutant, two are known."""
    real: Callable[..., MutantResult] = running.examine
    calls = 0

    def examine(*arguments: object, **more: object) -> MutantResult:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyboardInterrupt
        result: MutantResult = real(*arguments, **more)
        return result

    monkeypatch.setattr(running, "examine", examine)
    found = mutation(small_rulebook(), (HURT, STUNNED), covered=covered())
    assert (len(found.results), found.interrupted, found.complete) == (2, True, False)


def test_scenario_that_does_not_hold_exercises_nothing() -> None:
    """What fails as it is cannot notice anything: it is listed with the reason."""
    wrong = replace(HURT, title="wrong", expect=(number("F", "power", 8),))
    found = coverage(small_rulebook(), (wrong, STUNNED))
    [(name, why)] = found.failing
    assert name == "wrong"
    assert "7" in why
    assert all("wrong" not in one.used for one in found.clauses)
    assert mutation(small_rulebook(), (), covered=found, limit=5).results


def test_scenarios_of_other_rulebooks_are_left_out() -> None:
    """Coverage is of one rulebook; without any scenario of it there is none."""
    other = replace(HURT, rulebook=replace(small_rulebook(), id="other"))
    assert coverage(small_rulebook(), (other, STUNNED)).scenarios == ("stunned",)
    with pytest.raises(LayerlawError, match="none of the scenarios"):
        coverage(small_rulebook(), (other,))


@pytest.mark.parametrize("id", shipped_rulebooks())
def test_mutants_of_a_shipped_rulebook_name_clauses_that_exist(id: str) -> None:
    """Every mutant has a name of its own, and clauses of its rulebook."""
    book = shipped_rulebook(id)
    found = mutants(book)
    assert len({one.id for one in found}) == len(found)
    assert {clause for one in found for clause in one.clauses} <= {*book.clauses, *book.points}
    idle = SIMULTANEOUS_ONLY if book.policy("process") == "layered" else LAYERED_ONLY
    assert not [one.id for one in found if one.id.removeprefix("policy ").split(" =")[0] in idle]


@pytest.fixture(scope="module")
def sorcery() -> Coverage:
    """The coverage of some shipped scenarios of Sorcery."""
    named = ("two-kings", "silencers-chain", "silencers-pair", "stealth.", "flood-drought.")
    files = [file for file in shipped_scenarios("sorcery") if file.name.startswith(named)]
    alone = [replace(load_scenario(file), variants=()) for file in files]
    return coverage(shipped_rulebook("sorcery-2026-01"), alone)


def test_loop_clause_is_used_by_two_kings(sorcery: Coverage) -> None:
    """The reasons of a loop lead to SORC-DEP-5, and a rule that nobody asks about to nothing."""
    by_id = {one.id: one.used for one in sorcery.clauses}
    assert sorcery.failing == ()
    assert "two-kings" in by_id["SORC-DEP-5"]
    assert "two-kings" in by_id["SORC-TS-1"]
    assert "two-kings" not in by_id["SORC-SPELLCASTER-1"]
    assert "stealth" in by_id["SORC-STEALTH-1"]
    assert by_id["SORC-GOLD-1"] == ()


def test_shipped_scenarios_notice_other_procedures(sorcery: Coverage) -> None:
    """Each departure in the procedure is noticed by the boards made for it."""
    some = mutants(sorcery.rulebook)[2:15]
    by_id = {one.id: running.examine(one, sorcery.exercises) for one in some}
    assert "silencers-chain-of-four" in by_id["policy dependents = timestamps"].noticed
    assert "silencers-pair-waits" in by_id["policy loop = mutual pairs"].noticed
    assert "two-kings" in by_id["policy test = none"].noticed
    assert sum(by_id["policy set = kept"].skipped.values()) == sorcery.cases


@pytest.mark.slow
def test_pruning_hides_nothing_in_shipped_scenarios(sorcery: Coverage) -> None:
    """Procedures that a scenario provably never tells apart are not noticed by it."""
    ran = whole = 0
    for mutant in mutants(sorcery.rulebook)[2:14]:
        some = running.examine(mutant, sorcery.exercises)
        every = running.examine(mutant, sorcery.exercises, prune=False)
        assert some.noticed == every.noticed, mutant.id
        ran, whole = ran + some.ran, whole + every.ran
    assert ran < whole
