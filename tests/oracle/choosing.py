"""What the oracle lets be chosen for a card's spells and abilities, by the card's own words."""

from __future__ import annotations

from layerlaw.model.algebra import Placed, Target
from layerlaw.model.algebra.trees import mentions
from layerlaw.model.cards.card import PrintedAbility
from oracle.board import Board
from oracle.selectors import controller_of, select
from oracle.view import View
from oracle.world import Effect

VERBS = ("choose", "target")


def may_be_chosen(chosen: str, source: str, board: Board) -> bool:
    """Whether one of the abilities for which something is chosen lets it be that."""
    abilities = [
        each
        for each in board.world.form(source).abilities
        if mentions(each.ability, Target) or (each.chooses and not each.ability.instructions)
    ]
    return not abilities or any(allows(each, chosen, source, board) for each in abilities)


def allows(printed: PrintedAbility, chosen: str, source: str, board: Board) -> bool:
    """Whether the ability says nothing against it; of what is near, nothing without a place."""
    if printed.chooses is None:
        return True
    if mentions(printed.chooses, Placed) and board.world.place_of(source) is None:
        return True
    thing = board.world.things[source]
    asking = Effect(
        id="",
        ability=printed.ability,
        source=source,
        life=thing.life,
        instance=None,
        player=controller_of(source, board),
        targets=(),
        stamp=thing.entered,
        order=(thing.entered, 0, 0, 0, 0, 0),
    )
    return chosen in select(printed.chooses, View(board, asking))
