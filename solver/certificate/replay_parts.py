"""Parts for the replay: what an effect does in each layer, and its operands worked out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from layerlaw.model.algebra import (
    AddMembersOf,
    Both,
    CantBeControlledBy,
    ChangeNumber,
    CopyOf,
    Either,
    FixNumber,
    Ignore,
    Limit,
    Not,
    Permission,
    ReplaceMember,
    SetMembers,
    SetNumber,
    SetPlayer,
)
from layerlaw.model.layering import verbs_of
from layerlaw.solver.certificate.replay_words import speaks_of_it

if TYPE_CHECKING:
    from collections.abc import Callable

    from layerlaw.model.algebra import Ability, Operation, Selector
    from layerlaw.model.cards import Card
    from layerlaw.model.rulebook import Rulebook
    from layerlaw.solver.certificate.replay_board import Instance
    from layerlaw.solver.certificate.replay_select import View
    from layerlaw.solver.situation import Timestamp

Plain = int | frozenset[str] | tuple[str, ...] | None
Operand = Plain | tuple[tuple[str, Plain], ...]
"""A number, players, or objects; or one of these for each object; None where there is none."""


@dataclass(frozen=True, slots=True, eq=False)
class Effect:
    """One effect. instance: the ability instance of a static one, None for a resolved one."""

    id: str
    source: str
    ability: Ability
    timestamp: Timestamp
    rank: int
    instance: Instance | None = None
    player: str | None = None
    targets: frozenset[str] = frozenset()
    locked: tuple[tuple[str, ...] | None, ...] = ()
    over_for: frozenset[str] = frozenset()
    copies: tuple[Card | None, ...] = ()
    withheld: frozenset[tuple[str, str]] = frozenset()
    orphaned: bool = False
    choice: str | None = None


@dataclass(frozen=True, slots=True)
class Act:
    """One operation of a part. immune: who it passes by. copy: which `copy of` it is, from 0."""

    operation: Operation
    immune: tuple[Selector, ...]
    copy: int


@dataclass(frozen=True, slots=True)
class Step:
    """One instruction of a part: its place in the ability, its scope, and its operations."""

    place: int
    scope: Selector
    acts: tuple[Act, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """All that an effect does in one layer."""

    effect: Effect
    layer: int
    steps: tuple[Step, ...]

    @property
    def id(self) -> str:
        """The effect's id."""
        return self.effect.id


@dataclass(frozen=True, slots=True)
class Doing:
    """What one instruction would do. reach: for each operation the objects not immune to it."""

    scope: tuple[str, ...]
    operands: tuple[Operand, ...]
    reach: tuple[tuple[str, ...], ...] = field(compare=False)


Observation = tuple[Doing, ...]


def parts_of(effect: Effect, rulebook: Rulebook) -> dict[int, Part]:
    """What the effect does in each layer; layers are numbered in the rulebook's order."""
    steps: dict[int, list[Step]] = {}
    copies = 0
    for place, instruction in enumerate(effect.ability.instructions):
        acts: dict[int, list[Act]] = {}
        for operation in instruction.operations:
            act = Act(operation, _immune(operation, instruction.scope, rulebook), copies)
            layer = _layer_of(operation, effect.ability.layer, rulebook)
            acts.setdefault(layer, []).append(act)
            copies += isinstance(operation, CopyOf)
        for layer, own in acts.items():
            steps.setdefault(layer, []).append(Step(place, instruction.scope, tuple(own)))
    return {layer: Part(effect, layer, tuple(made)) for layer, made in steps.items()}


def sets(part: Part) -> bool:
    """Whether the part sets something: `:=`, fixed at, a copy, one word for another."""
    return any(
        isinstance(
            act.operation,
            SetNumber | FixNumber | SetMembers | SetPlayer | CopyOf | ReplaceMember,
        )
        for step in part.steps
        for act in step.acts
    )


def _layer_of(operation: Operation, named: str | None, rulebook: Rulebook) -> int:
    """The layer an operation works in: that which its ability names, or by what it does."""
    if named is not None:
        ids = [layer.id for layer in rulebook.layers]
        return ids.index(named) if named in ids else -1
    for verb in verbs_of(operation):
        for number, layer in enumerate(rulebook.layers):
            if verb in layer.does:
                return number
    return -1


def _immune(operation: Operation, scope: Selector, rulebook: Rulebook) -> tuple[Selector, ...]:
    """Who is passed by: unless the scope speaks of them by their word. Clause: SORC-AVATAR-1."""
    verbs = verbs_of(operation)
    return tuple(
        who for who, verb, _ in rulebook.immune if verb in verbs and not _speaks_of(scope, who)
    )


def doing(step: Step, scope: tuple[str, ...], view: View) -> Doing:
    """What the instruction would do to the objects in its scope."""
    reach = tuple(
        tuple(o for o in scope if not any(view.firm.matches(o, who, None) for who in act.immune))
        if act.immune
        else scope
        for act in step.acts
    )
    operands = tuple(
        operand(act.operation, objects, view) for act, objects in zip(step.acts, reach, strict=True)
    )
    return Doing(scope, operands, reach)


def operand(operation: Operation, objects: tuple[str, ...], view: View) -> Operand:
    """The operand worked out on the view's board; an action on no object has none."""
    if not objects:
        return None
    work: Callable[[str | None], Plain]
    tree: object
    match operation:
        case (
            SetNumber(_, value)
            | FixNumber(_, value)
            | ChangeNumber(_, _, value)
            | Limit(_, _, value)
        ):
            tree, work = value, lambda it: view.value(value, it)
        case SetPlayer(_, player) | CantBeControlledBy(player):
            tree, work = player, lambda it: view.players(player, it)
        case CopyOf(of) if view.player is None:
            # What resolved has read it by then; a static effect reads it on the board at hand.
            tree, work = of, lambda it: _as_tuple(view.the_one(of, it))
        case AddMembersOf(characteristic, of):
            tree, work = of, lambda it: _words_of(characteristic, of, view, it)
        case Permission(_, _, to) if to is not None:
            tree, work = to, lambda it: view.select(to, it)
        case Ignore(_, sources) if sources is not None:
            tree, work = sources, lambda it: view.select(sources, it)
        case _:
            return None
    if speaks_of_it(tree):
        return tuple((object, work(object)) for object in objects)
    return work(None)


def _words_of(characteristic: str, of: Selector, view: View, it: str | None) -> frozenset[str]:
    """Every word of a set that something meant has."""
    found: frozenset[str] = frozenset()
    for one in view.refer(of, it):
        found |= view.board.words(one, characteristic)
    return found


def _as_tuple(object: str | None) -> tuple[str, ...] | None:
    return None if object is None else (object,)


def _speaks_of(scope: Selector, who: Selector) -> bool:
    """Whether the scope names `who` in so many words; what a noun means does not count."""
    if scope == who:
        return True
    match scope:
        case Not(inner):
            return _speaks_of(inner, who)
        case Both(parts) | Either(parts):
            return any(_speaks_of(part, who) for part in parts)
    return False
