"""Boards of the made-up game of lands in which words of texts are replaced by others."""

from __future__ import annotations

from functools import cache
from random import Random

from lands import FILE

from layerlaw.model import loads_scenario
from layerlaw.model.rulebooks.load import loads_rulebook
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.scenario import Scenario

CARDS = """
  Forest: {is: [basic, land, forest]}
  Island: {is: [basic, land, island]}
  Arbor: {is: [land, creature, forest, elf, green], power: 1, toughness: 1, has: [Forestwalk]}
  Wader: {is: [creature, goblin], power: 2, has: [Islandwalk, Flying]}
  Knight: {is: [creature, green], power: 2, has: [Guard from red]}
  Lord: {is: [creature, elf], power: 2, has: ["other elves: power += 1, gain Forestwalk"]}
  King: {is: [creature, goblin], power: 2, has: ["other goblins: power += 1, gain Islandwalk"]}
  Mage: {is: [creature, elf], power: 1, has: ["creatures with Forestwalk: power += 2"]}
  Count: {is: [creature, goblin], power: 0, has: ["self: power := number of forests"]}
  Forester: {is: [creature], power: 1, has: ["lands: subtypes += forest"]}
  Moon: {is: [enchantment], has: ["nonbasic lands: subtypes := island"]}
  Shade: {is: [enchantment], has: ["green creatures: lose Forestwalk; red objects: power := 5"]}
  Giver: {is: [enchantment], has: ["creatures: gain [forests: power += 1]"]}
  Taker: {is: [enchantment], has: ["creatures: can't have Islandwalk"]}
  Rule: {is: [enchantment], has: ["deep objects: power := 7"]}
  Thief: {is: [creature, elf], power: 1, has: ["goblins: controller := opponent, power += 3"]}
  Maker: {is: [artifact], has: ["creatures: elf becomes goblin in its text and type line"]}
  Hacker:
    is: [creature, elf]
    power: 1
    has: ["objects: forest becomes island in its text and type line"]
  Back: {is: [artifact], has: ["objects: island becomes forest in its text"]}
  Wild: {is: [artifact], has: ["goblins: island becomes desert in its text"]}
  Sleight: {is: [artifact], has: ["creatures: red becomes green in its text"]}
  Self:
    is: [creature, elf]
    power: 1
    has: ["self: elf becomes goblin in its text, power += number of elves"]
  Echo: {is: [artifact], has: ["elves: text := text of goblins"]}
  Poser: {is: [creature, elf], power: 1, has: ["self: text := full text of goblins"]}
  Swap: {is: [artifact], has: ["elves or goblins: text := text of ((elves or goblins) but not it)"]}
  Mirror: {is: [creature, elf], power: 1, enters: ["self: copy of target"]}
"""
"""The cards by their names."""

LAYER = """  - {id: "3", name: text, does: [change text], clause: L-1}
"""
POOL = sorted({line[2:].split(":")[0] for line in CARDS.splitlines() if line[2:3].isalpha()})


@cache
def book() -> Rulebook:
    """The game of lands with a layer for texts behind that of control."""
    text = FILE.read_text(encoding="utf-8")
    for old, new in (
        ("[change controller], clause: L-1}\n", f"[change controller], clause: L-1}}\n{LAYER}"),
        ("change toughness]", "change toughness, permissions]"),
        ("nouns: {", "nouns: {deep: islands or deserts, "),
        (
            "  Flying: {}\n",
            "  Flying: {}\n"
            '  Forestwalk: {does: "self: can\'t be blocked as long as there is a forest"}\n'
            '  Islandwalk: {does: "self: can\'t be blocked as long as there is a island"}\n'
            '  Guard from red: {does: "self: can\'t be blocked by red creatures"}\n'
            '  Guard from green: {does: "self: can\'t be blocked by green creatures"}\n',
        ),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    return loads_rulebook(text)


def board(*cards: str, more: str = "") -> Scenario:
    """The cards enter in this order; a mirror as a copy of the first of them."""
    ids = [f"{card[:3]}{place}" for place, card in enumerate(cards)]
    plays = (
        f"  - me: {card} as {id}" + (f" copying {ids[0]}" if card == "Mirror" and place else "")
        for place, (card, id) in enumerate(zip(cards, ids, strict=True))
    )
    text = (
        "title: A board of texts\nrulebook: lands\nplayers: [me, you]\n"
        f"cards:{CARDS}{more}\nplay:\n" + "\n".join(plays) + "\n"
    )
    return loads_scenario(text, books={"lands": book()})


def random_board(chance: Random) -> Scenario:
    """Up to five cards, one of which at least changes texts."""
    cards = [chance.choice(POOL) for _ in range(chance.choice((1, 2, 3, 4)))]
    changer = chance.choice(("Maker", "Hacker", "Back", "Wild", "Sleight", "Self"))
    cards.insert(chance.randrange(len(cards) + 1), changer)
    return board(*cards)
