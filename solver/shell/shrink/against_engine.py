"""Where another engine's state differs from Layerlaw's, in what both know."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.errors import LayerlawError, did_you_mean
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.facts.records import Cell
from layerlaw.solver.facts.situation import RULES
from layerlaw.solver.play.solve import solve
from layerlaw.solver.shell.shrink.disagreement import Disagreement, Party
from layerlaw.solver.shell.testing.reading import kinds
from layerlaw.solver.shell.testing.same import our_value
from layerlaw.solver.shell.testing.state import JsonValue, State, differences, state

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from layerlaw.solver.answer.difference.cells import Difference
    from layerlaw.solver.derivation.answer import Answer

MOST_NAMED = 5


@dataclass(slots=True)
class AgainstEngine:
    """Compares an engine's answers with ours; see `between_engines`.

    left_out: what the engine said of the first scenario that means nothing here, in words.
    """

    run: Callable[[Scenario], State]
    label: str
    cells: Collection[Cell]
    left_out: tuple[str, ...] = field(default=(), init=False)
    _asked: bool = field(default=False, init=False, repr=False)

    def __call__(self, scenario: Scenario) -> Disagreement | None:
        """What differs on a scenario, or None."""
        derivation = solve(scenario)
        if not derivation.states:
            raise LayerlawError("no state agrees with all effects, so no engine can be wrong here")
        engine_state = self.run(scenario)
        theirs = _known(derivation, engine_state)
        left_out = tuple(_unknown(derivation, engine_state))
        if not self._asked:
            # Of what is made smaller an engine may still name what is gone.
            self._asked, self.left_out = True, left_out
        if self.cells:
            theirs = _only(theirs, self.cells)
        if not any(theirs.values()):
            raise LayerlawError(_nothing(left_out, self.cells))
        best: tuple[Difference[JsonValue], ...] | None = None
        chosen = derivation
        for answer in derivation.states:
            cells = differences(_ours(answer, theirs), theirs)
            if best is None or len(cells) < len(best):
                best, chosen = cells, answer
        if not best:
            return None
        return Disagreement(best, Party("layerlaw", scenario, chosen), Party(self.label))


@checked(Cell="tuple[str, str]")
def between_engines(
    run: Callable[[Scenario], State],
    *,
    label: str = "the engine",
    cells: Collection[Cell] = (),
) -> AgainstEngine:
    """Compares another engine's state of a scenario with Layerlaw's.

    run: the engine's state for a scenario; it raises `LayerlawError` where it has none. Only what
    its state speaks of is compared, and objects and characteristics of its own are left out; where
    nothing is left that is a `LayerlawError`. Where our rules leave several answers each of them
    is right; where they leave none, nothing can be said (`LayerlawError`). label: what the engine
    is called. cells: nothing but these is compared, if there are any.

    >>> from layerlaw import load_scenario, shipped_scenarios
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> from layerlaw.solver.shell.shrink import between_engines
    >>> between_engines(lambda scenario: {"F": {"power": 3}})(load_scenario(path)) is None
    True
    """
    return AgainstEngine(run, label, cells)


def _known(derivation: Answer, said: State) -> dict[str, dict[str, JsonValue]]:
    known = kinds(derivation)
    return {
        id: {name: value for name, value in cells.items() if name in known}
        for id, cells in said.items()
        if id in derivation.world.index
    }


def _only(theirs: State, wanted: Collection[Cell]) -> dict[str, dict[str, JsonValue]]:
    return {
        id: {name: value for name, value in cells.items() if (id, name) in wanted}
        for id, cells in theirs.items()
    }


def _ours(answer: Answer, theirs: State) -> dict[str, dict[str, JsonValue]]:
    """Our values for what the engine mentions."""
    final = state(answer)
    ours_by_id: dict[str, dict[str, JsonValue]] = {}
    for id, cells in theirs.items():
        ours: Mapping[str, JsonValue] = final.get(id, {})
        ours_by_id[id] = {n: ours[n] if n in ours else our_value(answer, id, n) for n in cells}
    return ours_by_id


def _unknown(derivation: Answer, said: State) -> Iterator[str]:
    """The characteristics and objects that only the engine knows, each said once."""
    known = kinds(derivation)
    for name in dict.fromkeys(name for cells in said.values() for name in cells):
        if name not in known:
            told = f"the characteristic '{name}', which {derivation.rulebook.id} lacks"
            yield _hinted(told, name, known)
    ids = [thing.id for thing in derivation.world.things if thing.id != RULES]
    for id in said:
        if id not in derivation.world.index:
            yield _hinted(f"the object '{id}', which the scenario does not have", id, ids)


def _hinted(told: str, word: str, known: Collection[str]) -> str:
    hint = did_you_mean(word, known)
    return f"{told} ({hint})" if hint else told


def left_out_words(left_out: Collection[str]) -> str:
    """What was left out, as text; shortened if there is much of it."""
    more = [f"and {len(left_out) - MOST_NAMED} more"] if len(left_out) > MOST_NAMED else []
    return "; ".join([*list(left_out)[:MOST_NAMED], *more])


def _nothing(left_out: Collection[str], cells: Collection[Cell]) -> str:
    if cells:
        wanted = " or ".join(f"{id}.{name}" for id, name in cells)
        return f"the engine's state says nothing of {wanted}"
    message = "the engine's state says nothing that could be compared"
    return f"{message}: not read is {left_out_words(left_out)}" if left_out else message
