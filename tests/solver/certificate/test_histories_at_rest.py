"""What is remembered of what has left, and of what is not at rest: replayed, by hand."""

from __future__ import annotations

import pytest

from layerlaw.model import loads_scenario
from layerlaw.solver import Answer, solve
from replaying import assert_replayed

CARDS = """
  Ox: {is: [minion], power: 3}
  Mist: {is: [magic], resolves: ["minions in cemetery: gain Stealth until end of turn"]}
  Deaf: {is: [minion], power: 1, has: ["minions in cemetery: lose all abilities"]}
  Hand:
    is: [minion]
    power: 1
    has:
      - "minions: power += 1 until end of turn after it leaves while in hand"
      - "minions: power += 2 until end of turn after it leaves"
  Ten:
    is: [minion]
    power: 1
    has:
      - "self: power += 1"
      - "minions: power += 1 until end of turn after it leaves"
      - "self: power += 2"
      - "self: power += 3"
      - "self: power += 4"
      - "self: power += 5"
      - "self: power += 6"
      - "self: power += 7"
      - "self: power += 8"
      - "beasts: power += 2 until end of turn after it leaves"
  Sleep: {is: [minion], power: 1, has: ["enemy minions at rest: silenced"]}
  Nap: {is: [minion], power: 1, has: ["minions at rest but not self: silenced"]}
  Hush: {is: [minion], power: 1, has: ["other minions at rest: disabled"]}
  Hider: {is: [minion], power: 1, has: [Stealth]}
  Fog: {is: [magic], resolves: ["beasts: gain Stealth until end of turn"]}
  Haze: {is: [magic], resolves: ["open beasts: gain Stealth until end of turn"]}
"""


def after(*events: str, rulebook: str = "sorcery-2026-01") -> Answer:
    """The answer after these events, when the replay comes to the same end."""
    play = "\n".join(f"  - {event}" for event in events)
    scenario = loads_scenario(
        f"title: At rest\nrulebook: {rulebook}\nplayers: [you, me]\ncards:{CARDS}play:\n{play}\n"
    )
    answer = solve(scenario)
    assert_replayed(scenario, answer)
    return answer


def test_what_lies_in_the_cemetery_loses_no_mark() -> None:
    """Though it lacks there what an effect gave it: that is asked of what is in play."""
    answer = after("you: Ox as A at 7", "leave: A", "you: Mist as M", "you: Deaf as D at 3")
    [mist] = answer.situation.effects
    assert mist.withheld == frozenset()


def test_what_covers_squares_and_has_left_lies_in_no_void() -> None:
    """Whatever comes to lie there now."""
    wide = after("you: Ox as A at 7, 8, 12, 13", "you: Ox as X at 13 void")
    [place] = [wide.situation.thing("A").place]
    assert place is not None and place.void == (13,)
    gone = after("you: Ox as A at 7, 8, 12, 13", "leave: A", "you: Ox as X at 13 void")
    place = gone.situation.thing("A").place
    assert place is None or place.void == ()


def test_of_what_leaves_each_ability_goes_on_that_works_there() -> None:
    """Not the one that would in the hand; and in the order of what they are called."""
    answer = after("you: Ox as A at 7", "you: Hand as H at 8", "leave: H")
    assert [one.id for one in answer.situation.effects] == ["H.2.lingering"]
    assert answer.value("A", "power") == 5
    answer = after("you: Ox as A at 7", "you: Ten as T at 8", "leave: T")
    assert [one.id for one in answer.situation.effects] == ["T.10.lingering", "T.2.lingering"]


FIGHTS = (
    (("you: Hush as A at 7", "me: Hush as B at 8", "does: A attack B", "turn: me"), {"A": "B"}),
    (
        (
            "you: Sleep as A at 7",
            "me: Sleep as B at 8",
            "you: Ox as C at 9",
            "does: A attack B",
            "turn: me",
        ),
        {"A": "B"},
    ),
    (
        (
            "you: Nap as A at 7",
            "me: Sleep as B at 8",
            "me: Hush as C at 9",
            "does: A attack B",
            "turn: me",
            "does: C attack A",
            "turn: you",
        ),
        {"A": "B", "C": "A"},
    ),
    (
        # As soon as C stirs too, A is no older than it: B alone is at rest.
        (
            "you: Hush as A at 7",
            "me: Hush as B at 8",
            "you: Hush as C at 9",
            "begins: storyline",
            "does: A attack B",
            "does: C attack B",
        ),
        {"A": "B", "C": "B"},
    ),
)


@pytest.mark.parametrize(
    ("rulebook", "counts"),
    [("sorcery-2026-01", False), ("sorcery-2026-05", True), ("sorcery-2026-07", True)],
)
@pytest.mark.parametrize(("events", "older"), FIGHTS)
def test_who_attacks_counts_as_older_where_the_text_says_so(
    events: tuple[str, ...], older: dict[str, str], rulebook: str, counts: bool
) -> None:
    """Than those that would take its ability, and whose ability it takes; not than the Ox."""
    things = after(*events, rulebook=rulebook).situation.things
    told = {one.id: "".join(sorted(one.older_than)) for one in things if one.older_than}
    assert told == (older if counts else {})


def test_what_comes_to_rest_at_the_last_event_loses_what_it_cannot_keep() -> None:
    """The Hider is silenced as soon as it rests, and hides no more (SORC-REST-1)."""
    answer = after("me: Sleep as S at 3", "you: Hider as H at 3")
    assert answer.situation.thing("H").without == {"Stealth"}


@pytest.mark.parametrize("spell", ["Fog", "Haze"])
def test_an_effect_on_nobody_takes_nothing_from_anybody(spell: str) -> None:
    """There is no beast that could have had Stealth by it."""
    answer = after("you: Ox as A at 3", f"you: {spell} as F", "me: Ox as B at 4")
    assert not any(one.without for one in answer.situation.things)
