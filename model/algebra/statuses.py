"""Operations that write several characteristics at once: statuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra.writes import BarStatus, WriteStatus
from layerlaw.model.dataclass import dataclass

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
