"""The graph of record: a layer's dependencies in networkx, every edge with its witness."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    import networkx

    from layerlaw.solver.effects.parts import Effect
    from layerlaw.solver.facts.records import LayerRecord


def dependency_graph(record: LayerRecord, effects: Mapping[str, Effect]) -> networkx.DiGraph:
    """A `DiGraph` over the effects that had a turn in the layer.

    An edge (x, y) says that x depends on y; its attributes: `witness` (`records.Witness`), and
    `turn`, the number of turns that had been taken when it was found. Node attributes: `source`,
    `timestamp`, `position` (of its last turn, from 0), `verdict`, `loop` (the ids of its loop, or
    ()).
    """
    import networkx

    graph = networkx.DiGraph(layer=record.layer)
    loop_of = {name: loop for loop in record.loops for name in loop}
    for position, turn in enumerate(record.turns):
        effect = effects[turn.effect]
        graph.add_node(
            turn.effect,
            source=effect.source,
            timestamp=effect.timestamp,
            position=position,
            verdict=turn.verdict,
            loop=loop_of.get(turn.effect, ()),
        )
    for moment in record.graphs:
        for dependency in moment.found:
            if not graph.has_edge(dependency.effect, dependency.on):
                graph.add_edge(
                    dependency.effect, dependency.on, witness=dependency.witness, turn=moment.turn
                )
    return graph


def graphml_text(graphs: Mapping[str, networkx.DiGraph]) -> str:
    """The graphs of layers as one graph in GraphML, which has no other values than plain ones.

    graphs: by the id of the layer. Of a loop its ids stand in one text, of a witness its kind.
    """
    import networkx

    plain = networkx.DiGraph()
    for layer, graph in graphs.items():
        for effect, known in graph.nodes(data=True):
            plain.add_node(
                f"{layer}: {effect}",
                layer=layer,
                effect=effect,
                source=known["source"],
                timestamp=".".join(map(str, known["timestamp"])),
                position=known["position"],
                verdict=known["verdict"],
                loop=", ".join(known["loop"]),
            )
        for effect, on, known in graph.edges(data=True):
            ends = f"{layer}: {effect}", f"{layer}: {on}"
            plain.add_edge(*ends, witness=known["witness"].kind, turn=known["turn"])
    return "\n".join(networkx.generate_graphml(plain)) + "\n"
