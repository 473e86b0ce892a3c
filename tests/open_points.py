"""Rulebooks whose document would say otherwise by default, and a board that one reading refuses."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from layerlaw.model.rulebooks.rulebook import PolicyValue, Rulebook

FOOL = """
title: the Fool takes its own ability away, and the Charm speaks of whom a player controls
rulebook: grand-archive-2021
players: [you, me]
active: you
cards:
  Fool: {is: [ally], power: 1, life: 4, has: ["self: lose all abilities"]}
  Charm: {is: [item], activates: ["your allies: power += 1 until end of turn"]}
play:
  - you: Charm as C
  - you: Fool as F
  - you: use C as U
"""
"""PG-OPEN-RESOLVED: who keeps the set asks who controls the Fool; no state tells (PG-GE-1)."""


def by_default(rulebook: Rulebook, id: str, reading: str) -> Rulebook:
    """The rulebook with this reading of the open point as its default; the point stays open."""
    point = replace(rulebook.points[id], default=reading)
    said = {name: PolicyValue(value, id) for name, value in point.reading(reading).policies.items()}
    points = MappingProxyType({**rulebook.points, id: point})
    return replace(rulebook, points=points, policies={**rulebook.policies, **said})
