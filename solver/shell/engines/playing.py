"""Holds an engine against many scenarios, in every order and reading that they describe."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from layerlaw.model.cards.card import cards_in
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.load import with_variant
from layerlaw.solver.shell.engines.holding import hold
from layerlaw.solver.shell.testing.adapter import NotPlayed

if TYPE_CHECKING:
    from pathlib import Path

    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.shell.engines.engine import Engine
    from layerlaw.solver.shell.engines.holding import Held, Parting


@dataclass(frozen=True, slots=True)
class PlayedCase:
    """One scenario in one order, and what came of playing it on both sides.

    size: its events and its cards. passed_over: why the engine does not play it, or "". trouble:
    why nothing could be compared, or "".
    """

    file: str
    title: str
    size: tuple[int, int] = (0, 0)
    held: Held | None = None
    passed_over: str = ""
    trouble: str = ""

    @property
    def parting(self) -> Parting | None:
        """Where the two part, if they do."""
        return self.held.parting if self.held is not None else None

    @property
    def same(self) -> bool:
        """Whether something was compared, and all of it was the same."""
        return self.held is not None and self.held.parting is None


def play_files(
    files: Iterable[Path],
    engine: Engine,
    read: Callable[[Path], Scenario],
    *,
    complete: bool = False,
) -> Iterator[PlayedCase]:
    """Every scenario of the files, as written and in the orders and readings of `also:`.

    read: gives the scenario of a file; what it raises is the trouble of that file.
    """
    for file in files:
        try:
            scenario = read(file)
        except LayerlawError as error:
            yield PlayedCase(str(file), file.name, trouble=str(error))
            continue
        yield play_case(scenario, engine, complete=complete)
        for variant in scenario.variants:
            changed = with_variant(scenario, variant)
            yield play_case(changed, engine, complete=complete)


def play_case(scenario: Scenario, engine: Engine, *, complete: bool = False) -> PlayedCase:
    """One scenario; never raises `LayerlawError`."""
    size = (len(scenario.events), len(tuple(cards_in(scenario.play))))
    found = (scenario.file, scenario.title, size)
    try:
        return PlayedCase(*found, held=hold(scenario, engine, complete=complete))
    except NotPlayed as error:
        return PlayedCase(*found, passed_over=str(error))
    except LayerlawError as error:
        return PlayedCase(*found, trouble=str(error))


def smallest_first(cases: Iterable[PlayedCase]) -> list[PlayedCase]:
    """The cases that part, those with the fewest events and cards until then first."""

    def size(case: PlayedCase) -> tuple[int, tuple[int, int]]:
        return (case.parting.number if case.parting is not None else 0, case.size)

    return sorted((case for case in cases if case.parting is not None), key=size)
