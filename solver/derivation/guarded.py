"""The board of what stands in a paradox: a question that it cannot answer ends in a message."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, overload

from layerlaw.model import algebra as a
from layerlaw.solver.board.columns import Board, bits
from layerlaw.solver.derivation.checks import fates, marked
from layerlaw.solver.effects.context import no_effect
from layerlaw.solver.facts.records import FateRecord, no_value
from layerlaw.solver.together.bounds import scope_bounds
from layerlaw.solver.together.partial import controller_doubts

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from layerlaw.solver.board.columns import Column
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.derivation.makers import Makers
    from layerlaw.solver.effects.context import Instances
    from layerlaw.solver.effects.world import World
    from layerlaw.solver.facts.records import Cell
    from layerlaw.solver.together.state import State

T = TypeVar("T")


class Guarded(Board):
    """A board some of whose cells have no value.

    Reading one of them, or a column with one of them, raises `LayerlawError`.
    """

    __slots__ = ("_names", "without")

    def __init__(self, board: Board, without: frozenset[Cell], world: World) -> None:
        self.without = without
        self._names = tuple(world.index)
        super().__init__(_Columns(board.columns, without), board.had)

    def _ask(self, characteristic: str, index: int) -> Column:
        cell = self._names[index], characteristic
        if cell in self.without:
            raise no_value(cell)
        return dict.get(self.columns, characteristic) or {}

    def value(self, characteristic: str, index: int) -> Hashable | None:
        """As on any board; raises `LayerlawError` where there is no value."""
        for value, held in self._ask(characteristic, index).items():
            if held >> index & 1:
                return value
        return None

    def values(self, characteristic: str, index: int) -> tuple[Hashable, ...]:
        """As on any board; raises `LayerlawError` where there is no value."""
        return tuple(v for v, held in self._ask(characteristic, index).items() if held >> index & 1)

    def bare(self) -> Board:
        """The same board for those who know which cells to leave alone."""
        return Board(dict(self.columns), self.had)


class _Columns(dict[str, "Column"]):
    """Columns of which those that hold a cell without value cannot be read as a whole."""

    def __init__(self, columns: Mapping[str, Column], without: frozenset[Cell]) -> None:
        super().__init__(columns)
        self._first: dict[str, Cell] = {}
        for cell in sorted(without):
            self._first.setdefault(cell[1], cell)

    @overload
    def get(self, key: str, default: None = None, /) -> Column | None: ...
    @overload
    def get(self, key: str, default: Column, /) -> Column: ...
    @overload
    def get(self, key: str, default: T, /) -> Column | T: ...
    def get(self, key: str, default: T | None = None, /) -> Column | T | None:
        """As of any columns; raises `LayerlawError` where a cell has no value."""
        if key in self._first:
            raise no_value(self._first[key])
        return super().get(key, default)


def without(rest: Sequence[Answer]) -> frozenset[Cell]:
    """The cells that do not have one and the same value in all states of what stands."""
    if not rest:
        return frozenset()
    finals = [one.final for one in rest]
    torn = {cell for one in rest for cell in one.without}
    for cell, value in finals[0].items():
        if any(cell not in other or other[cell] != value for other in finals):
            torn.add(cell)
    return frozenset(torn | {cell for other in finals for cell in other if cell not in finals[0]})


def undecided(rest: Sequence[Answer]) -> tuple[FateRecord, ...]:
    """What the checks may find, and do not certainly find in all states of what stands."""
    doubtful = dict.fromkeys(fate for one in rest for fate in one.undecided)
    for one in rest:
        doubtful.update((f, None) for f in one.fates if any(f not in other.fates for other in rest))
    return tuple(doubtful)


def bounded_fates(
    world: World,
    instances: Instances,
    state: State,
    board: Guarded,
    effects: Makers,
) -> tuple[tuple[FateRecord, ...], tuple[FateRecord, ...]]:
    """What the checks certainly find on a board of which not all is known, and what is open."""
    doubt = 0
    open: list[FateRecord] = []
    for check in world.rulebook.checks:
        who = scope_bounds(check.who, no_effect(world, instances))
        least, most = who(state.partial, -1)
        asks = bool(check.obeys) and _may_be_said(state, check.obeys)
        passive = state.candidates.world.rulebook.actions.get(check.cannot, "")
        asks = asks or (bool(check.cannot) and _may_be_said(state, passive))
        if check.one_for_each:
            # Which one of them is left depends on all.
            asks = asks or least != most or bool(controller_doubts(state.partial, world) & most)
        for index in bits(most & world.everyone):
            id = world.things[index].id
            if not least >> index & 1 or asks:
                doubt |= 1 << index
                open.append(FateRecord(id, check.verdict, check.zone, check.clause))
    bare = board.bare()
    known = fates(world, instances, bare, marked(bare, effects))
    return tuple(one for one in known if not doubt >> world.index[one.object] & 1), tuple(open)


def _may_be_said(state: State, done: str) -> bool:
    """Whether anything that is not decided may say of something that this can be done to it."""
    pairs = state.candidates.world.rulebook.actions
    verbs = {done, *(verb for verb, passive in pairs.items() if passive == done)}
    return any(
        state.open(deed) != 0
        for deed in state.plain.deeds
        if isinstance(deed.prepared.operation, a.Permission | a.Ignore)
        and deed.prepared.operation.action in verbs
    )
