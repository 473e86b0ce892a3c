"""Layers are named by their ids; who writes a layer's name is told its id."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.files.nodes import one_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from layerlaw.model.files.yaml_text import Problems, Scalar
    from layerlaw.model.rulebooks.rulebook import Layer


def names_of(layers: Iterable[Layer]) -> dict[str, str]:
    """The names of the layers by their ids."""
    return {layer.id: layer.name for layer in layers}


def is_layer(node: Scalar, layers: Mapping[str, str], problems: Problems) -> bool:
    """Whether the text is the id of a layer; of a layer's name the message says what its id is.

    layers: their names by their ids.
    """
    ids = [id for id, name in layers.items() if name == node.text]
    if node.text in layers or not ids:
        return one_of(node, layers, problems, "layer")
    advice = f"write its id: {', '.join(ids)}"
    problems.add(node, f"'{node.text}' is a layer's name", suggestion=advice)
    return False
