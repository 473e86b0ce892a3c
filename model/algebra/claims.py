"""What a property states of every board: that all objects, or the board itself, are as it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from layerlaw.model.algebra.abilities import Ability
    from layerlaw.model.algebra.conditions import Condition
    from layerlaw.model.algebra.terms import Selector


@dataclass(frozen=True, slots=True)
class ForEvery:
    """Each object that `who` selects fulfils the condition, in which it is `it`."""

    who: Selector
    condition: Condition


@dataclass(frozen=True, slots=True)
class AlwaysSo:
    """The condition holds."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class NeverSo:
    """The condition does not hold."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class NoSuch:
    """Nothing is selected."""

    who: Selector


@dataclass(frozen=True, slots=True)
class OrderFree:
    """In whatever order cards with these arrive, one directly after another, the board is the same.

    subjects: a text is the name of a card or, if there is no such card, an ability.
    """

    subjects: tuple[str | Ability, ...]


Claim = ForEvery | AlwaysSo | NeverSo | NoSuch | OrderFree
