"""Makes a scenario smaller as long as two sides disagree on it, until no step is left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.load import loads_scenario
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.model.scenarios.write import written_scenario
from layerlaw.solver.shell.shrink.card_steps import SmallerScenario, card_steps
from layerlaw.solver.shell.shrink.disagreement import Disagreement
from layerlaw.solver.shell.shrink.event_steps import (
    bare_steps,
    detail_steps,
    event_steps,
    player_steps,
    without,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

Disagrees = Callable[[Scenario], object | None]
"""What the sides disagree on, in any form, or None."""
Progress = Callable[[int, int], None]


class NothingToShrink(LayerlawError):
    """The sides do not disagree on the scenario as it is."""


@dataclass(frozen=True, slots=True)
class Shrunk:
    """The smallest scenario that was found.

    text: the scenario as a file. first, last: what the sides disagreed on at the beginning, and do
    in the end. removed: what is gone or otherwise, in words, in the order in which it went. tries:
    scenarios that were tried. minimal: whether no single step makes it smaller and keeps the
    disagreement; not known where the work was `stopped` ("limit" or "interrupted").
    """

    original: Scenario
    scenario: Scenario
    text: str
    first: object
    last: object
    removed: tuple[str, ...]
    tries: int
    minimal: bool
    stopped: str = ""


@checked(Disagrees="Callable", Progress="Callable")
def shrink(
    scenario: Scenario,
    disagrees: Disagrees,
    *,
    progress: Progress | None = None,
    limit: int | None = None,
    inline: bool = False,
    alike: Callable[[object, object], bool] | None = None,
    rulebook: str | None = None,
    folder: Path | str | None = None,
) -> Shrunk:
    """The smallest scenario near this one on which the sides still disagree.

    disagrees: gives what is different, or None; where nothing can be said of a scenario it raises
    `LayerlawError`. progress: called with the tries made and those in sight. limit: the most
    scenarios that are tried. inline: shipped cards are made smaller too, and then stand in the
    scenario. alike: whether the disagreement of a smaller scenario (its second argument) is the
    one looked for, given the first; by default two `Disagreement`s have to share a cell. rulebook,
    folder: what the scenario's file calls its rulebook, and where that file is, for rulebooks that
    are files.

    Every scenario tried is written as text and loaded again. An interrupt leaves the smallest found
    by then. The same arguments always lead to the same result. Raises `NothingToShrink` if there is
    no disagreement to begin with, `LayerlawError` if `disagrees` does for the scenario as it is, or
    it can't be written.

    >>> from layerlaw import loads_scenario, solve
    >>> board = loads_scenario('''
    ... title: A Foot Soldier with 2 power
    ... rulebook: sorcery-2026-01
    ... players: [you, me]
    ... play: [me: Foot Soldier as F at 3, you: Frog as G at 9, me: King of the Realm as K at 8]
    ... ''')
    >>> found = shrink(board, lambda scenario: solve(scenario).value("F", "power") == 2 or None)
    >>> [event.id for event in found.scenario.events]
    ['F', 'K']
    """
    shrinking = _Shrinking(disagrees, progress, limit, alike or _same_kind, rulebook, folder)
    begin = shrinking.begin(replace(scenario, source=_source(scenario)))
    stopped = ""
    try:
        shrinking.halve(begin)
        while shrinking.round(inline=inline):
            pass
    except _Enough:
        stopped = "limit"
    except KeyboardInterrupt:
        stopped = "interrupted"
    return Shrunk(
        original=scenario,
        scenario=shrinking.best,
        text=shrinking.text,
        first=shrinking.first,
        last=shrinking.last,
        removed=tuple(shrinking.removed),
        tries=shrinking.tries,
        minimal=not stopped,
        stopped=stopped,
    )


class _Enough(Exception):
    """The limit of tries is reached."""


@dataclass(slots=True)
class _Shrinking:
    """The smallest scenario so far, and all that was tried."""

    disagrees: Disagrees
    progress: Progress | None
    limit: int | None
    alike: Callable[[object, object], bool]
    rulebook: str | None
    folder: Path | str | None
    best: Scenario = field(init=False)
    text: str = ""
    first: object = None
    last: object = None
    tries: int = 0
    removed: list[str] = field(default_factory=list)
    failed: set[str] = field(default_factory=set)

    def begin(self, scenario: Scenario) -> Scenario:
        """The scenario as written and loaded; raises `NothingToShrink`."""
        self.text = self._written(scenario)
        self.best = self._loaded(self.text)
        self.tries = 1
        self.first = self.last = self.disagrees(self.best)
        if self.first is None:
            raise NothingToShrink(f"'{scenario.title}': there is no disagreement to reduce")
        return self.best

    def halve(self, begin: Scenario) -> None:
        """Leaves out runs of events, ever shorter ones; expectations go first."""
        for step in bare_steps(begin):
            self.take(step, 1)
        size = len(self.best.play) // 2
        while size > 1:
            end = len(self.best.play)
            while end > 0:
                numbers = range(max(0, end - size), end)
                what = f"events {numbers[0] + 1} to {end} and what needs them"
                if len(numbers) < len(self.best.play):
                    self.take(SmallerScenario(what, without(self.best, numbers)), 1)
                end = min(end - size, len(self.best.play))
            size //= 2

    def round(self, *, inline: bool) -> bool:
        """Tries every single step; returns whether any made it smaller."""

        def cards(scenario: Scenario) -> Iterator[SmallerScenario]:
            return card_steps(scenario, inline=inline)

        before = self.text
        for family in (bare_steps, event_steps, player_steps, cards, detail_steps):
            steps = list(family(self.best))
            at = 0
            while at < len(steps):
                if self.take(steps[at], len(steps) - at):
                    # What stood behind it stands in its place now.
                    steps = list(family(self.best))
                else:
                    at += 1
        return self.text != before

    def take(self, step: SmallerScenario, left: int) -> bool:
        """Keeps the smaller scenario if the sides disagree on it; returns whether they do."""
        try:
            text = self._written(step.scenario)
            if text == self.text or text in self.failed:
                return False
            smaller = self._loaded(text)
        except LayerlawError:
            # It is no scenario any more.
            return False
        if self.limit is not None and self.tries >= self.limit:
            raise _Enough
        self.tries += 1
        if self.progress is not None:
            self.progress(self.tries, self.tries + left)
        try:
            disagreement = self.disagrees(smaller)
        except LayerlawError:
            disagreement = None
        if disagreement is None or not self.alike(self.first, disagreement):
            self.failed.add(text)
            return False
        self.failed.add(self.text)
        self.best, self.text, self.last = smaller, text, disagreement
        self.removed.append(step.what)
        return True

    def _written(self, scenario: Scenario) -> str:
        return written_scenario(scenario, rulebook=self.rulebook)

    def _loaded(self, text: str) -> Scenario:
        return loads_scenario(text, "<smaller>", self.folder)


def _same_kind(first: object, last: object) -> bool:
    if isinstance(first, Disagreement) and isinstance(last, Disagreement):
        return first.like(last)
    return True


def _source(scenario: Scenario) -> str:
    # What the system's encoding lacks in a file's name comes as bytes, and they are no text.
    name = (
        PurePath(scenario.file).name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    )
    file = "" if scenario.file.startswith("<") else f" from {name}"
    source = f" ({scenario.source})" if scenario.source else ""
    return f"reduced{file} by layerlaw shrink{source}"
