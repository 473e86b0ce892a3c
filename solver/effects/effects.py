"""All effects of one derivation, sorted into parts by layer as abilities turn up."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.board.columns import ABILITIES, Maker, bits
from layerlaw.solver.board.kinds import NO_INSTANCE, NO_OBJECTS, Index, InstanceNumber
from layerlaw.solver.effects.ages import counted_ages
from layerlaw.solver.effects.context import AbilityInstance, Context, Instances, context_of
from layerlaw.solver.effects.indifference import age_shows, in_reverse
from layerlaw.solver.effects.parts import BoundProgram, Effect, Part, Step
from layerlaw.solver.effects.programs import ability_program
from layerlaw.solver.effects.reads import merge
from layerlaw.solver.effects.relevance import reads_at_checks
from layerlaw.solver.effects.standing_rules import rule_instances, rule_programs
from layerlaw.solver.facts.situation import AS_IT_ENTERED, RULES, HeldCondition

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from layerlaw.model.algebra import Ability
    from layerlaw.model.cards.card import Card
    from layerlaw.solver.board.columns import Board, Column
    from layerlaw.solver.board.kinds import LayerNumber, Objects
    from layerlaw.solver.effects.programs import AbilityProgram, LayerProgram
    from layerlaw.solver.effects.reads import Reads
    from layerlaw.solver.effects.standing_rules import RulesInLayer
    from layerlaw.solver.effects.world import World
    from layerlaw.solver.facts.situation import ResolvedEffect, Timestamp


Owned = tuple[InstanceNumber, Index]
"""An ability instance, and the object that has it."""


@dataclass(frozen=True, slots=True)
class Noted:
    """What was noted of a derivation's effects: who has begun, and the order of what was granted.

    grants: how much was granted.
    """

    granted: dict[Owned, int]
    grants: int
    begun: dict[Owned, None]


class Effects:
    """All effects of one derivation: the resolved ones, and static ones as abilities turn up."""

    def __init__(self, world: World, instances: Instances) -> None:
        self.world = world
        self.instances = instances
        self._exists = (ABILITIES, *world.disabling)
        self._parts: dict[Owned, dict[LayerNumber, Part]] = {}
        # A part is made when it is asked for; until then the program stands for it.
        self._by_layer: dict[LayerNumber, dict[Owned, Part | LayerProgram]] = {}
        self._looked_at: Column | None = None
        self._found: dict[InstanceNumber, Objects] = {}
        self._programs: dict[int, AbilityProgram] = {}
        self._aged: dict[int, bool] = {}
        self._shared: dict[int, dict[LayerNumber, BoundProgram]] = {}
        self._reachable = world.everyone | world.all_players | world.rules
        self._rules_in: dict[LayerNumber, RulesInLayer] = {}
        # The last layer in which anything was found that does more than mark what can be done.
        self.acts_until = -1
        self._granted: dict[Owned, int] = {}
        self._grants = 0
        self._begun: dict[Owned, None] = {}
        self._works: dict[InstanceNumber, Objects] = {}
        self.at_checks = reads_at_checks(world.situation)
        self._out = world.situation.left_out
        sign = -1 if in_reverse(world.situation) else 1
        self._sign = sign
        self._kept = world.situation.kept
        self._ages = counted_ages(world.situation.things)
        # What the conditions of static effects look at that were come across so far.
        self.condition_reads: Reads = {}
        self.resolved = [self._resolved(made, sign) for made in world.situation.effects]
        self._resolved_in = frozenset().union(*self.resolved)
        self._ids_resolved = frozenset(made.id for made in world.situation.effects)

    def note_grant(self, instance: InstanceNumber, holders: Objects) -> None:
        """Remember the order in which granted instances were really gained, for ties."""
        for holder in bits(holders):
            self._grants += 1
            self._granted[instance, holder] = self._grants
            # A trial may have asked for it before; its place in time is known only now.
            for layer in self._parts.pop((instance, holder), ()):
                self._by_layer[layer].pop((instance, holder), None)
            self._looked_at = None
            self._found[instance] = self._found.get(instance, NO_OBJECTS) & ~(1 << holder)

    def note_begun(self, part: Part) -> None:
        """Remember that a part was really applied: later parts of its effect may go on."""
        if part.effect.static:
            self._begun[part.effect.instance, part.effect.holder] = None

    def noted(self) -> Noted:
        """What `note_grant` and `note_begun` have noted up to now."""
        return Noted(dict(self._granted), self._grants, dict(self._begun))

    def note_again(self, noted: Noted) -> None:
        """Note what was noted in a run of the same derivation that went on from here."""
        for (instance, holder), place in noted.granted.items():
            if self._granted.get((instance, holder)) != place:
                self.note_grant(instance, 1 << holder)
        self._granted = dict(noted.granted)
        self._grants = noted.grants
        self._begun = dict(noted.begun)

    def works(self, instance: InstanceNumber) -> Objects:
        """The objects on which the ability works, going by where they are."""
        if instance not in self._works:
            self._works[instance] = self.world.works(self.instances[instance].ability.zones)
        return self._works[instance]

    def held(self, board: Board) -> Iterator[tuple[InstanceNumber, Objects]]:
        """The instances of static effects that objects have, with the objects on which they work.

        Whether these are disabled is not looked at.
        """
        for instance, held in board.column(ABILITIES).items():
            assert isinstance(instance, InstanceNumber)
            if not self.instances[instance].static:
                continue
            working = held & self.works(instance)
            for holder in bits(working) if self._out else ():
                if self.left_out(instance, holder):
                    working &= ~(1 << holder)
            if working:
                yield instance, working

    def left_out(self, instance: InstanceNumber, holder: Index) -> bool:
        """Whether the static effect of an ability instance that an object has never exists."""
        return bool(self._out) and self.name(instance, holder) in self._out

    def any_in(self, layer: LayerNumber) -> bool:
        """Whether any part of the layer could exist on the boards looked at."""
        return bool(self._by_layer.get(layer)) or layer in self._resolved_in

    def parts_in(self, layer: LayerNumber) -> list[Part | LayerProgram]:
        """All parts of the layer that could exist on the boards looked at."""
        static = self._by_layer.get(layer, {}).values()
        return [*static, *(parts[layer] for parts in self.resolved if layer in parts)]

    def standing(self, layer: LayerNumber, board: Board) -> list[Part]:
        """The parts of a layer whose effect has its ability, was resolved, or has begun."""
        self.look_at(board)
        standing = [parts[layer] for parts in self.resolved if layer in parts]
        here = self._by_layer.get(layer)
        if here:
            column = board.column(ABILITIES)
            begun = self._begun
            for key, part in here.items():
                if not isinstance(part, Part):
                    part = self.parts_of(*key)[layer]
                had = part.works and column.get(key[0], 0) >> part.effect.holder & 1
                if had or key in begun:
                    standing.append(part)
        return standing

    def goes_on(self, instance: InstanceNumber, holder: Index) -> bool:
        """Whether the effect goes on as it began, before the ability's text was changed."""
        before = self.instances[instance].text_of
        if before is None or self.world.rulebook.policy("ability lost") != "continues":
            return False
        return (before, holder) in self._begun or self.goes_on(before, holder)

    def named_apart(self, layers: Iterable[LayerNumber]) -> bool:
        """Whether no two static effects with a part in one of the layers have the same id."""
        return all(
            len({self.name(*key) for key in here}) == len(here)
            for layer in layers
            if (here := self._by_layer.get(layer)) and not self._only_rules_in(layer)
        )

    def _only_rules_in(self, layer: LayerNumber) -> bool:
        """Whether all static effects with a part in the layer are the rules' own."""
        rules = self._rules_in.get(layer)
        return rules is not None and len(rules.programs) == len(self._by_layer[layer])

    def only_idle_rules_in(self, layer: LayerNumber, board: Board) -> bool:
        """Whether only rules could act in the layer, act in no other one, and select nothing."""
        rules = self._rules_in.get(layer)
        if (
            rules is None
            or not rules.alone
            or layer in self._resolved_in
            or not self._only_rules_in(layer)
        ):
            return False
        holder = Index(len(self.world.things) - 1)
        for number, program in rules.programs:
            context = self.context(number, holder)
            if any(step.scope.select(context, board, -1) for step in program.steps):
                return False
        return True

    def is_rule(self, part: Part) -> bool:
        """Whether the part is of one of the rules themselves."""
        effect = part.effect
        return effect.source == RULES and effect.static and effect.giver is None

    def look_at(self, board: Board) -> None:
        """Find the parts of all static effects whose abilities objects have on the board."""
        column = board.column(ABILITIES)
        if column is self._looked_at:
            return
        if not self._found and not self._out:
            self._sort_in_rules()
        self._looked_at = column
        known = self._found
        for instance, held in column.items():
            assert isinstance(instance, InstanceNumber)
            before = known.get(instance, NO_OBJECTS)
            new = held & ~before if before else held
            if new and self.instances[instance].static:
                self._sort_in(instance, new & self.works(instance))
            if new:
                known[instance] = before | held if before else held

    def _sort_in_rules(self) -> None:
        """Note what the rulebook's own abilities do, all at once."""
        rulebook, card = self.world.rulebook, self.world.things[-1].card
        if self.instances.beginning is not rulebook.kept(rule_instances, card):
            return  # They have other numbers here, and are come across like all others.
        rules = rulebook.kept(rule_programs, card)
        holder = Index(len(self.world.things) - 1)
        for here in rules.by_layer:
            programs = {(number, holder): program for number, program in here.programs}
            self._by_layer.setdefault(here.layer, {}).update(programs)
            if rules.apart:
                self._rules_in[here.layer] = here
        self._found.update(dict.fromkeys(rules.numbers, self.world.rules))
        self.acts_until = max(self.acts_until, rules.acts_until)

    def _sort_in(self, number: InstanceNumber, holders: Objects) -> None:
        """Note in which layers the static effects of an ability instance have parts."""
        instance = self.instances[number]
        program = None
        # Of what works nowhere no rulebook is asked anything.
        if holders and instance.giver is None and not self._out:
            program = self._program(instance.ability)
        for holder in bits(holders):
            if program is None or program.grants or program.condition is not None:
                # Grants are numbered, and conditions looked at, as they are come across.
                self.parts_of(number, holder)
            elif (number, holder) not in self._parts:
                for one in program.layers:
                    self._by_layer.setdefault(one.layer, {})[number, holder] = one

    def _program(self, ability: Ability) -> AbilityProgram:
        """What the ability does, of which `acts_until` takes notice."""
        # Instances hold on to their abilities, so that no other one can come to have its identity.
        program = self._programs.get(id(ability))
        if program is None:
            program = self.world.rulebook.kept(ability_program, ability)
            self._programs[id(ability)] = program
            self.acts_until = max(self.acts_until, program.acts_until)
        return program

    def acts_in(self, instance: InstanceNumber, layers: Collection[LayerNumber]) -> bool:
        """Whether the ability has a part in one of these layers that does not act ahead there."""
        program = self._program(self.instances[instance].ability)
        return any(
            one.layer in layers and one.layer >= min(one.own_layers) for one in program.layers
        )

    def parts_of(self, instance: InstanceNumber, holder: Index) -> dict[LayerNumber, Part]:
        """The parts, by layer, of the static effect of an ability instance that an object has."""
        key = (instance, holder)
        parts = self._parts.get(key)
        if parts is None:
            out = self.left_out(instance, holder)
            self._parts[key] = parts = {} if out else self._static(instance, holder)
            for layer, part in parts.items():
                self._by_layer.setdefault(layer, {})[key] = part
        return parts

    def name(self, instance: InstanceNumber, holder: Index) -> str:
        """What the static effect of an ability instance that an object has is called."""
        return f"{self.world.things[holder].id}.{self.instances[instance].name}"

    def at_check(self, instance: InstanceNumber, holder: Index) -> HeldCondition:
        """What the static effect of an ability instance is among those whose condition held."""
        return HeldCondition(self.name(instance, holder), self.instances[instance].card)

    def context(self, instance: InstanceNumber, holder: Index, name: str = "") -> Context:
        """Whose effect the static one of an ability instance is. name: what it is called."""
        called = name or self.name(instance, holder)
        return Context(
            self.world,
            self.instances,
            holder,
            None,
            NO_OBJECTS,
            self.works(instance),
            self.world.things[holder].choice,
            maker=Maker(called, instance, holder),
            copies=self._copied_before(called, instance) if self._kept else (),
        )

    def _copied_before(self, name: str, instance: InstanceNumber) -> tuple[Card, ...]:
        """What the static effect of that name and ability copied as it first applied."""
        ability = self.instances[instance].ability
        found = (one.cards for one in self._kept if one.effect == name and one.is_of(ability))
        return next(found, ())

    def _static(self, number: InstanceNumber, holder: Index) -> dict[LayerNumber, Part]:
        instance = self.instances[number]
        if not self._program(instance.ability).layers:
            return {}  # It does nothing, however old it is.
        thing = self.world.things[holder]
        timestamp = thing.entered
        order = granted = 0
        if instance.giver is not None:
            # Clause: SORC-OPEN-GRANTED (a policy; the document does not say).
            giver, given = instance.giver
            later = max(given, timestamp)
            # Clause: CR-613.7n.
            before = -1 if given == later and giver in self._ids_resolved else 1
            ages = {
                "later": (later, 1),
                "later, before what resolved": (later, before),
                "holder": (timestamp, 1),
                "grant": (given, 1),
            }
            rulebook, policy = self.world.rulebook, ("granted timestamp",)
            if rulebook.unsure(*policy) and not self._age_shows(instance.ability):
                timestamp, granted = ages[rulebook.combinations(policy)[0][0]]
            else:
                timestamp, granted = rulebook.decided(policy, lambda values: ages[values[0]])
            order = self._granted.get((number, holder), 1 << 30)
        age = (*timestamp, granted)
        if thing.id in self._ages:
            # Clause: SORC-REST-2.
            counted, place = self._ages[thing.id]
            age = min(age, (*counted, granted - 2 * place))
        effect = Effect(
            self.name(number, holder),
            thing.id,
            holder,
            number,
            instance.ability,
            timestamp,
            (
                *age,
                order,
                # The rules are no card; they go as they are listed.
                (1 if thing.zone == RULES else self._sign) * instance.rank,
                0,
                holder,
            ),
            instance.giver[0] if instance.giver else None,
        )
        works = self.works(number) >> holder & 1 == 1
        by_layer = self._bound(effect)
        elsewhere = len(by_layer) > 1
        plain = effect.ability.condition is None and instance.text_of is None
        return {
            layer: Part(effect, layer, bound, self._exists, works, elsewhere=elsewhere, plain=plain)
            for layer, bound in by_layer.items()
        }

    def _age_shows(self, ability: Ability) -> bool:
        """Whether anything on the table could tell how old an effect of the ability is."""
        # Instances hold on to their abilities.
        known = self._aged.get(id(ability))
        if known is None:
            known = self._aged[id(ability)] = age_shows(self.world.situation, ability)
        return known

    def _bound(self, effect: Effect) -> dict[LayerNumber, BoundProgram]:
        """What a static effect does by layer; shared where it is the same for every holder."""
        shared = self._shared.get(id(effect.ability))
        # What is kept of a copy is each effect's own.
        if shared is not None and not self._kept:
            return shared
        program = self._program(effect.ability)
        context = self.context(effect.instance, effect.holder, effect.id)
        self._grant(program, effect.id, effect.timestamp, context)
        test = None
        tested: Reads = {}
        if program.condition is not None and not self.at_checks:
            test = partial(program.condition.holds, context)
            tested = program.condition_reads.on(context)
            self.condition_reads = merge(self.condition_reads, tested)
        kin = id(effect.ability) if program.player_only and not program.source_free else None
        made: dict[LayerNumber, BoundProgram] = {
            one.layer: BoundProgram(
                tuple([Step(step, context, self._reachable) for step in one.steps]),
                test,
                (one.reads if test is None else one.while_true).on(context),
                one.writes,
                one.sets,
                one.own_layers,
                # What is kept of a copy is each effect's own.
                None if self._kept else kin,
                tested,
            )
            for one in program.layers
        }
        if program.source_free:
            self._shared[id(effect.ability)] = made
        return made

    def _resolved(self, made: ResolvedEffect, sign: int) -> dict[LayerNumber, Part]:
        """The parts of a resolved effect, by layer."""
        world = self.world
        context = context_of(world, self.instances, made)
        rank = made.rank if made.rank >= AS_IT_ENTERED else sign * made.rank
        key = (*made.timestamp, 0, 0, rank, 1, context.source)
        effect = Effect(
            made.id,
            made.source,
            context.source,
            NO_INSTANCE,
            made.ability,
            made.timestamp,
            key,
            orphaned=made.orphaned,
        )
        if made.id in self._out:
            return {}
        program = self._program(made.ability)
        self._grant(program, made.id, made.timestamp, context)
        allowed = self._reachable & ~world.mask(made.over_for)
        locks = [
            None if ids is None else world.mask(ids) & (world.everyone | world.all_players)
            for ids in made.locked
        ]
        locked = [lock is not None for lock in locks]
        return {
            one.layer: Part(
                effect,
                one.layer,
                BoundProgram(
                    tuple([Step(step, context, allowed, locks[step.index]) for step in one.steps]),
                    None,
                    (one.reads_locked(locked) if any(locked) else one.reads).on(context),
                    one.writes,
                    one.sets,
                    one.own_layers,
                ),
                elsewhere=len(program.layers) > 1,
            )
            for one in program.layers
        }

    def _grant(
        self, program: AbilityProgram, effect: str, timestamp: Timestamp, context: Context
    ) -> None:
        """Number the ability instances that an effect grants."""
        if program.grants:
            context.granted = tuple(
                self.instances.number(
                    ("granted", effect, ability),
                    AbilityInstance(
                        ability,
                        f"{ability.title or name}@{effect}",
                        0,
                        (effect, timestamp),
                        bool(ability.instructions),
                    ),
                )
                for ability, name in program.grants
            )
