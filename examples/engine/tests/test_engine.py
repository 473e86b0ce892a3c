"""The little engine's answers are Layerlaw's answers."""

from __future__ import annotations

from pathlib import Path

import pytest
from layerlaw.solver.shell.testing import Adapter, assert_same_state

from model import BEASTLORD, GRAVEDIGGER, KING, SOLDIER, Table
from solver import work_out

HERE = Path(__file__).parent

# The engine has a list of units, seats for players, and words of its own for everything.
OURS = Adapter(
    read=lambda document: {unit["uid"]: unit for unit in document["units"]},
    characteristics={"card": "name", "seat": "controller", "kinds": "subtypes", "pow": "power"},
    players={"0": "you", "1": "me"},
    # What a unit looks like is no business of the rules.
    skip={"uid", "sprite"},
)


def test_two_kings() -> None:
    """Two Kings: the older one has everybody."""
    table = Table()
    table.play(0, SOLDIER, "F")
    table.play(0, KING, "K1")
    table.play(1, KING, "K2")
    scenario = HERE / "two-kings.scenario.yaml"
    found = assert_same_state(scenario, work_out(table), adapter=OURS, complete=True)
    assert found.cells == 12


@pytest.mark.xfail(strict=True, raises=AssertionError, reason="no dependencies yet: issue 12")
def test_a_gravedigger_before_a_beastlord() -> None:
    """What an effect applies to may hang on a newer one."""
    table = Table()
    table.play(0, SOLDIER, "F")
    table.play(0, GRAVEDIGGER, "G")
    table.play(1, BEASTLORD, "B")
    assert_same_state(HERE / "graves.scenario.yaml", work_out(table), adapter=OURS)


def test_three_kings(layerlaw) -> None:
    """A board that is no file: solved by the fixture, and compared."""
    answer = layerlaw.check("""
        title: Three Kings
        rulebook: sorcery-2026-01
        players: [you, me]
        play:
          - me: King of the Realm as A at 8
          - you: King of the Realm as B at 12
          - you: King of the Realm as C at 13
        expect:
          - controller of C is me
          - power of C is 5
    """)
    table = Table()
    table.play(1, KING, "A")
    table.play(0, KING, "B")
    table.play(0, KING, "C")
    assert_same_state(answer, work_out(table), adapter=OURS, complete=True)
