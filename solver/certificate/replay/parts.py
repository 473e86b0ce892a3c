"""Parts for the replay: what an effect does in each layer, and its operands worked out."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, assert_never

from layerlaw.model.algebra import AddMembersOf, CopyOf, Number
from layerlaw.model.dataclass import dataclass
from layerlaw.solver.certificate.kept import MOST, Kept
from layerlaw.solver.certificate.replay.alike import means_others, same_for_all
from layerlaw.solver.certificate.replay.board import ones
from layerlaw.solver.certificate.replay.copied import CopiedForm, left_by_copies, left_of
from layerlaw.solver.certificate.replay.instances import ReplayInstance
from layerlaw.solver.certificate.replay.operations import (
    ActivatedOperand,
    CopiedOperand,
    GainedOperand,
    NumberOperand,
    ObjectsOperand,
    PlayersOperand,
    WordsOperand,
    meaning_of,
    modifies,
)
from layerlaw.solver.certificate.replay.places import places_before, waits_for
from layerlaw.solver.certificate.replay.words import of_it, speaks_of
from layerlaw.solver.facts.situation import HeldCondition

if TYPE_CHECKING:
    from layerlaw.model import algebra as a
    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.certificate.replay.operations import OperandTree, OperationMeaning
    from layerlaw.solver.certificate.replay.select import View
    from layerlaw.solver.facts.situation import Timestamp


@dataclass(frozen=True, slots=True)
class ActivatedAbilities:
    """Abilities, each with what the record calls it."""

    abilities: frozenset[tuple[a.Ability, str]]


Plain = int | frozenset[str] | tuple[str, ...] | CopiedForm | ActivatedAbilities | None


@dataclass(frozen=True, slots=True)
class Each:
    """An operand that is another one for each object; by the object's place."""

    operands: dict[int, Plain]

    def apart_from(self, other: Each) -> Each:
        """Of those objects alone for which it is another one than there."""
        there = other.operands
        return Each({it: one for it, one in self.operands.items() if one != there.get(it)})


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

    @property
    def at_check(self) -> HeldCondition:
        """What it is among the static effects whose condition held."""
        return HeldCondition(self.id, "" if self.instance is None else self.instance.card)


@dataclass(frozen=True, slots=True)
class Act:
    """One operation of a part. immune: who it passes by. copy: which `copy of` it is, from 0."""

    operation: a.Operation
    meaning: OperationMeaning
    immune: tuple[a.Selector, ...]
    copy: int


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One instruction of a part: its place in the ability, its scope, and its operations.

    modifies: whether these change what objects are or have. An instruction with both kinds of
    operations is two steps.
    """

    place: int
    scope: a.Selector
    acts: tuple[Act, ...]
    modifies: bool


@dataclass(frozen=True, slots=True, eq=False)
class ReplayPart:
    """All that an effect does in one layer.

    own: the layers of what it does, which it may act before or behind.
    """

    effect: ReplayEffect
    layer: int
    steps: tuple[ReplayStep, ...]
    own: tuple[int, ...]

    @property
    def ahead(self) -> bool:
        """Whether this is what its effect may do before its own layers."""
        return self.layer < self.own[0]

    @property
    def last(self) -> int:
        """The last of its layers, or, if it waits for what it asks, the place in which it does."""
        return max(self.layer, self.own[-1])

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
    return {layer: ReplayPart(effect, layer, *made) for layer, made in steps.items()}


Steps = dict[int, tuple[tuple[ReplayStep, ...], tuple[int, ...]]]
"""For each layer the instructions, and the layers that these belong to."""

_STEPS: dict[tuple[int, int], tuple[a.Ability, Rulebook, Steps]] = {}


def steps_of(ability: a.Ability, rulebook: Rulebook) -> Steps:
    """The instructions of an ability by layer; those of the last abilities are remembered."""
    key = id(ability), id(rulebook)
    known = _STEPS.get(key)
    if known is None or known[0] is not ability or known[1] is not rulebook:
        if len(_STEPS) >= MOST:
            _STEPS.clear()
        known = _STEPS[key] = ability, rulebook, _steps(ability, rulebook)
    return known[2]


def _steps(ability: a.Ability, rulebook: Rulebook) -> Steps:
    steps: dict[int, list[ReplayStep]] = {}
    owners: dict[int, set[int]] = {}
    taking: dict[int, bool] = {}
    copies = 0
    for place, instruction in enumerate(ability.instructions):
        acts: dict[tuple[int, bool], list[Act]] = {}
        for operation in instruction.operations:
            meaning = meaning_of(operation, rulebook)
            spared = immune(meaning.words, instruction.scope, rulebook)
            own_layer = layer_of(words_in(ability, meaning.words), ability.layer, rulebook)
            layer = waits_for(own_layer, instruction, ability, rulebook)
            owners.setdefault(layer, set()).add(own_layer)
            taking[layer] = taking.get(layer, False) or takes(meaning, rulebook)
            sort = layer, modifies(operation)
            acts.setdefault(sort, []).append(Act(operation, meaning, spared, copies))
            copies += isinstance(meaning.operand, CopiedOperand)
        for (layer, changing), own in acts.items():
            step = ReplayStep(place, instruction.scope, tuple(own), changing)
            steps.setdefault(layer, []).append(step)
    waiting = frozenset(layer for layer, own_layers in owners.items() if own_layers != {layer})
    for layer, done in tuple(places_before(taking, waiting, rulebook)):
        steps[layer] = [step for each in done for step in steps[each]]
        owners[layer] = set(done)
    return {layer: (tuple(made), tuple(sorted(owners[layer]))) for layer, made in steps.items()}


def takes(meaning: OperationMeaning, rulebook: Rulebook) -> bool:
    """Whether the operation adds or removes abilities, otherwise than by copying."""
    statuses = [rulebook.statuses[word] for word in meaning.words if word in rulebook.statuses]
    return any(word.endswith(" abilities") for word in meaning.words) or any(
        status.silences or status.disables for status in statuses
    )


def sets(part: ReplayPart) -> bool:
    """Whether the part sets something, as the policy `parity` means it."""
    return any(act.meaning.sets for step in part.steps for act in step.acts)


def defines(part: ReplayPart) -> bool:
    """Whether the part is of an ability that defines characteristics."""
    return part.effect.ability.defines


def doing(step: ReplayStep, scope: int, view: View) -> Doing:
    """What the instruction would do to the objects in its scope."""
    reach = tuple([_reach(act, scope, view) if act.immune else scope for act in step.acts])
    operands = tuple(
        [
            operand(act.meaning.operand, objects, view)
            for act, objects in zip(step.acts, reach, strict=True)
        ]
    )
    return Doing(scope, operands, reach)


def _spared_alike(steps: tuple[ReplayStep, ...]) -> bool:
    return all(same_for_all(who) for step in steps for act in step.acts for who in act.immune)


def _one_operand(steps: tuple[ReplayStep, ...]) -> bool:
    trees = [act.meaning.operand for step in steps for act in step.acts]
    return not any(isinstance(tree, GainedOperand) or of_it(tree) for tree in trees)


def _has_copies(steps: tuple[ReplayStep, ...]) -> bool:
    return any(isinstance(act.operation, CopyOf) for step in steps for act in step.acts)


has_copies: Kept[tuple[ReplayStep, ...], bool] = Kept(_has_copies)
"""Whether an instruction copies something."""

spared_alike: Kept[tuple[ReplayStep, ...], bool] = Kept(_spared_alike)
"""Whether what is immune to instructions is so whoever has their ability."""

one_operand: Kept[tuple[ReplayStep, ...], bool] = Kept(_one_operand)
"""Whether the operand of each operation is one for all objects."""


def passing_by(seen: Observation, steps: tuple[ReplayStep, ...], own: int) -> Observation:
    """What is seen to be done to whatever there is, where steps for others pass by one object."""
    done = []
    for one, step in zip(seen, steps, strict=True):
        if one.scope & own and means_others(step.scope):
            reach = tuple([objects & ~own for objects in one.reach])
            operands = tuple(
                [
                    operand if objects else None
                    for operand, objects in zip(one.operands, reach, strict=True)
                ]
            )
            done.append(Doing(one.scope & ~own, operands, reach))
        else:
            done.append(one)
    return tuple(done)


def _reach(act: Act, scope: int, view: View) -> int:
    for who in act.immune:
        scope &= ~view.firm.matching(scope, who, 0)
    return scope


def operand(tree: OperandTree | None, objects: int, view: View) -> Operand:
    """The operand worked out on the view's board; an action on no object has none."""
    if tree is None or not objects:
        return None
    if type(tree) is NumberOperand and type(tree.value) is Number:
        return tree.value.value
    each = of_it(tree)
    if isinstance(tree, CopiedOperand) and view.has_copied and not each:
        # What resolved has read it by then, if it is one for all; a static effect reads it now,
        # or has as it first applied.
        return None
    if each or isinstance(tree, GainedOperand):
        found = {place: _worked_out(tree, view, 1 << place) for place in ones(objects)}
        alike = {*found.values()}
        return Each(found) if each or len(alike) > 1 else alike.pop()
    return _worked_out(tree, view, 0)


def _worked_out(tree: OperandTree, view: View, it: int) -> Plain:
    match tree:
        case NumberOperand():
            return view.value(tree.value, it)
        case PlayersOperand(player, one):
            players = view.players(player, it)
            return frozenset() if one and len(players) > 1 else players
        case CopiedOperand(of):
            original = view.the_one(of, it)
            if original and left_by_copies(view.table.rulebook):
                return left_of(original.bit_length() - 1, view.board, view.table)
            return view.table.named(original) or None
        case WordsOperand(characteristic, of):
            meant = view.refer(of, it)
            column = view.board.column(characteristic, meant)
            return frozenset(str(word) for word, held in column.items() if held & meant)
        case ActivatedOperand(of, found):
            if found is not None:
                return ActivatedAbilities(frozenset((one, "") for one in found))
            return ActivatedAbilities(activated_abilities(view, of, it))
        case GainedOperand(operation):
            gained = _all_gained(tree, view, it)
            assert isinstance(gained, frozenset)
            for belonging, types in tree.bound:
                if belonging & gained and not any(
                    view.board.having(operation.types, type, it) for type in types
                ):
                    gained -= belonging
            return gained
        case ObjectsOperand(selector):
            return view.table.named(view.select(selector, it))
        case _:
            assert_never(tree)


def activated_abilities(view: View, of: a.Selector, it: int) -> frozenset[tuple[a.Ability, str]]:
    """Those that what is meant has now, in whatever zone it is, each with its text."""
    meant = view.refer(of, it)
    holding = view.board.every_ability(meant)
    every = (one for one, held in holding.items() if held & meant)
    named = view.table.rulebook.activated
    return frozenset(
        (one.ability, one.text)
        for one in every
        if isinstance(one, ReplayInstance) and (one.activated or one.ability.keyword in named)
    )


def _all_gained(tree: OperandTree, view: View, it: int = 0) -> Plain:
    """What something would gain that had every type."""
    if not isinstance(tree, GainedOperand):
        return None
    operation = tree.operation
    if isinstance(operation, AddMembersOf):
        return _worked_out(WordsOperand(operation.characteristic, operation.of), view, it)
    return frozenset(operation.words)


def words_in(ability: a.Ability, words: tuple[str, ...]) -> tuple[str, ...]:
    """The words of an operation, behind that for what an ability defines."""
    if not ability.defines or not words[-1].startswith("change "):
        return words
    return (words[-1].replace("change ", "define ", 1), *words)


def layer_of(words: tuple[str, ...], named: str | None, rulebook: Rulebook) -> int:
    """The layer an operation works in: that which its ability names, or by its words."""
    if named is not None:
        ids = [layer.id for layer in rulebook.layers]
        return ids.index(named) if named in ids else -1
    for word in words:
        for number, layer in enumerate(rulebook.layers):
            if word in layer.does:
                return number
    return -1


def immune(words: tuple[str, ...], scope: a.Selector, rulebook: Rulebook) -> tuple[a.Selector, ...]:
    """Who is passed by: unless the scope speaks of them by their word. Clause: SORC-AVATAR-1."""
    return tuple(
        who for who, word, _ in rulebook.immune if word in words and not speaks_of(scope, who)
    )
