"""Boards of Sorcery's January whose effects bring others into existence, alone and together."""

from __future__ import annotations

from random import Random

from layerlaw.model import loads_scenario
from layerlaw.model.scenarios.scenario import Scenario

LINES = (
    "minions: power += 1",
    "self: power += 2",
    "other minions: power += 1",
    "other minions: power += 1 as long as self has power >= 4",
    "minions: gain Airborne as long as self has power >= 3",
    "minions with Airborne: power += 1",
    "other minions: gain [self: power += 1]",
    "other minions: gain [minions: power += 1 as long as self has power >= 5]",
    "minions: lose Airborne",
    "other minions: lose all abilities as long as self has power >= 4",
    "other minions: silenced as long as self has power >= 6",
    "minions with power >= 4: gain [other minions: power += 1]",
    "other minions: disabled as long as self has power >= 5",
    "minions: gain [self: power += 1 as long as self has Airborne]",
    "minions: subtypes += beast",
    "beasts: gain [other minions: power += 1 as long as self has power >= 4]",
    "minions with power >= 5: lose all abilities",
    "artifacts: types += minion",
    "other minions: can't be silenced",
    "minions: power := 3 as long as self has Airborne",
    "other minions: gain [self: gain Airborne]",
    "minions with Airborne: gain [other minions: lose Airborne]",
    "other minions: gain [minions with power >= 3: silenced as long as self has Airborne]",
)


def drawn(seed: int, most: int = 6) -> Scenario:
    """Two to that many minions and artifacts with one or two of these lines each."""
    pick = Random(seed)
    lines = ["title: drawn\nrulebook: sorcery-2026-01\nplayers: [you, me]\nactive: you\ncards:"]
    ids = [f"X{number}" for number in range(pick.randint(2, most))]
    # Some of the lines ask for a power of 4, and more, before anything is added.
    powers = (1, 3, 5) if seed % 3 == 0 else (1, 2, 3)
    for id in ids:
        has = ", ".join(f'"{line}"' for line in pick.sample(LINES, pick.randint(1, 2)))
        kind = "[artifact]" if pick.random() < 0.2 else f"[minion], power: {pick.choice(powers)}"
        lines.append(f"  C{id}: {{is: {kind}, has: [{has}]}}")
    lines.append("play:")
    for id in ids:
        lines.append(f"  - {pick.choice(('you', 'me'))}: C{id} as {id} at {pick.randint(1, 20)}")
    return loads_scenario("\n".join(lines) + "\n")
