"""What is at rest, and who counts as older by it: by hand, and random boards against the oracle."""

from __future__ import annotations

from random import Random

import pytest

from comparing import assert_same
from layerlaw.model import BadInput, loads_scenario, shipped_rulebook
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.notation.parsing import parse_ability
from layerlaw.model.rulebooks.words import vocabulary
from layerlaw.model.scenarios.events import (
    Announce,
    Does,
    Event,
    GetsStatus,
    Leave,
    Move,
    Place,
    Play,
    Resolve,
    RestWaits,
    Together,
    UseAbility,
)
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver import Answer, derive, judge_all, solve
from layerlaw.solver.facts.situation import Situation
from layerlaw.solver.play import rest
from oracle.build import ME, WHERE, YOU, scenario

JULY = shipped_rulebook("sorcery-2026-07")
ABILITIES = (
    "other adjacent minions at rest: disabled",
    "other nearby minions at rest: silenced",
    "other minions at rest in front or other minions at rest here: disabled",
    "other adjacent minions at rest: lose all abilities",
    "other nearby minions that are not at rest: power += 1",
    "nearby minions: disabled",
    "other nearby minions: gain [other adjacent minions at rest: silenced]",
)
POINTS = ("SORC-OPEN-STIRRING", "SORC-OPEN-TEST", "SORC-OPEN-GRAPH", "SORC-OPEN-FREED")


def gorgons(pick: Random, number: int) -> Card:
    """A minion with one or two abilities that mostly ask for what is at rest."""
    words = vocabulary(JULY)
    texts = pick.sample(ABILITIES, pick.choice((1, 1, 1, 2)))
    printed = tuple(PrintedAbility("has", parse_ability(text, words)) for text in texts)
    used = PrintedAbility("activates", parse_ability("self: power += 1", words))
    return Card(f"Gorgons {number}", {"types": ("minion",)}, {"power": 3}, (*printed, used))


def random_rest(seed: int) -> Scenario:
    """Three to five of them, entering and moving on few squares, with storylines now and then."""
    pick = Random(seed)
    squares = (7, 8, 9, 13)
    ids = [f"G{number}" for number in range(1, pick.randint(3, 5) + 1)]
    entries = [
        Play(
            pick.choice((YOU, ME)), gorgons(pick, number), id, Place((pick.choice(squares),)),
            (), None, WHERE,
        )
        for number, id in enumerate(ids, 1)
    ]  # fmt: skip
    events: list[Event] = [*entries[:-2], Together(tuple(entries[-2:]), WHERE)]
    if pick.random() < 0.6:
        events = [*entries]
    waits, announced = False, False
    for number in range(pick.randint(2, 6)):
        some = pick.choice(ids)
        match pick.choice(("move", "move", "move", "wait", "use", "does", "status", "leave")):
            case "wait":
                waits = not waits
                events.append(RestWaits("storyline", waits, WHERE))
            case "use" if not announced:
                announced = True
                events.append(Announce(UseAbility(ME, some, "", "U", (), WHERE), WHERE))
            case "use":
                announced = False
                events.append(Resolve("U", WHERE))
            case "does":
                events.append(Does(some, pick.choice(("attack", "defend", "strike")), WHERE))
            case "status":
                status = pick.choice(("stirring", "disabled"))
                events.append(GetsStatus(some, status, pick.random() < 0.7, WHERE))
            case "leave" if number > 3:
                events.append(Leave(some, "cemetery", WHERE))
            case _:
                events.append(Move(some, Place((pick.choice(squares),)), WHERE))
    return scenario(JULY, events, pick.choice((YOU, ME)))


def readings_of(seed: int) -> dict[str, str]:
    """One reading for some of the points on order."""
    pick = Random(-seed)
    return {
        point: pick.choice(JULY.points[point].readings).id
        for point in POINTS
        if pick.random() < 0.4
    }


@pytest.mark.sample(2)
@pytest.mark.parametrize("slice", range(8))
def test_random_boards_agree_with_the_oracle(slice: int) -> None:
    """Whoever moves, enters, uses something, and whatever is disabled besides."""
    for seed in range(slice, 8, 8):
        assert_same(random_rest(seed), readings_of(seed))


def test_a_storyline_ends_only_if_it_has_begun() -> None:
    """And it begins only once."""
    text = """
    title: A storyline without an end
    rulebook: sorcery-2026-01
    players: [you, me]
    play:
      - begins: storyline
      - begins: storyline
    """
    with pytest.raises(BadInput, match="the storyline has begun already"):
        solve(loads_scenario(text))
    with pytest.raises(BadInput, match="the storyline has not begun"):
        solve(loads_scenario(text.replace("begins", "ends")))


def test_what_waits_to_resolve_keeps_all_from_coming_to_rest() -> None:
    """An ability that was announced is part of what is not over."""
    text = """
    title: An ability that was announced
    rulebook: sorcery-2026-01
    players: [you, me]
    cards:
      Archer: {is: [minion, mortal], power: 1, activates: ["self: power += 1"]}
    play:
      - you: Archer as A at 8
      - expect: [A is at rest]
      - you: activate A as U
      - expect: [A is not at rest, A is stirring]
      - resolve: U
    expect: [A is at rest, power of A is 2]
    """
    assert judge_all(loads_scenario(text)).fulfilled


def test_what_stirs_counts_no_more_as_younger_than_what_does() -> None:
    """B is older than A and C at first; once A stirs too, by timestamps again, as both rest later.

    Worked out from SORC-REST-2: it lasts as long as the other one is at rest.
    """
    text = """
    title: Three that silence each other
    rulebook: sorcery-2026-07
    readings: {SORC-OPEN-STIRRING: while-the-other-rests}
    players: [you, me]
    cards:
      Gorgon: {is: [minion], power: 3, has: ["other nearby minions at rest: silenced"]}
    play:
      - you: Gorgon as A at 8
      - me: Gorgon as C at 9
      - begins: storyline
      - me: Gorgon as B at 8
      - expect: [A is silenced, C is silenced, B is not silenced]
      - move: A to 9
      - ends: storyline
    expect: [A is not silenced, B is silenced, C is silenced]
    """
    assert judge_all(loads_scenario(text)).fulfilled


@pytest.mark.parametrize(
    ("second", "looked"),
    [
        ("other nearby minions at rest: silenced", True),
        ("nearby minions: power += 1", False),
        ("nearby minions: gain [other nearby minions at rest: silenced]", True),
        ('self: copy of "A"', True),
    ],
)
def test_who_counts_as_older_is_looked_at_where_two_could_ask_who_is_at_rest(
    monkeypatch: pytest.MonkeyPatch, second: str, looked: bool
) -> None:
    """One that stirs and one at rest; else neither takes the other one's ability (SORC-REST-2)."""
    asked: list[object] = []

    def noted(situation: Situation) -> Answer:
        asked.append(situation)
        return derive(situation)

    monkeypatch.setattr(rest, "derive", noted)
    text = f"""
    title: A Gorgon and another
    rulebook: sorcery-2026-07
    players: [you, me]
    cards:
      Gorgon: {{is: [minion], power: 3, has: ["other nearby minions at rest: silenced"]}}
      Other: {{is: [minion], power: 3, has: ['{second}']}}
    play:
      - you: Gorgon as A at 8
      - me: Other as B at 9
    """
    solve(loads_scenario(text))
    assert bool(asked) is looked
