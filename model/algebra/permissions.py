"""Operations that change no characteristic and mark the object: permissions and replacements."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from layerlaw.model.algebra.only import kept_by
from layerlaw.model.algebra.terms import Selector
from layerlaw.model.algebra.writes import WriteMark
from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from layerlaw.model.algebra.entries import English, Notation, Verbs


def _verb(action: str, passive: bool) -> str:
    return f"be {action}" if passive else action


def counter_verbs(counter: str, amount: int) -> tuple[str, str]:
    """What is done as so many counters of a kind are put on, or with a minus taken off.

    >>> counter_verbs("omen", -1)
    ('lose omen counters', 'lose counters')
    """
    verb = "lose" if amount < 0 else "get"
    return f"{verb} {counter} counters", f"{verb} counters"


def speaks_of_counters(action: str) -> bool:
    """Whether a verb behind can and can't is one of `counter_verbs`."""
    return action.endswith(" counters")


@dataclass(frozen=True, slots=True)
class CantBeModified:
    """No other effect applies to the object."""

    layer_words: ClassVar = ("can't be modified",)
    writes: ClassVar = (WriteMark("unmodifiable"),)

    def written(self, to: Notation) -> str:
        """`can't be modified`"""
        return "can't be modified"

    def english(self, say: English, verbs: Verbs) -> str:
        """`can't be modified`"""
        return "can't be modified"


Partner = Literal["", "players", "objects"]
"""Whom else an action concerns."""


@dataclass(frozen=True, slots=True)
class Permission:
    """The object (or player) can, or can't, do something, perhaps to what `to` selects.

    passive: it is what is done to the object ("can't be attacked"); `to` is then by whom.
    """

    allowed: bool
    action: str
    to: Selector | None = None
    passive: bool = False

    layer_words: ClassVar = ("permissions",)

    @property
    def writes(self) -> tuple[WriteMark, ...]:
        """What is permitted or forbidden."""
        return (WriteMark("permission", self.action),)

    def written(self, to: Notation) -> str:
        """`can't attack sites`, `can't be attacked by mortals`"""
        return self._said(to)

    def english(self, say: English, verbs: Verbs) -> str:
        """`can't attack sites`"""
        return self._said(say)

    def _said(self, to: Notation | English) -> str:
        verb, by = _verb(self.action, self.passive), "by " if self.passive else ""
        kept = None if self.allowed else kept_by(self.to)
        if kept is not None:
            return f"can {verb} only {by}{to.selector(kept)}"
        text = f"can {verb}" if self.allowed else f"can't {verb}"
        return text if self.to is None else f"{text} {by}{to.selector(self.to)}"


@dataclass(frozen=True, slots=True)
class Ignore:
    """What forbids the object an action is ignored, if its source is selected (None: all).

    partner: only where the action is done to (passive: by) players, or objects; "": anyway.
    """

    action: str
    source: Selector | None = None
    passive: bool = False
    partner: Partner = ""

    layer_words: ClassVar = ("ignore", "permissions")

    @property
    def writes(self) -> tuple[WriteMark, ...]:
        """What is no longer forbidden."""
        return (WriteMark("permission", self.action),)

    def written(self, to: Notation) -> str:
        """`ignores can't attack from sites`"""
        text = f"ignores can't {_verb(self.action, self.passive)}{self._partner()}"
        return text if self.source is None else f"{text} from {to.selector(self.source)}"

    def english(self, say: English, verbs: Verbs) -> str:
        """`ignores that it can't attack because of sites`"""
        verb = f"{_verb(self.action, self.passive)}{self._partner()}"
        text = f"ignore{verbs.s} that {verbs.it} can't {verb}"
        return text if self.source is None else f"{text} because of {say.selector(self.source)}"

    def _partner(self) -> str:
        return self.partner and f"{' by' if self.passive else ''} {self.partner}"


@dataclass(frozen=True, slots=True)
class Redirect:
    """What would be put into a zone (None: any) when it changes zones goes to another instead."""

    to: str
    instead_of: str | None = None

    layer_words: ClassVar = ("replacements", "permissions")
    writes: ClassVar = (WriteMark("redirection"),)

    def written(self, to: Notation) -> str:
        """`goes to hand instead of cemetery`"""
        text = f"goes to {to.zone(self.to)} instead"
        return text if self.instead_of is None else f"{text} of {to.zone(self.instead_of)}"

    def english(self, say: English, verbs: Verbs) -> str:
        """`goes to the hand instead of to the cemetery`"""
        text = f"go{'es' if verbs.one else ''} to the {self.to} instead"
        return text if self.instead_of is None else f"{text} of to the {self.instead_of}"
