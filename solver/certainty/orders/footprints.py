"""The footprint of an effect in one layer: what it looks at and what it may do, as data."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from layerlaw.model.algebra.writes import WriteAbility, WriteCopy, WriteMark, WriteText
from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from layerlaw.model import algebra as a
    from layerlaw.solver.board.kinds import InstanceNumber
    from layerlaw.solver.certainty.orders.layer_states import Handle
    from layerlaw.solver.certainty.orders.read_words import ReadWords
    from layerlaw.solver.effects.parts import Part
    from layerlaw.solver.effects.reads import Reads


class Unknown(Enum):
    """An operand that depends on who went before."""

    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, eq=False)
class OperationFootprint:
    """One operation of a part.

    mask: the objects to which it may be done, at most. operand: as it is whenever the part is
    applied, for every object of the mask; or `Unknown`. writes: for each characteristic the
    objects of which it may change; what follows from it (who controls what is carried) too.
    """

    operation: a.Operation
    mask: int
    operand: Hashable
    grants: InstanceNumber
    writes: Mapping[str, int]

    @property
    def copies(self) -> bool:
        """Whether it may write everything that is copiable, or in the text."""
        return any(isinstance(write, WriteCopy | WriteText) for write in self.operation.writes)

    @property
    def gains(self) -> bool:
        """Whether it gives an ability."""
        return any(
            isinstance(write, WriteAbility) and write.how == "gain"
            for write in self.operation.writes
        )

    @property
    def shields(self) -> bool:
        """Whether no other effect applies to its objects any more."""
        return WriteMark("unmodifiable") in self.operation.writes


@dataclass(frozen=True, slots=True, eq=False)
class EffectFootprint:
    """What one part of the layer can look at and do.

    always: it exists whatever is done. instance, holder: -1 for what is resolved. reads: what its
    scopes, operands and condition look at. pending: whether it exists as the layer begins.
    """

    handle: Handle
    part: Part
    pending: bool
    always: bool
    reads: Reads
    read_words: ReadWords
    deeds: tuple[OperationFootprint, ...]

    @property
    def reach(self) -> int:
        """The objects to which anything may be done by it."""
        found = 0
        for deed in self.deeds:
            found |= deed.mask
        return found
