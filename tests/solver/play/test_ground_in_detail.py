"""Which ground there is, and who lies in the void, event by event: by hand, and replayed."""

from __future__ import annotations

import pytest

from layerlaw.model import loads_scenario
from layerlaw.solver import Answer, solve
from replaying import assert_replayed

CARDS = """
  Ox: {is: [minion, beast], power: 3}
  Hill: {is: [site]}
  Whale: {is: [minion], power: 3, has: [Voidwalk]}
  Lurk: {is: [aura], has: ["minions here: power += 1"]}
  Watch: {is: [minion], power: 0, has: ["self: power += number of sites"]}
"""
WATCH = "you: Watch as W at 7"


def after(*events: str) -> Answer:
    """The answer after these events, when the replay comes to the same end."""
    play = "\n".join(f"  - {event}" for event in (WATCH, *events))
    scenario = loads_scenario(
        "title: Ground\nrulebook: sorcery-2026-01\nplayers: [you, me]\n"
        f"cards:{CARDS}play:\n{play}\n"
    )
    answer = solve(scenario)
    assert_replayed(scenario, answer)
    return answer


@pytest.mark.parametrize(
    ("events", "sites"),
    [
        # Where a minion stands ground is laid, whether it is cast, resolves later or moves there.
        ((), ["site@7"]),
        (("you: Ox as O at 8",), ["site@7", "site@8"]),
        (("you: cast Ox as O at 8", "resolve: O"), ["site@7", "site@8"]),
        (("you: Ox as O in hand", "you: play O at 8"), ["site@7", "site@8"]),
        (("you: Ox as O in hand", "you: cast O at 8", "resolve: O"), ["site@7", "site@8"]),
        (("you: Ox as O at 8", "move: O to 9"), ["site@7", "site@8", "site@9"]),
        # A site that comes takes its place, and at the same moment none is laid.
        (("you: Ox as O at 8", "you: Hill as H at 8"), ["H", "site@7"]),
        (("you: Hill as H in hand", "you: Ox as O at 8", "you: play H at 8"), ["H", "site@7"]),
        (("together: [{you: Ox as O at 8}, {you: Hill as H at 8}]",), ["H", "site@7"]),
        (("together: [{you: Hill as H at 8}, {you: Ox as O at 8}]",), ["H", "site@7"]),
        (("together: [{you: Ox as O at 8}, {you: Hill as H at 9}]",), ["H", "site@7", "site@8"]),
        (
            ("you: Ox as O at 8", "move: O to 9", "you: Hill as H at 9"),
            ["H", "site@7", "site@8"],
        ),
        # Where something lies in the void there is none.
        (("you: Whale as X at 8 void",), ["site@7"]),
        (
            ("you: Whale as X at 8 void", "you: Ox as O at 9", "move: O to 8"),
            ["site@7", "site@9"],
        ),
        # An aura stands on none.
        (("you: Lurk as L at 8, 9, 13, 14",), ["site@7"]),
    ],
)
def test_there_is_ground_where_something_stands(events: tuple[str, ...], sites: list[str]) -> None:
    """The sites that there are; the Watch counts them."""
    answer = after(*events)
    there = [one.id for one in answer.situation.things if "site" in one.id or one.id == "H"]
    assert sorted(there) == sites
    assert answer.value("W", "power") == len(sites)


def test_ground_that_comes_is_under_what_lay_in_the_void() -> None:
    """On its square; who lies in the void elsewhere goes on to."""
    void = "you: Whale as X at 8 void"
    here = after(void, "you: Hill as H at 8").situation.thing("X").place
    assert here is not None and (here.squares, here.level) == ((8,), "surface")
    there = after(void, "you: Hill as H at 9").situation.thing("X").place
    assert there is not None and (there.squares, there.level) == ((8,), "void")
    gone = after(void, "leave: X", "you: Hill as H at 8").situation.thing("X")
    assert gone.zone == "cemetery"


def test_what_covers_several_squares_lies_in_the_void_where_another_does() -> None:
    """Until there is ground."""
    aura, void = "you: Lurk as L at 7, 8, 12, 13", "you: Whale as X at 8 void"
    for events in ((aura, void), (void, aura)):
        place = after(*events).situation.thing("L").place
        assert place is not None and place.void == (8,)
        answer = after(*events, "you: Hill as H at 8")
        place = answer.situation.thing("L").place
        assert place is not None and place.void == ()
        assert (answer.value("W", "power"), answer.value("X", "power")) == (2 + 1, 3 + 1)
