"""What is done in one step: in which order is asked only where two write to one object."""

from __future__ import annotations

import pytest

from layerlaw.model import loads_scenario
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver import solve
from layerlaw.solver.answer.difference.outcome import outcome
from layerlaw.solver.certainty.readings.explore import ReadingExploration
from layerlaw.solver.together.meetings import Meetings

SAME_STEP, SEVERAL = "DM-OPEN-SAME-STEP", "DM-OPEN-SEVERAL"


def board(*cards: tuple[str, ...]) -> Scenario:
    """One creature with each of these groups of lines."""
    text = "title: t\nrulebook: duel-masters-1.28-en\nplayers: [you, me]\nactive: you\ncards:\n"
    for number, lines in enumerate(cards):
        has = ", ".join(f'"{line}"' for line in lines)
        text += f"  C{number}: {{is: [creature], power: 1000, has: [{has}]}}\n"
    events = "".join(f"  - you: C{number} as X{number}\n" for number in range(len(cards)))
    return loads_scenario(f"{text}play:\n{events}")


@pytest.mark.parametrize(
    ("cards", "step", "several"),
    [
        ([("creatures: power := 3000",), ("creatures: power := 2000",)], True, False),
        ([("creatures: power := 3000", "creatures: power := 2000")], True, True),
        ([("self: power := 3000",), ("self: power := 2000",)], False, False),
        ([("self: power := 3000",), ("other creatures: power := 2000",)], True, False),
        ([("self: power := 3000",), ("creatures: power := 2000",)], True, False),
        ([("creatures: power := 3000, power := 2000",)], False, False),
        (
            [
                ("creatures with Blocker: power := 3000",),
                ("other creatures: gain Blocker",),
                ("creatures: power := 2000",),
            ],
            True,
            False,
        ),
        ([("creatures: gain Blocker", "creatures: gain Slayer")], False, False),
        ([("creatures: civilizations += light", "creatures: civilizations += fire")], False, False),
        ([("creatures: gain Blocker",), ("creatures: power := 2000",)], False, False),
        ([("other creatures: gain [creatures: power := 3000]",) * 2, ()], True, True),
        ([("other creatures: gain [self: can attack]",) * 2, ()], False, False),
    ],
)
def test_the_order_is_asked_for_where_it_counts(
    cards: list[tuple[str, ...]], step: bool, several: bool
) -> None:
    """Two that set one creature's power; not who sets its own, or who only adds words.

    What two abilities of one card give is as old as these are: where that counts, theirs does.
    """
    scenario = board(*cards)
    exploration = ReadingExploration(scenario)
    exploration.explore(None)
    asked = {
        point
        for leaf in exploration.leaves
        for point, left in leaf.allowed.items()
        if left != exploration.everything[point]
    }
    assert (SAME_STEP in asked, SEVERAL in exploration.asked) == (step, several)
    found = list(exploration.outcomes)
    for same in ("newest", "oldest"):
        for order in ("printed", "reverse"):
            chosen = {SAME_STEP: same, SEVERAL: order}
            [number] = {
                leaf.outcome
                for leaf in exploration.leaves
                if all(reading in leaf.allowed[point] for point, reading in chosen.items())
            }
            assert outcome(solve(scenario, readings=chosen)) == found[number]


def test_what_is_done_in_different_steps_is_in_the_order_of_the_steps() -> None:
    """DM-OPEN-SET-POWER: by default powers are set before anything is added to them."""
    exploration = ReadingExploration(
        board(("creatures: power := 3000",), ("creatures: power += 1000",))
    )
    exploration.explore(1)
    [leaf] = exploration.leaves
    assert leaf.allowed[SAME_STEP] == exploration.everything[SAME_STEP]


def test_under_one_reading_nothing_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is done stands in the order of that reading, whether or not it counts."""

    def shows(*_: object) -> bool:
        raise AssertionError

    monkeypatch.setattr(Meetings, "any", shows)
    scenario = board(("creatures: power += 1000",), ("creatures: power += 2000",))
    for reading, first in (("newest", "X0.1"), ("oldest", "X1.1")):
        answer = solve(scenario, readings={SAME_STEP: reading})
        [step] = [layer for layer in answer.layers if len(layer.turns) == 2]
        assert step.turns[0].effect == first
