"""Deriving under all readings at once: the same as under each of them, and what decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations, permutations, product
from math import prod
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest
from open_points import FOOL, by_default

from layerlaw.model import Scenario, loads_scenario, shipped_rulebook
from layerlaw.model.algebra import Ability, ChangeNumber, Instruction, Member, Noun, Number
from layerlaw.model.cards.card import PrintedAbility
from layerlaw.model.errors import LayerlawError
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.solver import solve
from layerlaw.solver.answer.difference.outcome import Outcome, outcome, refusal
from layerlaw.solver.certainty.readings import ReadingGroup, Readings, explore, readings
from layerlaw.solver.certainty.readings.boxes import inside_any, size
from layerlaw.solver.certainty.readings.explore import InternalDifference, ReadingExploration
from layerlaw.solver.certainty.readings.kept import kept_examples
from layerlaw.solver.certainty.readings.recording_rulebook import RecordingRulebook
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.play.resolving import _looked_at
from oracle.build import silence_graph
from oracle.generate import seeded_scenario
from oracle.small_rulebook import VALUES, point_id, small_rulebook

if TYPE_CHECKING:
    from layerlaw.solver.play.table import GameTable

PLUS = ChangeNumber("power", "+", Number(1000))
SORCERY = shipped_rulebook("sorcery-2026-01")
SORCERY_TOTAL = prod(len(point.readings) for point in SORCERY.points.values())
ORDERING = ("GRAPH", "DEPENDENTS", "FREED", "INDEPENDENT", "LOOP")

CHAIN = """
title: A silences B, which silences C, which silences D, which silences E
rulebook: sorcery-2026-01
players: [you, me]
cards:
  Alpha: {{is: [minion, mortal], power: 1, has: ["minions named Beta: silenced"]}}
  Beta: {{is: [minion, beast], power: 1, has: ["minions named Gamma: silenced"]}}
  Gamma: {{is: [minion, spirit], power: 1, has: ["minions named Delta: silenced"]}}
  Delta: {{is: [minion, dragon], power: 1, has: ["minions named Epsilon: silenced"]}}
  Epsilon: {{is: [minion, demon], power: 1, has: ["self: power += 1"]}}
play:
{play}
"""


def chained(*names: str) -> Scenario:
    """Those of the chain, in this order of arrival."""
    play = "\n".join(f"  - you: {name} as {name[0]} at {i + 1}" for i, name in enumerate(names))
    return loads_scenario(CHAIN.format(play=play))


def open_chain() -> Scenario:
    """The chain of four and its victim, on which SORC-DEP-3 and SORC-DEP-4 part."""
    return chained("Epsilon", "Delta", "Gamma", "Beta", "Alpha")


def under(scenario: Scenario, chosen: Mapping[str, str]) -> Outcome:
    """The outcome under one reading, derived by itself."""
    try:
        return outcome(solve(scenario, readings=chosen))
    except LayerlawError as error:
        return refusal(error)


def process_reading(book: Rulebook, process: str) -> str:
    """The reading under which effects apply in this way."""
    [found] = [
        reading.id
        for reading in book.points[point_id("process")].readings
        if reading.policies["process"] == process
    ]
    return found


def held(group: ReadingGroup, book: Rulebook, points: Sequence[str]) -> int:
    """How many readings of these points a group holds."""
    every = {id: tuple(one.id for one in book.points[id].readings) for id in points}
    return sum(size({**every, **dict(box)}) for box in group.boxes)


def assert_as_one_by_one(scenario: Scenario) -> Readings:
    """Fail unless the groups, their sizes and the points that matter are those of all readings."""
    book = scenario.rulebook
    points = [id for id in book.points if id not in scenario.readings]
    exploration = ReadingExploration(scenario)
    found = exploration.run(None)
    table = {}
    for chosen in product(*([one.id for one in book.points[id].readings] for id in points)):
        named = dict(zip(points, chosen, strict=True))
        table[chosen] = under(scenario, named)
        boxes = [
            leaf
            for leaf in exploration.leaves
            if all(named[id] in left for id, left in leaf.allowed.items())
        ]
        assert len(boxes) == 1
        assert list(exploration.outcomes)[boxes[0].outcome] == table[chosen]
    assert found.complete
    sizes = {group.outcome: held(group, book, points) for group in found.groups}
    assert found.total == len(table) == sum(sizes.values())
    assert sizes == {one: list(table.values()).count(one) for one in table.values()}
    deciding = [
        id
        for place, id in enumerate(points)
        if any(
            table[(*chosen[:place], one.id, *chosen[place + 1 :])] != result
            for chosen, result in table.items()
            for one in book.points[id].readings
        )
    ]
    assert [matter.point for matter in found.matters] == deciding
    for matter in found.matters:
        for reading, group in matter.leads.items():
            named = {**matter.given, matter.point: reading}
            assert under(scenario, named) == found.groups[group].outcome
    for each in found.groups:
        assert under(scenario, each.example) == each.outcome
    return found


@pytest.mark.slow
@pytest.mark.parametrize("process", ["layered", "simultaneous", "newest wins"])
@pytest.mark.parametrize("slice", range(1))
def test_random_histories_have_the_outcomes_of_every_reading_one_by_one(
    process: str, slice: int
) -> None:
    """Four policies left open at random, the rest fixed at random."""
    book = small_rulebook({"process": process})
    names = sorted(set(VALUES) - {"process"})
    for seed in range(40 * slice, 40 * slice + (4 if process == "layered" else 2)):
        random = Random(seed)
        left_open = random.sample(names, 4)
        chosen = {}
        for name in names:
            if name not in left_open:
                point = book.points[point_id(name)]
                chosen[point.id] = random.choice([point.default, point.readings[-1].id])
        chosen[point_id("process")] = process_reading(book, process)
        size = () if process == "layered" else (4, 3)
        assert_as_one_by_one(replace(seeded_scenario(seed, book, *size), readings=chosen))


@pytest.mark.slow
@pytest.mark.parametrize("slice", range(4))
def test_silence_graphs_of_three_have_the_outcomes_of_every_reading_one_by_one(slice: int) -> None:
    """All points on the order of the Sorcery document left open, with a quarter of the graphs."""
    pairs = [(a, b) for a in range(1, 4) for b in range(1, 4) if a != b]
    graphs = chain.from_iterable(combinations(pairs, size) for size in range(len(pairs) + 1))
    fixed = {
        point.id: point.default
        for point in SORCERY.points.values()
        if not point.id.endswith(ORDERING)
    }
    for number, edges in enumerate(graphs):
        if number % 16 == 4 * slice + 1:
            scenario = silence_graph(3, edges, (3, 1, 2), SORCERY)
            assert_as_one_by_one(replace(scenario, readings=fixed))


def told(exploration: ReadingExploration, *, refuted: bool = True) -> tuple[Readings, object]:
    """What is found, and all of it that does not depend on how the readings were sorted."""
    found = exploration.run(None, refuted=refuted)
    points = list(exploration.everything)
    groups = [
        (group.outcome, held(group, found.scenario.rulebook, points)) for group in found.groups
    ]
    matters = [(one.point, one.given, one.leads) for one in found.matters]
    return found, (found.total, groups, matters, found.complete)


BELOW_ZERO = loads_scenario("""
title: Below zero on the way
rulebook: sorcery-2026-01
players: [you, me]
cards:
  Prey: {is: [minion], power: 1}
  Weaken: {is: [minion], power: 1, has: ["other minions: power -= 3"]}
  Help: {is: [minion], power: 4, has: ["other minions: power += 2"]}
play:
  - you: Prey as P at 8
  - you: Weaken as W at 8
  - you: Help as H at 8
""")

BOARDS = [
    BELOW_ZERO,
    chained("Delta", "Gamma", "Beta", "Alpha"),
    open_chain(),
    chained("Gamma", "Alpha", "Beta", "Epsilon"),
]


@pytest.mark.parametrize("scenario", BOARDS, ids=["zero", "four", "open", "mixed"])
def test_readings_followed_together_or_apart_come_to_the_same(scenario: Scenario) -> None:
    """A layer that leaves the same under several readings is no reason to part them."""
    apart = ReadingExploration(scenario)
    apart.worth = None
    by_itself, expected = told(apart)
    together = ReadingExploration(scenario)
    found, result = told(together)
    assert result == expected
    assert set(together.asked) == set(apart.asked)
    assert found.runs <= by_itself.runs


def test_readings_that_leave_the_same_are_followed_together() -> None:
    """The floor is asked for below zero; read or only in the end, the layers leave the same."""
    apart = ReadingExploration(BELOW_ZERO)
    apart.worth = None
    assert (ReadingExploration(BELOW_ZERO).run(None).runs, apart.run(None).runs) == (2, 3)


@pytest.mark.parametrize("scenario", BOARDS, ids=["zero", "four", "open", "mixed"])
def test_those_that_count_are_told_apart_alike_without_the_others(scenario: Scenario) -> None:
    """What no reading that counts says is not asked, and nothing else comes of it."""
    results = []
    for refuted in (True, False):
        exploration = ReadingExploration(scenario)
        exploration.examples = kept_examples(scenario.rulebook)
        found, result = told(exploration, refuted=refuted)
        assert found.examples is not None
        results.append(result)
    assert results[0] == results[1]


def test_a_board_without_effects_is_settled_after_one_history() -> None:
    """Nothing is asked that any of the points could answer."""
    found = readings(chained("Epsilon"))
    assert found.settled
    assert 1 < found.total < SORCERY_TOTAL
    assert found.runs == 1
    assert found.matters == ()


def test_a_chain_parts_where_the_clauses_on_dependents_contradict_each_other() -> None:
    """Delta, the oldest, silences Epsilon before Gamma takes its ability, or is silenced first.

    By SORC-DEP-3 Alpha goes, Beta is lost, Gamma goes, Delta is lost: Epsilon has power 2. By
    SORC-DEP-4, read strictly, Alpha goes as the independent one and then the dependent ones by
    timestamp: Delta goes, so Epsilon has power 1, silenced.
    """
    found = readings(open_chain())
    assert found.complete
    assert "SORC-OPEN-DEPENDENTS" in [matter.point for matter in found.matters]
    power = ("E", "power")
    default, *others = (group.outcome.cells[power] for group in found.groups)
    assert default == 2
    assert set(others) == {1}
    [matter] = [one for one in found.matters if one.point == "SORC-OPEN-DEPENDENTS"]
    assert matter.given == {}
    silenced = found.groups[matter.leads["timestamps"]].outcome
    assert silenced.cells[power] == 1
    assert found.groups[matter.leads["topological"]].outcome.cells[power] == 2


@pytest.mark.slow
def test_a_chain_of_three_never_parts() -> None:
    """Beta is lost in every order in which Alpha, the only independent one, goes first."""
    for names in permutations(("Alpha", "Beta", "Gamma", "Delta")):
        assert readings(chained(*names[:3])).settled


def test_what_was_chosen_beforehand_stays() -> None:
    """A chosen point is no longer open; chosen against the document's examples, all else counts."""
    scenario = replace(chained("Epsilon"), readings={"SORC-OPEN-FREED": "compete"})
    found = readings(scenario)
    assert found.chosen == {"SORC-OPEN-FREED": "compete"}
    assert found.total == SORCERY_TOTAL // 3
    assert "SORC-OPEN-FREED" not in (*found.untouched, *found.idle)


def test_a_limit_leaves_at_least_what_was_found() -> None:
    """After one history one outcome is known, of fewer readings than there are."""
    found = readings(open_chain(), limit=1)
    assert not found.complete
    assert not found.settled
    assert found.runs == 1
    assert len(found.groups) == 1


def test_an_interrupt_leaves_at_least_what_was_found() -> None:
    """The user stops it after the first history."""

    def progress(known: int, total: int) -> None:
        if not seen:
            seen.append(known)
            raise KeyboardInterrupt

    seen: list[int] = []
    found = readings(open_chain(), progress=progress)
    assert not found.complete
    assert found.runs == 1


@pytest.mark.slow
def test_an_event_that_a_reading_makes_impossible_is_an_outcome() -> None:
    """Under each reading the message is that of the history played under it alone."""
    book = small_rulebook()
    layered = process_reading(book, "layered")
    refused = 0
    for seed in range(40):
        if refused > 1:
            break
        scenario = seeded_scenario(seed, book)
        scenario = replace(scenario, readings={point_id("process"): layered})
        found = readings(scenario, limit=2)
        for group in found.groups:
            if group.outcome.refused:
                refused += 1
                assert under(found.scenario, group.example) == group.outcome
    assert refused


def test_an_observation_that_one_history_alone_shows_is_an_internal_error() -> None:
    """Every outcome is confirmed by a history under one reading; what differs is never shown."""
    calls: list[int] = []

    def observe(derivation: Answer) -> Outcome:
        calls.append(1)
        return Outcome(refused=str(len(calls)))

    with pytest.raises(InternalDifference):
        readings(chained("Epsilon"), observe=observe, limit=1)


@pytest.mark.parametrize("default", ["locked", "open"])
def test_what_one_reading_cannot_answer_is_no_error_of_another_one(default: str) -> None:
    """PG-OPEN-RESOLVED: only who keeps the set asks who controls the Fool."""
    scenario = loads_scenario(FOOL)
    rulebook = by_default(scenario.rulebook, "PG-OPEN-RESOLVED", default)
    found = readings(replace(scenario, rulebook=rulebook))
    [decides] = found.matters
    refused = {one: bool(found.groups[of].outcome.refused) for one, of in decides.leads.items()}
    assert found.complete and decides.point == "PG-OPEN-RESOLVED"
    assert refused == {"locked": True, "open": False}


def test_who_lets_members_go_asks_what_they_are_and_nobody_else_does() -> None:
    """DM-OPEN-TYPE: the spell speaks of a creature, and whether Bear is one no state tells.

    The Curse makes it a spell for as long as it is a creature (DM-608.1: no state agrees with it).
    """
    scenario = loads_scenario(
        "title: t\nrulebook: duel-masters-1.28-en\nplayers: [you, me]\nactive: you\ncards:\n"
        "  Bear: {is: [creature], power: 2000}\n"
        "  Curse: {is: [creature], power: 1000,"
        " has: ['creatures named \"Bear\": types := spell']}\n"
        "  Charm: {is: [spell], resolves: ['target creature: power += 1000 until end of turn']}\n"
        "play:\n"
        "  - you: Bear as B\n  - you: Charm as S on B\n  - you: Curse as C\n  - you: Bear as D\n"
    )
    exploration = ReadingExploration(scenario)
    exploration.explore(None)
    found = list(exploration.outcomes)
    for leaf in exploration.leaves:
        [type_] = leaf.allowed["DM-OPEN-TYPE"]
        chosen = {point: left[0] for point, left in leaf.allowed.items()}
        assert bool(found[leaf.outcome].refused) is (type_ == "over")
        assert found[leaf.outcome] == under(scenario, chosen)


@pytest.mark.parametrize("left", [("open", "characteristics"), ("characteristics", "open")])
def test_a_state_that_cannot_be_worked_out_is_no_error_where_nobody_looks_at_it(
    left: tuple[str, ...],
) -> None:
    """DM-OPEN-RESOLVED-SET: who keeps the set looks at the state, the first reading is followed."""
    point, why = "DM-OPEN-RESOLVED-SET", "it has no end"

    def derivation() -> Answer:
        raise LayerlawError(why)

    rulebook = RecordingRulebook.of(shipped_rulebook("duel-masters-1.28-en"), {point: left})
    stronger = Ability(None, (Instruction(Noun("creature", Member("types", "creature")), (PLUS,)),))
    table = cast("GameTable", SimpleNamespace(rulebook=rulebook, derivation=derivation))
    made = [PrintedAbility("resolves", stronger)]
    if left[0] == "open":
        assert _looked_at(table, made) is None
    else:
        with pytest.raises(LayerlawError, match=why):
            _looked_at(table, made)
    assert rulebook.remaining.allowed[point] == left[:1]


def test_a_derivation_knows_its_readings() -> None:
    """`derivation.readings()` is `readings` of the scenario that led to it."""
    scenario = chained("Alpha", "Delta")
    assert readings(solve(scenario)).total == readings(scenario).total


def test_without_a_limit_few_histories_of_what_does_not_count_are_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What counts is known all the same; what was left is said, and a limit goes as far as it says.

    Only readings that the document's own examples refute are left.
    """
    scenario = open_chain()
    monkeypatch.setattr(explore, "UNCOUNTED", 1)
    few, every = readings(scenario), readings(scenario, limit=1000)
    assert few.runs < every.runs
    assert few.complete and few.groups == every.groups and few.matters == every.matters
    assert few.refuted_left and not every.refuted_left
    assert few.examples is not None
    points = {
        point.id: tuple(one.id for one in point.readings) for point in SORCERY.points.values()
    }
    for box in few.refuted_left:
        assert not inside_any({**points, **dict(box)}, map(dict, few.examples.standing))
