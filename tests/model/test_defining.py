"""`characteristic-defining` in files: how it is written, printed, said and refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerlaw.model.errors import BadInput
from layerlaw.model.notation.english import english_ability
from layerlaw.model.notation.parsing import parse_ability
from layerlaw.model.notation.printing import print_ability
from layerlaw.model.rulebooks.words import vocabulary
from layerlaw.model.scenarios.load import load_scenario
from layerlaw.model.shipped import shipped_rulebook
from layerlaw.solver import solve
from layerlaw.solver.certificate import certificate_of

WORDS = vocabulary(shipped_rulebook("sorcery-2026-01"))
STAR = "characteristic-defining self: power := number of minions"

RULEBOOK = """
rulebook: defining
based on: sorcery-2026-01
layers:
  - {id: "0", name: defined power, after: copying, clause: SORC-LAYER-1, does: [define power]}
"""
SCENARIO = """
title: What defines its power is set by an older one
rulebook: ./defining.yaml
players: [you, me]
cards:
  Zero: {is: [minion, mortal], power: 1, has: ["minions: power := 0"]}
  Star:
    is: [minion, mortal]
    power: 0
    has: [ABILITY]
play:
  - you: Zero as Z at 3
  - you: Star as S at 8
expect: [power of S is 0]
"""


def written(folder: Path, ability: str) -> Path:
    """A scenario whose card has the ability, beside a rulebook that places what defines power."""
    first = shipped_rulebook("sorcery-2026-01").layers[0].id
    (folder / "defining.yaml").write_text(RULEBOOK.replace("copying", f'"{first}"'))
    path = folder / "star.scenario.yaml"
    path.write_text(SCENARIO.replace("ABILITY", ability))
    return path


def test_it_is_printed_as_it_is_read() -> None:
    """The mark stands before the first selector."""
    ability = parse_ability(STAR, WORDS)
    assert ability.defines
    assert print_ability(ability, WORDS.plurals) == STAR
    assert english_ability(ability, "Star").startswith("Characteristic-defining: Star ")
    assert not parse_ability("self: power := 1", WORDS).defines


@pytest.mark.parametrize("quoted", [f'"{STAR}"', f"{{{STAR}}}"])
def test_it_acts_in_the_layer_that_names_it(quoted: str, tmp_path: Path) -> None:
    """On one line or as a key, and the certificate agrees."""
    answer = solve(load_scenario(written(tmp_path, quoted)))
    assert answer.value("S", "power") == 0
    assert [run.layer for run in answer.layers][:1] == ["0"]
    assert certificate_of(answer).check().ok


def test_only_a_static_ability_is_marked(tmp_path: Path) -> None:
    """What resolves is not characteristic-defining, and the message says where it belongs."""
    path = written(tmp_path, "Airborne")
    text = path.read_text().replace("has: [Airborne]", f'on entry: ["{STAR}"]')
    path.write_text(text)
    with pytest.raises(BadInput, match="'on entry' is not 'characteristic-defining'"):
        load_scenario(path)
