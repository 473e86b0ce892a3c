"""Pairs of parts whose order plainly makes no difference on a board, so that no trial is needed."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.split import parts_of
from layerlaw.model.dataclass import dataclass
from layerlaw.solver.effects.reads import merge
from layerlaw.solver.layers.brought import and_brought, apply_alone, frees, gains, meet
from layerlaw.solver.layers.carried import has_lost, may_take

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.effects.parts import Part
    from layerlaw.solver.effects.reads import Reads
    from layerlaw.solver.effects.world import World
    from layerlaw.solver.layers.brought import Applied
    from layerlaw.solver.layers.observe import Granted, Observer


@dataclass(frozen=True, slots=True)
class Footprint:
    """What a part, with what it brings, reads, writes and changes where nothing else is applied.

    adds: characteristics to which nothing is done but adding, which comes to the same in whatever
    order others add too.
    """

    reads: Reads
    applied: Applied
    adds: frozenset[str]


class CommutingPairs:
    """Tells which pairs of parts come to the same in both orders, on one board.

    They do if neither changes what the other reads, what both write is only added to, and neither
    can take back with an ability what was done early: then both do in either order what each does
    alone, with what it brings. What only both bring has to come behind all of that.
    """

    def __init__(
        self, observer: Observer, board: Board, known: Collection[Part], *, always: bool = False
    ) -> None:
        """known, always: as `with_brought` has them."""
        self._observer = observer
        self._board = board
        self._known = known
        self._always = always
        self._applied: dict[Part, tuple[Applied, list[Granted]]] = {}
        self._alone: dict[Part, tuple[Applied, list[Granted]]] = {}
        self._prints: dict[Part, Footprint | None] = {}
        self._half_brought: dict[Part, frozenset[Part]] = {}

    def alone(self, part: Part) -> tuple[Applied, list[Granted]]:
        """The part applied with what it brings, and what was granted."""
        if part not in self._alone:
            first, granted = self._itself(part)
            given = [*granted]
            applied = and_brought(
                self._observer, self._board, first, self._known, given, always=self._always
            )
            self._alone[part] = applied, given
        return self._alone[part]

    def _itself(self, part: Part) -> tuple[Applied, list[Granted]]:
        """The same without what it brings."""
        if part not in self._applied:
            granted: list[Granted] = []
            applied = apply_alone(self._observer, self._board, part, granted)
            self._applied[part] = applied, granted
        return self._applied[part]

    def all_certain(self, parts: Collection[Part]) -> bool:
        """Whether all of these plainly do in any order what each does alone, and bring nothing."""
        if any(self._may_give(part) for part in parts):
            return False
        prints = [self._print(part) for part in parts]
        if any(each is None or len(each.applied.parts) > 1 for each in prints):
            return False
        nearer = [one for part in parts for one in self._nearer(part)]
        return len(set(nearer)) == len(nearer) and all(
            self.certain(first, second) for first, second in combinations(parts, 2)
        )

    def _may_give(self, part: Part) -> bool:
        """Whether it gives an ability that acts in the layer, found out without looking at that."""
        after = self._itself(part)[0].board
        return gains(self._observer.effects, part.layer, self._board, after)

    def certain(self, first: Part, second: Part) -> bool:
        """Whether the two plainly come to the same in both orders."""
        one, other = self._print(first), self._print(second)
        if one is None or other is None:
            return False
        if meet(one.applied.changes, other.reads) or meet(other.applied.changes, one.reads):
            return False
        both = one.adds & other.adds
        if any(
            mask & other.applied.cells.get(characteristic, 0) and characteristic not in both
            for characteristic, mask in one.applied.cells.items()
        ):
            return False
        if len(one.applied.parts) == len(other.applied.parts) == 1 and not (
            self.alone(first)[1] and self.alone(second)[1]
        ):
            # What only both of them bring comes behind both, whichever of them goes first.
            return True
        return not self._bring_more(first, second)

    def _bring_more(self, first: Part, second: Part) -> bool:
        """Whether what exists behind both, or one with what it brings, is more than was brought."""
        one, other = self.alone(first)[0], self.alone(second)[0]
        by_one, by_other = self._nearer(first), self._nearer(second)
        if any(self._observer.exists(part, one.board) for part in by_one) or any(
            self._observer.exists(part, other.board) for part in by_other
        ):
            return True
        nearer = {
            *(by_one & by_other),
            *(part for part in by_one if meet(other.changes, _tested(part))),
            *(part for part in by_other if meet(one.changes, _tested(part))),
        }
        end = one.board
        for part, seen in other.parts if nearer else ():
            end = self._observer.apply(part, seen, end)
        return any(self._observer.exists(part, end) for part in nearer)

    def _print(self, part: Part) -> Footprint | None:
        """What it does alone; None where that is not all there is to know."""
        if part not in self._prints:
            self._prints[part] = self._footprint(part)
        return self._prints[part]

    def _footprint(self, part: Part) -> Footprint | None:
        observer, board = self._observer, self._board
        applied, _ = self.alone(part)
        if frees(observer, board, applied.board) or self._may_take_back(applied):
            return None
        reads: Reads = {}
        adding: set[str] = set()
        other: set[str] = set()
        for one, seen in applied.parts:
            reads = merge(reads, one.reads)
            for step, (scope, operands) in zip(one.steps, seen, strict=True):
                for prepared, operand in zip(step.operations, operands, strict=True):
                    adds = _adds(prepared.operation, operand, scope, board, observer.world)
                    (adding if adds else other).update(prepared.writes)
        return Footprint(reads, applied, frozenset(adding - other))

    def _may_take_back(self, applied: Applied) -> bool:
        """Whether with what was applied something may be taken back that was done early."""
        world, early = self._observer.world, self._observer.begun.early.values()
        return any(may_take(part, world) for part, _ in applied.parts) and any(
            has_lost(one, board, world) for one in early for board in (self._board, applied.board)
        )

    def _nearer(self, part: Part) -> frozenset[Part]:
        """The parts that it does not bring, but may bring together with another one."""
        if part not in self._half_brought:
            self._half_brought[part] = frozenset(self._half(part, self.alone(part)[0]))
        return self._half_brought[part]

    def _half(self, part: Part, applied: Applied) -> Iterator[Part]:
        effects, layer = self._observer.effects, part.layer
        given = gains(effects, layer, self._board, applied.board)
        if not given and not meet(applied.changes, effects.condition_reads):
            return
        stood = set(effects.standing(layer, self._board)) if given else None
        passed = {one for one, _ in applied.parts}.union(self._known)
        for one in effects.standing(layer, applied.board):
            new = stood is not None and one not in stood
            if one not in passed and (new or meet(applied.changes, _tested(one))):
                yield one


def _tested(part: Part) -> Reads:
    """What its condition looks at."""
    return part.program.tested or {}


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
