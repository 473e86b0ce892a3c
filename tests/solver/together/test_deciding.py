"""What a state decides: ends between which operands lie, guesses held against what turns out."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from layerlaw.solver.board.columns import ALL
from layerlaw.solver.board.kinds import NO_OBJECTS, Objects
from layerlaw.solver.derivation.simultaneous import Settling
from layerlaw.solver.together.deeds import Candidate, Deed
from layerlaw.solver.together.state import State
from together import table

SELF = "self: colours += light as long as self is light"
FOR_ALL = "relic 1 | creatures: cost := number of light creatures"
FOR_EACH = "relic 1 | creatures: cost := number of (light creatures but not it)"
IF_FROZEN = "relic 1 | frozen creatures: cost := number of (light creatures but not it)"
FROZEN = "self: frozen as long as self is frozen"
Q, R, S = 0b0010, 0b0100, 0b1000


def board(first: str, line: str = SELF) -> tuple[State, Deed, dict[str, Candidate]]:
    """P with this line, Q, and R and S, who may be light or not: all that follows from nothing."""
    settling = Settling(table({"P": first, "Q": "1", "R": f"1 | {SELF}", "S": f"1 | {line}"}))
    state = State(settling.candidates, settling.plain)
    assert state.propagate()
    by_id = {one.effect.id: one for one in settling.candidates.all}
    [deed] = settling.candidates.deeds[by_id["P.1"]]
    return state, deed, by_id


def deciding(state: State, one: Candidate, exists: bool) -> State:
    """The state where it is guessed whether an effect exists."""
    other = state.suppose()
    other.exists[one] = exists
    other.guessed.add(one)
    return other


def test_what_was_known_before_anything_was_guessed_stays_known_in_copies() -> None:
    """A state in which nothing was guessed is its own."""
    root, _, _ = board(FOR_ALL)
    copied, supposed = root.copy(), root.suppose()
    assert root.firm is root and copied.firm is copied
    assert supposed.firm is supposed.copy().firm is supposed.suppose().firm is root
    assert (root.supposed, copied.supposed, supposed.copy().supposed) == (False, False, True)


def test_two_ranges_leave_what_both_have() -> None:
    """From 0 to 2 as two may be light, and from 1 to 5 as somebody says."""
    state, deed, _ = board(FOR_ALL)
    assert state.limits[deed] == {-1: (0, 2)}
    assert state.limit(deed, -1, (1, 5), Objects(Q | R | S))
    assert state.limits[deed] == {-1: (1, 2)} and deed not in state.guessed


@pytest.mark.parametrize(
    ("exists", "done", "follows"),
    [(True, Q, False), (None, Q, True), (True, 0, True), (None, R, True)],
)
def test_an_operand_that_lies_nowhere_is_the_operand_of_nothing_that_is_done(
    exists: bool | None, done: int, follows: bool
) -> None:
    """To whom it is done, it is done with some operand: else the effect does not exist."""
    state, deed, effects = board(IF_FROZEN)
    one = effects["P.1"]
    state.exists[one], state.done[deed], state.spared[deed] = exists, Objects(done), NO_OBJECTS
    state.guessed.clear()
    state.limits[deed] = {1: (0, 2)}
    assert state.limit(deed, 1, (3, 4), Objects(Q)) is follows
    assert state.limits[deed] == {1: (0, 2)}
    if done == Q:
        assert state.exists[one] is bool(exists)
        assert state.spared[deed] == 0 and state.guessed == (set() if exists else {one})
    else:
        assert state.exists[one] is exists
        assert state.spared[deed] == Q and state.guessed == {deed}


def test_a_guess_for_all_is_kept_until_it_is_known_whether_it_is_right() -> None:
    """With R light it may still be 1 or 2."""
    root, deed, effects = board(FOR_ALL)
    guessed = deciding(root, effects["R.1"], True)
    guessed.guess_operand(deed, -1, 1)
    assert guessed.propagate()
    assert guessed.guesses == {deed: ALL} and guessed.limits[deed] == {-1: (0, 2)}
    assert not deciding(guessed, effects["S.1"], True).propagate()
    right = deciding(guessed, effects["S.1"], False)
    assert right.propagate()
    assert right.guesses == {} and not right.any_open()
    assert right.operand(deed, Objects(Q)) == 1


@pytest.mark.parametrize("first", [FOR_EACH, IF_FROZEN])
def test_the_ends_are_told_of_each_object_for_itself(first: str) -> None:
    """Of the others two or one may be light."""
    open = f"1 | {SELF} | {FROZEN}"
    settling = Settling(table({"P": first, "Q": f"1 | {FROZEN}", "R": open, "S": open}))
    state = State(settling.candidates, settling.plain)
    assert state.propagate()
    [deed] = (d for d in settling.plain.deeds if d.candidate.effect.id == "P.1")
    assert state.limits[deed] == {1: (0, 2), 2: (0, 1), 3: (0, 1)}


def guesses(first: str, of_r: int) -> tuple[State, Deed, Mapping[str, Candidate]]:
    """With S light: guessed are 1 for Q, as said for R, and 0 for S."""
    root, deed, effects = board(first)
    state = deciding(root, effects["S.1"], True)
    for it, operand in ((1, 1), (2, of_r), (3, 0)):
        state.guess_operand(deed, it, operand)
    assert state.guesses == {deed: Q | R | S}
    return state, deed, effects


def test_a_guess_for_one_object_is_held_against_what_turns_out_for_it() -> None:
    """With S light R counts one other; what Q and S count is not known before R is."""
    assert not guesses(FOR_EACH, 0)[0].propagate()
    state, deed, effects = guesses(FOR_EACH, 1)
    assert state.propagate()
    assert state.guesses == {deed: Q | S}
    assert not deciding(state, effects["R.1"], True).propagate()
    right = deciding(state, effects["R.1"], False)
    assert right.propagate()
    assert right.guesses == {} and not right.any_open()
    assert right.operand(deed, Objects(Q | R | S)) == ((1, 1), (2, 1), (3, 0))


def test_a_guess_is_noted_for_its_object_alone() -> None:
    """For the first object of all, too."""
    state, deed, _ = board(FOR_EACH)
    state.guess_operand(deed, 0, 1)
    assert state.guesses == {deed: 0b0001} and state.ready[deed] & 0b1111 == 0b0001


def test_a_wrong_guess_for_what_nothing_is_done_to_is_put_right() -> None:
    """It is open whether R is frozen: then it counts S."""
    settling = Settling(
        table({"P": IF_FROZEN, "Q": "1", "R": f"1 | {FROZEN}", "S": "light 1", "T": f"1 | {SELF}"})
    )
    state = State(settling.candidates, settling.plain)
    assert state.propagate()
    effects = {one.effect.id: one for one in settling.candidates.all}
    [deed] = settling.candidates.deeds[effects["P.1"]]
    now = state.suppose()
    now.guess_operand(deed, 2, 0)
    known = deciding(now, effects["T.1"], False)
    assert known.propagate()
    assert known.values[deed][2] == 1 and deed not in known.guesses
    frozen = deciding(now, effects["R.1"], True)
    assert frozen.propagate()
    assert not deciding(frozen, effects["T.1"], False).propagate()


@pytest.mark.parametrize("frozen", [True, None])
@pytest.mark.parametrize("last", ["light 1", f"1 | {SELF}"])
def test_what_lies_outside_of_its_ends_is_not_done(frozen: bool | None, last: str) -> None:
    """R counts S, or may; somebody says that it counts two or more, if it is frozen at all."""
    settling = Settling(
        table({"P": IF_FROZEN, "Q": f"1 | {FROZEN}", "R": f"1 | {FROZEN}", "S": last})
    )
    state = State(settling.candidates, settling.plain)
    assert state.propagate()
    effects = {one.effect.id: one for one in settling.candidates.all}
    [deed] = settling.candidates.deeds[effects["P.1"]]
    state = state.suppose()
    state.ready[deed] = NO_OBJECTS
    state.limits[deed] = {2: (2, 3)}
    if frozen:
        state = deciding(state, effects["R.1"], True)
        assert not state.propagate()
    else:
        assert state.propagate()
        assert state.spared[deed] & 0b1111 == 0b0001 | R | S and effects["P.1"] not in state.guessed


def test_who_controls_what_may_change_where_nothing_later_decides_it() -> None:
    """Q is yours at last; who controls the others is open."""
    line = "creatures: controller := me as long as self is light"
    cards = {"P": f"1 | {line} | {SELF}", "Q": "1", "R": "relic 1 | Q: controller := you", "S": "1"}
    settling = Settling(table(cards))
    state = State(settling.candidates, settling.plain)
    assert state.propagate()
    assert state.partial.open["player", "controller"] == 0b1001


def test_what_may_be_a_copy_may_have_other_numbers_and_another_name() -> None:
    """P may be a copy of Q, of another power; R has the same one, and is copied by nobody."""
    copying = "self: copy of Q as long as self is frozen"
    cards = {"P": f"1 | {copying} | {FROZEN}", "Q": "2", "R": "1"}
    settling = Settling(table(cards))
    state = State(settling.candidates, settling.plain)
    assert state.propagate()
    for key in (("number", "power"), ("depth", "power"), ("name",)):
        assert state.partial.doubtful(key) == 0b001, key
    assert state.partial.doubtful(("number", "cost")) == 0
