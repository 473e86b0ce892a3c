"""What `may` says of a "can", and that it asks for verbs of the rulebook."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from layerlaw.model import loads_scenario
from layerlaw.model.errors import LayerlawError
from layerlaw.solver import may, solve

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Run

OWN = """
title: A minion and its friend
rulebook: sorcery-2026-01
players: [you, me]
play:
  - you: Foot Soldier as F at 3
  - you: Foot Soldier as G at 4
  - turn: me
  - turn: you
"""
NORM = """
title: A card of another element
rulebook: grand-archive-2025-09
players: [A, B]
cards: {Fiery: {is: [action], elements: [fire], resolves: [{other: burns}]}}
play: [{A: Fiery as X in hand}]
"""


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (OWN, ("you", "attack", "F")),
        (OWN, ("F", "attack", "G")),
        (NORM, ("A", "activate", "X")),
    ],
)
def test_a_can_that_nothing_says_is_no_leave_of_the_game(
    text: str, asked: tuple[str, str, str]
) -> None:
    """Where no statement stands the answer says so, and what it did not look at."""
    answer = may(solve(loads_scenario(text)), *asked)
    assert answer.allowed and answer.decided_by is None
    assert answer.means.startswith("no effect and no rule in the rulebook forbids it")
    assert "legal targets) was not looked at" in answer.means
    assert answer.means in repr(answer)


def test_a_cant_names_what_forbids_it() -> None:
    """The same words say of a "can't" whose it is."""
    scenario = loads_scenario(OWN.replace("  - turn: me\n  - turn: you\n", ""))
    answer = may(solve(scenario), "F", "attack")
    assert not answer.allowed and answer.means == "rules.sickness forbids it"


@pytest.mark.parametrize(
    ("asked", "passive", "message"),
    [
        (("F", "atack"), False, r"unknown verb 'atack': did you mean 'attack'\?"),
        (("F", "fly"), False, r"unknown verb 'fly' \(there are "),
        (("F", "attacked"), False, "'attacked' is asked with `passive=True`"),
        (("F", "attack"), True, "'attack' is asked without `passive=True`"),
    ],
)
def test_a_verb_that_the_rulebook_lacks_is_refused(
    asked: tuple[str, str], passive: bool, message: str
) -> None:
    """A word nobody speaks of would always be allowed."""
    with pytest.raises(LayerlawError, match=message):
        may(solve(loads_scenario(OWN)), *asked, passive=passive)


def test_the_command_and_its_json_say_what_a_can_means(run: Run, tmp_path: Path) -> None:
    """On the command line and in JSON the same sentence stands."""
    file = tmp_path / "own.scenario.yaml"
    file.write_text(OWN)
    told = " ".join(run("may", str(file), "F", "attack", "G").out.split())
    assert "no effect and no rule in the rulebook forbids it; what the game asks" in told
    assert json.loads(run("may", str(file), "F", "attack", "G", "--json").out)["means"] in told
