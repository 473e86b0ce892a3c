"""Boards whose effects feed on each other at the same time: random ones, and every small one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.notation.parsing import parse_ability
from layerlaw.model.scenarios.scenario import Scenario
from oracle.build import play, scenario
from together import PLAYERS, WORDS, game

IDS = ("P", "Q", "R")
SPEECH = WORDS.with_names(PLAYERS, IDS)

OPERATIONS = (
    "silenced",
    "frozen",
    "stunned",
    "drained",
    "gain blocker",
    "lose blocker",
    "can't have blocker",
    "lose all abilities",
    "can't be modified",
    "colours += light",
    "colours -= light",
    "colours := fire",
    "colours += colours of Q",
    "types := relic",
    "power += 2",
    "power -= 2",
    "power := 5",
    "power *= 2",
    "power at least 3",
    "power += number of light creatures",
    "cost := number of creatures with blocker",
    "swap power and cost",
    "controller := me",
)
SCOPES = (
    "self",
    "creatures",
    "other creatures",
    "light creatures",
    "creatures with blocker",
    "creatures without blocker",
    "creatures with power >= 3",
    "creatures that are not light",
    "creatures that are not silenced",
    "creatures you control",
    "P",
    "Q",
)
CONDITIONS = (
    "there is a creature with blocker",
    "there are no creatures with blocker",
    "number of (creatures with blocker) >= 1",
    "number of (creatures with blocker) != 1",
    "number of (creatures with blocker) = 1 or self is light",
    "number of light creatures = 0",
    "number of light creatures >= 2",
    "number of light creatures <= 1",
    "self is light",
    "self is not light",
    "self is light or self is not light",
    "self is not silenced",
    "self is not frozen",
    "power of self >= 3",
    "power of P = power of Q",
    "total power of creatures >= 6",
    "highest power of creatures <= 4",
)


def creature(
    id: str, lines: Sequence[str], colours: tuple[str, ...] = (), power: int = 2, cost: int = 1
) -> Card:
    """A creature with these abilities."""
    abilities = tuple(PrintedAbility("has", parse_ability(line, SPEECH)) for line in lines)
    sets = {"types": ("creature",), "colours": colours}
    return Card(f"Card {id}", sets, {"power": power, "cost": cost}, abilities)


def random_circles(seed: int) -> Scenario:
    """Two or three creatures, most with a condition that others or they themselves decide."""
    pick = Random(seed)

    def line(operation: str) -> str:
        text = f"{pick.choice(SCOPES)}: {operation}"
        return f"{text} as long as {pick.choice(CONDITIONS)}" if pick.random() < 0.65 else text

    events = []
    for id in IDS[: pick.choice((2, 3))]:
        lines = ["blocker"] if pick.random() < 0.3 else []
        for _ in range(pick.choice((1, 1, 1, 2))):
            if pick.random() < 0.1:
                lines.append(f"{pick.choice(SCOPES)}: gain [{line(pick.choice(OPERATIONS))}]")
            else:
                lines.append(line(", ".join(pick.sample(OPERATIONS, pick.choice((1, 1, 1, 2))))))
        colours: tuple[str, ...] = pick.choice(((), (), ("light",), ("dark",)))
        card = creature(id, lines, colours, pick.choice((1, 2, 3, 4)), pick.choice((1, 5)))
        events.append(play(card, id, None, pick.choice(PLAYERS)))
    values = {
        "same step": pick.choice(("newest last", "oldest last")),
        "loss": pick.choice(("momentary", "bar")),
        "groundedness": pick.choice(("all deeds",) * 6 + ("what is added", "all fixed points")),
    }
    return scenario(game(values), events)


DEEDS = (
    "creatures: gain blocker",
    "creatures: lose blocker",
    "creatures: colours += light",
    "creatures: power += 2",
    "self: power := 5",
    "other creatures: silenced",
)
WHENS = (
    "there is a creature with blocker",
    "number of (creatures with blocker) <= 1",
    "number of light creatures = 1",
    "power of self >= 4",
    "self is not light",
)


def every_small_board() -> Iterator[Scenario]:
    """Each deed under each condition on one creature, against each on another, that blocks."""
    lines = [f"{deed} as long as {when}" for deed, when in product(DEEDS, WHENS)]
    for number, one in enumerate(lines):
        for other in lines[number % 5 :: 5]:
            cards = {"P": creature("P", [one]), "Q": creature("Q", ["blocker", other], (), 4)}
            yield scenario(game(), [play(card, id, None) for id, card in cards.items()])
