"""Which effects act before their own layer, because they would add or remove earlier abilities.

See the policy `ability added or removed` in docs/definition.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.board.columns import ABILITIES, bits
from layerlaw.solver.board.kinds import NO_OBJECTS, InstanceNumber, LayerNumber
from layerlaw.solver.effects.places import AHEAD_OF_NONE
from layerlaw.solver.layers.observe import Observer

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from layerlaw.solver.board.columns import Board, Flip
    from layerlaw.solver.board.kinds import Objects
    from layerlaw.solver.effects.effects import Effects
    from layerlaw.solver.effects.parts import Part


TouchedAbilities = list[tuple[InstanceNumber, "Objects"]]
"""Ability instances, each with the objects whose it is."""


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
        found: set[Part] = set()
        waiting: dict[Part, TouchedAbilities] = {}
        for part in self.effects.standing(layer, board):
            if (
                part.ahead
                and (part.identity, part.last_layer) not in self.begun.ahead
                and self.stands(part, board)
            ):
                touched = self._touched(part, board)
                if self._acts_next(part, touched):
                    found.add(part)
                else:
                    waiting[part] = touched
        if not found:
            return frozenset()

        def ahead(values: tuple[str, ...]) -> frozenset[Part]:
            if values[0] == AHEAD_OF_NONE:
                return frozenset()
            going, left, new = set(found), dict(waiting), found
            while new and values[0] == "before the ability's layer":
                holders: dict[Hashable, Objects] = {}
                for one in new:
                    instance, holder = one.effect.instance, one.effect.holder
                    holders[instance] = holders.get(instance, NO_OBJECTS) | 1 << holder
                new = {
                    part
                    for part, others in left.items()
                    if any(holders.get(each, NO_OBJECTS) & held for each, held in others)
                }
                going |= new
                for part in new:
                    del left[part]
            return frozenset(going)

        return self.world.rulebook.decided(("ability added or removed",), ahead)

    def _acts_next(self, part: Part, touched: TouchedAbilities) -> bool:
        """Whether another effect, whose ability it would add or remove, acts in the next layer, or
        waits in this place."""
        here = (part.layer, LayerNumber(part.layer + 1))
        for instance, holders in touched:
            if self.effects.acts_in(instance, here):
                for holder in bits(holders):
                    parts = self.effects.parts_of(instance, holder)
                    for layer in here:
                        other = parts.get(layer)
                        if (
                            other is not None
                            and other.identity != part.identity
                            and not other.ahead
                            and (other.identity, other.last_layer) not in self.begun.ahead
                        ):
                            return True
        return False

    def _touched(self, part: Part, board: Board) -> TouchedAbilities:
        """The static abilities that it would add or remove, where they work, and whose."""
        after = board.fork()
        journal = after.attempt()
        self.write(part, self.look(part, board), after)
        return [
            (instance, working)
            for instance, holders in self._changed(board, after, journal)
            if self.instances[instance].static
            and (working := holders & self.effects.works(instance))
        ]

    def _changed(
        self, board: Board, after: Board, journal: Sequence[Flip]
    ) -> Iterator[tuple[InstanceNumber, Objects]]:
        """The ability instances that objects have, or that work, on one of two boards only.

        journal: what was written to the second.
        """
        net: dict[Hashable, Objects] = {}
        for characteristic, value, objects in journal:
            if characteristic == ABILITIES:
                net[value] = net.get(value, NO_OBJECTS) ^ objects
        disabled = NO_OBJECTS
        for status in self.world.disabling:
            before = board.column(status).get(True, NO_OBJECTS)
            disabled |= after.column(status).get(True, NO_OBJECTS) & ~before
        if disabled:
            for instance, had in board.column(ABILITIES).items():
                if had & disabled:
                    net[instance] = net.get(instance, NO_OBJECTS) | had & disabled
        for instance, holders in net.items():
            assert isinstance(instance, InstanceNumber)
            if holders:
                yield instance, holders
