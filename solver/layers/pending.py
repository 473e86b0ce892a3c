"""The parts of one layer: which are pending, which do not exist, and which come to exist."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError
from layerlaw.solver.board.columns import ABILITIES, bits
from layerlaw.solver.board.kinds import NO_OBJECTS, InstanceNumber, PartNumber

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.board.columns import Board, Flip
    from layerlaw.solver.board.kinds import LayerNumber, Objects
    from layerlaw.solver.effects.parts import Part
    from layerlaw.solver.layers.observe import Observer


class SameId(LayerlawError):
    """Two effects of one layer with the same id: one printed, one that came with a copy."""

    def __init__(self, id: str, layer: LayerNumber, rulebook: Rulebook) -> None:
        super().__init__(
            f"two effects called {id} wait for their turns in layer "
            f"'{rulebook.layers[layer].name}' of {rulebook.id}: a copy brought one to an object "
            "that has one of that name; layers that copy should do nothing else"
        )


class PendingParts:
    """The parts of one layer that wait for their turn, and those that may come to.

    Parts have numbers, in the order in which they came to be pending. pending: those that wait for
    their turn. dormant: parts that do not exist, or no longer do, and may come.

    admits: which parts may be in it, where not all may. search: whether all dormant parts are
    looked at after each turn, or only those that what was written could bring.
    """

    def __init__(
        self,
        observer: Observer,
        layer: LayerNumber,
        admits: Callable[[Part], bool] | None = None,
        *,
        search: bool = False,
    ) -> None:
        self.observer = observer
        self.effects = observer.effects
        self.layer = layer
        self.admits = admits
        self._search = search
        self.parts: list[Part] = []
        self.numbers: dict[Part, PartNumber] = {}
        self.named: dict[str, PartNumber] = {}
        self.pending: dict[PartNumber, None] = {}
        self.dormant: dict[Part, None] = {}

    def sort_in(self, part: Part, board: Board) -> bool:
        """Whether the part exists on the board, and so is pending from now on.

        Raises `SameId` if another part with its id is pending.
        """
        number = self.numbers.get(part)
        if number is not None and part not in self.dormant:
            # It is pending, or was applied.
            return False
        if not self.observer.exists(part, board):
            self.dormant[part] = None
            return False
        self.dormant.pop(part, None)
        if number is None:
            number = self.number(part)
        other = self.named[part.id]
        if other != number:
            if other in self.pending:
                raise SameId(part.id, self.layer, self.observer.world.rulebook)
            self.named[part.id] = number
        self.pending[number] = None
        return True

    def number(self, part: Part) -> PartNumber:
        """The number that a new part has from now on."""
        number = self.numbers[part] = PartNumber(len(self.parts))
        self.named.setdefault(part.id, number)
        self.parts.append(part)
        return number

    def join(self, flips: Sequence[Flip], board: Board) -> tuple[PartNumber, ...]:
        """Sort in the parts that these writes, which led to the board, brought into existence."""
        if not self.dormant:
            for flip in flips:
                if flip[0] == ABILITIES:
                    break
            else:
                return ()
        abilities = board.column(ABILITIES)
        gained: dict[InstanceNumber, Objects] = {}
        again = self._search
        conditions = self.effects.condition_reads
        disabling = self.observer.world.disabling
        for characteristic, value, flipped in flips:
            if characteristic == ABILITIES:
                assert isinstance(value, InstanceNumber)
                got = flipped & abilities.get(value, NO_OBJECTS)
                if got:
                    gained[value] = gained.get(value, NO_OBJECTS) | got
            elif characteristic in disabling or characteristic in conditions:
                again = True
        candidates: dict[Part, None] = {}
        for instance, holders in gained.items():
            if self.effects.instances[instance].static:
                for holder in bits(holders & self.effects.works(instance)):
                    part = self.effects.parts_of(instance, holder).get(self.layer)
                    if part is not None and (self.admits is None or self.admits(part)):
                        candidates[part] = None
        if again or gained or ABILITIES in conditions:
            candidates.update(self.dormant)
        return tuple(self.numbers[part] for part in candidates if self.sort_in(part, board))

    def by_age(self) -> list[PartNumber]:
        """The pending parts, the oldest first."""
        return sorted(self.pending, key=self._key)

    def _key(self, number: PartNumber) -> tuple[int, ...]:
        return self.parts[number].key
