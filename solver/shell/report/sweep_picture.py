"""A sweep on matplotlib axes: how many scenarios of each rulebook came out how."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError
from layerlaw.solver.shell.report.plotting import new_axes
from layerlaw.solver.shell.report.sweep import came_out

if TYPE_CHECKING:
    from matplotlib import axes

    from layerlaw.solver.games.sweeps.sweep import Sweep, SweepResult

_COLOURS = {
    "settled": "#4292c6",
    "several": "#9ecae1",
    "paradox": "#fdae6b",
    "open": "#3f007d",
    "expectation fails": "#e6550d",
    "not worked out": "#b0b0b0",
}


def plot_sweep(sweep: Sweep, ax: axes.Axes | None) -> axes.Axes:
    """Draw it; raises `LayerlawError` for the results of another task than the usual one."""
    counts: Counter[tuple[str, str]] = Counter()
    for result in sweep.results:
        word = came_out(result)
        if word is None:
            raise LayerlawError("there is nothing to draw: the results are those of another task")
        counts[_rulebook(result), word] += 1
    rulebooks = sorted({rulebook for rulebook, _ in counts}, reverse=True)
    ax = ax or new_axes((8.0, 1.6 + 0.5 * len(rulebooks)))
    begins = [0] * len(rulebooks)
    for word, colour in _COLOURS.items():
        long = [counts[rulebook, word] for rulebook in rulebooks]
        if any(long):
            bars = ax.barh(rulebooks, long, left=begins, color=colour, label=word, height=0.6)
            ax.bar_label(
                bars, [str(count or "") for count in long], label_type="center",
                color="white", fontsize=8,
            )  # fmt: skip
            begins = [start + more for start, more in zip(begins, long, strict=True)]
    ax.set_xlabel("scenarios")
    for edge in ("top", "right"):
        ax.spines[edge].set_visible(False)
    if counts:
        ax.legend(
            loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=len(_COLOURS), frameon=False,
            fontsize=8,
        )  # fmt: skip
    return ax


def _rulebook(result: SweepResult) -> str:
    """Under what it was solved, as far as that is known."""
    value = result.value if isinstance(result.value, dict) else {}
    return str(value.get("rulebook", "unknown"))
