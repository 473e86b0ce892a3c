"""All effects of one derivation, sorted into parts by layer as abilities turn up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.writes import is_setting
from layerlaw.solver.board.columns import ABILITIES, ALL, FIXED, bits
from layerlaw.solver.effects.column_selectors import constantly
from layerlaw.solver.effects.context import Context, context_of, mentions, merge
from layerlaw.solver.effects.evaluate import condition, scoped
from layerlaw.solver.effects.operations import prepare
from layerlaw.solver.effects.parts import Deeds, Effect, Part, Step
from layerlaw.solver.effects.pseudo_objects import RULES
from layerlaw.solver.effects.relevance import in_reverse, reads_at_checks
from layerlaw.solver.effects.source_free import impersonal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.cards.card import Card
    from layerlaw.solver.board.columns import Board, Column
    from layerlaw.solver.effects.context import Select, Test
    from layerlaw.solver.effects.instances import Instances
    from layerlaw.solver.effects.prepared import Prepared
    from layerlaw.solver.effects.world import Reads, World

Plan = tuple[
    tuple[a.Selector, tuple[tuple[a.Operation, int, str, tuple[a.Selector, ...]], ...]], ...
]
"""For each instruction its scope, and each operation with its layer, with what a line of text that
it grants is called, and with who is immune to it."""


class Effects:
    """All effects of one derivation: the resolved ones, and static ones as abilities turn up."""

    def __init__(self, world: World, instances: Instances) -> None:
        self.world = world
        self.instances = instances
        self._layer_index = {layer.id: i for i, layer in enumerate(world.rulebook.layers)}
        self._disabling = world.disabling
        self._parts: dict[tuple[int, int], dict[int, Part]] = {}
        self._by_layer: dict[int, dict[tuple[int, int], Part]] = {}
        self._looked_at: Column | None = None
        self._found: dict[int, int] = {}
        self._shared: dict[int, tuple[a.Ability, dict[int, Deeds], bool | None]] = {}
        self._layer_of: dict[tuple[str, ...], int] = {}
        self._spared = frozenset(verb for _, verb, _ in world.rulebook.immune)
        self._plans: dict[int, tuple[a.Ability, Plan]] = {}
        self._exempt: dict[tuple[int, ...], tuple[Select, Reads]] = {}
        self._reachable = world.everyone | world.all_players | world.rules
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
            deeds = (
                {}
                if made.id in self._out
                else self._sorted(effect, context, locks, over, made.copies, made.withheld)
            )
            self.resolved.append(
                {layer: Part(effect, layer, done, {}) for layer, done in deeds.items()}
            )

    def note_grant(self, instance: int, holders: int) -> None:
        """Remember the order in which granted instances were really gained, for ties."""
        for holder in bits(holders):
            self._grants += 1
            self._granted[instance, holder] = self._grants
            # A trial may have asked for it before; its place in time is known only now.
            for layer in self._parts.pop((instance, holder), ()):
                self._by_layer[layer].pop((instance, holder), None)
            self._looked_at = None
            self._found[instance] = self._found.get(instance, 0) & ~(1 << holder)

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

    def any_in(self, layer: int, board: Board) -> bool:
        """Whether any part of the layer could exist on the board."""
        self._look_at(board)
        return bool(self._by_layer.get(layer)) or any(layer in parts for parts in self.resolved)

    def standing(self, layer: int, board: Board) -> list[Part]:
        """The parts of a layer whose effect has its ability, was resolved, or has begun."""
        self._look_at(board)
        found = [parts[layer] for parts in self.resolved if layer in parts]
        here = self._by_layer.get(layer)
        if here:
            column = board.column(ABILITIES)
            begun = self._begun
            for key, part in here.items():
                if column.get(key[0], 0) & part.own or key in begun:
                    found.append(part)
        return found

    def _look_at(self, board: Board) -> None:
        """Find the parts of all static effects whose abilities objects have on the board."""
        column = board.column(ABILITIES)
        if column is self._looked_at:
            return
        self._looked_at = column
        known = self._found
        for instance, held in column.items():
            assert isinstance(instance, int)
            new = held & ~known.get(instance, 0)
            if new and self.instances[instance].static:
                for holder in bits(new & self.works(instance)):
                    self.of(instance, holder)
            if new:
                known[instance] = known.get(instance, 0) | held

    def of(self, instance: int, holder: int) -> dict[int, Part]:
        """The parts, by layer, of the static effect of an ability instance that an object has."""
        key = (instance, holder)
        parts = self._parts.get(key)
        if parts is None:
            out = self.left_out(instance, holder)
            self._parts[key] = parts = {} if out else self._static(instance, holder)
            for layer, part in parts.items():
                self._by_layer.setdefault(layer, {})[key] = part
        return parts

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
            ages = {"later": max(given, timestamp), "holder": timestamp, "grant": given}
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
        deeds = self._deeds(instance.ability, number, holder, effect)
        own = 1 << holder
        exists = {ABILITIES: own, **dict.fromkeys(self._disabling, own)}
        works = own & self.works(number)
        return {layer: Part(effect, layer, done, exists, works) for layer, done in deeds.items()}

    def _deeds(
        self, ability: a.Ability, instance: int, holder: int, effect: Effect
    ) -> dict[int, Deeds]:
        """What a static effect does by layer; made once where it is the same for every holder."""
        known = self._shared.get(id(ability))
        if known is not None:
            _, deeds, alike = known
            if alike is None:
                alike = impersonal(ability)
                self._shared[id(ability)] = ability, deeds, alike
            if alike:
                return deeds
        deeds = self._sorted(effect, self.context(instance, holder), None, 0, ())
        if known is None:
            # The ability is kept, so that no other one can come to have its identity.
            self._shared[id(ability)] = ability, deeds, None
        return deeds

    def _sorted(
        self,
        effect: Effect,
        context: Context,
        locks: tuple[int | None, ...] | None,
        over: int,
        copies: tuple[Card | None, ...],
        withheld: frozenset[tuple[str, str]] = frozenset(),
    ) -> dict[int, Deeds]:
        """What the effect does, by layer."""
        test: Test | None = None
        reads: Reads = {FIXED: ALL}
        if effect.static and effect.ability.condition is not None and not self.at_checks:
            test, more = condition(effect.ability.condition, context)
            reads = merge(reads, more)
            self.condition_reads = merge(self.condition_reads, more)
        steps: dict[int, list[Step]] = {}
        read: dict[int, Reads] = {}
        rest = iter(copies)
        for index, (scope, planned) in enumerate(self._planned(effect.ability)):
            select, scope_reads = scoped(scope, context)
            allowed = self._reachable & ~over
            lock = None if locks is None else locks[index]
            if lock is not None:
                # What was chosen is kept wherever it was; in another zone it is a new object.
                select, scope_reads = constantly(
                    lock & (self.world.everyone | self.world.all_players)
                )
            made: dict[int, tuple[list[Prepared], list[Select | None]]] = {}
            for operation, layer, name, exempt in planned:
                copied = next(rest, None) if isinstance(operation, a.CopyOf) else None
                prepared = prepare(
                    operation, context, effect.id, effect.timestamp, name, copied, withheld
                )
                here = made.get(layer)
                if here is None:
                    here = made[layer] = [], []
                here[0].append(prepared)
                before = read.get(layer, reads)
                if exempt:
                    cut, cut_reads = self._immune(exempt, context)
                    here[1].append(cut)
                    read[layer] = merge(before, scope_reads, prepared.reads, cut_reads)
                else:
                    here[1].append(None)
                    read[layer] = merge(before, scope_reads, prepared.reads)
            for layer, (operations, cuts) in made.items():
                step = Step(index, select, allowed, tuple(operations), tuple(cuts))
                if layer in steps:
                    steps[layer].append(step)
                else:
                    steps[layer] = [step]
        return {
            layer: Deeds(
                tuple(found),
                test,
                read[layer],
                _all_writes(found),
                any(is_setting(p.operation.writes) for step in found for p in step.operations),
            )
            for layer, found in steps.items()
        }

    def _planned(self, ability: a.Ability) -> Plan:
        """The ability's instructions, with what is the same whoever has it."""
        known = self._plans.get(id(ability))
        if known is not None:
            return known[1]
        rulebook = self.world.rulebook
        texts: list[a.Ability] = []
        found = []
        for instruction in ability.instructions:
            operations = []
            for operation in instruction.operations:
                verbs = operation.layer_words
                if ability.layer:
                    layer = self._layer_index[ability.layer]
                elif verbs in self._layer_of:
                    layer = self._layer_of[verbs]
                else:
                    layer = self._layer_index[rulebook.layer_of(operation).id]
                    self._layer_of[verbs] = layer
                exempt: tuple[a.Selector, ...] = ()
                if not self._spared.isdisjoint(verbs):
                    exempt = tuple(
                        who
                        for who, verb, _ in rulebook.immune
                        if verb in verbs
                        and not (isinstance(who, a.Noun) and mentions(instruction.scope, who.word))
                    )
                name = _text_name(operation, texts)
                operations.append((operation, layer, name, exempt))
            found.append((instruction.scope, tuple(operations)))
        plan = tuple(found)
        # The ability is kept, so that no other one can come to have its identity.
        self._plans[id(ability)] = ability, plan
        return plan

    def _immune(
        self, exempt: tuple[a.Selector, ...], context: Context
    ) -> tuple[Select | None, Reads]:
        """The objects that an operation passes by unless it names them. Clause: SORC-AVATAR-1."""
        key = tuple(map(id, exempt))
        if key not in self._exempt:
            if not impersonal(exempt):
                return scoped(a.Either(exempt), context)
            self._exempt[key] = scoped(a.Either(exempt), context)
        return self._exempt[key]


def _all_writes(steps: list[Step]) -> frozenset[str]:
    """The characteristics that the instructions may change."""
    if len(steps) == 1 and len(steps[0].operations) == 1:
        return steps[0].operations[0].writes
    return frozenset().union(*(p.writes for step in steps for p in step.operations))


def _text_name(operation: a.Operation, texts: list[a.Ability]) -> str:
    """What a granted line of text is called: `gained`, the effect's next one `gained2`, ..."""
    if not isinstance(operation, a.Gain) or operation.ability.keyword is not None:
        return ""
    if operation.ability not in texts:
        texts.append(operation.ability)
    number = texts.index(operation.ability) + 1
    return "gained" if number == 1 else f"gained{number}"
