"""Readings that are followed together come to what each of them comes to alone, on drawn boards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest
import texts

from layerlaw.model import loads_scenario, shipped_cards, shipped_rulebook, shipped_rulebooks
from layerlaw.model.cards.card import PrintedAbility
from layerlaw.model.errors import BadInput, LayerlawError
from layerlaw.model.rulebooks.rulebook import PolicyValue
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver import solve
from layerlaw.solver.answer.difference.outcome import Outcome, outcome, refusal
from layerlaw.solver.certainty.readings.explore import ReadingExploration
from oracle.generate import seeded_scenario
from oracle.small_rulebook import point_id, reading_id, small_rulebook

SMALL = small_rulebook()
HISTORIES = 8


def alone(scenario: Scenario, chosen: Mapping[str, str]) -> Outcome:
    """The outcome under one reading, derived by itself."""
    try:
        return outcome(solve(scenario, readings=chosen))
    except LayerlawError as error:
        return refusal(error)


def assert_as_each_alone(scenario: Scenario, pick: Random) -> None:
    """Of every history two readings that it stands for come to the same by themselves.

    The last reading of each point is the furthest from the one that was followed.
    """
    exploration = ReadingExploration(scenario)
    exploration.explore(HISTORIES)
    found = list(exploration.outcomes)
    for leaf in exploration.leaves:
        drawn = {point: pick.choice(left) for point, left in leaf.allowed.items()}
        last = {point: left[-1] for point, left in leaf.allowed.items()}
        for chosen in (drawn, last):
            assert alone(scenario, chosen) == found[leaf.outcome], chosen


@pytest.mark.slow
@pytest.mark.parametrize("read", ["while applying", "at checks", None])
@pytest.mark.parametrize("seed", range(5))
def test_histories_with_everything_in_them(seed: int, read: str | None) -> None:
    """Durations that end, turns, deaths, conditions; a point for every policy, also together."""
    scenario = seeded_scenario(1000 + seed, SMALL)
    fixed = {point_id("process"): "layered"}
    if read is not None:
        fixed[point_id("condition read")] = reading_id(read)
    assert_as_each_alone(replace(scenario, readings=fixed), Random(seed))


def drawn_history(seed: int, rulebook: str) -> Scenario:
    """Real cards that enter or resolve, are damaged, get statuses, leave; and turns that end."""
    pick = Random(seed)
    book = shipped_rulebook(rulebook)
    every = [card for _, card in sorted(shipped_cards(book).items())]
    static = [card for card in every if any(one.use == "has" for one in card.abilities)]
    passing = [card for card in every if any(map(_lasts, card.abilities))]
    place = f" at {pick.randint(1, 20)}" if book.space is not None else ""
    ids = [f"X{number}" for number in range(pick.randint(3, 6))]
    cards = [*pick.sample(static, 5), *pick.sample(passing, min(2, len(passing)))]
    lines = [
        f"{pick.choice(('you', 'me'))}: {pick.choice(cards).name} as {id}{place}" for id in ids
    ]
    statuses = sorted(book.statuses)
    more = [
        f"damage: {pick.choice(ids)} {pick.randint(1, 3)}",
        f"gets: {pick.choice(ids)} {pick.choice(statuses)}",
        f"leave: {pick.choice(ids)}",
        "turn: me",
    ]
    for line in pick.sample(more, 3):
        lines.insert(pick.randint(1, len(lines)), line)
    while True:
        text = f"title: t\nrulebook: {rulebook}\nplayers: [you, me]\nactive: you\nplay:\n"
        try:
            return loads_scenario(text + "".join(f"  - {line}\n" for line in lines))
        except BadInput as error:
            wrong = {problem.line - 6 for problem in error.problems}
            lines = [line for number, line in enumerate(lines) if number not in wrong]


def _lasts(printed: PrintedAbility) -> bool:
    return printed.ability.until is not None


@pytest.mark.sample(6)
@pytest.mark.parametrize("rulebook", sorted(shipped_rulebooks()))
@pytest.mark.parametrize("seed", range(4))
def test_real_cards_of_every_game(seed: int, rulebook: str) -> None:
    """Under all readings of the game's own document."""
    assert_as_each_alone(drawn_history(seed, rulebook), Random(seed))


@pytest.mark.parametrize("seed", range(6))
def test_real_cards_whose_conditions_are_read_at_the_checks(seed: int) -> None:
    """What holds on one complete state goes on into the next."""
    scenario = drawn_history(seed, "sorcery-2026-01")
    fixed = {"SORC-OPEN-CONDITION": "at-checks"}
    assert_as_each_alone(replace(scenario, readings=fixed), Random(seed))


@pytest.mark.parametrize("seed", range(8))
def test_changed_texts_where_it_is_open_whether_effects_go_on(seed: int) -> None:
    """An effect whose text was changed after it began is looked at under each reading."""
    known, id = texts.book(), point_id("ability lost")
    open_ = {**known.policies, "ability lost": PolicyValue("continues", id)}
    book = replace(known, points={id: SMALL.points[id]}, policies=open_)
    pick = Random(seed)
    cards = ["Self", *pick.sample(["Maker", "Lord", "King", "Thief", "Mage"], 2)]
    scenario = replace(texts.board(*cards), rulebook=book)
    assert_as_each_alone(scenario, pick)
