"""What resolves: the effects that it leaves, with what is fixed at that moment."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.entries import operand_of
from layerlaw.model.algebra.trees import with_operands
from layerlaw.model.algebra.writes import WriteMark, WriteStatus
from layerlaw.model.cards.card import as_copied
from layerlaw.solver.certificate.history.table import of_targets_alone
from layerlaw.solver.certificate.history.zones import lasts_with_its_source
from layerlaw.solver.certificate.replay.board import ones
from layerlaw.solver.certificate.replay.words import speaks_of_it
from layerlaw.solver.facts.situation import ResolvedEffect

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.model.algebra.trees import Operand
    from layerlaw.model.cards.card import Card
    from layerlaw.solver.certificate.history.states import State
    from layerlaw.solver.certificate.history.table import Placed, PlayedTable
    from layerlaw.solver.certificate.replay.select import View
    from layerlaw.solver.facts.situation import Timestamp


@dataclass(frozen=True, slots=True)
class Resolving:
    """Whose spell or ability resolves, and what was chosen for it.

    id: of its effects; joint: before their numbers, where there are several. chosen: the targets
    chosen; targets: those of them that are still the same objects. copied: what was copied.
    """

    source: str
    player: str
    abilities: Sequence[Placed]
    id: str
    since: Timestamp
    targets: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    choice: str | None = None
    orphaned: bool = False
    joint: str = "."
    copied: Card | None = None


def resolve(table: PlayedTable, what: Resolving) -> None:
    """Its effects, all made from one state."""
    leaving = [(rank, one) for rank, one in what.abilities if one.ability.instructions]
    state: State | None = None
    if any(one.only_if is not None or _looks(table, one.ability) for _, one in leaving):
        state = table.state()
    ids = _ids(table, what, len(leaving))
    made = []
    for id, (rank, printed) in zip(ids, leaving, strict=True):
        ability = printed.ability
        copies = [one for one in _operations(ability) if isinstance(one, a.CopyOf)]
        effect = ResolvedEffect(
            id,
            what.source,
            what.player,
            ability,
            what.since,
            rank,
            what.targets,
            (None,) * len(ability.instructions),
            copies=(what.copied,) * len(copies),
            orphaned=what.orphaned,
            choice=what.choice,
        )
        if state is not None:
            view = state.seen_by(effect)
            if printed.only_if is not None and not view.holds(printed.only_if):
                continue
            effect = replace(
                effect,
                ability=_fixed(table, ability, view),
                locked=tuple(
                    state.ids(view.select(one.scope)) if _keeps(table, one) else None
                    for one in ability.instructions
                ),
            )
            if what.copied is None:
                copied = tuple(_copied(table, one.of, view) for one in copies)
                effect = replace(effect, copies=copied)
        ends_at_once = what.orphaned and lasts_with_its_source(table, effect)
        untargeted = what.chosen and not what.targets and of_targets_alone(ability)
        if not ends_at_once and not untargeted:
            made.append(effect)
    table.effects += made


def _ids(table: PlayedTable, what: Resolving, count: int) -> list[str]:
    """The ids of the effects, none of which is in force."""
    known = {effect.id for effect in table.effects}
    again = 0
    while True:
        word = ("", ".again")[bool(again)] + (str(again) if again > 1 else "")
        one = f"{what.id}{word}"
        ids = [one] if count == 1 else [f"{one}{what.joint}{n + 1}" for n in range(count)]
        if known.isdisjoint(ids):
            return ids
        again += 1


def _operations(ability: a.Ability) -> list[a.Operation]:
    return [operation for one in ability.instructions for operation in one.operations]


def _looks(table: PlayedTable, ability: a.Ability) -> bool:
    """Whether anything of it is fixed by the state in which it resolves."""
    variable = table.policy("resolved variable") != "always"
    for instruction in ability.instructions:
        if _keeps(table, instruction):
            return True
        for operation in instruction.operations:
            tree = operand_of(operation)
            if isinstance(operation, a.CopyOf):
                return True
            if variable and isinstance(tree, a.ControllerOf | a.OwnerOf):
                return True
            if variable and isinstance(tree, a.Value) and not isinstance(tree, a.Number):
                return True
    return False


def _keeps(table: PlayedTable, instruction: a.Instruction) -> bool:
    """Whether the objects that it is about are fixed as it resolves. Policy `resolved set`."""
    if isinstance(instruction.scope, a.Target | a.Self | a.Players):
        return False
    if instruction.locked is not None:
        return instruction.locked
    match table.policy("resolved set"):
        case "locked":
            return True
        case "locked for characteristics":
            return any(
                isinstance(write, WriteMark) and write.kind == "unmodifiable"
                if isinstance(write, WriteStatus | WriteMark)
                else True
                for operation in instruction.operations
                for write in operation.writes
            )
    return False


def _fixed(table: PlayedTable, ability: a.Ability, view: View) -> a.Ability:
    """The ability with its numbers and players worked out. Policy `resolved variable`."""
    how = table.policy("resolved variable")
    if how == "always":
        return ability

    def fixed(instruction: a.Instruction, operand: Operand) -> Operand:
        if isinstance(operand, a.ControllerOf | a.OwnerOf) and not speaks_of_it(operand):
            players = sorted(view.players(operand, 0))
            return a.NamedPlayer(players[0] if len(players) == 1 else "")
        if not isinstance(operand, a.Value):
            return operand
        if not speaks_of_it(operand):
            return a.Number(view.value(operand, 0))
        if how != "once":
            return operand
        numbers = [
            (view.table.ids[place], view.value(operand, 1 << place))
            for place in ones(view.select(instruction.scope))
        ]
        return a.Recorded(tuple(numbers))

    return with_operands(ability, fixed)


def _copied(table: PlayedTable, of: a.Selector, view: View) -> Card | None:
    """What is copiable of the one object that is meant."""
    meant = view.the_one(of, 0)
    if not meant:
        return None
    [id] = view.table.named(meant)
    if id not in table.things:
        return as_copied(view.table.things[id].card, None)
    return as_copied(table.form(id), None)
