"""What the abilities of an object say that do something when it is used, enters or resolves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.board.columns import ABILITIES

if TYPE_CHECKING:
    from collections.abc import Hashable

    from layerlaw.model.cards.card import PrintedAbility
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.effects.context import AbilityInstance
    from layerlaw.solver.play.announced import PlacedAbilities


def as_it_says(answer: Answer, id: str, abilities: PlacedAbilities) -> PlacedAbilities:
    """Those of the abilities that the object has by now, each with its text as that is.

    abilities: those that it has in print, with their places. What effects gave it has no text that
    changes, so that an ability of the same words counts as it stands. Clauses: CR-612.1, CR-612.3.
    """
    held = [answer.instances[number] for number in answer.abilities(id)]
    given = {one.ability for one in held}
    said: PlacedAbilities = []
    for rank, printed in abilities:
        own = [
            (first.rank != rank, one.used)
            for one in held
            if one.used is not None and (first := _at_first(answer, one)).used == printed
        ]
        if own:
            _, used = min(own, key=lambda one: one[0])
            assert used is not None
            said.append((rank, used))
        elif printed.ability in given:
            said.append((rank, printed))
    return said


def lent_as_it_says(answer: Answer, id: str, lent: PrintedAbility) -> list[PrintedAbility]:
    """An ability of another card as the object has it, once in every text in which it does.

    What an effect gave it has the text that some object has in print, or had before that was
    changed. Clause: CR-612.3.
    """
    activated = lent.use == "activates"
    held = [answer.instances[number] for number in answer.abilities(id)]
    held = [one for one in held if one.activated == activated]
    found = [one.used for one in held if one.used is not None and _says(answer, one, lent)]
    there = [answer.instances[number] for number in answer.end.column(ABILITIES) if _is(number)]
    texts = [lent, *(one.used for one in there if one.used and _says(answer, one, lent))]
    given = {one.ability for one in held if one.used is None}
    found += [one for one in texts if one is not None and one.ability in given]
    by_text = {one.text: one for one in reversed(found) if one is not None}
    return [*by_text.values()]


def _is(number: Hashable) -> bool:
    return isinstance(number, int)


def _says(answer: Answer, one: AbilityInstance, lent: PrintedAbility) -> bool:
    """Whether it is that ability, as it is printed or with words that were replaced."""
    first = _at_first(answer, one)
    return first.ability == lent.ability and first.activated == (lent.use == "activates")


def _at_first(answer: Answer, one: AbilityInstance) -> AbilityInstance:
    """What it was before words of its text were replaced."""
    while one.text_of is not None:
        one = answer.instances[one.text_of]
    return one
