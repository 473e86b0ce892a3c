"""Abilities: instructions with their conditions, durations and zones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from layerlaw.model.algebra.operations import Operation
    from layerlaw.model.algebra.selectors import Selector
    from layerlaw.model.algebra.values import Condition


@dataclass(frozen=True, slots=True)
class Instruction:
    """One selector and what is done to the objects it selects.

    `locked` says when the set is chosen: True at resolution, False anew each time, None as the
    rulebook's policy `resolved set` says.
    """

    scope: Selector
    operations: tuple[Operation, ...]
    locked: bool | None = None


@dataclass(frozen=True, slots=True)
class EndOfTurn:
    """Until the turn ends."""


@dataclass(frozen=True, slots=True)
class YourNextTurn:
    """Until the next turn of the player who used the effect begins."""


@dataclass(frozen=True, slots=True)
class EndOfNextTurn:
    """Until the end of the next turn of the player who used the effect, or of an opponent."""

    yours: bool = True


@dataclass(frozen=True, slots=True)
class RestOfGame:
    """For the rest of the game, whatever becomes of the source."""


@dataclass(frozen=True, slots=True)
class SourceLeaves:
    """Until the source leaves play."""


@dataclass(frozen=True, slots=True)
class UntilFact:
    """Until the condition holds on a complete derivation, examined for each object (`It`)."""

    condition: Condition


Duration = EndOfTurn | YourNextTurn | EndOfNextTurn | RestOfGame | SourceLeaves | UntilFact


@dataclass(frozen=True, slots=True)
class Ability:
    """One ability: a keyword, or a line of text; its instructions are one effect.

    keyword: the keyword's name, or None for a line of text.
    instructions: what its continuous effect does; empty for an ability without one.
    condition: "as long as"; only for static effects.
    until: how long a resolved effect lasts; None: as the rulebook's policy `no duration` says.
    zones: where its bearer has to be for it to work; empty is the zone of play.
    layer: the layer in which all of it works, whatever it does; only for rules of the rulebook.
    """

    keyword: str | None
    instructions: tuple[Instruction, ...] = ()
    condition: Condition | None = None
    until: Duration | None = None
    zones: tuple[str, ...] = ()
    layer: str | None = None
