"""How the abilities of an object read in a complete state, for what is used, enters or resolves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.trees import nodes
from layerlaw.solver.certificate.history.remembered import filled_in
from layerlaw.solver.certificate.history.states import CannotHappen
from layerlaw.solver.certificate.replay.cells import form_of
from layerlaw.solver.certificate.replay.texts import ChangedTexts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.cards.card import Card, PrintedAbility, Use
    from layerlaw.solver.certificate.history.proceedings import PrintedAt
    from layerlaw.solver.certificate.history.remembered import Meant
    from layerlaw.solver.certificate.history.states import ReplayedState
    from layerlaw.solver.certificate.replay.instances import ReplayInstance


def printed_as(card: Card, *uses: Use) -> list[PrintedAt]:
    """The card's abilities of these uses, with their places."""
    return [(n + one.shift, one) for n, one in enumerate(card.abilities) if one.use in uses]


def remembering(abilities: list[PrintedAt], meant: Meant) -> list[PrintedAt]:
    """The abilities with what is remembered filled in."""
    return [(n, replace(one, ability=filled_in(one.ability, meant))) for n, one in abilities]


def as_they_read(state: ReplayedState, id: str, abilities: list[PrintedAt]) -> list[PrintedAt]:
    """The abilities printed on the object that it has, with the words that they have by now.

    One that an effect gives it counts as the same where it says the same. What they give by a name
    has to read as it is printed. Clause: CR-612.3.
    """
    reading = _as_they_read(state, id, abilities)
    _need_own_words_in(state, id, reading)
    return reading


def as_a_spell_reads(state: ReplayedState, id: str, spell: list[PrintedAt]) -> list[PrintedAt]:
    """What a spell says where it waits: what is printed, in the words that it has by now.

    A lost ability is text still. What an effect gave it another text of says what it has of that.
    Clauses: CR-612.3, CR-612.5.
    """
    if any(isinstance(one, a.CopyOf) and one.text for one in _operations_on(state, id)):
        own = [(one.rank, one.used) for one in state.held(id) if one.used is not None]
        reading = [(rank, used) for rank, used in own if used.use == "resolves"]
        reading.sort(key=lambda one: one[0])
    else:
        there = dict(_as_they_read(state, id, spell))
        reading = [(place, there.get(place, one)) for place, one in spell]
    _need_own_words_in(state, id, reading)
    return reading


def _need_own_words_in(state: ReplayedState, id: str, reading: list[PrintedAt]) -> None:
    if any(_replaced(state, id)):
        every = (node for _, one in reading for node in nodes(one.ability))
        given = {node.ability.keyword for node in every if isinstance(node, a.Gain)}
        forms = (form_of(thing, state.rulebook) for thing in state.table.things.values())
        for gift in (one for form in forms for one in form.gives if one.name in given):
            need_own_words(state, id, gift)


def _as_they_read(state: ReplayedState, id: str, abilities: list[PrintedAt]) -> list[PrintedAt]:
    held = state.held(id)
    reading = []
    for place, one in abilities:
        own = [each for each in held if each.used is not None and each.printed.used == one]
        there = [each for each in own if each.rank == place] or own
        if there and there[0].used is not None:
            reading.append((place, there[0].used))
        elif any(each.ability == one.ability for each in held):
            reading.append((place, one))
    return reading


def need_own_words(state: ReplayedState, giver: str, gift: PrintedAbility) -> None:
    """What the object gives by a name reads as it is printed. Clause: CR-612.1.

    Its words are text of the giver, and no ability of the scenario has them once they have changed.
    """
    ability, *besides = gift.text
    for change in _replaced(state, giver):
        if change.said(ability) != ability or change.beside(gift.text[1:]) != (*besides,):
            raise CannotHappen(f"words of {gift.name} were replaced in the text of {giver}")


def givers(state: ReplayedState, id: str, name: str) -> frozenset[str]:
    """The objects whose text gives the object what is called so: itself, or those of effects."""
    giving = {one.giver for one in state.held(id) if one.ability.keyword == name}
    static = [one for one in state.effects.reached if one.instance is not None]
    found = {one.source for one in static if one.id in giving}
    return frozenset(found | {id} if None in giving else found)


def _replaced(state: ReplayedState, id: str) -> Iterator[ChangedTexts]:
    """The changes of words in the object's text."""
    for operation in _operations_on(state, id):
        if isinstance(operation, a.ReplaceInText):
            yield ChangedTexts(state.rulebook, operation)


def _operations_on(state: ReplayedState, id: str) -> Iterator[a.Operation]:
    """The operations of the effects that reach the object."""
    for effect, objects in state.effects.reached.items():
        if objects & state.bit(id):
            for step in effect.ability.instructions:
                yield from step.operations


def as_it_is_lent(state: ReplayedState, id: str, lent: PrintedAbility) -> list[PrintedAbility]:
    """What another card's ability can say by now that the object has: more than one thing if its
    words were replaced in one place and not in another."""

    def says_it(one: ReplayInstance) -> bool:
        first = one.printed.used
        activated = (lent.use == "activates") == (first is not None and first.use == "activates")
        return first is not None and activated and first.ability == lent.ability

    everywhere = [one for held in state.board.held.values() for one in held if says_it(one)]
    known = [lent, *(one.used for one in everywhere if one.used is not None)]
    found: list[PrintedAbility] = []
    for one in state.held(id):
        if says_it(one) and one.used is not None:
            found.append(one.used)
        elif one.used is None and one.activated == (lent.use == "activates"):
            found += [each for each in known if each.ability == one.ability]
    texts = [one.text for one in found]
    return [one for place, one in enumerate(found) if one.text not in texts[:place]]
