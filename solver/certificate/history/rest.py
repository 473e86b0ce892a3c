"""What is at rest, and which of two objects counts as older when one of them is not."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.trees import nodes

if TYPE_CHECKING:
    from layerlaw.solver.certificate.history.states import State
    from layerlaw.solver.certificate.history.table import PlayedTable
    from layerlaw.solver.facts.situation import Situation

AGE = "age of what is not at rest"


def come_to_rest(table: PlayedTable) -> bool:
    """What is not at rest is so again, unless something is to come; whether anything was."""
    rest = table.rulebook.rest
    if rest is None or table.rest_waits or table.waiting:
        return False
    stirring = [thing for thing in table.things.values() if rest.status in thing.statuses]
    for thing in stirring:
        older = thing.older_than
        if older and table.policy(AGE) == "older while it stirs":
            older = frozenset()
        table.put(replace(thing, statuses=thing.statuses - {rest.status}, older_than=older))
    return bool(stirring)


def note_older(table: PlayedTable) -> None:
    """Of two that would take each other's ability the one that is not at rest counts as older.

    Only abilities that ask who is at rest are looked at. Clause: SORC-REST-2.
    """
    rest = table.rulebook.rest
    if rest is None or table.policy("process") != "layered":
        return
    asked = a.HasStatus(rest.status)
    if not table.says(lambda node: node == asked):
        return
    playing = [thing for thing in table.things.values() if table.playing(thing.id)]
    resting = [thing.id for thing in playing if rest.status not in thing.statuses]
    for thing in [*table.things.values()]:
        table.put(replace(thing, older_than=thing.older_than.intersection(resting)))
    stirring = [thing.id for thing in playing if thing.id not in resting]
    if not stirring or not resting:
        return
    quiet = (
        replace(thing, statuses=thing.statuses - {rest.status}) for thing in table.things.values()
    )
    still = replace(table.situation, things=tuple(quiet))
    rivalry = _Rivalry(table, still, asked)
    for id in stirring:
        others = [other for other in resting if rivalry.between(id, other)]
        if others and table.policy(AGE) != "its own":
            thing = table.things[id]
            table.put(replace(thing, older_than=thing.older_than.union(others)))


class _Rivalry:
    """Who takes whose ability that asks what is at rest, where everything is.

    effects: of each object those of such abilities.
    """

    def __init__(self, table: PlayedTable, still: Situation, asked: a.HasStatus) -> None:
        self._table = table
        self._still = still
        state = table.state_of(still)
        self.effects: dict[str, frozenset[str]] = {}
        for board in (state.start, state.board):
            for place, held in board.held.items():
                holder = state.table.ids[place]
                own = {
                    one.effect_id(holder)
                    for one in held
                    if one.static and any(node == asked for node in nodes(one.ability))
                }
                if own:
                    self.effects[holder] = self.effects.get(holder, frozenset()) | own
        self._able: dict[str, frozenset[str]] = {}

    def between(self, one: str, other: str) -> bool:
        """Whether each can use its own if nobody does, and not if the other alone does."""
        if not {one, other} <= self.effects.keys():
            return False
        alone = self._able_under("")
        if one not in alone or other not in alone:
            return False
        return one not in self._able_under(other) and other not in self._able_under(one)

    def _able_under(self, doing: str) -> frozenset[str]:
        """The objects that can use theirs while that object alone does anything by its own."""
        if doing not in self._able:
            every = frozenset(id for ids in self.effects.values() for id in ids)
            out = self._still.left_out | every - self.effects.get(doing, frozenset())
            state = self._table.state_of(replace(self._still, left_out=out))
            self._able[doing] = frozenset(
                id for id, ids in self.effects.items() if _can_use(state, id, ids)
            )
        return self._able[doing]


def _can_use(state: State, id: str, effects: frozenset[str]) -> bool:
    held = state.board.held.get(state.table.index[id], ())
    return not state.disabled(id) and any(one.effect_id(id) in effects for one in held)
