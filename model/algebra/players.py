"""Operations on players: who controls an object, and who can't."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from layerlaw.model.algebra.entries import OfCharacteristic
from layerlaw.model.algebra.phrasing import Formed
from layerlaw.model.algebra.terms import Player
from layerlaw.model.algebra.writes import WritePlayer
from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from layerlaw.model.algebra.entries import English, Notation, Verbs


@dataclass(frozen=True, slots=True)
class SetPlayer(OfCharacteristic):
    """A player characteristic (who controls) becomes the player."""

    characteristic: str
    player: Player

    verbs: ClassVar = ("set", "change")

    @property
    def writes(self) -> tuple[WritePlayer, ...]:
        """The player."""
        return (WritePlayer(self.characteristic, "set"),)

    def written(self, to: Notation) -> str:
        """`controller := you`"""
        return f"{self.characteristic} := {to.player(self.player)}"

    def english(self, say: English, verbs: Verbs) -> str:
        """`is controlled by you`"""
        if self.characteristic == "controller":
            return f"{verbs.be} controlled by {say.player(self.player)}"
        return f"{verbs.have} {say.player(self.player)} as {verbs.its} {self.characteristic}"


@dataclass(frozen=True, slots=True)
class CantBeControlledBy(Formed):
    """Control returns to the owner if that player has it, and cannot pass to that player.

    characteristic: the player who controls.
    """

    player: Player
    characteristic: str

    form: ClassVar = "can't be controlled by {player:player}"
    unwritten: ClassVar = MappingProxyType({"characteristic": "control"})

    @property
    def layer_words(self) -> tuple[str, ...]:
        """`forbid controller`, else as where control changes"""
        return (f"forbid {self.characteristic}", f"change {self.characteristic}")

    @property
    def writes(self) -> tuple[WritePlayer, ...]:
        """Who controls."""
        return (WritePlayer(self.characteristic, "bar"),)

    def english(self, say: English, verbs: Verbs) -> str:
        """`can't be controlled by you`"""
        return f"can't be controlled by {say.player(self.player)}"
