"""Which other part could refute a choice soonest, and which clause a wrong choice breaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from random import Random
from typing import TYPE_CHECKING, cast

import pytest

from layerlaw.model import algebra as a
from layerlaw.model.rulebooks.rulebook import Clause, PolicyValue, Rulebook
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.certificate.choices import Clauses, Rivals, order
from layerlaw.solver.certificate.claims import Stays
from layerlaw.solver.certificate.entries import RecordedCourse, RecordedEntry, RecordedEpoch
from layerlaw.solver.certificate.graph import Rows
from layerlaw.solver.certificate.waiting import OrderPolicies
from layerlaw.solver.facts.records import Facts
from situations import answer, line, rulebook, thing

if TYPE_CHECKING:
    from layerlaw.solver.certificate.choices import Choices

CLAUSES = Clauses("TIMESTAMPS", "FREED", "DEPENDENTS", "LOOP", "ROLE")


# --- rivals ----------------------------------------------------------------------------------


@dataclass
class Numbers:
    """The ages and positions of some entries, by their numbers."""

    ages: Sequence[int]
    positions: Sequence[int]


@dataclass
class Drawn:
    """What rivals ask of the choices."""

    stays: Numbers
    loop: Mapping[int, int]
    at: Mapping[int, int]
    policies: OrderPolicies = field(default_factory=OrderPolicies)

    def before(self, entry: int, chosen: Sequence[int]) -> list[int]:
        """Those of the chosen ones that were chosen before the entry, the last one first."""
        positions = self.stays.positions
        earlier = [one for one in chosen if positions[one] < positions[entry]]
        return sorted(earlier, key=positions.__getitem__, reverse=True)

    def rival(self, entry: int, among: Sequence[int]) -> int | None:
        """The first newer one among these, or else None."""
        ages = self.stays.ages
        return next((one for one in among if ages[one] > ages[entry]), None)


def drawn(seed: int, loops: str) -> tuple[Drawn, list[int]]:
    """Seven entries with ages, in some order and in loops, and those of one kind among them.

    Of two entries of one age both are stays of one effect.
    """
    random = Random(f"{seed} {loops}")
    count = 7
    entries = range(count)
    positions = random.sample(entries, count)
    ages = [random.randrange(count) for _ in entries]
    places = random.sample(entries, count)
    at = dict(zip(entries, places, strict=True))
    if loops == "members":
        kinds = [random.randrange(3) for _ in entries]
        together = {
            one: sum(1 << at[other] for other in entries if kinds[other] == kinds[one])
            for one in entries
        }
    else:
        # Who is mutual with whom, whether or not these two are with each other.
        pairs = {(one, two): random.random() < 0.4 for one in entries for two in range(one)}
        together = {
            one: 1 << at[one]
            | sum(1 << at[two] for two in entries if pairs.get((max(one, two), min(one, two))))
            for one in entries
        }
    chosen = sorted((one for one in entries if random.random() < 0.7), key=positions.__getitem__)
    policies = OrderPolicies(loop=loops)
    return Drawn(Numbers(ages, positions), together, at, policies), chosen


@pytest.mark.parametrize("loops", ["members", "mutual pairs"])
@pytest.mark.parametrize("first", range(0, 60, 20))
def test_the_rival_is_the_last_newer_one_of_its_kind(first: int, loops: str) -> None:
    """Inside and outside of the loop; if none is newer, the last one, if it is of that kind."""
    for seed in range(first, first + 20):
        given, chosen = drawn(seed, loops)
        rivals = Rivals(chosen, cast("Choices", given))
        for entry in range(7):
            before = given.before(entry, chosen)
            inside = [one for one in before if given.loop[entry] >> given.at[one] & 1]
            outside = [one for one in before if one not in inside]
            assert rivals.last_before(entry) == next(iter(before), None)
            newer = given.rival(entry, inside)
            alone = given.loop[entry] == 1 << given.at[entry]
            expected = newer if newer is not None else next(iter(inside), None)
            assert rivals.inside(entry) == (None if alone else expected), (seed, entry)
            newer = given.rival(entry, outside)
            last = before[0] if before and before[0] in outside else None
            assert rivals.outside(entry) == (last if newer is None else newer), (seed, entry)


# --- clauses ---------------------------------------------------------------------------------


def broken(edges: Sequence[str], turns: str, policies: OrderPolicies) -> set[str]:
    """The clauses that these turns break; "AB" among the edges: A depends on B. A is oldest."""
    names = sorted(turns)
    graph = Rows.of(names, [(one[0], one[1]) for one in edges])
    entries = tuple(RecordedEntry(name, 0, turns.index(name)) for name in names)
    epoch = RecordedEpoch(0, len(names), graph, tuple(range(len(names))))
    course = RecordedCourse(len(names), entries, (epoch,), ())
    ages = {name: age for age, name in enumerate(names)}
    claims = order(course, Stays("L", course, ages), policies, CLAUSES)
    return {one.clause for one in claims if not one.holds()} - {"ROLE"}


@pytest.mark.parametrize(
    ("dependents", "edges", "turns", "clauses"),
    [
        ("timestamps", ("AC", "BC"), "CAB", set()),
        ("timestamps", ("AC", "BC"), "CBA", {"DEPENDENTS"}),
        ("timestamps", ("CB",), "BAC", {"TIMESTAMPS"}),
        ("topological", ("AC", "BC"), "CBA", {"TIMESTAMPS"}),
        ("topological", ("CB",), "BAC", {"TIMESTAMPS"}),
    ],
)
def test_the_clause_of_a_newer_one_that_went_first(
    dependents: str, edges: Sequence[str], turns: str, clauses: set[str]
) -> None:
    """That on dependent ones, where these go by timestamps alone; or else that on timestamps."""
    assert broken(edges, turns, OrderPolicies(dependents=dependents)) == clauses


@pytest.mark.parametrize("loop", ["members", "mutual pairs"])
def test_what_waits_is_not_blocked_where_another_one_is_ready(loop: str) -> None:
    """A, the oldest, waits for B, and so may not go first whatever it is called."""
    policies = OrderPolicies(loop=loop)
    assert broken(("AB",), "AB", policies) == {"DEPENDENTS", "FREED"}
    assert broken(("AB",), "BA", policies) == set()


def test_the_clause_on_loops_is_on_those_that_depend_on_each_other() -> None:
    """Of mutual pairs: who waits for another one is in no loop with it."""
    mutual = OrderPolicies(loop="mutual pairs")
    assert broken(("AB", "BA"), "BAC", mutual) == {"LOOP"}
    assert broken(("AB", "BA"), "CBA", mutual) == {"TIMESTAMPS", "LOOP"}
    competing = OrderPolicies(loop="mutual pairs", freed="compete")
    assert broken(("BA",), "BAC", competing) == {"DEPENDENTS", "FREED"}


@pytest.mark.parametrize(
    ("freed", "independent", "right"),
    [
        ("compete", "one-way", "CAB"),
        ("compete", "outside its loop", "CAB"),
        ("after all", "one-way", "ACB"),
        ("after all", "outside its loop", "CAB"),
    ],
)
def test_a_loop_that_waits_for_another_one(freed: str, independent: str, right: str) -> None:
    """A and B depend on each other, and B on C; by itself A depends on no other one."""
    policies = OrderPolicies(freed=freed, independent=independent)
    accepted = [
        "".join(turns)
        for turns in permutations("ABC")
        if not broken(("AB", "BA", "BC"), "".join(turns), policies)
    ]
    assert accepted == [right]


# --- blocked ---------------------------------------------------------------------------------


def ring(loop: str, dependents: str) -> Facts:
    """A is silenced by B, B by C and C by A: a ring in which no two are mutual."""
    silences = a.SetStatus("silenced")
    things = [
        thing(id, line(a.Identified(other), silences), power=1)
        for id, other in (("A", "C"), ("B", "A"), ("C", "B"))
    ]
    known = rulebook({"loop": loop, "dependents": dependents})
    book: Rulebook = replace(
        known,
        clauses={**known.clauses, "ROLE": Clause("ROLE", "page 2", "On roles.")},
        policies={
            **known.policies,
            "independent": PolicyValue(known.policies["independent"].value, "ROLE"),
        },
    )
    return answer(book, *things).facts


BY_TIME = "by timestamp only"


@pytest.mark.parametrize(
    ("loop", "dependents", "roles"),
    [
        ("members", "topological", dict.fromkeys(("A.1", "B.1", "C.1"), "independent")),
        ("mutual pairs", "topological", {"A.1": "blocked", "B.1": "freed", "C.1": "freed"}),
        ("mutual pairs", "timestamps", dict.fromkeys(("A.1", "B.1", "C.1"), BY_TIME)),
    ],
)
def test_where_all_block_each_other_the_oldest_is_told_to_be_blocked(
    loop: str, dependents: str, roles: Mapping[str, str]
) -> None:
    """And no other one, for the others wait for nothing once it is gone."""
    facts = ring(loop, dependents)
    [record] = facts.layers
    assert {turn.effect: turn.why for turn in record.turns} == roles
    assert Certificate(facts).check().ok
    for place, turn in enumerate(record.turns):
        for why in {"independent", "freed", "blocked", BY_TIME} - {turn.why}:
            turns = [*record.turns]
            turns[place] = replace(turn, why=why)
            wrong = replace(facts, layers=(replace(record, turns=tuple(turns)),))
            [failure] = Certificate(wrong).check().failures
            assert failure.clause == "ROLE"
            told = f"{turn.effect} had its turn as '{why}', and not as '{turn.why}'"
            assert failure.message == told
