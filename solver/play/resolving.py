"""Resolves spells and abilities: their effects, with values and sets fixed at that moment."""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.by_kind import changes_characteristics
from layerlaw.model.algebra.entries import operand_of
from layerlaw.model.algebra.trees import with_operands, with_operations
from layerlaw.model.algebra.writes import WriteCopy
from layerlaw.model.cards.exceptions import excepted
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.board.columns import bits
from layerlaw.solver.effects.context import Context, context_of, only, speaks_of_it
from layerlaw.solver.effects.copying import original
from layerlaw.solver.effects.evaluate import condition, player, referring, scoped, value
from layerlaw.solver.effects.operations import activated_abilities
from layerlaw.solver.facts.situation import ResolvedEffect, Timestamp
from layerlaw.solver.play.last_known import meant
from layerlaw.solver.play.resolved_effects import speaks_of_targets_alone
from layerlaw.solver.play.zones import lasts_with_source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.model.algebra.trees import Operand
    from layerlaw.model.cards.card import Card, PrintedAbility
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.play.announced import Known, PlacedAbilities
    from layerlaw.solver.play.table import GameTable


@dataclass(frozen=True, slots=True)
class Use:
    """What resolves: its player, the choices made, and the id of its effects.

    chosen: the targets that were chosen; targets: those of them that are still the same. known:
    what is last known of what has left since.
    """

    source: str
    player: str
    abilities: PlacedAbilities
    id: str
    timestamp: Timestamp
    targets: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    choice: str | None = None
    orphaned: bool = False
    joint: str = ""
    copied: Card | None = None
    known: Known = field(default_factory=dict)


def make_effects(table: GameTable, use: Use) -> None:
    """Makes the effects of these abilities, all from the same state."""
    made = [(rank, printed) for rank, printed in use.abilities if printed.ability.leaves_effect]
    if not made:
        return
    before = _looked_at(table, [printed for _, printed in made])
    ids = _effect_ids(table, use, len(made))
    for id, (rank, printed) in zip(ids, made, strict=True):
        effect = ResolvedEffect(
            id,
            use.source,
            use.player,
            printed.ability,
            use.timestamp,
            rank,
            use.targets,
            (None,) * len(printed.ability.instructions),
            copies=(use.copied,) * len(copying(printed.ability)),
            orphaned=use.orphaned,
            choice=use.choice,
        )
        if before is not None:
            context = context_of(before.world, before.instances, effect)
            if printed.only_if is not None and not condition(printed.only_if, context)(
                before.board, -1
            ):
                what = "does nothing, for its 'if' is not so as it resolves"
                table.note_effect(id, use.source, what)
                continue
            effect = replace(
                effect,
                ability=frozen_ability(printed.ability, context, before.board),
                locked=locked_sets(printed.ability, context, before.board),
            )
            if use.copied is None:
                copies = copied_cards(printed.ability, context, before.board, use.known)
                effect = replace(effect, copies=copies)
        if use.orphaned and lasts_with_source(table, effect):
            what = f"ends at once, for {use.source} has left"
            table.note_effect(id, use.source, what, about=(use.source,))
        elif _has_no_target_left(use, printed.ability):
            table.note_effect(id, use.source, "does nothing, for its targets have left")
        else:
            table.effects.append(effect)


def _looked_at(table: GameTable, made: Sequence[PrintedAbility]) -> Answer | None:
    """The state, if it fixes anything in these abilities: most only speak of their targets."""
    policies = ("resolved set", "resolved variable")

    def looks(values: tuple[str, ...]) -> bool:
        sets, variable = values
        return any(
            printed.only_if is not None
            or reads_the_state(printed.ability, sets=sets, variable=variable)
            for printed in made
        )

    if not any(map(looks, table.rulebook.combinations(policies))):
        return None
    try:
        return table.derivation()
    except LayerlawError:
        # There is none; readings under which nobody looks go on.
        if table.rulebook.decided(policies, looks):
            raise
        return None


def _has_no_target_left(use: Use, ability: a.Ability) -> bool:
    return bool(use.chosen) and not use.targets and speaks_of_targets_alone(ability)


def _effect_ids(table: GameTable, use: Use, count: int) -> list[str]:
    """The ids of the effects; a second use while one is in force adds `again`."""
    tries = 0
    while True:
        again = "" if not tries else ".again" if tries == 1 else f".again{tries}"
        id = f"{use.id}{again}"
        ids = [id] if count == 1 else [f"{id}{use.joint}{n}" for n in range(1, count + 1)]
        if not any(map(table.effects.has_id, ids)):
            return ids
        tries += 1


# --- what is fixed -----------------------------------------------------------------------------


def frozen_ability(ability: a.Ability, context: Context, board: Board) -> a.Ability:
    """The ability with its numbers and players worked out, as policy `resolved variable` says."""
    return context.world.rulebook.decided(
        ("resolved variable",), lambda values: _frozen(ability, context, board, values[0])
    )


def _frozen(ability: a.Ability, context: Context, board: Board, policy: str) -> a.Ability:
    if policy == "always":
        return ability

    def fixed(instruction: a.Instruction, operand: Operand) -> Operand:
        if isinstance(operand, a.Value):
            return number(instruction, operand)
        if isinstance(operand, a.ControllerOf | a.OwnerOf):
            return someone(instruction, operand)
        return operand

    def someone(instruction: a.Instruction, tree: a.Player) -> a.Player:
        evaluate = player(tree, context)
        if not speaks_of_it(tree):
            return a.NamedPlayer(_the_one(evaluate(board, -1)))
        if policy != "once":
            return tree
        indexes = bits(scoped(instruction.scope, context)(board, -1))
        things = context.world.things
        pairs = ((things[index].id, _the_one(evaluate(board, index))) for index in indexes)
        return a.RecordedPlayer(tuple(pairs))

    def number(instruction: a.Instruction, tree: a.Value) -> a.Value:
        evaluate = value(tree, context)
        if not speaks_of_it(tree):
            return a.Number(evaluate(board, -1))
        if policy != "once":
            return tree
        indexes = bits(scoped(instruction.scope, context)(board, -1))
        things = context.world.things
        return a.Recorded(tuple((things[index].id, evaluate(board, index)) for index in indexes))

    def gained(_: a.Instruction, operation: a.Operation) -> a.Operation:
        if not isinstance(operation, a.GainActivated) or speaks_of_it(operation.of):
            return operation
        found = activated_abilities(operation.of, context, board)
        return replace(operation, found=tuple(sorted(found, key=repr)))

    def arriving(one: a.Entrance) -> a.Entrance:
        if not isinstance(one, a.EnterWith) or speaks_of_it(one.amount):
            return one
        return replace(one, amount=a.Number(value(one.amount, context)(board, -1)))

    entering = tuple(
        replace(one, arrivals=tuple(map(arriving, one.arrivals))) for one in ability.entering
    )
    fixed_ability = with_operations(with_operands(ability, fixed), gained)
    return replace(fixed_ability, entering=entering) if entering else fixed_ability


def _the_one(players: frozenset[str]) -> str:
    """The player; no player, or more than one: nobody, for good."""
    return next(iter(players)) if len(players) == 1 else ""


def locked_sets(
    ability: a.Ability, context: Context, board: Board
) -> tuple[tuple[str, ...] | None, ...]:
    """For each instruction the ids that its set is fixed to, or None if it stays open."""
    return context.world.rulebook.decided(
        ("resolved set",),
        lambda values: _locked(ability, context, board, values[0]),
    )


def _locked(
    ability: a.Ability, context: Context, board: Board, sets: str
) -> tuple[tuple[str, ...] | None, ...]:
    return tuple(
        context.world.ids(scoped(instruction.scope, context)(board, -1))
        if keeps_a_set(instruction, sets)
        else None
        for instruction in ability.instructions
    )


def keeps_a_set(instruction: a.Instruction, sets: str) -> bool:
    """Whether the objects of the instruction are fixed when it resolves.

    sets: the policy `resolved set`, for where the instruction does not say. Targets and the
    source are known anyway, and players always are who they are.
    """
    by_word = instruction.locked
    if by_word is None:
        by_word = sets == "locked" or (
            sets.startswith("locked for characteristics")
            and any(map(changes_characteristics, instruction.operations))
        )
    return by_word and not isinstance(instruction.scope, a.Target | a.Self | a.Players)


def copied_cards(
    ability: a.Ability, context: Context, board: Board, known: Known
) -> tuple[Card | None, ...]:
    """What each `copy of` in the ability copies, in the order stated; None if nothing.

    What speaks of each object that it is done to is looked for anew. known: see `Use`.
    """
    return tuple(
        None if speaks_of_it(operation.of) else card_of(operation, context, board, known)
        for operation in copying(ability)
    )


def copying(ability: a.Ability) -> tuple[a.CopyOf, ...]:
    """The ability's operations that copy."""
    return tuple(
        operation
        for instruction in ability.instructions
        for operation in instruction.operations
        if isinstance(operation, a.CopyOf)
    )


def card_of(operation: a.CopyOf, context: Context, board: Board, known: Known) -> Card | None:
    """What the copy of the one object selected is; None if it is not one. Clause: SORC-COPY-1.

    What has left is copied as it was. Clause: CR-608.2h. A player is no object, and not copied.
    """
    last = meant(operation.of, known)
    if last is not None:
        return excepted(last.copied, operation.but)
    select = referring(operation.of, context)
    index = only(select(board, -1))
    if index is None or 1 << index & context.world.all_players:
        return None
    return excepted(original(context.world, board, index), operation.but)


def reads_the_state(ability: a.Ability, *, sets: str, variable: str) -> bool:
    """Whether anything in the ability is fixed by the state in which it resolves.

    sets, variable: the policies `resolved set` and `resolved variable`.
    """
    for instruction in ability.instructions:
        if keeps_a_set(instruction, sets):
            return True
        for operation in instruction.operations:
            tree = operand_of(operation)
            if isinstance(tree, a.Value):
                fixed = variable != "always" and not isinstance(tree, a.Number)
            elif isinstance(tree, a.Player):
                fixed = variable != "always" and isinstance(tree, a.ControllerOf | a.OwnerOf)
            else:
                # What other selectors find is always looked for again.
                fixed = any(isinstance(write, WriteCopy) for write in operation.writes)
                fixed |= variable != "always" and isinstance(operation, a.GainActivated)
            if fixed:
                return True
    amounts = (
        one.amount
        for entering in ability.entering
        for one in entering.arrivals
        if isinstance(one, a.EnterWith)
    )
    return variable != "always" and any(not isinstance(one, a.Number) for one in amounts)
