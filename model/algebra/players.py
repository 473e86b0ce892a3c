"""Operations on players: who controls an object, and who can't."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from layerlaw.model.algebra.entries import OfCharacteristic
from layerlaw.model.algebra.phrasing import Formed
from layerlaw.model.algebra.terms import Player
from layerlaw.model.algebra.writes import WritePlayer

if TYPE_CHECKING:
    from layerlaw.model.algebra.entries import English, Notation, Verbs


@dataclass(frozen=True, slots=True)
class SetPlayer(OfCharacteristic):
    """A player characteristic (controller) becomes the player."""

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
    """Control returns to the owner if that player has it, and cannot pass to that player."""

    player: Player

    form: ClassVar = "can't be controlled by {player:player}"
    layer_words: ClassVar = ("forbid controller", "change controller")
    writes: ClassVar = (WritePlayer("controller", "bar"),)

    def english(self, say: English, verbs: Verbs) -> str:
        """`can't be controlled by you`"""
        return f"can't be controlled by {say.player(self.player)}"
