"""Whose turn it is under every policy on freed and dependent parts, worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from plain_queue import NamedQueue

from layerlaw.solver.layers.procedure import Rules, Why

CHAIN = {"A": "D", "D": "B", "E": "B"}
"""A depends on D, and D and E on B; the oldest is A, then come B, D, C and E."""
RING = {"A": "B", "B": "C", "C": "A"}


def turns(
    ages: Sequence[str], edges: Mapping[str, str], rules: Rules
) -> tuple[str, Mapping[str, Why]]:
    """Who goes in which order, and in what roles. ages: the oldest first."""
    keys = {name: (age,) for age, name in enumerate(ages)}
    queue = NamedQueue(keys, edges, rules)
    roles: dict[str, Why] = {}
    for _ in ages:
        name, why = queue.next()
        queue.take(name)
        roles[name] = why
    return "".join(roles), roles


ROLES = {"B": "independent", "C": "independent"}


@pytest.mark.parametrize(
    ("freed", "dependents", "order", "role"),
    [
        ("after all", "topological", "BCDAE", "freed"),
        ("after all", "timestamps", "BCADE", "by timestamp only"),
        ("compete", "topological", "BDACE", "freed"),
        ("compete", "timestamps", "BDACE", "freed"),
        ("at once", "topological", "BDAEC", "freed"),
        ("at once", "timestamps", "BDAEC", "freed"),
    ],
)
def test_of_a_chain(freed: str, dependents: str, order: str, role: Why) -> None:
    """B and C depend on nothing: with B done D and E are free, and with D done the oldest is."""
    found = turns("ABDCE", CHAIN, Rules(freed, dependents, "outside its loop", "members"))
    assert found == (order, {**ROLES, **dict.fromkeys("ADE", role)})


@pytest.mark.parametrize("freed", ["after all", "compete", "at once"])
def test_of_a_ring_that_is_no_loop_the_oldest_goes_though_it_waits(freed: str) -> None:
    """By mutual pairs each of three waits for the next: A is blocked, then C is free, then B."""
    found = turns("ABC", RING, Rules(freed, "topological", "outside its loop", "mutual pairs"))
    assert found == ("ACB", {"A": "blocked", "C": "freed", "B": "freed"})
