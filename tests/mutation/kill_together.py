"""Quick tests of effects that apply at the same time: what no mutant of their search should pass.

What the oracle says, and what trying every set of objects finds, is worked out once; the solver is
asked on every mutant.
"""

from __future__ import annotations

from functools import cache

import pytest

from comparing import assert_answers
from every_state import every_state, told
from exhaustive.recorded import Recorder
from layerlaw.model import LayerlawError
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.derivation.simultaneous import Settling
from layerlaw.solver.play.solve import solve
from layerlaw.solver.together.immediate_consequence import canonical
from oracle.candidates import TooBig
from oracle.circles import every_small_board, random_circles
from oracle.derive import NeverSettles
from oracle.solve import OracleAnswer, answer
from oracle.zones import CannotHappen
from together import game, random_table

SMALL = list(every_small_board())
GUESSES = 1500
NEWEST = {"process": "newest wins"}


@cache
def by_the_oracle(kind: str, number: int) -> tuple[OracleAnswer, Recorder] | None:
    """What the oracle says of a board, and of the looks it took; None where it cannot say."""
    board = SMALL[number] if kind == "small" else random_circles(number)
    recorder = Recorder(shared=False)
    try:
        with recorder.watching():
            return answer(board), recorder
    except (CannotHappen, NeverSettles, TooBig):
        return None


def agrees(kind: str, number: int) -> None:
    """Fail unless solver and oracle say the same of a board, where the oracle can."""
    known = by_the_oracle(kind, number)
    if known is None:
        return
    theirs, recorder = known
    mine = solve(SMALL[number] if kind == "small" else random_circles(number))
    if mine.verdict == "paradox":
        assert not theirs.answers
    else:
        assert_answers(mine, theirs, recorder)


@pytest.mark.parametrize("start", range(0, len(SMALL), 6))
def test_small_circles(start: int) -> None:
    """Two creatures, each with a deed under a condition."""
    for number in range(start, min(start + 6, len(SMALL))):
        agrees("small", number)


@pytest.mark.parametrize("seed", range(36))
def test_circles(seed: int) -> None:
    """Effects that feed on each other."""
    agrees("random", seed)


@cache
def found_before(seed: int, newest: bool) -> object:
    """Everything that the unchanged solver says without knots."""
    book = game(NEWEST) if newest else None
    return told(random_table(seed, rulebook=book), prune=False)


@pytest.mark.parametrize("newest", [False, True])
@pytest.mark.parametrize("block", range(20))
def test_knot_by_knot(block: int, newest: bool) -> None:
    """Knot by knot, and guessing over everything at once, as before the change."""
    for seed in range(block * 4, block * 4 + 4):
        before = found_before(seed, newest)
        table = random_table(seed, rulebook=game(NEWEST) if newest else None)
        if isinstance(before, tuple):
            assert told(table, prune=True) == before, seed
            if seed % 4 == 0:
                assert told(table, prune=False) == before, seed


@cache
def all_states(seed: int) -> tuple[set[object], set[object]] | None:
    """The states that agree with themselves, by trying everything."""
    return every_state(Settling(random_table(seed, plain=True), True, None))


@pytest.mark.parametrize("seed", range(40))
def test_no_state_is_overlooked(seed: int) -> None:
    """Grounded or not."""
    wanted = all_states(seed)
    if wanted is None:
        return
    settling = Settling(random_table(seed, plain=True), True, None)
    grounded, (lifted, complete) = settling.states(), settling.lifted()
    assert {canonical(board) for board in grounded} == wanted[0]
    assert not complete or {canonical(board) for board in lifted} == wanted[1]


@cache
def settles(seed: int) -> bool:
    """The unchanged solver comes to an end."""
    try:
        Settling(random_table(seed), True, guesses=GUESSES).derivation()
    except LayerlawError:
        return False
    return True


@pytest.mark.parametrize("seed", range(100, 130))
def test_certificates(seed: int) -> None:
    """What is answered holds for the checker, which shares no code with the search."""
    if settles(seed):
        found = Settling(random_table(seed), True, guesses=GUESSES).derivation()
        assert Certificate(found.facts).check().ok
