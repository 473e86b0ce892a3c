"""What a part does to a board together with the static parts that it brings into existence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.board.columns import ABILITIES, bits
from layerlaw.solver.board.kinds import NO_OBJECTS, InstanceNumber
from layerlaw.solver.effects.indifference import may_act_in
from layerlaw.solver.effects.reads import merge
from layerlaw.solver.layers.observe import cut_scopes

if TYPE_CHECKING:
    from collections.abc import Collection

    from layerlaw.solver.board.columns import Board, Column
    from layerlaw.solver.board.kinds import LayerNumber
    from layerlaw.solver.effects.effects import Effects
    from layerlaw.solver.effects.parts import Observation, Part
    from layerlaw.solver.effects.reads import Reads
    from layerlaw.solver.layers.observe import Granted, Observer


@dataclass(frozen=True, slots=True)
class Applied:
    """What was applied to a board, one part after another.

    board: what it is then. cells: those that were written, changed or not. changes: those that
    changed on the way. parts: which parts, with what each did; none if the first did not exist.
    """

    board: Board
    cells: Reads
    changes: Reads
    parts: tuple[tuple[Part, Observation], ...]


def apply_alone(observer: Observer, board: Board, part: Part, granted: list[Granted]) -> Applied:
    """The part applied to a fork of the board. granted: takes what it grants."""
    seen = observer.observe(part, board)
    if seen is None:
        return Applied(board, {}, {}, ())
    after = observer.apply(part, seen, board, granted)
    changes = after.changes_from(board)
    cells = dict(changes)
    for step, (scope, _) in zip(part.steps, seen, strict=True):
        cuts = cut_scopes(step, scope, board)
        for prepared, cut_scope in zip(step.operations, cuts, strict=True):
            for characteristic in prepared.writes:
                cells[characteristic] = cells.get(characteristic, NO_OBJECTS) | cut_scope
    return Applied(after, cells, changes, ((part, seen),))


def with_brought(
    observer: Observer,
    board: Board,
    part: Part,
    known: Collection[Part],
    granted: list[Granted],
    *,
    always: bool = False,
) -> Applied:
    """The part applied, then the static parts of its layer that this brought into existence.

    known: those that nothing brings, for they are there. granted: what was granted since the trial
    began, in that order; it takes what is granted now, for what was granted first may come to exist
    last. always: look for what was brought even where nothing could be.
    """
    first = apply_alone(observer, board, part, granted)
    return and_brought(observer, board, first, known, granted, always=always)


def and_brought(
    observer: Observer,
    board: Board,
    first: Applied,
    known: Collection[Part],
    granted: list[Granted],
    *,
    always: bool = False,
) -> Applied:
    """As `with_brought`, where the part itself was applied to the board before."""
    if not first.parts:
        return first
    [(part, _)] = first.parts
    layer, after = part.layer, first.board
    if not always and not may_bring(observer, layer, board, after, first.changes):
        return first
    brought = [
        one
        for one in observer.effects.standing(layer, after)
        if one.effect.static
        and one not in known
        and observer.exists(one, after)
        and not observer.exists(one, board)
    ]
    order = {
        (instance, holder): (1 << 30) + number
        for number, (instance, holders) in enumerate(granted)
        for holder in bits(holders)
    }

    def age(one: Part) -> tuple[object, ...]:
        effect, key = one.effect, one.key
        given = order.get((effect.instance, effect.holder), key[3])
        return (*key[:3], given, *key[4:])

    all_applied = [first]
    for one in sorted(brought, key=age):
        all_applied.append(apply_alone(observer, all_applied[-1].board, one, granted))
    cells: Reads = {}
    changes: Reads = {}
    for applied in all_applied:
        cells, changes = merge(cells, applied.cells), merge(changes, applied.changes)
    every = tuple(one for applied in all_applied for one in applied.parts)
    return Applied(all_applied[-1].board, cells, changes, every)


def may_bring(
    observer: Observer, layer: LayerNumber, before: Board, after: Board, changes: Reads
) -> bool:
    """Whether what changed could have brought a part of the layer into existence.

    What a condition reads has to be changed, an ability that does something there gained, or a
    disabling status lost.
    """
    effects = observer.effects
    return (
        meet(changes, effects.condition_reads)
        or gains(effects, layer, before, after)
        or frees(observer, before, after)
    )


def meet(one: Reads, other: Reads) -> bool:
    """Whether they have a cell in common."""
    return any(mask & other.get(characteristic, 0) for characteristic, mask in one.items())


def frees(observer: Observer, before: Board, after: Board) -> bool:
    """Whether any object has lost a status under which no ability works."""
    for status in observer.world.rulebook.disabling:
        old, new = before.column(status), after.column(status)
        if old is not new and old.get(True, 0) & ~new.get(True, 0):
            return True
    return False


def gains(effects: Effects, layer: LayerNumber, before: Board, after: Board) -> bool:
    """Whether any object has gained an ability that does something in the layer."""
    old, new = before.column(ABILITIES), after.column(ABILITIES)
    return old is not new and _any_gained(effects, layer, old, new)


def _any_gained(effects: Effects, layer: LayerNumber, old: Column, new: Column) -> bool:
    rulebook = effects.world.rulebook
    id = rulebook.layers[layer].id
    for instance, held in new.items():
        gained = held & ~old.get(instance, NO_OBJECTS)
        if not gained:
            continue
        assert isinstance(instance, InstanceNumber)
        if effects.instances[instance].static:
            works = gained & effects.works(instance)
            # Where readings are looked at side by side, none is told apart from others for this.
            if rulebook.in_doubt:
                if works and may_act_in(rulebook, effects.instances[instance].ability, id):
                    return True
            elif any(layer in effects.parts_of(instance, one) for one in bits(works)):
                return True
    return False
