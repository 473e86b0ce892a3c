"""What a call was handed, as what it works on, or one clear message on how to get that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError, wrong_argument
from layerlaw.model.scenario import Scenario
from layerlaw.solver.derivation import Derivation

if TYPE_CHECKING:
    from collections.abc import Mapping

_LOAD = "load_scenario(FILE) of layerlaw.model reads one from a file"
_SOLVE = "solve(SCENARIO) gives one"


def check_scenario(call: str, given: object) -> None:
    """Raise `WrongArgument` unless it is a scenario; call: what was called with it."""
    if isinstance(given, Derivation):
        raise wrong_argument(call, "Scenario", given, "the one it answers is its `scenario`")
    if not isinstance(given, Scenario):
        raise wrong_argument(call, "Scenario", given, _LOAD)


def check_derivation(call: str, given: object) -> None:
    """Raise `WrongArgument` unless it is an answer."""
    if not isinstance(given, Derivation):
        how = _SOLVE if isinstance(given, Scenario) else f"{_SOLVE}, and {_LOAD}"
        raise wrong_argument(call, "Derivation", given, how)


def answers_to_ask(call: str, derivation: Derivation) -> tuple[Derivation, ...]:
    """Every answer there is to ask; raises `LayerlawError` in a paradox, which has none."""
    if not derivation.states:
        what = {"may": "what may be done", "why": "any value"}[call]
        raise LayerlawError(
            f"under {derivation.rulebook.id} no state agrees with all effects, so nothing can be "
            f"said of {what} (`layerlaw solve` shows the paradox)"
        )
    return derivation.states


def scenario_of(call: str, given: object, left_out: frozenset[str] = frozenset()) -> Scenario:
    """A scenario as it is; of an answer the one that led to it, if a call can begin there.

    left_out: ids of the effects that the call leaves out as well. Raises `LayerlawError` for an
    answer to no scenario, or to one of which other effects were left out; `WrongArgument` for
    anything else.
    """
    if not isinstance(given, Derivation):
        check_scenario(call, given)
        assert isinstance(given, Scenario)
        return given
    if given.scenario is None:
        raise LayerlawError(f"{call} needs the scenario, and this answer was derived without one")
    if given.situation.left_out - left_out:
        out = ", ".join(sorted(given.situation.left_out))
        raise LayerlawError(
            f"{call} would play the scenario with what this answer leaves out ({out}): hand it "
            "the answer's `scenario` if that is what is meant"
        )
    return given.scenario


def check_texts(call: str, given: Mapping[str, object], how: str) -> None:
    """Raise `WrongArgument` for the first of the arguments, by their names, that is no text."""
    for name, argument in given.items():
        if not isinstance(argument, str):
            raise wrong_argument(f"`{name}` of {call}", "str", argument, how)
