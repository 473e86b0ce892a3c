"""What was chosen for a card that another one merged with: by hand, and replayed."""

from __future__ import annotations

import pytest

from layerlaw.model import loads_scenario
from layerlaw.solver import solve
from oracle.small_rulebook import small_rulebook
from replaying import assert_replayed

CARDS = """
  Ox: {is: [minion], power: 3}
  Guard:
    is: [minion]
    power: 1
    has: ["the chosen object: power += 4", "beasts: power += 1"]
  Plain: {is: [minion, beast], power: 2, has: ["self: power += 10", "artifacts: power += 1"]}
"""
GUARDED = ("you: Ox as E at 3", "you: Guard as G at 3 choosing E")
BACK = ("move: E to hand", "you: play E at 3")


@pytest.mark.parametrize(
    ("events", "powers"),
    [
        # Over the Guard the Plain is a beast, and has what both say.
        ((*GUARDED, "merge: G into Plain as M"), [3 + 4, 2 + 10 + 1]),
        ((*GUARDED, "merge under: G into Plain as M"), [3 + 4, 1 + 10]),
        # The Ox that comes back was not chosen; all else that both say stays.
        ((*GUARDED, "merge: G into Plain as M", *BACK), [3, 2 + 10 + 1]),
        ((*GUARDED, "merge under: G into Plain as M", *BACK), [3, 1 + 10]),
    ],
)
def test_a_choice_goes_along_until_what_was_chosen_leaves(
    events: tuple[str, ...], powers: list[int]
) -> None:
    """The powers of the Ox and of what the cards are together."""
    play = "\n".join(f"  - {event}" for event in events)
    scenario = loads_scenario(
        f"title: Merged\nrulebook: small\nplayers: [you, me]\ncards:{CARDS}play:\n{play}\n",
        books={"small": small_rulebook()},
    )
    answer = solve(scenario)
    assert_replayed(scenario, answer)
    assert [answer.value(id, "power") for id in "EG"] == powers
