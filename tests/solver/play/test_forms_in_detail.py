"""Which form an object has, and who carries it, as it enters and as copies end: by hand."""

from __future__ import annotations

import pytest

from comparing import confirmed
from layerlaw.model import Scenario, loads_scenario
from layerlaw.model import algebra as a
from layerlaw.model.algebra.trees import nodes
from layerlaw.solver import Answer, solve, verify, written_certificate

MAGIC = """
  Bear: {is: [creature, bear], power: 2, toughness: 2}
  Elf: {is: [creature, elf], power: 1, toughness: 2}
  Veil: {is: [enchantment, aura], has: ["bearer: power += 1"]}
  Twin: {is: [enchantment], enters: ["self: copy of target"]}
  Glass:
    is: [creature]
    power: 0
    toughness: 9
    enters: ["self: copy of target until end of turn"]
  Scout:
    is: [creature, goblin]
    power: 1
    toughness: 1
    other half: {name: Old Scout, is: [creature, goblin], power: 6, toughness: 6}
  Morph:
    is: [creature]
    power: 0
    toughness: 5
    has: ["self: loses face-down as [power := 1, toughness := 1] or [power := 2, toughness := 2]"]
  Great: {is: [creature, bear], power: 3, toughness: 3}
  Song:
    is: [instant]
    resolves:
      - >-
        target: toughness += 1; open bears with power <= power of target: gain Flying
        until it is tapped
  Learn:
    is: [sorcery]
    resolves: ["open bears: gain all activated abilities of elves until end of turn"]
  Lord:
    is: [creature]
    power: 1
    toughness: 3
    has: ["other creatures: toughness -= 1 as long as there is an elf"]
"""
SORCERY = """
  Hill: {is: [site]}
  Whale: {is: [minion], power: 3, has: [Voidwalk]}
"""


def history(rulebook: str, cards: str, *events: str) -> Scenario:
    """The events one after another."""
    play = "".join(f"  - {event}\n" for event in events)
    head = f"title: Forms\nrulebook: {rulebook}\nplayers: [you, me]\nactive: you\n"
    return loads_scenario(f"{head}cards:\n{cards}play:\n{play}")


def magic(*events: str) -> Answer:
    """The answer of oracle and certificate too."""
    return confirmed(history("magic-2026-04", MAGIC, *events))


def test_what_enters_as_one_copy_after_another_is_carried_as_the_last() -> None:
    """The first is a Twin that is no aura, the second one an aura."""
    answer = magic(
        "you: Bear as B",
        "you: Veil as V on B",
        "you: Twin as W",
        "you: Twin as T copying W then V on B",
    )
    assert answer.situation.thing("T").bearer == "B"
    assert answer.value("B", "power") == 3


@pytest.mark.parametrize(("status", "power"), [("tapped", 1), ("flipped", 6)])
def test_its_status_alone_brings_up_the_other_half_as_a_copy_ends(status: str, power: int) -> None:
    """What merged with the Glass is its form by then (CR-730.2h)."""
    answer = magic(
        "you: Elf as E",
        "you: Glass as G copying E",
        "mutate: G into Scout as G0",
        f"gets: G {status}",
        "turn: me",
    )
    assert answer.value("G", "power") == power


@pytest.mark.parametrize(("before", "power"), [((), 0), (("gets: M face-down",), 2)])
def test_what_has_no_status_does_not_lose_it(before: tuple[str, ...], power: int) -> None:
    """So it is nothing by that: only what was face down is turned up (CR-708.8)."""
    answer = magic("you: Morph as M", *before, "loses: M face-down choosing 2")
    assert answer.value("M", "power") == power


def test_what_it_has_it_does_not_lose_by_getting_it() -> None:
    """It is face down still, a 2/2 (CR-708.2a)."""
    answer = magic("you: Morph as M", "gets: M face-down", "gets: M face-down")
    assert [one.id for one in answer.situation.effects if "became" in one.id] == []
    assert answer.value("M", "power") == 2


def test_ground_that_was_there_before_lifts_nothing() -> None:
    """The Whale came to the void at the moment of the Hill, and stays in it (SORC-VOID-1)."""
    together = "together: [{you: Whale as X at 8 void}, {you: Hill as H at 8}]"
    for events in ((together,), (together, "turn: me"), (together, "you: Hill as I at 9")):
        place = confirmed(history("sorcery-2026-01", SORCERY, *events)).situation.thing("X").place
        assert place is not None and place.level == "void"


def test_a_state_with_a_condition_that_holds_is_the_only_one_of_its_event() -> None:
    """Where conditions are read while effects apply no other one is looked for (CR-611.3a)."""
    events = ("you: Elf as E", "you: Lord as L", "you: Bear as B", "turn: me")
    answer = solve(history("magic-2026-04", MAGIC, *events))
    assert answer.value("B", "toughness") == 1
    written = written_certificate(answer)
    assert [one.event for one in written.states] == [2, 3]
    assert verify(written).outcome == "verified"


def test_what_was_lost_of_lent_abilities_was_lost_by_that_object() -> None:
    """What lends abilities may lend any; a new object lost none of them."""
    events = ("you: Bear as B", "you: Elf as E", "you: Learn as L", "loses: B Flying")
    assert magic(*events).situation.effects[0].withheld == {("B", "Flying")}
    again = magic(*events, "leave: B to hand", "you: play B")
    assert again.situation.effects[0].withheld == frozenset()


def test_a_number_was_recorded_of_an_object_that_is_a_new_one_since() -> None:
    """Though something else goes on as a part of another: that has nothing to do with it."""
    cards = """
  Ally: {is: [ally, tamer], elements: [fire], power: 2, life: 3}
  Grow: {is: [action, mage], elements: [water], resolves: ["allies: power += power of it"]}
"""
    answer = confirmed(
        history(
            "grand-archive-2025-09",
            cards,
            "you: Ally as A",
            "you: Ally as B",
            "you: Ally as C",
            "you: Grow as G",
            "link: B with C",
            "leave: A to hand",
            "you: play A",
        )
    )
    (effect,) = answer.situation.effects
    (known,) = (one for one in nodes(effect.ability) if isinstance(one, a.Recorded))
    assert [id for id, _ in known.numbers] == ["B", "C"]
    assert [answer.value(id, "power") for id in "AB"] == [2, 4]


def test_the_only_target_was_the_only_one_since_the_event_before_it_left() -> None:
    """The effect was over for the other one by then: the last Bear had power 3 (CR-608.2h)."""
    answer = magic(
        "you: Bear as A",
        "you: Bear as B",
        "plus-one: B 1",
        "you: Great as G",
        "you: Song as S on A, B",
        "gets: A tapped",
        "leave: B to graveyard",
    )
    assert len(answer.abilities("G")) == 1
