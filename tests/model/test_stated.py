"""What a document itself states of its worked examples, marked apart from what is added to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from layerlaw.model.errors import BadInput
from layerlaw.model.scenarios.events import ExpectNow
from layerlaw.model.scenarios.load import load_scenario, loads_scenario
from layerlaw.model.scenarios.write import written_scenario
from layerlaw.model.shipped import shipped_scenarios
from layerlaw.solver.answer.expectations import judge_all
from layerlaw.solver.shell.authoring.formatting import formatted
from layerlaw.solver.shell.testing.cases import cases

if TYPE_CHECKING:
    from pathlib import Path

    from layerlaw.model.scenarios.scenario import Scenario

KINGS = """\
title: Two Kings
rulebook: sorcery-2026-01
from: ongoing effects, "Two Kings of the Realm"
players: [you, me]
play:
  - you: King of the Realm as K1 at 8
  - stated: [controller of K1 is you]
  - me: King of the Realm as K2 at 12
stated:
  - controller of K2 is you
  - layer control: K1 before K2, loop [K1, K2]
expect:
  - power of K1 is 4
also:
  - order: [K2, K1]
    stated: [controller of K1 is me]
"""


def marked(scenario: Scenario) -> dict[str, bool]:
    """Every expectation of the scenario, with whether the document states it."""
    now = [each for event in scenario.play if isinstance(event, ExpectNow) for each in event.expect]
    later = [each for variant in scenario.variants for each in variant.expect]
    return {each.text: each.stated for each in (*now, *scenario.expect, *later)}


def test_a_statement_is_an_expectation_that_the_document_makes() -> None:
    """`stated` at the end, on the way and in another order marks what stands under it alone."""
    assert marked(loads_scenario(KINGS)) == {
        "controller of K1 is you": True,
        "controller of K2 is you": True,
        "layer control: K1 before K2": True,
        "layer control: loop [K1, K2]": True,
        "power of K1 is 4": False,
        "controller of K1 is me": True,
    }


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("power of K1 is 3", "board"),
        ("K1 dies", "board"),
        ("K1 can attack", "board"),
        ("layer control: K1 before K2", "order"),
        ("layer control: K1 is lost", "order"),
        ("layer control: K1 is not lost", "order"),
        ("layer control: loop [K1, K2]", "remark"),
        ("layer control: K1 depends on K2", "remark"),
        ("layer control: no dependencies", "remark"),
    ],
)
def test_the_kind_of_a_statement_follows_from_what_it_says(line: str, kind: str) -> None:
    """A board, an order, or a remark on dependency: no word of its own is needed for it."""
    text = KINGS.replace("  - controller of K2 is you\n", f"  - {line}\n", 1)
    said = next(each for each in loads_scenario(text).expect if each.text == line)
    assert said.kind == kind


def test_statements_are_held_as_expectations_are() -> None:
    """A statement that does not hold is a failure of the scenario."""
    assert judge_all(loads_scenario(KINGS)).fulfilled
    wrong = KINGS.replace("- controller of K2 is you", "- controller of K2 is me", 1)
    troubled = [
        one.expected.text for one in judge_all(loads_scenario(wrong)).outcomes if one.trouble
    ]
    assert troubled == ["controller of K2 is me"]
    assert sum(len(case.asked) for case in cases(loads_scenario(KINGS))) == 6


STATED = [path for path in shipped_scenarios() if "stated:" in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", STATED, ids=lambda path: path.name)
def test_marks_are_written_as_they_were_read(path: Path) -> None:
    """A scenario written as text has the marks that it had."""
    scenario = load_scenario(path)
    again = loads_scenario(written_scenario(scenario))
    assert marked(again) == marked(scenario)


def test_a_file_is_formatted_with_its_marks(tmp_path: Path) -> None:
    """`layerlaw format` puts `stated` before `expect`, and moves nothing from one to the other."""
    text = KINGS.replace("expect:\n  - power of K1 is 4\n", "")
    text = text.replace("stated:\n  - con", "expect:\n  - power of K1  is 4\nstated:\n  - con")
    path = tmp_path / "two.scenario.yaml"
    path.write_text(text, encoding="utf-8")
    assert formatted(path) == KINGS


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('from: ongoing effects, "Two Kings of the Realm"\n', "", "not said where the document"),
        ("players: [you, me]", "players: [you, me, stated]", "no player can be called 'stated'"),
        ("    stated: [controller of K1 is me]", "    title: other", "needs the key 'expect'"),
    ],
)
def test_a_statement_has_a_place(old: str, new: str, message: str) -> None:
    """What cannot be a document's statement is a message that says so."""
    assert old in KINGS
    with pytest.raises(BadInput, match=message):
        loads_scenario(KINGS.replace(old, new))


def test_under_another_document_nothing_is_stated() -> None:
    """What one document says of its example binds no other one: there it is merely expected."""
    path = next(
        one for one in shipped_scenarios("duel-masters") if one.name.startswith("qed-plus.")
    )
    assert marked(load_scenario(path))["Q can attack"]
    assert not any(marked(load_scenario(path, rulebook="duel-masters-1.28-ja")).values())
