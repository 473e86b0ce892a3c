"""The graph of record: a layer's dependencies in networkx, every edge with its witness."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    import networkx

    from layerlaw.solver.effects.parts import Effect
    from layerlaw.solver.facts.records import LayerRecord, Witness


def dependency_graph(record: LayerRecord, effects: Mapping[str, Effect]) -> networkx.DiGraph:
    """A `DiGraph` over the effects that had a turn in the layer.

    An edge (x, y) says that x depends on y; its attributes: `turn`, the number of turns that had
    been taken when it was found, `witness`, the kind of evidence, and of that kind `before` and
    `after`, or `entered` and `left`, or `cells`. Node attributes: `source`, `timestamp`, `position`
    (of its last turn, from 0), `verdict`, `loop` (the ids of its loop, or ""). All are numbers and
    texts, which every writer of networkx can write.
    """
    import networkx

    graph = networkx.DiGraph(layer=record.layer)
    loop_of = {name: ", ".join(loop) for loop in record.loops for name in loop}
    for position, turn in enumerate(record.turns):
        effect = effects[turn.effect]
        graph.add_node(
            turn.effect,
            source=effect.source,
            timestamp=".".join(map(str, effect.timestamp)),
            position=position,
            verdict=turn.verdict,
            loop=loop_of.get(turn.effect, ""),
        )
    for moment in record.graphs:
        for dependency in moment.found:
            if not graph.has_edge(dependency.effect, dependency.on):
                known = witness_texts(dependency.witness)
                graph.add_edge(dependency.effect, dependency.on, turn=moment.turn, **known)
    return graph


def witness_texts(witness: Witness) -> dict[str, str]:
    """The evidence as texts: `witness`, its kind, and what this kind has."""
    match witness.kind:
        case "scope":
            entered, left = ", ".join(witness.entered), ", ".join(witness.left)
            return {"witness": "scope", "entered": entered, "left": left}
        case "action":
            return {"witness": "action", "before": witness.before, "after": witness.after}
        case "result":
            cells = ", ".join(f"{name} of {object}" for object, name in witness.cells)
            return {"witness": "result", "cells": cells}
    return {"witness": witness.kind}


def graphml_text(graphs: Mapping[str, networkx.DiGraph]) -> str:
    """The graphs of layers as one graph in GraphML; graphs: by the id of the layer."""
    import networkx

    together = networkx.DiGraph()
    for layer, graph in graphs.items():
        for effect, known in graph.nodes(data=True):
            together.add_node(f"{layer}: {effect}", layer=layer, effect=effect, **known)
        for effect, on, known in graph.edges(data=True):
            together.add_edge(f"{layer}: {effect}", f"{layer}: {on}", **known)
    return "\n".join(networkx.generate_graphml(together)) + "\n"
