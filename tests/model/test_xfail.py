"""Expectations that are known to fail: how they are written, read, and written again."""

from __future__ import annotations

import pytest

from layerlaw.model.errors import BadInput
from layerlaw.model.scenarios.events import ExpectNow
from layerlaw.model.scenarios.load import loads_scenario
from layerlaw.model.scenarios.write import written_scenario

HEAD = """\
title: A soldier
rulebook: sorcery-2026-01
players: [you]
play:
  - you: Foot Soldier as F at 3
  - expect:
      - {xfail: F is a beast, reason: on the way}
expect:
"""


@pytest.mark.parametrize(
    ("item", "text", "reason"),
    [
        ("{xfail: power of F is 9, reason: a house rule}", "power of F is 9", "a house rule"),
        ("{reason: no, xfail: F dies}", "F dies", "no"),
        (
            "xfail: 'layer control: no loops'\n    reason: >\n      two\n      lines",
            "layer control: no loops",
            "two lines",
        ),
        (
            "xfail:\n      layer control: no loops\n    reason: as it is written without",
            "layer control: no loops",
            "as it is written without",
        ),
    ],
)
def test_an_expectation_can_be_known_to_fail(item: str, text: str, reason: str) -> None:
    """`{xfail: EXPECTATION, reason: WHY}` is the expectation with a reason, and round-trips."""
    scenario = loads_scenario(f"{HEAD}  - {item}\n")
    (expected,) = scenario.expect
    assert (expected.text, expected.xfail) == (text, reason)
    again = loads_scenario(written_scenario(scenario))
    assert [(one.text, one.what, one.xfail) for one in again.expect] == [
        (text, expected.what, reason)
    ]
    (now,) = [event for event in again.play if event not in again.events]
    assert isinstance(now, ExpectNow)
    assert [one.xfail for one in now.expect] == ["on the way"]


def test_facts_of_one_line_are_each_known_to_fail() -> None:
    """A mark on several facts of a layer is a mark on each of them."""
    scenario = loads_scenario(
        f"{HEAD}  - {{xfail: 'layer control: no loops, no dependencies', reason: w}}\n"
    )
    assert [one.xfail for one in scenario.expect] == ["w", "w"]


@pytest.mark.parametrize(
    ("item", "message"),
    [
        ("{xfail: power of F is 9}", "an expectation that is known to fail needs the key 'reason'"),
        ("{reason: w}", "an expectation that is known to fail needs the key 'xfail'"),
        ("{xfail: power of F is 9, reason: ''}", "'reason' is empty"),
        ("{xfail: power of F is 9, reason: [a]}", "'reason' is one piece of text"),
        ("{xfial: power of F is 9, reason: w}", "did you mean 'xfail'?"),
        ("{xfail: power of G is 9, reason: w}", ":9:22: unknown id 'G'"),
        ("{xfail: [power of F is 9], reason: w}", "an expectation is one line"),
        ("{xfail: {xfail: F dies, reason: w}, reason: w}", "an expectation is one line"),
    ],
)
def test_a_mark_that_is_written_wrong_is_refused(item: str, message: str) -> None:
    """What is missing or misspelt is said in a line, with its place."""
    with pytest.raises(BadInput) as caught:
        loads_scenario(f"{HEAD}  - {item}\n")
    assert message in str(caught.value)
