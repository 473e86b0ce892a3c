"""Quick tests of the replay of histories: what no mutant of it should pass.

What the solver makes of a history is worked out once, and so are the states that the replay asks
for; the replay is asked on every mutant. That written certificates are read as they were written is
in `tests/solver/certificate/test_written.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from random import Random

import pytest
from entering import random_board, random_board_of_additions, random_board_of_effects

from altering import altered
from layerlaw.model import LayerlawError, Scenario, load_scenario, shipped_scenarios
from layerlaw.model.rulebooks.policies import POLICIES
from layerlaw.model.rulebooks.rulebook import PolicyValue
from layerlaw.solver import solve
from layerlaw.solver.facts.situation import Situation
from mutation.histories_by_hand import TESTS_BY_HAND, scenarios_of
from oracle.generate import seeded_scenario
from oracle.generate_boards import drawn_board, shipped_deck
from oracle.generate_placed import PlacedDrawing
from oracle.small_rulebook import small_rulebook
from replaying import KnownStates, assert_comes_to

PATHS = [*shipped_scenarios()]
OF_EVENTS = (
    "resolved set",
    "resolved variable",
    "members leave",
    "no duration",
    "what has left",
    "ability of what has left",
    "new timestamp",
    "static timestamp",
    "resolved timestamp",
    "timestamp in an open set",
    "age of what is not at rest",
    "static copy",
    "a copy reads",
    "copy on entry",
    "condition read",
    "simultaneous entry",
)
"""The policies on what events do."""


@dataclass(frozen=True)
class Case:
    """A history, and what stands at its end; None: an event in it cannot happen."""

    scenario: Scenario
    end: Situation | None
    states: KnownStates = field(default_factory=KnownStates)

    def check(self) -> None:
        """The replay says the same."""
        assert_comes_to(self.scenario, self.end, self.states)


def cases_of(scenarios: list[Scenario]) -> list[Case]:
    """Those that the solver comes to the end of, or of which it refuses an event."""
    found = []
    for scenario in scenarios:
        try:
            found.append(Case(scenario, solve(scenario).situation))
        except LayerlawError:
            found.append(Case(scenario, None))
    return found


@cache
def told(path: Path) -> list[Case]:
    """A shipped history."""
    return cases_of([load_scenario(path)])


@cache
def changed(path: Path) -> list[Case]:
    """A shipped history with one thing changed, twice."""
    return cases_of(altered(load_scenario(path), Random(path.name), 2))


@cache
def under_other_policies(path: Path) -> list[Case]:
    """A shipped history where other things are said of what events do."""
    scenario, random = load_scenario(path), Random(path.name)
    book = scenario.rulebook
    said = dict(book.policies)
    for name in random.sample(OF_EVENTS, random.randint(2, 6)):
        clause = said[name].clause if name in said else next(iter(book.clauses))
        said[name] = PolicyValue(random.choice(POLICIES[name]), clause)
    return cases_of([replace(scenario, rulebook=replace(book, policies=said), readings={})])


@cache
def by_hand(name: str) -> list[Case]:
    """The histories that a test of `tests/solver/play` plays."""
    return cases_of(scenarios_of(TESTS_BY_HAND[name]))


@cache
def drawn(kind: str, seed: int) -> list[Case]:
    """Random histories."""
    return cases_of([DRAWN[kind](seed)])


def of_little_cards(seed: int) -> Scenario:
    """Random histories of the smallest rulebook under random policies."""
    random = Random(seed)
    policies = {name: random.choice(POLICIES[name]) for name in random.sample(OF_EVENTS, 4)}
    return seeded_scenario(seed, small_rulebook(policies))


def of_game(book: str, seed: int) -> Scenario:
    """Random histories of a game's cards."""
    drawing = None if book.startswith("magic") else PlacedDrawing
    return drawn_board(seed, deck(book), 4, 5, drawing)


deck = cache(shipped_deck)
BOOKS = ("sorcery-2026-01", "magic-2026-04", "duel-masters-1.28-en", "grand-archive-2025-09")
DRAWN: dict[str, Callable[[int], Scenario]] = {
    "little cards": of_little_cards,
    "entering": lambda seed: random_board(Random(seed)),
    "entering with additions": lambda seed: random_board_of_additions(Random(seed)),
    "effects on what enters": lambda seed: random_board_of_effects(Random(seed)),
    **{book: partial(of_game, book) for book in BOOKS},
}


@pytest.mark.parametrize("path", PATHS[::2], ids=lambda path: path.name)
def test_a_history_comes_to_its_end(path: Path) -> None:
    """To what the solver makes of it."""
    for case in told(path):
        case.check()


@pytest.mark.parametrize("path", PATHS[4::8], ids=lambda path: path.name)
def test_states_on_the_way_are_what_is_recorded(path: Path) -> None:
    """Each is made of its record anew."""
    for case in told(path):
        anew = KnownStates(case.states)
        assert_comes_to(case.scenario, case.end, anew)


@pytest.mark.parametrize("path", PATHS[1::4], ids=lambda path: path.name)
def test_a_changed_history_comes_to_another_end_or_none(path: Path) -> None:
    """To what the solver makes of it, and to none where that refuses an event."""
    for case in changed(path):
        case.check()


@pytest.mark.parametrize("path", PATHS[3::6], ids=lambda path: path.name)
def test_what_events_do_is_as_the_policies_say(path: Path) -> None:
    """Whatever they say."""
    for case in under_other_policies(path):
        case.check()


@pytest.mark.parametrize("name", TESTS_BY_HAND)
def test_histories_by_hand_come_to_their_end(name: str) -> None:
    """What is worked out by hand elsewhere, and held against the oracle."""
    for case in by_hand(name):
        case.check()


@pytest.mark.parametrize("name", [*TESTS_BY_HAND][::2])
def test_states_of_histories_by_hand_are_what_is_recorded(name: str) -> None:
    """Each is made of its record anew."""
    for case in by_hand(name):
        assert_comes_to(case.scenario, case.end, KnownStates(case.states))


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("kind", DRAWN)
def test_random_histories_come_to_their_end(kind: str, seed: int) -> None:
    """Or are refused where the solver refuses an event."""
    for case in drawn(kind, seed):
        case.check()
