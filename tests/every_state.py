"""What is searched for among simultaneous effects, found by trying everything; and what is told."""

from __future__ import annotations

from itertools import product

from layerlaw.model import LayerlawError
from layerlaw.solver.board.columns import Board
from layerlaw.solver.board.kinds import Objects
from layerlaw.solver.derivation.simultaneous import Settling
from layerlaw.solver.facts.situation import Situation
from layerlaw.solver.together.grounds import gathered
from layerlaw.solver.together.immediate_consequence import canonical


def told(situation: Situation, *, prune: bool) -> object:
    """Everything that the answer says, or the beginning of why there is none."""
    try:
        found = Settling(situation, prune, guesses=1500).derivation()
    except LayerlawError as error:
        return str(error).split()[1]
    assert found.answers is not None
    answers = [(one.effects, dict(one.final)) for one in found.answers]
    return found.verdict, answers


def every_state(settling: Settling) -> tuple[set[object], set[object]] | None:
    """All states that agree with themselves, by trying every set of objects for every operation.

    Grounded ones, and others; None where there are too many to try.
    """
    plain = settling.plain
    everyone = settling.world.everyone
    scopes = [
        [mask for mask in map(Objects, range(everyone + 1)) if not mask & ~deed.step.allowed]
        for deed in plain.deeds
    ]
    total = 1
    for each in scopes:
        total *= len(each)
    if total > 5000:
        return None
    start = settling.candidates.start
    found: dict[object, Board] = {}
    for combination in product(*scopes):
        board = plain.write(
            (deed, mask, deed.prepared.operand(start, mask))
            for deed, mask in zip(plain.deeds, combination, strict=True)
            if mask
        )
        if canonical(board) not in found and plain.agrees(board):
            found[canonical(board)] = board
    grounded = {key for key, board in found.items() if gathered(plain, board)}
    return grounded, set(found) - grounded
