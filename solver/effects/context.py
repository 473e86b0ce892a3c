"""Whose effect is evaluated, and small questions about trees, numbers and what is read."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra import trees
from layerlaw.solver.board.columns import BASE, Board

if TYPE_CHECKING:
    from layerlaw.solver.effects.instances import Instances
    from layerlaw.solver.effects.world import Reads, World
    from layerlaw.solver.facts.situation import ResolvedEffect

Select = Callable[[Board, int], int]
"""The bits selected on a board; the second argument is `it`, the index of the candidate, or -1."""

Evaluate = Callable[[Board, int], int]
Test = Callable[[Board, int], bool]
Who = Callable[[Board, int], frozenset[str]]

COMPARE: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
"""What each sign of a comparison means."""

COMBINE: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda left, right: left // right if right else 0,
    "%": lambda left, right: left % right if right else 0,
}
"""What each sign of arithmetic makes of two numbers."""


@dataclass(slots=True, eq=False)
class Context:
    """Whose effect it is: the source's index, the player who used it, and what was targeted.

    works: where `self` as a scope means the source; None: in play. orphaned: it does nowhere.
    choice: the number or name that was chosen.
    """

    world: World
    instances: Instances
    source: int
    player: str | None
    targets: int
    works: int | None = None
    choice: str | None = None
    orphaned: bool = False

    @property
    def number(self) -> int:
        """The number that was chosen; 0 if none was."""
        text = self.choice or ""
        return int(text) if text.removeprefix("-").isdecimal() else 0


def context_of(world: World, instances: Instances, effect: ResolvedEffect) -> Context:
    """Whose effect a resolved one is, with the targets it is not over for."""
    source = world.index[effect.source]
    return Context(
        world,
        instances,
        source,
        effect.player,
        world.mask(effect.targets) & ~world.mask(effect.over_for),
        choice=effect.choice,
        orphaned=effect.orphaned,
    )


def merge(*reads: Reads) -> Reads:
    """Everything that any of them reads."""
    found: Reads = {}
    for one in reads:
        for characteristic, mask in one.items():
            found[characteristic] = found.get(characteristic, 0) | mask
    return found


def names_zone(selector: a.Selector) -> bool:
    """Whether the selector itself (not the anchor of a place) speaks of a zone.

    What was targeted is meant wherever it was.
    """
    kind = type(selector)
    while kind is a.Noun:
        assert isinstance(selector, a.Noun)
        selector = selector.meaning
        kind = type(selector)
    if kind is a.InZone or kind is a.Target:
        return True
    if isinstance(selector, a.Both | a.Either):
        return any(names_zone(part) for part in selector.inner if type(part) not in _NO_ZONE)
    return False


_NO_ZONE = frozenset((a.Identified, a.Member, a.Self, a.Not, a.HasStatus, a.HasAbility, a.Compared))


def mentions(selector: a.Selector, word: str) -> bool:
    """Whether the selector names the noun by its own word."""
    match selector:
        case a.Noun(spelt, _):
            return spelt == word
        case a.Not(inner):
            return mentions(inner, word)
        case a.Both(parts) | a.Either(parts):
            return any(mentions(part, word) for part in parts)
    return False


def speaks_of_it(tree: object) -> bool:
    """Whether `it` occurs anywhere in a value, player, selector or condition."""
    # A comparison inside a selector binds `it` anew.
    return trees.mentions(tree, (a.It, a.Recorded), closed=a.Compared)


def as_read(characteristic: str, world: World) -> Callable[[int], int]:
    """What a number of this characteristic is read as: no less than its floor, if the policy
    `floor` cuts whenever it is read. Clause: SORC-PWR-1."""
    floor = floor_of(characteristic, world)
    if floor is None:
        return lambda number: number
    least = floor

    def read(number: int) -> int:
        if number < least and world.rulebook.policy("floor") == "when read":
            return least
        return number

    return read


def floor_of(characteristic: str, world: World) -> int | None:
    """The floor of a number; its base value has the same one."""
    known = world.rulebook.characteristics
    found = known.get(characteristic) or known.get(characteristic.removeprefix(BASE))
    return found.floor if found else None


def only(mask: int) -> int | None:
    """The index of the one object there is, None if there are none or several."""
    return mask.bit_length() - 1 if mask and not mask & (mask - 1) else None


def number_of(board: Board, characteristic: str, index: int, read: Callable[[int], int]) -> int:
    """A number of an object; a missing one reads as 0. read: see `as_read`."""
    number = board.value(characteristic, index)
    assert number is None or isinstance(number, int)
    return 0 if number is None else read(number)
