"""Boards on which n effects apply at once: creatures of a game whose effects have no order."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from types import MappingProxyType

from bench.families import Family
from layerlaw.model import Scenario, loads_scenario

RULEBOOK = "duel-masters-1.28-en"
PLAYERS = ("you", "me")


@cache
def entered(creatures: tuple[tuple[str, str], ...]) -> Scenario:
    """The creatures enter together, in turn for each player; each: its name, and what it has."""
    printed = dict(creatures)
    lines = [
        f"title: benchmark\nrulebook: {RULEBOOK}\nplayers: [{', '.join(PLAYERS)}]\ncards:",
        *(
            f"  {name}: {{is: [creature], civilizations: [light], power: 2000, has: ['{has}']}}"
            for name, has in printed.items()
        ),
        "play:\n  - together:",
        *(
            f"    - {PLAYERS[number % 2]}: {name} as M{number}"
            for number, (name, _) in enumerate(creatures)
        ),
    ]
    return loads_scenario("\n".join(lines) + "\n", "benchmark")


def silencers(n: int, way: str) -> Scenario:
    """Each takes all abilities from all others: n answers."""
    return entered((("Silencer", "other creatures: lose all abilities"),) * n)


def counters(n: int, way: str) -> Scenario:
    """Each has more power for each other one that is strong: no strength is grounded but none."""
    has = "self: power += 1000 * number of other creatures with power >= 3000"
    return entered((("Counter", has),) * n)


def weakeners(n: int, way: str) -> Scenario:
    """Each weakens the weaker creatures of the other player."""
    has = "enemy creatures with power < power of self: power -= 1000"
    return entered((("Weakener", has),) * n)


def givers(n: int, way: str) -> Scenario:
    """Each gives all others an ability that makes everybody stronger: n² abilities."""
    return entered((("Giver", "other creatures: gain [creatures: power += 1000]"),) * n)


def knots(n: int, way: str) -> Scenario:
    """n pairs that silence each other, and a ring of three: a paradox, wherever the pairs stand."""
    pairs = [(f"P{k} {a}", _takes(f"P{k} {b}")) for k in range(n) for a, b in ("xy", "yx")]
    ring = [(f"R{k}", _takes(f"R{(k + 1) % 3}")) for k in range(3)]
    return entered((*pairs, *ring))


def _takes(name: str) -> str:
    return f'creatures named "{name}": lose all abilities'


SCOPES = (
    "other creatures",
    "enemy creatures",
    "self",
    "creatures with Blocker",
    "creatures without Blocker",
    "other creatures with power >= 3000",
    "creatures with power < 2000",
    "fire creatures",
    "enemy creatures with Blocker",
)
DEEDS = (
    "power += 1000",
    "power -= 1000",
    "gain Blocker",
    "lose Blocker",
    "civilizations += fire",
    "lose all abilities",
)


def dense(n: int, way: str) -> Scenario:
    """n made-up effects that look at what others change; drawn with n as the seed."""
    pick = Random(n)
    drawn = [f"{pick.choice(SCOPES)}: {pick.choice(DEEDS)}" for _ in range(n)]
    return entered(tuple((f"Drawn {number}", has) for number, has in enumerate(drawn)))


FAMILIES: Mapping[str, Family] = MappingProxyType(
    {
        "together-silencers": Family("each takes the others' abilities, at once", silencers),
        "together-counters": Family("each counts the strong ones, at once", counters),
        "together-weakeners": Family("each weakens weaker enemies, at once", weakeners),
        "together-givers": Family("each gives the others an ability, at once", givers),
        "together-knots": Family("n pairs and a ring of three, at once", knots),
        "together-dense": Family("n drawn effects that look at each other, at once", dense),
    }
)
"""The families without an order, by name."""

SIZES: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {
        "together-silencers": (2, 6, 15, 50),
        "together-counters": (2, 6, 15, 50),
        "together-weakeners": (2, 6, 10, 15),
        "together-givers": (2, 6, 15, 30),
        "together-knots": (2, 6, 10, 13),
        "together-dense": (2, 6, 10, 20),
    }
)
"""The sizes at which each is measured."""
