"""The canonical form of trees: the one shape that the parser builds and the printer writes.

- `Both`, `Either`, `AllOf` and `AnyOf` are flat and hold at least two parts.
- `Both` holds no `Everything` ("other objects" is just `Not(Self())`), and its parts stand in
  the order of `Stands`: what is written before the noun, the nouns, what is written behind it.
  Parts of one place stay in the order written.
- "in your hand" is `Both((InZone, Owned(You)))`; "it is not your turn" a `Negation`.
- A word of a set characteristic is `Noun(word, Member(characteristic, word))`.
- "X is not Y" is `Matches(X, Not(Y))`; `Negation` comes from "not", "unless", "there are no",
  and from "players have not done it".
- "1 for each X" is `Count(X)`, "k for each X" is `Arithmetic(Number(k), "*", Count(X))`.
- `Ability.zones` is as written, "anywhere" being every zone of the rulebook in its order.
- An ability with a keyword is the vocabulary's definition of the keyword.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from layerlaw.model.algebra.conditions import AllOf, AnyOf
from layerlaw.model.algebra.terms import Arithmetic, Both, Count, Either, Everything, Number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.model.algebra.conditions import Condition
    from layerlaw.model.algebra.terms import Selector, Value


def both(parts: Iterable[Selector]) -> Selector:
    """What every part selects."""
    flat: list[Selector] = []
    for part in parts:
        flat += part.inner if isinstance(part, Both) else (part,)
    kept = sorted((part for part in flat if part != Everything()), key=attrgetter("stands"))
    if len(kept) > 1:
        return Both(tuple(kept))
    return kept[0] if kept else Everything()


def either(parts: Iterable[Selector]) -> Selector:
    """What some part selects."""
    flat: list[Selector] = []
    for part in parts:
        flat += part.inner if isinstance(part, Either) else (part,)
    return Either(tuple(flat)) if len(flat) > 1 else flat[0]


def all_of(parts: Iterable[Condition]) -> Condition:
    """A condition that holds when every part does."""
    flat: list[Condition] = []
    for part in parts:
        flat += part.inner if isinstance(part, AllOf) else (part,)
    return AllOf(tuple(flat)) if len(flat) > 1 else flat[0]


def any_of(parts: Iterable[Condition]) -> Condition:
    """A condition that holds when some part does."""
    flat: list[Condition] = []
    for part in parts:
        flat += part.inner if isinstance(part, AnyOf) else (part,)
    return AnyOf(tuple(flat)) if len(flat) > 1 else flat[0]


def for_each(value: Value, among: Selector) -> Value:
    """The value once for each object selected."""
    return Count(among) if value == Number(1) else Arithmetic(value, "*", Count(among))
