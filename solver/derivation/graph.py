"""The graph of record: a layer's dependencies in networkx, every edge with its witness."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import networkx

    from layerlaw.solver.derivation.answer import Answer


def dependency_graph(derivation: Answer, layer: str | int) -> networkx.DiGraph:
    """A `DiGraph` over the effects that had a turn in the layer.

    An edge (x, y) says that x depends on y; its attributes: `witness` (`records.Witness`), and
    `turn`, the number of turns that had been taken when it was found. Node attributes: `source`,
    `timestamp`, `position` (of its last turn, from 0), `verdict`, `loop` (the ids of its loop, or
    ()). Raises `LayerlawError` for an unknown layer.
    """
    import networkx

    graph = networkx.DiGraph(layer=derivation.layer(layer).layer)
    record = derivation.layer(layer)
    loop_of = {name: loop for loop in derivation.loops(layer) for name in loop}
    for position, turn in enumerate(record.turns):
        effect = derivation.effects[turn.effect]
        graph.add_node(
            turn.effect,
            source=effect.source,
            timestamp=effect.timestamp,
            position=position,
            verdict=turn.verdict,
            loop=loop_of.get(turn.effect, ()),
        )
    for moment in record.graphs:
        for found in moment.found:
            if not graph.has_edge(found.effect, found.on):
                graph.add_edge(found.effect, found.on, witness=found.witness, turn=moment.turn)
    return graph
