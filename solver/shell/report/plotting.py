"""What plots are drawn with: matplotlib, imported when one is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from layerlaw.model.errors import LayerlawError

if TYPE_CHECKING:
    from matplotlib import axes


def matplotlib_module(name: str = "") -> Any:
    """A module of matplotlib, or matplotlib itself; raises `LayerlawError` if it is not there."""
    try:
        return import_module(f"matplotlib.{name}".removesuffix("."))
    except ImportError:
        raise LayerlawError("a picture needs matplotlib: pip install 'layerlaw[plot]'") from None


def new_axes(size: tuple[float, float]) -> axes.Axes:
    """The axes of a new figure of pyplot's, so that a notebook and `pyplot.show()` show it.

    size: width and height in inches.
    """
    _, made = matplotlib_module("pyplot").subplots(figsize=size, layout="constrained")
    drawn: axes.Axes = made
    return drawn
