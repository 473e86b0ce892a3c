"""What has two faces, and tokens created as copies of it, for the oracle; rules 701.27, 707.8a."""

from __future__ import annotations

from dataclasses import replace

from layerlaw.model.algebra import CopyOf
from layerlaw.model.cards.card import Card, as_copied
from layerlaw.model.scenarios.events import Play
from oracle.exceptions import otherwise
from oracle.halves import half_of
from oracle.world import Thing, World


def misses_other_face(thing: Thing, card: Card) -> bool:
    """Whether it has another face, and the card is not that one."""
    first = thing.card if thing.front is None else thing.front
    names = [first.name, first.back_face]
    return bool(first.back_face) and card.name != names[thing.card.name == first.name]


def created(world: World, event: Play, thing: Thing, original: Card) -> bool:
    """A token is created as the copy that it enters as; whether it copies anything else as well.

    What is a copy of two faces has both, each as it is on the other one; rule 707.8a.
    """
    if not event.card.created_as_copy:
        return True
    assert event.copying is not None
    other = world.things[event.copying]
    first = other.card if other.front is None else other.front
    if not first.back_face:
        return True
    shown, back = other.card, other.front
    if event.that_left:
        # It was turned to its front face as it left.
        shown, back = first, None
        if original.name == first.back_face:
            shown, back = original, first
    copying = next(
        operation
        for each in event.card.abilities
        if each.use == "enters"
        for instruction in each.ability.instructions
        for operation in instruction.operations
        if isinstance(operation, CopyOf)
    )
    thing.card, thing.front = as_token(shown, copying, event.choosing), None
    if back is not None:
        thing.front = as_token(back, copying, event.choosing)
    anyhow = as_token(original, copying, event.choosing)
    return anyhow != thing.card


def as_token(card: Card, copying: CopyOf, choice: str | None) -> Card:
    """A token that is a copy of the card, and has what it has otherwise on its other face too."""
    made = otherwise(half_of(as_copied(card, choice), flipped=False), copying)
    return replace(made, token=True, created_but=(*card.created_but, *copying.but))


def shows_two_faces(world: World, object: str, name: str) -> bool:
    """Whether a card of it has a face, or half of one, on its back, and stays up for it; 712.16."""
    thing = world.things[object]
    if name not in world.rulebook.two_faced_never or name in thing.statuses:
        return False
    cards = [thing.above or thing.front or thing.card]
    zones = {each.zone for each in world.rulebook.melding.values()}
    zones |= {each.zone for each in world.rulebook.stacking.values() if each.merges}
    for each in world.things.values():
        if each.below and each.bearer == object and each.zone in zones:
            cards.append(each.card)
    return world.in_play(object) and any(card.back_face or card.melds_into for card in cards)
