"""What is: rulebooks, cards and scenarios, the notation they are written in, and their loading."""

from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.cards.load import load_cards, loads_cards
from layerlaw.model.cards.load_rulings import load_rulings, shipped_rulings
from layerlaw.model.cards.rulings import Ruling, RulingTable
from layerlaw.model.errors import (
    BadInput,
    LayerlawError,
    NotationError,
    Problem,
    WrongArgument,
)
from layerlaw.model.pickling import let_frozen_mappings_be_pickled
from layerlaw.model.rulebooks.load import load_rulebook, loads_rulebook, vocabulary
from layerlaw.model.rulebooks.rulebook import Clause, OpenPoint, Reading, Rulebook
from layerlaw.model.scenarios.load import load_scenario, loads_scenario
from layerlaw.model.scenarios.order import effect_events, legal_orders, with_variant
from layerlaw.model.scenarios.questions import read_question
from layerlaw.model.scenarios.scenario import Expected, Scenario, Variant
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
    "legal_orders",
    "load_cards",
    "load_rulebook",
    "load_rulings",
    "load_scenario",
    "loads_cards",
    "loads_rulebook",
    "loads_scenario",
    "read_question",
    "shipped_cards",
    "shipped_rulebook",
    "shipped_rulebooks",
    "shipped_rulings",
    "shipped_scenarios",
    "vocabulary",
    "with_variant",
]
