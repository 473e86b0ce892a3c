"""The states that only lift themselves: no answers, told as a remark, looked for when asked."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from layerlaw.solver.effects.parts import Effect
    from layerlaw.solver.facts.records import AnswerRecord


class LiftedStates:
    """Those of one situation.

    look: looks for them, in the order defined, and says whether these are all. effects: all that
    could exist, oldest first; they are `possible`. named: the ids of those that something else is
    told of.
    """

    def __init__(
        self,
        look: Callable[[], tuple[tuple[AnswerRecord, ...], bool]],
        effects: Iterable[Effect],
        named: Iterable[str],
    ) -> None:
        self._look = look
        self.possible = tuple(effects)
        self._named = frozenset(named)

    @cached_property
    def _found(self) -> tuple[tuple[AnswerRecord, ...], bool]:
        return self._look()

    @property
    def records(self) -> tuple[AnswerRecord, ...]:
        """The states."""
        return self._found[0]

    @property
    def complete(self) -> bool:
        """Whether these are all."""
        return self._found[1]

    @cached_property
    def named(self) -> tuple[Effect, ...]:
        """The effects that these or anything else is told of, oldest first."""
        named = self._named.union(*(record.effects for record in self.records))
        return tuple({one.id: one for one in self.possible if one.id in named}.values())
