"""A rulebook from nothing: short, sound, and honest on what it leaves out."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerlaw import load_rulebook, load_scenario, loads_scenario, solve
from layerlaw.model import loads_rulebook
from layerlaw.model.errors import BadInput
from layerlaw.model.rulebooks.policies import POLICIES
from layerlaw.solver.answer.expectations import judge_all
from layerlaw.solver.documents.audit.unasked import unasked_findings
from layerlaw.solver.shell.authoring import empty_rulebook, formatted, starter_scenario

MOST_LINES = 60

BEARS = """\
title: A silenced lord raises nobody
rulebook: ./mine.yaml
players: [you, me]
cards:
  Bear: {is: [creature], power: 2, has: [Mighty]}
  Lord: {is: [creature], power: 3, has: ["other creatures: power += 1"]}
  Hush: {is: [relic], has: ["creatures named Lord: silenced"]}
play:
  - you: Bear as B
  - me: Lord as L
  - you: Hush as H
expect:
  - power of B is 4
  - power of L is 3
also:
  - order: [H, L, B]
    expect: [power of B is 4, power of L is 3]
"""
"""By hand: Hush acts in layer 3, the Lord in layer 4 has nothing left; Mighty adds 2 to 2."""


def test_it_is_short_and_in_canonical_form(tmp_path: Path) -> None:
    """What `format` prints is the text itself."""
    text = empty_rulebook("mine", "A game of mine")
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    assert text.count("\n") <= MOST_LINES
    assert formatted(path) == text


@pytest.mark.parametrize("title", ["", "Mine: a game", "#1", "'", '"', "true"])
def test_any_title_will_do(title: str) -> None:
    """It is quoted where YAML would take it for something else."""
    assert loads_rulebook(empty_rulebook("mine", title)).title == (title or "mine")


def test_boards_can_be_played_under_it(tmp_path: Path) -> None:
    """Silence in one layer, numbers in a later one, keywords with a line of their own."""
    (tmp_path / "mine.yaml").write_text(empty_rulebook("mine"), encoding="utf-8")
    file = tmp_path / "bears.scenario.yaml"
    file.write_text(BEARS, encoding="utf-8")
    scenario = load_scenario(file)
    assert all(outcome.trouble == "" for outcome in judge_all(scenario).outcomes)
    assert solve(scenario).value("B", "power") == 4


def test_it_has_a_first_scenario(tmp_path: Path) -> None:
    """`layerlaw new --rulebook` writes cards for it, which come out as the file says."""
    path = tmp_path / "mine.yaml"
    path.write_text(empty_rulebook("mine"), encoding="utf-8")
    text = starter_scenario(load_rulebook(path), "./mine.yaml", folder=tmp_path)
    assert "Big One" in text
    scenario = loads_scenario(text, "first.scenario.yaml", tmp_path)
    assert all(outcome.trouble == "" for outcome in judge_all(scenario).outcomes)


def test_what_it_leaves_out_has_the_first_answer_and_is_known_as_left_out() -> None:
    """All but one question rest on its clause, and none of these counts as written."""
    book = loads_rulebook(empty_rulebook("mine"))
    left_out = {name for name, policy in book.policies.items() if not policy.written}
    assert left_out == POLICIES.keys() - {"graph"}
    for name in left_out:
        assert book.policies[name].value == POLICIES[name][0]
        assert book.policies[name].clause == "HOUSE"


@pytest.mark.slow
def test_an_audit_asks_what_it_leaves_out() -> None:
    """The test of dependency comes with a board; what needs another answer too is told apart."""
    found = unasked_findings(loads_rulebook(empty_rulebook("mine")), n=3)
    asked = {each.policy: each for each in found if each.board is not None}
    assert asked["test"].readings[0] == "action"
    assert all(not each.board.readings for each in asked.values() if each.board is not None)
    (elsewhere,) = (each for each in found if "only where" in each.title)
    assert "`freed`" in elsewhere.title and "graph: once" in elsewhere.reason


def test_entries_without_a_clause_are_one_message() -> None:
    """It names the lines, and the line that mends them all."""
    text = empty_rulebook("mine").replace("rests on: HOUSE\n", "")
    with pytest.raises(BadInput) as caught:
        loads_rulebook(text)
    (problem,) = caught.value.problems
    assert "entries name no clause (lines" in problem.message
    assert "`rests on: HOUSE`" in problem.suggestion


def test_one_entry_without_a_clause_is_told_at_that_entry() -> None:
    """Where nothing rests on one clause, each names its own."""
    own = empty_rulebook("mine").replace("rests on: HOUSE\n", "")
    for short, long in (
        ("{id: beaten", "{clause: HOUSE, id: beaten"),
        ('{id: "', '{clause: HOUSE, id: "'),
        ("{silences: true}", "{silences: true, clause: HOUSE}"),
        ('"self: power += 2"', '{does: "self: power += 2", clause: HOUSE}'),
        ("each step", "{value: each step, clause: HOUSE}"),
    ):
        assert short in own
        own = own.replace(short, long)
    with pytest.raises(BadInput) as caught:
        loads_rulebook(own)
    said = [problem.message for problem in caught.value.problems]
    assert said[0] == "a keyword needs the key 'clause'"
    assert said[1].startswith("no value for the policies: process, test")


def test_a_house_rule_keeps_its_own_clause() -> None:
    """What rests on a clause here does not lend it to the rulebook that this one is based on."""
    house = loads_rulebook(
        """\
rulebook: house
based on: sorcery-2026-01
rests on: HOUSE
clauses:
  - {id: HOUSE, place: nowhere, says: The table decides., no sentence: ours}
policies:
  graph: each step
"""
    )
    assert house.policies["graph"].clause == "HOUSE"
    assert house.policies["test"].clause != "HOUSE"
