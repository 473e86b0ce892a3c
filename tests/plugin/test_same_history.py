"""An engine's states are held against ours after every event; the first parting is named."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.as_dict import scenario_from_dict
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.shell.testing import Adapter, ComparedHistory, assert_same_history

KINGS: dict[str, object] = {
    "title": "Two Kings",
    "rulebook": "sorcery-2026-01",
    "players": ["you", "me"],
    "play": [
        {"you": "Foot Soldier as F at 3"},
        {"you": "King of the Realm as K1 at 8"},
        {"me": "King of the Realm as K2 at 12"},
        {"damage": "F 9"},
    ],
}


@pytest.fixture(scope="module")
def kings() -> Scenario:
    """Two Kings, and a soldier that dies of it; made of a mapping."""
    return scenario_from_dict(KINGS)


def states(*powers: int | None, dead: str = "banished") -> list[Any]:
    """The soldier's power after each event, then where it ends."""
    return [*(None if p is None else {"F": {"power": p}} for p in powers), {"F": {"zone": dead}}]


def test_every_event_is_compared(kings: Scenario) -> None:
    """After each event, and after the last one the checks are carried out."""
    found = assert_same_history(kings, states(1, 2, 3))
    assert (found.events, found.cells) == (4, 4)
    assert assert_same_history(kings, states(None, 2, None)).events == 2


def test_the_first_parting_is_named_with_the_event(kings: Scenario) -> None:
    """Of several wrong states the first is told, with its event, the table and the steps."""
    with pytest.raises(AssertionError) as caught:
        assert_same_history(kings, states(1, 3, 9))
    lines = str(caught.value).split("\n")
    assert lines[0] == "after event 2 of 4 (you: King of the Realm as K1 at 8), and not before:"
    assert lines[1].startswith("Two Kings: the engine's state is not ours, 1 of 1 values differs")
    assert lines[5].split() == ["F", "power", "2", "3"]
    assert "  1. becomes 2 by K1.1" in lines
    with pytest.raises(AssertionError, match=r"^after event 4 of 4 \(damage: F 9\)"):
        assert_same_history(kings, states(1, 2, 3, dead="realm"))


def test_a_generator_plays_the_engine_no_further_than_needed(kings: Scenario) -> None:
    """States are taken one at a time, so one changing object will do."""
    played = []
    units: dict[str, dict[str, int]] = {}

    def engine() -> Iterator[object]:
        for event, power in (("F", 1), ("K1", 2), ("K2", 4), ("hit", 5)):
            played.append(event)
            units["f"] = {"pow": power}
            yield units

    adapter = Adapter(objects={"f": "F"}, characteristics={"pow": "power"})
    with pytest.raises(AssertionError, match=r"^after event 3 of 4"):
        assert_same_history(kings, engine(), adapter=adapter)
    assert played == ["F", "K1", "K2"]


def test_complete_sees_what_has_not_come_yet(kings: Scenario) -> None:
    """With `complete` a state without an object that is in play differs after its event."""
    only = [{"F": {"power": 1}}, {"F": {"power": 2}}, None, None]
    assert assert_same_history(kings, only) == ComparedHistory(2, 2, only_left_out(kings))
    with pytest.raises(
        AssertionError, match=r"^after event 2(.|\n)*K1 +zone +realm +.nothing said"
    ):
        assert_same_history(kings, only, complete=True)


def only_left_out(scenario: Scenario) -> tuple[str, ...]:
    """What an engine that knows powers alone says nothing of."""
    return assert_same_history(scenario, [{"F": {"power": 1}}, None, None, None]).left_out


@pytest.mark.parametrize(
    ("theirs", "message"),
    [
        ([*states(1, 2, 3)[:3]], "the engine gave 3 states for 4 events"),
        ([], "the engine gave 0 states for 4 events"),
        ([*states(1, 2, 3), {}], "the engine gave more than 4 states for 4 events"),
        ([None] * 4, "the engine's states say nothing that could be compared"),
        ([{"G": {"power": 1}}], r"^after event 1 of 4 .*an object 'G', which"),
        ([3], r"^after event 1 of 4 .*: the engine's state is a number"),
    ],
)
def test_what_cannot_be_compared_is_told(
    kings: Scenario, theirs: list[object], message: str
) -> None:
    """Too few states, too many, none that says anything, and names that mean nothing."""
    with pytest.raises(LayerlawError, match=message):
        assert_same_history(kings, theirs)


def test_a_text_or_a_file_is_a_history_too(tmp_path: Any) -> None:
    """A scenario's text or path, under a rulebook and readings."""
    text = """
        title: A King
        rulebook: sorcery-2026-01
        players: [you, me]
        play:
          - you: Foot Soldier as F at 3
          - me: King of the Realm as K at 8
    """
    theirs = [{"F": {"controller": "you"}}, {"F": {"controller": "me", "power": 2}}]
    readings = {"SORC-OPEN-TEST": "result"}
    assert assert_same_history(text, theirs, readings=readings).cells == 3
    file = tmp_path / "king.scenario.yaml"
    file.write_text("\n".join(line[8:] for line in text.split("\n")), encoding="utf-8")
    assert assert_same_history(file, theirs, rulebook="sorcery-2026-01").cells == 3
    # What is wrong with a text in a test is told by the place where it stands there.
    with pytest.raises(LayerlawError, match=r"test_same_history\.py:\d+:\d+"):
        assert_same_history(
            """
            title: A King
            rulebook: sorcery-2026-01
            players: [you]
            play:
              - you: Kong of the Realm as K at 3
            """,
            theirs,
        )
    nothing = scenario_from_dict({**KINGS, "play": []})
    with pytest.raises(LayerlawError, match="nothing happens in the scenario"):
        assert_same_history(nothing, [])
