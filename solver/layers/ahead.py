"""Which effects act before their own layer, because they would add or remove earlier abilities.

See the policy `ability added or removed` in docs/definition.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.board.columns import ABILITIES, bits
from layerlaw.solver.board.kinds import NO_OBJECTS, InstanceNumber, LayerNumber
from layerlaw.solver.layers.observe import Observer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.effects.effects import Effects
    from layerlaw.solver.effects.parts import Part


def observer_of(effects: Effects) -> Observer:
    """Who observes these effects."""
    places = effects.world.constants.places_between
    return ObserverInPlaces(effects) if places else Observer(effects)


class ObserverInPlaces(Observer):
    """Observes parts where effects may act before or behind their own layers."""

    def __init__(self, effects: Effects) -> None:
        super().__init__(effects)
        self._ahead: tuple[Board, tuple[int, ...], frozenset[Part]] | None = None

    def exists(self, part: Part, board: Board) -> bool:
        """Whether the part's effect exists on the board, and has its turn in this place."""
        if (part.identity, part.last_layer) in self.begun.ahead:
            return False
        if part.ahead and part not in self._acting_ahead(part.layer, board):
            return False
        return self.stands(part, board)

    def _acting_ahead(self, layer: LayerNumber, board: Board) -> frozenset[Part]:
        # Nothing writes to a board that is looked at in a place between layers; see `derive`.
        at = (layer, len(self.begun.ahead), len(self.begun.started))
        if self._ahead is None or self._ahead[0] is not board or self._ahead[1] != at:
            self._ahead = board, at, self._parts_ahead(layer, board)
        return self._ahead[2]

    def _parts_ahead(self, layer: LayerNumber, board: Board) -> frozenset[Part]:
        """The parts that act in a place between layers though their own layer is a later one.

        layer: that place. Each would add or remove another effect's ability that acts in the next
        layer, or in this very place.
        """
        touched = {
            part: self._touched(part, board)
            for part in self.effects.standing(layer, board)
            if part.ahead
            and (part.identity, part.last_layer) not in self.begun.ahead
            and self.stands(part, board)
        }

        def ahead(values: tuple[str, ...]) -> frozenset[Part]:
            if values[0] == "in its own layer":
                return frozenset()
            found = {part for part, others in touched.items() if self._acts_next(part, others)}
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

        return self.world.rulebook.decided(("ability added or removed",), ahead)

    def _acts_next(self, part: Part, touched: set[Part]) -> bool:
        """Whether any other part touched acts in the next layer, or waits in this place."""
        return any(
            other.identity != part.identity
            and not other.ahead
            and (other.identity, other.last_layer) not in self.begun.ahead
            for other in touched
        )

    def _touched(self, part: Part, board: Board) -> set[Part]:
        """What the abilities that it would add or remove do in this place and the next layer."""
        here = (part.layer, LayerNumber(part.layer + 1))
        after = self.apply(part, self.look(part, board), board)
        touched: set[Part] = set()
        for instance, holders in self._changed(board, after):
            if self.instances[instance].static:
                for holder in bits(holders & self.effects.works(instance)):
                    parts = self.effects.parts_of(instance, holder)
                    touched.update(parts[layer] for layer in here if layer in parts)
        return touched

    def _changed(self, board: Board, after: Board) -> Iterator[tuple[InstanceNumber, int]]:
        """The ability instances that objects have, or that work, on one of two boards only."""
        old, new = board.column(ABILITIES), after.column(ABILITIES)
        disabled = NO_OBJECTS
        for status in self.world.disabling:
            before = board.column(status).get(True, NO_OBJECTS)
            disabled |= after.column(status).get(True, NO_OBJECTS) & ~before
        for instance in {**old, **new}:
            assert isinstance(instance, InstanceNumber)
            had, has = old.get(instance, NO_OBJECTS), new.get(instance, NO_OBJECTS)
            holders = (had ^ has) | had & disabled
            if holders:
                yield instance, holders
