"""Graphs that are kept up to date, on drawn boards where effects of all kinds meet in one layer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import TypeVar

import pytest

from layerlaw.model import algebra as a
from layerlaw.model.rulebooks.policies import POLICIES
from layerlaw.model.rulebooks.rulebook import Layer, Rulebook
from layerlaw.solver import derive
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.facts.situation import Situation
from mutation.boards import alike_on_the_way
from situations import LAYERS, line, plus, rulebook, thing

T = TypeVar("T")
NUMBERS = ("power", "cost")
ELEMENTS = ("fire", "water", "norm")
KEYWORDS = ("Airborne", "Stealth")
ORDER = ("parity", "freed", "dependents", "independent", "loop", "loss", "floor")


def one_layer(random: Random) -> Rulebook:
    """Everything in one layer, its graph found after each step; other policies are drawn."""
    policies = {name: random.choice(POLICIES[name]) for name in ORDER if random.random() < 0.4}
    words = tuple(word for layer in LAYERS for word in layer.does if "copy" not in layer.does)
    one = Layer("one", "one", "C1", words)
    return replace(rulebook({**policies, "graph": "each step"}), layers=(LAYERS[0], one))


class Drawn:
    """Abilities drawn from a seed."""

    def __init__(self, random: Random, ids: Sequence[str]) -> None:
        self.random = random
        self.ids = ids

    def one(self, options: Sequence[T]) -> T:
        """One of these."""
        return self.random.choice(options)

    def ability(self) -> a.Ability:
        """A line of one or two operations, with a condition now and then."""
        condition = a.Exists(self.selector()) if self.random.random() < 0.15 else None
        operations = [self.operation() for _ in range(self.one((1, 1, 1, 2)))]
        return line(self.selector(), *operations, condition=condition)

    def selector(self) -> a.Selector:
        """Few or many."""
        match self.one("nnniiieekats"):
            case "n":
                number = a.Number(self.one(range(1, 6)))
                return a.Compared(a.Read(self.one(NUMBERS), a.It()), self.one((">=", "<")), number)
            case "i":
                return a.Identified(self.one(self.ids))
            case "e":
                return a.Member("elements", self.one(ELEMENTS))
            case "k":
                return a.HasAbility(self.one(KEYWORDS))
            case "t":
                return a.HasStatus(self.one(("tapped", "drained")))
            case "s":
                return a.Self()
        return a.Member("types", "creature")

    def operation(self) -> a.Operation:
        """What changes what others look at."""
        match self.one("pppsseeekklgtdfm"):
            case "p":
                return plus(self.one((-2, -1, 1, 2)), self.one(NUMBERS))
            case "s":
                return a.SetNumber(self.one(NUMBERS), a.Number(self.one(range(6))))
            case "e":
                change = self.one((a.AddMembers, a.RemoveMembers))
                return change("elements", (self.one(ELEMENTS),))
            case "k":
                return a.Gain(a.Ability(self.one(KEYWORDS)))
            case "l":
                return a.Lose(self.one(KEYWORDS))
            case "g":
                return a.SetNumber("power", a.Read("cost", a.Identified(self.one(self.ids))))
            case "t":
                return a.SetStatus("tapped")
            case "d":
                return a.SetStatus(self.one(("drained", "disabled")))
            case "f":
                return a.FixNumber(self.one(NUMBERS), a.Number(self.one(range(6))))
        return a.AddMembersOf("elements", a.Identified(self.one(self.ids)))


def drawn(seed: int) -> Situation:
    """Four to fourteen creatures, most of them with an ability."""
    random = Random(seed)
    ids = [f"X{number}" for number in range(random.choice((4, 7, 11, 14)))]
    words = Drawn(random, ids)
    things = [
        thing(
            id,
            *(words.ability() for _ in range(random.choice((0, 1, 1, 1)))),
            elements=tuple(random.sample(ELEMENTS, random.choice((0, 1, 1)))),
            power=random.randrange(6),
            cost=random.randrange(6),
        )
        for id in ids
    ]
    seated = tuple(replace(one, entered=(n, 0)) for n, one in enumerate(things, 1))
    return Situation(one_layer(random), ("you", "me"), seated, (), None, frozenset())


@cache
def plainly(seed: int) -> Answer:
    """The answer without short cuts."""
    return derive(drawn(seed), prune=False)


@pytest.mark.parametrize("slice", range(12))
def test_what_is_kept_is_what_would_be_found_anew(slice: int) -> None:
    """The same graphs with the same evidence, turns and boards as when all pairs are tried."""
    edges = 0
    for seed in range(slice * 8, slice * 8 + 8):
        plain = plainly(seed)
        kept = derive(plain.situation)
        assert kept.facts == plain.facts
        alike_on_the_way(kept, plain)
        edges += sum(len(graph.found) for run in kept.runs for graph in run.graphs)
    assert edges > 0
