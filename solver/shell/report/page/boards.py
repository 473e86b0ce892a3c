"""The table as data: who is where, what every object begins with, and in which region it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.board.columns import bits
from layerlaw.solver.facts.situation import PLAYERS, RULES
from layerlaw.solver.shell.report.page.values import runs

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.shell.report.json_form import Json
    from layerlaw.solver.shell.report.page.values import Numbered


def things_json(derivation: Answer) -> list[Json]:
    """Every object with its place; `part` of it: what is linked with another one."""
    found: list[Json] = []
    for thing in derivation.world.things:
        place = thing.place
        found.append(
            {
                "id": thing.id,
                "card": thing.card.name,
                "owner": thing.owner,
                "zone": thing.zone,
                "bearer": thing.bearer,
                "squares": list(place.squares) if place else [],
                "level": place.level if place else "",
                "stands": thing.zone in (PLAYERS, RULES),
            }
        )
    return found


def start_json(derivation: Answer, tables: Numbered) -> Json:
    """The starting board: for each characteristic pairs of a value and the objects that have it."""
    shown = derivation.shown
    everyone = (1 << len(derivation.world.things)) - 1
    columns: dict[str, Json] = {}
    for name in shown.characteristics:
        column: list[Json] = []
        for value, held in shown.values(derivation.start, name, everyone):
            column += [tables.value(value), runs(bits(held))]
        columns[name] = column
    return columns


def characteristics_json(derivation: Answer) -> list[Json]:
    """Every characteristic: its name, its kind, and whether it is a counter."""
    found: list[Json] = []
    rulebook = derivation.rulebook
    for name in derivation.shown.characteristics:
        known = rulebook.characteristics.get(name)
        kind = "status" if name in rulebook.statuses else derivation.shown.kinds.get(name, "")
        found.append({"name": name, "kind": kind, "counter": bool(known and known.counter)})
    return found


def regions_json(derivation: Answer) -> list[Json]:
    """From which step on which objects stand in which region: the changes, step by step.

    Only of what stands elsewhere than on the surface, and of no ground, which is on every level.
    """
    space = derivation.rulebook.space
    world = derivation.world
    below = world.levels["deep"] | world.levels["void"]
    if space is None or not below:
        return []
    found: list[Json] = [[0, _regions(derivation, derivation.start)]]
    decides = set(space.reads)
    step = 0
    for run in derivation.runs:
        for turn in run.turns:
            step += 1
            if decides.isdisjoint(turn.part.writes) or turn.before is turn.after:
                continue
            there = _regions(derivation, turn.after)
            last = found[-1]
            assert isinstance(last, list)
            if there != last[1]:
                found.append([step, there])
    return found


def _regions(derivation: Answer, board: Board) -> Json:
    space, world = derivation.rulebook.space, derivation.world
    assert space is not None
    ground = world.ground(board)
    there: dict[str, Json] = {}
    for name in space.regions:
        if name != space.surface:
            held = world.region(name, board) & ~ground & ~world.hidden
            for index in bits(held):
                there[str(index)] = name
    return there


def space_json(derivation: Answer) -> Json:
    """The grid, if the rulebook has one."""
    space = derivation.rulebook.space
    if space is None:
        return None
    return {"columns": space.columns, "rows": space.rows}


def hexes_style(rulebook: Rulebook) -> str:
    """The style by which every second row of hexes stands half a hex to the right."""
    space = rulebook.space
    if space is None or space.shape != "hexes":
        return ""
    columns = space.columns
    return (
        f"\n.realm {{ grid-template-columns: repeat({2 * columns + 1}, minmax(0, 1fr)); }}"
        "\n.square { grid-column-end: span 2; }"
        f"\n.square:nth-child({2 * columns}n + 1) {{ grid-column-start: 1; }}"
        f"\n.square:nth-child({2 * columns}n + {columns + 1}) {{ grid-column-start: 2; }}"
    )
