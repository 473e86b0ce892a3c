"""Where another engine's states differ from Layerlaw's, in what both know."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import field

from layerlaw.model.arguments import checked
from layerlaw.model.dataclass import dataclass
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.facts.records import Cell
from layerlaw.solver.shell.engines.engine import Engine, EngineError, Run, from_function
from layerlaw.solver.shell.engines.holding import hold
from layerlaw.solver.shell.shrink.disagreement import Disagreement, Party


@dataclass(slots=True)
class AgainstEngine:
    """Compares an engine's states with ours; see `between_engines`.

    left_out: what the engine said of the first scenario that means nothing here, in words.
    failures: why runs gave no state.
    """

    engine: Engine
    label: str
    cells: Collection[Cell]
    complete: bool
    left_out: tuple[str, ...] = field(default=(), init=False)
    failures: list[str] = field(default_factory=list, init=False)
    _asked: bool = field(default=False, init=False, repr=False)

    def __call__(self, scenario: Scenario) -> Disagreement | None:
        """What differs after the first event of a scenario after which something does, or None."""
        try:
            held = hold(scenario, self.engine, complete=self.complete, cells=self.cells)
        except EngineError as error:
            self.failures.append(str(error))
            raise
        if not self._asked:
            # Of what is made smaller an engine may still name what is gone.
            self._asked, self.left_out = True, held.unknown
        parting = held.parting
        if parting is None:
            return None
        ours = Party("layerlaw", parting.scenario, parting.state)
        return Disagreement(parting.differences, ours, Party(self.label))


@checked(Cell="tuple[str, str]", Run="Callable")
def between_engines(
    engine: Engine | Run,
    *,
    label: str = "the engine",
    cells: Collection[Cell] = (),
    complete: bool = False,
) -> AgainstEngine:
    """Compares another engine's states of a scenario with Layerlaw's, after every event.

    engine: such as `named_engine` of `layerlaw.solver.shell.engines` gives, or a function that
    gives the last state of a scenario; it raises `LayerlawError` where it has none. Only what its
    states speak of is compared, and objects and characteristics of its own are left out; where
    nothing is left that is a `LayerlawError`. Where our rules leave several answers each of them
    is right; where they leave none, nothing can be said (`LayerlawError`). label: what the engine
    is called. cells: nothing but these is compared, if there are any. complete: also which objects
    are in play.

    >>> from layerlaw import load_scenario, shipped_scenarios
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> from layerlaw.solver.shell.shrink import between_engines
    >>> between_engines(lambda scenario: {"F": {"power": 3}})(load_scenario(path)) is None
    True
    """
    asked = engine if isinstance(engine, Engine) else from_function(engine)
    return AgainstEngine(asked, label, cells, complete)
