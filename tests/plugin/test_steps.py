"""What a failure tells: for every kind of expectation the steps that led to what was found."""

from __future__ import annotations

import pytest

from layerlaw.model.scenarios.load import loads_scenario
from layerlaw.solver.answer.expectations import judge_all
from layerlaw.solver.shell.testing.cases import cases
from layerlaw.solver.shell.testing.failures import failure_text

BOARD = """\
title: Two soldiers and a King
rulebook: sorcery-2026-01
players: [you, me]
play:
  - you: Foot Soldier as F at 3
  - me: King of the Realm as K at 8
  - you: Foot Soldier as G at 4
  - damage: G 5
  - expect: [power of F is 1]
  - damage: F 3
expect:
"""
MUFFLERS = """\
title: Two that name each other
rulebook: duel-masters-1.28-en
players: [you, me]
cards:
  Muffler: {is: [creature], power: 1000, has: ["other creatures: lose all abilities"]}
play:
  - you: Muffler as A
  - me: Muffler as B
expect:
"""


def failure(text: str, number: int, file: str = "board.scenario.yaml") -> str:
    """What is said of the expectation of that number in the text."""
    (case,) = cases(loads_scenario(text))
    judged = judge_all(case.scenario)
    return failure_text(case, judged.outcomes[number], judged.states[number], file)


@pytest.mark.parametrize(
    ("expected", "line", "clause", "more"),
    [
        ("power of F is 9", "  1. becomes 2 by K.1", "SORC-LAYER-7", "why board F.power"),
        ("controller of F is no one", "  0. begins as you", "SORC-OWN-1", "why board F.controller"),
        ("F is a beast", "       printed on Foot Soldier", "", "why board F.subtypes"),
        ("F has Airborne", "  0. begins as none", "", "why board F.abilities"),
        ("F is silenced", "  0. begins as no", "", "why board F.silenced"),
        ("F survives", "  damage of F is 3", "SORC-DIE-1", "solve board"),
        (
            "G survives",
            "  after event 4: Foot Soldier (G) dies (SORC-DIE-1)",
            "SORC-DIE-1",
            "solve board",
        ),
        ("G is in hand", "  G is in banished", "SORC-DIE-1", "solve board"),
        ("F can attack", "  decides: F can't attack, by", "SORC-SICK-1", "may board F attack"),
        ("layer control: no loops, K depends on F", "  Layer 3: control", "", "solve board"),
        ("paradox", "", "", "solve board"),
        ("power of G is 7", "  0. begins as 1", "", "why board G.power"),
    ],
)
def test_the_steps_of_an_expectation(expected: str, line: str, clause: str, more: str) -> None:
    """Steps, clauses, and the command that tells more, by what is expected."""
    told = failure(f"{BOARD}  - {expected}\n", -1)
    assert line in told
    assert f"\n  {clause}" in told
    command, _, rest = more.partition(" board")
    assert told.endswith(f"\nMore: layerlaw {command} board.scenario.yaml{rest}")


def test_a_name_of_no_effect_has_no_steps_in_its_layer() -> None:
    """What an expectation names wrongly is said, and shown is what the layer has."""
    told = failure(f"{BOARD}  - 'layer silence: F is lost'\n", 1)
    assert "'F' has no effect in layer silence" in told


def test_the_moment_counts_on_the_way() -> None:
    """An expectation among the events is explained by the state it speaks of."""
    told = failure(f"{BOARD}  - F dies\n", 0)
    assert "found     power of F is 2" in told
    assert "<text>" not in told
    assert "More: layerlaw solve board.scenario.yaml --each" in told


def test_an_answer_that_is_otherwise_is_told() -> None:
    """Of several answers the steps are those of the first one that is not as expected."""
    told = failure(f"{MUFFLERS}  - A has no abilities\n", 0)
    assert "  in answer 2 of 2:\n    0. begins as other creatures: lose all abilities" in told
    told = failure(f"{MUFFLERS}  - one answer\n", 0)
    assert "2 answers agree with them. (DM-608.1)" in told
    assert "\n  DM-608.1: " in told


def test_a_text_without_a_file_has_no_command() -> None:
    """What stands in a Python test is no file that a command could read."""
    told = failure(f"{BOARD}  - power of F is 9\n", 1, "")
    assert told.startswith("<text>:12: ")
    assert "More:" not in told


def test_cases_have_names_of_their_own_and_forms_for_selection() -> None:
    """Equal expectations and equal titles are numbered; cards are keywords in several forms."""
    text = BOARD.replace("Foot Soldier as G", "King's Man as G").replace(
        "play:", "cards:\n  King's Man: {is: [minion], power: 1}\nplay:", 1
    )
    same = "  - F is a mortal\n  - F is a mortal\n  - 'layer control: no loops, no loops'\n"
    also = "also:\n" + 2 * "  - {title: 'b::c', order: [K, F], expect: [power of F is 2]}\n"
    found = cases(loads_scenario(text + same + also))
    assert [one.name for one in found] == ["as written", "b:c", "b:c (2)"]
    assert [one.name for one in found[0].asked] == [
        "after event 4: power of F is 1",
        "F is a mortal",
        "F is a mortal (2)",
        "layer control: no loops",
        "layer control: no loops (2)",
    ]
    assert {"King's Man", "King_s_Man", "Kings_Man", "Foot_Soldier"} <= found[0].keywords
    assert "sorcery-2026-01" in found[0].keywords
