"""Turns a log of the small engine into a scenario, and into the engine's state after each event.

A log says two things: what players did (`enter`, `cast`, `counters`, `turn`), and after `>` what
the engine says has followed (`control`, `power`, `dies`, `expires`). The first are the events of a
scenario. The second are not: Layerlaw finds them itself, and its answers are held against them.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from layerlaw.model import Scenario, scenario_from_dict
from layerlaw.solver.shell.testing import Adapter

PLAYERS = ("you", "me")
# Cards that Layerlaw's game does not have stand in the scenario.
OWN_CARDS = {"Squire": {"is": ["minion", "mortal"], "power": 2}}

OURS = Adapter(
    characteristics={"seat": "controller", "now": "power"},
    players={str(seat): player for seat, player in enumerate(PLAYERS)},
)
"""How a state of the log is read: `{"u1": {"seat": "0", "now": "3"}}`."""


class LogError(ValueError):
    """A line of the log that the importer does not know; says which one."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line. word: what it is about. followed: whether it says what followed."""

    number: int
    text: str
    word: str
    said: dict[str, str]
    followed: bool

    def __getitem__(self, key: str) -> str:
        """What the line says under a key; raises `LogError` if it says nothing."""
        if key not in self.said:
            raise LogError(f"line {self.number}: '{key}=' is missing: {self.text}")
        return self.said[key]


def lines(log: Iterable[str]) -> Iterator[Line]:
    """The lines of a log that are not empty."""
    for number, text in enumerate(log, 1):
        words = shlex.split(text)
        followed = words[:1] == [">"]
        words = words[followed:]
        if words:
            said = dict(word.partition("=")[::2] for word in words[1:])
            yield Line(number, text, words[0], said, followed)


def scenario(log: Iterable[str], title: str) -> Scenario:
    """The scenario of a game; raises `LogError`, or `BadInput` for what cannot have happened."""
    done = [line for line in lines(log) if not line.followed]
    cards = {line["card"] for line in done if line.word in ("enter", "cast")}
    return scenario_from_dict(
        {
            "title": title,
            "rulebook": "sorcery-2026-01",
            "players": list(PLAYERS),
            "cards": {name: card for name, card in OWN_CARDS.items() if name in cards},
            "play": [event(line) for line in done],
        },
        title,
    )


def event(line: Line) -> dict[str, Any]:
    """What a player did, as an event of a scenario; raises `LogError`."""
    match line.word:
        case "enter":
            # In quotes a name may hold anything.
            what = f'"{line["card"]}" as {line["unit"]} at {line["square"]}'
            return {player(line): what}
        case "cast":
            return {player(line): f'"{line["card"]}" as {line["spell"]} on {line["target"]}'}
        case "counters":
            return {"damage": f"{line['unit']} {line['damage']}"}
        case "turn":
            return {"turn": player(line)}
    raise LogError(f"line {line.number}: nobody can do this: {line.text}")


def player(line: Line) -> str:
    """The player of a line."""
    return PLAYERS[int(line["seat"])]


def states(log: Iterable[str]) -> Iterator[dict[str, dict[str, str]]]:
    """The units that are on the table after each event, as the log has them."""
    units: dict[str, dict[str, str]] = {}
    begun = False
    for line in lines(log):
        if not line.followed:
            if begun:
                yield units
            begun = True
            if line.word == "enter":
                units[line["unit"]] = {"seat": line["seat"]}
            continue
        match line.word:
            case "control":
                units[line["unit"]]["seat"] = line["now"]
            case "power":
                units[line["unit"]]["now"] = line["now"]
            case "dies":
                del units[line["unit"]]
            case "expires":
                # The log says what it comes to in a line of its own.
                continue
            case _:
                raise LogError(f"line {line.number}: nothing known follows: {line.text}")
    if begun:
        yield units
