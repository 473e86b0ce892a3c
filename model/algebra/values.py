"""Players, values and conditions, as frozen trees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from layerlaw.model.algebra.selectors import Selector

Comparator = Literal["=", "!=", "<", "<=", ">", ">="]
ArithmeticSign = Literal["+", "-", "*", "/", "%"]


@dataclass(frozen=True, slots=True)
class You:
    """The controller of a static effect's source; the player who used a resolved one."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """Any player who is not `You`."""


@dataclass(frozen=True, slots=True)
class NamedPlayer:
    """A player of the scenario."""

    name: str


@dataclass(frozen=True, slots=True)
class ControllerOf:
    """The controller of the one object selected."""

    of: Selector


@dataclass(frozen=True, slots=True)
class OwnerOf:
    """The owner of the one object selected."""

    of: Selector


Player = You | Opponent | NamedPlayer | ControllerOf | OwnerOf


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number."""

    value: int


@dataclass(frozen=True, slots=True)
class Read:
    """A number characteristic of the one object selected; a missing number reads as 0."""

    characteristic: str
    of: Selector


@dataclass(frozen=True, slots=True)
class ChosenNumber:
    """The number that was chosen when the source entered or its ability was used; else 0."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """For each object (`It`) the number read when the effect resolved; 0 for any other."""

    numbers: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Count:
    """How many objects are selected."""

    among: Selector


@dataclass(frozen=True, slots=True)
class Summary:
    """The sum, the highest or the lowest of a number characteristic; 0 over no object."""

    how: Literal["total", "highest", "lowest"]
    characteristic: str
    among: Selector


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Two values added, subtracted, multiplied, divided (rounded down), or what is left over.

    Division by 0 gives 0.
    """

    left: Value
    sign: ArithmeticSign
    right: Value


Value = Number | Read | ChosenNumber | Recorded | Count | Summary | Arithmetic


@dataclass(frozen=True, slots=True)
class Matches:
    """The subject exists in play and every object it selects is also selected by `what`."""

    subject: Selector
    what: Selector


@dataclass(frozen=True, slots=True)
class Exists:
    """At least one object is selected."""

    what: Selector


@dataclass(frozen=True, slots=True)
class Holds:
    """A comparison of two values."""

    left: Value
    comparator: Comparator
    right: Value


@dataclass(frozen=True, slots=True)
class Negation:
    """The inner condition does not hold."""

    inner: Condition


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every inner condition holds."""

    inner: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Some inner condition holds."""

    inner: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class TurnOf:
    """It is a turn of the player meant."""

    player: Player


Condition = TurnOf | Matches | Exists | Holds | Negation | AllOf | AnyOf
