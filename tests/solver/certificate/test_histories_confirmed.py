"""Histories by hand that solver, oracle and replay play alike, and of which each step matters."""

from __future__ import annotations

import pytest

from comparing import confirmed
from layerlaw.model import loads_scenario
from layerlaw.solver import Answer, verify, written_certificate

CARDS = """
  Bear: {is: [creature, bear], power: 2, toughness: 2, mana-value: 2}
  Elf: {is: [creature, elf], power: 1, toughness: 1, mana-value: 1}
  Greeter: {is: [creature], power: 1, toughness: 1, on entry: ["target: can't draw cards"]}
  Ward: {is: [enchantment, aura], has: ["creatures you control: power += 1"]}
  Plain Morph:
    is: [creature]
    power: 0
    toughness: 5
    has: ["self: loses face-down as [power := 1, toughness := 1]"]
  Teacher:
    is: [creature, human]
    power: 1
    toughness: 4
    has: ["creatures: gain Hunt"]
    gives: [{name: Hunt, elves: power += 1 until end of turn}]
  Helper:
    is: [creature, human]
    power: 1
    toughness: 4
    has: ["creatures: gain Help", "elves: power += 1"]
    gives: [{name: Help, if: there is a human, self: power += 2 until end of turn}]
  Hack: {is: [instant], resolves: ["target: elf becomes goblin in its text and type line"]}
  Hymn: {is: [instant], resolves: ["objects in stack: power += 1 until its controller's next turn"]}
  Banner:
    is: [artifact]
    has: ["creatures: power += 1 until end of turn after it leaves"]
"""


def after(*events: str, cards: str = "") -> Answer:
    """The answer after these events, when all have given it."""
    lines = "\n".join(f"  - {event}" for event in events)
    return confirmed(
        loads_scenario(
            "title: By hand\nrulebook: magic-2026-04\nplayers: [you, me]\n"
            f"cards:{CARDS}{cards}play:\n{lines}\n"
        )
    )


def test_what_is_not_carried_has_no_player_as_its_bearer() -> None:
    """Though it chose one as it entered."""
    answer = after("you: Greeter as G on me")
    assert answer.situation.thing("G").bearer is None
    assert after("you: Ward as W on me").situation.thing("W").bearer == "me"


@pytest.mark.slow
def test_the_only_way_needs_no_choice() -> None:
    """And may be chosen."""
    morph = "together: [{you: Plain Morph as P}, {gets: P face-down}]"
    for turned in ("loses: P face-down", "loses: P face-down choosing 1"):
        assert after(morph, turned).value("P", "toughness") == 1


@pytest.mark.slow
def test_words_replaced_in_another_text_are_no_matter() -> None:
    """What a card gives by a name reads as that card says, wherever else words are replaced.

    The certificate names what cards give, and is verified under the shipped rulebook.
    """
    events = ("you: Elf as E", "you: Teacher as T", "me: Hack as H on E", "you: use T Hunt as U")
    answer = after(*events, "you: Elf as F")
    assert [answer.value(id, "power") for id in "EF"] == [1, 1]
    answer = after(*events[:3], "you: Elf as F", "you: use T Hunt as U")
    assert [answer.value(id, "power") for id in "EF"] == [1, 2]
    assert verify(written_certificate(answer)).outcome == "verified"
    other = ("you: Elf as E", "you: Helper as T", "me: Hack as H on T", "you: use E Help as U")
    assert after(*other).value("E", "power") == 3


@pytest.mark.slow
@pytest.mark.parametrize("banners", [1, 2, 4])
def test_what_lingers_of_banners_that_left(banners: int) -> None:
    """Each of them, under another name, and all are over with the turn."""
    again = []
    for number in range(banners):
        again += [f"you: Banner as R{number}", f"leave: R{number}"]
    answer = after("you: Bear as B", *again)
    assert answer.value("B", "power") == 2 + banners
    same = ["move: R0 to battlefield", "leave: R0"] * banners
    answer = after("you: Bear as B", *again, *same)
    assert answer.value("B", "power") == 2 + 2 * banners
    assert after("you: Bear as B", *again, *same, "turn: me").value("B", "power") == 2


@pytest.mark.slow
def test_what_counters_gave_ends_with_the_last_of_them() -> None:
    """Not with the first, and not before."""
    events = ("you: Bear as B", "flying-counter: B 2")
    for taken, flies in ((0, True), (-1, True), (-2, False), (-3, False)):
        more = (f"flying-counter: B {taken}",) if taken else ()
        answer = after(*events, *more)
        assert bool(answer.abilities("B")) == flies
        assert [one.id for one in answer.situation.effects] == ["B.flying-counter"] * flies
    again = after(*events, "flying-counter: B -2", "flying-counter: B 1")
    assert [one.timestamp for one in again.situation.effects] == [(4, 0)]


def test_an_effect_that_is_over_for_one_goes_on_with_another() -> None:
    """It ended with the turn of the one's controller before the other resolved."""
    answer = after(
        "me: cast Bear as B",
        "you: cast Bear as C",
        "you: Hymn as H",
        "turn: me",
        "resolve: C",
        "you: Elf as E",
    )
    assert answer.value("C", "power") == 3
    (effect,) = answer.situation.effects
    assert effect.locked == (("B", "C"),)
    assert effect.over_for == {"B"}


@pytest.mark.parametrize("first", ["exile", "hand"])
def test_of_two_ways_out_in_one_ability_the_last_stated_counts(first: str) -> None:
    """As of two abilities the newer one."""
    other = {"exile": "hand", "hand": "exile"}[first]
    ways = [f"creatures: goes to {zone} instead of graveyard" for zone in (first, other)]
    both = f"{ways[0]}, {ways[1].removeprefix('creatures: ')}"
    for has in ([both], ways):
        lines = "".join(f'\n      - "{line}"' for line in has)
        answer = after(
            "you: Bear as B",
            "you: Way as W",
            "leave: B",
            cards=f"  Way:\n    is: [artifact]\n    has:{lines}\n",
        )
        assert answer.situation.thing("B").zone == other


def test_what_applies_to_nothing_is_over_for_nothing() -> None:
    """Whoever's turn begins."""
    answer = after("you: Bear as B", "you: Hymn as H", "turn: you", "turn: me", "you: Elf as E")
    assert [one.over_for for one in answer.situation.effects] in ([], [frozenset()])
    assert answer.value("B", "power") == 2


def test_nobody_has_to_be_active_where_two_players_cards_enter_together() -> None:
    """A scenario has to say whose turn it is, unless it is asked what else could have come."""
    both = "together: [{you: Bear as B}, {me: Elf as E}]"
    scenario = loads_scenario(
        "title: Whose turn\nrulebook: magic-2026-04\nplayers: [you, me]\n"
        f"cards:{CARDS}play:\n  - {both}\n  - you: Elf as F\n",
        undecided=True,
    )
    answer = confirmed(scenario)
    assert [one.id for one in answer.situation.things] == ["B", "E", "F"]
