"""Recorded dependencies held against those that the trials of the replay show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.certificate.shape import in_rows
from layerlaw.solver.facts.rows import Found

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from layerlaw.solver.certificate.replay.trial import Edges
    from layerlaw.solver.facts.records import Dependency


def check_edges(
    recorded: Sequence[Dependency], right: Edges, aside: Collection[tuple[str, str]], turn: int
) -> str | None:
    """What is wrong with the recorded dependencies; None where they are the right ones.

    aside: pairs for which a trial shows an edge that is none.
    """
    if not aside and isinstance(recorded, Found) and in_rows(recorded) and _same(recorded, right):
        return None
    return _first_wrong(recorded, right, aside, turn)


def _same(recorded: Found, right: Edges) -> bool:
    """Whether the rows are the same, and every witness."""
    return (
        recorded.names == right.names
        and list(recorded.gone) == right.gone
        and recorded.other.keys() == right.other.keys()
        and all(recorded.other[edge] == witness for edge, witness in right.other.items())
    )


def _first_wrong(
    recorded: Sequence[Dependency], right: Edges, aside: Collection[tuple[str, str]], turn: int
) -> str | None:
    names = right.names
    known = {
        (names[one], names[other]): witness
        for (one, other), witness in right.pairs()
        if (names[one], names[other]) not in aside
    }
    seen: set[tuple[str, str]] = set()
    for edge in recorded:
        pair = (edge.effect, edge.on)
        if pair not in known or pair in seen:
            return f"{edge.effect} does not depend on {edge.on} at turn {turn}"
        if edge.witness != known[pair]:
            return f"{edge.effect} depends on {edge.on} by {known[pair]}, and not by {edge.witness}"
        seen.add(pair)
    for effect, on in known:
        if (effect, on) not in seen:
            return f"{effect} depends on {on} at turn {turn}, unrecorded"
    return None
