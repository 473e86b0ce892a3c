"""Every policy of a rulebook, and the layer of every operation, as a question of its own."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.rulebooks.policies import POLICIES
from layerlaw.model.rulebooks.rulebook import OpenPoint, Reading

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Layer, Rulebook

POLICY = "policy "
VERB = "layer of "
"""What the questions begin with: the rest is the policy, or the word for the operation."""


def questions(rulebook: Rulebook) -> dict[str, OpenPoint]:
    """Every policy with all its values, every operation with the layers it may be moved to."""
    asked: dict[str, OpenPoint] = {}
    for name, policy in rulebook.policies.items():
        if len(POLICIES[name]) > 1:
            readings = tuple(
                Reading(value, "", MappingProxyType({name: value}), MappingProxyType({}))
                for value in POLICIES[name]
            )
            asked[POLICY + name] = OpenPoint(POLICY + name, "", (), readings, policy.value)
    for layer in rulebook.layers:
        for verb in layer.does:
            others = other_layers(rulebook, layer, verb)
            if others:
                readings = tuple(
                    Reading(id, "", MappingProxyType({}), MappingProxyType({verb: id}))
                    for id in (layer.id, *others)
                )
                asked[VERB + verb] = OpenPoint(VERB + verb, "", (), readings, layer.id)
    return asked


def other_layers(rulebook: Rulebook, layer: Layer, verb: str) -> tuple[str, ...]:
    """Where an operation may be moved to: the next layer (the one before the last), and where
    readings of open points put it."""
    at = rulebook.layers.index(layer)
    ids = [one.id for one in rulebook.layers]
    near = ids[at + 1 : at + 2] or ids[max(at - 1, 0) : at]
    read = [
        reading.layers[verb]
        for point in rulebook.points.values()
        for reading in point.readings
        if verb in reading.layers
    ]
    return tuple(dict.fromkeys(id for id in (*near, *read) if id != layer.id))
