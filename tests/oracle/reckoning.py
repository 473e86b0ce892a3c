"""The oracle's arithmetic, with infinite numbers."""

from __future__ import annotations

from layerlaw.model.algebra import ArithmeticSign
from layerlaw.model.algebra.infinite import INFINITE, is_infinite


def reckon(first: int, sign: ArithmeticSign, second: int) -> int:
    """Arithmetic of two numbers; division rounds down, and by nothing it gives nothing.

    Infinite is infinite whatever comes to it, and wins over its opposite; nothing of it is
    nothing; anything finite divided by it is nothing and is left over.
    """
    endless, other = is_infinite(first), is_infinite(second)
    match sign:
        case "-":
            return reckon(first, "+", -second)
        case "+" if endless or other:
            return INFINITE if INFINITE in {first, second} else -INFINITE
        case "+":
            return first + second
        case "*" | "/" if first == 0 or second == 0:
            return 0
        case "*" if endless or other:
            return INFINITE if (first < 0) == (second < 0) else -INFINITE
        case "*":
            return first * second
        case "/" if endless:
            return first if second > 0 else -first
        case "/":
            return 0 if other else first // second
        case "%" if endless or second == 0:
            return 0
        case "%":
            return first if other else first % second
