"""What one effect does in one layer, ready to be observed and applied."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.board.columns import ABILITIES, Maker, value_read
from layerlaw.solver.board.kinds import NO_INSTANCE, NO_OBJECTS
from layerlaw.solver.effects.reads import merge

if TYPE_CHECKING:
    from collections.abc import Hashable

    from layerlaw.model import algebra as a
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.board.kinds import Index, InstanceNumber, LayerNumber, Objects
    from layerlaw.solver.effects.context import Context
    from layerlaw.solver.effects.evaluate import Test
    from layerlaw.solver.effects.operations import OperationProgram
    from layerlaw.solver.effects.programs import StepProgram
    from layerlaw.solver.effects.reads import Reads
    from layerlaw.solver.effects.writing import Operand
    from layerlaw.solver.facts.situation import Timestamp

Alike = Literal["nothing", "setting", "defining"]
"""In what two parts have to be alike to depend on each other: do both or neither do it?"""

Key = tuple[int, ...]
"""What timestamps are compared by; no two effects of a derivation have the same."""

Observation = tuple[tuple["Objects", tuple["Hashable", ...]], ...]
"""What a part would do: for each instruction the objects in scope, and each operation's operand."""


# Effects and their parts are made by the thousand: frozen ones take three times as long.


@dataclass(slots=True, eq=False)
class Effect:
    """One effect: where it comes from and when it began. Clauses: SORC-TS-1, SORC-TS-2.

    holder: index of the object that has the ability. instance: the ability instance of a static
    effect, -1 for a resolved one. giver: the effect that granted the ability. orphaned: its source
    has become a new object since, which is nothing to it.
    """

    id: str
    source: str
    holder: Index
    instance: InstanceNumber
    ability: a.Ability
    timestamp: Timestamp
    key: Key
    giver: str | None = None
    orphaned: bool = False

    @property
    def key_but_rank(self) -> Key:
        """How old it is, whatever its place among the effects of its card."""
        return (*self.key[:4], *self.key[5:])

    @property
    def own(self) -> Objects:
        """Its source."""
        return NO_OBJECTS if self.orphaned else 1 << self.holder

    @property
    def maker(self) -> Maker:
        """What its marks bear."""
        return Maker(self.id, self.instance, self.holder) if self.static else Maker(self.id)

    @property
    def static(self) -> bool:
        """Whether it exists only while its ability does."""
        return self.instance >= 0


class Prepared:
    """An operation ready to work on boards: its program, and whose effect it is in.

    grants: the ability instance it gives, or -1, if it makes effects.
    """

    __slots__ = ("context", "grants", "operation", "program")

    def __init__(self, program: OperationProgram, context: Context) -> None:
        self.program = program
        self.context = context
        self.operation = program.operation
        self.grants = context.granted[program.grants] if program.grants >= 0 else NO_INSTANCE

    def operand(self, board: Board, scope: Objects) -> Operand:
        """What its operand is on a board, for all that is in scope."""
        return self.program.operand(self.context, board, scope)

    def write(self, board: Board, scope: Objects, operand: Operand) -> None:
        """Write it on all that is in scope."""
        self.program.write(self.context, board, scope, operand)

    @property
    def writes(self) -> frozenset[str]:
        """The characteristics it may change."""
        return self.program.writes

    @property
    def overwrites(self) -> frozenset[str]:
        """The cells that tell what it really changes, beside its scope, its operand and bars."""
        gives = self.program.gives
        if gives < 0:
            return self.program.overwrites
        return frozenset({value_read(ABILITIES, self.context.granted[gives])})

    @property
    def reads(self) -> Reads:
        """What its operand looks at."""
        return self.program.reads.on(self.context)


class Step:
    """One instruction of a part: its scope, the objects it is cut to, and its operations.

    index: its place in the ability. modifies: whether it changes what objects are or have. cuts:
    for each operation what selects the objects that are immune to it.
    """

    __slots__ = (
        "_context",
        "_lock",
        "_scope",
        "allowed",
        "cuts",
        "index",
        "modifies",
        "operations",
    )

    def __init__(
        self, program: StepProgram, context: Context, allowed: Objects, lock: Objects | None = None
    ) -> None:
        self.index = program.index
        self.modifies = program.modifies
        self.allowed = allowed
        self.operations = tuple([Prepared(one, context) for one in program.operations])
        self.cuts = tuple(
            [None if one is None else partial(one.select, context) for one in program.immune]
        )
        self._scope = program.scope
        self._context = context
        self._lock = lock

    def select(self, board: Board, it: int) -> Objects:
        """The objects that it selects on a board; it: the object asked about, or -1."""
        # What was chosen is kept wherever it was; in another zone it is a new object.
        return self._scope.select(self._context, board, it) if self._lock is None else self._lock


@dataclass(slots=True, eq=False)
class BoundProgram:
    """The program of an ability in one layer, bound to the effects that run it.

    condition: what is tested while effects are applied. sets: whether it sets something. reads:
    what it looks at but for whether its source has the ability. tested: what the condition looks
    at, if it has one.
    own_layers: as in `Part`. kin: those with the same one do the same where the same player
    controls their sources; None where nothing like that is known.
    """

    steps: tuple[Step, ...]
    condition: Test | None
    reads: Reads
    writes: frozenset[str]
    sets: bool
    own_layers: tuple[LayerNumber, ...]
    kin: int | None = None
    tested: Reads | None = None


class Part:
    """All that one effect does in one layer; effects that do the same share the program.

    exists: what has to be looked at, of its source, to tell whether a static effect has its
    ability; the same names for all of them. works: whether a static effect's ability works where
    its source is. identity: what tells its effect from every
    other one; a copy may bring another one of the same id. own_layers: the layers of what
    it does, which it may act before or behind. elsewhere: whether its effect has a part in another
    layer too. plain: whether a static effect works wherever its source has the ability.
    """

    __slots__ = (
        "condition",
        "effect",
        "elsewhere",
        "exists",
        "id",
        "identity",
        "key",
        "layer",
        "own_layers",
        "plain",
        "program",
        "sets",
        "steps",
        "works",
        "writes",
    )

    def __init__(
        self,
        effect: Effect,
        layer: LayerNumber,
        program: BoundProgram,
        exists: tuple[str, ...] = (),
        works: bool = False,
        *,
        elsewhere: bool,
        plain: bool = False,
    ) -> None:
        self.effect = effect
        self.elsewhere = elsewhere
        self.plain = plain
        self.works = works
        self.layer = layer
        self.program = program
        self.exists = exists
        self.id = effect.id
        self.identity = effect.maker
        self.key = effect.key
        self.steps = program.steps
        self.condition = program.condition
        self.writes = program.writes
        self.sets = program.sets
        self.own_layers = program.own_layers

    def of_kind(self, kind: Alike) -> bool:
        """Whether it sets something, or its ability defines something, as `kind` asks."""
        if kind == "defining":
            return self.effect.ability.defines
        return kind == "setting" and self.sets

    @property
    def overwrites(self) -> frozenset[str]:
        """See `Prepared.overwrites`; of all that it does."""
        cells = [one.overwrites for step in self.steps for one in step.operations]
        return frozenset[str]().union(*cells)

    @property
    def ahead(self) -> bool:
        """Whether this is what its effect may do before its own layer, instead of in it."""
        return self.layer < self.own_layers[0]

    @property
    def last_layer(self) -> LayerNumber:
        """The last layer in which this has its turn: its own, or the place in which it waits."""
        return max(self.layer, self.own_layers[-1])

    @property
    def reads(self) -> Reads:
        """All that it looks at."""
        return merge(self.program.reads, dict.fromkeys(self.exists, 1 << self.effect.holder))
