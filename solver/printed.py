"""The starting board: what is printed, control and counters; and taking a copy's form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.abilities import Instance, Instances
from layerlaw.solver.board import ABILITIES, BENEATH, NAME, Board, barred, barred_ability, bits
from layerlaw.solver.context import Context
from layerlaw.solver.evaluate import scoped

if TYPE_CHECKING:
    from layerlaw.model.cards import Card
    from layerlaw.solver.world import World


def printed_instances(card: Card, instances: Instances) -> list[int]:
    """The instances of a card's printed abilities, in order; only `has` makes static effects."""
    found = []
    effects = 0
    for rank, printed in enumerate(card.abilities):
        static = printed.use == "has" and bool(printed.ability.instructions)
        effects += static
        found.append(
            instances.number(
                ("printed", card.name, card.edition, rank, printed.ability),
                Instance(printed.ability, str(effects), rank, None, static),
            )
        )
    return found


def starting_board(world: World, instances: Instances) -> Board:
    """The board on which no effect has been applied yet."""
    board = Board({})
    counters = {c.name: 0 for c in world.rulebook.characteristics.values() if c.counter}
    for index, thing in enumerate(world.things):
        bit = 1 << index
        board.add(NAME, thing.card.name, bit)
        for characteristic, words in thing.card.sets.items():
            for word in words:
                board.add(characteristic, word, bit)
        for characteristic, number in {**thing.card.numbers, **counters, **thing.counters}.items():
            board.add(characteristic, number, bit)
        board.add(BENEATH, thing.controller, bit)
        for instance in printed_instances(thing.card, instances):
            if instances.keyword(instance) not in thing.without:
                board.add(ABILITIES, instance, bit)
    settle_carried(board, world, instances)
    return board


def copy_onto(board: Board, scope: int, card: Card, instances: Instances, world: World) -> None:
    """Give the objects in scope everything that is printed on the card, but what is barred.

    Clause: SORC-COPY-1.
    """
    board.assign(NAME, card.name, scope)
    for characteristic in world.rulebook.characteristics.values():
        if characteristic.counter or characteristic.kind not in ("number", "set"):
            continue
        free = scope & ~barred(board, ("number", characteristic.name))
        board.clear(characteristic.name, free)
        if characteristic.name in card.numbers:
            number = card.numbers[characteristic.name]
            if characteristic.floor is not None and world.rulebook.policy("floor") == "each step":
                number = max(number, characteristic.floor)
            board.add(characteristic.name, number, free)
        for word in card.sets.get(characteristic.name, ()):
            board.add(characteristic.name, word, scope)
    board.clear(ABILITIES, scope)
    for instance in printed_instances(card, instances):
        keyword = instances.keyword(instance)
        without = world.mask([t.id for t in world.things if keyword in t.without])
        board.add(ABILITIES, instance, scope & ~without & ~barred_ability(board, keyword))


def settle_carried(board: Board, world: World, instances: Instances) -> None:
    """Show who controls what: what is carried has its bearer's controller, and none without one.

    What effects write is kept beneath, for when the object is no longer something that is
    carried. Clause: SORC-CARRY-1.
    """
    beneath = board.column(BENEATH)
    carried = 0
    if world.rulebook.carried is not None:
        select, _ = scoped(world.rulebook.carried, Context(world, instances, 0, None, 0))
        carried = select(board, -1)
    if not carried:
        board.columns["controller"] = dict(beneath)
        return
    shown = {player: held & ~carried for player, held in beneath.items() if held & ~carried}
    for index in bits(carried):
        top = world.bearer.get(index)
        while top is not None and carried >> top & 1:
            top = world.bearer.get(top)
        for player, held in beneath.items():
            if top is not None and held >> top & 1:
                shown[player] = shown.get(player, 0) | 1 << index
    board.columns["controller"] = shown
