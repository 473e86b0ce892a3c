"""State-based checks where no state agrees with all effects: what they would have to be told."""

from __future__ import annotations

import pytest

from layerlaw.model import LayerlawError, Scenario, loads_scenario
from layerlaw.solver import solve, verify, written_certificate
from replaying import KnownStates, assert_comes_to

CONTRARY = "creatures without Blocker: gain Blocker"
BY_BLOCKERS = "creatures: power += 1000 * number of creatures with Blocker"
ELSEWHERE = "water creatures: power -= 2000"


def history(*says: str, creature: str = "Burning Mane") -> Scenario:
    """A creature comes to fields that say so, and another one after it."""
    cards = "".join(f"  F{n}: {{is: [d2, field], has: ['{one}']}}\n" for n, one in enumerate(says))
    plays = [*(f"you: F{n} as F{n}" for n in range(len(says))), f"me: {creature} as M"]
    plays += ["leave: F0", "you: Burning Mane as N"]
    play = "".join(f"  - {one}\n" for one in plays)
    head = "title: t\nrulebook: duel-masters-1.28-en\nplayers: [you, me]\n"
    return loads_scenario(f"{head}cards:\n{cards}play:\n{play}")


@pytest.mark.parametrize(
    "says",
    [
        (f"{CONTRARY}, power += 1000", ELSEWHERE),
        (CONTRARY, BY_BLOCKERS),
        (CONTRARY, BY_BLOCKERS, ELSEWHERE),
        (f"{CONTRARY}, power += number of creatures with Blocker", ELSEWHERE),
        (f"{CONTRARY}, power += 1000", ELSEWHERE, "creatures with Blocker: power := power of it"),
        (f"{CONTRARY}, power += 1000", "self: power -= 2000"),
    ],
)
def test_what_no_check_could_find_whatever_comes_needs_no_state(says: tuple[str, ...]) -> None:
    """Burning Mane (2000, nature) has no power by then, and nothing could lower it (DM-GAME-POWER).

    Who lowers that of water creatures, or its own, has nothing to do with it. Once the first field
    has left there is one state again.
    """
    scenario = history(*says)
    answer = solve(scenario)
    assert answer.verdict == "settled"
    assert answer.value("M", "power") == 2000
    assert verify(written_certificate(answer), scenario.rulebook).outcome == "verified"


@pytest.mark.parametrize(
    "says",
    [
        ("creatures without Blocker: gain Blocker, power -= 2000",),
        (CONTRARY, BY_BLOCKERS, "nature creatures: power -= 2000"),
        (CONTRARY, BY_BLOCKERS, "non-water creatures: power -= 2000"),
        (CONTRARY, BY_BLOCKERS, ELSEWHERE, "creatures: civilizations += water"),
    ],
)
def test_what_a_check_could_find_is_left_undecided(says: tuple[str, ...]) -> None:
    """Something could take from the power that no state tells: neither side goes on."""
    scenario = history(*says)
    with pytest.raises(LayerlawError, match="have to tell whether M is destroyed"):
        solve(scenario)
    assert_comes_to(scenario, None, KnownStates())
