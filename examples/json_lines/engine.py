"""A small engine that is one process for many games: a line of JSON in, a line of JSON out.

layerlaw check boards --engine "python engine.py" --engine-lines

It is a list of rules, each a function from one table to the next, and has no classes. What it does
not know it says, and plays the next game.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from typing import Any

Unit = dict[str, Any]
Table = dict[str, Unit]
Event = dict[str, Any]

KING = "King of the Realm"
POWER = {"Foot Soldier": 1, KING: 3}
BOOSTS = {"Overpower": 2}


class Unknown(Exception):
    """Something that the engine does not play."""


# --- what happens ------------------------------------------------------------------------------


def arrives(table: Table, event: Event) -> None:
    """A unit is put on the table, or a spell makes one stronger until the turn ends."""
    if event["card"] in BOOSTS:
        for target in event.get("targets", ()):
            if target not in table:
                raise Unknown("a spell on what is no unit")
            table[target]["boost"] += BOOSTS[event["card"]]
        return
    known = {"event", "text", "player", "card", "id", "place"}
    if event["card"] not in POWER or set(event) - known:
        raise Unknown(f"the card {event['card']}")
    if event.get("place", {}).get("level", "surface") != "surface":
        raise Unknown("what is not on the surface")
    table[event["id"]] = {
        "card": event["card"],
        "owner": event["player"],
        "damage": 0,
        "boost": 0,
    }


def leaves(table: Table, event: Event) -> None:
    """A unit goes away, wherever to."""
    table.pop(event["object"], None)


def hurts(table: Table, event: Event) -> None:
    """A unit takes damage; the engine has no other counters."""
    if event["characteristic"] != "damage" or event["object"] not in table:
        raise Unknown(f"{event['characteristic']} on {event['object']}")
    table[event["object"]]["damage"] += event["amount"]


def turns(table: Table, event: Event) -> None:
    """The turn ends: damage goes away, and what lasted until then."""
    for unit in table.values():
        unit["damage"] = unit["boost"] = 0


def moves(table: Table, event: Event) -> None:
    """Where a unit stands is all the same here, as long as it is on the surface."""
    if event["place"]["level"] != "surface":
        raise Unknown("what is not on the surface")


EVENTS: dict[str, Callable[[Table, Event], None]] = {
    "play": arrives,
    "leave": leaves,
    "change counters": hurts,
    "turn begins": turns,
    "move": moves,
}


# --- what follows ------------------------------------------------------------------------------


def settled(table: Table) -> Table:
    """The table with who has what and how strong it is, when nothing dies any more."""
    while True:
        kings = [id for id, unit in table.items() if unit["card"] == KING]
        for id, unit in table.items():
            # Of several Kings, which would have each other, the oldest has everybody.
            unit["controller"] = table[kings[0]]["owner"] if kings else unit["owner"]
            others = sum(king != id for king in kings)
            unit["power"] = POWER[unit["card"]] + others + unit["boost"]
        dead = [id for id, unit in table.items() if 0 < unit["power"] <= unit["damage"]]
        for id in dead:
            del table[id]
        if not dead:
            return table


def game(events: list[Event]) -> Iterator[dict[str, Any]]:
    """The state after every event."""
    table: Table = {}
    for event in events:
        if event["event"] not in EVENTS:
            raise Unknown(f"the event '{event['event']}'")
        EVENTS[event["event"]](table, event)
        yield {
            id: {"controller": unit["controller"], "might": unit["power"]}
            for id, unit in settled(table).items()
        }


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """What goes back on a line."""
    try:
        return {"id": question["id"], "states": list(game(question["events"]))}
    except Unknown as unknown:
        return {"id": question["id"], "skip": f"not played: {unknown}"}


def main() -> None:
    """One game after another, until the input ends."""
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
