"""What an engine is to us: something that plays a scenario and tells its states."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from typing import Self

from layerlaw.model.arguments import checked
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.shell.testing.adapter import Adapter, NotPlayed

Run = Callable[[Scenario], object]
"""A function that gives the state at the end of a scenario."""
_BEGINNING = 100


class EngineError(LayerlawError):
    """The engine gave no state: it cannot be started, failed, took too long, printed no state."""


class Engine(ABC):
    """An engine that can be asked for its states; used as a context, it is ended with it."""

    __slots__ = ()

    @property
    @abstractmethod
    def adapter(self) -> Adapter:
        """How its states are read."""

    @abstractmethod
    def states(self, scenario: Scenario) -> Iterator[object]:
        """Its state after each event of the scenario, `None` where it says nothing.

        Each is to be looked at before the next is asked for. Raises `EngineError`, and `NotPlayed`
        with the reason where the engine does not play such a scenario.
        """

    def __enter__(self) -> Self:
        """The engine itself."""
        return self

    def __exit__(self, *ended: object) -> None:
        """Ends what is still running."""
        return


@dataclass(frozen=True, slots=True)
class _Function(Engine):
    """A function as an engine that tells its last state only."""

    run: Run
    adapter: Adapter = field(default_factory=Adapter)

    def states(self, scenario: Scenario) -> Iterator[object]:
        yield from at_the_end(self.run(scenario), scenario)


@checked(Run="Callable")
def from_function(run: Run) -> Engine:
    """A function as an engine.

    run: gives the state at the end of a scenario, in our form; for what the engine does not play
    its error is `NotPlayed`.

    Raises `WrongArgument` for anything but a function.

    >>> from layerlaw import load_scenario, shipped_scenarios
    >>> from layerlaw.solver.shell.engines import from_function, hold
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> wrong = from_function(lambda scenario: {"F": {"power": 2}})
    >>> [cell.values for cell in hold(load_scenario(path), wrong).parting.differences]
    [(3, 2)]
    """
    return _Function(run)


def at_the_end(state: object, scenario: Scenario) -> Iterator[object]:
    """The states of an engine that tells its last one only."""
    yield from [None] * (len(scenario.events) - 1)
    yield state


def told(answer: object, scenario: Scenario, raw: bytes = b"") -> Iterator[object]:
    """The states that an answer of JSON holds.

    `{"states": [...]}` has one for each event, `{"state": ...}` the last one, `{"skip": "why"}`
    says that the engine does not play such a scenario, `{"error": "why"}` that it failed; anything
    else is the last state itself. Raises `EngineError` and `NotPlayed` before the first state.
    """
    if not isinstance(answer, Mapping):
        return at_the_end(answer, scenario)
    keys, in_line = {*answer} - {"id"}, "id" in answer
    if keys == {"skip"} and isinstance(answer["skip"], str):
        raise NotPlayed(answer["skip"])
    if keys == {"error"} and isinstance(answer["error"], str):
        raise EngineError(f"the engine says that it failed: {shortened(answer['error'])}")
    if keys == {"states"} and isinstance(answer["states"], list):
        return iter(answer["states"])
    if keys == {"state"} and in_line:
        return at_the_end(answer["state"], scenario)
    if in_line:
        (key,) = keys
        raise EngineError(
            f"'{key}' is no {'list' if key == 'states' else 'text'}: {beginning(raw)}"
        )
    return at_the_end(answer, scenario)


def beginning(printed: bytes) -> str:
    """The first letters of what an engine printed."""
    return shortened(printed.decode("utf-8", "replace").strip(), _BEGINNING)


def shortened(text: str, most: int = 600) -> str:
    """The text, or its beginning."""
    return text if len(text) <= most else f"{text[:most]} ..."
