"""What a call works on: the scenario behind its argument, or the answers to be asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError
from layerlaw.solver.derivation.answer import Answer

if TYPE_CHECKING:
    from layerlaw.model.scenarios.scenario import Scenario


def answers_to_ask(call: str, answer: Answer) -> tuple[Answer, ...]:
    """Every answer that a question is put to, in a paradox every state of what stands.

    Raises `LayerlawError` in a paradox of which nothing stands.
    """
    if answer.stands:
        return (answer,)
    if not answer.states and answer.rest:
        return answer.rest
    if not answer.states:
        what = "what may be done" if call == "may" else "any value"
        raise LayerlawError(
            f"under {answer.rulebook.id} no state agrees with all effects, so nothing can be "
            f"said of {what} (`layerlaw solve` shows the paradox)"
        )
    return answer.states


def scenario_of(
    call: str, given: Scenario | Answer, left_out: frozenset[str] = frozenset()
) -> Scenario:
    """The scenario given, or the one that led to the answer given, if a call can begin there.

    left_out: ids of the effects that the call leaves out as well. Raises `LayerlawError` for an
    answer to no scenario, or to one of which other effects were left out.
    """
    if not isinstance(given, Answer):
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
