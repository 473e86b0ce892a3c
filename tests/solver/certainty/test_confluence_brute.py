"""Verdicts and numbers of orders against the solver itself, run once for every order there is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import pairwise, permutations, product
from random import Random
from typing import Any

import pytest

from layerlaw.model import BadInput, Scenario
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.answer.difference.outcome import Outcome, outcome, refusal
from layerlaw.solver.board.columns import PERMISSIONS, Maker, bits
from layerlaw.solver.certainty.orders.confluence import order_matters
from layerlaw.solver.certainty.orders.verdict import OrderVerdict, Turns
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.derivation.checks import fates, marked
from layerlaw.solver.derivation.derive import derive
from layerlaw.solver.facts.situation import Situation
from layerlaw.solver.layers.machine import LayerMachine
from layerlaw.solver.play.history import History
from oracle.build import action_graph, scope_graph, silence_graph
from oracle.generate import seeded_scenario
from oracle.generate_marks import boards_of_marks
from oracle.small_rulebook import VALUES, small_rulebook

Found = dict[Turns, Outcome]
Age = Callable[[tuple[int, ...]], int]
"""The age of an effect by its timestamp."""

MOST = 100
"""Situations with more orders are left out."""

POLICIES = sorted(set(VALUES) - {"process", "condition read"})


class TooMany(Exception):
    """There are more orders than can be tried."""


def situation_of(scenario: Scenario) -> Situation:
    """What stands after all events."""
    history = History(scenario)
    for _ in history.play():
        pass
    return history.table.situation


def turns_of(derivation: Answer) -> Turns:
    """The turns of a derivation; what leaves by itself takes none."""
    return tuple(
        (record.layer, turn.effect)
        for record in derivation.layers
        for turn in record.turns
        if turn.why != "gone"
    )


def with_every_age(derivation: Answer, age: Age | None) -> Iterator[Outcome]:
    """Its outcome with every order of the ages, among equals, of the effects that made marks."""
    effects = derivation.makers
    marks: Iterable[Any] = derivation.end.column(PERMISSIONS)
    marking = {mark.effect for mark in marks}
    groups: dict[int, list[Maker]] = {}
    for one in sorted(marking, key=lambda one: effects[one].key):
        if effects[one].source != "rules":
            groups.setdefault(0 if age is None else age(effects[one].key), []).append(one)
    if any(len(group) > 5 for group in groups.values()):
        raise TooMany
    for orders in product(*(permutations(group) for group in groups.values())):
        aged = dict(effects)
        for group, order in zip(groups.values(), orders, strict=True):
            for place, one in zip(group, order, strict=True):
                aged[one] = replace(effects[one], key=effects[place].key)
        found = fates(
            derivation.world, derivation.instances, derivation.end, marked(derivation.end, aged)
        )
        other = replace(derivation, fates=found)
        vars(other)["makers"] = aged
        yield outcome(other)


def every_order(
    situation: Situation, age: Age | None, patch: pytest.MonkeyPatch
) -> tuple[Found, set[Outcome]]:
    """Every order and where it leads, and with other ages: each part is chosen
    it might in turn."""
    found: Found = {}
    with_ages: set[Outcome] = set()
    script: list[int] = []
    taken: list[tuple[int, int]] = []

    def choose(machine: LayerMachine, among: int) -> int:
        parts = sorted((machine.parts[number] for number in bits(among)), key=lambda one: one.key)
        # The rules' own come first, as they are listed.
        going = [one for one in parts if one.id.startswith("rules.")][:1] or parts
        if age is not None:
            oldest = min(age(one.key) for one in going)
            going = [one for one in going if age(one.key) == oldest]
        choice = script[len(taken)] if len(taken) < len(script) else 0
        taken.append((choice, len(going)))
        return machine.numbers[going[choice]]

    with patch.context() as context:
        context.setattr(LayerMachine, "choose", choose)
        while True:
            taken.clear()
            try:
                derivation = derive(situation, prune=False)
                turns, led = turns_of(derivation), outcome(derivation)
                with_ages.update(with_every_age(derivation, age))
            except LayerlawError as error:
                turns = tuple(("", str(choice)) for choice, _ in taken)
                led = refusal(error)
                with_ages.add(led)
            assert turns not in found
            found[turns] = led
            if len(found) > MOST:
                raise TooMany
            while taken and taken[-1][0] + 1 == taken[-1][1]:
                taken.pop()
            if not taken:
                return found, with_ages
            script = [choice for choice, _ in taken]
            script[-1] += 1


def swaps_that_matter(found: Found, order: Turns) -> bool:
    """Whether a swap of two neighbours of one layer in this order leads elsewhere."""
    for number, (one, other) in enumerate(pairwise(order)):
        swapped = (*order[:number], other, one, *order[number + 2 :])
        if one[0] == other[0] and swapped in found and found[swapped] != found[order]:
            return True
    return False


def assert_right(
    situation: Situation, verdict: OrderVerdict, found: Found, outcomes: set[Outcome]
) -> None:
    """Fail unless the verdict is what trying every order, with every order of ages, gives."""
    own = turns_of(derive(situation))
    assert (verdict.orders, verdict.exact) == (len(found), True)
    assert verdict.complete and verdict.outcomes == len(outcomes)
    assert verdict.matters is (len(outcomes) > 1)
    pair = verdict.pair
    if pair is None:
        assert len(outcomes) == 1
        return
    assert pair.outcomes[0] != pair.outcomes[1]
    if pair.ages != ((), ()):
        assert set(pair.outcomes) <= outcomes and len(set(found.values())) == 1
        assert pair.one in found and pair.other in found
        return
    for order, led in zip((pair.one, pair.other), pair.outcomes, strict=True):
        assert led.refused or found[order] == led
    assert pair.objects or any(led.refused for led in pair.outcomes)
    assert not pair.own or pair.one == own
    assert (pair.own and pair.swaps == 1) or not swaps_that_matter(found, own)
    if pair.swaps > 1:
        assert not any(swaps_that_matter(found, order) for order in found)


def compare(situation: Situation, random: Random, patch: pytest.MonkeyPatch) -> int:
    """Both scopes, the second with arrivals grouped by moments; returns how many were compared."""
    together = random.randint(1, 4)
    compared = 0
    for unordered in (False, True):
        age: Age | None = (lambda key: key[0] // together) if unordered else None
        try:
            found, outcomes = every_order(situation, age, patch)
        except TooMany:
            continue
        verdict = order_matters(
            situation,
            "unordered" if unordered else "all",
            age=lambda effect: (effect.timestamp[0] // together,),
        )
        assert_right(situation, verdict, found, outcomes)
        compared += 1
    return compared


def some_policies(random: Random) -> dict[str, str]:
    """Random values for about a third of the policies."""
    return {name: random.choice(VALUES[name]) for name in POLICIES if random.random() < 0.35}


@pytest.mark.sample(2)
@pytest.mark.parametrize("slice", range(6))
def test_graphs_of_effects_under_all_policies(slice: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Effects that end each other, or change each other's scope or action."""
    for seed in range(slice, 36, 6):
        random = Random(seed)
        n = random.randint(2, 5)
        pairs = [(a, b) for a in range(1, n + 1) for b in range(1, n + 1)]
        edges = random.sample(pairs, random.randint(1, min(len(pairs), 2 * n)))
        family = random.choice([silence_graph, scope_graph, action_graph])
        order = random.sample(range(1, n + 1), n)
        scenario = family(n, edges, order, small_rulebook(some_policies(random)))
        compare(situation_of(scenario), random, monkeypatch)


@pytest.mark.sample(1)
@pytest.mark.parametrize("slice", range(6))
def test_random_histories_under_all_policies(slice: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mixed layers, grants, marks, zones, permissions: whatever happens; until some compare."""
    compared = 0
    for seed in range(slice, 600, 6):
        if seed >= 24 and compared:
            break
        random = Random(seed)
        try:
            scenario = seeded_scenario(seed, small_rulebook(some_policies(random)))
            situation = situation_of(scenario)
        except BadInput:
            continue
        compared += compare(situation, random, monkeypatch)
    assert compared > 0


@pytest.mark.slow
@pytest.mark.parametrize("ranking", ["newest", "both static"])
def test_marks_of_which_the_newer_decides(ranking: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards full of permissions and redirections: every order of turns with every one of ages."""
    compared = 0
    for seed in range(14):
        for board in boards_of_marks(seed, small_rulebook({"prohibition": ranking}), 1)[:1]:
            compared += compare(situation_of(board), Random(seed), monkeypatch)
    assert compared > 14


@pytest.mark.parametrize("family", [silence_graph, scope_graph, action_graph])
def test_orders_are_those_that_other_timestamps_give(family: Callable[..., Scenario]) -> None:
    """With every effect on a card of its own: the cards enter in every order."""
    for seed in range(12):
        random = Random(seed)
        n = random.randint(2, 4)
        pairs = [(a, b) for a in range(1, n + 1) for b in range(1, n + 1) if a != b]
        edges = random.sample(pairs, random.randint(1, len(pairs)))
        situation = situation_of(family(n, edges, range(1, n + 1), small_rulebook()))
        found: set[Turns] = set()
        led: set[Outcome] = set()
        for moments in permutations(range(1, n + 1)):
            entered = {f"M{number}": (moment, 0) for number, moment in enumerate(moments, 1)}
            things = tuple(
                replace(thing, entered=entered.get(thing.id, thing.entered))
                for thing in situation.things
            )
            derivation = derive(replace(situation, things=things))
            found.add(tuple(turn for turn in turns_of(derivation) if "rules" not in turn[1]))
            led.add(outcome(derivation))
        verdict = order_matters(situation)
        rules = 1
        for layer in verdict.layers:
            if all(effect.startswith("rules.") for effect in layer.effects):
                rules *= layer.orders
        assert verdict.orders == len(found) * rules
        assert verdict.outcomes == len(led)
