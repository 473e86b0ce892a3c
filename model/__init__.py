"""What is: rulebooks, cards and scenarios, the notation they are written in, and their loading."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.lazy import lazy
from layerlaw.model.pickling import let_frozen_mappings_be_pickled

if TYPE_CHECKING:
    from layerlaw.model.cards.card import Card, PrintedAbility
    from layerlaw.model.cards.load import load_cards, loads_cards
    from layerlaw.model.cards.load_rulings import load_rulings, shipped_rulings
    from layerlaw.model.cards.rulings import Ruling, RulingTable
    from layerlaw.model.errors import BadInput, LayerlawError, NotationError, Problem, WrongArgument
    from layerlaw.model.finding.cards import FoundCard, find_cards
    from layerlaw.model.finding.scenarios import FoundScenario, find_scenarios
    from layerlaw.model.rulebooks.load import load_rulebook, loads_rulebook
    from layerlaw.model.rulebooks.rulebook import Clause, OpenPoint, Reading, Rulebook
    from layerlaw.model.rulebooks.words import vocabulary
    from layerlaw.model.scenarios.as_dict import scenario_from_dict, scenario_to_dict
    from layerlaw.model.scenarios.expectations import Expected
    from layerlaw.model.scenarios.load import load_scenario, loads_scenario
    from layerlaw.model.scenarios.order import effect_events, legal_orders, with_variant
    from layerlaw.model.scenarios.questions import read_question
    from layerlaw.model.scenarios.scenario import Scenario, Variant
    from layerlaw.model.shipped import (
        shipped_cards,
        shipped_rulebook,
        shipped_rulebooks,
        shipped_scenarios,
    )

let_frozen_mappings_be_pickled()

__all__ = [
    "BadInput",
    "Card",
    "Clause",
    "Expected",
    "FoundCard",
    "FoundScenario",
    "LayerlawError",
    "NotationError",
    "OpenPoint",
    "PrintedAbility",
    "Problem",
    "Reading",
    "Rulebook",
    "Ruling",
    "RulingTable",
    "Scenario",
    "Variant",
    "WrongArgument",
    "effect_events",
    "find_cards",
    "find_scenarios",
    "legal_orders",
    "load_cards",
    "load_rulebook",
    "load_rulings",
    "load_scenario",
    "loads_cards",
    "loads_rulebook",
    "loads_scenario",
    "read_question",
    "scenario_from_dict",
    "scenario_to_dict",
    "shipped_cards",
    "shipped_rulebook",
    "shipped_rulebooks",
    "shipped_rulings",
    "shipped_scenarios",
    "vocabulary",
    "with_variant",
]

__getattr__, __dir__ = lazy(
    __name__,
    {
        "BadInput": "layerlaw.model.errors",
        "Card": "layerlaw.model.cards.card",
        "Clause": "layerlaw.model.rulebooks.rulebook",
        "Expected": "layerlaw.model.scenarios.expectations",
        "FoundCard": "layerlaw.model.finding.cards",
        "FoundScenario": "layerlaw.model.finding.scenarios",
        "LayerlawError": "layerlaw.model.errors",
        "NotationError": "layerlaw.model.errors",
        "OpenPoint": "layerlaw.model.rulebooks.rulebook",
        "PrintedAbility": "layerlaw.model.cards.card",
        "Problem": "layerlaw.model.errors",
        "Reading": "layerlaw.model.rulebooks.rulebook",
        "Rulebook": "layerlaw.model.rulebooks.rulebook",
        "Ruling": "layerlaw.model.cards.rulings",
        "RulingTable": "layerlaw.model.cards.rulings",
        "Scenario": "layerlaw.model.scenarios.scenario",
        "Variant": "layerlaw.model.scenarios.scenario",
        "WrongArgument": "layerlaw.model.errors",
        "effect_events": "layerlaw.model.scenarios.order",
        "find_cards": "layerlaw.model.finding.cards",
        "find_scenarios": "layerlaw.model.finding.scenarios",
        "legal_orders": "layerlaw.model.scenarios.order",
        "load_cards": "layerlaw.model.cards.load",
        "load_rulebook": "layerlaw.model.rulebooks.load",
        "load_rulings": "layerlaw.model.cards.load_rulings",
        "load_scenario": "layerlaw.model.scenarios.load",
        "loads_cards": "layerlaw.model.cards.load",
        "loads_rulebook": "layerlaw.model.rulebooks.load",
        "loads_scenario": "layerlaw.model.scenarios.load",
        "read_question": "layerlaw.model.scenarios.questions",
        "scenario_from_dict": "layerlaw.model.scenarios.as_dict",
        "scenario_to_dict": "layerlaw.model.scenarios.as_dict",
        "shipped_cards": "layerlaw.model.shipped",
        "shipped_rulebook": "layerlaw.model.shipped",
        "shipped_rulebooks": "layerlaw.model.shipped",
        "shipped_rulings": "layerlaw.model.cards.load_rulings",
        "shipped_scenarios": "layerlaw.model.shipped",
        "vocabulary": "layerlaw.model.rulebooks.words",
        "with_variant": "layerlaw.model.scenarios.order",
    },
)
