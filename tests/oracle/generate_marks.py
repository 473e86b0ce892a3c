"""Random boards full of marks: cans and can'ts of few verbs, with partners; ways; ignores."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from random import Random

from layerlaw.model.algebra import (
    Controlled,
    Identified,
    Ignore,
    Operation,
    Opponent,
    Permission,
    Players,
    Redirect,
    Selector,
    You,
)
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.events import Play, Together
from layerlaw.model.scenarios.scenario import Scenario
from oracle.build import ME, WHERE, YOU, card, play, scenario, text
from oracle.small_rulebook import MINION

WHO: tuple[Selector, ...] = (
    MINION,
    Identified("A"),
    Identified("B"),
    Controlled(You()),
    Players(Opponent()),
    Players(You()),
)
VERBS = (("attack", False), ("attacked", True), ("cast", False), ("cast", True))


def boards_of_marks(seed: int, rulebook: Rulebook, arrivals: int = 4) -> list[Scenario]:
    """One board of up to three effects that mark, in some orders of arrival, and without the last.

    Two minions come first; effects are of cards in play or of spells, of either player.
    """
    random = Random(seed)
    soldiers = [play(card("A", power=1), "A"), play(card("B", power=1), "B", 7, ME)]
    effects = [_effect(random, number) for number in range(random.choice((2, 3, 3)))]
    orders = list(permutations(effects))
    random.shuffle(orders)
    found = [scenario(rulebook, [*soldiers, *order], YOU) for order in orders[:arrivals]]
    return [*found, scenario(rulebook, [*soldiers, *effects[:-1]], YOU)]


def marks_at_one_moment(seed: int, rulebook: Rulebook) -> list[Scenario]:
    """One board of marks whose effects one player has arrive together, written in every order."""
    [board, *_] = boards_of_marks(seed, rulebook, 1)
    first, second, *effects = board.play
    arrivals = [replace(each, player=YOU) for each in effects if isinstance(each, Play)]
    return [
        scenario(rulebook, [first, second, Together(order, WHERE)], YOU)
        for order in permutations(arrivals)
    ]


def _effect(random: Random, number: int) -> Play:
    """A card in play, or a spell, that marks something."""
    said = text(*[(random.choice(WHO), [_mark(random)]) for _ in range(random.choice((1, 1, 2)))])
    name = f"E{number}"
    spell = random.choice((True, False))
    types = ("magic",) if spell else ("aura",)
    made = card(name, said, types=types, use="resolves" if spell else "has")
    return play(made, name, None, random.choice((YOU, ME)))


def _mark(random: Random) -> Operation:
    kind = random.choice(("permission",) * 6 + ("ignore", "way", "way"))
    if kind == "way":
        return Redirect(
            random.choice(("hand", "banished")), random.choice((None, "cemetery", "hand"))
        )
    action, passive = random.choice(VERBS[: random.choice((1, 2, 4))])
    if kind == "ignore":
        return Ignore(action, random.choice((None, Identified("E0"))), passive)
    to = random.choice((None, None, *WHO))
    return Permission(random.choice((True, False)), action, to, passive)
