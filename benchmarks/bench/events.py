"""A long game, for the family `history`: rounds of ten events; effects come and end, some die."""

from __future__ import annotations

from dataclasses import replace

from bench.boards import RULEBOOK, WAYS, WHERE
from layerlaw.model import Card, Scenario, loads_scenario
from layerlaw.model.scenarios.events import ChangeCounters, Event, Leave, Play, TurnBegins

CARDS = f"""
title: a long game
rulebook: {RULEBOOK}
players: [you, me]
active: you
cards:
  Captain: {{is: [minion, mortal], power: 1, has: ["other minions: power += 1"]}}
  Bear: {{is: [minion, beast], power: 1}}
  Growth: {{is: [magic], resolves: ["target: power += 2 until end of turn"]}}
  Hush: {{is: [magic], resolves: ["target: silenced until end of turn"]}}
play:
  - you: Captain as C
  - me: Bear as B
  - you: Growth as G on B
  - you: Hush as H on C
"""


def long_game(n: int, way: str) -> Scenario:
    """n events: rounds in which a Captain comes and leaves, and a Bear dies and another one stays.

    In each a Bear grows for a turn, its Captain is silenced for a turn, and when the Captain has
    left, the damage that the Bear survived is enough.
    """
    scenario = loads_scenario(CARDS, "benchmark")
    cards = {one.card.name: one.card for one in scenario.play if isinstance(one, Play)}
    events: list[Event] = []
    for number in range(-(-n // 10)):
        events += _round(number, cards)
    return replace(scenario, play=tuple(events[:n]), readings=WAYS[way])


def _round(number: int, cards: dict[str, Card]) -> list[Event]:
    captain, bear, other = f"C{number}", f"B{number}", f"D{number}"

    def play(card: str, id: str, *targets: str, by: str = "you") -> Play:
        return Play(by, cards[card], id, None, targets, None, WHERE)

    return [
        play("Captain", captain),
        play("Bear", bear, by="me"),
        play("Growth", f"G{number}", bear),
        play("Hush", f"H{number}", captain),
        ChangeCounters(bear, "damage", 1, WHERE),
        TurnBegins("me", WHERE),
        ChangeCounters(bear, "damage", 1, WHERE),
        Leave(captain, "cemetery", WHERE),
        play("Bear", other, by="me"),
        TurnBegins("you", WHERE),
    ]
