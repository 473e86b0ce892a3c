"""The states that only lift themselves: no answers, told as a remark, looked for when asked."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.solver.derivation.simultaneous import Settling
    from layerlaw.solver.effects.parts import Effect
    from layerlaw.solver.facts.records import AnswerRecord


class LiftedStates:
    """Those of one situation; named: the effects that something else is told of."""

    def __init__(self, settling: Settling, named: Iterable[str]) -> None:
        self._settling = settling
        self._named = frozenset(named)

    @cached_property
    def _found(self) -> tuple[tuple[AnswerRecord, ...], bool]:
        boards, complete = self._settling.lifted()
        return tuple(self._settling.record(board) for board in boards), complete

    @property
    def records(self) -> tuple[AnswerRecord, ...]:
        """The states, in the order defined."""
        return self._found[0]

    @property
    def complete(self) -> bool:
        """Whether these are all."""
        return self._found[1]

    @cached_property
    def named(self) -> tuple[Effect, ...]:
        """The effects that these or anything else is told of, oldest first."""
        named = self._named.union(*(record.effects for record in self.records))
        effects = (one.effect for one in self._settling.candidates.all)
        return tuple({effect.id: effect for effect in effects if effect.id in named}.values())
