"""Events that put a card under an object, or take the top card off one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from layerlaw.model.dataclass import dataclass
from layerlaw.model.scenarios.line_forms import LineForm, OneLine

if TYPE_CHECKING:
    from layerlaw.model.errors import Where


@dataclass(frozen=True, slots=True)
class Hold(OneLine):
    """A card, from whatever zone, is held by an object from now on (loaded into it).

    word: the rulebook's word for it, which names the zone that the card is then in.
    """

    word: str
    object: str
    holder: str
    where: Where

    forms: ClassVar = (LineForm("{word:holding}", "{object:anywhere} into {holder:object}"),)


@dataclass(frozen=True, slots=True)
class Uncover(OneLine):
    """The top card of an object goes to a zone, and the card below it is the top card again.

    word: the rulebook's word for it. top: the id of the card that goes. zone: where it goes; None
    for the zone that the rulebook names.
    """

    word: str
    object: str
    zone: str | None
    top: str
    where: Where

    forms: ClassVar = (
        LineForm("{word:uncovering}", "{object:object} to {zone:exit} {top:new}"),
        LineForm("{word:uncovering}", "{object:object} {top:new}", fixed={"zone": None}),
    )
