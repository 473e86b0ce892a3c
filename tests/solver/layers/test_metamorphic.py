"""What must not matter to an answer: names, moments, orders that are none, short cuts, bystanders.

Every law is tried on random histories under random readings, in every process, with what arrives
in one order or the other way round; and all laws on shipped scenarios of every rulebook.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from exhaustive.laws import (
    PEBBLE,
    UNHEARD,
    answered,
    finals,
    other_way_round,
    plain,
    renamed,
    shifted,
    shuffled,
    with_bystander,
)
from layerlaw.model import Scenario, load_scenario, shipped_rulebooks, shipped_scenarios
from layerlaw.solver import derive
from layerlaw.solver.certificate import certificate_of
from oracle.build import scope_graph, silence_graph
from oracle.generate import readings, scenarios
from oracle.small_rulebook import newest_wins_rulebook, simultaneous_rulebook, small_rulebook

SMALL = small_rulebook()
RULEBOOKS = {
    "layered": (SMALL, 5, 5, 14),
    "simultaneous": (simultaneous_rulebook(), 3, 3, 6),
    "newest wins": (newest_wins_rulebook(), 3, 3, 6),
}
"""For each process the rulebook, how many objects and events at most, and how many examples."""


@st.composite
def cases(draw: st.DrawFn, process: str) -> tuple[Scenario, dict[str, str]]:
    """A random history and readings, with what arrives in one order or the other way round."""
    rulebook, objects, others, _ = RULEBOOKS[process]
    scenario = draw(scenarios(rulebook, objects, others))
    if draw(st.booleans()):
        scenario = other_way_round(scenario)
    return scenario, draw(readings(rulebook))


Law = Callable[[Scenario, Mapping[str, str]], None]


def tried(process: str, law: Law) -> None:
    """Try a law on random cases of a process."""

    @settings(
        max_examples=RULEBOOKS[process][3],
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        # Making a failing history smaller takes minutes.
        phases=(Phase.generate,),
    )
    @given(cases(process))
    def on(case: tuple[Scenario, dict[str, str]]) -> None:
        law(*case)

    on()


every_process = pytest.mark.parametrize("process", RULEBOOKS)


def names_decide_nothing(scenario: Scenario, chosen: Mapping[str, str]) -> None:
    """New names that sort the other way round leave the answer as it is, but for the names."""
    other, back = renamed(scenario)
    assert other.play != scenario.play
    assert plain(answered(other, chosen), back) == plain(answered(scenario, chosen))


@pytest.mark.slow
@every_process
def test_renaming_ids_changes_nothing_but_names(process: str) -> None:
    """Nothing is decided by what an object or an effect is called."""
    tried(process, names_decide_nothing)


def moments_only_order(scenario: Scenario, chosen: Mapping[str, str]) -> None:
    """Later moments, further apart, in the same order, leave every record as it is."""
    before = answered(scenario, chosen)
    if before is None:
        return
    after = derive(shifted(before.situation))
    assert after.layers == before.layers
    assert (after.final, after.fates, after.answers) == (before.final, before.fates, before.answers)


@pytest.mark.slow
@every_process
def test_shifting_timestamps_changes_nothing(process: str) -> None:
    """Timestamps are compared, and mean nothing else."""
    tried(process, moments_only_order)


def listing_is_no_order(scenario: Scenario, chosen: Mapping[str, str]) -> None:
    """Mappings, words and operands of `and` and `or` listed otherwise leave the answer alone."""
    random = Random(repr(scenario.play))
    other = replace(
        scenario,
        play=shuffled(scenario.play, random),
        rulebook=shuffled(scenario.rulebook, random),
    )
    assert plain(answered(other, chosen)) == plain(answered(scenario, chosen))


@pytest.mark.slow
@every_process
def test_shuffling_what_has_no_order_changes_nothing(process: str) -> None:
    """What a rulebook, a card or a sentence lists without an order can be listed in any."""
    tried(process, listing_is_no_order)


def what_touches_nothing_changes_nothing(scenario: Scenario, chosen: Mapping[str, str]) -> None:
    """A spell on objects named Nobody, cast before all else, moves every moment and no more.

    Scenarios that look at the zone of spells are left out: they see it.
    """
    if "InZone" not in repr(scenario.play):
        other = with_bystander(scenario, UNHEARD)
        assert finals(answered(other, chosen)) == finals(answered(scenario, chosen))


@pytest.mark.slow
@every_process
def test_an_effect_that_touches_nothing_changes_nothing(process: str) -> None:
    """It takes part in every layer and trial there is, to no avail."""
    tried(process, what_touches_nothing_changes_nothing)


def short_cuts_change_nothing(scenario: Scenario, chosen: Mapping[str, str]) -> None:
    """With and without short cuts every turn, graph, witness, cell and fate is the same.

    Where effects apply at the same time the plain search has no knots: it names no least one in a
    paradox, and may give up before all states that lift themselves are found.
    """
    quick, full = answered(scenario, chosen), answered(scenario, chosen, prune=False)
    if quick is None or full is None:
        assert quick is full
        return
    assert quick.layers == full.layers
    assert (quick.final, quick.fates, quick.late) == (full.final, full.fates, full.late)
    assert quick.answers == full.answers
    if quick.complete and full.complete:
        assert quick.lifted == full.lifted
    if quick.answers is None:
        assert certificate_of(quick).facts == certificate_of(full).facts


@pytest.mark.slow
@every_process
def test_pruning_leaves_the_same_records(process: str) -> None:
    """Trials left out because of what parts read would have shown nothing."""
    tried(process, short_cuts_change_nothing)


def seats_are_only_for_direction(scenario: Scenario, chosen: Mapping[str, str]) -> None:
    """Without `together` and `in front of` the players can change seats."""
    if not any(word in repr(scenario.play) for word in ("Together(", "in front of")):
        other = replace(scenario, players=scenario.players[::-1])
        assert finals(answered(other, chosen)) == finals(answered(scenario, chosen))


@pytest.mark.slow
def test_seating_matters_to_direction_and_simultaneous_events_only() -> None:
    """Where neither occurs, who sits where is nothing."""
    tried("layered", seats_are_only_for_direction)


CHAIN, SHORT_CUT, OTHER_CHAIN = ((1, 2), (2, 3)), ((1, 2), (2, 3), (1, 3)), ((3, 1), (1, 2))


@pytest.mark.parametrize(
    ("family", "layer", "test", "edges"),
    [
        (silence_graph, "silence", "action", CHAIN),
        (silence_graph, "silence", "action", SHORT_CUT),
        (silence_graph, "silence", "result", CHAIN),
        (silence_graph, "silence", "result", OTHER_CHAIN),
        (scope_graph, "type", "action", SHORT_CUT),
        (scope_graph, "type", "action", OTHER_CHAIN),
    ],
)
def test_where_dependencies_order_everything_timestamps_order_nothing(
    family: Callable[..., Scenario], layer: str, test: str, edges: tuple[tuple[int, int], ...]
) -> None:
    """A chain of three, and one with a short cut, have one order and end in all six of arrival."""
    rulebook = small_rulebook({"test": test})
    found = set()
    ends = []
    for order in permutations((1, 2, 3)):
        derivation = answered(family(3, edges, order, rulebook))
        assert derivation is not None
        assert derivation.loops(layer) == ()
        found.add(tuple(turn.effect for turn in derivation.layer(layer).turns))
        ends.append(finals(derivation))
    assert len(found) == 1
    assert all(end == ends[0] for end in ends)


def test_where_nothing_depends_on_anything_timestamps_order_everything() -> None:
    """The same three effects without any edge go in the order of arrival, in all six."""
    for order in permutations((1, 2, 3)):
        derivation = answered(scope_graph(3, (), order, SMALL))
        assert derivation is not None
        assert derivation.order("type") == tuple(f"M{number}.1" for number in order)


SHIPPED = shipped_scenarios()[::4]
COUNTS_ALL = {"master-of-etherium-lattice"}
"""Boards that count every permanent, a pebble too: a Lattice makes an artifact of each."""


@pytest.mark.sample(15)
@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.name.split(".")[0])
def test_all_laws_hold_of_a_shipped_scenario(file: Path) -> None:
    """Renamed and listed otherwise at once, later, or with a pebble: the same, either way round."""
    scenario = replace(load_scenario(file), expect=(), variants=())
    random = Random(scenario.title)
    if random.random() < 0.5:
        scenario = other_way_round(scenario)
    before = answered(scenario)
    other, back = renamed(shuffled(scenario, random))
    assert plain(answered(other), back) == plain(before)
    if file.name.split(".")[0] not in COUNTS_ALL:
        assert finals(answered(with_bystander(scenario, PEBBLE))) == finals(before)
    if before is not None:
        after = derive(shifted(before.situation))
        assert (after.layers, after.final, after.fates) == (
            before.layers,
            before.final,
            before.fates,
        )


@pytest.mark.slow
def test_the_shipped_scenarios_tried_are_of_every_rulebook() -> None:
    """No document is left out."""
    tried_of = {load_scenario(file).rulebook.id for file in SHIPPED}
    assert tried_of >= set(shipped_rulebooks())
