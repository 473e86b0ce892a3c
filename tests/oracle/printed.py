"""The oracle's starting board: what is printed, and what events made of it."""

from __future__ import annotations

from dataclasses import replace

from oracle.board import (
    Board,
    numbers_with_base,
    player_names,
    printed_instances,
    set_names,
    status_names,
)
from oracle.operations import give_status
from oracle.reckoning import reckon
from oracle.world import World


def printed_board(world: World) -> Board:
    """The board before the first layer: what is printed, and what events changed for good."""
    board = Board(world)
    for thing in world.things.values():
        card = world.printed(thing.id)
        for name in world.rulebook.front_numbers:
            if thing.front is not None:
                numbers = {**card.numbers, name: thing.front.numbers.get(name)}
                if thing.counterpart is not None and name in thing.counterpart.numbers:
                    half = thing.counterpart.numbers[name]
                    mine = numbers[name]
                    numbers[name] = half if mine is None else reckon(mine, "+", half)
                found = {each: number for each, number in numbers.items() if number is not None}
                card = replace(card, numbers=found)
        for each in world.rulebook.characteristics.values():
            cell = (thing.id, each.name)
            if each.kind == "number" and each.counter:
                board.numbers[cell] = card.numbers.get(each.name, 0) + thing.counters.get(
                    each.name, 0
                )
            elif each.kind == "number" and each.counted and world.in_play(thing.id):
                there = thing.counters.get(each.name, 0)
                board.numbers[cell] = there if each.name in card.numbers else None
            elif each.of_players is not None:
                changed = thing.counters.get(each.name, 0)
                is_player = thing.id in world.players
                board.numbers[cell] = each.of_players + changed if is_player else None
            elif each.kind == "number":
                board.numbers[cell] = card.numbers.get(each.name)
        for name in numbers_with_base(world):
            board.numbers[thing.id, f"base {name}"] = card.numbers.get(name)
        for name in set_names(world):
            board.sets[thing.id, name] = frozenset(card.sets.get(name, ()))
        for name in player_names(world):
            board.players[thing.id, name] = None
        board.players[thing.id, world.rulebook.control] = thing.controller or None
        for name in status_names(world):
            board.statuses[thing.id, name] = thing.counters.get(name, 0) > 0
        board.abilities[thing.id] = [
            instance
            for instance in printed_instances(thing.id, card)
            if instance.ability.keyword not in thing.forgone
        ]
        board.marks[thing.id] = frozenset()
        board.names[thing.id] = card.name
        for status in sorted(thing.statuses):
            give_status(thing.id, status, board)
    return board
