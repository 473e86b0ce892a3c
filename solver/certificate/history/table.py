"""The table while a history is replayed: objects, what has resolved, and what was done."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.entries import operand_of
from layerlaw.model.algebra.trees import nodes
from layerlaw.model.scenarios.unnamed_ground import is_unnamed
from layerlaw.solver.certificate.history.joining import Joined, parts_of
from layerlaw.solver.certificate.history.states import CannotHappen
from layerlaw.solver.certificate.replay.cells import form_of
from layerlaw.solver.certificate.replay.words import policy
from layerlaw.solver.facts.situation import NOWHERE, Deed, ResolvedEffect, Situation, Thing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from layerlaw.model.cards.card import Card, PrintedAbility
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.events import Place, Play, UseAbility
    from layerlaw.solver.certificate.history.states import State, States
    from layerlaw.solver.facts.situation import Timestamp

Placed = tuple[int, "PrintedAbility"]
"""An ability of a card, with its place on it."""


@dataclass(frozen=True, slots=True)
class LastKnown:
    """An object as it was before it left: its numbers, its words, who controlled it."""

    id: str
    numbers: Mapping[str, int]
    words: Mapping[str, tuple[str, ...]]
    controller: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """What was announced and has yet to resolve.

    lives: how often its source and targets had become new objects by then. known: what is last
    known of the source (by `Self`) and of the only target (by `Target`), once they have left.
    """

    what: Play | UseAbility
    since: Timestamp
    abilities: tuple[Placed, ...]
    lives: Mapping[str, int]
    from_play: bool = False
    known: Mapping[type[object], LastKnown] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lent:
    """What was moved until something leaves: it goes back to the zone then.

    lives: which new object it was then, and what it is there until.
    """

    object: str
    zone: str
    until: str
    lives: tuple[int, int]


class PlayedTable:
    """Everything that events change. moment, place: of what happens now."""

    def __init__(
        self, rulebook: Rulebook, players: tuple[str, ...], active: str | None, states: States
    ) -> None:
        self.rulebook = rulebook
        self.players = players
        self.active = active
        self.things: dict[str, Thing] = {}
        self.effects: list[ResolvedEffect] = []
        self.deeds: list[Deed] = []
        self.on: frozenset[str] = frozenset()
        self.moment = self.place = 0
        self.waiting: dict[str, Waiting] = {}
        self.lives: dict[str, int] = {}
        self.choosers: dict[str, list[str]] = {}
        self.lent: list[Lent] = []
        self.joined: dict[tuple[str, Timestamp], tuple[Joined, ...]] = {}
        self.joined_at: Timestamp | None = None
        self.rest_waits = False
        self._states = states

    # --- looking ---------------------------------------------------------------------------

    @property
    def now(self) -> Timestamp:
        """The timestamp of what happens now."""
        return (self.moment, self.place)

    @property
    def situation(self) -> Situation:
        """What stands now."""
        parts = (part for effect in self.effects for part in self.parts(effect))
        return Situation(
            self.rulebook,
            self.players,
            tuple(self.things.values()),
            tuple(parts),
            self.active,
            self.on,
            deeds=tuple(self.deeds),
        )

    def parts(self, effect: ResolvedEffect) -> tuple[ResolvedEffect, ...]:
        """The effect by when it began for what is in its open sets."""
        joined = self.joined.get((effect.id, effect.timestamp))
        late = None if self.now == self.joined_at else self.now
        return parts_of(effect, joined, late)

    def state(self) -> State:
        """The complete state now."""
        return self._states.state(self.situation)

    def state_of(self, situation: Situation) -> State:
        """The complete state of another situation."""
        return self._states.state(situation)

    def policy(self, name: str) -> str:
        """What the rulebook says to a question."""
        return policy(self.rulebook, name)

    def playing(self, id: str) -> bool:
        """Whether the object is in play."""
        return self.things[id].zone == self.rulebook.in_play

    def hidden(self, id: str) -> bool:
        """Whether the object is there for nothing but events; no player ever is."""
        thing = self.things.get(id)
        if thing is None:
            return False
        hiding = (one.name for one in self.rulebook.statuses.values() if one.hides)
        return thing.zone == NOWHERE or not thing.statuses.isdisjoint(hiding)

    def form(self, id: str) -> Card:
        """What is printed on the object, with what is linked with it."""
        return form_of(self.things[id], self.rulebook)

    def on_it(self, id: str) -> list[Thing]:
        """What the object carries, what lies below it, what is linked with it; oldest first."""
        return [thing for thing in self.things.values() if thing.bearer == id]

    def says(self, fits: Callable[[object], bool]) -> bool:
        """Whether anything on any card, of the rules, or of what has resolved is such a node."""
        trees: list[object] = [rule.ability for rule in self.rulebook.rules]
        trees += [effect.ability for effect in self.effects]
        trees += [card for effect in self.effects for card in effect.copies]
        trees += [(thing.card, thing.copied, thing.linked) for thing in self.things.values()]
        trees += [waiting.what for waiting in self.waiting.values()]
        return any(fits(node) for tree in trees for node in nodes(tree))

    # --- changing --------------------------------------------------------------------------

    def put(self, thing: Thing) -> None:
        """The object, as it is now."""
        self.things[thing.id] = thing

    def renew(self, thing: Thing) -> None:
        """The object is a new one, the newest."""
        self.things.pop(thing.id, None)
        self.lives[thing.id] = self.lives.get(thing.id, 0) + 1
        rest = self.rulebook.rest
        if rest and thing.zone == self.rulebook.in_play and not is_unnamed(thing.id):
            thing = replace(thing, statuses=thing.statuses | {rest.status})
        self.joined = {
            key: tuple(replace(one, objects=one.objects - {thing.id}) for one in joined)
            for key, joined in self.joined.items()
        }
        self.deeds = [
            replace(deed, renewed=deed.renewed | {thing.id})
            if thing.id in (deed.doer, deed.to)
            else deed
            for deed in self.deeds
        ]
        self.put(thing)

    def move(self, id: str, place: Place | None) -> None:
        """To another place, with what it carries."""
        if self.things[id].place != place:
            self.stir(id)
        self.put(replace(self.things[id], place=place))
        for thing in self.on_it(id):
            if self.playing(thing.id):
                self.move(thing.id, place)

    def stir(self, id: str) -> None:
        """An object in play is not at rest."""
        rest = self.rulebook.rest
        if rest is not None and self.playing(id):
            thing = self.things[id]
            self.put(replace(thing, statuses=thing.statuses | {rest.status}))

    def change(self, how: Callable[[ResolvedEffect], ResolvedEffect | None]) -> bool:
        """Every effect as it is from now on, or None if it ends; whether anything changed."""
        after = [(effect, how(effect)) for effect in self.effects]
        self.effects = [new for _, new in after if new is not None]
        return any(new is not old and new != old for old, new in after)

    def end(self, over: Callable[[ResolvedEffect], bool]) -> bool:
        """Those effects end; whether there were any."""
        return self.change(lambda effect: None if over(effect) else effect)

    def lose_for_good(self, id: str, keyword: str) -> None:
        """The keyword is gone, as printed and as given so far."""
        thing = self.things[id]
        self.put(replace(thing, without=thing.without | {keyword}))
        pair = (id, keyword)

        def withheld(effect: ResolvedEffect) -> ResolvedEffect:
            if keyword not in keywords_of(effect):
                return effect
            return replace(effect, withheld=effect.withheld | {pair})

        self.change(withheld)

    # --- what events need ------------------------------------------------------------------

    def need_in_play(self, *ids: str) -> None:
        """These objects have to be in play."""
        for id in ids:
            self.need_a_zone(id)
            if not self.playing(id):
                raise CannotHappen(f"{id} is not in play")

    def need_a_zone(self, id: str) -> None:
        """The object has to be there, and no part of another one."""
        if id not in self.things:
            raise CannotHappen(f"there is no {id}")
        if self.things[id].zone == NOWHERE:
            raise CannotHappen(f"{id} is in no zone of its own")


def keywords_of(effect: ResolvedEffect) -> frozenset[str]:
    """The keywords that the effect itself gives."""
    return frozenset(
        operation.ability.keyword
        for instruction in effect.ability.instructions
        for operation in instruction.operations
        if isinstance(operation, a.Gain) and operation.ability.keyword is not None
    )


def of_targets_alone(ability: a.Ability) -> bool:
    """Whether all that it does is done to targets."""
    return all(isinstance(one.scope, a.Target) for one in ability.instructions)


def is_about(effect: ResolvedEffect, id: str) -> bool:
    """Whether the effect refers to the object."""
    return id in (effect.source, *effect.targets, *_noted(effect))


def _noted(effect: ResolvedEffect) -> Iterator[str]:
    for ids in effect.locked:
        yield from ids or ()
    yield from effect.over_for
    yield from (id for id, _ in effect.withheld)
    for instruction in effect.ability.instructions:
        for operation in instruction.operations:
            tree = operand_of(operation)
            if isinstance(tree, a.Recorded):
                yield from (id for id, _ in tree.numbers)
