"""What is copiable of an object, for the replay: its print, or what effects that copy left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.cards.card import Card, as_copied
from layerlaw.model.dataclass import dataclass
from layerlaw.solver.certificate.replay.board import FORM
from layerlaw.solver.certificate.replay.cells import joined
from layerlaw.solver.certificate.replay.words import policy

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.certificate.replay.board import ReplayBoard
    from layerlaw.solver.certificate.replay.space import ReplayTable


@dataclass(frozen=True, eq=False)
class CopiedForm:
    """Everything that a copy has from what it copies."""

    card: Card

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CopiedForm) and self.card == other.card

    def __hash__(self) -> int:
        return hash(self.card.name)


def left_by_copies(rulebook: Rulebook) -> bool:
    """Whether effects that copy change what is copiable.

    Policy `a copy reads`, which asks nothing where effects apply at the same time.
    """
    left = policy(rulebook, "a copy reads") == "what the copy layer left"
    return left and policy(rulebook, "process") == "layered"


def left_of(place: int, board: ReplayBoard, table: ReplayTable) -> CopiedForm:
    """What effects that copy left of the object at a place, else what its own card prints."""
    for status in table.rulebook.statuses.values():
        hidden = status.copied_as
        if hidden is not None and board.having(status.name, True, 1 << place):
            listed = table.things[table.ids[place]].listed
            if listed is not None:
                return CopiedForm(Card("", listed.sets, listed.numbers, listed.abilities))
            return CopiedForm(Card(name="", sets=dict(hidden.sets), numbers=dict(hidden.numbers)))
    return CopiedForm(as_copied(before_copies(place, board, table), None))


def before_copies(place: int, board: ReplayBoard, table: ReplayTable) -> Card:
    """What the object at a place is for the next effect that copies, whatever hides it."""
    form = board.value(FORM, place)
    if isinstance(form, CopiedForm):
        return form.card
    thing = table.things[table.ids[place]]
    return joined(thing.card, thing.linked, table.rulebook)
