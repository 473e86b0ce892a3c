"""Whether what earlier layers leave open can change how many orders later layers have."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from layerlaw.solver.board.columns import ABILITIES, FIXED, bits
from layerlaw.solver.board.kinds import InstanceNumber, LayerNumber
from layerlaw.solver.certainty.orders.linear_extensions import OrderCount
from layerlaw.solver.certainty.orders.read_write_sets import LayerFootprints

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from layerlaw.solver.certainty.orders.footprints import EffectFootprint
    from layerlaw.solver.certainty.orders.layer_orders import EffectGroup, ExploredLayer
    from layerlaw.solver.certainty.orders.layer_states import LayerEntry
    from layerlaw.solver.certainty.orders.transition_system import TransitionSystem


def independent_orders(
    system: TransitionSystem, layers_explored: Mapping[LayerNumber, ExploredLayer]
) -> OrderCount | None:
    """The orders of all layers multiplied, where no layer's depend on what earlier ones left.

    layers_explored: the layers that have parts, as the derivation comes to them. None where the
    orders of one may depend on another.
    """
    found = OrderCount(1)
    open_cells: dict[str, int] = {}
    open_effects: set[str] = set()
    entry: LayerEntry = system.start()
    for layer in system.layers:
        explored = layers_explored.get(layer)
        if explored is not None:
            entry = explored.entry
        if open_cells or open_effects:
            footprints = (
                LayerFootprints(system, entry, layer) if explored is None else explored.footprints
            )
            if footprints is None or footprints.entangled:
                return None
            if _depends(system, footprints, open_cells, open_effects):
                return None
        if explored is None:
            continue
        found = found.times(explored.orders)
        open_groups = [group for group in explored.groups if _open(group)]
        if open_groups and explored.footprints is None:
            return None
        for group in open_groups:
            assert explored.footprints is not None
            members = frozenset(group.handles)
            for one in explored.footprints.all:
                if one.handle in members:
                    if any(deed.copies for deed in one.deeds):
                        return None
                    open_effects.add(one.part.id)
                    _add_writes(one, open_cells)
    return found


def _known(system: TransitionSystem) -> Iterator[InstanceNumber]:
    """The ability instances with static effects that have turned up so far."""
    for number in map(InstanceNumber, count()):
        try:
            instance = system.instances[number]
        except IndexError:
            return
        if instance.static:
            yield number


def _open(group: EffectGroup) -> bool:
    return not group.complete or len(group.ends) > 1


def _add_writes(one: EffectFootprint, cells: dict[str, int]) -> None:
    for deed in one.deeds:
        for name, mask in deed.writes.items():
            cells[name] = cells.get(name, 0) | mask


def _depends(
    system: TransitionSystem,
    footprints: LayerFootprints,
    cells: Mapping[str, int],
    effects: set[str],
) -> bool:
    """Whether who has a part in the layer, or what it looks at, depends on open cells."""
    holders = cells.get(ABILITIES, 0)
    interpreter = system.interpreter(footprints.entry)
    for instance in _known(system) if holders else ():
        for holder in bits(holders & interpreter.effects.works(instance)):
            if footprints.layer in interpreter.effects.parts_of(instance, holder):
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
        if any(deed.copies for deed in one.deeds):
            return True
    return False
