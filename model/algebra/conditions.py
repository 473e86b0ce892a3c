"""Conditions on a board, as frozen trees."""

from __future__ import annotations

from typing import ClassVar

from layerlaw.model.algebra.phrasing import Formed
from layerlaw.model.algebra.reads import Denies, ReadsNothing
from layerlaw.model.algebra.terms import Comparator, Player, Selector, Value
from layerlaw.model.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Matches(ReadsNothing):
    """The subject exists in play and every object it selects is also selected by `what`."""

    subject: Selector
    what: Selector


@dataclass(frozen=True, slots=True)
class Exists(ReadsNothing):
    """At least one object is selected."""

    what: Selector


@dataclass(frozen=True, slots=True)
class Holds(Formed, ReadsNothing):
    """A comparison of two values."""

    left: Value
    comparator: Comparator
    right: Value

    form: ClassVar[str] = "{left:value} {comparator:comparator} {right:value}"


@dataclass(frozen=True, slots=True)
class Negation(Denies, ReadsNothing):
    """The inner condition does not hold."""

    inner: Condition


@dataclass(frozen=True, slots=True)
class AllOf(ReadsNothing):
    """Every inner condition holds."""

    inner: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AnyOf(ReadsNothing):
    """Some inner condition holds."""

    inner: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class TurnOf(ReadsNothing):
    """It is a turn of the player meant."""

    player: Player


Condition = TurnOf | Matches | Exists | Holds | Negation | AllOf | AnyOf
