"""Operations: what is done to an object in scope, as frozen trees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from layerlaw.model.algebra.abilities import Ability
    from layerlaw.model.algebra.selectors import Selector
    from layerlaw.model.algebra.values import ArithmeticSign, Player, Value


@dataclass(frozen=True, slots=True)
class SetNumber:
    """A number characteristic becomes the value; a missing number comes into being."""

    characteristic: str
    value: Value


@dataclass(frozen=True, slots=True)
class FixNumber:
    """A number characteristic becomes the value and nothing changes it any more."""

    characteristic: str
    value: Value


@dataclass(frozen=True, slots=True)
class ChangeNumber:
    """A number characteristic goes up (+), down (-) or is multiplied (*); missing stays missing.

    least: going down it stops there; what was lower before stays.
    """

    characteristic: str
    sign: ArithmeticSign
    value: Value
    least: int | None = None


@dataclass(frozen=True, slots=True)
class Limit:
    """A number characteristic is raised to at least, or cut to at most, the value."""

    characteristic: str
    how: Literal["at least", "at most"]
    value: Value


@dataclass(frozen=True, slots=True)
class Swap:
    """Two number characteristics of the object change places."""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class SetMembers:
    """A set characteristic becomes exactly these words."""

    characteristic: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AddMembers:
    """These words join a set characteristic."""

    characteristic: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AddMembersOf:
    """The words that a set characteristic of anything selected has join the object's own."""

    characteristic: str
    of: Selector


@dataclass(frozen=True, slots=True)
class RemoveMembers:
    """These words leave a set characteristic."""

    characteristic: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReplaceMember:
    """If the object has the old word, it has the new one instead."""

    characteristic: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class SetPlayer:
    """A player characteristic (controller) becomes the player."""

    characteristic: str
    player: Player


@dataclass(frozen=True, slots=True)
class Gain:
    """The object gains an ability."""

    ability: Ability


@dataclass(frozen=True, slots=True)
class Lose:
    """The object loses the keyword (under policy `loss: bar` it cannot have it again)."""

    keyword: str


@dataclass(frozen=True, slots=True)
class LoseAll:
    """The object loses all abilities but the named ones."""

    but: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetStatus:
    """The object gets a status of the rulebook, with what the rulebook says it does."""

    status: str


@dataclass(frozen=True, slots=True)
class Animate:
    """The object gets a type in addition to its own, by animation."""

    type: str


@dataclass(frozen=True, slots=True)
class CopyOf:
    """The object has what is copiable of the one object selected."""

    of: Selector


@dataclass(frozen=True, slots=True)
class CantHave:
    """The object loses the keyword and cannot have it."""

    keyword: str


@dataclass(frozen=True, slots=True)
class CantBeControlledBy:
    """Control returns to the owner if that player has it, and cannot pass to that player."""

    player: Player


@dataclass(frozen=True, slots=True)
class CantBeModified:
    """No other effect applies to the object."""


@dataclass(frozen=True, slots=True)
class Permission:
    """The object (or player) can, or can't, do something, perhaps to what `to` selects.

    passive: it is what is done to the object ("can't be attacked"); `to` is then by whom.
    """

    allowed: bool
    action: str
    to: Selector | None = None
    passive: bool = False


@dataclass(frozen=True, slots=True)
class Ignore:
    """What forbids the object an action is ignored, if its source is selected (None: all)."""

    action: str
    source: Selector | None = None
    passive: bool = False


@dataclass(frozen=True, slots=True)
class Redirect:
    """What would be put into a zone (None: any) when it changes zones goes to another instead."""

    to: str
    instead_of: str | None = None


Operation = (
    SetNumber
    | FixNumber
    | ChangeNumber
    | Limit
    | Swap
    | SetMembers
    | AddMembers
    | AddMembersOf
    | RemoveMembers
    | ReplaceMember
    | SetPlayer
    | Gain
    | Lose
    | LoseAll
    | SetStatus
    | Animate
    | CopyOf
    | CantHave
    | CantBeControlledBy
    | CantBeModified
    | Permission
    | Ignore
    | Redirect
)

WithoutOperand = (
    Swap
    | SetMembers
    | AddMembers
    | RemoveMembers
    | ReplaceMember
    | Gain
    | Lose
    | LoseAll
    | SetStatus
    | Animate
    | CantHave
    | CantBeModified
    | Redirect
)
"""The operations that say all they do in their own words: nothing is worked out on a board."""

Mark = Permission | Ignore | Redirect | CantBeModified
"""The operations that change no characteristic and mark the object."""
