"""Boards of a made-up game of lands and creatures, in which words belong to types."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from layerlaw.model import loads_scenario
from layerlaw.model.rulebooks.load import load_rulebook, loads_rulebook
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.derivation.answer import Answer

FILE = Path(__file__).with_name("lands.yaml")

CARDS = """
  Forest: {is: [basic, land, forest]}
  Arbor: {is: [land, creature, forest, elf, green], power: 1, toughness: 1}
  Saproling: {is: [creature, saproling], power: 1, toughness: 1, token: true}
  Bear: {is: [creature, kindred, goblin], power: 2, toughness: 2, has: [Flying]}
  Tower: {is: [land, desert], has: [Flying, "self: power := 3"]}
  Moon: {is: [enchantment], has: ["nonbasic lands: subtypes := mountain"]}
  Magus: {is: [creature, goblin], power: 2, has: ["nonbasic lands: subtypes := mountain"]}
  Urborg: {is: [legendary, land], has: ["lands: subtypes += swamp"]}
  Humility: {is: [enchantment], has: ["creatures: lose all abilities, power := 1"]}
  Ashaya:
    is: [legendary, creature, elf]
    has:
      - "your creatures but not objects printed as tokens: types += land, subtypes += forest"
      - "self: power := number of your lands"
  Limb:
    is: [enchantment]
    has:
      - >-
        forests or saprolings: power := 1, colors += green, types += {land, creature},
        subtypes += {saproling, forest}
  Wings: {is: [enchantment], has: ["lands: gain Flying; forests: gain [elves: power += 1]"]}
  Rest: {is: [enchantment], has: ["goblins: types -= creature"]}
  Deed: {is: [artifact], has: ["objects that are not lands: creature becomes land"]}
  Elves: {is: [enchantment], has: ["creatures: subtypes := elf"]}
  Shift: {is: [creature, desert], power: 1, has: ["self: subtypes += every creature type"]}
  Song: {is: [enchantment], has: ["your creatures: types := land, subtypes := forest"]}
  Mine: {is: [land], has: ["creatures: types := {artifact, creature}, subtypes := {}"]}
  Mirror: {is: [creature, elf], power: 1, enters: ["self: copy of target"]}
"""


@cache
def book() -> Rulebook:
    """The rulebook."""
    return load_rulebook(FILE)


@cache
def gains_first() -> Rulebook:
    """The rulebook with abilities gained and lost before types change."""
    text = FILE.read_text(encoding="utf-8")
    text = text.replace("[change abilities]", "[]")
    return loads_rulebook(
        text.replace("[change controller]", "[change controller, change abilities]")
    )


@cache
def with_types_alone() -> Rulebook:
    """The rulebook in which words that belong to types are gained by what has one of them."""
    text = FILE.read_text(encoding="utf-8")
    return loads_rulebook(text.replace("clause: L-2}", "needs type: L-2, clause: L-2}"))


def board(
    *cards: str, cards_of_its_own: str = "", under: Callable[[], Rulebook] = book
) -> Scenario:
    """The cards enter in this order; a mirror as a copy of the first of them."""
    ids = [f"{card[:3]}{place}" for place, card in enumerate(cards)]
    plays = (
        f"  - me: {card} as {id}" + (f" copying {ids[0]}" if card == "Mirror" and place else "")
        for place, (card, id) in enumerate(zip(cards, ids, strict=True))
    )
    text = (
        "title: A board of lands\nrulebook: lands\nplayers: [me, you]\n"
        f"cards:{CARDS}{cards_of_its_own}\nplay:\n" + "\n".join(plays) + "\n"
    )
    return loads_scenario(text, books={"lands": under()})


def edges(answer: Answer) -> set[tuple[str, str]]:
    """Which card's effect depended on which other's when the layer of types began."""
    cards = {one.id: one.card.name for one in answer.situation.things}
    [layer] = [one for one in answer.layers if one.layer == "4"]
    return {
        (cards[one.effect.split(".")[0]], cards[one.on.split(".")[0]])
        for one in layer.graphs[0].found
    }
