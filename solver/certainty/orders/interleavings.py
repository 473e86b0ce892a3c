"""In how many ways orders of separate groups interleave: shuffles, as far as ranks allow them."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

from layerlaw.solver.certainty.orders.linear_extensions import OrderCount

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Rank = tuple[int, ...]
"""When something may go next: of all that could, only the least rank may."""

Profile = tuple[tuple[Rank, int], ...]
"""How an order of some effects fits in with others: how many blocks of each rank it has, least
first. A block is a turn of that rank with the turns of lesser rank that follow at once."""

Profiles = dict[Profile, int]
"""How many orders have each profile."""

MOST = 4096
"""The most profiles that are kept; beyond that, only those with the most orders."""


def extended(profile: Profile, rank: Rank) -> Profile:
    """The profile with one more turn of that rank at its end."""
    if not profile or profile[-1][0] < rank:
        return (*profile, (rank, 1))
    if profile[-1][0] == rank:
        return (*profile[:-1], (rank, profile[-1][1] + 1))
    return profile


def add_turn(into: Profiles, profiles: Profiles, rank: Rank) -> None:
    """Add the orders that go on with a turn of that rank."""
    for profile, count in profiles.items():
        longer = extended(profile, rank)
        into[longer] = into.get(longer, 0) + count


def add_turns(into: Profiles, profiles: Profiles, ranks: Iterable[Rank]) -> None:
    """Add the orders that go on with turns of these ranks."""
    turns = tuple(ranks)
    for profile, count in profiles.items():
        longer = profile
        for rank in turns:
            longer = extended(longer, rank)
        into[longer] = into.get(longer, 0) + count


def shuffled(all_profiles: Iterable[Profiles]) -> OrderCount:
    """In how many ways orders, one of each group, can be shuffled into one.

    At every moment the groups whose next turn has the least rank may go.
    """
    groups = list(all_profiles)
    mentioned: dict[Rank, int] = {}
    for group in groups:
        for rank in {rank for profile in group for rank, _ in profile}:
            mentioned[rank] = mentioned.get(rank, 0) + 1
    exact = True
    found: Profiles = {(): 1}
    reduced = [_reduced(group, mentioned) for group in groups]
    for group in sorted(reduced, key=lambda one: (len(one), sorted(one))):
        combined: Profiles = {}
        for one, count in found.items():
            for other, more in group.items():
                both, ways = _together(one, other)
                combined[both] = combined.get(both, 0) + count * more * ways
        if len(combined) > MOST:
            exact = False
            best = sorted(combined.items(), key=lambda item: (-item[1], item[0]))
            combined = dict(best[:MOST])
        found = combined
    return OrderCount(sum(found.values()), exact)


def _reduced(group: Profiles, mentioned: Mapping[Rank, int]) -> Profiles:
    """The profiles without the ranks that only one group has: nothing interleaves with those."""
    found: Profiles = {}
    for profile, count in group.items():
        kept = tuple((rank, blocks) for rank, blocks in profile if mentioned[rank] > 1)
        found[kept] = found.get(kept, 0) + count
    return found


def _together(one: Profile, other: Profile) -> tuple[Profile, int]:
    """The profile of two groups in one, and in how many ways they can be shuffled."""
    blocks = dict(one)
    ways = 1
    for rank, more in other:
        had = blocks.get(rank, 0)
        ways *= comb(had + more, more)
        blocks[rank] = had + more
    return tuple(sorted(blocks.items())), ways
