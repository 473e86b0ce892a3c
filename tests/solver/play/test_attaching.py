"""What is attached anew has a new timestamp, by policy; a circle of attachments is refused."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from random import Random
from types import MappingProxyType

import pytest

from comparing import assert_same
from layerlaw.model import algebra as a
from layerlaw.model.cards.card import Card
from layerlaw.model.errors import BadInput
from layerlaw.model.rulebooks.rulebook import PolicyValue, Rulebook
from layerlaw.model.scenarios.events import Attach, Event, Together, Transform
from layerlaw.solver import Answer
from layerlaw.solver.certificate import Certificate, certificate_of
from layerlaw.solver.play.solve import solve
from little_game import BEAR, WHERE, ability, after, card, does, play, rulebook, scenario, spell

RENEWING = ("nothing", "transforming", "attaching", "attaching and transforming")


def book(new: str = "attaching") -> Rulebook:
    """The little game in which beasts are carried by all creatures; who has them keeps them."""
    made = rulebook(graph="each step", freed="compete")
    policies = {
        **made.policies,
        "new timestamp": PolicyValue(new, "LITTLE-1"),
        "granted timestamp": PolicyValue("later", "LITTLE-1"),
        "resolved variable": PolicyValue("always", "LITTLE-1"),
    }
    return replace(
        made,
        policies=MappingProxyType(policies),
        carried=a.Member("types", "beast"),
        carried_control=False,
    )


def saying(value: int) -> a.Ability:
    """`bearer: power := VALUE`"""
    return ability(does(a.Bearer(), a.SetNumber("power", a.Number(value))))


def blade(name: str, value: int) -> Card:
    """What is carried and sets the power of its bearer."""
    return card(name, ("has", saying(value)), types=("beast",))


ONE, THREE, FIVE = blade("One", 1), blade("Three", 3), blade("Five", 5)
SEVEN = spell("Seven", ability(does(a.Target(), a.Gain(saying(7)))))


def attach(id: str, to: str | None) -> Attach:
    """It passes to another bearer."""
    return Attach(id, to, WHERE)


# --- by hand, from the Comprehensive Rules ----------------------------------------------------


@pytest.mark.parametrize(
    ("new", "power"),
    [("nothing", 5), ("transforming", 5), ("attaching", 1), ("attaching and transforming", 1)],
)
def test_what_is_attached_later_counts_later(new: str, power: int) -> None:
    """613.7e: One entered first, and is attached after Five was."""
    events = play(BEAR, "C"), play(ONE, "E"), play(FIVE, "F", "C"), attach("E", "C")
    answer = after(book(new), *events)
    assert answer.value("C", "power") == power
    assert certificate_of(answer).check().ok


def test_what_is_attached_to_the_same_object_keeps_its_timestamp() -> None:
    """It does not become attached, as it is already."""
    events = play(BEAR, "C"), play(ONE, "E", "C"), play(FIVE, "F", "C"), attach("E", "C")
    assert after(book(), *events).value("C", "power") == 5


def test_what_it_was_granted_keeps_its_place_behind_what_is_printed() -> None:
    """613.7a: both effects of One are renewed as it moves, and the one granted stays the later."""
    events = (
        play(BEAR, "C"),
        play(BEAR, "D"),
        play(ONE, "E", "C"),
        play(SEVEN, "S", "E"),
        play(THREE, "T", "D"),
        attach("E", "D"),
    )
    answer = after(book(), *events)
    assert next(turn.effect for turn in answer.facts.layers[-1].turns) == "T.1"
    assert answer.value("D", "power") == 7
    assert answer.value("C", "power") == 2
    assert certificate_of(answer).check().ok


# --- circles -----------------------------------------------------------------------------------


def circle(*links: tuple[str, str]) -> list[Event]:
    """Three that can carry each other, attached so."""
    both = replace(ONE, sets=MappingProxyType({"types": ("creature", "beast")}))
    return [*(play(both, id) for id in "ABC"), *(attach(one, to) for one, to in links)]


@pytest.mark.parametrize(
    "links", [[("A", "A")], [("A", "B"), ("B", "A")], [("A", "B"), ("B", "C"), ("C", "A")]]
)
def test_a_circle_of_attachments_is_refused(links: list[tuple[str, str]]) -> None:
    """With a message, and by the oracle too."""
    board = scenario(book(), *circle(*links))
    with pytest.raises(BadInput, match="nothing is attached to itself"):
        solve(board)
    assert_same(board)


def test_a_chain_of_attachments_is_none() -> None:
    """A is on B, and B on C."""
    assert_same(scenario(book(), *circle(("A", "B"), ("B", "C"))))


# --- the certificate and the oracle --------------------------------------------------------------


def with_age(answer: Answer, id: str, moment: int) -> set[str]:
    """The clauses that the facts are refused for when an object's moment is told otherwise."""
    situation = answer.facts.situation
    things = tuple(
        replace(thing, entered=(moment, 0)) if thing.id == id else thing
        for thing in situation.things
    )
    facts = replace(answer.facts, situation=replace(situation, things=things))
    return {failure.clause for failure in Certificate(facts).check().failures}


def test_the_old_order_is_refused() -> None:
    """A record in which One keeps its time of entry, and goes first, is not true."""
    events = play(BEAR, "C"), play(ONE, "E"), play(FIVE, "F", "C"), attach("E", "C")
    new = after(book(), *events)
    assert not with_age(new, "E", 4)
    assert with_age(new, "E", 2)
    old = after(book("nothing"), *events)
    layers = old.facts.layers
    swapped = replace(new.facts, layers=layers, effects=old.facts.effects)
    assert not Certificate(swapped).check().ok


@pytest.mark.slow
@pytest.mark.parametrize("new", RENEWING)
def test_random_boards_agree_with_the_oracle(new: str) -> None:
    """Three blades and two bearers in every order of arrival, attached, moved and transformed."""
    for seed in range(3):
        random = Random(seed)
        cards = {"E": ONE, "F": FIVE, "T": THREE}
        later: list[Event] = []
        for number in range(random.randint(1, 4)):
            id = random.choice("EFT")
            choices: list[Event] = [
                attach(id, random.choice(["C", "D", None])),
                Transform(id, blade("Nine", 9), WHERE),
                play(SEVEN, f"S{number}", id),
            ]
            later.append(random.choice(choices))
        on = {id: random.choice(["C", "D"]) for id in cards}
        for order in permutations(cards):
            blades = [play(cards[id], id, on[id]) for id in order]
            assert_same(scenario(book(new), play(BEAR, "C"), play(BEAR, "D"), *blades, *later))


def test_two_are_attached_at_one_moment() -> None:
    """In one `together` each has a place of its own, so that the second one is the younger."""
    entering: list[Event] = [play(BEAR, "B"), play(THREE, "T"), play(ONE, "O")]
    for first, second, power in (("T", "O", 1), ("O", "T", 3)):
        at_once = Together((attach(first, "B"), attach(second, "B")), WHERE)
        answer = after(book(), *entering, at_once)
        assert answer.value("B", "power") == power
        assert certificate_of(answer).check().ok
        assert_same(scenario(book(), *entering, at_once))
