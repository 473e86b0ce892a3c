"""What asks about one object looks at the cells of that object alone."""

from __future__ import annotations

from random import Random

import pytest

from comparing import confirmed
from layerlaw.model import loads_scenario, shipped_rulebook
from layerlaw.model.scenarios.events import Play
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.board.columns import KEYWORD
from layerlaw.solver.effects.reads import Among, term_reads

BOOK = shipped_rulebook("magic-2026-04")


def board(*cards: tuple[str, str], played: str = "") -> Scenario:
    """A board of creatures of 2/2 with one line each; played: who plays each, `y` or `m`."""
    text = "title: t\nrulebook: magic-2026-04\nplayers: [you, me]\nactive: you\ncards:\n"
    for id, line in cards:
        text += f"  Card {id}: {{is: [creature], power: 2, toughness: 9, has: ['{line}']}}\n"
    whose = {"y": "you", "m": "me"}
    events = (
        f"  - {whose[who]}: Card {id} as {id}\n"
        for (id, _), who in zip(cards, played or "y" * len(cards), strict=True)
    )
    return loads_scenario(f"{text}play:\n{''.join(events)}")


@pytest.mark.parametrize(
    ("condition", "name", "among"),
    [
        ("self has power >= 2", "power", "source"),
        ("power of self >= 2", "power", "source"),
        ("self has Flying", f"{KEYWORD}Flying", "source"),
        ("self is an artifact creature with power >= 3", "power", "source"),
        ("there is creatures with power >= 2", "power", None),
        ("self has power >= highest power of creatures", "power", None),
        ("self has power >= number of creatures with power >= 1", "power", None),
        ("self shares types with creatures", "types", None),
    ],
)
def test_the_words_say_of_whom(condition: str, name: str, among: Among | None) -> None:
    """The source alone; or, where others are asked too, the whole column."""
    scenario = board(("A", f"self: toughness += 1 as long as {condition}"))
    [event] = scenario.play
    assert isinstance(event, Play)
    [printed] = event.card.abilities
    reads = term_reads(BOOK, printed.ability.condition)
    assert (name in reads.columns) is (among is None)
    assert {who for what, who in reads.within if what == name} == ({among} - {None})


LINES = (
    "self: power += 1 as long as self has power >= 2",
    "self: power -= 2 as long as self has power >= 4",
    "self: gain Flying as long as self is an artifact",
    "self: types += artifact as long as self has power >= 2",
    "creatures: power += 1 as long as self has Flying",
    "other creatures: power += 1 as long as power of self >= 3",
    "other creatures: lose all abilities as long as self is an artifact",
    'self: power += 2 as long as "A" has power >= 3',
    "other creatures: types += artifact",
    'self: copy of "A"',
)


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(60))
def test_they_wait_for_one_another_as_the_oracle_says(seed: int) -> None:
    """Three to five of such lines, of two players."""
    pick = Random(seed)
    ids = "ABCDE"[: pick.randint(3, 5)]
    whose = "".join(pick.choice("ym") for _ in ids)
    confirmed(board(*((id, pick.choice(LINES)) for id in ids), played=whose))
