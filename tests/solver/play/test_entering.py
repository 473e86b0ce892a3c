"""What objects enter play with: played, replayed, and by the oracle."""

from __future__ import annotations

from random import Random

import pytest
from entering import board, random_board

from comparing import assert_same
from layerlaw.model.errors import BadInput
from layerlaw.solver import Answer, solve, verify, written_certificate
from layerlaw.solver.play import using


def after(*events: str) -> Answer:
    """The answer after these events, when the oracle and the replay have given it too."""
    scenario = board(*events)
    assert_same(scenario)
    answer = solve(scenario)
    assert verify(written_certificate(answer), scenario.rulebook).outcome == "verified"
    return answer


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
        patch.setattr(using, "arrive", lambda *_: None)
        wrong = solve(board("me: Behemoth as B", "me: Elf as E"))
    assert verify(written_certificate(wrong), wrong.rulebook).outcome == "refuted"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("has: ['creatures: enters tapped, power += 1']", "beside nothing else"),
        ("has: ['locked creatures: enters tapped']", "beside nothing else"),
        ("has: ['creatures: power += 1; lands: enters tapped']", "beside nothing else"),
        ("resolves: ['creatures: enters tapped']", "under 'resolves' says nothing of what"),
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


@pytest.mark.sample(8)
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
