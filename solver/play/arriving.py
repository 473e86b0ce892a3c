"""What an object enters play with: counters and statuses, as abilities say that it would have."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra import EnterWith, Self
from layerlaw.model.algebra.mentions import asks_of_entering
from layerlaw.solver.board.columns import ABILITIES, bits
from layerlaw.solver.board.kinds import NO_OBJECTS, Index
from layerlaw.solver.effects.context import Context
from layerlaw.solver.effects.evaluate import condition, scoped, value
from layerlaw.solver.facts.situation import NOWHERE
from layerlaw.solver.play.counting import count, mark

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.algebra import Ability, Arrival, Condition, Selector, Value
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.play.table import GameTable


def arrive(table: GameTable, id: str, besides: tuple[Arrival, ...] = ()) -> None:
    """Gives the object, which has just entered play, all that it enters with.

    besides: what it enters with by an exception to the copy as which it enters.

    What applies is looked up on the object as it is in play, by its own abilities and by others
    that were there before. Numbers and conditions that do not ask about it are those of right
    before. Clauses: CR-614.1c, CR-614.12.
    """
    table.arrived[id] = table.moment
    if not table.arrives or not table.playing(id):
        return
    entry = Entry(table, id)
    counters: dict[str, int] = {}
    statuses: dict[str, None] = {}
    for holder, arrival in (*entry.arrivals(), *((id, one) for one in besides)):
        if isinstance(arrival, EnterWith):
            number = max(entry.number(arrival.amount, holder), 0)
            counters[arrival.counter] = counters.get(arrival.counter, 0) + number
        else:
            statuses[arrival.status] = None
    for counter, number in counters.items():
        if number:
            table.note(id, f"enters with {number} {counter}", "")
            count(table, id, counter, number)
    for status in statuses:
        table.note(id, f"enters {status}", "")
        mark(table, id, status, gets=True)


class Entry:
    """An object that enters, and the states in which it is asked what it enters with.

    now: with it in play, and nothing else that enters with it. before: right before.
    """

    def __init__(self, table: GameTable, id: str) -> None:
        self.table, self.id = table, id
        others = [
            other
            for other, moment in table.arrived.items()
            if moment == table.moment and other != id and table.playing(other)
        ]
        self.now = self._without(*others)
        self._others = others
        self._before: Answer | None = None

    def arrivals(self) -> Iterator[tuple[str, Arrival]]:
        """What it enters with, each with the object whose ability says so."""
        now = self.now
        own = now.index(self.id)
        column = now.board.column(ABILITIES)
        for number, instance in enumerate(now.instances):
            ability = instance.ability
            held = column.get(number, NO_OBJECTS) if ability.entering else NO_OBJECTS
            for holder in bits(held & now.world.works(ability.zones)):
                thing = now.world.things[holder]
                if _disabled(now, holder) or not self._works(ability, thing.id):
                    continue
                for entering in ability.entering:
                    # Of its own an ability speaks for itself alone. Clause: CR-614.12.
                    alone = isinstance(entering.scope, Self)
                    select = scoped(entering.scope, self._context(now, thing.id))
                    if alone is (holder == own) and select(now.board, -1) >> own & 1:
                        yield from ((thing.id, arrival) for arrival in entering.arrivals)

    def is_among(self, selector: Selector) -> bool:
        """Whether the object is among these, as it is in play."""
        own = self.now.index(self.id)
        return bool(
            scoped(selector, self._context(self.now, self.id))(self.now.board, -1) >> own & 1
        )

    def number(self, amount: Value, holder: str) -> int:
        """The number of counters, by an ability of that object."""
        state = self._state(amount, holder)
        index = state.index(self.id)
        return value(amount, self._context(state, holder))(state.board, index)

    def _works(self, ability: Ability, holder: str) -> bool:
        """Whether the ability has no condition, or it holds."""
        if ability.condition is None:
            return True
        state = self._state(ability.condition, holder)
        return condition(ability.condition, self._context(state, holder))(state.board, -1)

    def _state(self, tree: Value | Condition, holder: str) -> Answer:
        """The state with the object in play where that is asked about, else the one before."""
        if asks_of_entering(tree, own=holder == self.id):
            return self.now
        if self._before is None:
            self._before = self._without(*self._others, self.id)
        return self._before

    def _without(self, *ones: str) -> Answer:
        """The state if these were still where they came from, as their cards are."""
        present = self.table.derivation()
        if not ones:
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
        return self.table.derived(replace(present.situation, things=things))

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
