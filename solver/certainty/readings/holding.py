"""A worked example under all readings: which of its statements each reading keeps."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError
from layerlaw.model.rulebooks.rulebook import PolicyValue
from layerlaw.solver.answer.difference.outcome import Outcome
from layerlaw.solver.answer.expectations import judge
from layerlaw.solver.certainty.readings.explore import Exploration
from layerlaw.solver.certainty.readings.watched import WatchedRulebook
from layerlaw.solver.derivation.derive import derive
from layerlaw.solver.layers.side_by_side import POLICIES
from layerlaw.solver.play.history import History

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.scenario import Expected, Scenario
    from layerlaw.solver.certainty.readings.boxes import Allowed
    from layerlaw.solver.certainty.readings.statements import Example
    from layerlaw.solver.derivation.answer import Answer

KEPT = "kept"


def broken_by(example: Example) -> tuple[tuple[Allowed, ...], ...]:
    """For each statement of the example the readings that do not keep it, as boxes.

    A reading under which the example has no answer keeps none.
    """
    holding = _Holding(example.scenario)
    holding.explore(None)
    verdicts = list(holding.outcomes)
    return tuple(
        tuple(
            dict(leaf.allowed)
            for leaf in holding.leaves
            if not verdicts[leaf.outcome].cells.get((str(number), KEPT), False)
        )
        for number in range(len(example.stated))
    )


class _Holding(Exploration):
    """All readings of one example, told apart by the statements that they keep."""

    def _outcome(self, scenario: Scenario) -> Outcome:
        try:
            history = History(scenario)
            for _ in history.play():
                pass
            end = history.derivation()
            asked = [(state, one) for now, state in history.on_the_way for one in now.expect]
            asked += [(end, one) for one in scenario.expect]
            ways: dict[tuple[int, tuple[str, ...]], Answer] = {}
            kept = [_kept(state, one, ways) for state, one in asked if one.stated]
        except LayerlawError as error:
            return Outcome(refused=str(error))
        cells = tuple(((str(number), KEPT), held) for number, held in enumerate(kept))
        return Outcome((cells,))


def _kept(state: Answer, stated: Expected, ways: dict[tuple[int, tuple[str, ...]], Answer]) -> bool:
    """Whether the statement holds of the state, under every reading that is left.

    A board is the same under all of them. The way to it need not be: procedures that let the same
    effects go next may see other dependencies, so what is said of these is asked of each.
    ways: the states derived under a procedure so far, by the state and the procedure.
    """
    book = state.situation.rulebook
    if stated.kind == "board" or not isinstance(book, WatchedRulebook):
        return judge(state, stated).fulfilled
    if not book.unsure(*POLICIES):
        return judge(state, stated).fulfilled

    def held(values: tuple[str, ...]) -> bool:
        key = (id(state), values)
        if key not in ways:
            ways[key] = derive(replace(state.situation, rulebook=_under(book, values)))
        return judge(ways[key], stated).fulfilled

    return book.decided(POLICIES, held)


def _under(book: WatchedRulebook, values: tuple[str, ...]) -> Rulebook:
    """The reading that is followed, but for the procedure."""
    plain = book.watch.rulebook.settled(book.watch.chosen)
    policies = dict(plain.policies)
    for name, value in zip(POLICIES, values, strict=True):
        policies[name] = PolicyValue(value, policies[name].clause)
    return replace(plain, policies=MappingProxyType(policies))
