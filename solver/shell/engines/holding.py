"""Plays a scenario on both sides and compares the states after every event, until they part."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from layerlaw.model.arguments import checked
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.model.scenarios.write import event_text
from layerlaw.solver.answer.difference.cells import Difference
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.facts.records import Cell
from layerlaw.solver.shell.engines.engine import Engine
from layerlaw.solver.shell.testing.adapter import Adapted, NotPlayed
from layerlaw.solver.shell.testing.histories import paired
from layerlaw.solver.shell.testing.reading import adapted
from layerlaw.solver.shell.testing.same import nearest
from layerlaw.solver.shell.testing.state import JsonValue

MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class Parting:
    """Where the two part: after this event, and not before.

    number, event: which one it is, from 1, and as the notation has it. differences: the cells, the
    first of the values ours. state: our answer there (the nearest one, where there are several).
    read: the engine's state. scenario: what had happened until then.
    """

    number: int
    event: str
    differences: tuple[Difference[JsonValue], ...]
    state: Answer
    read: Adapted
    scenario: Scenario


@dataclass(frozen=True, slots=True)
class Held:
    """What came of playing a scenario on both sides.

    events: after how many events something was compared. cells: how many values, in all of them.
    parting: where they part, or None. unknown: what the engine said that means nothing here, in
    words; it was not compared.
    """

    events: int
    cells: int
    parting: Parting | None
    unknown: tuple[str, ...]


@checked(Cell="tuple[str, str]")
def hold(
    scenario: Scenario, engine: Engine, *, complete: bool = False, cells: Collection[Cell] = ()
) -> Held:
    """Play a scenario on both sides; tell after which event the engine's state is not ours.

    Only what the engine speaks of is compared, after each event and the state-based checks that
    follow; objects and characteristics of its own are left out. Where our rules leave several
    answers each of them is right.

    complete: also which objects are in play. cells: nothing but these is compared, if there are
    any, each an object and a characteristic.

    Raises `EngineError` where the engine gives no state, `NotPlayed` where it does not play the
    scenario (or no answer of ours is there that it could be held against), and `LayerlawError` for
    states that cannot be read, say nothing, or are too few or too many.

    >>> from layerlaw import load_scenario, shipped_scenarios
    >>> from layerlaw.solver.shell.engines import from_function, hold
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> hold(load_scenario(path), from_function(lambda scenario: {"F": {"power": 3}})).cells
    1
    """
    events = counted = 0
    unknown: dict[str, None] = {}
    paradox = False
    for number, event, derivation, state in paired(scenario, engine.states(scenario)):
        if state is None:
            continue
        try:
            read = adapted(state, engine.adapter, derivation, lenient=True)
        except LayerlawError as error:
            text = event_text(event, scenario.rulebook)
            raise LayerlawError(f"after event {number} ({text}): {error}") from None
        unknown.update(dict.fromkeys(read.unknown))
        if cells:
            read = replace(read, state=_only(read, cells))
        said = sum(len(values) for values in read.state.values())
        if not derivation.states:
            paradox = paradox or bool(said)
            continue
        counted += said
        events += bool(said) or complete
        if not said and not complete:
            continue
        parted = nearest(derivation, read, complete=complete)
        if parted.differences:
            parting = Parting(
                number,
                event_text(event, scenario.rulebook),
                parted.differences,
                parted.state,
                read,
                derivation.scenario or scenario,
            )
            return Held(events, counted, parting, tuple(unknown))
    if not counted and paradox:
        raise NotPlayed("no state agrees with all effects, so no engine can be wrong here")
    if not counted and not (complete and events):
        raise LayerlawError(_nothing(unknown, cells))
    return Held(events, counted, None, tuple(unknown))


def _only(read: Adapted, wanted: Collection[Cell]) -> dict[str, dict[str, JsonValue]]:
    return {
        id: {name: value for name, value in values.items() if (id, name) in wanted}
        for id, values in read.state.items()
    }


def _nothing(unknown: Collection[str], cells: Collection[Cell]) -> str:
    if cells:
        wanted = " or ".join(f"{id}.{name}" for id, name in cells)
        return f"the engine's state says nothing of {wanted}"
    message = "the engine's state says nothing that could be compared"
    return f"{message}: not read is {left_out_words(unknown)}" if unknown else message


def left_out_words(left_out: Collection[str]) -> str:
    """What was left out, as text; shortened if there is much of it."""
    more = [f"and {len(left_out) - MOST_NAMED} more"] if len(left_out) > MOST_NAMED else []
    return "; ".join([*list(left_out)[:MOST_NAMED], *more])
