"""The states between which a transition system steps: boards by number, and who is pending."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra.trees import operations_of
from layerlaw.model.algebra.writes import WriteCopy, WriteText
from layerlaw.model.dataclass import dataclass
from layerlaw.solver.board.kinds import Index, InstanceNumber
from layerlaw.solver.effects.effects import Effects
from layerlaw.solver.effects.relevance import abilities_of
from layerlaw.solver.layers.ahead import observer_of
from layerlaw.solver.layers.procedure import ALL_SHORT_CUTS, Procedure
from layerlaw.solver.layers.trial import Trials

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from layerlaw.solver.board.columns import Board, Column, Maker
    from layerlaw.solver.board.kinds import LayerNumber, Objects
    from layerlaw.solver.effects.context import Instances
    from layerlaw.solver.effects.parts import Observation, Part
    from layerlaw.solver.effects.world import World
    from layerlaw.solver.facts.situation import Situation
    from layerlaw.solver.layers.carried import Early

Handle = tuple[int, int]
"""An effect: the ability instance and its holder, or (-1, number) for a resolved one."""

Grants = tuple[Handle, ...]
"""Instances with their holders, in the order in which they were granted."""


@dataclass(frozen=True, slots=True)
class LayerEntry:
    """Where a layer begins: all that later layers can know of what came before.

    board: its number among the boards seen. started, scopes: as in `Begun`, as far as effects
    have parts still to come; handles: the static effects of `started`. grants: empty unless the
    order of granting can show. early, ahead: as in `Begun`.
    """

    board: int
    started: frozenset[Maker] = frozenset()
    scopes: frozenset[tuple[tuple[Maker, int], Objects]] = frozenset()
    handles: frozenset[Handle] = frozenset()
    grants: Grants = ()
    early: tuple[Early, ...] = ()
    ahead: frozenset[tuple[Maker, int]] = frozenset()


@dataclass(frozen=True, slots=True)
class LayerState:
    """One moment of a layer. What two orders lead to is one state if it is equal.

    dormant: effects with a part that does not exist. named: with a graph that is kept, all that
    were ever pending. edges: pairs (x, y), x depends on y.
    """

    layer: LayerNumber
    entry: LayerEntry
    pending: frozenset[Handle]
    done: frozenset[Handle]
    dormant: frozenset[Handle]
    named: frozenset[str]
    edges: frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Transition:
    """The result of a turn. seen: None if the part no longer existed and was lost."""

    state: LayerState
    seen: Observation | None


class Interpreter:
    """The solver's parts, with one order of granting remembered."""

    def __init__(
        self,
        world: World,
        instances: Instances,
        grants: Grants,
        procedures: Iterable[Procedure],
    ) -> None:
        self.effects = Effects(world, instances)
        for instance, holder in grants:
            self.effects.note_grant(InstanceNumber(instance), 1 << Index(holder))
        self.observer = observer_of(self.effects)
        self.trials = tuple(Trials(self.observer, one, ALL_SHORT_CUTS) for one in procedures)
        self.numbers: dict[Part, int] = {}
        for number, parts in enumerate(self.effects.resolved):
            for part in parts.values():
                self.numbers[part] = number

    def parts(self, handle: Handle) -> dict[LayerNumber, Part]:
        """The effect's parts, by layer."""
        instance, holder = handle
        if instance < 0:
            return self.effects.resolved[holder]
        return self.effects.parts_of(InstanceNumber(instance), Index(holder))

    def handle(self, part: Part) -> Handle:
        """The effect of a part."""
        if part.effect.static:
            return part.effect.instance, part.effect.holder
        return -1, self.numbers[part]


class NumberedBoards:
    """Boards with a number each; boards with the same values in all cells have the same."""

    def __init__(self) -> None:
        self._all: list[Board] = []
        self._numbers: dict[frozenset[tuple[str, int]], int] = {}
        self._columns: dict[frozenset[tuple[Hashable, int]], int] = {}
        self._known: dict[int, tuple[Column, int]] = {}

    def board(self, number: int) -> Board:
        """The board of that number."""
        return self._all[number]

    def number(self, board: Board) -> int:
        """The number of a board, which must not be written to any more."""
        key = frozenset(
            (name, self._column(column)) for name, column in board.columns.items() if column
        )
        if key not in self._numbers:
            self._numbers[key] = len(self._all)
            self._all.append(board)
        return self._numbers[key]

    def _column(self, column: Column) -> int:
        # Boards share their columns; one that is kept here never gives its id to another.
        known = self._known.get(id(column))
        if known is None:
            key = frozenset(column.items())
            number = self._columns.setdefault(key, len(self._columns))
            known = self._known[id(column)] = (column, number)
        return known[1]


def anything_copies(situation: Situation) -> bool:
    """Whether any ability that is printed, granted or was used copies, or changes a text."""
    return any(
        isinstance(write, WriteCopy | WriteText)
        for ability in abilities_of(situation)
        for operation in operations_of(ability)
        for write in operation.writes
    )
