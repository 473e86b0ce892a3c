"""A picture of a census: a square for every two cards, coloured by the gravest between them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from layerlaw.model.errors import LayerlawError
from layerlaw.solver.games.census.result import WORDS
from layerlaw.solver.shell.report.census import headline
from layerlaw.solver.shell.report.whole_file import replaced

if TYPE_CHECKING:
    from pathlib import Path

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
    _matplotlib()


def draw(census: Census, path: Path) -> None:
    """Write the picture: cards with anything between them and another, the most entangled first.

    Raises `LayerlawError` if there are no such cards, or the file cannot be written.
    """
    names = _names(census)
    if not names:
        raise LayerlawError("there is nothing to draw: no two cards are entangled")
    ranks = {word: rank for rank, word in enumerate(reversed(WORDS))}
    place = {name: number for number, name in enumerate(names)}
    grid = [[0] * len(names) for _ in names]
    for one in census.pairs:
        here, there = (place[name] for name in one.cards)
        grid[here][there] = grid[there][here] = ranks[one.word]
    pyplot, colors, patches = _matplotlib()
    side = max(6.0, 0.16 * len(names))
    pyplot.rcParams["svg.hashsalt"] = "layerlaw"
    figure, axes = pyplot.subplots(figsize=(side + 2.5, side + 3))
    palette = colors.ListedColormap([_COLOURS[word] for word in reversed(WORDS)])
    axes.imshow(grid, cmap=palette, vmin=-0.5, vmax=len(WORDS) - 0.5, interpolation="nearest")
    size = 7 if len(names) > 30 else 9
    axes.set_xticks(range(len(names)), names, rotation=90, fontsize=size)
    axes.set_yticks(range(len(names)), names, fontsize=size)
    axes.set_xticks([number - 0.5 for number in range(1, len(names))], minor=True)
    axes.set_yticks([number - 0.5 for number in range(1, len(names))], minor=True)
    axes.grid(which="minor", color="white", linewidth=0.6)
    axes.tick_params(which="both", length=0)
    for edge in axes.spines.values():
        edge.set_visible(False)
    axes.set_title("\n".join(headline(census)), loc="left", fontsize=11)
    known = [word for word in WORDS if any(ranks[word] in row for row in grid)]
    handles = [patches.Patch(color=_COLOURS[word], label=_LABELS[word]) for word in known]
    axes.legend(
        handles=handles, loc="upper left", bbox_to_anchor=(1.0, 1.0), fontsize=9, frameon=False
    )
    # No date, so that the same census is the same file.
    undated = _undated(path)
    try:
        replaced(path, lambda f: figure.savefig(f, bbox_inches="tight", dpi=150, metadata=undated))
    finally:
        pyplot.close(figure)


def _names(census: Census) -> list[str]:
    counts: dict[str, int] = {}
    for one in census.pairs:
        for name in dict.fromkeys(one.cards):
            counts[name] = counts.get(name, 0) + 1
    return sorted(counts, key=lambda name: (-counts[name], name))


def _undated(path: Path) -> dict[str, None]:
    return {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(path.suffix.lower(), {})


def _matplotlib() -> tuple[Any, Any, Any]:
    """What pictures are drawn with; nothing is shown on a screen."""
    try:
        import_module("matplotlib").use("Agg")
    except ImportError:
        raise LayerlawError("a picture needs matplotlib: pip install 'layerlaw[plot]'") from None
    names = ("pyplot", "colors", "patches")
    pyplot, colors, patches = (import_module(f"matplotlib.{name}") for name in names)
    return pyplot, colors, patches
