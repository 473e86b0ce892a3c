"""Boards of the made-up game of lands on which objects enter play with counters and statuses."""

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
  Elf: {is: [creature, elf], power: 1, toughness: 1}
  Goblin: {is: [creature, goblin], power: 2, toughness: 2}
  Behemoth: {is: [creature], power: 4, has: ["self: enters with 2 growth", "self: enters tapped"]}
  Worm: {is: [creature], power: 1, has: ["self: enters with (power of self) growth"]}
  Counter: {is: [creature], has: ["self: enters with 1 growth for each creature"]}
  Late:
    is: [creature, elf]
    has: ["self: enters with 3 growth as long as there is a tapped creature"]
  Alone: {is: [creature], has: ["self: enters tapped as long as there is no other creature"]}
  Bat: {is: [creature], power: 1, has: ["self: enters with 1 wing"]}
  Corpse: {is: [creature], has: ["self: enters with 2 growth while in graveyard"]}
  Orb: {is: [artifact], has: ["objects: enters tapped"]}
  Biomancer: {is: [creature, elf], power: 2, has: ["other creatures: enters with 1 growth"]}
  Herald:
    is: [creature, goblin]
    power: 1
    has: ["your elves: enters with (power of it) growth, enters tapped"]
  Plague: {is: [enchantment], has: ["creatures with power <= 1: enters with 1 rot"]}
  Giver: {is: [enchantment], has: ["creatures: gain [self: enters with 1 growth]"]}
  Humility: {is: [enchantment], has: ["creatures: lose all abilities, power := 1"]}
  Jailer: {is: [creature], has: ["objects in graveyard: lose all abilities"]}
  Turner: {is: [enchantment], has: ["goblins: subtypes := elf"]}
  Riser: {is: [enchantment], has: ["lands: types += creature, power := 1"]}
  Thief: {is: [enchantment], has: ["elves: controller := you"]}
  Barrier: {is: [enchantment], has: ["goblins: can't get growth counters"]}
  Mirror: {is: [creature, elf], power: 0, enters: ["self: copy of target"]}
  Essence: {is: [creature, elf], power: 6, has: ["your creatures: enters as a copy of self"]}
  Double:
    is: [enchantment]
    has:
      - >-
        elves: enters as a copy of self
        except [types += creature, enters with 1 growth] except if enchantment [gain Flying]
  Glass: {is: [artifact], enters: ["self: copy of target except [gain Flying] until end of turn"]}
  Pane:
    is: [artifact]
    enters: ["self: copy of target until (number of goblins >= 2)"]
  Ego: {is: [creature], enters: ["self: copy of target except [enters with 2 growth]"]}
  Moritte:
    is: [creature]
    enters:
      - >-
        self: copy of target except [supertypes += legendary]
        except if tapped creature [enters with 5 rot]
        except if creature [enters with 2 growth, enters tapped, gain Flying]
        except if land with power >= 1 [subtypes += forest, power := 9]
"""
"""The cards by their names."""

RESOLVING = """
  Rally: {is: [enchantment], resolves: ["creatures: enters with 1 growth until end of turn"]}
  Hymn:
    is: [enchantment]
    resolves:
      - "creatures you control: enters with (number of creatures) growth until your next turn"
  Curse: {is: [enchantment], resolves: ["creatures controlled by the chosen player: enters tapped"]}
  Echo: {is: [enchantment], resolves: ["elves: enters with (power of it) growth, enters tapped"]}
  Caller:
    is: [creature, goblin]
    power: 1
    on entry: ["other creatures you control: enters with 1 growth until it leaves"]
  Guide:
    is: [creature, elf]
    power: 1
    activates: ["creatures: enters with 2 growth until there is a goblin"]
"""
"""Cards of which it resolves what later entries bring."""
ALSO = """
  Master:
    is: [creature, elf]
    power: 2
    has:
      - >-
        other creatures you control: enters with (power of self) growth,
        enters as [subtypes += goblin]
  Smith: {is: [enchantment], has: ["elves: enters as [types += artifact, gain Flying]"]}
  Kin: {is: [enchantment], has: ["elves: enters as [subtypes += the chosen subtype]"]}
  Undertaker:
    is: [creature]
    power: 1
    has: ["other creatures: enters with (number of goblins in graveyard) growth"]
  Rotter: {is: [enchantment], has: ["creatures: enters with 1 rot"]}
  Drum: {is: [enchantment], has: ["artifacts: enters tapped"]}
  Setter: {is: [creature, elf], power: 1, has: ["self: subtypes := elf"]}
  Mold: {is: [land], has: ["lands: enters as [types += creature]"]}
  Own: {is: [creature], power: 1, has: ["self: enters as [subtypes += elf]"]}
  Gift: {is: [enchantment], has: ["goblins: gain [self: enters as [subtypes += forest]]"]}
  Ban: {is: [enchantment], has: ["non-artifact creatures: enters with 1 growth"]}
  Tag:
    is: [enchantment]
    has: ["non-artifact creatures: enters with 1 growth, enters as [types += artifact]"]
  Lord: {is: [enchantment], has: ["artifacts with power >= 0: power += 1"]}
  Reader: {is: [enchantment], has: ["creatures: enters with (power of it) growth"]}
  Fog:
    is: [enchantment]
    has: ["creatures: enters as [gain [self: power += 1]] as long as there is a forest"]
  Dye: {is: [enchantment], resolves: ["goblins: enters as [subtypes += elf] until end of turn"]}
"""
"""Cards of which objects enter as something in addition to what they are."""
SPELLS = ("Rally", "Hymn", "Curse", "Echo")

COPIES = ("Mirror", "Glass", "Pane", "Ego", "Moritte")
POOL = sorted({line[2:].split(":")[0] for line in CARDS.splitlines() if line[2:3].isalpha()})
COUNTERS = """  growth: {kind: number, counter: true, floor: 0, opposite: rot}
  rot: {kind: number, counter: true, floor: 0}
  wing: {kind: number, counter: true, floor: 0, gives: Flying}
"""
CHECKS = """checks:
  - {id: rot, who: creatures with rot >= 1, verdict: dies, zone: graveyard, clause: L-1}
"""
STATUSES = """statuses:
  tapped: {clause: L-1}
  asleep: {clause: L-1, silences: true}
"""


@cache
def book() -> Rulebook:
    """The game of lands with counters, two statuses and permissions."""
    text = FILE.read_text(encoding="utf-8")
    for old, new in (
        ("zones: [", f"{STATUSES}{CHECKS}zones: ["),
        ("  toughness: {kind: number}\n", f"  toughness: {{kind: number}}\n{COUNTERS}"),
        ("change abilities]", "change abilities, asleep, permissions]"),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    return loads_rulebook(text)


def board(*events: str, more: str = "") -> Scenario:
    """The events one after another. more: lines of more cards."""
    play = "\n".join(f"  - {event}" for event in events)
    text = (
        "title: A board of entries\nrulebook: lands\nplayers: [me, you]\nactive: me\n"
        f"cards:{CARDS}{more}\nplay:\n{play}\n"
    )
    return loads_scenario(text, books={"lands": book()})


def random_board(chance: Random) -> Scenario:
    """Up to seven events: cards that enter, alone, as copies or from the graveyard, and others."""
    events: list[str] = []
    there: list[str] = []
    buried: list[str] = []
    for number in range(chance.randint(3, 7)):
        kind = chance.random()
        if buried and kind < 0.2:
            id = buried.pop()
            there.append(id)
            events.append(f"move: {id} to battlefield")
        elif there and kind < 0.3:
            id = there.pop(chance.randrange(len(there)))
            buried.append(id)
            events.append(f"leave: {id} to graveyard")
        elif len(there) > 1 and kind < 0.4:
            one, other = chance.sample(there, 2)
            events += [f"move: {one} to graveyard until {other} leaves", f"leave: {other}"]
            there.remove(other)
        elif there and kind < 0.5:
            events.append(f"gets: {chance.choice(there)} {chance.choice(('tapped', 'asleep'))}")
        elif kind < 0.54:
            events.append(f"turn: {chance.choice(('me', 'you'))}")
        elif kind < 0.62:
            pair = (f"N{number}", f"M{number}")
            both = ", ".join(_played(chance, id, there) for id in pair)
            events.append(f"together: [{both}]")
            there += pair
        else:
            events.append(_played(chance, f"N{number}", there))
            there.append(f"N{number}")
    return board(*events)


def _played(chance: Random, id: str, there: list[str]) -> str:
    """A card enters, a mirror as a copy of what is there."""
    card = chance.choice(POOL)
    copying = f" copying {chance.choice(there)}" if card in COPIES and there else ""
    return f"{chance.choice(('me', 'you'))}: {card} as {id}{copying}"


def random_board_of_effects(chance: Random) -> Scenario:
    """Up to eight events, of which the first resolves for later entries."""
    events: list[str] = []
    there: list[str] = []
    for number in range(chance.randint(3, 8)):
        kind, id = chance.random(), f"N{number}"
        player = chance.choice(("me", "you"))
        if number == 0 or kind < 0.25:
            spell = chance.choice(SPELLS)
            target = f" choosing {chance.choice(('me', 'you'))}" if spell == "Curse" else ""
            events.append(f"{player}: {spell} as {id}{target}")
        elif kind < 0.35:
            events.append(f"turn: {player}")
        elif there and kind < 0.45:
            events.append(f"leave: {there.pop(chance.randrange(len(there)))} to graveyard")
        elif kind < 0.6:
            events += [f"{player}: Guide as {id}", f"{player}: use {id} as E{number}"]
            there.append(id)
        elif kind < 0.7:
            events.append(f"{player}: Caller as {id}")
            there.append(id)
        else:
            events.append(_played(chance, id, there))
            there.append(id)
    return board(*events, more=RESOLVING)


def random_board_of_additions(chance: Random) -> Scenario:
    """Up to six events, of cards of which most speak of what others enter as in addition."""
    events: list[str] = []
    there: list[str] = []
    buried: list[str] = []
    pool = sorted(line[2:].split(":")[0] for line in ALSO.splitlines() if line[2:3].isalpha())
    others = ("Elf", "Elf", "Goblin", "Forest", "Mirror", "Humility", "Plague", "Essence")
    for number in range(chance.randint(3, 6)):
        kind, id = chance.random(), f"N{number}"
        if buried and kind < 0.15:
            there.append(buried.pop())
            events.append(f"move: {there[-1]} to battlefield")
        elif there and kind < 0.25:
            buried.append(there.pop(chance.randrange(len(there))))
            events.append(f"leave: {buried[-1]} to graveyard")
        elif kind < 0.3:
            events.append(f"turn: {chance.choice(('me', 'you'))}")
        else:
            speaks = number < 2 or chance.random() < 0.3
            card = chance.choice(("Master", "Smith", "Tag", "Fog") if number == 0 else pool)
            card = card if speaks else chance.choice(others)
            copying = f" copying {chance.choice(there)}" if card == "Mirror" and there else ""
            copying += f" choosing {chance.choice(('goblin', 'forest'))}" if card == "Kin" else ""
            player = "me" if chance.random() < 0.8 else "you"
            other = f", {player}: {chance.choice(('Elf', 'Master', 'Drum'))} as M{number}"
            if kind > 0.85 and card != "Dye":
                events.append(f"together: [{player}: {card} as {id}{copying}{other}]")
            else:
                events.append(f"{player}: {card} as {id}{copying}")
            if card != "Dye":
                there.append(id)
    return board(*events, more=ALSO)
