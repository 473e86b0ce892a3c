"""Effects and their parts for the replay: which there are, when they exist, what they would do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from layerlaw.model.algebra import (
    Both,
    CantBeControlledBy,
    ChangeNumber,
    Either,
    Gain,
    Limit,
    Not,
    Permission,
    SetNumber,
    SetPlayer,
)
from layerlaw.model.layering import verbs_of
from layerlaw.solver.certificate.replay_board import Instance, Instances
from layerlaw.solver.certificate.replay_select import View, speaks_of_it

if TYPE_CHECKING:
    from collections.abc import Callable

    from layerlaw.model.algebra import Ability, Operation, Selector
    from layerlaw.model.cards import Card
    from layerlaw.model.rulebook import Rulebook
    from layerlaw.solver.certificate.replay_board import Board
    from layerlaw.solver.certificate.replay_space import Table
    from layerlaw.solver.situation import Timestamp

Plain = int | frozenset[str] | tuple[str, ...] | None
Operand = Plain | tuple[tuple[str, Plain], ...]
"""A number, players, or objects; or one of these for each object; None where there is none."""


@dataclass(frozen=True, slots=True, eq=False)
class Effect:
    """One effect. instance: the ability instance of a static one, None for a resolved one."""

    id: str
    source: str
    ability: Ability
    timestamp: Timestamp
    rank: int
    instance: Instance | None = None
    player: str | None = None
    targets: frozenset[str] = frozenset()
    locked: tuple[tuple[str, ...] | None, ...] = ()
    over_for: frozenset[str] = frozenset()
    copied: Card | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One instruction of a part: its place in the ability, and each operation with its immunes."""

    place: int
    scope: Selector
    operations: tuple[tuple[Operation, tuple[Selector, ...]], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """All that an effect does in one layer."""

    effect: Effect
    layer: int
    steps: tuple[Step, ...]

    @property
    def id(self) -> str:
        """The effect's id."""
        return self.effect.id


@dataclass(frozen=True, slots=True)
class Doing:
    """What one instruction would do. reach: for each operation the objects not immune to it."""

    scope: tuple[str, ...]
    operands: tuple[Operand, ...]
    reach: tuple[tuple[str, ...], ...] = field(compare=False)


Observation = tuple[Doing, ...]


class Effects:
    """All effects of one replay, and what they carry from layer to layer.

    started: effects of which a part was applied in an earlier layer. kept: what an instruction
    selected when it was first applied. granted: the order in which abilities were granted.
    by_id: what a copy has from the copied card is called like what it had of its own, so one id
    may stand for several effects.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.rulebook: Rulebook = table.rulebook
        self.instances = Instances()
        self.started: dict[Effect, None] = {}
        self.kept: dict[tuple[Effect, int], tuple[str, ...]] = {}
        self.granted: dict[tuple[Instance, str], int] = {}
        self.by_id: dict[str, list[Effect]] = {}
        self._static: dict[tuple[Instance, str], Effect] = {}
        self._granting: dict[tuple[Effect, Ability], Instance] = {}
        self._givers: dict[Instance, Effect] = {}
        self._parts: dict[Effect, dict[int, Part]] = {}
        self._disabling = tuple(s.name for s in self.rulebook.statuses.values() if s.disables)
        self._continues = self.rulebook.policy("ability lost") == "continues"
        self._keeps = self.rulebook.policy("set") == "kept"
        self.resolved = tuple(
            Effect(
                made.id,
                made.source,
                made.ability,
                made.timestamp,
                made.rank,
                player=made.player,
                targets=(frozenset(made.targets) - made.over_for) & table.playing,
                locked=made.locked,
                over_for=made.over_for,
                copied=made.copied,
            )
            for made in table.situation.effects
        )
        for effect in self.resolved:
            self.by_id.setdefault(effect.id, []).append(effect)

    # --- which there are -------------------------------------------------------------------

    def static(self, instance: Instance, holder: str) -> Effect:
        """The static effect of an ability instance that an object has."""
        key = (instance, holder)
        if key not in self._static:
            entered = self.table.things[holder].entered
            timestamp = entered
            if instance.giver is not None:
                grant = self._givers[instance].timestamp
                match self.rulebook.policy("granted timestamp"):
                    case "grant":
                        timestamp = grant
                    case "later":
                        timestamp = max(grant, entered)
            effect = Effect(
                instance.effect_id(holder),
                holder,
                instance.ability,
                timestamp,
                instance.rank,
                instance,
            )
            self._static[key] = effect
            self.by_id.setdefault(effect.id, []).append(effect)
        return self._static[key]

    def grants(self, effect: Effect, ability: Ability) -> Instance:
        """The instance of an ability that this effect grants."""
        key = (effect, ability)
        if key not in self._granting:
            texts = [one for one in _texts(effect.ability) if one.keyword is None]
            number = texts.index(ability) + 1 if ability in texts else 1
            instance = Instance(ability, number, 0, effect.id, bool(ability.instructions))
            self._granting[key] = instance
            self._givers[instance] = effect
        return self._granting[key]

    def note_grants(self, part: Part, before: Board, after: Board) -> None:
        """Remember in which order the part granted abilities: as stated, then by entry."""
        for step in part.steps:
            for operation, _ in step.operations:
                if isinstance(operation, Gain):
                    instance = self.grants(part.effect, operation.ability)
                    for holder in self.table.in_play:
                        new = instance in after.abilities(holder)
                        if new and instance not in before.abilities(holder):
                            count = len(self.granted) + 1
                            self.granted.setdefault((instance, holder), count)

    def giver_of(self, effect: Effect) -> str | None:
        """The effect that granted the ability this effect is of."""
        return None if effect.instance is None else effect.instance.giver

    def key(self, effect: Effect) -> tuple[int, ...]:
        """What its timestamp is compared by: the older of two has the lesser key.

        Clauses: SORC-TS-1, SORC-TS-2, SORC-OPEN-GRANTED, SORC-OPEN-SEVERAL.
        """
        instance = effect.instance
        if instance is not None and instance.giver is not None:
            order = self.granted.get((instance, effect.source), len(self.granted) + 1)
            return (*effect.timestamp, 1, order, 0)
        backwards = self.rulebook.policy("several") == "reverse"
        return (*effect.timestamp, 0, 0, -effect.rank if backwards else effect.rank)

    def parts(self, effect: Effect) -> dict[int, Part]:
        """What the effect does in each layer."""
        if effect not in self._parts:
            steps: dict[int, list[Step]] = {}
            for place, instruction in enumerate(effect.ability.instructions):
                sorted_by_layer: dict[int, list[tuple[Operation, tuple[Selector, ...]]]] = {}
                for operation in instruction.operations:
                    layer = self._layer_of(operation)
                    immune = self._immune(operation, instruction.scope)
                    sorted_by_layer.setdefault(layer, []).append((operation, immune))
                for layer, operations in sorted_by_layer.items():
                    step = Step(place, instruction.scope, tuple(operations))
                    steps.setdefault(layer, []).append(step)
            self._parts[effect] = {
                layer: Part(effect, layer, tuple(made)) for layer, made in steps.items()
            }
        return self._parts[effect]

    def _layer_of(self, operation: Operation) -> int:
        for verb in verbs_of(operation):
            for number, layer in enumerate(self.rulebook.layers):
                if verb in layer.does:
                    return number
        return -1

    def _immune(self, operation: Operation, scope: Selector) -> tuple[Selector, ...]:
        """Who is passed by: unless the scope speaks of them by their word. SORC-AVATAR-1."""
        verbs = verbs_of(operation)
        return tuple(
            who
            for who, verb, _ in self.rulebook.immune
            if verb in verbs and not _speaks_of(scope, who)
        )

    def holding(self, layer: int, board: Board) -> list[Part]:
        """The layer's static parts of the ability instances that objects in play have."""
        found = []
        for holder in self.table.in_play:
            for instance in board.abilities(holder):
                if instance.static:
                    parts = self.parts(self.static(instance, holder))
                    if layer in parts:
                        found.append(parts[layer])
        return found

    def existing(self, layer: int, board: Board) -> list[Part]:
        """The layer's parts that exist on the board, oldest first."""
        found: dict[Part, None] = {}
        for effect in (*self.resolved, *(self.started if self._continues else ())):
            parts = self.parts(effect)
            if layer in parts:
                found[parts[layer]] = None
        found.update(dict.fromkeys(self.holding(layer, board)))
        existing = [part for part in found if self.exists(part, board)]
        return sorted(existing, key=lambda part: self.key(part.effect))

    # --- observing -------------------------------------------------------------------------

    def view(self, effect: Effect, board: Board) -> View:
        """The board as the effect sees it."""
        return View(self.table, board, effect.source, effect.player, effect.targets)

    def exists(self, part: Part, board: Board) -> bool:
        """Whether the part's effect exists on the board. Clauses: SORC-DUR-1, SORC-SELF-1."""
        effect = part.effect
        if effect.instance is None:
            return True
        if self._continues and effect in self.started:
            return True
        if effect.source not in self.table.playing:
            return False
        if effect.instance not in board.abilities(effect.source):
            return False
        if any(board.flag(effect.source, status) for status in self._disabling):
            return False
        condition = effect.ability.condition
        return condition is None or self.view(effect, board).holds(condition)

    def observe(self, part: Part, board: Board) -> Observation | None:
        """What the part would do on the board, instruction by instruction; None if it is gone."""
        if not self.exists(part, board):
            return None
        view = self.view(part.effect, board)
        return tuple(self._doing(part.effect, step, view) for step in part.steps)

    def _doing(self, effect: Effect, step: Step, view: View) -> Doing:
        scope = tuple(
            object
            for object in self._selected(effect, step, view)
            if object not in effect.over_for
            and (object == effect.source or view.board.markers(object) <= {effect})
        )
        reach = tuple(
            tuple(o for o in scope if not any(view.matches(o, who, None) for who in immune))
            if immune
            else scope
            for _, immune in step.operations
        )
        operands = tuple(
            operand(operation, objects, view)
            for (operation, _), objects in zip(step.operations, reach, strict=True)
        )
        return Doing(scope, operands, reach)

    def _selected(self, effect: Effect, step: Step, view: View) -> tuple[str, ...]:
        if self._keeps and (effect, step.place) in self.kept:
            return self.kept[effect, step.place]
        locked = effect.locked[step.place] if step.place < len(effect.locked) else None
        if locked is not None:
            return self.table.in_order(set(locked) & self.table.playing)
        return view.select(step.scope)


def operand(operation: Operation, objects: tuple[str, ...], view: View) -> Operand:
    """The operand worked out on the view's board; an action on no object has none."""
    if not objects:
        return None
    work: Callable[[str | None], Plain]
    tree: object
    match operation:
        case SetNumber(_, value) | ChangeNumber(_, _, value) | Limit(_, _, value):
            tree, work = value, lambda it: view.value(value, it)
        case SetPlayer(_, player) | CantBeControlledBy(player):
            tree, work = player, lambda it: view.players(player, it)
        case Permission(_, _, to) if to is not None:
            tree, work = to, lambda it: view.select(to, it)
        case _:
            return None
    if speaks_of_it(tree):
        return tuple((object, work(object)) for object in objects)
    return work(None)


def _texts(ability: Ability) -> list[Ability]:
    """The abilities that an ability's effect grants, each once, in order."""
    granted = [
        operation.ability
        for instruction in ability.instructions
        for operation in instruction.operations
        if isinstance(operation, Gain)
    ]
    return list(dict.fromkeys(granted))


def _speaks_of(scope: Selector, who: Selector) -> bool:
    """Whether the scope names `who` in so many words; what a noun means does not count."""
    if scope == who:
        return True
    match scope:
        case Not(inner):
            return _speaks_of(inner, who)
        case Both(parts) | Either(parts):
            return any(_speaks_of(part, who) for part in parts)
    return False
