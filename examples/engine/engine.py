"""The little engine as a program: a scenario as JSON in, its state in Layerlaw's form out.

layerlaw shrink tests/graves.scenario.yaml --engine "python engine.py"
"""

from __future__ import annotations

import json
import sys
from typing import Any

from model import BEASTLORD, GRAVEDIGGER, KING, SOLDIER, Table
from solver import work_out

CARDS = {card.name: card for card in (SOLDIER, KING, BEASTLORD, GRAVEDIGGER)}
# Cards of our own stand in a scenario with what they do; with anything else they are not ours.
PRINTED = {
    "Beastlord": [{"mortals": "mortal becomes beast"}],
    "Gravedigger": [{"beasts": "beast becomes undead"}],
}


def played(scenario: dict[str, Any]) -> Table:
    """The table after what happened in a scenario; the engine only knows how to play cards."""
    for name, card in scenario.get("cards", {}).items():
        if card != {"is": ["minion", "demon"], "power": "2", "has": PRINTED.get(name)}:
            sys.exit(f"the little engine does not know this card: {name}")
    table = Table()
    for event in scenario["play"]:
        ((player, what),) = event.items()
        name, _, rest = what.partition(" as ")
        if player not in scenario["players"] or name not in CARDS or not rest:
            sys.exit(f"the little engine does not know this event: {player}: {what}")
        table.play(scenario["players"].index(player), CARDS[name], rest.split()[0])
    return table


def main() -> None:
    """Read a scenario, print the state."""
    scenario = json.load(sys.stdin)
    document = json.loads(work_out(played(scenario)))
    state = {
        unit["uid"]: {
            "controller": scenario["players"][unit["seat"]],
            "subtypes": unit["kinds"].split(", "),
            "power": int(unit["pow"]),
        }
        for unit in document["units"]
    }
    print(json.dumps(state))


if __name__ == "__main__":
    main()
