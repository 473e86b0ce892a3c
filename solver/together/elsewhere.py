"""Numbers that feed on each other: where they end, and every place where they stay as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError
from layerlaw.solver.board.columns import bits
from layerlaw.solver.board.kinds import NO_OBJECTS
from layerlaw.solver.effects.writing import GREATEST
from layerlaw.solver.together.deeds import by_object

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from layerlaw.solver.effects.writing import Operand
    from layerlaw.solver.together.deeds import Deed
    from layerlaw.solver.together.partial import Range
    from layerlaw.solver.together.state import State

PROBES = (*range(-9, 10), 1_000_003, -1_000_033)
"""Where numbers that feed on each other are made to start, besides as they are without them."""

ROUNDS = 80
"""So often they are worked out from where they start; what halves each time has ended by then."""

FARTHEST = GREATEST**2
"""Where numbers that feed on each other are looked for: two of the greatest may be multiplied, and
what stays beyond the greatest is not passed over but refused as it is written."""

LOOKS = 1000
"""After so many looks at numbers between two ends it is not known where else they may stay."""

Place = tuple["Deed", int]
"""A deed, and the object for which its operand is looked for; -1: for all."""


def settled_numbers(
    state: State, deeds: Sequence[Deed], stop: Callable[[], None] | None
) -> list[State] | None:
    """The state with these operands guessed, in every way that may agree with itself.

    None where they do not end the same from wherever they start, or where they stay somewhere else
    and it takes too long to find out where. If no other place is found in that time they are
    guessed to be where they end. Ends that they lie between are brought closer as far as it is
    known what they make, then parted.
    """
    ends = _where_they_end(state, deeds)
    if ends is None:
        return None
    begun = state.suppose()
    # Beside a paradox, too, only what ends they lie between leads on.
    begun.directed = True
    for (deed, it), number in ends.items():
        begun.limit(deed, it, (min(-FARTHEST, number), max(FARTHEST, number)), NO_OBJECTS)
    found: list[dict[Place, int]] = []
    stack = [begun]
    for _ in range(LOOKS):
        if not stack:
            return [_guessed(state, numbers) for numbers in found]
        if stop is not None:
            stop()
        now = stack.pop()
        try:
            if not now.propagate():
                continue
        except LayerlawError:
            return None  # What follows is beyond every number of a game.
        wide = [
            (now.limits[deed][it], deed, it)
            for deed, it in ends
            if it not in now.values.get(deed, {})
        ]
        if not wide:
            found.append({(deed, it): _number(now.values[deed][it]) for deed, it in ends})
            continue
        between, deed, it = max(wide, key=lambda one: one[0][1] - one[0][0])
        for part in _parts(between):
            other = now.suppose()
            if part[0] == part[1]:
                other.guess_operand(deed, it, part[0])
            else:
                other.limit(deed, it, part, NO_OBJECTS)
            stack.append(other)
    if any(numbers != ends for numbers in found):
        return None
    # Nothing tells these numbers apart: they are where they end, and the certificate looks further.
    return [_guessed(state, ends)]


def _guessed(state: State, numbers: Mapping[Place, int]) -> State:
    there = state.suppose()
    for (deed, it), number in numbers.items():
        there.guess_operand(deed, it, number)
    return there


def _number(operand: Operand) -> int:
    assert isinstance(operand, int)
    return operand


def _parts(between: Range) -> Iterator[Range]:
    """A range in parts; what is infinite, and what is beyond the greatest number, apart."""
    low, high = between
    if low < -FARTHEST:
        yield low, low
        low = -FARTHEST
    if high > FARTHEST:
        yield high, high
        high = FARTHEST
    if low < -GREATEST <= high:
        yield low, -GREATEST - 1
        low = -GREATEST
    if low <= GREATEST < high:
        yield GREATEST + 1, high
        high = GREATEST
    middle = (low + high) // 2
    if low <= high:
        yield low, middle
    if middle < high:
        yield middle + 1, high


def _where_they_end(state: State, deeds: Sequence[Deed]) -> dict[Place, int] | None:
    """Where these operands end, if from wherever they start they end the same."""
    board = state.plain.write(state.settled_deeds())
    begun = {
        deed: by_object(deed, deed.prepared.operand(board, state.done[deed])) for deed in deeds
    }
    places = [
        (deed, it)
        for deed in deeds
        for it in (bits(state.done[deed] & ~state.ready[deed]) if deed.each else (-1,))
    ]
    ends: set[tuple[Operand, ...]] = set()
    for probe in (None, *PROBES):
        trial = state.copy()
        for deed, it in places:
            trial.guess_operand(deed, it, begun[deed][it] if probe is None else probe)
        last: tuple[Operand, ...] = ()
        for _ in range(ROUNDS):
            trial.operands = {d: o for d, o in trial.operands.items() if d not in deeds}
            try:
                board = trial.plain.write(trial.settled_deeds())
            except LayerlawError:
                return None  # They grow beyond every number of a game.
            operands = tuple(d.prepared.operand(board, trial.done[d]) for d in deeds)
            if operands == last:
                break
            last = operands
            for deed, operand in zip(deeds, operands, strict=True):
                trial.values[deed] = by_object(deed, operand)
        else:
            return None
        ends.add(last)
        if len(ends) > 1:
            return None
    by_deed = dict(zip(deeds, ends.pop(), strict=True))
    return {(deed, it): _number(by_object(deed, by_deed[deed])[it]) for deed, it in places}
