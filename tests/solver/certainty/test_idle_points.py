"""What only moves operations between layers is let be where nothing on the table could tell."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from random import Random

import pytest

from layerlaw.model import loads_scenario, shipped_rulebook
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver import solve
from layerlaw.solver.answer.difference.outcome import Outcome, outcome, refusal
from layerlaw.solver.certainty.readings.explore import ReadingExploration

BOOK = "grand-archive-2025-09"
COUNTERS, STEPS, PERMISSIONS = "GA-OPEN-COUNTERS", "GA-OPEN-STEPS", "GA-OPEN-PERMISSIONS"
SEVERAL, GRANTED = "GA-OPEN-SEVERAL", "GA-OPEN-GRANTED"

LINES = (
    "allies: power += 1",
    "other allies: life -= 1",
    "allies with power >= 4: life += 1",
    "allies with buff >= 1: power += 1",
    "self: power *= 2",
    "allies: power := 3",
    "self: power += level of self",
    "self: level += power of self",
    "allies: level += 1",
    "allies with level >= 2: power += 2",
    "allies with power >= 4: level += 1",
    "allies: level := 2",
    "allies: reserve-cost -= 1",
    "allies with reserve-cost <= 1: power += 1",
    "allies with power >= 4: can't attack",
    "allies with level >= 2: can't be attacked",
    "allies with reserve-cost <= 1: can attack",
    "allies: can't attack",
    "allies: gain stealth",
    "allies with stealth: power += 1",
    "allies with power >= 4: gain stealth",
    "allies with power >= 3: lose all abilities",
    "other allies: gain [self: power += 1]",
    "other allies: gain [self: power *= 2]",
    "other allies: gain [other allies: level += 1]",
    "allies: power += 1 as long as self has level >= 2",
    "allies: level += 1 as long as self has power >= 4",
    "self: swap power and life",
    "allies with level >= 2: swap power and life",
    "other allies you control: power -= 2",
)


def drawn(seed: int, book: str = BOOK) -> Scenario:
    """Two to four allies with one or two of these abilities each, some of them with counters."""
    pick = Random(seed)
    lines = [f"title: drawn\nrulebook: {book}\nplayers: [you, me]\nactive: you\ncards:"]
    ids = [f"X{number}" for number in range(pick.randint(2, 4))]
    for id in ids:
        has = ", ".join(f'"{line}"' for line in pick.sample(LINES, pick.randint(1, 2)))
        numbers = f"power: {pick.randint(1, 4)}, life: 9, level: {pick.randint(0, 2)}"
        lines.append(f"  C{id}: {{is: [ally], {numbers}, reserve-cost: 2, has: [{has}]}}")
    lines.append("play:")
    lines += [f"  - {pick.choice(('you', 'me'))}: C{id} as {id}" for id in ids]
    for id in pick.sample(ids, pick.randint(0, 2)):
        lines.append(f"  - {pick.choice(('buff', 'debuff'))}: {id} {pick.randint(1, 2)}")
    return loads_scenario("\n".join(lines) + "\n")


def alone(scenario: Scenario, chosen: Mapping[str, str]) -> Outcome:
    """The outcome under one reading, derived by itself."""
    try:
        return outcome(solve(scenario, readings=chosen))
    except LayerlawError as error:
        return refusal(error)


def assert_as_each_alone(scenario: Scenario, points: tuple[str, ...]) -> None:
    """Whatever these points say, the outcome is that of the history that stands for it."""
    exploration = ReadingExploration(scenario)
    exploration.explore(None)
    found = list(exploration.outcomes)
    rulebook = exploration.rulebook
    default = {point: rulebook.points[point].default for point in exploration.everything}
    every = [[reading.id for reading in rulebook.points[point].readings] for point in points]
    for values in product(*every):
        chosen = {**default, **dict(zip(points, values, strict=True))}
        [number] = {
            leaf.outcome
            for leaf in exploration.leaves
            if all(chosen[point] in left for point, left in leaf.allowed.items())
        }
        assert alone(scenario, chosen) == found[number], chosen


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(40))
def test_drawn_boards_are_the_same_under_each_reading_by_itself(seed: int) -> None:
    """Numbers that are read, multiplied, set and swapped; counters; what may be done; abilities."""
    assert_as_each_alone(drawn(seed), (COUNTERS, STEPS, PERMISSIONS))
    assert_as_each_alone(drawn(1000 + seed), (COUNTERS, SEVERAL, GRANTED))
