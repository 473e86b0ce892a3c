"""Why an ability on a card could never apply: it speaks of what never exists."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra import AddMembers, AfterLeaving, Self, SetMembers
from layerlaw.model.algebra.mentions import (
    Never,
    given_abilities,
    speaks_of_bearer,
    speaks_of_carrying,
    speaks_of_target,
    without_given,
)
from layerlaw.model.cards.printed import matches_print

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.algebra import Ability
    from layerlaw.model.cards.card import Card, Use
    from layerlaw.model.rulebooks.rulebook import Rulebook


_CHOOSING = "what is chosen stands under `on entry`, `activates`, `triggers` or `resolves`"
_BY_NAME = "what is activated or triggered stands under `gives` and is gained by its name"


def never_applies(ability: Ability, use: Use, card: Card, rulebook: Rulebook) -> Iterator[Never]:
    """What keeps the ability of a card, printed under that key, from ever applying.

    A static ability has no target, and neither has one that is given to others; a card that is no
    carried one as printed, and that makes itself none, has no bearer, nor has anything in a game in
    which nothing is carried; and a static ability chooses its objects again at every moment.
    """
    if use == "has" and speaks_of_target(without_given(ability)):
        yield Never(
            "an ability under 'has' has no target: nothing is ever chosen for it", _CHOOSING
        )
    if any(speaks_of_target(given) for given in given_abilities(ability)):
        message = "an ability in brackets has no target: whoever gains it chooses nothing"
        yield Never(message, f"in brackets write `self`, or what else it applies to; {_BY_NAME}")
    if any(
        given.until is not None and not isinstance(given.until, AfterLeaving)
        for given in given_abilities(ability)
    ):
        yield Never("an ability in brackets is static and has no 'until'", _BY_NAME)
    carried = rulebook.carried
    if carried is None and speaks_of_carrying(ability):
        yield Never(f"nothing is carried in {rulebook.id}, so nothing has a bearer", "")
    elif carried is not None and speaks_of_bearer(without_given(ability)):
        if use == "resolves":
            yield Never("a card that resolves is never in play, so it has no bearer", "")
        elif not any(
            matches_print(carried, one, as_it_enters=True) is not False
            for one in (card, _as_it_makes_itself(card))
        ):
            message = f"'{card.name}' has no bearer: cards of its types are not carried"
            yield Never(message, "")
    static = (ability, *given_abilities(ability))[use != "has" :]
    said = [i.locked for ability in static for i in ability.instructions if i.locked is not None]
    for locked in said[:1]:
        word = "locked" if locked else "open"
        message = f"'{word}' says nothing here: a static ability always chooses anew"
        yield Never(message, f"leave out '{word}'")


def _as_it_makes_itself(card: Card) -> Card:
    """The card with the words that abilities of its own give it."""
    sets = dict(card.sets)
    for printed in card.half_in_use:
        for line in printed.ability.instructions:
            for done in line.operations if isinstance(line.scope, Self) else ():
                if isinstance(done, SetMembers):
                    sets[done.characteristic] = done.words
                elif isinstance(done, AddMembers):
                    sets[done.characteristic] = (*sets.get(done.characteristic, ()), *done.words)
    return replace(card, sets=sets)
