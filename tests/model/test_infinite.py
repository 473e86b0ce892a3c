"""Infinite numbers are read and written as a word, in every kind of file."""

from __future__ import annotations

import json
import pickle

import pytest

from layerlaw.model.algebra import ChangeNumber, Compared, It, Number, Read
from layerlaw.model.algebra.infinite import INFINITE
from layerlaw.model.algebra.trees import nodes
from layerlaw.model.errors import BadInput
from layerlaw.model.notation.parsing import parse_operations, parse_selector
from layerlaw.model.notation.printing import print_operation, print_selector
from layerlaw.model.rulebooks.words import vocabulary
from layerlaw.model.scenarios.as_dict import scenario_from_dict, scenario_to_dict
from layerlaw.model.scenarios.load import loads_scenario
from layerlaw.model.scenarios.write import written_scenario
from layerlaw.model.shipped import shipped_rulebook
from layerlaw.solver.play.solve import solve
from layerlaw.solver.shell.report.answer_json import derivation_json

WORDS = vocabulary(shipped_rulebook("duel-masters-1.28-en"))
TEXT = """
title: What is infinite
rulebook: duel-masters-1.28-en
players: [you]
cards:
  Endless:
    is: [creature, infinite-master-dragon]
    power: {power}
    has: ["self: cost := infinite"]
play:
  - you: Endless as E
expect: [power of E is {power}, cost of E > 1000, E is an infinite-master-dragon]
"""


def test_it_is_a_number_of_the_notation() -> None:
    """As a value, behind a comparison and with a sign; a word that begins so is no number."""
    [(operation,), *_] = parse_operations("power += infinite", WORDS)
    assert operation == ChangeNumber("power", "+", Number(INFINITE))
    assert print_operation(operation) == "power += infinite"
    for text in ("creatures with power < infinite", "creatures with power >= -infinite"):
        selector = parse_selector(text, WORDS)
        assert print_selector(selector) == text
        assert any(isinstance(one, Compared) for one in nodes(selector))
    dragons = parse_selector("infinite-master-dragons with power = its cost", WORDS)
    assert Read("cost", It()) in nodes(dragons)
    assert Number(INFINITE) not in nodes(dragons)


@pytest.mark.parametrize("power", ["infinite", "-infinite"])
def test_a_card_may_have_it_printed(power: str) -> None:
    """Only `infinite` is printed on cards."""
    text = TEXT.format(power=power)
    if power == "infinite":
        assert loads_scenario(text)
        return
    with pytest.raises(BadInput, match="whole number, not '-infinite'"):
        loads_scenario(text)


def test_it_is_a_word_in_everything_that_is_written() -> None:
    """YAML, mappings, JSON of scenarios and of answers, and copies of the tree."""
    scenario = loads_scenario(TEXT.format(power="infinite"))
    assert "power: infinite" in written_scenario(scenario)
    written = json.loads(json.dumps(scenario_to_dict(scenario)))
    assert scenario_to_dict(scenario_from_dict(written)) == written
    answer = solve(scenario)
    objects = derivation_json("", answer, None)["objects"]
    assert isinstance(objects, dict)
    shown = objects["E"]
    assert isinstance(shown, dict)
    assert shown["power"] == shown["cost"] == "infinite"
    assert str(pickle.loads(pickle.dumps(INFINITE))) == f"{INFINITE}" == "infinite"
    assert f"{INFINITE:+} {-INFINITE:+}" == "+infinite -infinite"
