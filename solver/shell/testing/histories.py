"""Compares an engine's states with ours event by event; tells after which one the two part."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from layerlaw.model.arguments import checked
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.load import load_scenario
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.model.scenarios.write import written_scenario
from layerlaw.solver.facts.records import NoValue
from layerlaw.solver.play.history import History
from layerlaw.solver.shell.testing.adapter import Adapter
from layerlaw.solver.shell.testing.inline import loaded_text
from layerlaw.solver.shell.testing.same import held

if TYPE_CHECKING:
    from types import FrameType

    from layerlaw.model.scenarios.events import Event
    from layerlaw.solver.derivation.answer import Answer

# What goes wrong here is wrong where it was called: pytest shows no line of this file.
__tracebackhide__ = True

_ENDED = object()


@dataclass(frozen=True, slots=True)
class ComparedHistory:
    """What `assert_same_history` looked at.

    events: after how many events states were compared. cells: how many values, in all of them.
    left_out: characteristics that the engine said nothing of after one of the events.
    """

    events: int
    cells: int
    left_out: tuple[str, ...]


@checked()
def assert_same_history(
    scenario: Scenario | str | os.PathLike[str],
    theirs: Iterable[object],
    *,
    adapter: Adapter | None = None,
    rulebook: str | None = None,
    readings: Mapping[str, str] | None = None,
    complete: bool = False,
    answer: Literal["any", "all"] = "any",
) -> ComparedHistory:
    """Hold an engine's states against ours after every event; `AssertionError` where they part.

    scenario: its path or its text, or a loaded `Scenario` (`scenario_from_dict` makes one of
    plain values), played under `rulebook` (for a path or a text) and with `readings` besides its
    own.

    theirs: the engine's state after each event of the scenario, in their order; what happens
    together is one event, and an `expect` among the events is none. They are taken one at a time,
    so a generator may play the engine on and yield its one changing state. `None`: nothing is
    compared after this event. What a state is, and `adapter`, `complete` and `answer`, are as in
    `assert_same_state`.

    After every event, and here the last one too, the state-based checks have been carried out: what
    is destroyed is gone. The message names the first event after which the two part, then says
    what `assert_same_state` would. Raises `LayerlawError` for what cannot be compared, for a state
    too few or too many, and where nothing was said at all.

    >>> from layerlaw import load_scenario, shipped_scenarios
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> from layerlaw.solver.shell.testing import assert_same_history
    >>> states = [{"F": {"power": number}} for number in (1, 1, 2, 3)]
    >>> assert_same_history(path, states).cells
    4
    """
    # Two frames up: between stands the check of the arguments.
    history = _scenario(scenario, rulebook, readings, sys._getframe(2))
    events = cells = 0
    left_out: dict[str, None] = {}
    for number, event, derivation, state in paired(history, theirs):
        if state is None:
            continue
        try:
            found = held(derivation, state, adapter or Adapter(), complete=complete, answer=answer)
        except AssertionError as error:
            head = f"after {_named(history, event, number)}, and not before:"
            parted = f"{head}\n{error}"
        except LayerlawError as error:
            head = f"after {_named(history, event, number)}:"
            raise LayerlawError(f"{head} {error}") from None
        else:
            events += bool(found.cells)
            cells += found.cells
            left_out.update(dict.fromkeys(found.left_out))
            continue
        raise AssertionError(parted)
    if not cells:
        raise LayerlawError("the engine's states say nothing that could be compared")
    return ComparedHistory(events, cells, tuple(left_out))


def paired(
    scenario: Scenario, theirs: Iterable[object]
) -> Iterator[tuple[int, Event, Answer, object]]:
    """Every event with its number, our answer after it, and the engine's state.

    The states are asked for one at a time. Raises as `states_after` does, and `LayerlawError` for a
    scenario without events, and for a state too few or too many.
    """
    there = len(scenario.events)
    if not there:
        raise LayerlawError("nothing happens in the scenario: there is no event to compare after")
    states = iter(theirs)
    for number, (event, derivation) in enumerate(states_after(scenario), 1):
        state = next(states, _ENDED)
        if state is _ENDED:
            raise LayerlawError(
                f"the engine gave {number - 1} states for {there} events: one has to come after "
                "each event (None where nothing is to be compared)"
            )
        yield number, event, derivation, state
    if next(states, _ENDED) is not _ENDED:
        raise LayerlawError(f"the engine gave more than {there} states for {there} events")


def states_after(scenario: Scenario) -> Iterator[tuple[Event, Answer]]:
    """Every event of the scenario with our answer after it and after the checks it leads to.

    The answer's scenario ends with the event. Raises as `solve` does, and `LayerlawError` where
    nobody can tell what the last checks would do.
    """
    history = History(scenario)
    last = len(scenario.events)
    for number, event in enumerate(history.play(), 1):
        if number == last:
            try:
                history.carry_out_checks()
            except NoValue as error:
                raise LayerlawError(f"after the last event: {error}") from None
        so_far = history.derivation()
        if number < last:
            # No command tells of a state within a file, so the file is not named.
            part = replace(scenario, play=scenario.events[:number], expect=(), file="<history>")
            so_far = replace(so_far, scenario=part)
        yield event, so_far


def _scenario(
    ours: Scenario | str | os.PathLike[str],
    rulebook: str | None,
    readings: Mapping[str, str] | None,
    caller: FrameType,
) -> Scenario:
    if isinstance(ours, Scenario):
        if rulebook is not None:
            raise LayerlawError("a scenario that is loaded has its rulebook already")
        scenario = ours
    elif isinstance(ours, str) and "\n" in ours:
        scenario = loaded_text(ours, caller, rulebook)
    else:
        scenario = load_scenario(os.fspath(ours), rulebook=rulebook)
    return replace(scenario, readings={**scenario.readings, **(readings or {})})


def _named(scenario: Scenario, event: Event, number: int) -> str:
    """The event by its number and as the notation writes it."""
    alone = replace(scenario, play=(event,), expect=(), variants=())
    text = written_scenario(alone).partition("\nplay:\n")[2]
    words = " ".join(line.strip() for line in text.splitlines() if line.startswith(" "))
    return f"event {number} of {len(scenario.events)} ({words.removeprefix('- ')})"
