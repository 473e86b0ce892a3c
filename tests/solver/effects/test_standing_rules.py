"""The rulebook's own abilities come first in every table, however often a board is laid out."""

from __future__ import annotations

from layerlaw.model import shipped_rulebook
from layerlaw.model.rulebooks.cache import MOST, Cache
from layerlaw.solver.board.columns import ABILITIES
from layerlaw.solver.board.kinds import LayerNumber
from layerlaw.solver.effects.context import AbilityInstance, Instances
from layerlaw.solver.effects.effects import Effects
from layerlaw.solver.effects.starting_board import starting_board
from layerlaw.solver.effects.world import World
from situations import CREATURES, answer, line, plus, thing

BOOK = shipped_rulebook("sorcery-2026-01")
SITUATION = answer(BOOK, thing("A", line(CREATURES, plus(1)), zone=BOOK.in_play, power=1)).situation


def test_a_board_that_is_laid_out_again_has_the_same_numbers() -> None:
    """So an answer's table serves another starting board."""
    instances, world = Instances(), World(SITUATION)
    first = starting_board(world, instances)
    known = len(instances.numbers)
    again = starting_board(World(SITUATION), instances)
    assert first.column(ABILITIES) == again.column(ABILITIES)
    assert len(instances.numbers) == known


def test_a_table_that_began_with_something_else_is_read_as_well() -> None:
    """The rules have other numbers there, and act as they do everywhere."""
    usual, other = Instances(), Instances()
    other.printed("somewhere", AbilityInstance(line(CREATURES, plus(2)), "1", 0, None, static=True))
    assert ids(usual) == ids(other)
    assert {one.split(".")[0] for one in ids(other)} == {"A", "rules"}


def ids(instances: Instances) -> set[str]:
    """The effects that stand on the starting board, by way of this table."""
    world = World(SITUATION)
    board = starting_board(world, instances)
    effects = Effects(world, instances)
    layers = map(LayerNumber, range(len(BOOK.layers)))
    return {part.id for layer in layers for part in effects.standing(layer, board)}


def test_a_board_of_many_cards_makes_room_for_what_is_made_ready_of_them() -> None:
    """What it looks at each time is kept, though it is more than a cache holds otherwise."""
    cache = Cache()
    trees = [object() for _ in range(MOST + 1)]
    made: list[object] = []

    def make(owner: object, tree: object) -> object:
        made.append(tree)
        return tree

    cache.make_room(2 * MOST)
    for tree in (*trees, *trees):
        cache.of_tree(make, None, tree)
    assert len(made) == len(trees)
