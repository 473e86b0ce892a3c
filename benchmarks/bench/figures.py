"""What is worked out of the figures, and how a figure is written."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bench.results import Line, Results

GROWTH_OVER, GROWTH_FROM = 3, 30
"""The growth is fitted over so many of the largest sizes, of those from 30 on."""


def seconds(value: float) -> str:
    """A time in the unit in which it reads best."""
    return f"{short(value)} s" if value >= 1 else f"{short(1e3 * value)} ms"


def short(value: float) -> str:
    """Three digits at the most where there is a point."""
    if value >= 99.5:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def count(value: float) -> str:
    """A whole number with separators."""
    return f"{value:,.0f}"


def size(value: float) -> str:
    """Bytes as MB."""
    return f"{short(value / 1e6)} MB"


def exponent(values: Mapping[int, float]) -> float | None:
    """The slope through the largest sizes on paper that is logarithmic both ways, by least squares.

    None for fewer than two sizes from 30 on; zeros are left out.
    """
    large = sorted((n, value) for n, value in values.items() if n >= GROWTH_FROM and value > 0)
    points = [(math.log(n), math.log(value)) for n, value in large[-GROWTH_OVER:]]
    if len(points) < 2:
        return None
    x = sum(one for one, _ in points) / len(points)
    y = sum(other for _, other in points) / len(points)
    return sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)


def at(n: int, figure: str) -> str:
    """A figure and the n that it belongs to."""
    return f"{figure} ({n:,})"


def pruned(asked: float, tried: float) -> str:
    """The share of the definition's trials that were not made."""
    return f"{100 * (1 - tried / asked):.2f} %" if asked else ""


def pruned_at_last(results: Results, line: Line) -> str:
    """The share pruned at the largest n where trials were counted."""
    asked, tried = results.last(line, "asked"), results.last(line, "tried")
    if asked is None or tried is None or not asked[1]:
        return ""
    return at(asked[0], pruned(asked[1], tried[1]))


def memory_at_last(results: Results, line: Line) -> str:
    """The peak memory at the largest n where it was measured."""
    found = results.last(line, "memory")
    return "" if found is None else at(found[0], size(found[1]))


def oracle_at_last(results: Results, line: Line) -> str:
    """How many times as long as the solver the oracle took, at the largest n that it managed."""
    literal, ours = results.last(line, "oracle"), results.last(line, "beside oracle")
    if literal is None or ours is None:
        return ""
    return at(literal[0], f"{short(literal[1] / ours[1])}x")
