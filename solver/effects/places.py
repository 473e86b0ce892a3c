"""Where an operation stands among the layers: in its own, behind the last it asks about, or ahead.

What asks for something that a later layer changes may wait for that layer; see the policy
`condition on a later layer`. What takes or gives abilities may act before its own layer; see
`layers/ahead.py`.
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
    from collections.abc import Iterable, Mapping

    from layerlaw.model import algebra as a
    from layerlaw.model.algebra.reads import ReadCell
    from layerlaw.model.rulebooks.rulebook import Rulebook, Status

IN_ITS_OWN = "read in its own layer"
AHEAD_OF_NONE = "in its own layer"
NOT_FOR_CONTROL = "waits for that layer, not for control"
_WAITING = ("condition on a later layer",)


def layers_of(
    rulebook: Rulebook, ability: a.Ability, instruction: a.Instruction, operation: a.Operation
) -> tuple[LayerNumber, LayerNumber]:
    """The own layer of the operation, and the one in which it acts unless that is earlier."""
    ids = [layer.id for layer in rulebook.layers]
    own = LayerNumber(ids.index(ability.layer or rulebook.layer_of(operation, ability.defines).id))
    if ability.layer or not rulebook.has_places_between:
        return own, own
    listed = [
        (cell, rulebook.layers_listing(_words(cell, rulebook)))
        for cell in asked_by(instruction.scope, ability.condition)
    ]

    def acts_in(values: tuple[str, ...]) -> LayerNumber:
        waited_for = (layers for cell, layers in listed if layers and _waits(cell, values[0]))
        latest = max((layers[-1] for layers in waited_for), default=own)
        return own if latest <= own else _behind(rulebook, latest)

    return own, rulebook.decided(_WAITING, acts_in)


def places_beside(
    rulebook: Rulebook, own: Iterable[str], asked: Iterable[ReadCell], *, ahead: bool
) -> frozenset[str]:
    """The layers in which an operation may act before or behind its own; no reading is left out.

    own: the ids of the layers that it may belong to. asked: as of `asked_by`. ahead: whether its
    ability takes or gives abilities: what stands in the layer of that acts ahead with it.
    """
    ids = [layer.id for layer in rulebook.layers]
    numbers = [ids.index(id) for id in own]
    found: set[int] = set()
    for (how,) in rulebook.combinations(_WAITING):
        last = [
            {layers[-1] if layers else -1 for layers in rulebook.possible_listings(words)}
            for words in (_words(cell, rulebook) for cell in asked if _waits(cell, how))
        ]
        # The latest of them is waited for, if it comes behind the own one.
        first = max([min(numbers) + 1, *map(min, last)])
        found.update(_behind(rulebook, one) for each in last for one in each if one >= first)
    early = {value for (value,) in rulebook.combinations(("ability added or removed",))}
    if ahead and early != {AHEAD_OF_NONE}:
        found.update(n for n in range(max(numbers) - 1) if rulebook.layers[n].between)
    return frozenset(ids[number] for number in found)


def _behind(rulebook: Rulebook, layer: int) -> LayerNumber:
    """The place in which what waits for the layer has its turn."""
    for number in range(layer + 1, len(rulebook.layers)):
        if rulebook.layers[number].between:
            return LayerNumber(number)
    return LayerNumber(len(rulebook.layers) - 1)


def _waits(cell: ReadCell, how: str) -> bool:
    """Whether who asks for the cell waits for the layers that change it."""
    return how != IN_ITS_OWN and not (how == NOT_FOR_CONTROL and isinstance(cell, ReadController))


def asked_by(scope: a.Selector, condition: a.Condition | None) -> tuple[ReadCell, ...]:
    """What decides on whom an operation is done to."""
    every = (node for tree in (scope, condition) for node in nodes(tree))
    return tuple(dict.fromkeys(cell for node in every for cell in getattr(node, "reads", ())))


def _words(cell: ReadCell, rulebook: Rulebook) -> tuple[str, ...]:
    """The layer words of the operations that change the cell. No layer changes places."""
    match cell:
        case ReadWord(name) | ReadNumber(name):
            name = name.removeprefix("base ")
            verbs = ("set", "fix", "add", "remove", "multiply", "limit", "swap", "change")
            animating = ("animate",) if name == rulebook.types else ()
            return (*(f"{verb} {name}" for verb in verbs), *animating)
        case ReadController():
            return tuple(f"{verb} {rulebook.control}" for verb in ("set", "forbid", "change"))
        case ReadStatus(status):
            return (status,)
        case ReadAbility() | ReadKeywordNumber():
            taking = (s.name for s in rulebook.statuses.values() if s.silences or s.disables)
            words = (f"{verb} abilities" for verb in ("gain", "lose", "forbid", "change"))
            return (*words, *taking)
        case ReadName() | ReadRegion() | ReadRelation() | ReadCarried():
            return ()
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
