"""What effects keep to, and what is heard of cards that come late: replayed, by hand."""

from __future__ import annotations

import pytest

from layerlaw.model import BadInput, Scenario, loads_scenario
from layerlaw.solver import Answer, solve
from layerlaw.solver.certificate.history.states import Unplayed
from layerlaw.solver.facts.situation import HeldCondition
from replaying import KnownStates, assert_replayed, replayed

CARDS = {
    "duel-masters-1.28-en": """
  Beast: {is: [creature], power: 1000}
  Shy:
    is: [creature]
    power: 1000
    has: ["self: power += 1000 as long as there is no other creature with power >= 2000"]
  Odd:
    is: [creature]
    power: 1000
    has: ["self: power += 1000 as long as there is no creature with power >= 2000"]
  Three: {is: [creature], power: 1000, has: ["self: power := 3000"]}
  Five: {is: [creature], power: 1000, has: ["self: power := 5000"]}
  Cheer: {is: [spell], resolves: ["creatures: power += 1000 until end of turn"]}
  Double: {is: [spell], resolves: ["creatures: power += power of it until end of turn"]}
  Aim: {is: [spell], resolves: ["target: power += 1000 until end of turn"]}
  Rest: {is: [spell], resolves: ["creatures: power += 1000 until it is tapped"]}
  Great:
    is: [spell]
    resolves: ["creatures with power >= 9000: power += 1000 until it is tapped"]
""",
    "grand-archive-2025-09": """
  Ally: {is: [ally, tamer], elements: [fire], power: 2, life: 3}
  Other: {is: [ally, mage], elements: [water], power: 1, life: 3}
  Grow: {is: [action, mage], elements: [water], resolves: ["allies: power += power of it"]}
  Claim:
    is: [action, mage]
    elements: [water]
    resolves: ["allies: controller := owner of it"]
""",
    "magic-2026-04": """
  Bear: {is: [creature, bear], power: 2, toughness: 2}
  Elf: {is: [creature, elf], power: 1, toughness: 1}
  Clone: {is: [creature], power: 0, toughness: 1, enters: ["self: copy of target"]}
  Become: {is: [sorcery], resolves: ["target: copy of the chosen object"]}
  Front: {is: [creature], power: 1, toughness: 9, back face: Back}
  Back:
    is: [creature]
    power: 4
    toughness: 9
    has: ["creatures: go to exile instead of graveyard"]
  Rest: {is: [instant], resolves: ["creatures: power += 1 until it is tapped"]}
  Great: {is: [instant], resolves: ["elves: power += 1 until it is tapped"]}
  Yours: {is: [instant], resolves: ["creatures: power += 1 until end of your next turn"]}
  Theirs:
    is: [instant]
    resolves: ["creatures: power += 1 until end of an opponent's next turn"]
""",
    "sorcery-2026-01": """
  Ox: {is: [minion], power: 3}
  Proud: {is: [minion], power: 1, has: ["self: power += 2 as long as there is a beast"]}
  Twice:
    is: [minion, beast]
    power: 1
    has: ["self: power += 1", "self: power += 2 as long as there is a beast"]
  Trap:
    is: [minion]
    power: 1
    has: ["other minions: enters with 1 damage as long as there is a beast"]
  Guard: {is: [minion], power: 1, has: ["the chosen object: power += 4"]}
  Hider: {is: [minion, mortal], power: 1, has: [Stealth]}
  Mist: {is: [magic], resolves: ["minions: gain Stealth until end of turn"]}
""",
}


def board(rulebook: str, *events: str, readings: str = "") -> Scenario:
    """The events one after another."""
    play = "\n".join(f"  - {event}" for event in events)
    return loads_scenario(
        f"title: In detail\nrulebook: {rulebook}\nplayers: [you, me]\nactive: you\n"
        f"readings: {{{readings}}}\ncards:{CARDS[rulebook]}play:\n{play}\n"
    )


def after(rulebook: str, *events: str, readings: str = "") -> Answer:
    """The answer after these events, when the replay comes to the same end."""
    scenario = board(rulebook, *events, readings=readings)
    answer = solve(scenario)
    assert_replayed(scenario, answer)
    return answer


def test_a_number_is_of_the_object_that_was_there() -> None:
    """An ally that comes back is another one, though it has the same id."""
    answer = after(
        "grand-archive-2025-09",
        "you: Ally as A",
        "you: Other as O",
        "you: Grow as G",
        "leave: A",
        "move: A to field",
    )
    assert (answer.value("A", "power"), answer.value("O", "power")) == (2, 2)


def test_a_player_is_of_the_object_that_was_there() -> None:
    """As a number is."""
    answer = after(
        "grand-archive-2025-09",
        "you: Ally as A",
        "me: Other as O",
        "you: Claim as G",
        "leave: A",
        "move: A to field",
    )
    assert (answer.value("A", "controller"), answer.value("O", "controller")) == ("you", "me")


def test_what_a_back_face_says_is_heard() -> None:
    """Nothing said where creatures go before it was transformed."""
    events = ("you: Front as F", "you: Bear as B", "damage: B 2", "you: Bear as C")
    assert after("magic-2026-04", *events).situation.thing("B").zone == "graveyard"
    turned = after("magic-2026-04", events[0], "transform: F into Back", *events[1:])
    assert turned.situation.thing("B").zone == "exile"


@pytest.mark.parametrize("back", [(), ("you: play O at 3",)])
def test_what_was_lost_for_good_was_lost_by_an_object(back: tuple[str, ...]) -> None:
    """The minion that left is gone from what the effect withholds; one that comes back has it."""
    answer = after(
        "sorcery-2026-01",
        "you: Ox as O at 3",
        "you: Hider as H at 3",
        "you: Mist as M",
        "loses: O Stealth",
        "leave: O",
        *back,
    )
    (effect,) = answer.situation.effects
    assert effect.withheld == frozenset()


@pytest.mark.parametrize(
    ("card", "begun", "powers"),
    [
        ("Yours", "you", [3, 3, 3, 2]),
        ("Yours", "me", [3, 3, 2, 2]),
        ("Theirs", "you", [3, 3, 2, 2]),
        ("Theirs", "me", [3, 3, 3, 2]),
    ],
)
def test_a_next_turn_begins_later_and_ends_with_the_one_after_it(
    card: str, begun: str, powers: list[int]
) -> None:
    """The turn in which it is played is not the next one. begun: whose that is."""
    other = "me" if begun == "you" else "you"
    turns = [f"turn: {other}", f"turn: {begun}", f"turn: {other}"]
    first = (f"turn: {begun}", "you: Bear as B", f"you: {card} as S")
    found = [after("magic-2026-04", *first, *turns[:n]).value("B", "power") for n in range(4)]
    assert found == powers


@pytest.mark.parametrize(
    ("events", "stealth"),
    [
        (("you: Hider as H at 3", "transform: H into Ox"), True),
        (("you: Ox as H at 3", "transform: H into Hider"), False),
        (("you: Ox as H at 3", "you: Mist as M", "transform: H into Hider"), True),
        (("you: Hider as H at 3", "loses: H Stealth", "transform: H into Ox"), False),
    ],
)
def test_a_mark_stays_what_it_is_through_a_transformation(
    events: tuple[str, ...], stealth: bool
) -> None:
    """Who had it goes on to have it, and who had not does not get it."""
    answer = after("sorcery-2026-01", *events)
    titles = {answer.instances[number].ability.title for number in answer.abilities("H")}
    assert ("Stealth" in titles) == stealth


def test_marks_last_as_long_as_the_object_does() -> None:
    """The one that a transformation left is an effect of the object's own, until it leaves."""
    events = ("you: Hider as H at 3", "transform: H into Ox")
    assert [one.id for one in after("sorcery-2026-01", *events).situation.effects] == ["H.Stealth"]
    assert after("sorcery-2026-01", *events, "leave: H").situation.effects == ()


def test_an_effect_is_over_for_each_that_is_sealed_one_after_another() -> None:
    """And for who is sealed after another one has left."""
    events = ("you: Beast as A", "you: Beast as B", "you: Cheer as C")
    for first, over in (("gets: A sealed", {"A", "B"}), ("leave: A", {"B"})):
        answer = after("duel-masters-1.28-en", *events, first, "gets: B sealed")
        (effect,) = answer.situation.effects
        assert effect.over_for == over
        assert answer.value("B", "power") == 1000


def test_what_is_unlinked_has_entered_play_when_what_it_was_part_of_did() -> None:
    """The older Beast is a part of one that is new in this turn, and new as it is unlinked."""
    events = ("you: Beast as A", "turn: me", "you: Beast as L", "link: L with A")
    answer = after("duel-masters-1.28-en", *events, "unlink: A")
    assert answer.situation.thing("A").fresh and answer.situation.thing("L").fresh


@pytest.mark.parametrize("one", "ABC")
def test_what_is_unlinked_is_that_part_and_no_other_one_like_it(one: str) -> None:
    """Of three parts, two of which are alike; the others stay in the order of their linking."""
    cards = {"A": "Beast", "B": "Shy", "C": "Beast"}
    played = (f"you: {card} as {id}" for id, card in {"L": "Beast", **cards}.items())
    # What is linked has parts itself, and some have been linked with another one before.
    linked = ("link: L with C", "unlink: C", "link: L with A", "link: B with C", "link: L with B")
    answer = after("duel-masters-1.28-en", *played, *linked, f"unlink: {one}")
    left = [card for id, card in cards.items() if id != one]
    assert [card.name for card in answer.situation.thing("L").linked] == left


def test_the_last_of_the_parts_that_are_left_sets_the_power() -> None:
    """Of abilities of one age the last one counts: that of the part that was linked last."""
    cards = {"L": "Beast", "A": "Three", "C": "Five", "B": "Three"}
    played = [f"you: {card} as {id}" for id, card in cards.items()]
    linked = [f"link: L with {id}" for id in "ACB"]
    for unlinked, power in (((), 3000), (("unlink: B",), 5000)):
        answer = after("duel-masters-1.28-en", *played, *linked, *unlinked)
        assert answer.value("L", "power") == power


@pytest.mark.parametrize(
    ("events", "powers"),
    [
        # A number of what was there goes on as another becomes a part of it, and apart from it.
        (("you: Double as D", "you: Beast as A", "link: L with A"), {"L": 3000}),
        (("you: Beast as A", "you: Double as D", "link: L with A"), {"L": 3000}),
        (
            ("you: Beast as A", "you: Double as D", "link: L with A", "unlink: A"),
            {"L": 2000, "A": 2000},
        ),
        # What keeps to a part keeps to the whole, until that is another object.
        (("you: Beast as A", "you: Aim as D on A", "link: L with A"), {"L": 3000}),
        (("you: Beast as A", "you: Aim as D on A", "link: L with A", "leave: L"), {"A": 1000}),
    ],
)
def test_what_keeps_to_what_is_linked(events: tuple[str, ...], powers: dict[str, int]) -> None:
    """In the order of what happened."""
    answer = after("duel-masters-1.28-en", "you: Beast as L", *events)
    assert {id: answer.value(id, "power") for id in powers} == powers


def test_what_was_chosen_and_has_left_is_copied_as_it_was() -> None:
    """The Elf is a Bear; of an Elf that has left nothing becomes. What was a copy is one still."""
    events = ("you: Elf as E", "you: Bear as B", "you: cast Become as S on E choosing B")
    assert after("magic-2026-04", *events, "leave: B", "resolve: S").value("E", "power") == 2
    left = after("magic-2026-04", *events, "leave: E", "resolve: S")
    assert left.situation.effects == ()
    copied = after(
        "magic-2026-04",
        *events[:2],
        "you: Bear as X",
        "you: Become as T on B choosing E",
        "you: cast Become as S on X choosing B",
        "leave: B",
        "resolve: S",
    )
    assert copied.value("X", "power") == 1


def test_what_was_never_in_play_has_not_left_it() -> None:
    """From wherever it went; nothing enters as a copy of that as it left."""
    copy = "you: Clone as C copying B that left"
    there = ("you: Bear as B", "leave: B", "move: B to exile")
    assert after("magic-2026-04", *there, copy).value("C", "power") == 2
    never = board("magic-2026-04", "you: Bear as B in graveyard", "move: B to exile", copy)
    with pytest.raises(BadInput, match="has not left play"):
        solve(never)
    assert_replayed(never, None)


def test_a_choice_is_over_with_what_was_chosen() -> None:
    """An Ox that comes back is another one."""
    events = ("you: Ox as E at 3", "you: Guard as G at 3 choosing E")
    assert after("sorcery-2026-01", *events).value("E", "power") == 3 + 4
    back = after("sorcery-2026-01", *events, "move: E to hand", "you: play E at 3")
    assert back.value("E", "power") == 3


@pytest.mark.parametrize("rulebook", ["magic-2026-04", "duel-masters-1.28-en"])
def test_an_effect_is_over_for_each_for_which_it_has_ended(rulebook: str) -> None:
    """For who is tapped, for nobody else, and for nobody to whom it was never applied."""
    card = "Bear" if rulebook.startswith("magic") else "Beast"
    first = (f"you: {card} as A", f"you: {card} as B", "you: Rest as C")
    (effect,) = after(rulebook, *first, "gets: A tapped", "loses: A tapped").situation.effects
    assert effect.over_for == {"A"}
    none = (first[0], "gets: A tapped", "you: Great as C", first[1])
    (effect,) = after(rulebook, *none).situation.effects
    assert effect.over_for == frozenset()


def test_conditions_are_read_of_each_ability_of_each_object() -> None:
    """Of who is not disabled, behind who is, and behind abilities that have no condition."""
    answer = after(
        "sorcery-2026-01",
        "you: Proud as N at 3",
        "gets: N disabled",
        "you: Twice as B at 3",
        "you: Proud as P at 4",
        readings="SORC-OPEN-CONDITION: at-checks",
    )
    assert answer.situation.on == {HeldCondition("B.2", "Twice"), HeldCondition("P.1", "Proud")}
    assert [answer.value(id, "power") for id in "NBP"] == [1, 1 + 1 + 2, 1 + 2]
    entering = after(
        "sorcery-2026-01",
        "you: Twice as B at 3",
        "you: Trap as T at 3",
        "you: Ox as O at 3",
        readings="SORC-OPEN-CONDITION: at-checks",
    )
    assert entering.situation.on == {HeldCondition("B.2", "Twice")}
    assert entering.situation.thing("O").counters["damage"] == 1


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        (("Odd",), "no state does, and the events that follow ask for the one"),
        (("Shy", "Shy"), "2 states agree with themselves, and the events that follow ask for the"),
    ],
)
def test_where_there_is_no_one_state_the_replay_says_so(cards: tuple[str, ...], says: str) -> None:
    """It does not go on from none, or from several."""
    events = [f"you: {card} as A{n}" for n, card in enumerate(cards)]
    asking = board("duel-masters-1.28-en", *events, "you: Rest as R", "gets: A0 tapped")
    with pytest.raises(Unplayed, match=says):
        replayed(asking, KnownStates())
