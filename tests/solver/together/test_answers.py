"""Effects that apply at the same time: every state that agrees with itself, and no other."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace

import pytest

from layerlaw.model import LayerlawError
from layerlaw.model.algebra import Compared, It, Number, Read
from layerlaw.model.rulebooks.rulebook import StateCheck
from layerlaw.solver import Answer, derive
from together import game, table


def settled(cards: Mapping[str, str], **spells: str) -> Answer:
    """The answer for these cards and spells, under the game's own policies."""
    return derive(table(cards, spells))


def in_force(found: Answer) -> list[tuple[str, ...]]:
    """For each answer the effects in force."""
    assert found.answers is not None
    return [answer.effects for answer in found.answers]


def abilities(found: Answer, id: str) -> tuple[str, ...]:
    """The abilities of an object."""
    held = found.value(id, "abilities")
    assert isinstance(held, tuple)
    return held


# --- one answer ---------------------------------------------------------------------------


def test_effects_that_do_not_meet_settle_at_once() -> None:
    """Each is observed on the state that all of them make."""
    found = settled({"P": "1 | other creatures: power += 2", "Q": "3 | creatures: gain haste"})
    assert found.verdict == "settled"
    assert (found.value("P", "power"), found.value("Q", "power")) == (1, 5)
    assert found.value("P", "abilities") == ("haste from Q.1", "other creatures: power += 2")
    assert found.lifted == () and found.complete and found.conflict == ()


@pytest.mark.parametrize(
    "order", [("P", "Q", "R", "S"), ("S", "R", "Q", "P"), ("R", "P", "S", "Q")]
)
def test_a_chain_settles_whatever_the_timestamps(order: tuple[str, ...]) -> None:
    """What waits for nothing comes out the same in every order of entry."""
    cards = {
        "P": "1 | light creatures: gain blocker",
        "Q": "1 | dark creatures: colours += light",
        "R": "dark 1",
        "S": "1 | creatures with blocker: power += 3",
    }
    found = settled({id: cards[id] for id in order})
    assert found.verdict == "settled"
    assert found.value("R", "power") == 4
    assert found.value("R", "colours") == ("dark", "light")


def test_an_effect_that_is_silenced_in_the_end_does_nothing_at_all() -> None:
    """No matter that its step comes first: it is not there on the state."""
    found = settled({"P": "1 | creatures: colours += light", "Q": "1 | P: lose all abilities"})
    assert in_force(found) == [("Q.1",)]
    assert found.value("Q", "colours") == ()


def test_a_granted_ability_that_grants_works() -> None:
    """Granting is closed: what is given may give."""
    found = settled({"P": "1 | Q: gain [R: gain [creatures: power += 1]]", "Q": "1", "R": "1"})
    assert in_force(found) == [("P.1", "Q.gained@P.1", "R.gained@Q.gained@P.1")]
    assert found.value("P", "power") == 2


def test_what_resolved_is_observed_on_the_state_too() -> None:
    """A spell's open set is chosen where everything has happened; its locked one is not."""
    cards = {"P": "dark 1", "Q": "1 | dark creatures: colours += light"}
    assert settled(cards, S1="light creatures: power += 1").value("P", "power") == 2
    locked = settled(cards, S1="locked light creatures: power += 1")
    assert (locked.value("P", "power"), locked.value("Q", "power")) == (2, 2)


def test_conditions_are_read_on_the_state() -> None:
    """Also where the rulebook reads them at the checks."""
    for read in ("while applying", "at checks"):
        rulebook = game({"condition read": read})
        cards = {
            "P": "1 | self: power += 1 as long as self is light",
            "Q": "1 | P: colours += light",
        }
        assert derive(table(cards, rulebook=rulebook)).value("P", "power") == 2


# --- none, or several ---------------------------------------------------------------------


def ring(length: int) -> dict[str, str]:
    """Creatures that each silence the next one, in a circle."""
    return {f"M{i}": f"1 | M{(i + 1) % length}: silenced" for i in range(length)}


def test_two_that_silence_each_other_have_two_answers_newest_first() -> None:
    """The answer in which the newest effect exists comes first; only some cells are agreed on."""
    found = settled(ring(2))
    assert found.verdict == "several"
    assert in_force(found) == [("M1.1",), ("M0.1",)]
    assert found.value("M0", "silenced") is True and found.value("M1", "silenced") is False
    assert ("M0", "silenced") not in found.agreed and found.agreed["M0", "power"] == 1
    one, other = found.states
    assert (one.verdict, other.verdict) == ("settled", "settled")
    assert other.value("M1", "silenced") is True
    assert set(found.effects) == {"M0.1", "M1.1"}


@pytest.mark.parametrize("length", [1, 3, 5])
def test_an_odd_ring_is_a_paradox(length: int) -> None:
    """The conflict is named; what reads none of it stands, and the rest has no value."""
    found = settled({**ring(length), "Z": "2 | creatures: power += 1"})
    assert (found.verdict, found.answers, found.layers, found.fates) == ("paradox", (), (), ())
    assert found.conflict == found.stuck == tuple(f"M{i}.1" for i in range(length))
    assert (found.value("Z", "power"), found.value("M0", "power")) == (3, 2)
    torn = {(f"M{i}", name) for i in range(length) for name in ("silenced", "abilities")}
    assert found.without == torn and found.states == ()
    assert found.final.keys() & torn == set() and found.final["Z", "silenced"] is False
    for cell in torn:
        with pytest.raises(LayerlawError, match=f"{cell[1]} of {cell[0]} has no value: no state"):
            found.value(*cell)
    assert set(found.conflict) <= set(found.effects)


def test_an_even_ring_has_two_answers() -> None:
    """Every other one is silenced."""
    found = settled(ring(4))
    assert in_force(found) == [("M1.1", "M3.1"), ("M0.1", "M2.1")]


def test_answers_of_loops_that_do_not_meet_are_combined() -> None:
    """Two pairs have four answers, in the order of the newest effects."""
    pairs = {f"{x}{i}": f"1 | {y}{i}: silenced" for i in (1, 2) for x, y in ("MN", "NM")}
    assert in_force(settled(pairs)) == [
        ("N1.1", "N2.1"),
        ("M1.1", "N2.1"),
        ("N1.1", "M2.1"),
        ("M1.1", "M2.1"),
    ]


def test_the_smallest_conflict_is_named() -> None:
    """A ring of three elsewhere is not to blame when one effect contradicts itself."""
    found = settled({**ring(3), "Z": "3 | self: lose all abilities"})
    assert found.conflict == ("Z.1",)


def test_checks_carry_out_only_what_all_answers_agree_on() -> None:
    """One creature is weak in every answer, two only in one of them."""
    weak = Compared(Read("power", It()), "<=", Number(0))
    check = StateCheck("C1", weak, "dies", "grave", "C1")
    cards = {
        "P": "1 | Q: silenced; Q: power -= 1; Z: power -= 1",
        "Q": "1 | P: silenced; P: power -= 1; Z: power -= 1",
        "Z": "1",
    }
    found = derive(table(cards, rulebook=game(checks=(check,))))
    assert found.verdict == "several"
    assert [fate.object for fate in found.fates] == ["Z"]
    assert [[fate.object for fate in one.fates] for one in found.states] == [["P", "Z"], ["Q", "Z"]]


# --- states that lift themselves ----------------------------------------------------------

LIFTERS = {
    "P": "1 | creatures with blocker: colours += light",
    "Q": "1 | light creatures: gain blocker",
}


def test_what_only_lifts_itself_is_no_answer() -> None:
    """Nothing is light and nothing blocks; the rest is listed apart."""
    found = settled(LIFTERS)
    assert found.verdict == "settled" and found.value("P", "colours") == ()
    lifted = [(one.final["P", "colours"], one.final["Q", "colours"]) for one in found.lifted]
    assert sorted(lifted) == [((), ("light",)), (("light",), ()), (("light",), ("light",))]
    assert found.complete


def test_what_is_lifted_from_outside_is_grounded() -> None:
    """One that is light to begin with lifts the others for good."""
    found = settled({**LIFTERS, "R": "light 1 | other creatures: gain haste"})
    assert found.value("R", "abilities") == (
        "blocker from Q.1",
        "other creatures: gain haste",
    )
    assert found.value("P", "colours") == ()


def test_what_is_lost_in_between_lifts_nothing() -> None:
    """That a creature is printed with what it has on no state is no reason to begin with."""
    cards = {"Z": "1 | creatures: lose blocker", **LIFTERS, "R": "blocker 1"}
    found = settled(cards)
    assert found.verdict == "settled"
    assert found.value("R", "abilities") == () and found.value("R", "colours") == ()


def test_too_many_that_lift_themselves_are_some_of_them() -> None:
    """Seven creatures may each lift themselves: more than are listed."""
    cards = {**LIFTERS, **{f"M{i}": "1" for i in range(5)}}
    found = settled(cards)
    assert found.verdict == "settled" and len(found.lifted) == 16 and not found.complete


def test_what_lifts_itself_alone_is_listed_before_what_does_beside_others() -> None:
    """Of six that may each lift themselves, whatever the others do, in 63 ways."""
    cards = {f"M{k}": f"{k} | light creatures with power = {k}: colours += light" for k in range(6)}
    found = settled(cards)
    assert found.verdict == "settled" and len(found.lifted) == 16 and not found.complete
    light = [[id for id in cards if one.final[id, "colours"] == ("light",)] for one in found.lifted]
    assert all([id] in light for id in cards)


# --- numbers ------------------------------------------------------------------------------


def test_a_threshold_can_make_a_paradox() -> None:
    """At three it is weakened and at two it is not."""
    rule = "9 | other creatures with power >= 3: power -= 1"
    assert settled({"P": rule, "X": "3"}).conflict == ("P.1",)
    assert settled({"P": rule, "X": "4"}).value("X", "power") == 3
    assert settled({"P": rule, "X": "2"}).value("X", "power") == 2


def test_a_threshold_raises_nothing_out_of_nothing() -> None:
    """What strengthens the strong leaves the weak as it is; only if all fixed points count, not."""
    cards = {"P": "1 | creatures with power >= 3: power += 2"}
    found = settled(cards)
    assert (found.verdict, found.value("P", "power")) == ("settled", 1)
    assert [one.final["P", "power"] for one in found.lifted] == [3]
    for policy in ("what is added", "all fixed points"):
        found = derive(table(cards, rulebook=game({"groundedness": policy})))
        assert [one.value("P", "power") for one in found.states] == [1, 3]
        assert found.lifted == ()


def test_what_may_still_be_done_is_weighed_before_anything_is_guessed() -> None:
    """Sixty that make the strong stronger need no guessing where all are strong anyway."""
    cards = {f"M{i}": "5 | creatures with power >= 3: power += 1" for i in range(60)}
    found = settled(cards)
    assert found.verdict == "settled" and found.value("M7", "power") == 65


def test_numbers_are_worked_out_in_the_order_in_which_they_feed_each_other() -> None:
    """A chain of numbers, against the order of entry."""
    cards = {
        "P": "1 | self: power := power of Q + 1",
        "Q": "1 | self: power := power of R + 1",
        "R": "1 | self: power += number of creatures",
    }
    found = settled(cards)
    assert [found.value(id, "power") for id in "PQR"] == [6, 5, 4]


def test_what_counts_does_not_count_itself_out_of_nothing() -> None:
    """It counts the strong and strengthens: that it is strong by that is no beginning."""
    found = settled({"P": "1 | self: power += number of creatures with power >= 3", "Q": "3"})
    assert (found.verdict, found.value("P", "power")) == ("settled", 2)
    assert [one.final["P", "power"] for one in found.lifted] == [3]


# --- groundedness -------------------------------------------------------------------------

BLOCKERS = (
    "there is a creature with blocker",
    "number of (creatures with blocker) >= 1",
    "number of (creatures with blocker) != 0",
    "0 < number of (creatures with blocker)",
    "not there are no creatures with blocker",
    "not number of (creatures with blocker) = 0",
)
"""One condition in other words each time."""


@pytest.mark.parametrize("words", BLOCKERS)
def test_nothing_lifts_itself_whatever_the_words(words: str) -> None:
    """A blocker as long as there is one is none, and becomes one where another is."""
    line = f"1 | self: gain blocker as long as {words}"
    found = settled({"P": line})
    assert found.verdict == "settled" and "blocker from P.1" not in abilities(found, "P")
    assert len(found.lifted) == 1
    found = settled({"P": line, "Q": "blocker 1"})
    assert found.verdict == "settled" and found.lifted == ()
    assert "blocker from P.1" in abilities(found, "P")


@pytest.mark.parametrize(
    ("line", "characteristic", "value"),
    [
        ("self: drained as long as power of self = 0", "drained", False),
        ("self: lose blocker as long as self lacks blocker", "power", 3),
        ("self: colours -= light as long as self is not light", "colours", ("light",)),
        ("self: power += 2 as long as power of self >= 5", "power", 3),
        ("self: power -= 2 as long as power of self <= 1", "power", 3),
        ("self: power := 9 as long as power of self = 9", "power", 3),
        ("self: can't have blocker as long as number of (creatures with blocker) = 0", "power", 3),
        ("self: controller := me as long as self is controlled by me", "controller", "you"),
    ],
)
def test_no_loss_number_or_player_comes_of_itself(
    line: str, characteristic: str, value: object
) -> None:
    """What would be so only because it is so is not; the other state is listed apart."""
    found = settled({"P": f"light blocker 3 | {line}"})
    assert found.verdict == "settled" and len(found.lifted) == 1
    assert found.value("P", characteristic) == value
    assert "blocker" in abilities(found, "P")


@pytest.mark.parametrize(
    "words",
    [
        "self has blocker or self lacks blocker",
        "number of (creatures with blocker) >= 0",
        "number of (creatures with blocker) <= 1 or there is a creature with blocker",
    ],
)
def test_what_is_true_either_way_is_ground_enough(words: str) -> None:
    """The truth of a condition counts: one that holds on every board is no circle."""
    found = settled({"P": f"1 | self: gain blocker as long as {words}"})
    assert found.verdict == "settled" and found.lifted == ()
    assert "blocker from P.1" in abilities(found, "P")


def test_numbers_that_feed_on_each_other_are_refused_unless_they_end() -> None:
    """No state, or any number of them, cannot be listed; what is set later ends it."""
    cards = {"P": "1 | self: power := power of Q", "Q": "1 | self: power := power of P"}
    with pytest.raises(LayerlawError, match=r"the numbers of P\.1, Q\.1 feed on each other"):
        settled(cards)
    found = settled({**cards, "R": "1 | Q: power := 5"})
    assert found.verdict == "settled" and found.value("P", "power") == 5
    with pytest.raises(LayerlawError, match="feed on each other"):
        settled({"P": "2 | self: power += power of P"})


# --- combination --------------------------------------------------------------------------


@pytest.mark.parametrize(("same", "power"), [("newest last", 5), ("oldest last", 4)])
def test_in_one_step_effects_are_combined_by_timestamp(same: str, power: int) -> None:
    """Of two that set a number in one step the last one written stands."""
    cards = {"P": "1 | self: power := 4", "Q": "1 | P: power := 5"}
    found = derive(table(cards, rulebook=game({"same step": same})))
    assert found.value("P", "power") == power
    assert found.order("set") == (("P.1", "Q.1") if same == "newest last" else ("Q.1", "P.1"))


def test_steps_come_in_the_rulebooks_order() -> None:
    """An older addition is put on top of what a newer effect sets."""
    found = settled({"P": "1 | self: power += 2", "Q": "1 | P: power := 5"})
    assert found.value("P", "power") == 7
    assert [record.layer for record in found.layers] == ["set", "numbers"]
    assert [turn.why for record in found.layers for turn in record.turns] == [
        "at the same time"
    ] * 2
    change = found.layers[1].turns[0].changes[0]
    assert (change.object, change.before, change.after) == ("P", 5, 7)
    assert all(record.graphs == () for record in found.layers)


def test_granted_effects_are_combined_by_the_givers_timestamps_then_by_entry() -> None:
    """Two abilities granted at one moment: the later holder's comes later."""
    cards = {"P": "1", "Q": "1", "R": "1 | P, Q: gain [self: power += 1; R: power := its power]"}
    cards["R"] = "1 | creatures but not self: gain [R: power := power of P]"
    cards["P"], cards["Q"] = "4", "6"
    found = settled(cards)
    assert found.order("set") == ("P.gained@R.1", "Q.gained@R.1")


def test_bars_are_written_as_the_steps_go_on() -> None:
    """Who can't have an ability loses what an older effect gave it, and gets none from a newer."""
    found = settled(
        {
            "P": "1 | R: gain haste",
            "Q": "1 | R: can't have haste",
            "Z": "1 | R: gain haste",
            "R": "1",
        }
    )
    assert found.value("R", "abilities") == ()


# --- speed, and what is told --------------------------------------------------------------


def test_three_hundred_anthems_settle_without_a_guess() -> None:
    """Well under a second; the bound leaves room for a slow machine."""
    situation = table({f"M{i}": "1 | other creatures: power += 1" for i in range(300)})
    began = time.perf_counter()
    found = derive(situation)
    assert found.verdict == "settled" and found.value("M3", "power") == 300
    assert time.perf_counter() - began < 10


def test_too_many_effects_are_refused() -> None:
    """What could grant tens of thousands of abilities ends in an error."""
    cards = {f"M{i}": "1 | creatures: gain [self: power += 1]" for i in range(150)}
    with pytest.raises(LayerlawError, match="more than 20000 effects could exist"):
        settled(cards)


def test_the_work_can_be_stopped() -> None:
    """Whatever `stop` raises ends it."""

    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        derive(table(ring(2)), stop=stop)


def test_the_facts_hold_all_answers() -> None:
    """What a certificate is checked against names every answer and what it was chosen from."""
    found = settled(ring(2))
    facts = found.facts
    assert facts.answers == found.answers and facts.complete and facts.conflict == ()
    assert {record.id for record in facts.effects} == {"M0.1", "M1.1"}
    assert facts.layers == found.layers == (found.answers or ())[0].steps
    assert replace(facts, answers=None).lifted == ()
