"""What the log of a history tells of an object, and the object that a situation has for it."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.cards.card import Card
from layerlaw.solver.certificate.history.log import Aspect, Incarnation
from layerlaw.solver.facts.situation import Thing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.model.scenarios.events import Place
    from layerlaw.solver.certificate.history.log import FactLog
    from layerlaw.solver.facts.situation import Timestamp

_NO_COUNTERS: Mapping[str, int] = MappingProxyType({})
_NO_STATUSES: frozenset[str] = frozenset()
_NOBODY: frozenset[Incarnation] = frozenset()

ZONE: Aspect[str] = Aspect("zone", "")
CAME_FROM: Aspect[str] = Aspect("the zone in which it was before", "")
PLACE: Aspect[Place | None] = Aspect("place", None)
OWNER: Aspect[str] = Aspect("owner", "")
PUT_BY: Aspect[str] = Aspect("who put it into play", "")
BEARER: Aspect[Incarnation | None] = Aspect("what bears it", None, names=True)
CARD: Aspect[Card] = Aspect("card", Card("", {}, {}))
COPIED: Aspect[Card | None] = Aspect("what it entered as a copy of", None)
FRONT: Aspect[Card | None] = Aspect("front face", None)
ABOVE: Aspect[Card | None] = Aspect("the card put over its own", None)
MELDED: Aspect[Card | None] = Aspect("the front face of what melded with it", None)
PARTS: Aspect[tuple[Incarnation, ...]] = Aspect("what is linked with it", (), names=True)
ENTERED: Aspect[Timestamp] = Aspect("entered", (0, 0))
TOPPED: Aspect[Timestamp | None] = Aspect("when its card came on top", None)
COUNTERS: Aspect[Mapping[str, int]] = Aspect("counters", _NO_COUNTERS)
STATUSES: Aspect[frozenset[str]] = Aspect("statuses", _NO_STATUSES)
FRESH: Aspect[bool] = Aspect("entered play", default=False)
LISTED: Aspect[Card | None] = Aspect("what is listed of it", None)
CHOICE: Aspect[str | None] = Aspect("choice", None)
CHOSEN: Aspect[Incarnation | None] = Aspect("the object chosen", None, names=True)
OLDER: Aspect[frozenset[Incarnation]] = Aspect("what it is older than", _NOBODY, names=True)


def printed_on(log: FactLog, one: Incarnation) -> tuple[Card, str | None]:
    """Its own card, and what was chosen for it; without, if the object chosen is a new one."""
    card, choice, chosen = log.of(one, CARD), log.of(one, CHOICE), log.of(one, CHOSEN)
    if chosen is not None and card.unchosen is not None and not log.stands(chosen):
        return card.unchosen, None
    return card, choice


def own_form(log: FactLog, one: Incarnation) -> Card:
    """What is printed on it, or on what it entered as a copy of, without what is linked."""
    return log.of(one, COPIED) or printed_on(log, one)[0]


def thing_of(log: FactLog, one: Incarnation, without: frozenset[str], turn_began: int) -> Thing:
    """The object as a situation has it.

    without: the keywords that it lost for good. turn_began: the step of the last turn's beginning.
    """
    card, choice = printed_on(log, one)
    bearer = log.of(one, BEARER)
    return Thing(
        one.id,
        card,
        log.of(one, OWNER),
        log.of(one, PUT_BY),
        log.of(one, ZONE),
        log.of(one, PLACE),
        None if bearer is None or not log.stands(bearer) else bearer.id,
        log.of(one, ENTERED),
        log.of(one, COUNTERS),
        without,
        log.of(one, COPIED),
        log.of(one, STATUSES),
        log.of(one, FRESH) and log.since(one, FRESH) > turn_began,
        choice,
        tuple(own_form(log, part) for part in log.of(one, PARTS)),
        log.of(one, TOPPED),
        frozenset(other.id for other in log.of(one, OLDER) if log.stands(other)),
        log.of(one, FRONT),
        log.of(one, CAME_FROM),
        log.of(one, LISTED),
        log.of(one, ABOVE),
        log.of(one, MELDED),
    )
