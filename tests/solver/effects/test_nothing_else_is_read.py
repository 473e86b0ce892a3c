"""What a part does on a board hangs on no cell but those that it is said to read.

Trials, queues and states pass over whatever looks at nothing that changed. Here every cell that a
part is said not to look at is drawn anew, and the part has to do the same as before.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import cache
from random import Random

import bringing
import pytest

from layerlaw.model import Scenario, loads_scenario, shipped_rulebooks
from layerlaw.model.errors import LayerlawError
from layerlaw.solver import solve
from layerlaw.solver.board.columns import (
    ABILITIES,
    ALL,
    ANY,
    KEYWORD,
    VALUE,
    Board,
    bits,
    value_read,
)
from layerlaw.solver.board.kinds import LayerNumber, Objects
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.effects.context import Instances
from layerlaw.solver.effects.effects import Effects
from layerlaw.solver.effects.parts import Part
from layerlaw.solver.effects.reads import Reads
from layerlaw.solver.layers.observe import Observer
from oracle.generate import seeded_scenario
from oracle.generate_boards import drawn_board, shipped_deck
from oracle.small_rulebook import small_rulebook

deck = cache(shipped_deck)

NAMES = (
    'creatures named "Card A": power += 1',
    'self: power += 1 as long as self has power >= 2 and "A" has power >= 2',
    'self: copy of "A"',
    'other creatures: copy of "A" as long as self has Flying',
    "creatures named like self: power += 1",
    'other creatures: name := "Card A"',
    'self: power += number of creatures named "Card A"',
    'creatures with power >= power of "A": gain Flying',
)
PLACES = (
    "minions in front of self: power += 1",
    "minions above self: power += 1",
    "minions atop self: power += 1",
    "minions underground: power += 1",
    "units nearby you control: power -= 1",
    "self: power += number of minions in front of self",
    'minions carried by "A": power += 1',
    "minions you control: controller := an opponent as long as there is minions here",
)


def asking(seed: int) -> Scenario:
    """Three to five cards that ask for names and copies in Magic, or for places in Sorcery."""
    pick = Random(seed)
    book, is_, texts = pick.choice(
        (
            ("magic-2026-04", "[creature], power: 2, toughness: 9", NAMES),
            ("sorcery-2026-07", "[minion], power: 2", PLACES),
        )
    )
    cards = plays = ""
    for id in "ABCDE"[: pick.randint(3, 5)]:
        where = f" at {pick.choice((3, 8, 13))}" if texts is PLACES else ""
        cards += f"  Card {id}: {{is: {is_}, has: ['{pick.choice(texts)}']}}\n"
        plays += f"  - {pick.choice(('you', 'me'))}: Card {id} as {id}{where}\n"
    head = f"title: drawn\nrulebook: {book}\nplayers: [you, me]\nactive: you\n"
    return loads_scenario(f"{head}cards:\n{cards}play:\n{plays}")


DRAWN: dict[str, Callable[[int], Scenario]] = {
    "names, copies and places": asking,
    "little rulebook": lambda seed: seeded_scenario(seed, small_rulebook()),
    "parts that bring others": bringing.drawn,
}


def drawn(kind: str, seed: int) -> Scenario:
    """A random history: of the cards of a rulebook, or of another kind."""
    return DRAWN[kind](seed) if kind in DRAWN else drawn_board(seed, deck(kind), 8, 6)


def shuffled(board: Board, objects: int, pick: Random) -> Board:
    """The board with what stands in most columns dealt out among the objects anew."""
    columns = {}
    for name, column in board.columns.items():
        places = list(range(objects))
        if pick.random() < 0.7:
            pick.shuffle(places)
        columns[name] = {
            value: Objects(sum(1 << places[index] for index in bits(held)))
            for value, held in column.items()
        }
    return Board(columns, board.had)


def mixed(board: Board, other: Board, read: Callable[[str, Hashable], int]) -> Board:
    """The board in the cells that are read, and the other one in all others.

    read: the objects of which it is looked at whether they have a value of a characteristic.
    """
    columns: dict[str, dict[Hashable, Objects]] = {}
    for name in dict.fromkeys((*board.columns, *other.columns)):
        one, two = board.column(name), other.column(name)
        columns[name] = {}
        for value in dict.fromkeys((*one, *two)):
            mask = read(name, value)
            held = (one.get(value, 0) & mask) | (two.get(value, 0) & ~mask)
            if held:
                columns[name][value] = Objects(held)
    return Board(columns, board.had)


def by_column(reads: Reads) -> Callable[[str, Hashable], int]:
    """Whole columns, as they are said to be read."""
    return lambda name, value: reads.get(name, 0)


def by_value(reads: Reads, instances: Instances) -> Callable[[str, Hashable], int]:
    """Of what is told apart by values and keywords these alone."""
    valued = {name.partition(VALUE)[0] for name in reads if VALUE in name}

    def read(name: str, value: Hashable) -> int:
        if name == ABILITIES:
            keyword = instances.keyword(value)
            named = 0 if keyword is None else reads.get(KEYWORD + keyword, 0)
            return named | reads.get(ANY, 0)
        if name in valued and reads[name] != ALL:
            return reads.get(value_read(name, value), 0)
        return reads.get(name, 0)

    return read


def parts_on(answer: Answer, observer: Observer) -> Iterator[tuple[Part, Board]]:
    """Every part that has its ability on the first board, and on each last one."""
    for board in (answer.start, *(state.end for state in answer.states or (answer,))):
        for layer in range(len(answer.situation.rulebook.layers)):
            for part in observer.effects.standing(LayerNumber(layer), board):
                yield part, board


@pytest.mark.sample(16)
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("kind", [*DRAWN, *shipped_rulebooks()])
def test_it_does_the_same_whatever_stands_elsewhere(kind: str, seed: int) -> None:
    """Whether it exists and what it does; what it does where it exists, by values and keywords."""
    pick = Random(seed)
    looked = 0
    for number in range(100 * seed, 100 * seed + 100):
        try:
            answer = solve(drawn(kind, number))
        except LayerlawError:
            continue
        observer = Observer(Effects(answer.world, answer.instances))
        for part, board in parts_on(answer, observer):
            other = shuffled(board, len(answer.world.things), pick)
            elsewhere = mixed(board, other, by_column(part.reads))
            assert observer.observe(part, elsewhere) == observer.observe(part, board), part.id
            elsewhere = mixed(board, other, by_value(part.program.reads, answer.instances))
            assert observer.look(part, elsewhere) == observer.look(part, board), part.id
            looked += 1
        if looked > 30:
            break
    assert looked > 30
