"""A picture of a census: a square for every two cards, coloured by the gravest between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError
from layerlaw.solver.games.census.result import WORDS
from layerlaw.solver.shell.report.census import headline
from layerlaw.solver.shell.report.plotting import matplotlib_module, new_axes
from layerlaw.solver.shell.report.whole_file import replaced

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from matplotlib import axes

    from layerlaw.solver.games.census.result import Census

# From light to dark by gravity, and told apart by those who see no red or green.
_COLOURS = {
    "nothing": "#f4f4f4",
    "order": "#c6dbef",
    "one way": "#4292c6",
    "loop": "#e6550d",
    "open": "#3f007d",
}
_LABELS = {
    "nothing": "nothing",
    "order": "only the order of arrival matters",
    "one way": "a dependency, no loop",
    "loop": "a loop",
    "open": "an open answer",
}
_ENDINGS = (".svg", ".png", ".pdf")


def check_picture(path: Path) -> None:
    """Raise `LayerlawError` for a picture that could not be drawn or written, before the work."""
    if path.suffix.lower() not in _ENDINGS:
        raise LayerlawError(f"a picture ends in {', '.join(_ENDINGS)}, unlike '{path.name}'")
    if not path.parent.is_dir():
        raise LayerlawError(f"there is no folder '{path.parent}' for the picture")
    matplotlib_module()


def draw(census: Census, path: Path) -> None:
    """Write the picture: cards with anything between them and another, the most entangled first.

    Raises `LayerlawError` if there are no such cards, or the file cannot be written.
    """
    check_picture(path)
    side = _side(_names(census))
    with matplotlib_module().rc_context({"svg.hashsalt": "layerlaw"}):
        figure = matplotlib_module("figure").Figure(figsize=side)
        plot_census(census, figure.subplots())
        # No date, so that the same census is the same file.
        undated = _undated(path)
        replaced(path, lambda f: figure.savefig(f, bbox_inches="tight", dpi=150, metadata=undated))


def plot_census(census: Census, ax: axes.Axes | None) -> axes.Axes:
    """Draw it on axes, or on those of a new figure; raises as `draw` does."""
    names = _names(census)
    ranks = {word: rank for rank, word in enumerate(reversed(WORDS))}
    place = {name: number for number, name in enumerate(names)}
    grid = [[0] * len(names) for _ in names]
    for one in census.pairs:
        here, there = (place[name] for name in one.cards)
        grid[here][there] = grid[there][here] = ranks[one.word]
    ax = ax or new_axes(_side(names))
    palette = matplotlib_module("colors").ListedColormap(
        [_COLOURS[word] for word in reversed(WORDS)]
    )
    ax.imshow(grid, cmap=palette, vmin=-0.5, vmax=len(WORDS) - 0.5, interpolation="nearest")
    size = 7 if len(names) > 30 else 9
    ax.set_xticks(range(len(names)), names, rotation=90, fontsize=size)
    ax.set_yticks(range(len(names)), names, fontsize=size)
    ax.set_xticks([number - 0.5 for number in range(1, len(names))], minor=True)
    ax.set_yticks([number - 0.5 for number in range(1, len(names))], minor=True)
    ax.grid(which="minor", color="white", linewidth=0.6)
    ax.tick_params(which="both", length=0)
    for edge in ax.spines.values():
        edge.set_visible(False)
    ax.set_title("\n".join(headline(census)), loc="left", fontsize=11)
    known = [word for word in WORDS if any(ranks[word] in row for row in grid)]
    patch = matplotlib_module("patches").Patch
    handles = [patch(color=_COLOURS[word], label=_LABELS[word]) for word in known]
    ax.legend(
        handles=handles, loc="upper left", bbox_to_anchor=(1.0, 1.0), fontsize=9, frameon=False
    )
    return ax


def _side(names: Sequence[str]) -> tuple[float, float]:
    """How large a figure is, in inches."""
    side = max(6.0, 0.16 * len(names))
    return side + 2.5, side + 3


def _names(census: Census) -> list[str]:
    """The cards, the most entangled first; raises `LayerlawError` if there are none."""
    counts: dict[str, int] = {}
    for one in census.pairs:
        for name in dict.fromkeys(one.cards):
            counts[name] = counts.get(name, 0) + 1
    if not counts:
        raise LayerlawError("there is nothing to draw: no two cards are entangled")
    return sorted(counts, key=lambda name: (-counts[name], name))


def _undated(path: Path) -> dict[str, None]:
    return {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(path.suffix.lower(), {})
