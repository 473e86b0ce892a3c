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
from situations import CREATURES, LAYERS, answer, line, plus, rulebook, thing

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
                words = (self.one(ELEMENTS),)
                adds = self.one((True, False))
                return (
                    a.AddMembers("elements", words) if adds else a.RemoveMembers("elements", words)
                )
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


def at_least(number: int, characteristic: str) -> a.Selector:
    """Whoever has so much."""
    return a.Compared(a.Read(characteristic, a.It()), ">=", a.Number(number))


def test_what_writes_many_is_still_looked_at_after_the_turn_of_another_such() -> None:
    """B makes everybody 3, which all are until Z makes X a 5; then C, who is older and looks for
    a 5, waits for B. W writes as many, of what C looks at too."""
    strong = a.Both((at_least(5, "power"), at_least(1, "cost")))
    found = answer(
        rulebook({"graph": "each step"}),
        *(thing(f"T{number}", power=3, cost=1) for number in range(8)),
        thing("X", power=3, cost=1),
        thing("W", line(CREATURES, plus(1, "cost")), power=3, cost=1),
        thing("Z", line(a.Identified("X"), a.SetNumber("power", a.Number(5))), power=3, cost=1),
        thing("C", line(strong, plus(1, "cost")), power=3, cost=1),
        thing("B", line(CREATURES, a.SetNumber("power", a.Number(3))), power=3, cost=1),
    )
    assert turns(found) == ["W.1", "Z.1", "B.1", "C.1"]
    graphs = [[(one.effect, one.on) for one in g.found] for g in found.layer("power").graphs]
    assert graphs[:3] == [[("C.1", "Z.1")], [("C.1", "Z.1")], [("C.1", "B.1")]]
    alike_on_the_way(found, derive(found.situation, prune=False))


def test_who_changes_nothing_any_more_is_told_from_who_still_does() -> None:
    """C looks for power and cost; only once D has set the power, the cost that B sets matters to C,
    who is older. By then Q, who set a cost too, changes nothing: W has set it before."""
    both = a.Both((at_least(5, "power"), at_least(5, "cost")))

    def sets(id: str, characteristic: str) -> a.Ability:
        return line(a.Identified(id), a.SetNumber(characteristic, a.Number(5)))

    found = answer(
        rulebook({"graph": "each step"}),
        thing("X", power=1, cost=1),
        thing("O", power=1, cost=1),
        thing("W", sets("O", "cost")),
        thing("D", sets("X", "power")),
        thing("C", line(both, plus(1))),
        thing("Q", sets("O", "cost")),
        thing("B", sets("X", "cost")),
    )
    assert turns(found) == ["W.1", "D.1", "Q.1", "B.1", "C.1"]
    alike_on_the_way(found, derive(found.situation, prune=False))


def ring(**policies: str) -> Answer:
    """A looks for what B does, B for what C does, C for what A does; P, Q and R are theirs."""
    book = rulebook({"graph": "each step", **policies})
    words = tuple(word for layer in LAYERS for word in layer.does)
    fire = a.Member("elements", "fire")

    def writes(id: str, other: a.Selector, operation: a.Operation) -> a.Ability:
        return line(a.Either((a.Identified(id), other)), operation)

    return answer(
        replace(book, layers=(LAYERS[0], Layer("one", "power", "C1", words))),
        *(thing(id, power=1, cost=1) for id in "PQR"),
        thing("A", writes("P", at_least(5, "cost"), a.SetNumber("power", a.Number(5)))),
        thing("B", writes("Q", fire, a.SetNumber("cost", a.Number(5)))),
        thing("C", writes("R", at_least(5, "power"), a.AddMembers("elements", ("fire",)))),
    )


@pytest.mark.parametrize("independent", ["outside its loop", "nothing", "one-way"])
def test_a_ring_that_fell_apart_has_a_new_order(independent: str) -> None:
    """Nobody outside is waited for. After A's turn B waits for C, though B is older."""
    found = ring(loop="members", independent=independent)
    assert turns(found) == ["A.1", "C.1", "B.1"]
    alike_on_the_way(found, derive(found.situation, prune=False))


def test_who_is_still_in_a_loop_depends_on_it_whatever_it_no_longer_waits_for() -> None:
    """After Y's turn A and B still depend on each other; F, the youngest, depends on nothing."""
    found = answer(
        rulebook({"graph": "each step", "freed": "after all", "independent": "nothing"}),
        *(thing(id, power=1, cost=1) for id in "OPQ"),
        thing("Y", line(a.Identified("O"), a.SetNumber("cost", a.Number(5)))),
        thing(
            "A",
            line(
                a.Either((a.Identified("P"), at_least(5, "cost"))),
                a.SetNumber("power", a.Number(5)),
            ),
        ),
        thing(
            "B",
            line(
                a.Either((a.Identified("Q"), at_least(5, "power"))),
                a.SetNumber("cost", a.Number(5)),
            ),
        ),
        thing("F", line(a.Self(), a.SetNumber("cost", a.Number(1))), cost=1),
    )
    assert turns(found) == ["Y.1", "F.1", "A.1", "B.1"]
    alike_on_the_way(found, derive(found.situation, prune=False))


def turns(found: Answer) -> list[str]:
    """Whose turns came in the layer of numbers, in their order."""
    return [turn.effect for turn in found.layer("power").turns]
