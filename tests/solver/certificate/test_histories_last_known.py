"""The replay knows what objects were as they left: by hand, as the solver has it."""

from __future__ import annotations

import pytest

from layerlaw.model import loads_scenario
from layerlaw.solver import Answer, solve
from replaying import assert_replayed

CARDS = """
  Spirit: {is: [champion, spirit], elements: [norm], life: 15, level: 0}
  Ally: {is: [ally, tamer], elements: [fire], power: 2, life: 3}
  Other: {is: [ally, mage], elements: [water], power: 1, life: 3}
  Banner:
    is: [item, warrior]
    elements: [norm]
    activates:
      - {name: own, your champions: level += music of self, until: end of turn}
      - {name: aimed, your champions: level += power of target, until: end of turn}
      - {name: plain, your champions: level += 1, until: end of turn}
  Aim: {is: [action, mage], elements: [water], resolves: ["allies: power += power of target"]}
  Cheer: {is: [action, mage], elements: [water], resolves: ["target: power += 5"]}
"""


def after(*events: str, variable: str = "always") -> Answer:
    """The answer after these events, when the replay comes to the same end.

    variable: when numbers are worked out.
    """
    play = "\n".join(f"  - {event}" for event in events)
    scenario = loads_scenario(
        "title: What is last known\nrulebook: grand-archive-2025-09\nplayers: [you, me]\n"
        f"active: you\nreadings: {{GA-OPEN-VARIABLE: {variable}}}\ncards:{CARDS}play:\n{play}\n"
    )
    answer = solve(scenario)
    assert_replayed(scenario, answer)
    return answer


SPIRIT = ("you: Spirit as C", "you: Banner as B", "music: B 2")


@pytest.mark.parametrize(
    ("events", "level"),
    [
        # What was in force goes on with what its source was, and only its own source.
        (("you: use B own as U", "music: B 3", "leave: B"), 5),
        (("you: Banner as D", "you: use B own as U", "leave: D"), 2),
        (("you: Banner as D", "you: use D plain as V", "you: use B own as U", "leave: B"), 1 + 2),
        (("you: Banner as D", "you: use B own as U", "you: use D plain as V", "leave: B"), 2 + 1),
        (("you: use B plain as U", "leave: B"), 1),
        # With what its target was, if that is one alone.
        (("you: Ally as A", "you: use B aimed as U on A", "leave: A"), 2),
        (("you: Ally as A", "you: use B aimed as U on A", "leave: B"), 2),
        (("you: Ally as A", "you: Other as O", "you: use B aimed as U on A", "leave: O"), 2),
        (
            (
                "you: Ally as A",
                "you: Other as O",
                "you: use B aimed as U on A",
                "you: use B aimed as V on O",
                "leave: O",
                "buff: A 1",
                "leave: A",
            ),
            1 + 3,
        ),
        # What comes back is another object, and not asked.
        (("you: use B own as U", "leave: B", "move: B to field", "music: B 7"), 2),
        # What was announced knows what it was about.
        (("you: activate B own as U", "music: B 2", "leave: B", "resolve: U"), 4),
        (("you: activate B plain as U", "leave: B", "resolve: U"), 1),
        (("you: Ally as A", "you: activate B aimed as U on A", "leave: A", "resolve: U"), 2),
        (
            (
                "you: Ally as A",
                "you: Other as O",
                "you: activate B aimed as U on A",
                "leave: O",
                "leave: A",
                "resolve: U",
            ),
            2,
        ),
    ],
)
def test_what_asks_of_what_has_left_hears_what_it_was(events: tuple[str, ...], level: int) -> None:
    """The champion's level, worked out again and again."""
    assert after(*SPIRIT, *events).value("C", "level") == level


@pytest.mark.parametrize("variable", ["once", "always"])
@pytest.mark.parametrize(
    ("events", "power"),
    [
        # A card that asks, from nowhere and from a hand.
        (("you: Ally as A", "you: cast Aim as M on A", "leave: A", "resolve: M"), 1 + 2),
        (
            (
                "you: Ally as A",
                "you: Aim as M in hand",
                "you: cast M on A",
                "buff: A 1",
                "leave: A",
                "resolve: M",
            ),
            1 + 3,
        ),
        (("you: Ally as A", "you: cast Cheer as M on A", "leave: A", "resolve: M"), 1),
        (("you: Ally as A", "you: cast Aim as M on A", "leave: O", "resolve: M"), None),
    ],
)
def test_a_card_that_resolves_later_knows_its_target(
    events: tuple[str, ...], power: int | None, variable: str
) -> None:
    """The power of the other ally, which the card speaks of too."""
    answer = after("me: Other as O", *events, variable=variable)
    if power is not None:
        assert answer.value("O", "power") == power
