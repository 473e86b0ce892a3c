"""What `only X` behind `can` forbids: everything, wherever it is, and every player, but X."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra.canonical import both, either
from layerlaw.model.algebra.terms import (
    Bearer,
    Both,
    Either,
    Identified,
    InZone,
    It,
    Not,
    Noun,
    Opponent,
    Players,
    Self,
    Target,
    You,
)

if TYPE_CHECKING:
    from layerlaw.model.algebra.terms import Selector

_ANYWHERE = InZone("*")
_EVERYBODY = (Players(None),)
_MEANT = (Self, It, Target, Bearer, Identified, Players)
"""What means the same wherever it is."""
_BESIDES: dict[tuple[Selector, ...], Selector] = {
    (): Players(None),
    (Players(Opponent()),): Players(You()),
    (Players(You()),): Players(Opponent()),
}
"""The players that there are besides some; there are none besides all of them."""


def all_but(selector: Selector, in_play: str) -> Selector:
    """All objects and players but those selected; in the zone `in_play`, unless they name one.

    Raises `ValueError` for players but you, opponents, and all of them.

    >>> from layerlaw.model.algebra import Self
    >>> kept_by(all_but(Self(), "battle zone"))
    Self()
    """
    parts = selector.inner if isinstance(selector, Either) else (selector,)
    players = tuple(part for part in parts if isinstance(part, Players))
    if players not in _BESIDES and players != _EVERYBODY:
        raise ValueError("players of whom nobody can say who the others are")
    kept = [
        part if _says_where(part) else both((part, InZone(in_play)))
        for part in parts
        if not isinstance(part, Players)
    ]
    objects = both((_ANYWHERE, Not(either(kept)))) if kept else _ANYWHERE
    return objects if players == _EVERYBODY else Either((objects, _BESIDES[players]))


def kept_by(selector: Selector | None) -> Selector | None:
    """The other way round: what all are selected but, if the selector is of that form."""
    if isinstance(selector, Either) and len(selector.inner) == 2:
        first, second = selector.inner
        return _kept(first, second) or _kept(second, first)
    return _kept(selector, None)


def _kept(objects: Selector | None, others: Selector | None) -> Selector | None:
    """What remains besides these objects and these players (None: nobody is among them)."""
    players: tuple[Selector, ...] | None = _EVERYBODY
    if others is not None:
        players = next((some for some, rest in _BESIDES.items() if rest == others), None)
    if players is None:
        return None
    match objects:
        case Both((first, Not(kept)) | (Not(kept), first)) if first == _ANYWHERE:
            return either((kept, *players))
        case InZone("*") if players and players != _EVERYBODY:
            return either(players)
    return None


def _says_where(selector: Selector) -> bool:
    """Whether the selector means no object of a zone that is not said."""
    while isinstance(selector, Noun):
        selector = selector.meaning
    if isinstance(selector, Both | Either):
        return any(map(_says_where, selector.inner))
    return isinstance(selector, (InZone, *_MEANT))
