"""What might go in circles where effects apply at the same time, and so has to be guessed.

Every effect that could exist is taken, with every object that it could apply to. An atom is one
thing that is observed: that an effect exists, that an object is in a scope, an operand. One atom
leads to another if it decides on the writing of a cell that the other looks at. What goes in no
circle comes out right by observing again and again; so one atom of every circle is guessed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from layerlaw.model.algebra import CopyOf, Gain, Operation, Swap
from layerlaw.model.algebra.trees import operations_of
from layerlaw.model.cards.card import Card
from oracle.board import Board, printed_instances
from oracle.effects import Course, exists, is_static, static_effect
from oracle.exceptions import otherwise
from oracle.kinds import kind_of, modifies
from oracle.observe import scope_of
from oracle.operations import granted_texts, order_of_granting
from oracle.printed import printed_board
from oracle.reads import NONE, Cells, Reads
from oracle.world import RULES, Effect, Instance, Key, World
from oracle.writes import writes

Atom: TypeAlias = tuple[str, tuple[object, ...]]
Guess = dict[Atom, bool]
MOST = 9
"""So many atoms are guessed at the most: 2 to that power boards."""


class TooBig(Exception):
    """The board has too many circles to try everything, or numbers that go in circles."""


@dataclass
class Search:
    """The effects that could exist, if no other cells than the open ones could differ from the
    printed board (None: all are open).

    written: the cells that they could change then. swapped: the numbers that might change places.
    given: the keys of those that some effect could give.
    """

    world: World
    printed: Board
    open: Cells | None
    effects: dict[Key, Effect] = field(default_factory=dict)
    written: Cells = NONE
    swapped: frozenset[str] = frozenset()
    given: set[Key] = field(default_factory=set)

    def uncertain(self, cells: Cells) -> bool:
        """Whether any of these cells is open."""
        return bool(cells if self.open is None else cells & self.open)

    def existence(self, effect: Effect) -> bool | None:
        """Whether the effect exists; None where that is not certain."""
        if self.uncertain(Reads(self.world, effect).existence()):
            return None
        return exists(effect, self.printed, Course(self.world))

    def membership(self, effect: Effect, place: int, object: str, changing: bool) -> bool | None:
        """Whether the object is in the scope of an instruction; None where that is not certain.

        changing: whether it is asked of the operations that modify, or of the others.
        """
        if self.uncertain(self.looks_at(effect, place, object)):
            return None
        instruction = effect.ability.instructions[place]
        course = Course(self.world)
        scope = scope_of(effect, place, instruction, self.printed, course, marked=not changing)
        return object in scope

    def looks_at(self, effect: Effect, place: int, object: str) -> Cells:
        """What decides whether the object is in the scope of an instruction, and not immune."""
        reads = Reads(self.world, effect)
        instruction = effect.ability.instructions[place]
        found = NONE if place in dict(effect.locked) else reads.match(object, instruction.scope)
        for who, word, _ in self.world.rulebook.immune:
            if any(word in kind_of(each).words for each in instruction.operations):
                found |= reads.match(object, who)
        return found | {(object, "can't be modified")}

    def candidates(self, effect: Effect) -> list[tuple[int, bool, str]]:
        """The operations of instructions, by whether they modify, that might reach objects."""
        if self.existence(effect) is False:
            return []
        return [
            (place, changing, object)
            for place, instruction in enumerate(effect.ability.instructions)
            for changing in sorted({modifies(each) for each in instruction.operations})
            for object in self.world.things
            if self.membership(effect, place, object, changing) is not False
        ]

    def widen(self) -> bool:
        """Take in what the effects known so far could write and give; whether that was new."""
        before = (len(self.effects), self.written, self.swapped)
        for effect in list(self.effects.values()):
            for place, changing, object in self.candidates(effect):
                for operation in effect.ability.instructions[place].operations:
                    if modifies(operation) is not changing:
                        continue
                    if isinstance(operation, Swap):
                        self.swapped |= {operation.first, operation.second}
                    self.written |= self.changed(object, operation, effect)
                    self.take_in(object, operation, effect)
        return before != (len(self.effects), self.written, self.swapped)

    def changed(self, object: str, operation: Operation, effect: Effect) -> Cells:
        """The cells that the operation might change; numbers that are swapped are like one."""
        found = writes(object, operation, effect, self.world)
        swapped = frozenset((object, name) for name in self.swapped)
        return found | swapped if found & swapped else found

    def take_in(self, object: str, operation: Operation, effect: Effect) -> None:
        """Add the effects of the abilities that the operation gives."""
        cards: list[Card | None] = []
        if isinstance(operation, CopyOf):
            cards = [card for _, _, card in effect.copied]
            if not cards:
                cards = [otherwise(self.world.form(each), operation) for each in self.world.things]
        instances = [
            each for card in cards if card is not None for each in printed_instances(object, card)
        ]
        if isinstance(operation, Gain):
            ability = operation.ability
            number = 0
            if ability.keyword is None:
                number = granted_texts(effect).index(ability) + 1
            stamp = effect.stamp
            instance = Instance(object, ability, effect.id, "", number, "", "has", stamp)
            place = self.world.by_entry().index(object)
            self.printed.given[instance] = order_of_granting(effect, place, ability)
            instances.append(instance)
        for instance in instances:
            works = self.world.works_in(object, instance.ability.zones)
            if is_static(instance) and works:
                found = static_effect(instance, self.printed)
                self.effects.setdefault(found.key, found)
                self.given.add(found.key)


def all_candidates(world: World) -> Search:
    """The search at its end: what could be written where everything is open, what could be
    written where only that is open, and so on until nothing is left out any more."""
    search = collected(world, None)
    while search.open != search.written:
        search = collected(world, search.written)
    return search


def collected(world: World, open: Cells | None) -> Search:
    """Every effect that could exist where these cells are open.

    What makes copies may exist on any object that it, or another such effect, could make a copy of
    what has it printed: those that nothing could give are left out, until there are none.
    """
    copying = dict(copies_on_copies(world))
    while True:
        search = Search(world, printed_board(world), open)
        for resolved in world.resolved:
            if not resolved.over:
                search.effects[resolved.effect.key] = resolved.effect
        for thing, instances in search.printed.abilities.items():
            for instance in instances:
                if is_static(instance) and world.works_in(thing, instance.ability.zones):
                    effect = static_effect(instance, search.printed)
                    search.effects[effect.key] = effect
        search.effects = {**copying, **search.effects}
        while search.widen():
            pass
        left = {key: effect for key, effect in copying.items() if key in search.given}
        if len(left) == len(copying):
            return search
        copying = left


def copies_on_copies(world: World) -> Iterator[tuple[Key, Effect]]:
    """What makes copies, and is printed on what could be copied, as an effect of every object."""
    printed = printed_board(world)
    players = (*world.players, RULES)
    for form in [world.form(each) for each in world.things if each not in players]:
        copies = [each for each in operations_on(form) if isinstance(each, CopyOf)]
        for card in [form, *(otherwise(form, each) for each in copies)] if copies else []:
            for object in world.things:
                for instance in () if object in players else printed_instances(object, card):
                    makes = any(isinstance(e, CopyOf) for e in operations_of(instance.ability))
                    works = world.works_in(object, instance.ability.zones)
                    if makes and works and is_static(instance):
                        effect = static_effect(instance, printed)
                        yield effect.key, effect


def operations_on(card: Card) -> Iterator[Operation]:
    """All operations that are printed on the card."""
    return (each for printed in card.abilities for each in operations_of(printed.ability))


def guessed(world: World) -> list[tuple[str, tuple[object, ...], Effect]]:
    """One atom of every circle, with its effect; raises `TooBig` where there are too many."""
    looks, decides, effects = atoms(all_candidates(world))
    leads = {one: {other for other in looks if decides[one] & looks[other]} for one in looks}
    found: list[tuple[str, tuple[object, ...], Effect]] = []
    while leads:
        leads = without_ends(leads)
        best = [each for each in leads if each[0] != "operand"]
        if not leads:
            break
        if not best or len(found) == MOST:
            raise TooBig(str(len(found)))
        entering = {one: sum(one in others for others in leads.values()) for one in best}
        atom = max(best, key=lambda each: (len(leads[each]) * entering[each], repr(each)))
        found.append((*atom, effects[atom]))
        leads = {one: others - {atom} for one, others in leads.items() if one != atom}
    return found


def without_ends(leads: dict[Atom, set[Atom]]) -> dict[Atom, set[Atom]]:
    """Only what leads on and is led to, so that it may lie on a circle."""
    while True:
        led_to = set().union(*leads.values()) if leads else set()
        kept = {
            one: {other for other in others if other in leads}
            for one, others in leads.items()
            if one in led_to
        }
        kept = {one: others for one, others in kept.items() if others & kept.keys()}
        if kept.keys() == leads.keys():
            return kept
        leads = kept


def atoms(search: Search) -> tuple[dict[Atom, Cells], dict[Atom, Cells], dict[Atom, Effect]]:
    """All uncertain atoms: the cells that they look at, and those whose writing they decide."""
    looks: dict[Atom, Cells] = {}
    decides: dict[Atom, Cells] = {}
    effects: dict[Atom, Effect] = {}
    for effect in search.effects.values():
        written: Cells = NONE
        for place, changing, object in search.candidates(effect):
            reads = Reads(search.world, effect, object)
            own: Cells = NONE
            for number, operation in enumerate(effect.ability.instructions[place].operations):
                if modifies(operation) is not changing:
                    continue
                cells = search.changed(object, operation, effect)
                own |= cells
                operand: Atom = ("operand", (effect.key, place, number, object))
                looks[operand] = reads.operand(operation) & search.written
                decides[operand] = cells
                effects[operand] = effect
            written |= own
            if search.membership(effect, place, object, changing) is None:
                scope: Atom = ("scope", (effect.key, place, object, changing))
                looks[scope] = search.looks_at(effect, place, object) & search.written
                decides[scope] = own
                effects[scope] = effect
        if search.existence(effect) is None:
            existence: Atom = ("exists", (effect.key,))
            looks[existence] = Reads(search.world, effect).existence() & search.written
            decides[existence] = written
            effects[existence] = effect
    return looks, decides, effects
