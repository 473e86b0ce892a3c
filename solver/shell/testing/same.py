"""Compares an engine's state with ours; shows the differences and how ours came about."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from layerlaw.model.arguments import checked
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.load import load_scenario
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.answer.difference.cells import Difference
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.facts.situation import NOWHERE
from layerlaw.solver.play.solve import solve
from layerlaw.solver.shell.testing.adapter import Adapter
from layerlaw.solver.shell.testing.failures import command_line, short
from layerlaw.solver.shell.testing.inline import solved_text
from layerlaw.solver.shell.testing.reading import KEYWORDS, OWNER, ZONE, adapted, kinds
from layerlaw.solver.shell.testing.state import differences
from layerlaw.solver.shell.testing.steps import cell_steps, said

if TYPE_CHECKING:
    from types import FrameType

    from layerlaw.solver.shell.testing.adapter import Adapted
    from layerlaw.solver.shell.testing.state import JsonValue

# What goes wrong here is wrong where it was called: pytest shows no line of this file.
__tracebackhide__ = True

HEAD = ("object", "characteristic", "ours", "theirs")
NOTHING = "(nothing said)"
MOST_ROWS = 40

MOST_TOLD = 5
"""Of so many differing cells the steps are told."""


@dataclass(frozen=True, slots=True)
class ComparedState:
    """What `assert_same_state` looked at.

    cells: how many values were compared. left_out: characteristics that the engine says nothing
    of. answer: which of our answers the engine's state is like, counted from 1.
    """

    cells: int
    left_out: tuple[str, ...]
    answer: int


@checked()
def assert_same_state(
    ours: Answer | Scenario | str | os.PathLike[str],
    theirs: object,
    *,
    adapter: Adapter | None = None,
    rulebook: str | None = None,
    readings: Mapping[str, str] | None = None,
    complete: bool = False,
    answer: int | Literal["any", "all"] = "any",
) -> ComparedState:
    """Hold an engine's state against ours; raise `AssertionError` where they part.

    ours: a scenario's path or its text, a loaded `Scenario`, or a `Answer`; what is not solved
    yet is solved, under `rulebook` (for a path or a text) and with `readings` besides its own.

    theirs: the engine's state as JSON: a mapping, a text, or the path of a file. In our form it is
    what `layerlaw solve FILE --json` has under `objects`, or that whole document:

        {"K2": {"name": "King of the Realm", "types": ["minion"], "subtypes": ["mortal"],
                "controller": "you", "power": 4, "life": null, "silenced": false, "zone": "realm",
                "keywords": [], "abilities": ["mortals: controller := you"]}}

    adapter: how another form is read, and how values may be written; see `Adapter`.

    Only what the engine speaks of is compared. complete: also that both have the same objects in
    play: one of ours that is missing differs, and so does one of theirs that is not in play with
    us, unless the engine gives its `zone`.

    answer: where effects apply at the same time there may be several answers. `"any"`: the state
    has to be like one of them; `"all"`: it has to fit every one; a number: the answer of that
    number, from 1. In a paradox there is none, and nothing is the same.

    The message is a table of the cells that differ, and for each of the first ones the steps that
    led to our value with the clauses they rest on, and the command that tells more. Gives what was
    compared. Raises `LayerlawError` for what cannot be compared: no JSON, nothing said, or objects,
    characteristics or players that the scenario does not have (with a suggestion).

    >>> from layerlaw import load_scenario, shipped_scenarios
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> from layerlaw.solver.shell.testing import assert_same_state
    >>> assert_same_state(path, {"F": {"power": 3}}).cells
    1
    """
    # Two frames up: between stands the check of the arguments.
    derivation = _derivation(ours, rulebook, readings, sys._getframe(2))
    found = held(derivation, theirs, adapter or Adapter(), complete=complete, answer=answer)
    if not found.cells:
        raise LayerlawError("the engine's state says nothing that could be compared")
    return found


def held(
    derivation: Answer,
    theirs: object,
    adapter: Adapter,
    *,
    complete: bool = False,
    answer: int | Literal["any", "all"] = "any",
) -> ComparedState:
    """As `assert_same_state`, of an answer, where the engine may also say nothing."""
    states = derivation.states
    read = adapted(theirs, adapter, derivation)
    cells = sum(len(values) for values in read.state.values())
    if not cells and not complete:
        return ComparedState(0, (), 1)
    if not states:
        conflict = ", ".join(derivation.conflict)
        raise AssertionError(
            "our answer is a paradox: no state agrees with all effects at the same time"
            + (f" (no state satisfies these together: {conflict})" if conflict else "")
        )
    if isinstance(answer, int) and not 1 <= answer <= len(states):
        raise LayerlawError(f"there is no answer {answer}: there are {len(states)}")
    parted = nearest(derivation, read, complete=complete, answer=answer)
    left_out = _left_out(derivation, read)
    told = parted.number
    if not parted.differences:
        return ComparedState(cells, left_out, told)
    which = f", of which answer {told} is the nearest" if answer == "any" else f": answer {told}"
    lines = [_head(derivation, cells, len(parted.differences))]
    if len(states) > 1:
        lines.append(f"There are {len(states)} answers{which}.")
    lines += ["", *table(parted.differences, read.raw), *led(parted.state, parted.differences)]
    if left_out:
        lines += ["", f"Not compared, for the engine's state says nothing of it: {_list(left_out)}"]
    raise AssertionError("\n".join(lines))


def _derivation(
    ours: Answer | Scenario | str | os.PathLike[str],
    rulebook: str | None,
    readings: Mapping[str, str] | None,
    caller: FrameType,
) -> Answer:
    if isinstance(ours, Answer):
        if rulebook is not None or readings:
            raise LayerlawError(
                "a derivation is solved already: no rulebook or readings go with it"
            )
        return ours
    if isinstance(ours, Scenario):
        if rulebook is not None:
            raise LayerlawError("a scenario that is loaded has its rulebook already")
        return solve(ours, readings=readings)
    if isinstance(ours, str) and "\n" in ours:
        return solved_text(ours, caller, rulebook, readings)
    return solve(load_scenario(os.fspath(ours), rulebook=rulebook), readings=readings)


@dataclass(frozen=True, slots=True)
class Nearest:
    """Which of our answers a state is like, or nearest to, and in what it differs from that one."""

    number: int
    state: Answer
    differences: tuple[Difference[JsonValue], ...]


def nearest(
    derivation: Answer,
    read: Adapted,
    *,
    complete: bool = False,
    answer: int | Literal["any", "all"] = "any",
) -> Nearest:
    """Holds a state against our answers, of which there has to be one; see `assert_same_state`.

    Of several answers that the state is not like it is the nearest one, or with `"all"` the nearest
    one of those that it is not like.
    """
    states = derivation.states
    asked = [answer] if isinstance(answer, int) else range(1, len(states) + 1)
    every = [
        Nearest(number, states[number - 1], _parted(states[number - 1], read, complete=complete))
        for number in asked
    ]
    other = [one for one in every if one.differences]
    if len(other) == len(every) or (answer == "all" and other):
        return min(other, key=lambda one: len(one.differences))
    return next(one for one in every if not one.differences)


def _parted(state: Answer, read: Adapted, *, complete: bool) -> tuple[Difference[JsonValue], ...]:
    """The cells that differ, and with `complete` the objects."""
    ours = {id: {name: our_value(state, id, name) for name in read.state[id]} for id in read.state}
    parted = list(differences(ours, read.state))
    if complete:
        for thing in state.situation.things:
            playing = thing.zone == state.rulebook.in_play
            there = read.state.get(thing.id)
            missing = there is None if playing else there is not None and ZONE not in there
            if missing:
                parted.append(Difference(thing.id, ZONE, (thing.zone, None), ("", "missing")))
    places = {thing.id: number for number, thing in enumerate(state.world.things)}
    return tuple(sorted(parted, key=lambda one: places[one.object]))


def our_value(state: Answer, object: str, characteristic: str) -> JsonValue:
    """One of our values: a characteristic, or `zone`, `owner`, `keywords`.

    Of what is part of another object only the zone (none) and the owner can be told.
    """
    thing = state.world.things[state.index(object)]
    if characteristic not in state.shown.visible:
        if characteristic == ZONE:
            return thing.zone or None
        if characteristic == OWNER:
            return thing.owner or None
        held = () if state.disabled_by(object) else state.abilities(object)
        words = {state.instances[instance].ability.title for instance in held}
        return sorted(word for word in words if word is not None)
    if thing.zone == NOWHERE:
        return f"part of {thing.bearer}"
    value = state.value(object, characteristic)
    return list(value) if isinstance(value, tuple) else value


def _left_out(derivation: Answer, read: Adapted) -> tuple[str, ...]:
    """Characteristics that our objects have and the engine never mentions."""
    spoken = {name for cells in read.state.values() for name in cells}
    ours = [name for name in kinds(derivation) if name not in (ZONE, OWNER, KEYWORDS)]
    empty = (None, False, ())
    return tuple(
        name
        for name in ours
        if name not in spoken
        and any(derivation.final.get((id, name)) not in empty for id in read.state)
    )


def _head(derivation: Answer, cells: int, parted: int) -> str:
    scenario = derivation.scenario
    title = "" if scenario is None else f"{scenario.title}: "
    verb = "differs" if parted == 1 else "differ"
    many = f"{parted} of {cells} values {verb}"
    return f"{title}the engine's state is not ours, {many} ({derivation.rulebook.id})"


def led(state: Answer, parted: tuple[Difference[JsonValue], ...]) -> list[str]:
    """How our values in the first differences came about, as lines."""
    lines: list[str] = []
    rest: dict[str, None] = {}
    for difference in parted[:MOST_TOLD]:
        led = cell_steps(state, difference.object, difference.characteristic)
        value = _value_words(difference.ours)
        lines += ["", f"Why {difference.characteristic} of {difference.object} is {value} with us"]
        lines += [f"  {line}" for line in led.lines]
        command = _command(state, led.more)
        lines += [f"  more: {command}"] if command else []
        rest.update(dict.fromkeys(led.clauses))
    if len(parted) > MOST_TOLD:
        lines += ["", f"(and {len(parted) - MOST_TOLD} more)"]
    if rest:
        lines += ["", "What the clauses say", *said(state.rulebook, rest)]
    return lines


def _command(state: Answer, more: tuple[str, ...]) -> str:
    """The command that explains it further, for a scenario in a file."""
    scenario = state.scenario
    if scenario is None:
        return ""
    file = scenario.file
    if not file.endswith((".yaml", ".yml")) or not Path(file).is_file():
        return ""
    chosen = [f"--reading={point}={reading}" for point, reading in scenario.readings.items()]
    return command_line(["layerlaw", more[0], short(file), *more[1:], *chosen])


def _list(names: tuple[str, ...]) -> str:
    return ", ".join(names)


def table(
    parted: Sequence[Difference[JsonValue]], raw: Mapping[tuple[str, str], JsonValue] | None = None
) -> list[str]:
    """A table with one line for each difference.

    raw: what the engine had at (object, characteristic), shown where it wrote it otherwise.
    """
    rows = [HEAD, *(_row(difference, raw or {}) for difference in parted[:MOST_ROWS])]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    lines = [
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    lines.insert(1, "  ".join("-" * width for width in widths))
    if len(parted) > MOST_ROWS:
        lines.append(f"(and {len(parted) - MOST_ROWS} more)")
    return lines


def _row(
    one: Difference[JsonValue], raw: Mapping[tuple[str, str], JsonValue]
) -> tuple[str, str, str, str]:
    gaps = one.gaps or ("", "")
    ours, theirs = (
        NOTHING if gap == "missing" else _value_words(value)
        for value, gap in zip(one.values, gaps, strict=True)
    )
    written = _value_words(raw.get(one.cell, one.theirs))
    if not any(gaps) and written.strip("{}") != theirs.strip("{}"):
        theirs += f"  [{written}]"
    return one.object, one.characteristic, ours, theirs


def _value_words(value: JsonValue) -> str:
    """A value as people write it: `yes`, `none`, `{beast, undead}`; a text as it is."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value or '""'
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_value_words(v)}" for key, v in value.items()) + "}"
    if isinstance(value, Sequence):
        return "{" + ", ".join(_value_words(inner) for inner in value) + "}"
    return str(value)
