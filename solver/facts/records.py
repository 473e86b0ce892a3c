"""The plain facts of a derivation: ids, numbers and words, no code.

They are what people read, what JSON holds, and all that a certificate is checked against.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Literal, Self

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from layerlaw.model.algebra import Ability
    from layerlaw.solver.facts.situation import Situation, Timestamp

Value = int | bool | str | tuple[str, ...] | None
"""A characteristic as shown: a number (None: missing), a player (None: no one), a status, the
sorted words of a set, or the sorted labels of abilities or permissions."""

Cell = tuple[str, str]
"""An object's id and the name of a characteristic."""


class NoValue(LayerlawError):
    """The cell has no value, because the answer is a paradox."""


def no_value(cell: Cell, *, torn: bool = False) -> NoValue:
    """The error for a cell without value; torn: it has several."""
    why = "no state agrees with all the effects that decide it"
    if torn:
        why = "what stands in this paradox has several states, and they do not agree on it"
    return NoValue(f"{cell[1]} of {cell[0]} has no value: {why}")


class WorkedOut:
    """A record some of whose fields are worked out when they are first asked for.

    Otherwise it is as any other record: equal, shown, copied and pickled by its fields.
    """

    __slots__ = ("_due",)

    @classmethod
    def when_asked(cls, due: Callable[[str], Mapping[str, object]], **known: object) -> Self:
        """A record with the fields that are known.

        due: takes the name of another field, and returns that one with its value, and any others
        that it comes by.
        """
        record = object.__new__(cls)
        for name, value in known.items():
            object.__setattr__(record, name, value)
        object.__setattr__(record, "_due", due)
        return record

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            """A field that was not worked out yet."""
            if name not in type(self).__match_args__:
                raise AttributeError(f"'{type(self).__name__}' has no attribute '{name}'")
            for field_name, value in object.__getattribute__(self, "_due")(name).items():
                object.__setattr__(self, field_name, value)
            return object.__getattribute__(self, name)


@dataclass(frozen=True, slots=True)
class Witness:
    """The evidence for one dependency: what differed once the other effect had been applied.

    kind: `existence` (it would be gone), `scope`, `action`, or, under the result test, `result`.
    instruction, operation: which of the ability's, counted from 0 inside the part; for `scope`
    and `action`. entered, left: objects, for `scope`. before, after: the operand as text, for
    `action`. cells: where the two orders end differently, for `result`.
    """

    kind: Literal["existence", "scope", "action", "result"]
    instruction: int = 0
    operation: int = 0
    entered: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    before: str = ""
    after: str = ""
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Dependency:
    """`effect` depends on `on`, and the witness of it."""

    effect: str
    on: str
    witness: Witness


@dataclass(frozen=True, slots=True)
class GraphRecord(WorkedOut):
    """The dependencies found at one moment of a layer.

    turn: how many turns had been taken. pending: the parts pending and existing then, oldest
    first. tested: those that were tried against all pending ones (all of them when the layer
    begins, later those that joined). found: the dependencies those trials showed; every other
    pair that holds a tested part was tried and showed none.
    """

    turn: int
    pending: Sequence[str]
    tested: Sequence[str]
    found: Sequence[Dependency]


@dataclass(frozen=True, slots=True)
class Change(WorkedOut):
    """One cell that a turn changed."""

    object: str
    characteristic: str
    before: Value
    after: Value


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """One part's turn, and every cell it changed.

    why: its role: `independent`, `freed` (dependent, and all it waited for was done),
    `by timestamp only` (dependent, under readings that look no further), `blocked` (nobody could
    go by the rules), `gone` (it left because it no longer existed; only with graphs found anew),
    `at the same time` (nobody waits; its place is where it is combined with the others).
    """

    effect: str
    verdict: Literal["applied", "lost"]
    why: str
    changes: Sequence[Change]


@dataclass(frozen=True, slots=True)
class LayerRecord(WorkedOut):
    """One layer in which some effect had a part.

    loops: the components of two or more effects of any of its graphs, each once.
    """

    layer: str
    graphs: tuple[GraphRecord, ...]
    turns: tuple[TurnRecord, ...]
    loops: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerRecord:
    """One state in which all effects agree with themselves, where they apply at the same time.

    effects: those in force, oldest first. steps: what they do, in the order of combination, as
    layers without graphs. final: every cell, as in `Facts`.
    """

    effects: tuple[str, ...]
    steps: tuple[LayerRecord, ...]
    final: Mapping[Cell, Value]


@dataclass(frozen=True, slots=True)
class EffectRecord:
    """One effect of the derivation: its source, its timestamp, and what granted its ability.

    key: what timestamps are compared by: moment, place, 0 printed or 1 granted, order of
    granting, rank among the abilities of its card (negative if they go in reverse), 0 static or 1
    resolved, the place of its source among the objects.
    """

    id: str
    source: str
    timestamp: Timestamp
    key: tuple[int, ...]
    giver: str | None


@dataclass(frozen=True, slots=True)
class FateRecord:
    """What a state-based check finds: the object, what happens to it, and the clause."""

    object: str
    verdict: str
    zone: str
    clause: str


@dataclass(frozen=True, slots=True)
class Happening:
    """A consequence of an event: a death, the end of an effect.

    event: the number of the event, from 1. object: the object's or effect's id. clause: what it
    rests on, or "". of: whose effect it is, if that is told of an effect. about: what `what`
    speaks of, in order: an id as it stands there, and the object that it is or belongs to.
    """

    event: int
    object: str
    what: str
    clause: str
    of: str = ""
    about: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Facts:
    """Everything a certificate is checked against.

    effects: of every effect that had a turn, or that answers, lifted and conflict name. layers:
    in order. final: every cell of every object after the last layer, as shown, and of the players
    and the rules every cell that effects changed. The rest is told where effects apply at the same
    time. answers: None if they do not. lifted: states that agree with themselves but only lift
    themselves. complete: whether these are all such states, or only some. conflict: in a paradox,
    effects that leave no answer with all others left out, and do if any one of them is left out
    besides. With answers, layers and final are the first one's, and the fates those that all agree
    on. texts: for what cells call an ability that is no keyword, that ability. late: granted
    effects that exist at the end and have a part in a layer that was over when they came, with it.
    """

    situation: Situation
    effects: tuple[EffectRecord, ...]
    layers: tuple[LayerRecord, ...]
    final: Mapping[Cell, Value]
    fates: tuple[FateRecord, ...]
    answers: tuple[AnswerRecord, ...] | None = None
    lifted: tuple[AnswerRecord, ...] = ()
    complete: bool = True
    conflict: tuple[str, ...] = ()
    texts: Mapping[str, Ability] = field(default_factory=dict)
    late: tuple[tuple[str, str], ...] = ()

    def __repr__(self) -> str:
        """The size of the record, in a line."""
        return f"<Facts: {self.told}>"

    @property
    def told(self) -> str:
        """How much was recorded, and under which rulebook."""
        turns = sum(len(layer.turns) for layer in self.layers)
        counts = f"{len(self.effects)} effects, {turns} turns in {len(self.layers)} layers"
        return f"{counts} under {self.situation.rulebook.id}"
