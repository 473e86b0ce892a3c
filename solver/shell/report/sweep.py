"""A sweep over scenarios for people and as JSON: how each came out, in a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.games.sweeps.sweep import Sweep, SweepResult
from layerlaw.solver.shell.report.blocks import line
from layerlaw.solver.shell.report.json_form import written_as
from layerlaw.solver.shell.report.said_once import SaidOnce
from layerlaw.solver.shell.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.solver.games.sweeps.sweep import Plain
    from layerlaw.solver.shell.report.blocks import Block


def sweep_blocks(sweep: Sweep) -> list[Block]:
    """A line for each scenario, with what was wrong below it, and one for all."""
    parts: list[Block] = []
    said = SaidOnce()
    for result in sweep.results:
        style = "red" if result.trouble or failed(result) else ""
        parts.append(line((_line(result), style), "  ", (result.file, "dim")))
        for fault in _faults(result, said):
            parts.append(line(fault, indent=6))
    return [*parts, line((summary(sweep), "bold"))]


def summary(sweep: Sweep) -> str:
    """The whole sweep in a sentence."""
    known = [result for result in sweep.results if not result.trouble]
    loops = sum(bool(loops_of(result)) for result in known)
    opened = sum(bool(open_points(result)) for result in known)
    said = [
        f"{len(sweep.results)} scenarios"
        + ("" if sweep.complete else " (interrupted)")
        + (f", {sweep.reused} of them known before" if sweep.reused else ""),
        f"{loops} with a loop",
        f"{opened} open",
        f"{sum(failed(result) for result in known)} with an expectation that fails",
        f"{len(sweep.results) - len(known)} not worked out",
    ]
    if sweep.damaged:
        said.append(damaged_words(sweep.damaged))
    return ", ".join(said)


def damaged_words(lines: int) -> str:
    """That lines of a file of results were damaged, so that they counted for nothing."""
    return f"{counted(lines, 'damaged line')} of the file of results left aside"


def failed(result: SweepResult) -> bool:
    """Whether an expectation of the scenario is not fulfilled."""
    return bool(_list(result, "expectations", "failed"))


def came_out(result: SweepResult) -> str | None:
    """How a scenario came out, in a word; None for the value of another task than the usual one.

    "not worked out", "expectation fails", "open", or the verdict of its answer.
    """
    if result.trouble:
        return "not worked out"
    verdict = _field(result.value, "verdict")
    if not isinstance(verdict, str):
        return None
    if failed(result):
        return "expectation fails"
    return "open" if open_points(result) else verdict


def open_points(result: SweepResult) -> list[Plain]:
    """The open points that matter to a scenario."""
    return _list(result, "open", "points")


def _line(result: SweepResult) -> str:
    if result.trouble:
        return f"ERROR {result.title}"
    held = _field(result.value, "expectations")
    verdict = str(_field(result.value, "verdict"))
    points = open_points(result)
    # Settled under the reading that was taken is not settled where another one says otherwise.
    one = "one answer" if _field(result.value, "open") is None else "settled as far as asked"
    said = [one if verdict == "settled" else verdict] if not points else []
    if points and verdict != "settled":
        said = [verdict]
    loops = loops_of(result)
    said += [counted(loops, "loop")] if loops else []
    said += [f"open: {', '.join(str(point) for point in points)}"] if points else []
    if _field(_field(result.value, "open"), "complete") is False:
        said.append("not all readings played")
    count = _field(held, "held")
    said += [f"{counted(count, 'expectation')} held"] if isinstance(count, int) and count else []
    return f"{'FAIL ' if failed(result) else 'ok   '} {result.title}: {', '.join(said)}"


def _faults(result: SweepResult, said: SaidOnce) -> Iterator[str]:
    if result.trouble:
        yield said.left_to_say(result.trouble)
    for failed_expectation in _list(result, "expectations", "failed"):
        yield f"expected  {_field(failed_expectation, 'expected')}"
        yield f"found     {_field(failed_expectation, 'found')}"


def loops_of(result: SweepResult) -> int:
    """How many loops a scenario has, in all layers."""
    layers = _field(result.value, "layers")
    every = layers.values() if isinstance(layers, dict) else ()
    return sum(len(loops) for layer in every if isinstance(loops := _field(layer, "loops"), list))


def _list(result: SweepResult, field: str, inner: str) -> list[Plain]:
    inside = _field(_field(result.value, field), inner)
    return inside if isinstance(inside, list) else []


def _field(value: Plain, name: str) -> Plain:
    return value.get(name) if isinstance(value, dict) else None


written_as(Sweep, "complete", "damaged", ("scenarios", "results"), document="sweep")
written_as(SweepResult, "file", "title", "trouble", ("result", "value"), null=("trouble",))
