"""Abilities that define characteristics: the layer words that come first for what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from layerlaw.model.algebra.abilities import Operation

MARK = "characteristic-defining"
"""How such an ability is marked in the notation."""


def layer_words(operation: Operation, defines: bool) -> tuple[str, ...]:
    """The words that a layer may list for the operation, the most exact one first.

    defines: whether it is in an ability that defines characteristics.

    >>> from layerlaw.model.algebra import Number, SetNumber
    >>> layer_words(SetNumber("power", Number(1)), defines=True)
    ('define power', 'set power', 'change power')
    """
    words = operation.layer_words
    if not defines:
        return words
    changed = (word.removeprefix("change ") for word in words if word.startswith("change "))
    return (*(f"define {name}" for name in changed), *words)
