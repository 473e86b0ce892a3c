"""The dependencies of an answer on matplotlib axes: effects in their order, arcs between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.shell.report.names import card_name
from layerlaw.solver.shell.report.plotting import matplotlib_module, new_axes
from layerlaw.solver.shell.report.words import witness_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib import axes

    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import Dependency

PLAIN, LOOP, LOST = "#2171b5", "#d94801", "#969696"
"""Told apart by those who see no red or green too."""

MOST_NAMES, MOST_WITNESSES = 12, 2
"""So many effects of a layer have their card's name, and so many arcs their witness in words."""

HIGH, BOX = 2.9, 0.26
"""How far layers are apart, and half the height of an effect, in units of the axes."""


def plot_dependencies(answer: Answer, layer: str | int | None, ax: axes.Axes | None) -> axes.Axes:
    """Draw them; layer: the only one, None for all with a dependency.

    Raises `LayerlawError` for an unknown layer, and where matplotlib is not installed.
    """
    if layer is None:
        drawn = [one.layer for one in answer.layers if answer.dependencies(one.layer)]
    else:
        drawn = [answer.layer(layer).layer]
    rows = [_Row(answer, id) for id in drawn]
    wide = max((len(row.effects) for row in rows), default=1)
    if ax is None:
        each = 2.2 if wide <= MOST_NAMES else 0.7
        ax = new_axes((min(max(6.5, each * wide + 1), 40.0), max(1.5, 2.5 * len(rows) + 0.5)))
    ax.set_axis_off()
    scenario = answer.scenario
    ax.set_title(scenario.title if scenario is not None else answer.rulebook.id, loc="left")
    if not any(row.found for row in rows):
        ax.text(0.5, 0.5, "no effect depends on another", ha="center", transform=ax.transAxes)
        return ax
    ax.set_xlim(-0.6, max(wide, 2) - 0.4)
    ax.set_ylim(-1.35, HIGH * len(rows) - 1.35)
    for height, row in enumerate(reversed(rows)):
        row.draw(ax, HIGH * height)
    _legend(ax, rows)
    return ax


class _Row:
    """One layer: its effects with a dependency from left to right, as they took their turns."""

    def __init__(self, answer: Answer, layer: str) -> None:
        record = answer.layer(layer)
        self.answer = answer
        name = next(one.name for one in answer.rulebook.layers if one.id == layer)
        self.title = f"layer {layer}: {name}"
        self.found = answer.dependencies(layer)
        concerned = {name for one in self.found for name in (one.effect, one.on)}
        turns = {turn.effect: turn.verdict for turn in record.turns}
        self.effects = [effect for effect in turns if effect in concerned]
        self.others = len(turns) - len(self.effects)
        self.lost = {effect for effect in self.effects if turns[effect] == "lost"}
        self.loops = [set(loop) for loop in record.loops]

    def draw(self, ax: axes.Axes, height: float) -> None:
        """Draw it at a height of the axes."""
        left = f" (and {self.others} without a dependency)" if self.others else ""
        ax.text(-0.58, height + 1.45, self.title + left, fontsize=9, color="#555555", va="top")
        place = {effect: float(number) for number, effect in enumerate(self.effects)}
        for one in self.found:
            if one.effect in place and one.on in place:
                self._arc(ax, one, place, height)
        for effect, x in place.items():
            colour = LOST if effect in self.lost else LOOP if self._looped((effect,)) else PLAIN
            box = {"boxstyle": "round,pad=0.4", "facecolor": "white", "edgecolor": colour}
            label = self._label(effect)
            ax.text(x, height, label, bbox=box, ha="center", va="center", fontsize=8, zorder=3)

    def _looped(self, effects: Sequence[str]) -> bool:
        """Whether they are of one loop."""
        return any(loop.issuperset(effects) for loop in self.loops)

    def _label(self, effect: str) -> str:
        if len(self.effects) > MOST_NAMES:
            return effect
        holder = self.answer.world.things[self.answer.effects[effect].holder].id
        return f"{effect}\n{card_name(self.answer, holder)}"

    def _arc(self, ax: axes.Axes, one: Dependency, place: dict[str, float], height: float) -> None:
        """An arrow to the right goes above, one to the left below: so a pair shows both."""
        start, end = place[one.effect], place[one.on]
        up = 1.0 if end > start else -1.0
        rise = 0.3 + 0.5 * abs(end - start) / max(len(place) - 1, 1)
        edge, middle = height + up * BOX, (start + end) / 2
        aside = 0.12 if end > start else -0.12
        curve = matplotlib_module("path").Path(
            [(start + aside, edge), (middle, edge + up * 2 * rise), (end - aside, edge)],
            [1, 3, 3],
        )
        colour = LOOP if self._looped((one.effect, one.on)) else PLAIN
        arrow = matplotlib_module("patches").FancyArrowPatch
        ax.add_patch(
            arrow(path=curve, arrowstyle="-|>", mutation_scale=12, color=colour, fill=False)
        )
        if len(self.found) <= MOST_WITNESSES:
            says, at = witness_text(one), edge + up * (rise + 0.04)
            side = "bottom" if up > 0 else "top"
            ax.text(middle, at, says, ha="center", va=side, fontsize=7, color="#555555")


def _legend(ax: axes.Axes, rows: Sequence[_Row]) -> None:
    """What arrows and colours say."""
    line = matplotlib_module("lines").Line2D
    known = [(PLAIN, "depends on")]
    if any(row.loops for row in rows):
        known.append((LOOP, "depends on, in a loop"))
    if any(row.lost for row in rows):
        known.append((LOST, "lost at its turn"))
    handles = [
        line([], [], color=colour, marker="" if colour == LOST else ">", label=says)
        for colour, says in known
    ]
    style = {"fontsize": 8, "frameon": False, "ncols": len(known)}
    ax.legend(handles=handles, loc="upper left", bbox_to_anchor=(0.0, 0.0), **style)
