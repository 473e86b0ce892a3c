"""Operations that write several characteristics at once: statuses and copies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from layerlaw.model.algebra.phrasing import Formed
from layerlaw.model.algebra.terms import Selector
from layerlaw.model.algebra.writes import BarStatus, WriteCopy, WriteStatus

if TYPE_CHECKING:
    from layerlaw.model.algebra.entries import English, Notation, Verbs


@dataclass(frozen=True, slots=True)
class SetStatus:
    """The object gets a status of the rulebook, with what the rulebook says it does."""

    status: str

    @property
    def layer_words(self) -> tuple[str, ...]:
        """The status itself."""
        return (self.status,)

    @property
    def writes(self) -> tuple[WriteStatus, ...]:
        """The status."""
        return (WriteStatus(self.status),)

    def written(self, to: Notation) -> str:
        """`silenced`"""
        return to.keyword(self.status)

    def english(self, say: English, verbs: Verbs) -> str:
        """`is silenced`"""
        return f"{verbs.be} {self.status}"


@dataclass(frozen=True, slots=True)
class CantBeStatus:
    """No effect gives the object this status any more; what it was given before stays."""

    status: str

    @property
    def layer_words(self) -> tuple[str, ...]:
        """`can't be silenced`, or else where objects that can't be modified are marked."""
        return f"can't be {self.status}", "can't be modified"

    @property
    def writes(self) -> tuple[BarStatus, ...]:
        """The bar."""
        return (BarStatus(self.status),)

    def written(self, to: Notation) -> str:
        """`can't be silenced`"""
        return f"can't be {to.keyword(self.status)}"

    def english(self, say: English, verbs: Verbs) -> str:
        """`can't be silenced`"""
        return f"can't be {self.status}"


@dataclass(frozen=True, slots=True)
class CopyOf(Formed):
    """The object has what is copiable of the one object selected."""

    of: Selector

    form: ClassVar = "copy of {of:selector}"
    layer_words: ClassVar = ("copy",)
    writes: ClassVar = (WriteCopy(),)

    def english(self, say: English, verbs: Verbs) -> str:
        """`is a copy of the target`"""
        return f"{verbs.be} {'a copy' if verbs.one else 'copies'} of {say.selector(self.of)}"
