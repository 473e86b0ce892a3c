"""What is last known of objects that have left, where a rulebook lets effects read it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.trees import rebuilt
from layerlaw.model.scenarios.events import UseAbility
from layerlaw.solver.certificate.history.table import LastKnown, is_about

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.solver.certificate.history.states import State
    from layerlaw.solver.certificate.history.table import PlayedTable, Waiting
    from layerlaw.solver.facts.situation import ResolvedEffect


Meanings = Mapping[type[object], LastKnown]
NOBODY = a.Both((a.Everything(), a.Not(a.Everything())))


def note(table: PlayedTable, leaving: Iterable[str], state: State | None) -> None:
    """Note what is known of objects that leave, for what asks for it and has yet to resolve.

    state: the complete state, if it is not the one now.
    """
    if table.policy("what has left") != "last known":
        return
    for id in leaving:
        for name, waiting in table.waiting.items():
            known = dict(waiting.known)
            same = table.lives.get(id, 0) == waiting.lives.get(id)
            for word in _meaning(table, waiting, id):
                if same:
                    known[word] = as_it_was(state or table.state(), id)
                elif word in known and known[word].id == id:
                    del known[word]
            table.waiting[name] = replace(waiting, known=known)

        def filled(effect: ResolvedEffect, id: str = id) -> ResolvedEffect:
            if not is_about(effect, id):
                return effect
            nothing = LastKnown("", {}, {}, "")
            words = [
                word
                for word in _meant(effect, id)
                if filled_in(effect.ability, {word: nothing}) != effect.ability
            ]
            if not words:
                return effect
            known = dict.fromkeys(words, as_it_was(state or table.state(), id))
            return replace(effect, ability=filled_in(effect.ability, known))

        table.change(filled)


def _meaning(table: PlayedTable, waiting: Waiting, id: str) -> Iterator[type[object]]:
    """The words by which what waits means the object."""
    what = waiting.what
    if isinstance(what, UseAbility) and what.source == id:
        yield a.Self
    there = [one for one in what.targets if table.lives.get(one, 0) == waiting.lives[one]]
    if there == [id] or (a.Target in waiting.known and waiting.known[a.Target].id == id):
        yield a.Target


def _meant(effect: ResolvedEffect, id: str) -> Iterator[type[object]]:
    if effect.source == id and not effect.orphaned:
        yield a.Self
    if {*effect.targets} - effect.over_for == {id}:
        yield a.Target


def as_it_was(state: State, id: str) -> LastKnown:
    """What the complete state says of the object."""
    numbers: dict[str, int] = {}
    words: dict[str, tuple[str, ...]] = {}
    for one in state.rulebook.characteristics.values():
        if one.kind == "number":
            numbers[one.name] = state.number(id, one.name)
            if one.base:
                numbers[f"base {one.name}"] = state.number(id, f"base {one.name}")
        elif one.kind == "set":
            words[one.name] = state.words(id, one.name)
    return LastKnown(id, numbers, words, state.board.player(id, state.rulebook.control) or "")


def filled_in(ability: a.Ability, known: Meanings) -> a.Ability:
    """The ability with what it reads of what has left filled in; not in abilities that it gives."""
    if not known:
        return ability

    def last(selector: a.Selector) -> LastKnown | None:
        while isinstance(selector, a.Noun):
            selector = selector.meaning
        return known.get(type(selector))

    def change(node: object) -> object:
        match node:
            case a.Read(characteristic, of) if (one := last(of)) is not None:
                return a.Number(one.numbers.get(characteristic, 0))
            case a.ControllerOf(of) if (one := last(of)) is not None:
                return a.NamedPlayer(one.controller)
            case a.Sharing(characteristic, of) if (one := last(of)) is not None:
                words = one.words.get(characteristic, ())
                members = tuple(a.Member(characteristic, word) for word in words)
                return a.Either(members) if members else NOBODY
        return node

    instructions = rebuilt(ability.instructions, change, closed=a.Ability)
    return replace(ability, instructions=instructions)
