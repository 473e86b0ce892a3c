"""What an operation writes: each cell of an object that it changes, and how it changes it.

Every reader that asks what operations write, what they bring, or which of them may change places
knows these kinds of writing, and no operation by its name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class WriteNumber:
    """A number is set, taken away, added to, subtracted from, multiplied, limited, or exchanged.

    how: "lower" subtracts down to `least`; "swap" exchanges it with the operation's other number;
    "change" is anything else that is made of the number itself; "clear" leaves none. The operand is
    the number written, except for "swap", "change" and "clear".
    """

    characteristic: str
    how: Literal[
        "set",
        "fix",
        "clear",
        "add",
        "subtract",
        "lower",
        "multiply",
        "at least",
        "at most",
        "swap",
        "change",
    ]
    least: int | None = None


@dataclass(frozen=True, slots=True)
class WriteWords:
    """Words of a set are made the only ones, join it, leave it, or replace an old one.

    words: None where they are the operand. among: of a setting, the only words that make way; none:
    all others.
    """

    characteristic: str
    how: Literal["set", "add", "remove", "replace"]
    words: tuple[str, ...] | None
    old: str = ""
    among: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WritePlayer:
    """A player is set, or barred; who is the operand."""

    characteristic: str
    how: Literal["set", "bar"]


@dataclass(frozen=True, slots=True)
class WriteAbility:
    """An ability is gained, lost, or lost and barred; keyword: None for a line of text."""

    how: Literal["gain", "lose", "bar"]
    keyword: str | None


@dataclass(frozen=True, slots=True)
class LoseAbilities:
    """All abilities are lost but those with these keywords; own: only those of the own text."""

    but: tuple[str, ...]
    own: bool = False


@dataclass(frozen=True, slots=True)
class WriteStatus:
    """A status is given, with what the rulebook says it does."""

    status: str


@dataclass(frozen=True, slots=True)
class BarStatus:
    """No effect gives a status from then on."""

    status: str


@dataclass(frozen=True, slots=True)
class WriteCopy:
    """Everything that is copiable is written."""


@dataclass(frozen=True, slots=True)
class WriteName:
    """Names are made the only ones (none: there is no name), or join those that are there."""

    how: Literal["set", "add"]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WriteText:
    """A word of a set gives way to another in the own abilities; line: in the set as well."""

    characteristic: str
    old: str
    new: str
    line: bool


@dataclass(frozen=True, slots=True)
class WriteMark:
    """The object is marked, and no characteristic changes.

    action: what a permission is about.
    """

    kind: Literal["permission", "redirection", "unmodifiable"]
    action: str = ""


Write = (
    WriteNumber
    | WriteWords
    | WritePlayer
    | WriteAbility
    | LoseAbilities
    | WriteStatus
    | BarStatus
    | WriteCopy
    | WriteName
    | WriteText
    | WriteMark
)


def modifies(writes: Iterable[Write]) -> bool:
    """Whether any of it changes what an object is or has, from which `can't be modified` keeps it.

    Who controls an object, what may be done with it, and where it goes are neither. SORC-NOMOD-1.

    >>> modifies([WriteNumber("power", "add")]), modifies([WritePlayer("controller", "set")])
    (True, False)
    """
    return not all(
        isinstance(write, WritePlayer)
        or (isinstance(write, WriteMark) and write.kind != "unmodifiable")
        for write in writes
    )


def is_setting(writes: Iterable[Write]) -> bool:
    """Whether any of it sets something, as the policy `parity` asks.

    >>> is_setting([WriteNumber("power", "add")]), is_setting([WriteNumber("power", "set")])
    (False, True)
    """
    return any(
        isinstance(write, WriteCopy | WriteText)
        or (
            isinstance(write, WriteNumber | WriteWords | WritePlayer | WriteName)
            and write.how in ("set", "fix", "clear", "replace")
        )
        for write in writes
    )
