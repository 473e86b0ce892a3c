"""The set that types stand in, the player who controls, and counters that another game lacks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model import BadInput, loads_rulebook, loads_scenario, shipped_rulebook
from layerlaw.model.places import shipped_folder
from layerlaw.solver import solve

BOOK = (shipped_folder() / "rulebooks" / "duel-masters-1.28-en.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "message", "advice"),
    [
        ("  types:", "  kinds:", "no characteristic of kind 'set' says `types: true`", ""),
        (
            "  controller:",
            "  keeper:",
            "no characteristic of kind 'player' says `controls: true`",
            "say it of 'keeper'",
        ),
    ],
)
def test_a_rulebook_says_which_set_and_which_player_are_meant(
    old: str, new: str, message: str, advice: str
) -> None:
    """One that calls them otherwise, and does not say which, is told as it is loaded."""
    assert BOOK.count(f"\n{old}") == 1
    with pytest.raises(BadInput) as refused:
        loads_rulebook(BOOK.replace(old, new))
    problem = next(one for one in refused.value.problems if message in one.message)
    assert problem.line == BOOK[: BOOK.index(old)].count("\n") + 1 and advice in problem.suggestion


def test_the_ground_is_a_type() -> None:
    """What squares stand on is looked for among the types alone."""
    with pytest.raises(BadInput, match="unknown type 'desert'"):
        loads_rulebook(
            "rulebook: mine\nbased on: sorcery-2026-01\n"
            "space: {columns: 5, rows: 4, ground: desert, surface: surface, void: void,"
            " deep: [underwater, underground, water]}\n"
        )


@pytest.mark.parametrize("counter", ["damage", "buff", "music"])
def test_a_counter_that_another_game_lacks_is_no_crash(counter: str) -> None:
    """A history of one game, played under the rulebook of another, as `compare` does."""
    scenario = loads_scenario(
        "title: A counter\nrulebook: grand-archive-2025-09\nplayers: [A, B]\n"
        "cards: {Odd: {is: [ally], power: 2}}\n"
        f"play: [A: Odd as O, {counter}: O 1]\n"
    )
    other = shipped_rulebook("duel-masters-1.28-en")
    assert solve(replace(scenario, rulebook=other)).situation.things[0].counters == {counter: 1}
