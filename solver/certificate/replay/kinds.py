"""How each kind of selector selects, for the replay: of some objects on a view's board, which."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from layerlaw.model import algebra as a
from layerlaw.solver.certificate.replay.board import NAME, ones
from layerlaw.solver.certificate.replay.values import numbers_of
from layerlaw.solver.certificate.replay.words import (
    compare,
    is_called,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from layerlaw.solver.certificate.replay.sight import Sight


def _member(view: Sight, among: int, selector: a.Member, it: int) -> int:
    return view.board.having(selector.characteristic, selector.word, among)


def _both(view: Sight, among: int, selector: a.Both, it: int) -> int:
    for part in selector.inner:
        among = view.matching(among, part, it)
    return among


def _either(view: Sight, among: int, selector: a.Either, it: int) -> int:
    found = 0
    for part in selector.inner:
        found |= view.matching(among & ~found, part, it)
    return found


def _not(view: Sight, among: int, selector: a.Not, it: int) -> int:
    return among & ~view.firm.matching(among, selector.inner, it)


def _self(view: Sight, among: int, selector: a.Self, it: int) -> int:
    return 0 if view.orphaned else among & view.own


def _noun(view: Sight, among: int, selector: a.Noun, it: int) -> int:
    return view.matching(among, selector.meaning, it)


def _everything(view: Sight, among: int, selector: a.Everything, it: int) -> int:
    return among


def _it(view: Sight, among: int, selector: a.It, it: int) -> int:
    return among & it


def _target(view: Sight, among: int, selector: a.Target, it: int) -> int:
    return among & view.table.bits(view.targets)


def _bearer(view: Sight, among: int, selector: a.Bearer, it: int) -> int:
    bearer = None if view.source is None else view.bearer(view.source)
    return 0 if bearer is None else among & view.table.bits((bearer,))


def _identified(view: Sight, among: int, selector: a.Identified, it: int) -> int:
    return among & view.table.bits((selector.id,))


def _named(view: Sight, among: int, selector: a.Named, it: int) -> int:
    if not selector.part:
        return view.board.having(NAME, selector.name, among)
    found = 0
    for name, held in view.board.column(NAME, among).items():
        if held & among and is_called(str(name), selector.name, part=True):
            found |= held & among
    return found


def _chosen_name(view: Sight, among: int, selector: a.ChosenName, it: int) -> int:
    return 0 if view.choice is None else view.board.having(NAME, view.choice, among)


def _has_status(view: Sight, among: int, selector: a.HasStatus, it: int) -> int:
    return view.board.having(selector.status, True, among)


def _controlled(view: Sight, among: int, selector: a.Controlled, it: int) -> int:
    return view.firm.controlled(among, view.players(selector.by, it))


def _owned(view: Sight, among: int, selector: a.Owned, it: int) -> int:
    found = 0
    for player in view.players(selector.by, it):
        found |= view.table.owned.get(player, 0)
    return among & found


def _players(view: Sight, among: int, selector: a.Players, it: int) -> int:
    return 0


def _has_ability(view: Sight, among: int, selector: a.HasAbility, it: int) -> int:
    return view.able(among, selector.keyword)


def _sharing(view: Sight, among: int, selector: a.Sharing, it: int) -> int:
    others = view.refer(selector.with_, it)
    found = 0
    for held in view.board.column(selector.characteristic, among | others).values():
        if held & others:
            found |= held & among
    return found


def _entered_this_turn(view: Sight, among: int, selector: a.EnteredThisTurn, it: int) -> int:
    return among & view.table.fresh


def _compared(view: Sight, among: int, selector: a.Compared, it: int) -> int:
    left, sign, right = selector.left, selector.comparator, selector.right
    found = 0
    if isinstance(left, a.Read) and isinstance(left.of, a.It) and not view.table.of_it(right):
        limit = view.value(right, 0)
        firm = view.firm
        for number, held in numbers_of(firm, left.characteristic, among).items():
            if compare(number, sign, limit):
                found |= held
        return found
    for place in ones(among):
        one = 1 << place
        if compare(view.value(left, one), sign, view.value(right, one)):
            found |= one
    return found


def _placed(view: Sight, among: int, selector: a.Placed, it: int) -> int:
    firm, found = view.firm, 0
    among &= view.table.playing_ones
    for anchor in ones(view.refer(selector.anchor, it)):
        ahead = None
        if selector.relation == "in front of":
            ahead = firm.controller(view.table.ids[anchor])
        rest = among & ~found
        found |= view.table.standing(rest, selector.relation, anchor, firm.board, ahead)
    return found


def _in_region(view: Sight, among: int, selector: a.InRegion, it: int) -> int:
    return view.table.in_region(selector.region, among, view.firm.board)


def _in_zone(view: Sight, among: int, selector: a.InZone, it: int) -> int:
    return among if selector.zone == "*" else among & view.table.zones.get(selector.zone, 0)


def _at_squares(view: Sight, among: int, selector: a.AtSquares, it: int) -> int:
    found = 0
    for square in selector.squares:
        found |= view.table.squares_held.get(square, 0)
    return among & found


def _bearing(view: Sight, among: int, selector: a.Bearing, it: int) -> int:
    borne = view.table.named(view.refer(selector.borne, it))
    bearers = (view.table.bearer.get(one) for one in borne)
    return among & view.table.bits(one for one in bearers if one is not None)


def _borne_by(view: Sight, among: int, selector: a.BorneBy, it: int) -> int:
    bearers = view.refer(selector.bearer, it)
    index = view.table.index
    borne = view.table.bearer.items()
    return among & view.table.bits(
        one for one, by in borne if by in index and bearers >> index[by] & 1
    )


MATCHING: dict[type, Callable[[Sight, int, Any, int], int]] = {
    a.AtSquares: _at_squares,
    a.Bearer: _bearer,
    a.Bearing: _bearing,
    a.BorneBy: _borne_by,
    a.Both: _both,
    a.ChosenName: _chosen_name,
    a.Compared: _compared,
    a.Controlled: _controlled,
    a.Either: _either,
    a.EnteredThisTurn: _entered_this_turn,
    a.Everything: _everything,
    a.HasAbility: _has_ability,
    a.HasStatus: _has_status,
    a.Identified: _identified,
    a.InRegion: _in_region,
    a.InZone: _in_zone,
    a.It: _it,
    a.Member: _member,
    a.Named: _named,
    a.Not: _not,
    a.Noun: _noun,
    a.Owned: _owned,
    a.Placed: _placed,
    a.Players: _players,
    a.Self: _self,
    a.Sharing: _sharing,
    a.Target: _target,
}
"""How each kind of selector selects."""
