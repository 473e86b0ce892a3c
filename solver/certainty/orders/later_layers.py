"""Whether what earlier layers leave open can change how many orders later layers have."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.solver.board.columns import ABILITIES, FIXED, bits
from layerlaw.solver.certainty.orders.linear_extensions import Count
from layerlaw.solver.certainty.orders.read_write_sets import Footprints

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from layerlaw.solver.certainty.orders.layer_orders import Finding, Group
    from layerlaw.solver.certainty.orders.read_write_sets import Footprint
    from layerlaw.solver.certainty.orders.transition_system import Courses, Entry


def independent_orders(courses: Courses, findings: Mapping[int, Finding]) -> Count | None:
    """The orders of all layers multiplied, where no layer's depend on what earlier ones left.

    findings: of the layers as the derivation comes to them, of all that have parts then. None
    where they may depend on it.
    """
    found = Count(1)
    open_cells: dict[str, int] = {}
    open_effects: set[str] = set()
    entry: Entry = courses.start()
    for layer in range(courses.layers):
        finding = findings.get(layer)
        if finding is not None:
            entry = finding.entry
        if open_cells or open_effects:
            footprints = (
                Footprints(courses, entry, layer) if finding is None else finding.footprints
            )
            if footprints is None or footprints.entangled:
                return None
            if _depends(courses, footprints, open_cells, open_effects):
                return None
        if finding is None:
            continue
        found = found.times(finding.orders)
        open_groups = [group for group in finding.groups if _open(group)]
        if open_groups and finding.footprints is None:
            return None
        for group in open_groups:
            assert finding.footprints is not None
            members = frozenset(group.handles)
            for one in finding.footprints.all:
                if one.handle in members:
                    if any(isinstance(deed.operation, a.CopyOf) for deed in one.deeds):
                        return None
                    open_effects.add(one.part.id)
                    _add_writes(one, open_cells)
    return found


def _known(courses: Courses) -> Iterator[int]:
    """The ability instances with static effects that have turned up so far."""
    for number in count():
        try:
            instance = courses.instances[number]
        except IndexError:
            return
        if instance.static:
            yield number


def _open(group: Group) -> bool:
    return not group.complete or len(group.ends) > 1


def _add_writes(one: Footprint, cells: dict[str, int]) -> None:
    for deed in one.deeds:
        for name, mask in deed.writes.items():
            cells[name] = cells.get(name, 0) | mask


def _depends(
    courses: Courses, footprints: Footprints, cells: Mapping[str, int], effects: set[str]
) -> bool:
    """Whether who has a part in the layer, or what it looks at, depends on open cells."""
    holders = cells.get(ABILITIES, 0)
    machine = courses.machine(footprints.entry)
    for instance in _known(courses) if holders else ():
        for holder in bits(holders & machine.effects.works(instance)):
            if footprints.layer in machine.effects.of(instance, holder):
                return True
    disabled = 0
    for status in footprints.disabling:
        disabled |= cells.get(status, 0)
    for one in footprints.all:
        effect = one.part.effect
        if effect.id in effects or any(
            mask & cells.get(name, 0) for name, mask in one.reads.items()
        ):
            return True
        if effect.static and disabled >> effect.holder & 1:
            return True
        if cells.get(FIXED, 0) & one.reach:
            return True
        if any(isinstance(deed.operation, a.CopyOf) for deed in one.deeds):
            return True
    return False
