"""What is copiable of an object on a board: its print, or what effects that copy have left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.cards.card import Card, as_copied
from layerlaw.model.cards.listed import as_listed
from layerlaw.model.dataclass import dataclass
from layerlaw.solver.board.columns import FORM
from layerlaw.solver.facts.situation import printed_form

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.board.kinds import Index
    from layerlaw.solver.effects.world import World


@dataclass(frozen=True, slots=True)
class Form:
    """What an object is a copy of, as a value of a column: equal where the cards are equal."""

    card: Card

    def __hash__(self) -> int:
        return hash((self.card.name, self.card.edition))


def copies_what_is_left(rulebook: Rulebook) -> bool:
    """Whether a copy reads what the copy layer left, and not what is printed.

    Policy `a copy reads`, which asks nothing where effects apply at the same time.
    """
    left = rulebook.policy("a copy reads") == "what the copy layer left"
    return left and rulebook.policy("process") == "layered"


def original(world: World, board: Board, index: Index) -> Card:
    """What a copy of the object on the board reads, without what was chosen for it."""
    if copies_what_is_left(world.rulebook):
        return copiable(world, board, index)
    return as_copied(world.form(index), None)


def copiable(world: World, board: Board, index: Index) -> Card:
    """What is copiable of the object on the board, without what was chosen for it.

    Before an effect has made it a copy that is what is printed on its own card. A status may hide
    either.
    """
    for status in world.rulebook.statuses.values():
        if status.copied_as is not None and board.value(status.name, index):
            listed = world.things[index].listed
            if listed is not None:
                return as_listed(listed)
            return Card("", dict(status.copied_as.sets), dict(status.copied_as.numbers))
    return as_copied(form_so_far(world, board, index), None)


def form_so_far(world: World, board: Board, index: Index) -> Card:
    """What effects that copy have made of the object so far, or what is printed on its own card."""
    form = board.value(FORM, index)
    if isinstance(form, Form):
        return form.card
    thing = world.things[index]
    return printed_form(world.rulebook, thing, thing.card)
