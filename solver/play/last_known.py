"""Last known information: what effects read of an object that has left."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.trees import rebuilt
from layerlaw.model.cards.card import Card
from layerlaw.model.scenarios.events import UseAbility
from layerlaw.solver.effects.context import floor_of, no_effect
from layerlaw.solver.effects.copying import original
from layerlaw.solver.effects.evaluate import scoped
from layerlaw.solver.play.announced import LastKnown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.situation import ResolvedEffect
    from layerlaw.solver.play.announced import Announced, Known
    from layerlaw.solver.play.table import GameTable
_NOTHING = LastKnown("", {}, {}, "", Card("", {}, {}))
_NOBODY = a.Both((a.Everything(), a.Not(a.Everything())))


def remember(table: GameTable, ids: Iterable[str], state: Answer | None) -> None:
    """Records what leaving objects are like, for announced abilities and events that ask for it.

    What is announced knows only the last change of zone. state: the last complete state,
    if it is not the present one.
    """
    ids = tuple(ids)
    for id in table.looked_back_at.intersection(ids):
        if table.playing(id):
            last = state or table.derivation()
            table.left[id] = original(last.world, last.board, last.index(id))
    if table.rulebook.policy("what has left") != "last known":
        return
    for id in ids:
        for name, announced in table.announced.items():
            known = dict(announced.known)
            for kind in _asking(table, announced, id):
                first = table.lives.get(id, 0) == announced.lives[id]
                if first:
                    last = state or table.derivation()
                    known[kind] = replace(last_known(last, id), bearer=_bearer(table, id, last))
                elif kind in known and known[kind].id == id:
                    del known[kind]
            table.announced[name] = replace(announced, known=known)
        for number in table.effects.about(id):
            effect = table.effects[number]
            kinds = [kind for kind in _asked_by(effect, id) if _asks(effect.ability, kind)]
            if kinds:
                known = dict.fromkeys(kinds, last_known(state or table.derivation(), id))
                table.effects.put(number, replace(effect, ability=answered(effect.ability, known)))


def _asking(table: GameTable, announced: Announced, id: str) -> Iterable[type[object]]:
    """The words by which an announced ability means the object: as source, as only target."""
    what = announced.what
    if isinstance(what, UseAbility) and what.source == id:
        yield a.Self
    left = [id for id in what.targets if table.lives.get(id, 0) == announced.lives[id]]
    if left == [id] or (a.Target in announced.known and announced.known[a.Target].id == id):
        yield a.Target
    if what.choosing == id and id in announced.lives:
        yield a.Identified


def _asked_by(effect: ResolvedEffect, id: str) -> Iterable[type[object]]:
    if effect.source == id and not effect.orphaned:
        yield a.Self
    if set(effect.targets) - effect.over_for == {id}:
        yield a.Target


def _asks(ability: a.Ability, kind: type[object]) -> bool:
    """Whether the ability reads anything of what this word means."""
    return answered(ability, {kind: _NOTHING}) != ability


def last_known(state: Answer, id: str) -> LastKnown:
    """What the complete state says of the object."""
    world, index = state.world, state.index(id)
    numbers: dict[str, int] = {}
    words: dict[str, tuple[str, ...]] = {}
    for name, known in world.rulebook.characteristics.items():
        if known.kind == "number":
            for key in (name, f"base {name}") if known.base else (name,):
                numbers[key] = world.number(state.end, key, index, floor_of(key, world.rulebook))
        elif known.kind == "set":
            words[name] = tuple(sorted(str(word) for word in state.end.values(name, index)))
    controller = str(state.end.value(world.rulebook.control, index) or "")
    return LastKnown(id, numbers, words, controller, original(world, state.board, index))


def _bearer(table: GameTable, id: str, last: Answer) -> tuple[str, int] | None:
    """Who carried it in the complete state, if it was something that is carried there."""
    bearer, carried = table.things[id].bearer, table.rulebook.carried
    if bearer is None or carried is None:
        return None
    borne = scoped(carried, no_effect(last.world, last.instances))(last.board, -1)
    return (bearer, table.lives.get(bearer, 0)) if borne >> last.index(id) & 1 else None


def answered(ability: a.Ability, known: Known) -> a.Ability:
    """The ability with the values that it reads of its source, target or chosen object filled in.

    known: what is last known of them. How long the ability lasts, and what abilities it gives,
    speaks of other moments and stays.
    """
    if not known:
        return ability
    instructions = rebuilt(
        ability.instructions, lambda node: _answered(node, known), closed=a.Ability
    )
    return replace(ability, instructions=instructions)


def _answered(node: object, known: Known) -> object:
    match node:
        case a.Instruction(a.Identified(id)) if _is_bearer(id, known):
            # As of a target it is known which object is meant, and no other one of that id.
            return replace(node, locked=True)
        case a.Bearer() if (last := known.get(a.Self)) is not None and last.bearer is not None:
            return a.Identified(last.bearer[0])
        case a.Read(characteristic, of) if (last := meant(of, known)) is not None:
            return a.Number(last.numbers.get(characteristic, 0))
        case a.ControllerOf(of) if (last := meant(of, known)) is not None:
            return a.NamedPlayer(last.controller)
        case a.Sharing(characteristic, of) if (last := meant(of, known)) is not None:
            words = last.words.get(characteristic, ())
            shared = a.Either(tuple(a.Member(characteristic, word) for word in words))
            return shared if words else _NOBODY
    return node


def _is_bearer(id: str, known: Known) -> bool:
    last = known.get(a.Self)
    return last is not None and last.bearer is not None and last.bearer[0] == id


def meant(of: a.Selector, known: Known) -> LastKnown | None:
    """The last known information of the object that the selector names, if it has left."""
    while isinstance(of, a.Noun):
        of = of.meaning
    last = known.get(type(of))
    return None if last and isinstance(of, a.Identified) and of.id != last.id else last
