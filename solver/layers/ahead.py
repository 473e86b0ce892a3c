"""Which effects act before their own layer, because they would add or remove earlier abilities.

See the policy `ability added or removed` in docs/definition.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.board.columns import ABILITIES, bits
from layerlaw.solver.board.kinds import NO_OBJECTS, InstanceNumber, LayerNumber

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.effects.parts import Part
    from layerlaw.solver.layers.observe import Observer


def parts_ahead(observer: Observer, layer: LayerNumber, board: Board) -> frozenset[Part]:
    """The parts that act in a place between layers though their own layer is a later one.

    layer: that place. Each would add or remove another effect's ability that acts in the next
    layer, or in this very place.
    """
    standing = [
        part
        for part in observer.effects.standing(layer, board)
        if (part.identity, part.own_layers[-1]) not in observer.begun.ahead
        and observer.stands(part, board)
    ]
    waiting = {part for part in standing if not part.ahead}
    touched = {part: _touched(observer, part, board) for part in standing if part.ahead}

    def ahead(values: tuple[str, ...]) -> frozenset[Part]:
        if values[0] == "in its own layer":
            return frozenset()
        found = {
            part for part, others in touched.items() if _acts_next(observer, part, others, waiting)
        }
        while values[0] == "before the ability's layer":
            more = {
                part
                for part, others in touched.items()
                if part not in found
                and any(other in found for other in others if other is not part)
            }
            if not more:
                break
            found |= more
        return frozenset(found)

    return observer.world.rulebook.decided(("ability added or removed",), ahead)


def _acts_next(observer: Observer, part: Part, touched: set[Part], waiting: set[Part]) -> bool:
    """Whether any of the parts touched acts in the next layer, or waits in this place."""
    return any(
        other in waiting
        or (
            other.layer == part.layer + 1
            and (other.identity, other.own_layers[-1]) not in observer.begun.ahead
        )
        for other in touched
        if other.identity != part.identity
    )


def _touched(observer: Observer, part: Part, board: Board) -> set[Part]:
    """What the abilities that the part would add or remove do in this place and the next layer."""
    here = (part.layer, LayerNumber(part.layer + 1))
    after = observer.apply(part, observer.look(part, board), board)
    touched: set[Part] = set()
    for instance, holders in _changed(observer, board, after):
        if observer.instances[instance].static:
            for holder in bits(holders & observer.effects.works(instance)):
                parts = observer.effects.parts_of(instance, holder)
                touched.update(parts[layer] for layer in here if layer in parts)
    return touched


def _changed(
    observer: Observer, board: Board, after: Board
) -> Iterator[tuple[InstanceNumber, int]]:
    """The ability instances that objects have, or that work, on one of two boards only."""
    old, new = board.column(ABILITIES), after.column(ABILITIES)
    disabled = NO_OBJECTS
    for status in observer.world.disabling:
        before = board.column(status).get(True, NO_OBJECTS)
        disabled |= after.column(status).get(True, NO_OBJECTS) & ~before
    for instance in {**old, **new}:
        assert isinstance(instance, InstanceNumber)
        had, has = old.get(instance, NO_OBJECTS), new.get(instance, NO_OBJECTS)
        holders = (had ^ has) | had & disabled
        if holders:
            yield instance, holders
