"""Random boards of copies, copies of copies and other changes, in every order of arrival."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from random import Random

import pytest

from comparing import assert_same
from layerlaw.model import algebra as a
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.events import Event
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver import solve
from layerlaw.solver.certificate import certificate_of
from oracle.build import card, play, scenario, text
from oracle.small_rulebook import small_rulebook

LEFT = {"a copy reads": "what the copy layer left", "graph": "each step"}
IDS = "ABCD"

Arrival = Callable[[tuple[str, ...]], Event]
"""How an object arrives, by the ids of those that are there."""


def arrival(random: Random, id: str) -> Arrival:
    """A minion, one that copies as it enters or for as long as it stands, or an effect on one."""
    other = random.choice([one for one in IDS if one != id])
    third = random.choice(IDS)
    but = otherwise(random)
    copies = a.CopyOf(a.Identified(other), but)
    power = random.randint(1, 9)
    match random.randrange(7):
        case 0 | 1:
            printed = card(
                f"Minion {id}", power=power, subtypes=(random.choice(("beast", "mortal")),)
            )
        case 2:
            printed = card(f"Mirror {id}", text((a.Self(), [copies])), power=power)
        case 3:
            entering = card(
                f"Clone {id}", text((a.Self(), [a.CopyOf(a.Target(), but)])), use="enters"
            )
            return lambda there: play(entering, id, copying=other if other in there else None)
        case 4:
            turned = text((a.Identified(third), [copies]))
            printed = card(f"Shapes {id}", turned, use="resolves", types=("magic",))
        case 5:
            plus = a.ChangeNumber("power", "+", a.Number(power))
            printed = card(f"Growth {id}", text((a.Identified(other), [plus])), types=("artifact",))
        case _:
            typed = a.AddMembers("types", ("site",))
            printed = card(f"Coffin {id}", text((a.Identified(other), [typed])), power=power)
    return lambda there: play(printed, id)


def otherwise(random: Random) -> tuple[a.CopyException, ...]:
    """What a copy has otherwise than what it copies; of every second one nothing."""
    plus = text((a.Everything(), [a.ChangeNumber("power", "+", a.Number(1))]))
    every: list[a.CopyException] = [
        a.SetNumber("power", a.Number(random.randint(1, 9))),
        a.AddMembers("types", ("artifact",)),
        a.SetMembers("subtypes", ("undead",)),
        a.RemoveMembers("types", ("minion",)),
        a.Rename((random.choice(("Toy", "Boat")),), besides=random.random() < 0.5),
        a.Gain(plus),
        a.Gain(a.Ability("Airborne")),
    ]
    return tuple(random.sample(every, random.choice((0, 0, 1, 2))))


def boards(seed: int, policies: dict[str, str]) -> Iterator[Scenario]:
    """One board of four, in every order in which they could arrive."""
    random = Random(seed)
    arrivals = {id: arrival(random, id) for id in IDS}
    for order in permutations(IDS):
        events = [arrivals[id](order[:place]) for place, id in enumerate(order)]
        yield scenario(small_rulebook(policies), events)


def needs_two_effects_of_one_name(board: Scenario) -> bool:
    """Whether a copy brings an effect of the copy layer, which the solver says it can't tell."""
    try:
        solve(board)
    except LayerlawError as error:
        assert "layers that copy should do nothing else" in str(error)
        return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("test", ["action", "result", "none"])
@pytest.mark.parametrize("seed", range(8))
def test_random_copies_in_every_order_are_as_the_oracle_has_them(seed: int, test: str) -> None:
    """The same turns, dependencies, evidence and states; certificates confirm one order in six."""
    for number, board in enumerate(boards(seed, {**LEFT, "test": test})):
        if needs_two_effects_of_one_name(board):
            continue
        assert_same(board)
        if number % 6 == seed % 6:
            assert certificate_of(solve(board)).check().ok


FAULTS = {
    "reads prints": ("operations.copiable", lambda world, board, index: world.form(index)),
    "leaves no form": ("writing.copies_what_is_left", lambda rulebook: False),
}
"""Faults put into the solver by hand: the function, and what stands in its place."""


@pytest.mark.parametrize("fault", FAULTS)
def test_the_certificate_refutes_a_solver_that_copies_prints(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copies B, which a spell has made a copy of C: with the fault A has what B prints."""
    mirror = card("Mirror", text((a.Self(), [a.CopyOf(a.Identified("B"))])), power=1)
    shaped = text((a.Identified("B"), [a.CopyOf(a.Identified("C"))]))
    shapes = card("Shapes", shaped, use="resolves", types=("magic",))
    events = [
        play(card("Plain", power=2), "B"),
        play(card("Dragon", power=7), "C"),
        play(shapes, "S"),
        play(mirror, "A"),
    ]
    board = scenario(small_rulebook(LEFT), events)
    right = solve(board)
    assert right.value("A", "power") == 7
    assert certificate_of(right).check().ok
    where, instead = FAULTS[fault]
    with monkeypatch.context() as patched:
        patched.setattr(f"layerlaw.solver.effects.{where}", instead)
        wrong = solve(board)
        assert wrong.value("A", "power") == 2
        found = certificate_of(wrong).check()
    assert not found.ok
