"""The layers that were run and where they led; some are run only, or again, when looked at."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from threading import RLock
from typing import TYPE_CHECKING
from weakref import ref

from layerlaw.solver.derivation.makers import makers_of
from layerlaw.solver.layers.runs import LayerRun

if TYPE_CHECKING:
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.derivation.makers import Makers

Marks = tuple["Board", "Makers"]
"""A board with all marks of what can be done, and the effects that made them."""

Waiting = Callable[[], tuple[LayerRun, ...]]
"""Works out the runs of some layers, on the board before these layers."""

LATEST = 64
"""Of so many courses that can be run again the runs are held."""

MOST_TURNS = 20_000
"""So many turns these may have in all; the runs of the latest are held however many it has."""

_RUNNING = RLock()
"""Two who ask at once get the same runs; of those who look nobody sees them let go half."""


class Course:
    """The runs of all layers in which some effect had a part, and the board at the end.

    runs: those that are there already, with what works out others, which write permissions alone,
    once somebody looks at them or at the end. so_far: the board of which all but permissions is as
    at the end.
    """

    __slots__ = ("__weakref__", "_again", "_at_end", "_runs", "_waiting", "so_far")

    def __init__(self, runs: tuple[LayerRun | Waiting, ...], so_far: Board) -> None:
        there = tuple([run for run in runs if isinstance(run, LayerRun)])
        self._at_end = len(there) == len(runs)
        self._runs = there if self._at_end else None
        self._waiting = () if self._at_end else runs
        self._again: Waiting | None = None
        self.so_far = so_far

    @classmethod
    def to(cls, end: Board, run: Waiting) -> Course:
        """The course to an end that is known already; `run` is called when somebody looks at it."""
        course = cls((), end)
        course._runs = None
        course._waiting = (run,)
        return course

    def can_run(self, again: Waiting) -> None:
        """Hold the runs only while this is one of the latest courses; then `again` makes them.

        Whoever keeps many answers reads few of them once more, and what runs are made of is what
        nearly all of an answer is made of.
        """
        with _RUNNING:
            self._again = again
            _LATEST.note(self)

    @property
    def turns_held(self) -> int:
        """How many turns its runs have that are there."""
        runs = self._waiting if self._runs is None else self._runs
        return sum([len(run.turns) for run in runs if isinstance(run, LayerRun)])

    def let_go(self) -> None:
        """Hold the runs no longer, if they can be made again."""
        if self._again is not None:
            self._runs = None
            self._waiting = (self._again,)

    @property
    def runs(self) -> tuple[LayerRun, ...]:
        """All runs, in the order of the layers."""
        runs = self._runs
        return self._run() if runs is None else runs

    def _run(self) -> tuple[LayerRun, ...]:
        with _RUNNING:
            if self._runs is not None:
                return self._runs
            found: list[LayerRun] = []
            for run in self._waiting:
                found += (run,) if isinstance(run, LayerRun) else run()
            if found and not self._at_end:
                self.so_far = found[-1].end
            self._at_end = True
            runs = self._runs = tuple(found)
            self._waiting = ()
            if self._again is not None:
                _LATEST.forget(self)
                _LATEST.note(self)
            return runs

    @property
    def end(self) -> Board:
        """The board at the end."""
        if not self._at_end:
            self._run()
        return self.so_far

    def marks(self) -> Marks:
        """The board at the end, and the effects that had a turn, by what their marks bear."""
        return self.end, makers_of(turn.part.effect for run in self.runs for turn in run.turns)


class _Latest:
    """The courses whose runs are held, with how many turns they have."""

    def __init__(self) -> None:
        self._courses: deque[tuple[ref[Course], int]] = deque()
        self._turns = 0

    def forget(self, course: Course) -> None:
        """Nothing is known of this one."""
        for entry in [entry for entry in self._courses if entry[0]() is course]:
            self._courses.remove(entry)
            self._turns -= entry[1]

    def note(self, course: Course) -> None:
        """This one is the latest; of older ones the runs go that are too many."""
        turns = course.turns_held
        self._courses.append((ref(course), turns))
        self._turns += turns
        while len(self._courses) > LATEST or (self._turns > MOST_TURNS and len(self._courses) > 1):
            known, turns = self._courses.popleft()
            self._turns -= turns
            oldest = known()
            if oldest is not None:
                oldest.let_go()


_LATEST = _Latest()
