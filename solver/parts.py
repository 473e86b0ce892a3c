"""Effects sorted into parts: what each does in one layer, ready to be observed and applied."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.layering import verbs_of
from layerlaw.solver.board import ABILITIES, ALL, FIXED, bits
from layerlaw.solver.context import Context, context_of, mentions, merge
from layerlaw.solver.evaluate import condition, scoped
from layerlaw.solver.leaves import constantly
from layerlaw.solver.operations import prepare
from layerlaw.solver.relevance import in_reverse, reads_at_checks
from layerlaw.solver.stand_ins import RULES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.cards import Card
    from layerlaw.solver.abilities import Instances
    from layerlaw.solver.board import Board
    from layerlaw.solver.context import Select, Test
    from layerlaw.solver.prepared import Prepared
    from layerlaw.solver.situation import Timestamp
    from layerlaw.solver.world import Reads, World

_SETTING = (a.SetNumber, a.FixNumber, a.SetMembers, a.ReplaceMember, a.SetPlayer, a.CopyOf)
"""The operations that set something, for the policy `parity`."""

Key = tuple[int, ...]
"""What timestamps are compared by; no two effects of a derivation have the same."""


@dataclass(frozen=True, slots=True, eq=False)
class Effect:
    """One effect: where it comes from and when it began. Clauses: SORC-TS-1, SORC-TS-2.

    holder: index of the object that has the ability. instance: the ability instance of a static
    effect, -1 for a resolved one. giver: the effect that granted the ability.
    """

    id: str
    source: str
    holder: int
    instance: int
    ability: a.Ability
    timestamp: Timestamp
    key: Key
    giver: str | None = None

    @property
    def static(self) -> bool:
        """Whether it exists only while its ability does."""
        return self.instance >= 0


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One instruction of a part: its scope, the objects it is cut to, and its operations.

    index: its place in the ability. cuts: for each operation the objects that are immune to it.
    """

    index: int
    select: Select
    allowed: int
    operations: tuple[Prepared, ...]
    cuts: tuple[Select | None, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """All that one effect does in one layer, with what that reads and writes.

    condition: what is tested while effects are applied. sets: whether it sets something.
    """

    effect: Effect
    layer: int
    steps: tuple[Step, ...]
    condition: Test | None
    reads: Reads
    writes: frozenset[str]
    sets: bool

    @property
    def id(self) -> str:
        """The effect's id; in one layer an effect has one part."""
        return self.effect.id

    @property
    def key(self) -> Key:
        """What its timestamp is compared by."""
        return self.effect.key


class Effects:
    """All effects of one derivation: the resolved ones, and static ones as abilities turn up."""

    def __init__(self, world: World, instances: Instances) -> None:
        self.world = world
        self.instances = instances
        self._layer_index = {layer.id: i for i, layer in enumerate(world.rulebook.layers)}
        self._disabling = world.rulebook.disabling
        self._parts: dict[tuple[int, int], dict[int, Part]] = {}
        self._granted: dict[tuple[int, int], int] = {}
        self._grants = 0
        self._begun: dict[tuple[int, int], None] = {}
        self._works: dict[int, int] = {}
        self.at_checks = reads_at_checks(world.situation)
        self._out = world.situation.left_out
        sign = -1 if in_reverse(world.situation) else 1
        self._sign = sign
        # What the conditions of static effects look at that were come across so far.
        self.condition_reads: Reads = {}
        self.resolved: list[dict[int, Part]] = []
        for made in world.situation.effects:
            context = context_of(world, instances, made)
            effect = Effect(
                made.id,
                made.source,
                context.source,
                -1,
                made.ability,
                made.timestamp,
                (*made.timestamp, 0, 0, sign * made.rank, 1, context.source),
            )
            locks = tuple(None if ids is None else world.mask(ids) for ids in made.locked)
            over = world.mask(made.over_for)
            self.resolved.append(
                {}
                if made.id in self._out
                else self._sorted(effect, context, locks, over, made.copies, made.withheld)
            )

    def note_grant(self, instance: int, holders: int) -> None:
        """Remember the order in which granted instances were really gained, for ties."""
        for holder in bits(holders):
            self._grants += 1
            self._granted[instance, holder] = self._grants
            # A trial may have asked for it before; its place in time is known only now.
            self._parts.pop((instance, holder), None)

    def note_begun(self, part: Part) -> None:
        """Remember that a part was really applied: later parts of its effect may go on."""
        if part.effect.static:
            self._begun[part.effect.instance, part.effect.holder] = None

    def works(self, instance: int) -> int:
        """The objects on which the ability works, going by where they are."""
        if instance not in self._works:
            self._works[instance] = self.world.works(self.instances[instance].ability.zones)
        return self._works[instance]

    def held(self, board: Board) -> Iterator[tuple[int, int]]:
        """The instances of static effects that objects have, with the objects on which they work.

        Whether these are disabled is not looked at.
        """
        for instance, held in board.column(ABILITIES).items():
            assert isinstance(instance, int)
            if not self.instances[instance].static:
                continue
            working = held & self.works(instance)
            for holder in bits(working) if self._out else ():
                if self.left_out(instance, holder):
                    working &= ~(1 << holder)
            if working:
                yield instance, working

    def left_out(self, instance: int, holder: int) -> bool:
        """Whether the static effect of an ability instance that an object has never exists."""
        return bool(self._out) and self.name(instance, holder) in self._out

    def standing(self, layer: int, board: Board) -> list[Part]:
        """The parts of a layer whose effect has its ability, was resolved, or has begun."""
        found = [parts[layer] for parts in self.resolved if layer in parts]
        for instance, holders in self.held(board):
            for holder in bits(holders):
                parts = self.of(instance, holder)
                if layer in parts:
                    found.append(parts[layer])
        here = set(found)
        for instance, holder in self._begun:
            parts = self.of(instance, holder)
            if layer in parts and parts[layer] not in here:
                found.append(parts[layer])
        return found

    def of(self, instance: int, holder: int) -> dict[int, Part]:
        """The parts, by layer, of the static effect of an ability instance that an object has."""
        key = (instance, holder)
        if key not in self._parts:
            out = self.left_out(instance, holder)
            self._parts[key] = {} if out else self._static(instance, holder)
        return self._parts[key]

    def name(self, instance: int, holder: int) -> str:
        """What the static effect of an ability instance that an object has is called."""
        return f"{self.world.things[holder].id}.{self.instances[instance].name}"

    def context(self, instance: int, holder: int) -> Context:
        """Whose effect the static one of an ability instance is."""
        choice = self.world.things[holder].choice
        works = self.works(instance)
        return Context(self.world, self.instances, holder, None, 0, works, choice)

    def _static(self, number: int, holder: int) -> dict[int, Part]:
        instance = self.instances[number]
        thing = self.world.things[holder]
        timestamp = thing.entered
        order = 0
        if instance.giver is not None:
            # Clause: SORC-OPEN-GRANTED (a policy; the document does not say).
            given = instance.giver[1]
            ages = {
                "later": max(given, timestamp),
                "holder": timestamp,
                "grant": given,
            }
            timestamp = self.world.rulebook.decided(
                ("granted timestamp",), lambda values: ages[values[0]]
            )
            order = self._granted.get((number, holder), 1 << 30)
        effect = Effect(
            self.name(number, holder),
            thing.id,
            holder,
            number,
            instance.ability,
            timestamp,
            (
                *timestamp,
                int(instance.giver is not None),
                order,
                # The rules are no card; they go as they are listed.
                (1 if thing.zone == RULES else self._sign) * instance.rank,
                0,
                holder,
            ),
            instance.giver[0] if instance.giver else None,
        )
        context = self.context(number, holder)
        locks = (None,) * len(instance.ability.instructions)
        return self._sorted(effect, context, locks, 0, ())

    def _sorted(
        self,
        effect: Effect,
        context: Context,
        locks: tuple[int | None, ...],
        over: int,
        copies: tuple[Card | None, ...],
        withheld: frozenset[tuple[str, str]] = frozenset(),
    ) -> dict[int, Part]:
        """The effect's parts by layer."""
        rulebook = self.world.rulebook
        test: Test | None = None
        reads: Reads = {FIXED: ALL}
        if effect.static:
            own = 1 << effect.holder
            reads = merge(reads, {ABILITIES: own}, dict.fromkeys(self._disabling, own))
            if effect.ability.condition is not None and not self.at_checks:
                test, more = condition(effect.ability.condition, context)
                reads = merge(reads, more)
                self.condition_reads = merge(self.condition_reads, more)
        steps: dict[int, list[Step]] = {}
        read: dict[int, Reads] = {}
        texts: list[a.Ability] = []
        rest = iter(copies)
        players = self.world.all_players
        for index, instruction in enumerate(effect.ability.instructions):
            select, scope_reads = scoped(instruction.scope, context)
            allowed = (self.world.everyone | players | self.world.rules) & ~over
            lock = locks[index]
            if lock is not None:
                # What was chosen is kept wherever it was; in another zone it is a new object.
                select, scope_reads = constantly(lock & (self.world.everyone | players))
            sorted_operations: dict[int, list[tuple[Prepared, Select | None]]] = {}
            for operation in instruction.operations:
                named = effect.ability.layer or rulebook.layer_of(operation).id
                layer = self._layer_index[named]
                name = _text_name(operation, texts)
                copied = next(rest, None) if isinstance(operation, a.CopyOf) else None
                prepared = prepare(
                    operation, context, effect.id, effect.timestamp, name, copied, withheld
                )
                cut, cut_reads = self._immune(operation, instruction.scope, context)
                sorted_operations.setdefault(layer, []).append((prepared, cut))
                read[layer] = merge(read.get(layer, reads), scope_reads, prepared.reads, cut_reads)
            for layer, pairs in sorted_operations.items():
                steps.setdefault(layer, []).append(
                    Step(
                        index,
                        select,
                        allowed,
                        tuple(prepared for prepared, _ in pairs),
                        tuple(cut for _, cut in pairs),
                    )
                )
        return {
            layer: Part(
                effect,
                layer,
                tuple(made),
                test,
                read[layer],
                frozenset().union(*(p.writes for step in made for p in step.operations)),
                any(isinstance(p.operation, _SETTING) for step in made for p in step.operations),
            )
            for layer, made in steps.items()
        }

    def _immune(
        self, operation: a.Operation, scope: a.Selector, context: Context
    ) -> tuple[Select | None, Reads]:
        """The objects that the operation passes by unless it names them. Clause: SORC-AVATAR-1."""
        exempt = [
            who
            for who, verb, _ in self.world.rulebook.immune
            if verb in verbs_of(operation)
            and not (isinstance(who, a.Noun) and mentions(scope, who.word))
        ]
        return scoped(a.Either(tuple(exempt)), context) if exempt else (None, {})


def _text_name(operation: a.Operation, texts: list[a.Ability]) -> str:
    """What a granted line of text is called: `gained`, the effect's next one `gained2`, ..."""
    if not isinstance(operation, a.Gain) or operation.ability.keyword is not None:
        return ""
    if operation.ability not in texts:
        texts.append(operation.ability)
    number = texts.index(operation.ability) + 1
    return "gained" if number == 1 else f"gained{number}"
