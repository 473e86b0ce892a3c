"""Why effects may go in any order, in words: who writes what, and that nobody looks at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra.writes import (
    WriteAbility,
    WriteMark,
    WriteName,
    WriteNumber,
    WritePlayer,
    WriteStatus,
    WriteWords,
)
from layerlaw.solver.board.columns import ABILITIES, PERMISSIONS
from layerlaw.solver.certainty.orders.verdict import OrderReason

if TYPE_CHECKING:
    from collections.abc import Collection

    from layerlaw.solver.certainty.orders.commuting import Commuting
    from layerlaw.solver.certainty.orders.footprints import EffectFootprint, OperationFootprint
    from layerlaw.solver.certainty.orders.layer_orders import ExploredLayer


def reasons_of(
    explored: ExploredLayer, layer: str, rivals: Collection[frozenset[str]] = ()
) -> tuple[OrderReason, ...]:
    """Why the groups of a layer end in one way only, as far as reads and writes show it.

    layer: its id. rivals: the pairs of which the newer may decide; each order of their ages was
    weighed.
    """
    if explored.footprints is None or explored.commuting is None:
        return ()
    proven = {handle for group in explored.groups if group.proven for handle in group.handles}
    place = {handle: number for number, handle in enumerate(explored.own)}
    those = sorted(
        (one for one in explored.footprints.all if one.handle in proven and one.pending),
        key=lambda one: place.get(one.handle, len(place)),
    )
    names = tuple(one.part.id for one in those)
    if not those:
        return ()
    if len(those) == 1 and len(explored.own) == 1:
        return (OrderReason(layer, names, "no other effect has a part in this layer"),)
    commuting = explored.commuting
    ordered = [
        one
        for one in those
        if any(one is not other and not commuting.apart(one, other) for other in those)
    ]
    found = []
    if ordered:
        why = "where one of them touches what another looks at, dependency puts the two in order"
        found.append(OrderReason(layer, tuple(one.part.id for one in ordered), why))
    whoever = "no two that may change places" if ordered else "none of them"
    found.append(
        OrderReason(
            layer,
            names,
            "none of them changes which objects another selects, what another works out or "
            "whether another exists"
            if not ordered
            else f"of {whoever} does one change which objects the other selects, what it works "
            "out or whether it exists",
        )
    )
    shared = _shared(those, commuting)
    for what, (both, why) in shared.items():
        marking = frozenset(one.part.id for one in both)
        if what == PERMISSIONS and any(pair <= marking for pair in rivals):
            why = "{what}: all marks stand in any order, and whatever their ages, they decide alike"
        found.append(OrderReason(layer, tuple(one.part.id for one in both), why.format(what=what)))
    if not shared and not ordered:
        found.append(OrderReason(layer, names, "no two of them write the same of one object"))
    return tuple(found)


def _shared(
    those: list[EffectFootprint], commuting: Commuting
) -> dict[str, tuple[list[EffectFootprint], str]]:
    """For each characteristic that several of them write on one object: which, and why it is
    the same in any order."""
    writers: dict[str, list[tuple[EffectFootprint, OperationFootprint]]] = {}
    for one in those:
        for deed in one.deeds:
            for what in _written(deed, commuting):
                writers.setdefault(what, []).append((one, deed))
    found = {}
    for what, pairs in writers.items():
        both: dict[EffectFootprint, None] = {}
        deeds = []
        for one, deed in pairs:
            if any(o is not one and d.mask & deed.mask for o, d in pairs):
                both[one] = None
                deeds.append(deed)
        if both:
            found[what] = list(both), _why(what, deeds, commuting)
    return found


def _written(deed: OperationFootprint, commuting: Commuting) -> list[str]:
    found = list(commuting.touched(deed, deed.mask))
    for write in deed.operation.writes:
        if isinstance(write, WriteStatus):
            found.append(write.status)
        elif isinstance(write, WriteMark) and write.kind != "unmodifiable":
            found.append(PERMISSIONS)
    return found


def _why(what: str, deeds: list[OperationFootprint], commuting: Commuting) -> str:
    writes = [write for deed in deeds for write in deed.operation.writes]
    numbers = {write.how for write in writes if isinstance(write, WriteNumber)}
    words = {write.how for write in writes if isinstance(write, WriteWords)}
    abilities = {write.how for write in writes if isinstance(write, WriteAbility)}

    def every(kind: type) -> bool:
        return all(isinstance(write, kind) for write in writes)

    if every(WriteNumber):
        if numbers <= {"add", "subtract", "lower", "multiply"}:
            if "multiply" in numbers:
                return "factors of {what} come to the same in any order"
            if "lower" in numbers:
                return "they take {what} down to the same least, in any order"
            return "what they add to {what} adds up to the same in any order"
        if numbers <= {"at least", "at most"}:
            return "of several limits to {what} the tightest holds in any order"
        if numbers == {"clear"}:
            return "they leave no {what}"
        if numbers <= {"set", "fix"}:
            return "they make {what} the same number"
    if every(WriteWords) and words == {"add"}:
        return "what joins {what} joins them in any order"
    if every(WriteName):
        return "{what} comes to the same in any order"
    if every(WritePlayer):
        return "{what} comes to the same player in any order"
    if every(WriteAbility) and abilities == {"gain"}:
        return "{what} that are gained are gained in any order"
    if what == ABILITIES and "gain" not in abilities:
        return "{what} that are lost are lost in any order"
    if what == ABILITIES:
        return "the {what} that are gained are none that are lost, or are lost in any order"
    if what in commuting.rulebook.statuses or every(WriteMark):
        return "{what}: what is marked twice is marked, in any order, and no age decides"
    return "what they do to {what} comes to the same in any order"
