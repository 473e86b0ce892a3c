"""What is remembered of objects that have left, and what it stands for in an ability.

Policy `what has left: last known`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.trees import nodes, rebuilt
from layerlaw.model.cards.card import as_copied
from layerlaw.model.dataclass import dataclass
from layerlaw.solver.certificate.history.effects import source_now
from layerlaw.solver.certificate.replay.cells import form_of
from layerlaw.solver.certificate.replay.copied import left_by_copies, left_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from layerlaw.model.cards.card import Card
    from layerlaw.solver.certificate.history.effects import Kinship, Lasting
    from layerlaw.solver.certificate.history.log import FactLog, Incarnation
    from layerlaw.solver.certificate.history.states import ReplayedState


@dataclass(frozen=True, slots=True)
class Remembered:
    """An object in the complete state before it left: numbers, words, who controlled it, what was
    copiable of it, and what carried it.
    """

    numbers: Mapping[str, int]
    words: Mapping[str, tuple[str, ...]]
    controller: str
    copiable: Card
    bearer: Incarnation | None = None


Meant = dict[a.Selector, Remembered]
"""What `self`, `target` and `the chosen object` mean, where they mean what has left."""

_NOTHING = a.Both((a.Everything(), a.Not(a.Everything())))


def as_last_seen(state: ReplayedState, id: str) -> Remembered:
    """What the complete state says of the object."""
    numbers: dict[str, int] = {}
    words: dict[str, tuple[str, ...]] = {}
    for name, kind in state.rulebook.characteristics.items():
        if kind.kind == "number":
            bases = (f"base {name}",) if kind.base else ()
            numbers.update((each, state.number(id, each)) for each in (name, *bases))
        elif kind.kind == "set":
            words[name] = state.words(id, name)
    return Remembered(numbers, words, state.controller(id), last_copiable(state, id))


def last_copiable(state: ReplayedState, id: str) -> Card:
    """What a copy of the object in the complete state reads."""
    place = state.table.index[id]
    if left_by_copies(state.rulebook):
        return left_of(place, state.board, state.table).card
    return as_copied(form_of(state.table.things[id], state.rulebook), None)


def asked_by(tree: object) -> frozenset[a.Selector]:
    """The words by which it asks for a number, a controller, words, copies or the bearer of what
    may have left.

    Abilities that it gives are not looked into.
    """
    found: set[a.Selector] = set()
    for node in nodes(tree, closed=a.Ability):
        if isinstance(node, a.Read | a.ControllerOf | a.Sharing | a.CopyOf):
            found.add(_asked(node))
        elif isinstance(node, a.Bearer):
            found.add(a.Self())
    return frozenset(one for one in found if isinstance(one, a.Self | a.Target | a.Identified))


def _asked(node: a.Read | a.ControllerOf | a.Sharing | a.CopyOf) -> a.Selector:
    """Of what it asks."""
    selector = node.with_ if isinstance(node, a.Sharing) else node.of
    while isinstance(selector, a.Noun):
        selector = selector.meaning
    return selector


def as_meant(
    node: a.Read | a.ControllerOf | a.Sharing | a.CopyOf, meant: Meant
) -> Remembered | None:
    """What is remembered of the object of which it asks, if that has left."""
    return meant.get(_asked(node))


def filled_in(ability: a.Ability, meant: Meant) -> a.Ability:
    """The ability with what is remembered in the place of what asks for it."""
    if not meant:
        return ability

    source = meant.get(a.Self())
    carried_by = None if source is None else source.bearer

    def answer(node: object) -> object:
        if carried_by is not None and isinstance(node, a.Bearer):
            return a.Identified(carried_by.id)
        if carried_by is not None and isinstance(node, a.Instruction):
            # Another object of that id is not meant.
            one = node.scope == a.Identified(carried_by.id)
            return replace(node, locked=True) if one else node
        if not isinstance(node, a.Read | a.ControllerOf | a.Sharing):
            return node
        known = as_meant(node, meant)
        if known is None:
            return node
        if isinstance(node, a.ControllerOf):
            return a.NamedPlayer(known.controller)
        if isinstance(node, a.Read):
            return a.Number(known.numbers.get(node.characteristic, 0))
        shared = known.words.get(node.characteristic, ())
        alike = tuple(a.Member(node.characteristic, word) for word in shared)
        return a.Either(alike) if alike else _NOTHING

    return replace(ability, instructions=rebuilt(ability.instructions, answer, closed=a.Ability))


def meant_by_effect(
    lasting: Lasting,
    log: FactLog,
    kinships: Sequence[Kinship],
    remembered: Mapping[Incarnation, Remembered],
) -> Meant:
    """What an effect in force means by `self` and `target`, if that has left since it was made.

    Its bearer is not asked for again: that was so as the effect was made.
    """
    making = lasting.making
    meant: Meant = {}
    source = source_now(making, kinships)
    if source in remembered and log.stood(making.source, making.step):
        meant[a.Self()] = replace(remembered[source], bearer=None)
    for one in dict.fromkeys(making.targets + tuple(kin.new for kin in kinships)):
        if one in remembered and only_target(lasting, log, kinships, log.endings[one] - 1) == one:
            meant[a.Target()] = remembered[one]
    return meant


def only_target(
    lasting: Lasting, log: FactLog, kinships: Sequence[Kinship], step: int
) -> Incarnation | None:
    """The one target that an effect had at a step, if it had one for which it was not over."""
    kept = lasting.members(log, kinships, step)
    left = {*kept.targets} - kept.over
    return left.pop() if len(left) == 1 else None


def last_target(targets: Sequence[Incarnation], log: FactLog, step: int) -> Incarnation | None:
    """The one of the targets announced that was there at a step, if it was the only one."""
    left = [one for one in targets if log.stood(one, step)]
    return left[0] if len(left) == 1 else None


def meant_by_announcement(
    source: Incarnation | None,
    targets: Sequence[Incarnation],
    log: FactLog,
    remembered: Mapping[Incarnation, Remembered],
    chosen: Incarnation | None,
) -> Meant:
    """The same for what was announced: it knows nothing further back than one change of zone.

    chosen: the object that was chosen, behind `choosing`.
    """

    def just_left(one: Incarnation) -> bool:
        return one in remembered and log.named(one.id).number == one.number + 1

    meant: Meant = {}
    if source is not None and just_left(source):
        last = remembered[source]
        same = last.bearer is not None and log.stands(last.bearer)
        meant[a.Self()] = last if same else replace(last, bearer=None)
    for one in targets:
        if just_left(one) and last_target(targets, log, log.endings[one] - 1) == one:
            meant[a.Target()] = remembered[one]
    if chosen is not None and just_left(chosen):
        meant[a.Identified(chosen.id)] = remembered[chosen]
    return meant
