"""The effects of a small situation as the replay knows them, for tests worked out by hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from layerlaw.model import algebra as a
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.solver.certificate.replay.board import ReplayBoard
from layerlaw.solver.certificate.replay.cells import starting_board
from layerlaw.solver.certificate.replay.effects import ReplayEffects
from layerlaw.solver.certificate.replay.parts import ReplayEffect, ReplayPart
from layerlaw.solver.certificate.replay.space import ReplayTable
from layerlaw.solver.facts.situation import (
    HeldCondition,
    KeptCopy,
    ResolvedEffect,
    Situation,
    Thing,
)
from situations import CREATURES, line, plus, rulebook

FLYING, WARD = a.Ability("Flying"), a.Ability("Ward")
X, Y = a.Identified("X"), a.Identified("Y")
GROWS = line(CREATURES, plus(1))
OTHERS = line(a.Both((CREATURES, a.Not(a.Self()))), plus(1))


class Known:
    """The effects of a situation, whose objects entered one after another, and its board."""

    def __init__(
        self,
        *things: Thing,
        effects: tuple[ResolvedEffect, ...] = (),
        book: Rulebook | None = None,
        policies: dict[str, str] | None = None,
        left_out: Iterable[str] = (),
        on: Iterable[HeldCondition] = (),
        kept: tuple[KeptCopy, ...] = (),
    ) -> None:
        seated = tuple(replace(one, entered=(n, 0)) for n, one in enumerate(things, 1))
        rules = book or rulebook(policies or {})
        situation = Situation(rules, ("you", "me"), seated, effects, None, frozenset(on))
        situation = replace(situation, left_out=frozenset(left_out), kept=kept)
        self.table = ReplayTable(situation)
        self.effects = ReplayEffects(self.table)
        self.board: ReplayBoard = starting_board(self.table, self.effects.instances)

    def own(self, object: str) -> list[ReplayEffect]:
        """The static effects of what an object has."""
        return [self.effects.static(one, object) for one in self.board.abilities(object)]

    def part(self, object: str) -> ReplayPart:
        """The one part of an object's one effect."""
        [effect] = self.own(object)
        [part] = self.effects.parts(effect).values()
        return part

    def resolved(self, number: int = 0) -> ReplayPart:
        """The one part of what resolved."""
        [part] = self.effects.parts(self.effects.resolved[number]).values()
        return part

    def names(self, objects: int) -> str:
        """The ids of these objects."""
        return "".join(self.table.named(objects))
