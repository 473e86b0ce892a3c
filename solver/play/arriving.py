"""What an object enters play with: counters and statuses, as abilities say that it would have."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from layerlaw.model.algebra import CopyOf, EnterAlso, EnterAs, EnterAsOneOf, EnterWith, Self
from layerlaw.model.algebra.mentions import asks_of_entering
from layerlaw.model.notation.printing import print_operation
from layerlaw.solver.board.columns import ABILITIES, bits
from layerlaw.solver.board.kinds import NO_OBJECTS, Index
from layerlaw.solver.effects.context import Context, context_of, only
from layerlaw.solver.effects.evaluate import condition, referring, scoped, value
from layerlaw.solver.facts.situation import AS_IT_ENTERED, NOWHERE, ResolvedEffect
from layerlaw.solver.play.counting import count, mark
from layerlaw.solver.play.orders_of_entry import EntryReplacement, all_applied
from layerlaw.solver.play.resolving import card_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Set

    from layerlaw.model.algebra import (
        Ability,
        Arrival,
        Condition,
        Entrance,
        Operation,
        Selector,
        Value,
    )
    from layerlaw.model.cards.card import Card
    from layerlaw.model.errors import Where
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.play.table import GameTable


def arrive(table: GameTable, id: str, where: Where, besides: tuple[Arrival, ...] = ()) -> None:
    """Gives the object, which has just entered play, all that it enters with, and as.

    besides: what it enters with by an exception to the copy as which it enters.

    What applies is looked up on the object as it is in play, by its own abilities and by others
    that were there before. Numbers and conditions that do not ask about it are those of right
    before. Clauses: CR-614.1c, CR-614.12. Raises `BadInput` where its player would choose what
    applies first.
    """
    table.arrived[id] = table.moment
    if not table.watches.arrives or not table.playing(id):
        return
    said = all_applied(lambda besides_it: _said(table, id, besides_it, besides))
    if said is None:
        message = f"how '{id}' enters depends on which effect on its entry applies first"
        raise table.refuse(where, message, "effects on its entry that go in any order alike")
    _check_one_of(table, id, said, where)
    counters: dict[str, int] = {}
    statuses: dict[str, None] = {}
    for one in said:
        for arrival, number in zip(one.arrivals, one.numbers, strict=True):
            if isinstance(arrival, EnterWith):
                counters[arrival.counter] = counters.get(arrival.counter, 0) + number
            elif isinstance(arrival, EnterAs):
                statuses[arrival.status] = None
    for effect in _also(table, id, said):
        says = effect.id.partition("@")[2]
        done = EnterAlso(effect.ability.instructions[0].operations)
        what = f"{print_operation(done, table.rulebook.plurals)}, as {says} says"
        table.note(id, what, "", ((says, says),) if says in table.things else ())
        table.effects.append(effect)
    for counter, number in counters.items():
        if number:
            table.note(id, f"enters with {number} {counter}", "")
            count(table, id, counter, number)
    for status in statuses:
        table.note(id, f"enters {status}", "")
        mark(table, id, status, gets=True)


def _check_one_of(table: GameTable, id: str, said: list[EntryReplacement], where: Where) -> None:
    """Raises `BadInput` for what enters as one of several where none is chosen, or too many are."""
    for one in said:
        for arrival in one.arrivals:
            if isinstance(arrival, EnterAsOneOf):
                message, expected = no_way_chosen(id, "enters", len(arrival.ways))
                raise table.refuse(where, message, f"{expected}, as a player plays it")
    ways = {one for each in said for one in each.also if isinstance(one, CopyOf)}
    if len(ways) > 1:
        message = f"'{id}' enters as one of several by more than one ability"
        raise table.refuse(where, message, "one ability by which it does")


def no_way_chosen(id: str, does: str, ways: int) -> tuple[str, str]:
    """What is wrong where nothing says as which of so many, and what is expected.

    >>> no_way_chosen("P", "enters", 3)
    ("'P' enters as one of 3, and none of them is chosen", '`choosing` and a number from 1 to 3')
    """
    if ways == 1:
        return f"'{id}' {does} as one thing alone", "`choosing 1`, or no `choosing`"
    expected = f"`choosing` and a number from 1 to {ways}"
    return f"'{id}' {does} as one of {ways}, and none of them is chosen", expected


def _said(
    table: GameTable, id: str, also: frozenset[Operation], besides: tuple[Arrival, ...]
) -> list[EntryReplacement]:
    """All that is said of the entry of an object that is this in addition to what it is."""
    is_that = _effect(table, id, f"{id}.also", also, 0)
    return Entry(table, id, (is_that,) if also else ()).said(besides)


def _also(table: GameTable, id: str, said: list[EntryReplacement]) -> list[ResolvedEffect]:
    """The effects by which the object is more than it is, as long as it is in play: one by each
    that says so, under the name of that."""
    operations: defaultdict[str, set[Operation]] = defaultdict(set)
    for one in said:
        if one.also:
            operations[one.says] |= one.also
    speakers = [*table.things, *(effect.id for effect in table.effects)]
    return [
        _effect(table, id, f"{id}.also@{name}", operations[name], place)
        for place, name in enumerate(sorted(operations, key=speakers.index))
    ]


def _effect(
    table: GameTable, id: str, name: str, operations: Set[Operation], place: int
) -> ResolvedEffect:
    """The object is that until it leaves play. place: among the effects that began with it."""
    ability = EnterAlso(tuple(sorted(operations, key=repr))).ability
    player, rank = table.things[id].controller, AS_IT_ENTERED + place
    return ResolvedEffect(name, id, player, ability, table.timestamp, rank, (), (None,))


class Speaker(NamedTuple):
    """Whose ability says what is entered with; effect: it has resolved, and this came of it."""

    holder: str
    effect: ResolvedEffect | None = None

    @property
    def name(self) -> str:
        """The object, or what has resolved."""
        return self.holder if self.effect is None else self.effect.id


class Entry:
    """An object that enters, and the states in which it is asked what it enters with.

    also: what it is then besides what it is. now: with it in play like that, and nothing else that
    enters with it. before: right before.
    """

    def __init__(self, table: GameTable, id: str, also: tuple[ResolvedEffect, ...] = ()) -> None:
        self.table, self.id, self.also = table, id, also
        others = [
            other
            for other, moment in table.arrived.items()
            if moment == table.moment and other != id and table.playing(other)
        ]
        self.now = self._without(*others, also=also)
        self._others = others
        self._before: Answer | None = None

    def said(self, besides: tuple[Arrival, ...]) -> list[EntryReplacement]:
        """All that it enters with or as, with the numbers of counters.

        besides: what it enters with by itself, as the copy that it is.
        """
        of_copy = ((Speaker(self.id), (one,)) for one in besides)
        return [
            EntryReplacement(
                speaker.name,
                tuple(self._as_chosen(one, speaker) for one in arrivals),
                tuple(self._counters(one, speaker) for one in arrivals),
            )
            for speaker, arrivals in (*self.arrivals(), *of_copy)
        ]

    def _as_chosen(self, arrival: Entrance, speaker: Speaker) -> Entrance:
        """That of which one was chosen is that one; it stays as it is where none was."""
        if not isinstance(arrival, EnterAsOneOf):
            return arrival
        number = self.number(arrival.number, speaker)
        if 1 <= number <= len(arrival.ways):
            return EnterAlso((arrival.ways[number - 1],))
        return arrival

    def _counters(self, arrival: Entrance, speaker: Speaker) -> int:
        if not isinstance(arrival, EnterWith):
            return 0
        return max(self.number(arrival.amount, speaker), 0)

    def arrivals(self) -> Iterator[tuple[Speaker, tuple[Entrance, ...]]]:
        """What it enters with or as, each with what says so."""
        yield from self._by_abilities()
        yield from self._by_effects()

    def _by_effects(self) -> Iterator[tuple[Speaker, tuple[Entrance, ...]]]:
        """By what has resolved and is in force. Clause: CR-614.1d."""
        situation = self.now.situation
        own = self.now.index(self.id)
        for effect in situation.effects:
            if not effect.ability.entering or effect.id in situation.left_out:
                continue
            context = context_of(self.now.world, self.now.instances, effect)
            for entering in effect.ability.entering:
                if scoped(entering.scope, context)(self.now.board, -1) >> own & 1:
                    yield Speaker(effect.source, effect), entering.arrivals

    def _by_abilities(self) -> Iterator[tuple[Speaker, tuple[Entrance, ...]]]:
        """By the abilities of objects, each for others or for itself."""
        now = self.now
        own = now.index(self.id)
        column = now.board.column(ABILITIES)
        for number, instance in enumerate(now.instances):
            ability = instance.ability
            says = ability.entering and not instance.resolves
            held = column.get(number, NO_OBJECTS) if says else NO_OBJECTS
            for holder in bits(held & now.world.works(ability.zones)):
                thing = now.world.things[holder]
                if _disabled(now, holder) or not self._works(ability, thing.id):
                    continue
                for entering in ability.entering:
                    # Of its own an ability speaks for itself alone. Clause: CR-614.12.
                    alone = isinstance(entering.scope, Self)
                    select = scoped(entering.scope, self._context(now, thing.id))
                    if alone is (holder == own) and select(now.board, -1) >> own & 1:
                        yield Speaker(thing.id), entering.arrivals

    def is_among(self, selector: Selector) -> bool:
        """Whether the object is among these, as it is in play."""
        own = self.now.index(self.id)
        return bool(
            scoped(selector, self._context(self.now, self.id))(self.now.board, -1) >> own & 1
        )

    def copied(self, copy: CopyOf, holder: str) -> tuple[str, Card] | None:
        """What it is a copy of by an ability of that object, as that was right before."""
        state = self._right_before()
        context = self._context(state, holder)
        card = card_of(copy, context, state.board, {})
        index = only(referring(copy.of, context)(state.board, -1))
        return None if card is None or index is None else (state.world.things[index].id, card)

    def number(self, amount: Value, speaker: Speaker) -> int:
        """The number of counters that the speaker says."""
        holder, effect = speaker
        state = self._state(amount, holder if effect is None else "")
        index = state.index(self.id)
        if effect is None:
            context = self._context(state, holder)
        else:
            context = context_of(state.world, state.instances, effect)
        return value(amount, context)(state.board, index)

    def _works(self, ability: Ability, holder: str) -> bool:
        """Whether the ability has no condition, or it holds."""
        if ability.condition is None:
            return True
        state = self._state(ability.condition, holder)
        return condition(ability.condition, self._context(state, holder))(state.board, -1)

    def _state(self, tree: Value | Condition, holder: str) -> Answer:
        """The state with the object in play where that is asked about, else the one before."""
        return self.now if asks_of_entering(tree, own=holder == self.id) else self._right_before()

    def _right_before(self) -> Answer:
        """The state without it."""
        if self._before is None:
            self._before = self._without(*self._others, self.id)
        return self._before

    def _without(self, *ones: str, also: tuple[ResolvedEffect, ...] = ()) -> Answer:
        """The state if these were still where they came from, as their cards are.

        also: effects that there are then besides.
        """
        present = self.table.derivation()
        if not ones and not also:
            return present
        things = tuple(
            replace(
                one,
                zone=one.came_from or NOWHERE,
                bearer=None,
                counters={},
                copied=None,
                statuses=frozenset(),
                fresh=False,
            )
            if one.id in ones
            else one
            for one in present.situation.things
        )
        effects = (*present.situation.effects, *also)
        return self.table.derived(replace(present.situation, things=things, effects=effects))

    def _context(self, state: Answer, holder: str) -> Context:
        """Whose ability it is; `you` is who controls that object now."""
        now = self.now
        control = now.board.value(now.rulebook.control, now.index(holder))
        thing = self.table.things.get(holder)
        return Context(
            state.world,
            state.instances,
            state.index(holder),
            str(control) if control else None,
            NO_OBJECTS,
            state.world.works(()),
            None if thing is None else thing.choice,
        )


def _disabled(state: Answer, index: Index) -> bool:
    """Whether none of the object's abilities works."""
    return any(state.board.value(status, index) for status in state.rulebook.disabling)
