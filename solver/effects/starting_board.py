"""The starting board: what is printed, control and counters; and taking a copy's form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.board.columns import (
    ABILITIES,
    ALL,
    BASE,
    BENEATH,
    NAME,
    Board,
    bits,
)
from layerlaw.solver.board.kinds import NO_OBJECTS, Index, Objects
from layerlaw.solver.effects.context import Instances, no_effect
from layerlaw.solver.effects.evaluate import scoped
from layerlaw.solver.effects.printed import PrintedCard, printed_card
from layerlaw.solver.effects.reads import by_value, scope_reads
from layerlaw.solver.effects.standing_rules import rule_instances
from layerlaw.solver.effects.writing import assign_or_clear, give_status
from layerlaw.solver.facts.arithmetic import COMBINE
from layerlaw.solver.facts.situation import printed_form

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from layerlaw.model.algebra import Selector
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.board.columns import Column
    from layerlaw.solver.effects.reads import Reads
    from layerlaw.solver.effects.world import World


def starting_board(world: World, instances: Instances) -> Board:
    """The board on which no effect has been applied yet."""
    rulebook = world.rulebook
    counters = world.constants.counters
    rules = instances.hold(rulebook.kept(rule_instances, world.things[-1].card))
    marked: dict[str, Objects] = {}
    controlled: dict[Hashable, Objects] = {}
    # Objects of which the same is printed are put on the board together.
    printed: dict[int, tuple[PrintedCard, Objects]] = {}
    counted: list[tuple[str, int, Objects]] = []
    for index, thing in enumerate(world.situation.things):
        bit = 1 << Index(index)
        if thing.linked:
            one = printed_card(rulebook, printed_form(rulebook, thing, thing.card))
        else:
            one = rulebook.kept(printed_card, thing.card)
        before = printed.get(id(one))
        printed[id(one)] = one, bit if before is None else before[1] | bit
        if thing.controller:
            controlled[thing.controller] = controlled.get(thing.controller, NO_OBJECTS) | bit
        for characteristic, number in thing.counters.items():
            counted.append((characteristic, number, bit))
        for given in thing.statuses:
            marked[given] = marked.get(given, NO_OBJECTS) | bit
    everything = Objects((1 << len(world.situation.things)) - 1)
    rulebook.cache.make_room(4 * len(printed))
    columns: dict[str, Column] = {ABILITIES: dict.fromkeys(rules, world.rules)}
    board = Board(columns)
    board.had.begin_with(Index(len(world.things) - 1), rules)
    for one, bearers in printed.values():
        for characteristic, value in one.cells:
            column = columns.setdefault(characteristic, {})
            had = column.get(value)
            column[value] = had | bearers if had else bearers
        _print_abilities(board, one, instances, bearers, world.without)
    if rulebook.front_numbers:
        _keep_numbers_of_fronts(board, world)
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
    for total in world.situation.every_total:
        board.add(total.name, total.number, world.player_bit[total.player])
    for status in rulebook.statuses.values():
        if status.name in marked:
            give_status(board, marked[status.name], status, world, instances)
    if rulebook.carried is not None and rulebook.carried_control:
        decisive = rulebook.kept(_decisive, rulebook.carried)
        if decisive is None:
            reads = rulebook.kept(scope_reads, rulebook.carried).on(no_effect(world, instances))
            decisive = frozenset(reads), by_value(reads)
        world.decide_control |= decisive[0]
        world.control_cells |= decisive[1]
    settle_carried(board, world, instances)
    return board


def _keep_numbers_of_fronts(board: Board, world: World) -> None:
    """What was transformed has some numbers of its front face. Clause: CR-202.3b."""
    for index, thing in enumerate(world.situation.things):
        for name in world.rulebook.front_numbers if thing.front is not None else ():
            assert thing.front is not None
            number = thing.front.numbers.get(name)
            if thing.melded is not None:
                number = _added(number, thing.melded.numbers.get(name))
            assign_or_clear(board, name, number, 1 << Index(index))
            if world.rulebook.characteristics[name].base:
                assign_or_clear(board, BASE + name, number, 1 << Index(index))


def _added(one: int | None, other: int | None) -> int | None:
    """The number of a permanent of two cards, of those of each. Clause: CR-202.3c."""
    return one if other is None else other if one is None else COMBINE["+"](one, other)


def _decisive(
    rulebook: Rulebook, carried: Selector
) -> tuple[frozenset[str], frozenset[str]] | None:
    """What is read to tell what is carried, and the same by value; None if that varies."""
    found = scope_reads(rulebook, carried)
    if found.varying:
        return None
    # What is within reach is never everything.
    reads: Reads = {name: NO_OBJECTS for name, _ in found.within}
    reads |= dict.fromkeys(found.columns, ALL)
    return frozenset(reads), by_value(reads)


def _print_abilities(
    board: Board,
    card: PrintedCard,
    instances: Instances,
    bearers: Objects,
    without: Mapping[str, Objects],
) -> None:
    """Give the bearers the abilities of a card, but for the keywords that they are without."""
    for place, ability in card.abilities:
        number = instances.printed(place, ability)
        keyword = ability.ability.keyword
        theirs = bearers if keyword is None else bearers & ~without.get(keyword, NO_OBJECTS)
        board.add(ABILITIES, number, theirs)


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
    control = world.rulebook.control
    if shown != board.column(control):
        board.replace(control, shown)
