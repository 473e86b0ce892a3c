"""An ability as a program: for each layer its instructions, made ready once for a rulebook.

A program is kept with its rulebook and serves every derivation, whoever has the ability.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.trees import nodes
from layerlaw.model.algebra.writes import (
    BarStatus,
    WriteAbility,
    WriteCopy,
    WriteMark,
    is_setting,
    modifies,
)
from layerlaw.model.dataclass import dataclass
from layerlaw.solver.board.columns import FIXED, PERMISSIONS
from layerlaw.solver.board.kinds import LayerNumber
from layerlaw.solver.effects.compiling import condition_program, scope_program
from layerlaw.solver.effects.context import mentions
from layerlaw.solver.effects.operations import operation_program
from layerlaw.solver.effects.places import layers_of, takes_or_gives
from layerlaw.solver.effects.reads import ReadSet, joined, scope_reads, term_reads

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.effects.context import ConditionProgram, SelectProgram
    from layerlaw.solver.effects.operations import OperationProgram


_FIXED = ReadSet((FIXED,))

MARKS = frozenset((PERMISSIONS,))
"""What no effect looks at: nothing that waits depends on what writes it alone."""


@dataclass(frozen=True, slots=True)
class StepProgram:
    """What one instruction does in one layer.

    An instruction whose operations are of both kinds is two steps: what can't be modified is in the
    scope of one of them only.

    index: its place in the ability. modifies: whether it changes what objects are or have. immune:
    for each operation, who is immune to it. reads: what is looked at besides the scope.
    """

    index: int
    modifies: bool
    scope: SelectProgram
    operations: tuple[OperationProgram, ...]
    immune: tuple[SelectProgram | None, ...]
    scope_reads: ReadSet
    reads: ReadSet


@dataclass(frozen=True, slots=True)
class LayerProgram:
    """What an ability does in one layer.

    own_layers: the layers of what it does, where it waits for what it asks, or may act before them.
    sets: whether it sets something. reads: what it looks at; while_true: with its condition.
    """

    layer: LayerNumber
    own_layers: tuple[LayerNumber, ...]
    steps: tuple[StepProgram, ...]
    writes: frozenset[str]
    sets: bool
    reads: ReadSet
    while_true: ReadSet

    def reads_locked(self, locked: Sequence[bool]) -> ReadSet:
        """What it looks at where the sets of some instructions are locked."""
        scopes = (step.scope_reads for step in self.steps if not locked[step.index])
        return joined(_FIXED, *scopes, *(step.reads for step in self.steps))


@dataclass(frozen=True, slots=True)
class AbilityProgram:
    """What an ability does, by layer.

    condition: what is tested while it is a static effect. grants: the abilities that it grants,
    with what a line of text is called. source_free: whether it does the same whoever has it.
    player_only: whether it does where the same player controls who has it.
    acts_until: the last layer in which it does more than mark what can be done; -1 if in none.
    """

    layers: tuple[LayerProgram, ...]
    condition: ConditionProgram | None
    condition_reads: ReadSet
    grants: tuple[tuple[a.Ability, str], ...]
    source_free: bool
    player_only: bool
    acts_until: int


def ability_program(rulebook: Rulebook, ability: a.Ability) -> AbilityProgram:
    """The ability made ready; raises `LayerlawError` when no layer takes an operation."""
    tested = ability.condition
    condition = None if tested is None else condition_program(rulebook, tested)
    condition_reads = term_reads(rulebook, tested)
    grants: list[tuple[a.Ability, str]] = []
    texts: list[a.Ability] = []
    copies = 0
    steps: dict[LayerNumber, list[StepProgram]] = {}
    own_layers: dict[LayerNumber, set[LayerNumber]] = {}
    for index, instruction in enumerate(ability.instructions):
        scope = scope_program(rulebook, instruction.scope)
        reads = scope_reads(rulebook, instruction.scope)
        made: dict[tuple[LayerNumber, bool], list[tuple[OperationProgram, a.Selector | None]]] = {}
        for operation in instruction.operations:
            own, layer = layers_of(rulebook, ability, instruction, operation)
            own_layers.setdefault(layer, set()).add(own)
            place = -1
            if isinstance(operation, a.Gain):
                place = len(grants)
                grants.append((operation.ability, _text_name(operation.ability, texts)))
            elif isinstance(operation, a.CopyOf):
                place = copies
                copies += 1
            prepared = operation_program(rulebook, operation, place)
            immune = exempt_from(rulebook, operation, instruction.scope)
            kind = layer, modifies(operation.writes)
            made.setdefault(kind, []).append((prepared, immune))
        for (layer, modifying), operations in made.items():
            steps.setdefault(layer, []).append(
                StepProgram(
                    index,
                    modifying,
                    scope,
                    tuple(prepared for prepared, _ in operations),
                    tuple(
                        None if who is None else scope_program(rulebook, who)
                        for _, who in operations
                    ),
                    reads,
                    joined(
                        *(prepared.reads for prepared, _ in operations),
                        *(scope_reads(rulebook, who) for _, who in operations if who),
                    ),
                )
            )
    for layer, takers in _ahead(rulebook, steps, own_layers):
        steps[layer] = [step for taker in takers for step in steps[taker]]
        own_layers[layer] = set(takers)
    layers = tuple(
        _layer_program(layer, tuple(sorted(own_layers[layer])), tuple(here), condition_reads)
        for layer, here in steps.items()
    )
    return AbilityProgram(
        layers,
        condition,
        condition_reads,
        tuple(grants),
        impersonal(ability),
        of_its_player(ability),
        max((one.layer for one in layers if not one.writes <= MARKS), default=-1),
    )


def _ahead(
    rulebook: Rulebook,
    steps: Mapping[LayerNumber, Sequence[StepProgram]],
    own_layers: Mapping[LayerNumber, Collection[LayerNumber]],
) -> list[tuple[LayerNumber, tuple[LayerNumber, ...]]]:
    """The places in which the ability may act before its layers, each with these layers.

    What adds or removes abilities may, all of it together; but not what waits for what it asks.
    """
    takers = [
        layer
        for layer, here in sorted(steps.items())
        if own_layers[layer] == {layer}
        and any(
            takes_or_gives(prepared.operation, rulebook.statuses)
            for step in here
            for prepared in step.operations
        )
    ]
    earlier = [
        (LayerNumber(number), tuple(taker for taker in takers if taker > number + 1))
        for number, layer in enumerate(rulebook.layers)
        if layer.between and number not in steps
    ]
    return [(layer, later) for layer, later in earlier if later]


def _layer_program(
    layer: LayerNumber,
    own_layers: tuple[LayerNumber, ...],
    steps: tuple[StepProgram, ...],
    condition_reads: ReadSet,
) -> LayerProgram:
    operations = [prepared for step in steps for prepared in step.operations]
    reads = joined(*(one for step in steps for one in (step.scope_reads, step.reads)))
    return LayerProgram(
        layer,
        own_layers,
        steps,
        frozenset().union(*(prepared.writes for prepared in operations)),
        any(is_setting(prepared.operation.writes) for prepared in operations),
        joined(_FIXED, reads),
        joined(_FIXED, condition_reads, reads),
    )


def exempt_from(rulebook: Rulebook, operation: a.Operation, scope: a.Selector) -> a.Selector | None:
    """What an operation passes by unless it names it. Clause: SORC-AVATAR-1."""
    exempt = tuple(
        who
        for who, verb, _ in rulebook.immune
        if verb in operation.layer_words
        and not (isinstance(who, a.Noun) and mentions(scope, who.word))
    )
    return a.Either(exempt) if exempt else None


def _text_name(ability: a.Ability, texts: list[a.Ability]) -> str:
    """What a granted line of text is called: `gained`, the effect's next one `gained2`, ..."""
    if ability.keyword is not None:
        return ""
    if ability not in texts:
        texts.append(ability)
    number = texts.index(ability) + 1
    return "gained" if number == 1 else f"gained{number}"


_IMPERSONAL = (
    a.Ability,
    a.Instruction,
    # selectors
    a.Everything,
    a.It,
    a.Identified,
    a.Noun,
    a.Member,
    a.Named,
    a.HasStatus,
    a.InZone,
    a.EnteredThisTurn,
    a.CameFrom,
    a.Linked,
    a.PrintedToken,
    a.AtSquares,
    a.InRegion,
    a.HasAbility,
    a.Players,
    a.Owned,
    a.Controlled,
    a.Sharing,
    a.Exceeding,
    a.Compared,
    a.Not,
    a.Both,
    a.Either,
    # players, values and conditions
    a.NamedPlayer,
    a.ControllerOf,
    a.OwnerOf,
    a.Number,
    a.Read,
    a.KeywordNumber,
    a.ReadPart,
    a.Count,
    a.Times,
    a.Summary,
    a.CountWords,
    a.Arithmetic,
    a.Exists,
    a.Matches,
    a.Holds,
    a.Negation,
    a.AllOf,
    a.AnyOf,
)


def impersonal(tree: object) -> bool:
    """Whether nothing in the tree speaks of its source, its player, or what was chosen for it."""
    return _speaks_of_no_source_but_for(tree, ())


def of_its_player(tree: object) -> bool:
    """Whether nothing in the tree speaks of its source but of who controls it."""
    return _speaks_of_no_source_but_for(tree, (a.You, a.Opponent))


def _speaks_of_no_source_but_for(tree: object, said: tuple[type, ...]) -> bool:
    return all(
        _bears_no_name(node)
        if isinstance(node, a.Operation)
        else isinstance(node, said) or _speaks_of_no_source(node)
        for node in nodes(tree)
    )


def _speaks_of_no_source(node: object) -> bool:
    """Whether a term means the same to every effect; `since then` is when each began."""
    if isinstance(node, a.Did):
        return node.period != "since then"
    return isinstance(node, _IMPERSONAL)


def _bears_no_name(operation: a.Operation) -> bool:
    """Whether what is written tells no effect from another; marks, bars, grants and copies do."""
    return not any(
        isinstance(write, WriteMark | BarStatus | WriteCopy)
        or (isinstance(write, WriteAbility) and write.how == "gain")
        for write in operation.writes
    )
