"""What a rulebook begun from a text plays: the game of another one, or the least that works."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.rulebooks import game_format as game
from layerlaw.model.rulebooks.procedure_format import (
    EARLY,
    LAYER_DOES,
    LAYER_ID,
    LAYER_NAME,
    OWN_LAYER_TABLE,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.files.write_yaml import Tree
    from layerlaw.model.rulebooks.rulebook import Rulebook

LEAST_LAYERS = (
    ("1", "control", ("copy", "change controller")),
    ("2", "types", ("change types",)),
    ("3", "abilities", ("change abilities", "permissions")),
    ("4", "power", ("change power",)),
)
"""Id, name and operations of the layers that most documents have."""


def least_game() -> dict[str, Tree]:
    """The keys of a game with types, a controller, a number and two zones."""
    return {
        game.CHARACTERISTICS.name: {
            "types": {game.KIND.name: "set", game.SET_WORDS.name: ("unit", "spell")},
            "controller": {game.KIND.name: "player"},
            "power": {game.KIND.name: "number", game.FLOOR.name: 0},
        },
        game.ZONES.name: ("field", "discard", "hand", "deck"),
    }


def layers(base: Rulebook | None, clause: str) -> Iterator[dict[str, Tree]]:
    """The layers: those of the other rulebook, or of the least game. clause: what all rest on."""
    if base is None:
        for id, name, does in LEAST_LAYERS:
            yield _layer(id, name, does, clause)
        return
    for layer in base.layers:
        if not layer.between:
            yield _layer(layer.id, layer.name, layer.does, clause, early=layer.early)


def _layer(
    id: str, name: str, does: tuple[str, ...], clause: str, *, early: bool = False
) -> dict[str, Tree]:
    return OWN_LAYER_TABLE.written(
        (LAYER_ID, id),
        (LAYER_NAME, name),
        (game.CLAUSE, clause),
        (LAYER_DOES, does),
        (EARLY, early),
    )
