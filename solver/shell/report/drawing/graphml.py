"""The dependencies of a layer in GraphML, which Gephi, yEd, igraph and networkx read."""

from __future__ import annotations

from layerlaw.model.arguments import checked
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.derivation.graph import graphml_text


@checked()
def graphml(answer: Answer, layer: str | int) -> str:
    """The dependencies of one layer of an answer in GraphML.

    layer: its id, name or number. A node is an effect with `source`, `timestamp`, `position`,
    `verdict` and `loop`; an edge leads to the effect that it depends on, with the kind of `witness`
    and the `turn`. Raises `LayerlawError` if there is no such layer.

    >>> from layerlaw import load_scenario, shipped_scenarios, solve
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> graphml(solve(load_scenario(path)), "control").count("<edge ")
    2
    """
    return graphml_text(answer.graph(layer))
