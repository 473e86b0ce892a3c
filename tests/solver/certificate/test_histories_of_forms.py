"""What copies, cards of two faces, flipped, merged and melded ones are: replayed, by hand."""

from __future__ import annotations

import pytest

from layerlaw.model import BadInput, Scenario, loads_scenario
from layerlaw.solver import solve
from replaying import KnownStates, assert_comes_to, assert_replayed

CARDS = """
  Bear: {is: [creature, bear], power: 2, toughness: 2, mana-value: 2}
  Elf: {is: [creature, elf], power: 1, toughness: 1}
  Snake: {is: [creature, snake], power: 1, toughness: 1, mana-value: 7, has: [Vigilance]}
  Clone: {is: [creature], power: 0, toughness: 1, enters: ["self: copy of target"]}
  Twin:
    token: true
    is: [creature]
    created as a copy: true
    enters: ["self: copy of target"]
  Essence:
    is: [creature, elf]
    power: 6
    toughness: 6
    has: ["your creatures: enters as a copy of self"]
  Double:
    is: [creature, elf]
    power: 6
    toughness: 6
    back face: Back
    has: ["your creatures: enters as a copy of self"]
  Totem: {is: [artifact], has: ["your creatures: enters as a copy of self"]}
  Humble: {is: [enchantment], has: ["creatures with power <= 1: lose all abilities"]}
  Mirror: {is: [enchantment], enters: ["self: copy of target"]}
  Flight: {is: [enchantment, aura], has: [Enchant creature, "bearer: power += 1"]}
  Front:
    is: [creature, wolf]
    power: 1
    toughness: 9
    mana-value: 3
    back face: Back
    has: [Reach]
  Back: {is: [creature, werewolf], power: 4, toughness: 9, has: [Menace]}
  Second: {is: [creature, bird], power: 1, toughness: 9, back face: Other}
  Other: {is: [creature, dragon], power: 6, toughness: 9}
  Broodling:
    is: [creature, beast]
    power: 5
    toughness: 5
    other half: {name: Mother, is: [creature, beast], power: 7, toughness: 7}
  Half: {is: [creature, cat], power: 2, toughness: 2, melds into: Whole}
  Mate: {is: [creature, dog], power: 3, toughness: 9, melds into: Whole}
  Whole: {is: [creature, ooze], power: 7, toughness: 7}
  Recall: {is: [enchantment], has: ["objects in exile: go to hand instead of battlefield"]}
"""


def board(*events: str) -> Scenario:
    """The events one after another."""
    play = "\n".join(f"  - {event}" for event in events)
    return loads_scenario(
        f"title: Forms\nrulebook: magic-2026-04\nplayers: [you, me]\ncards:{CARDS}play:\n{play}\n"
    )


def names(*events: str, of: str) -> list[object]:
    """What these are called after these events, when the replay comes to the same end."""
    scenario = board(*events)
    answer = solve(scenario)
    assert_replayed(scenario, answer)
    return [answer.value(id, "name") for id in of]


def refused(*events: str, says: str) -> None:
    """Solver and replay refuse it."""
    scenario = board(*events)
    with pytest.raises(BadInput, match=says):
        solve(scenario)
    assert_comes_to(scenario, None, KnownStates())


# --- copies -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("events", "name"),
    [
        (("you: Front as F", "you: Essence as E", "you: Twin as T copying F then as E says"), "E"),
        (("you: Essence as E", "you: Twin as T copying as E says"), "E"),
        (("you: Clone as K", "you: Bear as B", "you: Twin as T copying K then B"), "B"),
        (("you: Clone as K", "you: Front as F", "you: Twin as T copying K then F"), "F"),
        (
            (
                "you: Bear as B",
                "you: Essence as E",
                "you: Humble as H",
                "you: Clone as T copying B then as E says",
            ),
            "E",
        ),
        (
            (
                "you: Essence as E",
                "you: Bear as B copying as E says",
                "you: Humble as H",
                "you: Clone as T copying B then as E says",
            ),
            "E",
        ),
        (
            (
                "you: Essence as E",
                "you: Totem as D",
                "you: Humble as H",
                "you: Clone as T copying as D says",
            ),
            "D",
        ),
    ],
)
def test_the_last_copy_is_what_it_is(events: tuple[str, ...], name: str) -> None:
    """Whatever it was before, and whoever says so."""
    assert len({*names(*events, of=f"T{name}")}) == 1


def test_a_token_of_two_faces_makes_no_further_copy() -> None:
    """It has no ability any more by which it would."""
    events = ("you: Front as F", "you: Essence as E", "you: Twin as T copying F then E")
    refused(*events, says="has nothing by which it enters as 'E'")


@pytest.mark.parametrize(
    ("events", "name"),
    [
        (("you: Front as F", "you: Clone as T copying F"), "Front"),
        (("you: Front as F", "you: Twin as T copying F"), "Front"),
        (("you: Double as E", "you: Twin as T copying as E says"), "Double"),
    ],
)
def test_a_token_has_two_faces_by_what_it_is_created_as_alone(
    events: tuple[str, ...], name: str
) -> None:
    """Not by what something else says that it enters as, and no card by what it enters as."""
    assert names("you: Twin as T", of="T") == ["Twin"]
    assert names(*events, of="T") == [name]
    created = name == "Front" and "Twin" in events[-1]
    assert names(*events, "transform: T into Back", of="T") == ["Back" if created else name]


def test_what_is_an_aura_by_its_last_copy_is_carried() -> None:
    """Not what the first one is of."""
    events = ("you: Bear as B", "you: Flight as F on B", "you: Mirror as N")
    scenario = board(*events, "you: Mirror as M on B copying N then F")
    answer = solve(scenario)
    assert_replayed(scenario, answer)
    assert answer.situation.thing("M").bearer == "B"
    assert answer.value("B", "power") == 4


def test_a_copy_of_a_flip_card_that_is_tapped_stays_the_usual_half() -> None:
    """Also when another card merges with it; only what has flipped is the other one."""
    tapped = ("you: Broodling as B", "you: Clone as C copying B", "gets: C tapped")
    assert names(*tapped, "mutate under: C into Snake as S", of="C") == ["Broodling"]
    flipped = ("you: Broodling as B", "you: Clone as C copying B", "gets: C flipped")
    assert names(*flipped, "mutate under: C into Snake as S", of="C") == ["Mother"]


# --- two faces ------------------------------------------------------------------------------------


@pytest.mark.parametrize("under", ["", " under"])
def test_the_card_of_two_faces_turns_among_those_that_merged(under: str) -> None:
    """Wherever it is, and back again."""
    above, below = ("Snake", "Back") if not under else ("Back", "Snake")
    first = ("you: Front as F", f"mutate{under}: F into Snake as S", "transform: F into Back")
    assert names(*first, of="F") == [above]
    last = ("you: Snake as F", f"mutate{under}: F into Front as S", "transform: F into Back")
    assert names(*last, of="F") == [below]
    again = (*last, "turn: me", "transform: F into Front")
    assert names(*again, of="F") == ["Front" if below == "Back" else "Snake"]
    assert names(*first, "turn: me", "transform: F into Front", of="F") == [
        "Front" if above == "Back" else "Snake"
    ]


def test_a_copy_of_what_merged_turns_as_well() -> None:
    """Each by the card that it is on top; the mana value stays that of the front."""
    events = ("you: Snake as F", "mutate: F into Front as S", "you: Clone as C copying F")
    assert names(*events, "transform: F into Back", "transform: C into Back", of="FC") == [
        "Back",
        "Front",
    ]
    scenario = board(*events[:2], "transform: F into Back")
    answer = solve(scenario)
    assert_replayed(scenario, answer)
    assert answer.value("F", "mana-value") == 3


def test_what_has_no_card_of_two_faces_does_not_turn() -> None:
    """Nothing happens; with two of them, or into another face, the event can't happen."""
    plain = ("you: Snake as F", "mutate: F into Elf as S", "transform: F into Back")
    assert names(*plain, of="F") == ["Elf"]
    two = ("you: Front as F", "mutate: F into Second as S")
    for face in ("Back", "Other"):
        refused(*two, f"transform: F into {face}", says="several cards of F have two faces")
    one = ("you: Snake as F", "mutate: F into Front as S")
    refused(*one, "transform: F into Other", says="does not transform into Other")
    turned = (*one, "transform: F into Back")
    refused(*turned, "transform: F into Back", says="does not transform into Back")


# --- melding --------------------------------------------------------------------------------------


def test_two_that_cannot_come_back_do_not_meld() -> None:
    """Both go where what would come into play goes instead."""
    scenario = board(
        "you: Half as A", "you: Mate as B", "you: Recall as R", "meld: A with B into Whole"
    )
    answer = solve(scenario)
    assert_replayed(scenario, answer)
    assert [answer.situation.thing(id).zone for id in "AB"] == ["hand", "hand"]


def test_the_card_on_top_is_the_one_that_melds() -> None:
    """Of what merged."""
    events = ("you: Snake as A", "you: Mate as B", "mutate: A into Half as S")
    scenario = board(*events, "meld: A with B into Whole")
    answer = solve(scenario)
    assert_replayed(scenario, answer)
    assert answer.value("A", "name") == "Whole"
    assert [answer.situation.thing(id).zone for id in "BS"] == ["merged", "exile"]
