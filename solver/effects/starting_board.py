"""The starting board: what is printed, control and counters; and taking a copy's form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.board.columns import (
    ABILITIES,
    BASE,
    BENEATH,
    NAME,
    Board,
    barred,
    barred_ability,
    bits,
)
from layerlaw.solver.board.kinds import NO_OBJECTS, Index, Objects
from layerlaw.solver.effects.context import no_effect
from layerlaw.solver.effects.evaluate import scope_reads, scoped
from layerlaw.solver.effects.instances import AbilityInstance, Instances
from layerlaw.solver.effects.writing import give_status, kept_at
from layerlaw.solver.facts.situation import printed_form

if TYPE_CHECKING:
    from collections.abc import Hashable

    from layerlaw.model.cards.card import Card
    from layerlaw.solver.board.columns import Column
    from layerlaw.solver.board.kinds import InstanceNumber
    from layerlaw.solver.effects.world import World


def printed_instances(
    card: Card, instances: Instances, *, named: bool = False
) -> list[InstanceNumber]:
    """The instances of a card's printed abilities, in order; only `has` makes static effects.

    named: effects are called by their abilities' names, not by number.
    """
    found: list[InstanceNumber] = []
    effects = 0
    for place, printed in enumerate(card.abilities):
        rank = place + printed.shift
        static = printed.use == "has" and bool(printed.ability.instructions)
        effects += static
        name = printed.name if named else str(effects)
        found.append(
            instances.printed(
                (card.name, card.edition, place, rank, name),
                AbilityInstance(printed.ability, name, rank, None, static),
            )
        )
    return found


def starting_board(world: World, instances: Instances) -> Board:
    """The board on which no effect has been applied yet."""
    board = Board({})
    rulebook = world.rulebook
    counters = {c.name: 0 for c in rulebook.characteristics.values() if c.counter}
    bases = {c.name: BASE + c.name for c in rulebook.characteristics.values() if c.base}
    marked: dict[str, Objects] = {}
    controlled: dict[Hashable, Objects] = {}
    # Objects of which the same is printed are put on the board together.
    printed: dict[int, tuple[Card, Objects]] = {}
    counted: list[tuple[str, int, Objects]] = []
    for index, thing in enumerate(world.situation.things):
        bit = 1 << Index(index)
        card = printed_form(rulebook, thing, thing.card) if thing.linked else thing.card
        _, others = printed.get(id(card), (card, NO_OBJECTS))
        printed[id(card)] = card, others | bit
        if thing.controller:
            controlled[thing.controller] = controlled.get(thing.controller, NO_OBJECTS) | bit
        for characteristic, number in thing.counters.items():
            counted.append((characteristic, number, bit))
        for given in thing.statuses:
            marked[given] = marked.get(given, NO_OBJECTS) | bit
    everything = Objects((1 << len(world.situation.things)) - 1)
    for card, bearers in printed.values():
        board.add(NAME, card.name, bearers)
        for characteristic, words in card.sets.items():
            for word in words:
                board.add(characteristic, word, bearers)
        for characteristic, number in card.numbers.items():
            if characteristic not in counters:
                board.add(characteristic, number, bearers)
            if characteristic in bases:
                board.add(bases[characteristic], number, bearers)
        for instance in printed_instances(card, instances):
            keyword = instances.keyword(instance)
            without = 0 if keyword is None else world.without.get(keyword, 0)
            board.add(ABILITIES, instance, bearers & ~without)
    for characteristic in counters:
        board.add(characteristic, 0, everything)
    for characteristic, number, bit in counted:
        # Counters make no number that is not printed.
        if characteristic in counters or board.having(characteristic) & bit:
            board.assign(characteristic, number, bit)
    for player, held in controlled.items():
        board.add(BENEATH, player, held)
    for name, bit in world.player_bit.items():
        board.add(NAME, name, bit)
    for instance in printed_instances(world.things[-1].card, instances, named=True):
        board.add(ABILITIES, instance, world.rules)
    for status in rulebook.statuses.values():
        if status.name in marked:
            give_status(board, marked[status.name], status, world, instances)
    if rulebook.carried is not None and rulebook.carried_control:
        context = no_effect(world, instances)
        reads = scope_reads(rulebook.carried, context)
        world.decide_control = world.decide_control.union(reads)
    settle_carried(board, world, instances)
    return board


def copy_onto(board: Board, scope: Objects, card: Card, instances: Instances, world: World) -> None:
    """Give the objects in scope everything that is printed on the card, but what is barred.

    Clause: SORC-COPY-1.
    """
    board.assign(NAME, card.name, scope)
    for characteristic in world.rulebook.characteristics.values():
        if characteristic.counter or characteristic.kind not in ("number", "set"):
            continue
        name = characteristic.name
        free = scope & ~barred(board, ("number", name))
        board.clear(name, free)
        if characteristic.base:
            board.clear(BASE + name, free)
        if name in card.numbers:
            number = card.numbers[name]
            if characteristic.floor is not None and number < characteristic.floor:
                number = kept_at(characteristic.floor, number, world)
            board.add(name, number, free)
            if characteristic.base:
                board.add(BASE + name, number, free)
            if characteristic.counted:
                # Counters are not copied: their number is what it was.
                for index in bits(free):
                    if name in world.things[index].counters:
                        board.assign(name, world.things[index].counters[name], 1 << index)
        for word in card.sets.get(name, ()):
            board.add(name, word, scope)
    board.clear(ABILITIES, scope)
    for instance in printed_instances(card, instances):
        keyword = instances.keyword(instance)
        without = 0 if keyword is None else world.without.get(keyword, 0)
        board.add(ABILITIES, instance, scope & ~without & ~barred_ability(board, keyword))


def settle_carried(board: Board, world: World, instances: Instances) -> None:
    """Show who controls what: what is carried has its bearer's controller, and none without one.

    What effects write is kept beneath, for when the object is no longer something that is
    carried. What is not in play is its owner's. Clause: SORC-CARRY-1.
    """
    beneath = board.column(BENEATH)
    carried = NO_OBJECTS
    if world.rulebook.carried is not None and world.rulebook.carried_control:
        context = no_effect(world, instances)
        carried |= scoped(world.rulebook.carried, context)(board, -1)
    alone = world.playing & ~carried
    shown: Column = {player: held & alone for player, held in beneath.items() if held & alone}
    for owner, held in world.out_of_play.items():
        shown[owner] = shown.get(owner, NO_OBJECTS) | held
    for index in bits(carried):
        top = world.bearer.get(index)
        while top is not None and carried >> top & 1:
            top = world.bearer.get(top)
        for player, held in beneath.items():
            if top is not None and held >> top & 1:
                shown[player] = shown.get(player, NO_OBJECTS) | 1 << index
    if shown != board.column("controller"):
        board.replace("controller", shown)
