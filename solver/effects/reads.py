"""What evaluation looks at: by characteristic, on one board, or for whomever's effect it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from layerlaw.solver.board.columns import ALL, NAME, value_read

if TYPE_CHECKING:
    from collections.abc import Hashable

    from layerlaw.solver.effects.context import Context, Reach

Reads = dict[str, int]
"""For each characteristic, the objects whose cells are looked at (`ALL`: the whole column)."""


def merge(*reads: Reads) -> Reads:
    """Everything that any of them reads."""
    found: Reads = {}
    for one in reads:
        for characteristic, mask in one.items():
            found[characteristic] = found.get(characteristic, 0) | mask
    return found


class VaryingReads(Protocol):
    """Reads that depend on whose effect it is in more than what is within reach."""

    def on(self, context: Context) -> Reads:
        """What is looked at."""


@dataclass(frozen=True, slots=True)
class ReadSet:
    """What a program looks at.

    columns: characteristics looked at as a whole. within: those looked at on what is within reach.
    """

    columns: tuple[str, ...] = ()
    within: tuple[tuple[str, Reach], ...] = ()
    varying: tuple[VaryingReads, ...] = ()

    def on(self, context: Context) -> Reads:
        """What is looked at for one effect."""
        found: Reads = dict.fromkeys(self.columns, ALL)
        reaches = context.world.reaches
        for name, reach in self.within:
            found[name] = found.get(name, 0) | reaches[reach]
        return merge(found, *(one.on(context) for one in self.varying)) if self.varying else found


NO_READS = ReadSet()


def joined(*sets: ReadSet) -> ReadSet:
    """Everything that any of them looks at."""
    columns = tuple(dict.fromkeys(name for one in sets for name in one.columns))
    return ReadSet(
        columns,
        tuple(dict.fromkeys(p for one in sets for p in one.within if p[0] not in columns)),
        tuple(dict.fromkeys(more for one in sets for more in one.varying)),
    )


def reads_value(characteristic: str, value: Hashable, reach: Reach) -> ReadSet:
    """Who has the value: finite, where others read whole columns."""
    return ReadSet(within=((characteristic, reach), (value_read(characteristic, value), reach)))


@dataclass(frozen=True, slots=True)
class ReadsSourceController:
    """Who controls the source, unless a player used the effect."""

    def on(self, context: Context) -> Reads:
        """See `VaryingReads`."""
        return {} if context.player is not None else {"controller": 1 << context.source}


@dataclass(frozen=True, slots=True)
class ReadsChosenName:
    """Who has the name that was chosen, if one was."""

    reach: Reach

    def on(self, context: Context) -> Reads:
        """See `VaryingReads`."""
        if context.choice is None:
            return {}
        return reads_value(NAME, context.choice, self.reach).on(context)


@dataclass(frozen=True, slots=True)
class ReadsWhetherCarried:
    """What tells whether the source is carried, if anything bears it."""

    reach: Reach
    reads: ReadSet

    def on(self, context: Context) -> Reads:
        """See `VaryingReads`."""
        return self.reads.on(context) if context.bearer(self.reach) else {}


@dataclass(frozen=True, slots=True)
class ReadsUnlessUsed:
    """What a static effect looks at; what resolved has read it by now."""

    reads: ReadSet

    def on(self, context: Context) -> Reads:
        """See `VaryingReads`."""
        return self.reads.on(context) if context.player is None else {}
