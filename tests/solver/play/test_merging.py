"""Several cards as one object: what the top one says, with the abilities of all."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from comparing import assert_same
from layerlaw.model import BadInput, loads_scenario
from layerlaw.model import algebra as a
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.scenarios.events import Event, Leave, Stack, Transform
from layerlaw.solver import solve
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.derivation.answer import Answer
from oracle.build import ME, WHERE, card, play, scenario, text
from oracle.small_rulebook import small_rulebook

FLIER = card("Bat", a.Ability("Airborne"), power=2, subtypes=("beast",))
SNEAK = card("Cat", a.Ability("Stealth"), power=5, subtypes=("mortal",))
RALLY = card("Bear", text((a.Self(), [a.ChangeNumber("power", "+", a.Number(1))])), power=3)
CLONE = card("Clone", text((a.Self(), [a.CopyOf(a.Target())])), use="enters", power=0)
LEFT = {"a copy reads": "what the copy layer left"}
PROCEDURES = pytest.mark.parametrize(
    "policies",
    [{}, LEFT, {"static timestamp": "entry of its card"}, {"process": "simultaneous"}],
    ids=lambda policies: "-".join(policies.values()) or "default",
)


def merge(object: str, merged: Card, *, under: bool = False, id: str = "X-1") -> Stack:
    """A card merges with an object."""
    return Stack("merge under" if under else "merge", object, merged, id, WHERE)


def certified(policies: dict[str, str], *events: Event) -> Answer:
    """The answer, which the oracle shares and the certificate confirms."""
    history = scenario(small_rulebook(policies), events)
    assert_same(history)
    found = solve(history)
    assert certificate_of(found).check().ok
    return found


def has(found: Answer, id: str) -> frozenset[str]:
    """The abilities that it has."""
    abilities = found.value(id, "abilities")
    assert isinstance(abilities, tuple)
    return frozenset(abilities)


@PROCEDURES
@pytest.mark.parametrize("under", [False, True])
def test_the_top_card_says_what_it_is_and_all_say_what_it_can(
    policies: dict[str, str], *, under: bool
) -> None:
    """Over or under: power and words of the top one, keywords and lines of both."""
    found = certified(policies, play(FLIER, "X"), merge("X", RALLY, under=under))
    assert found.value("X", "power") == (3 if under else 4)
    assert found.value("X", "subtypes") == (("beast",) if under else ())
    assert "Airborne" in has(found, "X")


@PROCEDURES
def test_three_cards_in_every_order_have_the_abilities_of_all(policies: dict[str, str]) -> None:
    """The last one on top; a fourth may lie under."""
    for order in permutations((FLIER, SNEAK, RALLY)):
        first, second, third = order
        found = certified(
            policies,
            play(first, "X"),
            merge("X", second),
            merge("X", third, id="X-2"),
            merge("X", FLIER, under=True, id="X-3"),
        )
        assert found.value("X", "power") == third.numbers["power"] + 1
        assert {"Airborne", "Stealth"} <= has(found, "X")


@PROCEDURES
def test_each_card_leaves_as_what_is_printed_on_it(policies: dict[str, str]) -> None:
    """One object leaves, three cards come to the zone, each without the others' abilities."""
    found = certified(
        policies,
        play(FLIER, "X"),
        merge("X", SNEAK),
        merge("X", RALLY, under=True, id="X-2"),
        Leave("X", "cemetery", WHERE),
    )
    for id, power in (("X", 5), ("X-1", 2), ("X-2", 3)):
        assert found.value(id, "power") == power
        assert len(has(found, id)) == 1


@pytest.mark.parametrize("under", [False, True])
def test_a_copy_of_a_merged_object_has_the_abilities_of_all(*, under: bool) -> None:
    """Merging is copiable (730.2a)."""
    copy = play(CLONE, "C", player=ME, copying="X")
    found = certified(LEFT, play(FLIER, "X"), merge("X", SNEAK, under=under), copy)
    assert found.value("C", "power") == (2 if under else 5)
    assert {"Airborne", "Stealth"} <= has(found, "C")


def test_what_affected_the_object_goes_on() -> None:
    """It is the same object (730.2c): what resolved on it stays."""
    grown = replace(
        text((a.Target(), [a.ChangeNumber("power", "+", a.Number(4))])), until=a.EndOfTurn()
    )
    growth = card("Growth", grown, use="resolves", types=("magic",))
    found = certified({}, play(FLIER, "X"), play(growth, "G", targets=("X",)), merge("X", SNEAK))
    assert found.value("X", "power") == 9


BRUTES = """title: Two abilities
rulebook: magic-2026-04
players: [you, me]
cards:
  Brute: {is: [creature], power: 1, toughness: 1, activates: ['self: power += 3 until end of turn']}
  Sage: {is: [creature], power: 2, toughness: 2, triggers: [{other: draws a card}]}
play:
  - you: Brute as B
  - mutate: B into Sage as B0
  - you: use B%s as E
"""


def test_of_several_abilities_without_names_the_card_says_which() -> None:
    """The first one is not taken in silence: what is merged has those of all its cards."""
    with pytest.raises(BadInput, match="has several abilities without a name"):
        solve(loads_scenario(BRUTES % ""))
    board = loads_scenario(BRUTES % ' "Brute"')
    answer = solve(board)
    assert answer.value("B", "power") == 5
    assert certificate_of(answer).check().ok
    assert_same(board)


@PROCEDURES
def test_what_is_transformed_has_the_cards_that_merged_with_it_still(
    policies: dict[str, str],
) -> None:
    """Where each is there by an effect of its own, which lasts until it is a new object."""
    turned = Transform("X", FLIER, WHERE)
    events = (play(SNEAK, "X"), merge("X", RALLY), turned)
    found = certified(policies, *events)
    assert found.value("X", "name") == ("Bear" if policies == LEFT else "Bat")
    further = certified(policies, *events, merge("X", CLONE, under=True, id="X-2"))
    mine = [one.id for one in further.situation.effects if "merged" in one.id]
    assert mine == (["X.merged@X-1", "X.merged@X-2"] if policies == LEFT else [])


@PROCEDURES
@pytest.mark.parametrize("under", [False, True])
def test_what_its_cards_give_by_name_it_gives(policies: dict[str, str], *, under: bool) -> None:
    """Also where one of them has flipped; the replay of the history makes the same of both."""
    giver = replace(FLIER, gives=(PrintedAbility("activates", RALLY.abilities[0].ability, "Dash"),))
    flipped = replace(SNEAK, half=replace(FLIER, name="Kit"), turned=True)
    for first, second in permutations((giver, flipped)):
        found = certified(policies, play(first, "X"), merge("X", second, under=under))
        assert found.situation.thing("X").form.gives == giver.gives
