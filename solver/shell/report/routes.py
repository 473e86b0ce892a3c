"""What other routes to the order of each layer found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.certainty.orders.agreement import CrossCheck, Routes, named
from layerlaw.solver.shell.report.blocks import Heading, line
from layerlaw.solver.shell.report.json_form import json_of, written_as

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from layerlaw.solver.shell.report.blocks import Block
    from layerlaw.solver.shell.report.json_form import Json


def route_blocks(found: CrossCheck, names: Mapping[str, str] | None = None) -> Iterator[Block]:
    """What was found, a line for each layer. names: layer id -> its name."""
    yield Heading("The same by other routes")
    for by_timestamp, free in zip(found.layers, found.free, strict=True):
        layer = (names or {}).get(by_timestamp.layer, by_timestamp.layer)
        yield line(f"layer {layer}: {_by_timestamp(by_timestamp)}; {_free(free)}", indent=2)
    if found.interrupted:
        yield line("interrupted: the layers after that were not looked at", indent=2)
    elif not found.layers:
        yield line("no effect has a part in any layer", indent=2)


def _by_timestamp(one: Routes) -> str:
    if one.left_out:
        return f"left out ({one.left_out})"
    if one.message:
        return f"the routes part: {one.message}"
    return f"solver, python-constraint and Z3 find {named(one.own)} and no other order"


def _free(one: Routes) -> str:
    if one.left_out:
        return f"without timestamps left out ({one.left_out})"
    if one.message:
        return f"without timestamps the routes part: {one.message}"
    count = len(one.constraint)
    orders = "one order" if count == 1 else f"the same {count} orders"
    return f"without timestamps python-constraint and Z3 find {orders}"


def _layers_json(found: CrossCheck) -> Json:
    return [
        {
            "layer": by_timestamp.layer,
            "solver": json_of(by_timestamp.own),
            "by timestamp": json_of(by_timestamp),
            "without timestamps": json_of(free),
        }
        for by_timestamp, free in zip(found.layers, found.free, strict=True)
    ]


written_as(CrossCheck, "agree", "interrupted", ("layers", _layers_json))
written_as(
    Routes,
    ("agree", lambda routes: None if routes.left_out else routes.agree),
    ("python-constraint", "constraint"),
    *("z3", "message", "left out"),
    null=("message", "left out"),
)
