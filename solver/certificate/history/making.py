"""What resolves: the effects that it leaves, with what is fixed at that moment."""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.entries import operand_of
from layerlaw.model.algebra.trees import with_operands, with_operations
from layerlaw.model.algebra.writes import WriteMark, WriteStatus
from layerlaw.model.cards.card import as_copied
from layerlaw.model.dataclass import dataclass
from layerlaw.solver.certificate.history.effects import Lasting, Making
from layerlaw.solver.certificate.history.ends import lasts_with_its_source
from layerlaw.solver.certificate.history.remembered import as_meant
from layerlaw.solver.certificate.replay.board import ones
from layerlaw.solver.certificate.replay.copied import left_by_copies, left_of
from layerlaw.solver.certificate.replay.otherwise import with_otherwise
from layerlaw.solver.certificate.replay.parts import activated_abilities
from layerlaw.solver.certificate.replay.words import speaks_of_it
from layerlaw.solver.facts.situation import ResolvedEffect

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.model.algebra.trees import Operand
    from layerlaw.model.cards.card import Card
    from layerlaw.solver.certificate.history.log import Incarnation
    from layerlaw.solver.certificate.history.proceedings import PrintedAt, Proceedings
    from layerlaw.solver.certificate.history.remembered import Meant
    from layerlaw.solver.certificate.replay.select import View
    from layerlaw.solver.facts.situation import Timestamp


@dataclass(frozen=True, slots=True)
class Resolution:
    """Whose spell or ability resolves, and what was chosen for it.

    id: of its effects; joint: before their numbers, where there are several. chosen: how many
    targets were chosen; targets: those of them that are the same objects. form: the card of which
    the source entered as a copy. meant: what is remembered of what has left since it was announced.
    """

    source: Incarnation
    player: str
    abilities: Sequence[PrintedAt]
    id: str
    since: Timestamp
    targets: tuple[Incarnation, ...] = ()
    chosen: int = 0
    choice: str | None = None
    joint: str = "."
    form: Card | None = None
    meant: Meant = field(default_factory=dict)


def resolve(known: Proceedings, what: Resolution) -> None:
    """All its effects, made from one complete state."""
    doing = [(rank, one) for rank, one in what.abilities if _does_something(one.ability)]
    looking = any(one.only_if is not None or _is_fixed(known, one.ability) for _, one in doing)
    state = known.state() if looking else None
    orphaned = not known.log.stands(what.source)
    made = []
    for id, (rank, printed) in zip(_free_ids(known, what, len(doing)), doing, strict=True):
        ability = printed.ability
        locked: tuple[tuple[Incarnation, ...] | None, ...] = (None,) * len(ability.instructions)
        copies: tuple[Card | None, ...] = tuple(what.form for _ in copies_in(ability))
        if state is not None:
            view = state.seen_by(_as_it_comes(what, id, rank, ability, copies, orphaned=orphaned))
            if printed.only_if is not None and not view.holds(printed.only_if):
                continue
            locked = tuple(
                tuple(map(known.log.named, state.ids(view.select(one.scope))))
                if _locks(known, one)
                else None
                for one in ability.instructions
            )
            if what.form is None:
                copies = tuple(
                    _original(known, one, view, what.meant) for one in copies_in(ability)
                )
            ability = _worked_out(known, ability, view)
        if orphaned and lasts_with_its_source(known, ability.until):
            continue
        of_targets = all(isinstance(one.scope, a.Target) for one in ability.instructions)
        of_targets = of_targets and not ability.entering
        if what.chosen and not what.targets and of_targets:
            continue
        made.append((id, rank, ability, locked, copies))
    for id, rank, ability, locked, copies in made:
        known.heard.hear(ability)
        for card in copies:
            known.heard.hear(card)
        making = Making(
            id,
            what.source,
            what.player,
            ability,
            what.since,
            rank,
            what.targets,
            locked,
            copies,
            what.choice,
            known.log.next(),
            len(known.turns),
            None if what.form is None else what.source,
        )
        known.standing.append(Lasting(making))


def stand(known: Proceedings, effect: ResolvedEffect) -> None:
    """An effect of an object that is there, with nothing to fix, begins."""
    known.heard.hear(effect.ability)
    making = Making(
        effect.id,
        known.log.named(effect.source),
        effect.player,
        effect.ability,
        effect.timestamp,
        effect.rank,
        (),
        (None,) * len(effect.ability.instructions),
        (),
        None,
        known.log.next(),
        len(known.turns),
    )
    known.standing.append(Lasting(making))


def as_they_come(known: Proceedings, what: Resolution) -> tuple[ResolvedEffect, ...]:
    """The effects that it would make, before anything is fixed."""
    doing = [(rank, one.ability) for rank, one in what.abilities if _does_something(one.ability)]
    orphaned = not known.log.stands(what.source)
    return tuple(
        _as_it_comes(
            what, id, rank, ability, tuple(what.form for _ in copies_in(ability)), orphaned=orphaned
        )
        for id, (rank, ability) in zip(_free_ids(known, what, len(doing)), doing, strict=True)
    )


def _as_it_comes(
    what: Resolution,
    id: str,
    rank: int,
    ability: a.Ability,
    copies: tuple[Card | None, ...],
    *,
    orphaned: bool,
) -> ResolvedEffect:
    """The effect before anything is fixed, as a state sees it."""
    return ResolvedEffect(
        id,
        what.source.id,
        what.player,
        ability,
        what.since,
        rank,
        tuple(one.id for one in what.targets),
        (None,) * len(ability.instructions),
        copies=copies,
        orphaned=orphaned,
        choice=what.choice,
    )


def _free_ids(known: Proceedings, what: Resolution, count: int) -> list[str]:
    """The ids of the effects: of those in force none has such a one."""
    taken = {one.making.id for one in known.standing}
    for name in names(what.id):
        numbered = [f"{name}{what.joint}{number}" for number in range(1, count + 1)]
        ids = [name] if count == 1 else numbered
        if taken.isdisjoint(ids):
            return ids
    raise AssertionError


def names(id: str) -> Iterator[str]:
    """What an effect is called, while others in force are called so."""
    yield id
    yield f"{id}.again"
    number = 2
    while True:
        yield f"{id}.again{number}"
        number += 1


def _does_something(ability: a.Ability) -> bool:
    """Whether an effect comes of it, on what is there or on what will enter."""
    return bool(ability.instructions) or bool(ability.entering)


def _amounts(ability: a.Ability) -> list[a.Value]:
    """The numbers of counters with which objects enter by it."""
    every = [one for each in ability.entering for one in each.arrivals]
    return [one.amount for one in every if isinstance(one, a.EnterWith)]


def copies_in(ability: a.Ability) -> list[a.CopyOf]:
    every = (one for each in ability.instructions for one in each.operations)
    return [one for one in every if isinstance(one, a.CopyOf)]


# --- what is fixed ------------------------------------------------------------------------------


def _is_fixed(known: Proceedings, ability: a.Ability) -> bool:
    """Whether anything of it is fixed by the state in which it resolves."""
    if copies_in(ability) or any(_locks(known, one) for one in ability.instructions):
        return True
    if known.policy("resolved variable") == "always":
        return False
    every = [one for each in ability.instructions for one in each.operations]
    if any(isinstance(one, a.GainActivated) and not speaks_of_it(one.of) for one in every):
        return True
    operands = [*map(operand_of, every), *_amounts(ability)]
    variable = a.ControllerOf | a.OwnerOf | a.Value
    return any(isinstance(one, variable) and not isinstance(one, a.Number) for one in operands)


def _locks(known: Proceedings, instruction: a.Instruction) -> bool:
    """Whether it keeps to the objects that are selected as it resolves. Policy `resolved set`."""
    if isinstance(instruction.scope, a.Self | a.Target | a.Players):
        return False
    if instruction.locked is not None:
        return instruction.locked
    said = known.policy("resolved set")
    if said in ("locked for characteristics", "locked for characteristics, part by part"):
        return any(map(_writes_characteristics, instruction.operations))
    return said == "locked"


def _writes_characteristics(operation: a.Operation) -> bool:
    """Whether it is other than a permission, an `ignores`, a redirection or a status."""
    for write in operation.writes:
        if isinstance(write, WriteMark):
            if write.kind == "unmodifiable":
                return True
        elif not isinstance(write, WriteStatus):
            return True
    return False


def _worked_out(known: Proceedings, ability: a.Ability, view: View) -> a.Ability:
    """The ability with its numbers and players. Policy `resolved variable`."""
    said = known.policy("resolved variable")

    def alone(player: a.Player, it: int) -> str:
        players = [*view.players(player, it)]
        return players[0] if len(players) == 1 else ""

    def number(instruction: a.Instruction, operand: Operand) -> Operand:
        if isinstance(operand, a.ControllerOf | a.OwnerOf):
            if not speaks_of_it(operand):
                return a.NamedPlayer(alone(operand, 0))
            if said != "once":
                return operand
            ids = view.table.ids
            places = ones(view.select(instruction.scope))
            return a.RecordedPlayer(tuple((ids[one], alone(operand, 1 << one)) for one in places))
        if not isinstance(operand, a.Value):
            return operand
        if speaks_of_it(operand):
            if said != "once":
                return operand
            ids = view.table.ids
            places = ones(view.select(instruction.scope))
            return a.Recorded(tuple((ids[one], view.value(operand, 1 << one)) for one in places))
        return a.Number(view.value(operand, 0))

    def gained(_: a.Instruction, operation: a.Operation) -> a.Operation:
        if not isinstance(operation, a.GainActivated) or speaks_of_it(operation.of):
            return operation
        now = {one for one, _ in activated_abilities(view, operation.of, 0)}
        return replace(operation, found=tuple(sorted(now, key=repr)))

    def arriving(one: a.Entrance) -> a.Entrance:
        if isinstance(one, a.EnterWith) and not speaks_of_it(one.amount):
            return a.EnterWith(one.counter, a.Number(view.value(one.amount, 0)))
        return one

    if said == "always":
        return ability
    made = with_operations(with_operands(ability, number), gained)
    entering = tuple(
        a.Entering(one.scope, tuple(map(arriving, one.arrivals))) for one in ability.entering
    )
    return replace(made, entering=entering)


def _original(
    known: Proceedings, operation: a.CopyOf, view: View, remembered: Meant
) -> Card | None:
    """What is copiable of the one object that is meant, with what the copy has otherwise.

    What speaks of each object that it is done to is looked for anew.
    """
    if speaks_of_it(operation.of):
        return None
    last = as_meant(operation, remembered)
    if last is not None:
        return with_otherwise(last.copiable, operation)
    meant = view.table.named(view.the_one(operation.of, 0))
    if not meant:
        return None
    [id] = meant
    if id in view.table.players:
        return None
    if left_by_copies(known.rulebook):
        left = left_of(view.table.index[id], view.board, view.table).card
        return with_otherwise(left, operation)
    form = known.form(id) if known.there(id) else view.table.things[id].card
    return with_otherwise(as_copied(form, None), operation)
