"""Which small scenarios are solved on both sides in every run, and which when asked for all.

Every run: what one layer makes of two objects with any ability each, of three that end one another
under every procedure, of effects in several layers, zones, spells, and of effects at the same time.
`LAYERLAW_EXHAUSTIVE=1`: the same letters with more objects, and every combination of policies.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from exhaustive.rules import Policies
from exhaustive.space import QUEUE, RESOLVED, STATE, TEST, Family
from exhaustive.words import (
    CHANGES,
    LATER,
    MANY,
    MIXED,
    NAMING,
    NUMBERED,
    RING,
    SILENCE,
    SPELLS,
    ZONES,
    Letter,
)

EVERYTHING = bool(os.environ.get("LAYERLAW_EXHAUSTIVE"))
PROCEDURE = TEST + QUEUE
LASTING = tuple(policy for policy in STATE if policy != "floor")
AT_ONCE: tuple[Policies, ...] = tuple(
    (("process", process), ("same step", same))
    for process in ("simultaneous", "newest wins")
    for same in ("newest last", "oldest last")
)


def first(alphabet: Mapping[str, Letter], count: int) -> Mapping[str, Letter]:
    """The first letters of an alphabet."""
    return {name: alphabet[name] for name in list(alphabet)[:count]}


def without(alphabet: Mapping[str, Letter], *names: str) -> Mapping[str, Letter]:
    """An alphabet without some letters."""
    assert set(names) <= set(alphabet)
    return {name: letter for name, letter in alphabet.items() if name not in names}


PLAIN = without(
    CHANGES,
    "each beast by its power",
    "enemies can't be yours",
    "beasts power as the highest",
    "give away self",
    "unmodifiable",
    "steal next",
    "types of next",
    "silence fliers",
    "power as next",
)
"""The letters with which the oracle can try every state: nothing but facts goes in circles."""

FACTS = without(NUMBERED, "power as their total", "high silenced", "low gain Airborne")
"""The same of the letters with numbers."""

FEWER = without(
    CHANGES,
    "silence all",
    "all minions only",
    "others -2 to no less than 1",
    "beasts lose Airborne",
    "with ability +1",
    "silence beasts",
    "silence the strong",
    "others no beast",
    "next power by beasts",
    "power by words",
    "each beast by its power",
    "at least 3",
    "others lose all but Airborne",
    "strong gain Airborne",
    "others gain a rally",
    "give away self",
    "own +1",
    "others beyond next no beast",
)
"""The letters but for those that are much like others."""

EVERY_RUN = (
    Family("three that silence", "one", SILENCE, (3,), PROCEDURE),
    Family("rings of three", "one", first(RING, 3), (3,), PROCEDURE, bare=False),
    Family("any two", "one", FEWER, (1, 2), TEST),
    Family("any two, all states", "one", CHANGES, (2,), (), STATE),
    Family("several layers", "many", first(MIXED, 8), (1, 2), ("test",), LASTING),
    Family("two zones", "one", ZONES, (2,), ("test", "graph"), STATE, dead=(1, 2)),
    Family("numbers of a keyword", "one", NUMBERED, (2, 3)),
    Family("numbers at the same time", "one", FACTS, (2, 3), (), (), AT_ONCE[::2]),
    Family("names", "one", NAMING, (2,), TEST),
    Family("names at the same time", "one", first(NAMING, 6), (2, 3), (), (), AT_ONCE[::2]),
    Family("two on one card", "one", first(RING, 3), (1, 2), ("test", "graph"), STATE, pairs=True),
    Family("spells", "one", first(LATER, 3), (2,), ("test",), RESOLVED, spells=tuple(SPELLS)),
    Family("at the same time", "one", first(PLAIN, 10), (1, 2), (), STATE, AT_ONCE),
)

ALL = (
    *EVERY_RUN,
    Family("any two, all procedures", "one", CHANGES, (2,), PROCEDURE),
    Family("any two, all states and tests", "one", CHANGES, (1, 2), TEST, STATE),
    Family("rings of three, all letters", "one", RING, (3,), PROCEDURE),
    Family("several layers, all letters", "many", MANY, (1, 2), ("test", "graph"), STATE),
    Family("several layers, all policies", "many", MIXED, (2,), PROCEDURE, STATE),
    Family("three in two zones", "one", ZONES, (3,), ("test", "graph"), STATE, dead=(1, 2)),
    Family("two on each card", "one", first(RING, 5), (2,), TEST, STATE, pairs=True),
    Family("spells and any policy", "one", LATER, (2, 3), TEST, RESOLVED, spells=tuple(SPELLS)),
    Family("numbers by all procedures", "one", NUMBERED, (2, 3), PROCEDURE),
    Family("three with names", "one", NAMING, (3,), PROCEDURE),
    Family("three numbers at the same time", "one", FACTS, (3,), (), STATE, AT_ONCE),
    Family("any two at the same time", "one", PLAIN, (2,), (), STATE, AT_ONCE),
    Family("three at the same time", "one", first(RING, 4), (3,), (), STATE, AT_ONCE),
)

FAMILIES = ALL if EVERYTHING else EVERY_RUN
