"""The dependencies of an answer in GraphML, which Gephi, yEd, igraph and networkx read."""

from __future__ import annotations

from layerlaw.model.arguments import checked
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.derivation.graph import graphml_text

DRAWN = "<!-- drawn by layerlaw -->\n"


@checked()
def graphml(answer: Answer, layer: str | int | None = None) -> str:
    """The dependencies of an answer in GraphML, in one graph.

    answer: whose dependencies are drawn.
    layer: the id, name or number of the only one to take; None takes all. A node is an effect in a
    layer with `layer`, `effect`, `source`, `timestamp`, `position`, `verdict` and `loop`; an edge
    leads to the effect that it depends on, with the `turn`, the kind of `witness`, and what this
    kind has. Raises `LayerlawError` if there is no such layer.

    >>> from layerlaw import load_scenario, shipped_scenarios, solve
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> graphml(solve(load_scenario(path)), "control").count("<edge ")
    2
    """
    records = answer.layers if layer is None else (answer.layer(layer),)
    return DRAWN + graphml_text({one.layer: answer.graph(one.layer) for one in records})
