"""The plot: time over n, logarithmic both ways; a panel for each procedure, one for the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.families import FAMILIES
from bench.figures import seconds

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from matplotlib.axes import Axes

    from bench.results import Line, Results

SOLVING = "solving"
COLOURS = (
    *("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#8C6D00", "#56B4E9", "#7F3C8D", "#4D4D4D"),
)
MARKS = "osD^vP*X"
FORMATS = ("svg", "png")
AIM = (100, 0.001)
"""1 ms at 100, what is asked of most layered families."""


def write_plot(results: Results, folder: Path) -> list[Path]:
    """Write the plot into the folder; returns its files, none if there is nothing to plot.

    Raises `ImportError` where matplotlib is not installed (extra `plot`).
    """
    import matplotlib
    from matplotlib.figure import Figure

    panels = _panels(results)
    if not panels:
        return []
    columns = min(len(panels), 2)
    rows = -(-len(panels) // columns)
    figure = Figure(figsize=(7.2 * columns, 5.6 * rows), layout="constrained", facecolor="white")
    places = list(figure.subplots(rows, columns, sharey="row", squeeze=False).flat)
    for place, (title, lines) in zip(places, panels.items(), strict=False):
        _draw(place, title, lines)
    # Only now is it known how far the panels reach, which share their heights.
    for place, lines in zip(places, panels.values(), strict=False):
        _slopes(place, list(lines.values()))
    for place in places[len(panels) :]:
        place.set_axis_off()
    figure.suptitle("Time of one piece of work over n", fontsize=13)
    files = [folder / f"plot.{ending}" for ending in FORMATS]
    # The same figures give the same file.
    with matplotlib.rc_context({"svg.hashsalt": "layerlaw"}):
        for file in files:
            figure.savefig(file, dpi=130, metadata={"Date": None} if "svg" in file.name else {})
    return files


def _panels(results: Results) -> dict[str, dict[str, Mapping[int, float]]]:
    """For each panel its lines: name -> seconds over n."""
    found: dict[str, dict[str, Mapping[int, float]]] = {}
    for line in results.figures:
        taken = results.times(line)
        if taken:
            title, name = _where(line)
            found.setdefault(title, {})[name] = taken
    return found


def _where(line: Line) -> tuple[str, str]:
    family, way = line
    if family in FAMILIES:
        return f"{SOLVING}, dependencies looked for {way}", family
    if family.startswith("certificate-"):
        return "checking the certificate", family.removeprefix("certificate-")
    return "everything else", family if way == "once" else f"{family} ({way})"


def _draw(axes: Axes, title: str, lines: Mapping[str, Mapping[int, float]]) -> None:
    axes.set(xscale="log", yscale="log", xlabel="n")
    axes.set_title(title, fontsize=11)
    axes.tick_params(labelleft=True)
    axes.grid(which="major", color="#E6E6E6", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.xaxis.set_major_formatter(lambda n, _: f"{n:,.0f}")
    axes.yaxis.set_major_formatter(lambda value, _: seconds(value))
    axes.xaxis.set_minor_formatter("")
    axes.yaxis.set_minor_formatter("")
    for number, (name, taken) in enumerate(lines.items()):
        # A family looks the same in every panel.
        look = list(FAMILIES).index(name) if name in FAMILIES else number
        axes.plot(
            list(taken),
            list(taken.values()),
            color=COLOURS[look % len(COLOURS)],
            marker=MARKS[look % len(MARKS)],
            markersize=4.5,
            linewidth=1.6,
            label=name,
        )
    if title.startswith(SOLVING):
        axes.plot(*AIM, "o", markersize=11, fillstyle="none", color="#808080", label="aim")
    axes.legend(fontsize=8.5, frameon=False, loc="upper left")


def _slopes(axes: Axes, lines: Sequence[Mapping[int, float]]) -> None:
    """Thin lines that show what growth with n and with its square looks like."""
    first = min(min(taken) for taken in lines)
    last = max(max(taken) for taken in lines)
    if last < 100 * first:
        return
    begin = last / 30
    low = min(min(taken.values()) for taken in lines)
    bottom, top = axes.get_ylim()
    for power, name in ((1, "n"), (2, "n²")):
        end = min(last, begin * (top / low) ** (1 / power))
        height = low * (end / begin) ** power
        axes.plot([begin, end], [low, height], color="#B0B0B0", linewidth=0.9, linestyle=":")
        axes.annotate(name, (end, height), color="#808080", fontsize=8.5, va="top")
    axes.set_ylim(bottom, top)
