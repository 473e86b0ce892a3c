"""Every effect that could exist in some state of a situation, closed under what effects grant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.trees import operations_of
from layerlaw.model.algebra.writes import WriteWords
from layerlaw.model.cards.exceptions import excepted
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.board.columns import ALL, bits
from layerlaw.solver.effects.context import context_of, speaks_of_it
from layerlaw.solver.effects.effects import Effects
from layerlaw.solver.effects.starting_board import starting_board
from layerlaw.solver.effects.writing import printed_instances
from layerlaw.solver.together.bounds import reference_bounds, scope_bounds, tested
from layerlaw.solver.together.deeds import Candidate, deeds_of
from layerlaw.solver.together.keys import Keys
from layerlaw.solver.together.partial import Partial

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from layerlaw.model.cards.card import Card
    from layerlaw.solver.board.kinds import Index, InstanceNumber, LayerNumber
    from layerlaw.solver.effects.context import Context, Instances
    from layerlaw.solver.effects.parts import Part
    from layerlaw.solver.effects.world import World
    from layerlaw.solver.facts.situation import ResolvedEffect
    from layerlaw.solver.together.deeds import Deed

LIMIT = 20_000
"""At most so many effects could exist in any state of a situation that is worked out."""

Owned = tuple["InstanceNumber", "Index"]
"""An ability instance and the index of the object that has it."""


class Candidates:
    """The effects that could exist, oldest first, and the board before any of them.

    deeds: what each of them does. all_open: the board before them, of which anything may change
    that they could change. Effects know nothing of these, so that no circle keeps what was
    worked out from going as soon as nobody uses it.
    """

    def __init__(self, world: World, instances: Instances) -> None:
        self.world = world
        self.instances = instances
        self.start = starting_board(world, instances)
        self.effects = Effects(world, instances)
        self._all = list(self._operations())
        self.keys = Keys(world.rulebook, self._all)
        self.all_open = Partial(self.start, self.keys, dict.fromkeys(self.keys.every, ALL))
        self._found: dict[Owned, None] = {}
        self._close()
        for instance, holder in self._by_grant():
            self.effects.note_grant(instance, 1 << holder)
        self.deeds: dict[Candidate, tuple[Deed, ...]] = {}
        self.all = self._made()
        self.keys.fixers = [
            one.effect.id
            for one in self.all
            if any(isinstance(d.prepared.operation, a.CantBeModified) for d in self.deeds[one])
        ]
        self.keys.forget()

    def words(self, characteristic: str) -> tuple[str, ...]:
        """The words of a set that anything could have."""
        known = {str(word) for word in self.start.column(characteristic)}
        for card in self._cards():
            known.update(card.sets.get(characteristic, ()))
        for write in (write for operation in self._all for write in operation.writes):
            match write:
                case WriteWords(name, how, tuple(words)) if name == characteristic:
                    known.update(() if how == "remove" else words)
        return tuple(sorted(known))

    def _cards(self) -> Iterator[Card]:
        """Every printed form that an object may have."""
        for index, thing in enumerate(self.world.things):
            yield thing.card
            yield self.world.form(index)
        for made in self.world.situation.effects:
            yield from (card for card in made.copies if card is not None)

    def _operations(self) -> Iterator[a.Operation]:
        """Every operation that could ever be done, by whomever."""
        for card in self._cards():
            for printed in card.abilities:
                if printed.use == "has":
                    yield from operations_of(printed.ability)
        for instance in self.start.column("abilities"):
            yield from operations_of(self.instances[instance].ability)
        for made in self.world.situation.effects:
            yield from operations_of(made.ability)

    def _close(self) -> None:
        """Find every ability instance that some object could have, where it works."""
        for instance, holders in self.effects.held(self.start):
            self._found.update(dict.fromkeys((instance, holder) for holder in bits(holders)))
        for made, by_layer in zip(self.world.situation.effects, self.effects.resolved, strict=True):
            context = context_of(self.world, self.instances, made)
            parts = list(by_layer.values())
            self._found.update(dict.fromkeys(self._given(context, parts, made)))
        self._follow(self._found)
        followed = len(self._found)
        lifted = self._copying_by_copies()
        while lifted:
            given = self._follow(dict(lifted))
            kept = {owned: None for owned in lifted if owned in given}
            if len(kept) == len(lifted):
                break
            lifted = kept
        self._found.update(lifted)
        self._follow(self._found, followed)

    def _copying_by_copies(self) -> dict[Owned, None]:
        """What could make its holder a copy of what has it printed, if nothing else does.

        Such an effect may hold itself up: the object has it only as the copy that it makes of it.
        Nothing makes a player a copy without speaking of players.
        """
        copying = {
            instance: None
            for card in self._cards()
            for instance in printed_instances(card, self.instances)
            if self.instances[instance].static
            and any(
                isinstance(one, a.CopyOf) for one in operations_of(self.instances[instance].ability)
            )
        }
        return {
            (instance, holder): None
            for instance in copying
            for holder in bits(self.effects.works(instance) & self.world.everyone)
            if (instance, holder) not in self._found and not self.effects.left_out(instance, holder)
        }

    def _follow(self, found: dict[Owned, None], done: int = 0) -> set[Owned]:
        """Add to some instances what they could give, and what that could; all that is given.

        done: of how many of them that was done before.
        """
        given: set[Owned] = set()
        while done < len(found):
            new = list(found)[done:]
            done = len(found)
            for instance, holder in new:
                ability = self.instances[instance].ability
                context = self.effects.context(instance, holder)
                condition = ability.condition
                if condition is None or tested(condition, context)(self.all_open, -1) is not False:
                    parts = list(self.effects.parts_of(instance, holder).values())
                    owned = [*self._given(context, parts, None)]
                    given.update(owned)
                    found.update(dict.fromkeys(owned))
                if len(found) > LIMIT:
                    raise LayerlawError(
                        f"more than {LIMIT} effects could exist here at once; there is no "
                        "working out all that they could do to each other"
                    )
        return given

    def _given(
        self, context: Context, parts: list[Part], made: ResolvedEffect | None
    ) -> Iterator[Owned]:
        """The abilities that an effect could give to anything; `made` if it resolved."""
        for part in parts:
            for step in part.steps:
                given: list[InstanceNumber] = []
                for prepared in step.operations:
                    if prepared.grants >= 0:
                        given.append(prepared.grants)
                    elif isinstance(prepared.operation, a.CopyOf):
                        given += self._copied(prepared.operation, context, made)
                given = [instance for instance in given if self.instances[instance].static]
                if not given:
                    continue
                if made is not None and made.locked[step.index] is not None:
                    most = step.select(self.start, -1)
                else:
                    scope = part.effect.ability.instructions[step.index].scope
                    _, most = scope_bounds(scope, context)(self.all_open, -1)
                for instance in given:
                    for holder in bits(most & step.allowed & self.effects.works(instance)):
                        if not self.effects.left_out(instance, holder):
                            yield instance, holder

    def _copied(
        self, operation: a.CopyOf, context: Context, made: ResolvedEffect | None
    ) -> list[InstanceNumber]:
        """The instances printed on whatever could be copied.

        What resolved has read it by then, but for what speaks of each object that it is done to.
        """
        if made is None or speaks_of_it(operation.of):
            meant = reference_bounds(operation.of, context)
            most = 0
            for it in range(-1, len(self.world.things)):
                most |= meant(self.all_open, it)[1]
            cards = [excepted(self.world.form(index), operation.but) for index in bits(most)]
        else:
            cards = [card for card in made.copies if card is not None]
        return [n for card in cards for n in printed_instances(card, self.instances)]

    def _by_grant(self) -> list[Owned]:
        """What is granted: by the giving effects' timestamps, then by the holders' entry.

        Then by the places of the giving effects, and in one effect in the order stated.
        """
        keys: dict[str, tuple[object, ...]] = {
            part.id: part.key for parts in self.effects.resolved for part in parts.values()
        }
        named = {self.effects.name(*owned): owned for owned in self._found}
        granted = [one for one in self._found if self.instances[one[0]].giver is not None]
        return sorted(granted, key=lambda owned: self._place(owned, named, keys))

    def _place(
        self, owned: Owned, named: Mapping[str, Owned], keys: dict[str, tuple[object, ...]]
    ) -> tuple[object, ...]:
        """By what it is put in order. keys: the same of effects, by id, to which it adds."""
        instance, holder = owned
        parts = self.effects.parts_of(instance, holder)
        began = next(iter(parts.values())).effect
        giver = self.instances[instance].giver
        if giver is None:
            return began.key
        name, given = giver
        if name not in keys:
            keys[name] = self._place(named[name], named, keys)
        return (*began.timestamp, 1, *given, holder, keys[name], instance)

    def _made(self) -> tuple[Candidate, ...]:
        made: list[Candidate] = []
        for resolved, by_layer in zip(
            self.world.situation.effects, self.effects.resolved, strict=True
        ):
            locks = tuple(ids is not None for ids in resolved.locked)
            context = context_of(self.world, self.instances, resolved)
            if by_layer:
                made.append(self._candidate(by_layer, context, locks))
        for instance, holder in self._found:
            parts = self.effects.parts_of(instance, holder)
            if parts:
                context = self.effects.context(instance, holder)
                made.append(self._candidate(parts, context, ()))
        made.sort(key=lambda one: (one.effect.key, one.effect.id))
        return tuple(made)

    def _candidate(
        self, by_layer: Mapping[LayerNumber, Part], context: Context, locks: tuple[bool, ...]
    ) -> Candidate:
        one = Candidate(tuple(by_layer.values()), context)
        self.deeds[one] = deeds_of(one, locks, self.keys)
        return one
