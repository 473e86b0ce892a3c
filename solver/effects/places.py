"""Where an operation stands among the layers: in its own, or behind the last one it asks about.

What asks for something that a later layer changes may wait for that layer; see the policy
`condition on a later layer`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from layerlaw.model.algebra.reads import (
    ReadAbility,
    ReadCarried,
    ReadController,
    ReadKeywordNumber,
    ReadName,
    ReadNumber,
    ReadRegion,
    ReadRelation,
    ReadStatus,
    ReadWord,
)
from layerlaw.model.algebra.trees import nodes
from layerlaw.model.algebra.writes import LoseAbilities, WriteAbility, WriteStatus
from layerlaw.solver.board.kinds import LayerNumber

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from layerlaw.model import algebra as a
    from layerlaw.model.algebra.reads import ReadCell
    from layerlaw.model.rulebooks.rulebook import Rulebook, Status

IN_ITS_OWN = "read in its own layer"
NOT_FOR_CONTROL = "waits for that layer, not for control"


def layers_of(
    rulebook: Rulebook, ability: a.Ability, instruction: a.Instruction, operation: a.Operation
) -> tuple[LayerNumber, LayerNumber]:
    """The own layer of the operation, and the one in which it acts unless that is earlier."""
    ids = [layer.id for layer in rulebook.layers]
    own = LayerNumber(ids.index(ability.layer or rulebook.layer_of(operation, ability.defines).id))
    if ability.layer or not rulebook.has_places_between:
        return own, own
    asked = dict(_asked(rulebook, instruction.scope, ability.condition))

    def acts_in(values: tuple[str, ...]) -> LayerNumber:
        if values[0] == IN_ITS_OWN:
            return own
        latest = max(
            (
                layer
                for cell, layer in asked.items()
                if not (isinstance(cell, ReadController) and values[0] == NOT_FOR_CONTROL)
            ),
            default=own,
        )
        if latest <= own:
            return own
        behind = range(latest + 1, len(rulebook.layers))
        return next(
            (LayerNumber(number) for number in behind if rulebook.layers[number].between),
            LayerNumber(len(rulebook.layers) - 1),
        )

    return own, rulebook.decided(("condition on a later layer",), acts_in)


def _asked(
    rulebook: Rulebook, scope: a.Selector, condition: a.Condition | None
) -> Iterator[tuple[ReadCell, LayerNumber]]:
    """What decides on whom the operation is done to, each with the last layer that changes it.

    Places are none of it: no effect of a layer changes them.
    """
    for tree in (scope, condition):
        for node in nodes(tree):
            for cell in getattr(node, "reads", ()):
                layers = rulebook.layers_listing(tuple(sorted(_words(cell, rulebook))))
                if layers:
                    yield cell, LayerNumber(layers[-1])


def _words(cell: ReadCell, rulebook: Rulebook) -> frozenset[str]:
    """The layer words of the operations that change the cell."""
    match cell:
        case ReadWord(name) | ReadNumber(name):
            name = name.removeprefix("base ")
            verbs = ("set", "fix", "add", "remove", "multiply", "limit", "swap", "change")
            animating = ("animate",) if name == rulebook.types else ()
            return frozenset((*(f"{verb} {name}" for verb in verbs), *animating))
        case ReadController():
            return frozenset(f"{verb} {rulebook.control}" for verb in ("set", "forbid", "change"))
        case ReadStatus(status):
            return frozenset((status,))
        case ReadAbility() | ReadKeywordNumber():
            taking = (s.name for s in rulebook.statuses.values() if s.silences or s.disables)
            words = (f"{verb} abilities" for verb in ("gain", "lose", "forbid", "change"))
            return frozenset((*words, *taking))
        case ReadName() | ReadRegion() | ReadRelation() | ReadCarried():
            return frozenset()
        case _:
            assert_never(cell)


def takes_or_gives(operation: a.Operation, statuses: Mapping[str, Status]) -> bool:
    """Whether the operation adds or removes abilities, and is no other one that brings that along.

    What is copied comes with a copy, and a text is lost with the words that take its place.
    """
    return any(
        isinstance(write, WriteAbility)
        or (isinstance(write, LoseAbilities) and not write.own)
        or (
            isinstance(write, WriteStatus)
            and (statuses[write.status].silences or statuses[write.status].disables)
        )
        for write in operation.writes
    )
