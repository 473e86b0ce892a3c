"""Parts for the replay: what an effect does in each layer, and its operands worked out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, assert_never

from layerlaw.model import algebra as a
from layerlaw.solver.certificate.replay.board import (
    ABILITIES,
    BASE,
    CONTROLLER,
    FIXED,
    NAME,
    PERMISSIONS,
    ones,
)
from layerlaw.solver.certificate.replay.layer_words import immune, layer_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.certificate.replay.instances import ReplayInstance
    from layerlaw.solver.certificate.replay.select import View
    from layerlaw.solver.facts.situation import Timestamp

Plain = int | frozenset[str] | tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Each:
    """An operand that is another one for each object; by the object's place."""

    operands: dict[int, Plain]


Operand = Plain | Each
"""A number, players or words, or objects; or one of these for each object; None: there is none."""


@dataclass(frozen=True, slots=True, eq=False)
class ReplayEffect:
    """One effect. instance: the ability instance of a static one, None for a resolved one."""

    id: str
    source: str
    ability: a.Ability
    timestamp: Timestamp
    rank: int
    instance: ReplayInstance | None = None
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
    """One operation of a part. immune: who it passes by. copy: which `copy of` it is, from 0.

    about: the characteristics that it is about.
    """

    operation: a.Operation
    immune: tuple[a.Selector, ...]
    copy: int
    about: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One instruction of a part: its place in the ability, its scope, and its operations."""

    place: int
    scope: a.Selector
    acts: tuple[Act, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ReplayPart:
    """All that an effect does in one layer."""

    effect: ReplayEffect
    layer: int
    steps: tuple[ReplayStep, ...]

    @property
    def id(self) -> str:
        """The effect's id."""
        return self.effect.id


@dataclass(frozen=True, slots=True)
class Doing:
    """What one instruction would do. reach: for each operation the objects not immune to it."""

    scope: int
    operands: tuple[Operand, ...]
    reach: tuple[int, ...] = field(compare=False)


Observation = tuple[Doing, ...]


def parts_of(effect: ReplayEffect, rulebook: Rulebook) -> dict[int, ReplayPart]:
    """What the effect does in each layer; layers are numbered in the rulebook's order."""
    steps = steps_of(effect.ability, rulebook)
    return {layer: ReplayPart(effect, layer, made) for layer, made in steps.items()}


Steps = dict[int, tuple[ReplayStep, ...]]

_STEPS: dict[tuple[int, int], tuple[a.Ability, Rulebook, Steps]] = {}
_MOST_STEPS = 10_000


def steps_of(ability: a.Ability, rulebook: Rulebook) -> Steps:
    """The instructions of an ability by layer; those of the last abilities are remembered."""
    key = id(ability), id(rulebook)
    known = _STEPS.get(key)
    if known is None or known[0] is not ability or known[1] is not rulebook:
        if len(_STEPS) >= _MOST_STEPS:
            _STEPS.clear()
        known = _STEPS[key] = ability, rulebook, _steps(ability, rulebook)
    return known[2]


def _steps(ability: a.Ability, rulebook: Rulebook) -> Steps:
    steps: dict[int, list[ReplayStep]] = {}
    copies = 0
    for place, instruction in enumerate(ability.instructions):
        acts: dict[int, list[Act]] = {}
        for operation in instruction.operations:
            spared = immune(operation, instruction.scope, rulebook)
            act = Act(operation, spared, copies, about(operation, rulebook))
            layer = layer_of(operation, ability.layer, rulebook)
            acts.setdefault(layer, []).append(act)
            copies += isinstance(operation, a.CopyOf)
        for layer, own in acts.items():
            steps.setdefault(layer, []).append(ReplayStep(place, instruction.scope, tuple(own)))
    return {layer: tuple(made) for layer, made in steps.items()}


def about(operation: a.Operation, rulebook: Rulebook) -> tuple[str, ...]:
    """The characteristics that the operation is about, whether or not it changes them."""
    match operation:
        case a.SetNumber(name) | a.FixNumber(name):
            known = rulebook.characteristics.get(name)
            return (name, BASE + name) if known is not None and known.base else (name,)
        case a.ChangeNumber(name) | a.Limit(name) | a.SetPlayer(name) | a.SetMembers(name):
            return (name,)
        case (
            a.AddMembers(name)
            | a.AddMembersOf(name)
            | a.RemoveMembers(name)
            | a.ReplaceMember(name)
        ):
            return (name,)
        case a.Swap(first, second):
            return (first, second)
        case a.Gain() | a.Lose() | a.LoseAll() | a.CantHave():
            return (ABILITIES,)
        case a.SetStatus(name):
            status = rulebook.statuses[name]
            return (name, *status.empties, *((ABILITIES,) if status.silences else ()))
        case a.Animate():
            return ("types",)
        case a.CopyOf():
            based = (one.name for one in rulebook.characteristics.values() if one.base)
            copied = (*copiable(rulebook), *(BASE + name for name in based))
            return (NAME, ABILITIES, *copied)
        case a.CantBeControlledBy():
            return (CONTROLLER,)
        case a.CantBeModified():
            return (FIXED,)
        case a.Permission() | a.Ignore() | a.Redirect():
            return (PERMISSIONS,)


def copiable(rulebook: Rulebook) -> tuple[str, ...]:
    """The numbers and sets that a copy has from what it copies."""
    return tuple(
        one.name
        for one in rulebook.characteristics.values()
        if one.kind in ("number", "set") and not one.counter
    )


def sets(part: ReplayPart) -> bool:
    """Whether the part sets something: `:=`, fixed at, a copy, one word for another."""
    return any(
        isinstance(
            act.operation,
            a.SetNumber | a.FixNumber | a.SetMembers | a.SetPlayer | a.CopyOf | a.ReplaceMember,
        )
        for step in part.steps
        for act in step.acts
    )


def doing(step: ReplayStep, scope: int, view: View) -> Doing:
    """What the instruction would do to the objects in its scope."""
    reach = tuple(_reach(act, scope, view) if act.immune else scope for act in step.acts)
    operands = tuple(
        operand(act.operation, objects, view) for act, objects in zip(step.acts, reach, strict=True)
    )
    return Doing(scope, operands, reach)


def _reach(act: Act, scope: int, view: View) -> int:
    for who in act.immune:
        scope &= ~view.firm.matching(scope, who, 0)
    return scope


def operand(operation: a.Operation, objects: int, view: View) -> Operand:
    """The operand worked out on the view's board; an action on no object has none."""
    if not objects:
        return None
    work: Callable[[int], Plain]
    tree: object
    match operation:
        case (
            a.SetNumber(_, value)
            | a.FixNumber(_, value)
            | a.ChangeNumber(_, _, value)
            | a.Limit(_, _, value)
        ):
            if isinstance(value, a.Number):
                return value.value
            tree, work = value, lambda it: view.value(value, it)
        case a.SetPlayer(_, player) | a.CantBeControlledBy(player):
            tree, work = player, lambda it: view.players(player, it)
        case a.CopyOf(of) if view.player is None:
            # What resolved has read it by then; a static effect reads it on the board at hand.
            tree, work = of, lambda it: view.table.named(view.the_one(of, it)) or None
        case a.AddMembersOf(characteristic, of):
            tree, work = of, lambda it: _words_of(characteristic, of, view, it)
        case a.Permission(_, _, to) if to is not None:
            tree, work = to, lambda it: view.table.named(view.select(to, it))
        case a.Ignore(_, sources) if sources is not None:
            tree, work = sources, lambda it: view.table.named(view.select(sources, it))
        case a.CopyOf() | a.Permission() | a.Ignore():
            # What resolved has read its copy by then; no one else is spoken of.
            return None
        case a.Swap() | a.SetMembers() | a.AddMembers() | a.RemoveMembers() | a.ReplaceMember():
            return None
        case a.Gain() | a.Lose() | a.LoseAll() | a.CantHave() | a.SetStatus() | a.Animate():
            return None
        case a.CantBeModified() | a.Redirect():
            return None
        case _:
            assert_never(operation)
    if view.table.of_it(tree):
        return Each({place: work(1 << place) for place in ones(objects)})
    return work(0)


def _words_of(characteristic: str, of: a.Selector, view: View, it: int) -> frozenset[str]:
    """Every word of a set that something meant has."""
    meant = view.refer(of, it)
    column = view.board.column(characteristic, meant)
    return frozenset(str(word) for word, held in column.items() if held & meant)
