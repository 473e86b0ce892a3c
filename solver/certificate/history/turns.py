"""Durations that turns end, by the turns that have begun since an effect was made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.solver.certificate.history.effects import Making


def last_turn(making: Making, turns: Sequence[str]) -> int | None:
    """Which turn that began since is its last one, where its duration names one; None: not yet.

    turns: whose turns have begun, in order.
    """
    until = making.ability.until
    if not isinstance(until, a.EndOfNextTurn):
        return None
    later = enumerate(turns[making.turns :], making.turns)
    return next((n for n, who in later if (who == making.player) is until.yours), None)


def ended_by_turns(making: Making, turns: Sequence[str]) -> bool:
    """Whether a turn that has begun, or the end of the one before, ended it."""
    if isinstance(making.ability.until, a.YourNextTurn):
        return making.player in turns[making.turns :]
    return ended_with_a_turn(making, turns)


def ended_with_a_turn(making: Making, turns: Sequence[str]) -> bool:
    """Whether the end of a turn ended it."""
    match making.ability.until:
        case a.EndOfTurn():
            return len(turns) > making.turns
        case a.EndOfNextTurn():
            last = last_turn(making, turns)
            return last is not None and last + 1 < len(turns)
    return False
