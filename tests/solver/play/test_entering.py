"""What objects enter play with: played, replayed, and by the oracle."""

from __future__ import annotations

from random import Random

import pytest
from entering import RESOLVING, board, random_board, random_board_of_effects

from comparing import assert_same, confirmed
from layerlaw.model.errors import BadInput
from layerlaw.solver import Answer, solve, verify, written_certificate
from layerlaw.solver.play import arriving, playing


def after(*events: str) -> Answer:
    """The answer after these events, when the oracle and the replay have given it too."""
    return confirmed(board(*events, more=RESOLVING))


def counters(answer: Answer, *ids: str) -> list[object]:
    """How many growth counters these have."""
    return [answer.situation.thing(id).counters.get("growth", 0) for id in ids]


def tapped(answer: Answer, id: str) -> bool:
    """Whether it is tapped."""
    return bool(answer.value(id, "tapped"))


def test_counters_of_all_that_speak_of_it_add_up() -> None:
    """Two of its own, one by the Biomancer that was there, none by the one that comes later."""
    answer = after("me: Biomancer as B", "me: Behemoth as H", "me: Biomancer as C")
    assert counters(answer, "B", "H", "C") == [0, 3, 1]


def test_of_others_alone_it_is_not_said_of_the_one_that_says_it() -> None:
    """The Orb speaks of objects, itself among them, and enters untapped (614.12)."""
    answer = after("me: Orb as O", "you: Forest as F")
    assert not tapped(answer, "O")
    assert tapped(answer, "F")


def test_it_is_asked_what_it_will_be() -> None:
    """A goblin is an elf here by the Turner, so the Herald speaks of it; its power is read then."""
    answer = after("me: Turner as T", "me: Herald as H", "me: Goblin as G", "you: Goblin as E")
    assert counters(answer, "G", "E") == [2, 0]
    assert tapped(answer, "G")


def test_what_it_loses_as_it_enters_it_enters_without() -> None:
    """Humility was there before; asleep sources say nothing either."""
    answer = after("me: Humility as U", "me: Behemoth as B")
    assert counters(answer, "B") == [0]
    asleep = after("me: Biomancer as M", "gets: M asleep", "me: Elf as E")
    assert counters(asleep, "E") == [0]


def test_what_it_is_given_it_enters_with() -> None:
    """An ability of its own by then, whoever gives it."""
    assert counters(after("me: Giver as V", "you: Elf as E"), "E") == [1]


def test_what_enters_at_the_same_moment_is_not_there_yet() -> None:
    """Neither Humility nor the Biomancer nor the Orb is, whatever is written first."""
    together = "together: [me: Humility as U, me: Biomancer as M, me: Orb as O, me: Behemoth as B]"
    answer = after(together)
    assert counters(answer, "B") == [2]
    one = after("together: [me: Counter as C, me: Elf as E, me: Counter as D]")
    assert counters(one, "C", "D") == [0, 0]


def test_numbers_and_conditions_are_those_of_right_before() -> None:
    """A Counter out of the graveyard counts no creature there, and not itself."""
    answer = after("me: Elf as E", "me: Counter as C", "me: Counter as D")
    assert counters(answer, "C", "D") == [1, 2]
    alone = after("me: Alone as A", "me: Alone as B")
    assert tapped(alone, "A")
    assert not tapped(alone, "B")


def test_a_worm_reads_its_own_power_as_it_is_in_play() -> None:
    """`self` is asked in play: 1, and under Humility it has no ability at all."""
    assert counters(after("me: Worm as W"), "W") == [1]
    assert counters(after("me: Humility as U", "me: Worm as W"), "W") == [0]


def test_a_counter_that_cannot_be_put_is_not() -> None:
    """The Barrier forbids it to goblins."""
    answer = after("me: Barrier as R", "me: Biomancer as M", "me: Goblin as G", "me: Elf as E")
    assert counters(answer, "G", "E") == [0, 1]


def test_opposite_counters_take_each_other_away() -> None:
    """One of growth and one of rot leave none; a creature with rot alone dies."""
    answer = after("me: Plague as P", "me: Worm as W", "me: Elf as E")
    assert counters(answer, "W") == [0]
    assert answer.situation.thing("W").counters["rot"] == 0
    assert [(fate.object, fate.verdict) for fate in answer.fates] == [("E", "dies")]


def test_a_copy_enters_with_what_its_original_says_and_copies_no_counters() -> None:
    """As a copy of the Behemoth two, as a copy of an Ego that had two none."""
    copied = after("me: Behemoth as B", "you: Mirror as M copying B")
    assert counters(copied, "M") == [2]
    assert tapped(copied, "M")
    ego = after("me: Elf as E", "me: Ego as G copying E", "me: Mirror as M copying G")
    assert counters(ego, "G", "M") == [2, 0]


@pytest.mark.slow
def test_an_exception_on_a_condition_is_seen_from_what_it_would_be_without() -> None:
    """A land gets none of it, and none later; a creature does, and a copy of it has Flying."""
    land = after("me: Forest as F", "me: Moritte as M copying F", "me: Riser as R")
    assert counters(land, "M") == [0]
    assert land.value("M", "supertypes") == ("basic", "legendary")
    # The Riser was there: as it would be in play it is a creature, and a land with power.
    animated = after("me: Riser as R", "me: Forest as F", "me: Moritte as M copying F")
    assert counters(animated, "M") == [2]
    elf = after("me: Elf as E", "me: Moritte as M copying E", "me: Mirror as C copying M")
    assert counters(elf, "M", "C") == [2, 0]
    titles = {elf.instances[number].ability.title for number in elf.abilities("C")}
    assert "Flying" in titles


def test_what_comes_back_enters_again() -> None:
    """From the graveyard, by an event and as what sent it there leaves."""
    moved = after("me: Behemoth as B", "leave: B", "move: B to battlefield")
    assert counters(moved, "B") == [2]
    until = "move: B to graveyard until E leaves"
    back = after("me: Biomancer as M", "me: Behemoth as B", "me: Elf as E", until, "leave: E")
    assert counters(back, "B") == [3]


def test_a_player_who_forgets_it_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The replay of the history knows what objects enter with."""
    with monkeypatch.context() as patch:
        patch.setattr(playing, "arrive", lambda *_: None)
        wrong = solve(board("me: Behemoth as B", "me: Elf as E"))
    assert verify(written_certificate(wrong), wrong.rulebook).outcome == "refuted"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("has: ['creatures: enters tapped, power += 1']", "beside nothing else"),
        ("has: ['locked creatures: enters tapped']", "beside nothing else"),
        ("has: ['creatures: power += 1; lands: enters tapped']", "beside nothing else"),
        ("enters: ['creatures: enters tapped']", "under 'enters' says nothing of what"),
        ("has: ['creatures: enters taped']", "did you mean 'tapped'"),
        ("has: ['creatures: enters with 2 power']", "no counters stand for 'power'"),
        ("resolves: ['target: copy of elves except [enters tapped]']", "nothing enters as this"),
        ("has: ['self: copy of elves except if elf [power := 2]']", "is no exception here"),
    ],
)
def test_what_cannot_be_said_is_refused(line: str, says: str) -> None:
    """With a message that says where it could be."""
    with pytest.raises(BadInput, match=says):
        board("me: Elf as E", "me: Wrong as W", more=f"  Wrong: {{is: [creature], {line}}}")


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(40))
def test_random_histories(seed: int) -> None:
    """Solver, replay and oracle agree on what entered with what."""
    try:
        scenario = random_board(Random(seed))
        answer = solve(scenario)
    except BadInput as error:
        assert "has left play" in str(error) or "is not in play" in str(error)
        return
    assert_same(scenario)
    certificate = written_certificate(answer)
    assert verify(certificate, scenario.rulebook).outcome == "verified"


def test_what_enters_as_a_copy_for_a_time_is_its_own_card_afterwards() -> None:
    """The Glass is a Goblin that flies until the turn ends (707.5); what copied it stays one."""
    events = ("me: Goblin as G", "me: Glass as A copying G", "me: Mirror as M copying A")
    now = after(*events)
    assert [now.value(id, "power") for id in "AM"] == [2, 2]
    assert now.value("A", "types") == ("creature",)
    then = after(*events, "turn: you")
    assert [then.value(id, "power") for id in "AM"] == [None, 2]
    assert then.value("A", "types") == ("artifact",)
    assert then.situation.thing("A").copied is None


@pytest.mark.slow
def test_what_it_entered_with_stays_when_it_is_a_copy_no_more() -> None:
    """The Behemoth's counters are put on it as it enters, and stay."""
    events = ("me: Behemoth as B", "me: Pane as P copying B")
    assert counters(after(*events), "P") == [2]
    ended = after(*events, "me: Goblin as G", "me: Goblin as H")
    assert ended.situation.thing("P").copied is None
    assert counters(ended, "P") == [2]


def test_it_lasts_until_a_fact() -> None:
    """Two goblins end it: the Pane, a goblin itself, and one more."""
    assert after("me: Elf as E", "me: Pane as P copying E").value("P", "power") == 1
    ends = after("me: Elf as E", "me: Pane as P copying E", "me: Goblin as G", "me: Goblin as H")
    assert ends.value("P", "power") is None


@pytest.mark.parametrize(
    "ability",
    [
        "target: tapped",
        "self: copy of target, copy of target",
        "self: copy of self",
        "self: copy of target, power := power of target",
        "creatures: copy of target",
    ],
)
def test_nothing_else_is_done_as_something_enters(ability: str) -> None:
    """What would do nothing, or something else than it says, is refused."""
    with pytest.raises(BadInput, match="only makes the card a copy of one target"):
        board("me: Bad as B", more=f"  Bad: {{is: [creature], enters: ['{ability}']}}\n")


def test_it_lasts_until_something_about_itself() -> None:
    """`it` would be over for it alone; two abilities would copy twice."""
    bad = "  Bad: {is: [creature], enters: ['self: copy of target until (it is tapped)']}\n"
    with pytest.raises(BadInput, match="speaks of `self` and not of `it`"):
        board("me: Bad as B", more=bad)
    two = "  Bad: {is: [creature], enters: ['self: copy of target', 'self: copy of target']}\n"
    with pytest.raises(BadInput, match="one ability stands under 'enters'"):
        board("me: Bad as B", more=two)


def test_others_say_as_a_copy_of_what_it_enters() -> None:
    """Your creatures enter as the Essence (614.12), none that was there before, or comes with it,
    or is somebody else's; with neither its counters nor its own."""
    answer = after(
        "me: Goblin as A",
        "together: [{me: Essence as E}, {me: Goblin as B}]",
        "growth: E 2",
        "me: Behemoth as C",
        "you: Goblin as D",
        "me: Forest as F",
    )
    powers = [answer.value(id, "power") for id in "ABECD"]
    assert powers == [2, 2, 6, 6, 2]
    assert counters(answer, "E", "C") == [2, 0]
    assert answer.value("F", "power") is None


def test_what_a_copy_would_enter_with_it_does_not_as_another_copy() -> None:
    """The Ego is a Goblin with two counters, then the Essence without any (707.9e); an enchantment
    that is a copy by another's word has what that word says besides."""
    events = ("you: Goblin as G", "me: Ego as A copying G", "me: Essence as E")
    answer = after(*events, "me: Ego as B copying G")
    assert counters(answer, "A", "B") == [2, 0]
    assert [answer.value(id, "power") for id in "AB"] == [2, 6]
    doubled = after("me: Double as D", "me: Elf as E")
    assert counters(doubled, "E") == [1]
    assert doubled.value("E", "types") == ("creature", "enchantment")
    assert "Flying" in map(doubled.instances.keyword, doubled.abilities("E"))


def test_what_is_moved_into_play_is_a_copy_too_until_it_leaves() -> None:
    """It is its own card in the graveyard, and in play what the Essence is."""
    events = ("me: Elf as A", "leave: A to graveyard", "me: Essence as E")
    back = after(*events, "move: A to battlefield")
    assert back.value("A", "power") == 6
    gone = after(*events, "move: A to battlefield", "leave: A to graveyard")
    assert gone.value("A", "power") == 1


def test_a_copy_without_the_ability_says_nothing() -> None:
    """Humility takes it."""
    answer = after("me: Humility as H", "me: Essence as E", "me: Goblin as G")
    assert answer.value("G", "name") == "Goblin"


def test_two_different_copies_are_for_a_player_to_choose() -> None:
    """One message that names both; where both are the same there is nothing to choose (616.1)."""
    scenario = board("me: Double as D", "me: Essence as E", "me: Elf as A")
    with pytest.raises(BadInput, match="enters as a copy by 'D' and by 'E'"):
        solve(scenario)
    same = after("me: Essence as E", "me: Goblin as G", "me: Elf as A")
    assert [same.value(id, "power") for id in "GA"] == [6, 6]


# --- what resolved -------------------------------------------------------------------------------


def test_what_resolved_speaks_of_what_enters_later_as_long_as_it_lasts() -> None:
    """CR-614.1d: not of what was there, and no more once the turn is over."""
    answer = after("me: Elf as A", "me: Rally as R", "you: Elf as B")
    assert counters(answer, "A", "B") == [0, 1]
    later = after("me: Rally as R", "turn: you", "you: Elf as C")
    assert counters(later, "C") == [0]
    still = after("me: Elf as A", "me: Hymn as H", "turn: you", "me: Elf as C")
    assert counters(still, "C") == [1]


def test_a_number_of_what_resolved_is_that_of_its_resolving() -> None:
    """One creature was there; of the entering one itself its power is read as it enters.

    The Mirror enters as a copy of an Elf with power 1.
    """
    answer = after("me: Elf as A", "me: Hymn as H", "me: Elf as B", "me: Elf as C", "you: Elf as D")
    assert counters(answer, "B", "C", "D") == [1, 1, 0]
    echo = after("me: Echo as E", "me: Elf as A", "you: Mirror as B copying A", "me: Goblin as G")
    assert counters(echo, "A", "B", "G") == [1, 1, 0]
    assert tapped(echo, "A")
    assert not tapped(echo, "G")


def test_several_that_resolved_add_up_with_abilities() -> None:
    """Two Rallies and a Biomancer; the Biomancer gets what the first Rally says."""
    answer = after("me: Rally as R", "me: Biomancer as B", "me: Rally as S", "me: Elf as E")
    assert counters(answer, "B", "E") == [1, 3]


def test_it_is_the_player_that_was_chosen_of_whom_it_speaks() -> None:
    """Whoever would control it: the Thief takes elves as they enter."""
    answer = after(
        "me: Curse as C choosing you",
        "me: Elf as A",
        "you: Elf as B",
        "you: Thief as T",
        "me: Elf as D",
    )
    assert [tapped(answer, id) for id in ("A", "B", "D")] == [False, True, True]


def test_it_ends_with_its_source_or_once_something_is_so() -> None:
    """The Caller has left; a goblin is there."""
    answer = after("me: Caller as C", "me: Elf as A", "leave: C to graveyard", "me: Elf as B")
    assert counters(answer, "A", "B") == [1, 0]
    guided = after(
        "me: Guide as G", "me: use G as E", "me: Elf as A", "me: Goblin as H", "me: Elf as B"
    )
    assert counters(guided, "A", "H", "B") == [2, 2, 0]


def test_a_player_who_forgets_what_resolved_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The replay does not follow who passes effects over."""
    monkeypatch.setattr(arriving.Entry, "_by_effects", lambda _: iter(()))
    scenario = board("me: Rally as R", "me: Elf as E", more=RESOLVING)
    written = written_certificate(solve(scenario))
    assert verify(written, scenario.rulebook).outcome == "refuted"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('resolves: ["self: enters tapped"]', "what resolves says nothing of what its own source"),
        (
            'on entry: ["creatures: enters tapped until it is a goblin"]',
            "ends for all at once, so 'it' means nothing",
        ),
    ],
)
def test_what_cannot_be_said_of_later_entries_is_refused(line: str, says: str) -> None:
    """Each with a message."""
    with pytest.raises(BadInput, match=says):
        board("me: Elf as E", more=f"\n  Bad: {{is: [creature], {line}}}")


@pytest.mark.sample(8)
@pytest.mark.parametrize("seed", range(60))
def test_random_histories_with_effects_on_entries(seed: int) -> None:
    """The oracle, the solver and the replay agree."""
    scenario = random_board_of_effects(Random(seed))
    assert_same(scenario)
    assert verify(written_certificate(solve(scenario)), scenario.rulebook).outcome == "verified"
