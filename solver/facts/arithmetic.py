"""What the signs of comparisons and of arithmetic mean, for infinite numbers too."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING

from layerlaw.model.algebra.infinite import INFINITE, is_infinite, named

if TYPE_CHECKING:
    from collections.abc import Callable

COMPARE: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
"""What each sign of a comparison means."""


def _sum(left: int, right: int) -> int:
    if is_infinite(left) or is_infinite(right):
        # What is infinite stays so, even where an infinite number is taken away.
        return INFINITE if max(left, right) >= INFINITE else -INFINITE
    return left + right


def _product(left: int, right: int) -> int:
    return named(_sign(left) * _sign(right) * INFINITE) if _endless(left, right) else left * right


def _endless(left: int, right: int) -> bool:
    return left != 0 != right and (is_infinite(left) or is_infinite(right))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _quotient(left: int, right: int) -> int:
    if is_infinite(left):
        return _product(left, right)
    return left // right if right and not is_infinite(right) else 0


def _rest(left: int, right: int) -> int:
    if is_infinite(left):
        return 0
    return left if is_infinite(right) else left % right if right else 0


COMBINE: dict[str, Callable[[int, int], int]] = {
    "+": _sum,
    "-": lambda left, right: _sum(left, -right),
    "*": _product,
    "/": _quotient,
    "%": _rest,
}
"""What each sign of arithmetic makes of two numbers."""
