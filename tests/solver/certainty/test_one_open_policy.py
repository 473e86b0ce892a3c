"""A single policy on how a layer goes is left open: the outcomes are those of each value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from layerlaw.model import Scenario
from layerlaw.model import algebra as a
from layerlaw.solver import derive, solve
from layerlaw.solver.answer.difference.outcome import outcome
from layerlaw.solver.certainty.readings import readings
from layerlaw.solver.certainty.readings.recording_rulebook import RecordingRulebook
from layerlaw.solver.facts.situation import Situation
from oracle.build import action_graph, card, play, scenario, scope_graph, text
from oracle.small_rulebook import VALUES, point_id, reading_id, small_rulebook

SMALL = small_rulebook()
TANGLED = [(1, 3), (2, 1), (2, 3), (3, 2)]


def powers(has: Mapping[str, tuple[str, a.Operation] | None]) -> Scenario:
    """Minions of power 1, one after another, of which some do something to one of them."""
    cards = [
        card(id, *([] if does is None else [text((a.Identified(does[0]), [does[1]]))]), power=1)
        for id, does in has.items()
    ]
    return scenario(SMALL, [play(one, one.name) for one in cards])


def power_of(id: str) -> a.Read:
    """The power of one object."""
    return a.Read("power", a.Identified(id))


def power(value: a.Value) -> a.SetNumber:
    """The power becomes this."""
    return a.SetNumber("power", value)


BOARDS = {
    "test": scope_graph(2, [(2, 1)], (1, 2), SMALL),
    # What A's limit reads, B sets; a limit sets nothing.
    "parity": powers(
        {
            "P": None,
            "A": ("A", a.Limit("power", "at least", power_of("P"))),
            "B": ("P", power(a.Number(5))),
        }
    ),
    "graph": scope_graph(3, TANGLED, (2, 3, 1), SMALL),
    # A waits for B, and both A and C write what Q has: whoever is last.
    "freed": powers(
        {
            "P": None,
            "Q": None,
            "B": ("P", power(a.Number(3))),
            "A": ("Q", power(power_of("P"))),
            "C": ("Q", power(a.Number(7))),
        }
    ),
    "dependents": action_graph(3, [(2, 1), (3, 1), (3, 2)], (1, 3, 2), SMALL),
    "independent": action_graph(3, [(1, 2), (2, 1), (2, 3), (3, 1)], (3, 1, 2), SMALL),
    "loop": scope_graph(3, TANGLED, (2, 3, 1), SMALL),
}
"""For each policy a board on which it matters if all others have their first values."""


def fixed_but(policy: str) -> dict[str, str]:
    """The first value of every other policy."""
    return {
        point_id(name): SMALL.points[point_id(name)].default for name in VALUES if name != policy
    }


@pytest.mark.parametrize("policy", BOARDS)
def test_one_open_policy_has_the_outcomes_of_each_of_its_values(policy: str) -> None:
    """Followed side by side, its values lead where each of them leads alone."""
    board = replace(BOARDS[policy], readings=fixed_but(policy))
    alone = {
        value: outcome(solve(board, readings={point_id(policy): reading_id(value)}))
        for value in VALUES[policy]
    }
    found = readings(board)
    assert found.complete
    assert [one.point for one in found.matters] == [point_id(policy)]
    [matter] = found.matters
    led = {value: found.groups[matter.leads[reading_id(value)]].outcome for value in alone}
    assert led == alone
    assert len(found.groups) == len(set(alone.values())) > 1


def test_a_layer_with_a_test_of_its_own_asks_for_none() -> None:
    """Layer 3 has one; two who take one object each do so whatever the other layers' test is."""
    layers = tuple(replace(one, test="action") if one.id == "3" else one for one in SMALL.layers)
    take = a.SetPlayer("controller", a.You())
    board = powers({"P": None, "Q": None, "A": ("P", take), "B": ("Q", take)})
    book = replace(SMALL, layers=layers)
    found = readings(replace(board, rulebook=book, readings=fixed_but("test")))
    assert found.settled and found.complete
    assert found.runs == 1


def test_before_every_turn_it_is_asked_whether_to_stop() -> None:
    """Readings that are followed side by side stop as one does; nobody has to be asked."""
    board = replace(BOARDS["freed"], readings=fixed_but("freed"))
    situation = solve(board).situation
    points: dict[str, tuple[str, ...]] = {id: (chosen,) for id, chosen in board.readings.items()}
    points[point_id("freed")] = tuple(one.id for one in SMALL.points[point_id("freed")].readings)

    def in_doubt() -> Situation:
        return replace(situation, rulebook=RecordingRulebook.of(SMALL, points))

    asked: list[None] = []
    answer = derive(in_doubt(), stop=lambda: asked.append(None))
    assert len(asked) >= sum(len(record.turns) for record in answer.layers) > 3
    assert outcome(derive(in_doubt())) == outcome(answer)
