"""Pairs of parts whose order plainly makes no difference on a board, so that no trial is needed."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.split import parts_of
from layerlaw.model.dataclass import dataclass
from layerlaw.solver.board.columns import ABILITIES, ABILITY_BARS, BARS, UNSURE_BARS, bits
from layerlaw.solver.board.kinds import NO_OBJECTS, InstanceNumber
from layerlaw.solver.effects.indifference import may_act_in

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from layerlaw.solver.board.columns import Board, Column
    from layerlaw.solver.board.kinds import LayerNumber
    from layerlaw.solver.effects.effects import Effects
    from layerlaw.solver.effects.parts import Observation, Part
    from layerlaw.solver.effects.reads import Reads
    from layerlaw.solver.effects.world import World
    from layerlaw.solver.layers.observe import Observer


@dataclass(frozen=True, slots=True)
class Footprint:
    """What a part, applied alone, reads, writes and changes.

    writes: cells it writes, changed or not. adds: characteristics to which it does nothing but
    add, which comes to the same in whatever order others add too.
    """

    reads: Reads
    writes: Reads
    changes: Reads
    adds: frozenset[str]


class CommutingPairs:
    """Tells which pairs of parts come to the same in both orders, on one board.

    They do if neither changes what the other reads, what both write is only added to, and neither
    could bring anything into existence, or take back with an ability what was done early: then both
    do in either order what each does alone.
    """

    def __init__(
        self,
        observer: Observer,
        board: Board,
        seen: Mapping[Part, Observation],
        known: Collection[Part],
    ) -> None:
        """known: the parts of the layer that nothing brings into existence, for they are there."""
        self._prints: dict[Part, Footprint] = {}
        self._quiet: set[Part] = set()
        taking = {ABILITIES, *observer.world.disabling} if observer.begun.early else frozenset()
        for part, observation in seen.items():
            after = observer.apply(part, observation, board)
            changes = after.changes_from(board)
            self._prints[part] = _footprint(part, observation, changes, board, observer.world)
            if not (
                may_bring(observer, part.layer, board, after, changes, known)
                or _bars_numbers(board, after)
                or taking & part.writes
            ):
                self._quiet.add(part)

    def all_certain(self) -> bool:
        """Whether all of them plainly do in any order what each does alone, and bring nothing."""
        return len(self._quiet) == len(self._prints) and all(
            self.certain(first, second) for first, second in combinations(self._prints, 2)
        )

    def certain(self, first: Part, second: Part) -> bool:
        """Whether the two plainly come to the same in both orders."""
        if first not in self._quiet or second not in self._quiet:
            return False
        one, other = self._prints[first], self._prints[second]
        if _meet(one.changes, other.reads) or _meet(other.changes, one.reads):
            return False
        both = one.adds & other.adds
        return not any(
            mask & other.writes.get(characteristic, 0) and characteristic not in both
            for characteristic, mask in one.writes.items()
        )


def _meet(one: Reads, other: Reads) -> bool:
    return any(mask & other.get(characteristic, 0) for characteristic, mask in one.items())


def may_bring(
    observer: Observer,
    layer: LayerNumber,
    before: Board,
    after: Board,
    changes: Reads,
    known: Collection[Part] | None = None,
) -> bool:
    """Whether what changed could have brought a part of the layer into existence.

    An ability that does something there has to be gained, a disabling status lost, or what a
    condition reads changed. known: parts whose conditions bring nothing, if it is worth looking.
    """
    effects = observer.effects
    if _meet(changes, effects.condition_reads) and (
        known is None or _meet(changes, effects.conditions_of_others(layer, before, known))
    ):
        return True
    disabling = observer.world.rulebook.disabling
    for characteristic in changes:
        old, new = before.column(characteristic), after.column(characteristic)
        if characteristic == ABILITIES and _gains(effects, layer, old, new):
            return True
        if characteristic in disabling and old.get(True, 0) & ~new.get(True, 0):
            return True
    return False


def _gains(effects: Effects, layer: LayerNumber, old: Column, new: Column) -> bool:
    """Whether any object has gained an ability that does something in the layer."""
    rulebook = effects.world.rulebook
    id = rulebook.layers[layer].id
    for instance, held in new.items():
        gained = held & ~old.get(instance, NO_OBJECTS)
        if not gained:
            continue
        assert isinstance(instance, InstanceNumber)
        if effects.instances[instance].static:
            works = gained & effects.works(instance)
            # Where readings are looked at side by side, none is told apart from others for this.
            if rulebook.in_doubt:
                if works and may_act_in(rulebook, effects.instances[instance].ability, id):
                    return True
            elif any(layer in effects.parts_of(instance, one) for one in bits(works)):
                return True
    return False


def _bars_numbers(before: Board, after: Board) -> bool:
    """Whether a bar was put up that is not about abilities."""
    old = before.column(BARS)
    return any(
        isinstance(bar, tuple)
        and bar[0] not in (*ABILITY_BARS, *UNSURE_BARS)
        and held & ~old.get(bar, 0)
        for bar, held in after.column(BARS).items()
    )


def _footprint(
    part: Part, seen: Observation, changes: Reads, board: Board, world: World
) -> Footprint:
    writes = dict(changes)
    other: set[str] = set()
    adding: set[str] = set()
    for step, (scope, operands) in zip(part.steps, seen, strict=True):
        for prepared, operand in zip(step.operations, operands, strict=True):
            for characteristic in prepared.writes:
                writes[characteristic] = writes.get(characteristic, NO_OBJECTS) | scope
            if _adds(prepared.operation, operand, scope, board, world):
                adding |= prepared.writes
            else:
                other |= prepared.writes
    return Footprint(part.reads, writes, changes, frozenset(adding - other))


def _adds(operation: a.Operation, operand: object, scope: int, board: Board, world: World) -> bool:
    """Whether the operation only adds, so that others may add before it or after it."""
    match operation:
        case a.AddMembers() | a.AddMembersOf() | a.Gain():
            return True
        case a.Permission() | a.Ignore() | a.Redirect():
            return True
        case a.ChangeNumber(characteristic, "+" | "-" as sign, _, None):
            known = world.rulebook.characteristics.get(characteristic)
            if known is None or known.floor is None:
                return True
            if any(
                held & scope and isinstance(number, int) and min(parts_of(number)) < known.floor
                for number, held in board.column(characteristic).items()
            ):
                return False
            # From above, a floor that cuts at once is never reached by going up.
            return all((number >= 0) is (sign == "+") or not number for number in _each(operand))
    return False


def _each(operand: object) -> Iterable[int]:
    if isinstance(operand, int):
        return (operand,)
    return [number for _, number in operand] if isinstance(operand, tuple) else ()
