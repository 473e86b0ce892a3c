"""No decision on the way loses a grounded state; what is gathered, is by the definition."""

from __future__ import annotations

from random import Random

import pytest
from literal_grounds import between_is_told, gathering_of
from literal_states import boards, by_object, stands

from layerlaw.solver.board.columns import Board, bits
from layerlaw.solver.board.kinds import NO_OBJECTS, Objects
from layerlaw.solver.derivation.simultaneous import Settling
from layerlaw.solver.effects.writing import Operand
from layerlaw.solver.together.deeds import Deed
from layerlaw.solver.together.founded import keep_founded
from layerlaw.solver.together.immediate_consequence import Plain
from layerlaw.solver.together.state import State
from together import random_table


def tried(start: int) -> list[tuple[int, Settling, list[Board], list[Board]]]:
    """Some boards with all their states, and those of them that are grounded."""
    found = []
    for seed, settling, known in boards(range(start, start + 10)):
        grounded = [board for board in known.values() if stands(settling.plain, board)]
        found.append((seed, settling, list(known.values()), grounded))
    return found


def deeds_of(plain: Plain, board: Board) -> dict[Deed, tuple[Objects, Operand]]:
    """What is done on a board."""
    return {deed: (scope, operand) for deed, scope, operand in plain.done(board)}


def fits(state: State, board: Board) -> bool:
    """Whether nothing that is decided contradicts what is done on the board."""
    done = deeds_of(state.plain, board)
    for one, known in state.exists.items():
        if known is not None and known is not one.exists(board):
            return False
    for deed in state.plain.deeds:
        if state.exists[deed.candidate] is False:
            continue
        scope, operand = done.get(deed, (NO_OBJECTS, None))
        if deed.candidate.exists(board) and state.done[deed] & ~scope:
            return False
        if scope & state.spared[deed]:
            return False
        for it in bits(scope):
            own = by_object(deed, operand, it)
            place = it if deed.each else -1
            if state.ready[deed] >> it & 1 and state.values[deed][place] != own:
                return False
            ends = state.limits.get(deed, {}).get(place)
            if ends is not None and not (isinstance(own, int) and ends[0] <= own <= ends[1]):
                return False
    return True


def decide(state: State, board: Board, pick: Random) -> bool:
    """Suppose one thing that is open to be as it is on the board; False if nothing is open."""
    done = deeds_of(state.plain, board)
    candidates = [one for one, known in state.exists.items() if known is None]
    deeds = [
        deed for deed in state.plain.deeds if state.exists[deed.candidate] and state.open(deed)
    ]
    if candidates and (not deeds or pick.random() < 0.5):
        one = pick.choice(candidates)
        state.exists[one] = one.exists(board)
        state.guessed.add(one)
        return True
    if not deeds:
        return False
    deed = pick.choice(deeds)
    scope, operand = done.get(deed, (NO_OBJECTS, None))
    it = pick.choice(list(bits(state.open(deed))))
    bit = Objects(1 << it)
    if state.unscoped(deed) & bit:
        (state.done if scope & bit else state.spared)[deed] |= bit
        state.guessed.add(deed)
    elif deed.writes:
        state.guess_operand(deed, it if deed.each else -1, by_object(deed, operand, it))
    return True


@pytest.mark.parametrize("start", range(0, 120, 10))
def test_no_grounded_state_is_lost_on_the_way_to_it(start: int) -> None:
    """Whatever of it is supposed, in whatever order: what follows, and is founded, is in it."""
    for seed, settling, _, grounded in tried(start):
        for number, board in enumerate(grounded):
            for way in range(3):
                pick = Random(way)
                state = State(settling.candidates, settling.plain)
                for _ in range(12):
                    assert state.propagate(), (seed, number)
                    assert fits(state, board), (seed, number)
                    assert keep_founded(state), (seed, number)
                    assert fits(state, board), (seed, number)
                    state = state.suppose()
                    if not decide(state, board, pick):
                        break


def looked_at(settling: Settling, board: Board, pick: Random, why: object) -> None:
    """Fail unless what is told between two sets of a state's deeds is so on all boards between."""
    gathering = gathering_of(settling.plain, board)
    high = {
        deed: Objects(mask & ~(pick.getrandbits(3) & pick.getrandbits(3)))
        for deed, mask in gathering.deeds.items()
    }
    low = {deed: Objects(mask & pick.getrandbits(3)) for deed, mask in high.items()}
    if sum((high[deed] & ~low[deed]).bit_count() for deed in high) <= 6:
        between_is_told(gathering, low, high, why)


@pytest.mark.parametrize("start", range(0, 120, 10))
def test_what_is_told_between_two_boards_is_so_on_all_between(start: int) -> None:
    """What is certain, what may vary, what is read, and what waits."""
    for seed, settling, known, _ in tried(start):
        for number, board in enumerate(known):
            for way in range(3):
                looked_at(settling, board, Random(way), (seed, number, way))


@pytest.mark.parametrize("start", range(0, 60, 6))
def test_the_same_where_words_and_abilities_come_and_go(start: int) -> None:
    """On boards that need not be states: what is done on the starting board."""
    for seed in range(start, start + 6):
        settling = Settling(random_table(seed, plain=seed % 2 == 0), True, None)
        board = settling.candidates.start
        for way in range(3):
            looked_at(settling, board, Random(way), (seed, way))
            board = settling.plain.after(board)
