"""What may be chosen for a card's spell or ability, as the card itself says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra import Placed
from layerlaw.model.algebra.trees import mentions
from layerlaw.model.notation.printing import print_selector
from layerlaw.solver.board.kinds import NO_OBJECTS
from layerlaw.solver.effects.context import Context
from layerlaw.solver.effects.evaluate import scoped

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.model.cards.card import PrintedAbility
    from layerlaw.solver.derivation.answer import Answer

CHOOSING = ("choose", "target")
"""The verbs for what a spell or an ability does to what is chosen for it."""


def chooses_only(
    answer: Answer, source: str, chosen: str, abilities: Iterable[PrintedAbility]
) -> str | None:
    """What alone these abilities of an object may choose, in words; None if this may be chosen.

    Abilities for which nothing is chosen say nothing of it, nor do those that speak of what is
    near, where nobody knows where the object is.
    """
    world, board = answer.world, answer.end
    of, index = answer.index(source), answer.index(chosen)
    choosing = [printed for printed in abilities if printed.has_targets]
    said: list[str] = []
    controller = board.value(world.rulebook.control, of)
    player = None if controller is None else str(controller)
    for printed in choosing:
        nowhere = world.things[of].place is None
        if printed.chooses is None or (nowhere and mentions(printed.chooses, Placed)):
            return None
        context = Context(world, answer.instances, of, player, NO_OBJECTS)
        if scoped(printed.chooses, context)(board, index) >> index & 1:
            return None
        said.append(print_selector(printed.chooses, world.rulebook.plurals))
    return " or ".join(dict.fromkeys(said)) or None
