"""Whether answers under two rulebooks come to something else, in what both can say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.answer.difference.answers import difference
from layerlaw.solver.answer.difference.outcome import BEARER, PLACE
from layerlaw.solver.board.columns import PERMISSIONS

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.derivation.answer import Answer

_ALWAYS = {"abilities", "name"}


def apart(answers: tuple[Answer | str, Answer | str], rulebooks: tuple[Rulebook, Rulebook]) -> bool:
    """Whether two answers part; a text stands for the reason why there is none.

    Compared are the characteristics and statuses that both rulebooks know, what the abilities of
    an object are, how many answers there are, and, within one game, zones, places, bearers, the
    checks, and what may be done (`shared_verbs`).
    """
    one, other = answers
    if isinstance(one, str) or isinstance(other, str):
        # What one of the games can't say at all is no difference in what is on the table.
        return isinstance(one, str) != isinstance(other, str) and _one_game(rulebooks)
    found = difference(one, other).within(shared_words(rulebooks))
    if found.verdicts is not None or found.cells:
        return True
    return _one_game(rulebooks) and bool(found.zones or any(found.fates))


def shared_words(rulebooks: tuple[Rulebook, Rulebook]) -> frozenset[str]:
    """The characteristics and statuses that both rulebooks know; within one game, what may be
    done, places and bearers too."""
    known = [{*each.characteristics, *each.statuses} for each in rulebooks]
    more = {PERMISSIONS, PLACE, BEARER} if _one_game(rulebooks) else set()
    return frozenset((known[0] & known[1]) | _ALWAYS | more)


def _one_game(rulebooks: tuple[Rulebook, Rulebook]) -> bool:
    return rulebooks[0].game == rulebooks[1].game
