"""What other routes to the order of each layer found, as lines of text and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.certainty.orders.agreement import named
from layerlaw.solver.shell.report.json_form import json_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from layerlaw.solver.certainty.orders.agreement import CrossCheck, Routes
    from layerlaw.solver.shell.report.json_form import Json


def lines(found: CrossCheck, names: Mapping[str, str] | None = None) -> Iterator[str]:
    """What was found, a line for each layer. names: layer id -> its name."""
    for one, free in zip(found.layers, found.free, strict=True):
        layer = (names or {}).get(one.layer, one.layer)
        yield f"layer {layer}: {_by_timestamp(one)}; {_free(free)}"
    if found.interrupted:
        yield "interrupted: the layers after that were not looked at"
    elif not found.layers:
        yield "no effect has a part in any layer"


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


def plain(found: CrossCheck) -> Json:
    """The same as data for JSON."""
    return {
        "agree": found.agree,
        "interrupted": found.interrupted,
        "layers": [
            {
                "layer": one.layer,
                "solver": json_of(one.own),
                "by timestamp": _plain(one),
                "without timestamps": _plain(free),
            }
            for one, free in zip(found.layers, found.free, strict=True)
        ],
    }


def _plain(one: Routes) -> Json:
    return {
        "agree": None if one.left_out else one.agree,
        "python-constraint": json_of(one.constraint),
        "z3": json_of(one.z3),
        "message": one.message or None,
        "left out": one.left_out or None,
    }
