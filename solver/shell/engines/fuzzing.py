"""Plays random boards with an engine until one of them comes out otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.shell.engines.playing import PlayedCase, play_case

if TYPE_CHECKING:
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.shell.engines.engine import Engine


@dataclass(frozen=True, slots=True)
class Fuzzed:
    """What came of the boards that were played.

    cases: each of them. found: the first board that came out otherwise, or None. stopped: whether
    that was an interrupt.
    """

    cases: tuple[PlayedCase, ...]
    found: Scenario | None
    stopped: bool = False


def fuzz(
    boards: Iterable[Scenario],
    engine: Engine,
    count: int,
    *,
    complete: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Fuzzed:
    """Play boards, so many at the most, until one comes out otherwise.

    boards: such as `drawn_boards` gives. complete: as in `hold`. progress: called with the boards
    played, and how many there may be.
    """
    cases: list[PlayedCase] = []
    try:
        for board in islice(boards, count):
            cases.append(play_case(board, engine, complete=complete))
            if progress is not None:
                progress(len(cases), count)
            if cases[-1].parting is not None:
                return Fuzzed(tuple(cases), board)
    except KeyboardInterrupt:
        return Fuzzed(tuple(cases), None, stopped=True)
    return Fuzzed(tuple(cases), None)
