"""What has two faces, where only that transforms, and tokens created as copies of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.cards.card import as_copied, in_half, other_face
from layerlaw.model.cards.exceptions import excepted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.model.algebra import CopyException
    from layerlaw.model.cards.card import Card
    from layerlaw.model.scenarios.events import Play, Transform
    from layerlaw.solver.play.table import GameTable


def turned_over(table: GameTable, event: Transform) -> Card | None:
    """The other face of an object that transforms; None where it can't. Clause: CR-701.27c.

    Raises `BadInput` where the event names another card.
    """
    thing = table.things[event.object]
    name = other_face(thing.card, thing.front)
    if not name:
        card = (thing.front or thing.card).name
        what = f"has no back face on its card ({card}), so transforming it changes nothing"
        table.note_idle(event.object, f"{what} ({table.rulebook.two_faced})")
        return None
    if table.rulebook.two_faced_unless:
        now = table.derivation()
        for status in table.rulebook.two_faced_unless:
            if now.value(event.object, status):
                what = f"is {status}, so transforming it changes nothing"
                table.note_idle(event.object, what)
                return None
    if event.card.name != name:
        message = f"{event.object} ({thing.card.name}) does not transform into {event.card.name}"
        raise table.refuse(event.where, message, f"its other face, {name}")
    but = thing.card.created_but
    return replace(excepted(event.card, but), token=thing.card.token, created_but=but)


def stays_up(table: GameTable, id: str, status: str) -> bool:
    """Whether it has, or is, a card of two faces, so that no event gives it the status in play.

    Clauses: CR-712.16, CR-730.2j.
    """
    if status not in table.rulebook.two_faced_never or not table.playing(id):
        return False
    components = table.rulebook.components_in
    cards = [table.things[id].own]
    cards += [one.card for one in table.borne_by(id) if one.zone in components]
    two_faced = any(card.back_face or card.melds_into for card in cards)
    if two_faced and status not in table.things[id].statuses:
        table.note_idle(id, f"has a card of two faces, so it does not become {status}")
        return True
    return False


def created(
    table: GameTable, event: Play, original: Card, but: Sequence[CopyException]
) -> tuple[Card, Card | None, Card | None] | None:
    """The token as a copy of what has two faces: its card, its front face, and what it copies.

    original: what is copiable. but: what the token has otherwise, on each face. None where what
    it copies has one face. The front face is stated where the other is up, and what it copies where
    the original was a copy itself. Clause: CR-707.8a.
    """
    assert event.copying is not None
    thing = table.things[event.copying]
    front = thing.front or thing.card
    if not front.back_face:
        return None
    if event.that_left:
        # Away from play it is its front face again.
        left = table.left[event.copying]
        up = left if left.name == front.back_face else front
        turned = up is not front
    else:
        up, turned = thing.card, thing.front is not None

    def own(card: Card) -> Card:
        return excepted(in_half(as_copied(card, event.choosing), other=False), but)

    def token(card: Card) -> Card:
        return replace(own(card), token=True, created_but=(*card.created_but, *but))

    copied = None if own(up) == excepted(original, but) else original
    return token(up), token(front) if turned else None, copied
