"""Families of boards in which n effects are layered: what stands there, for every n."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import isqrt
from types import MappingProxyType

from bench.boards import abilities, card, played, with_kinds, with_squares
from layerlaw.model import Card, Scenario, shipped_rulebook
from layerlaw.model.algebra import (
    Ability,
    AddMembers,
    Identified,
    Instruction,
    Member,
    Operation,
    Selector,
    SetStatus,
)


@dataclass(frozen=True, slots=True)
class Family:
    """A kind of board: what it is, in a line, and its scenario for n effects under a procedure."""

    says: str
    make: Callable[[int, str], Scenario]


def anthems(n: int, way: str) -> Scenario:
    """All minions get +1 power, n times."""
    return played([card(*abilities("minions: power += 1"))] * n, way)


def lords(n: int, way: str) -> Scenario:
    """Each gives all others +1 power."""
    return played([card(*abilities("other minions: power += 1"))] * n, way)


def chain(n: int, way: str) -> Scenario:
    """Effect k makes kind k kind k + 1 too; there is one object of each kind, the last is oldest.

    Each effect has one object to begin with, and those of all before it only in its turn.
    """
    cards = [card(_link(k), name=f"Link {k}", kind=f"kind {k}") for k in reversed(range(n))]
    return played(cards, way, rulebook=with_kinds(n + 1))


def _link(k: int) -> Ability:
    kind, after = f"kind {k}", f"kind {k + 1}"
    return line(Member("subtypes", kind), AddMembers("subtypes", (after,)))


def line(scope: Selector, operation: Operation) -> Ability:
    """A line of text with one operation."""
    return Ability(None, (Instruction(scope, (operation,)),))


def givers(n: int, way: str) -> Scenario:
    """Each gives all others the same keyword, at which nobody looks."""
    return played([card(*abilities("other minions: gain Lethal"))] * n, way)


def mutual(n: int, way: str) -> Scenario:
    """Each silences all others."""
    return played([card(*abilities("other minions: silenced"))] * n, way)


def width(n: int) -> int:
    """How many columns the grid has that n objects stand on."""
    return isqrt(n - 1) + 1


def grid(n: int, way: str) -> Scenario:
    """One on each square of a grid, and each silences those next to it."""
    columns = width(n)
    silencer = card(*abilities("other adjacent minions: silenced"))
    rulebook = with_squares(columns, -(-n // columns))
    return played([silencer] * n, way, rulebook=rulebook, squares=range(1, n + 1))


def pairs(n: int, way: str) -> Scenario:
    """M0 and M1 silence each other, M2 and M3 do, and so on."""
    return played([_silencer_of(number ^ 1) for number in range(n // 2 * 2)], way)


def _silencer_of(number: int) -> Card:
    return card(line(Identified(f"M{number}"), SetStatus("silenced")), name=f"Against {number}")


def halves(n: int, way: str) -> Scenario:
    """n/2 make everything water, then n/2 take all abilities from what is water (one layer)."""
    flood = card(*abilities("objects: water at least 1"), name="Flood")
    dry = card(*abilities("water objects: lose all abilities"), name="Silence of the waters")
    return played([flood] * (n // 2) + [dry] * (n - n // 2), way)


CROWD = (
    "monsters: monster becomes undead",
    "beasts: beast becomes monster",
    "undead: gain Lethal",
    "minions with Lethal: power := 3",
    "undead: power += 1",
    "mortals: power += 2",
    "minions: power *= 2",
)
"""The seven effects over a crowd; the first, the oldest, depends on the second."""


def crowd(n: int, way: str) -> Scenario:
    """Seven effects over n beasts and n mortals that do nothing."""
    effects = [card(line, types=("aura",), kind="") for line in abilities(*CROWD)]
    return played([*effects, *[card(kind="beast")] * n, *[card()] * n], way)


MIXED = (
    "mortals: subtypes += beast, power += 1",
    "beasts: gain Lethal",
    "minions with Lethal: power := 2",
    "beasts: power += 1",
    "minions with power >= 3: can't be attacked",
)
"""The effects of mixed layers, over and over: in layers 4 and 7, 5, 6, 7 and 9."""


def mixed(n: int, way: str) -> Scenario:
    """n effects in five layers, each of which reads what an earlier layer wrote."""
    cards = [card(line) for line in abilities(*MIXED)]
    return played([cards[number % len(cards)] for number in range(n)], way)


FAMILIES: Mapping[str, Family] = MappingProxyType(
    {
        "anthems": Family("n effects on everything, all independent", anthems),
        "lords": Family("each gives all others something, all independent", lords),
        "chain": Family("each makes the next one's objects, the last link is the oldest", chain),
        "givers": Family("each gives all others an ability, all independent", givers),
        "mutual": Family("each silences all others: one loop of n", mutual),
        "grid": Family("each silences its neighbours on a grid: loops everywhere", grid),
        "pairs": Family("n/2 loops of two effects", pairs),
        "halves": Family("n/2 make everything a kind, n/2 take all abilities from it", halves),
        "crowd": Family("7 effects over 2n objects", crowd),
        "mixed": Family("n effects spread over five layers", mixed),
    }
)
"""The layered families, by name."""


def in_places(make: Callable[[int, str], Scenario]) -> Callable[[int, str], Scenario]:
    """The family under July's edition, where effects may act in places between layers."""
    rulebook = shipped_rulebook("sorcery-2026-07")
    return lambda n, way: replace(make(n, way), rulebook=rulebook, readings={})


IN_PLACES = ("anthems", "lords", "givers", "mutual", "pairs")
"""The families that are measured so too."""
